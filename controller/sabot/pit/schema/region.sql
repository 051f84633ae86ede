-- What a region keeps of its houses. `house` is in every key, and nobody reads or writes a row of a house that
-- they have not named (`SET LOCAL sabot.house`): see the policies at the end.

CREATE TABLE region (
    name    TEXT NOT NULL,
    version INTEGER NOT NULL            -- of this schema
);

CREATE TABLE house (                    -- the names of the houses, and nothing else of them: everybody may read it
    house TEXT PRIMARY KEY
);

CREATE TABLE log (                      -- how far the region has the log of facts of each house: the truth about `have`
    house     TEXT PRIMARY KEY REFERENCES house,
    course    INTEGER NOT NULL,         -- counts the logs that were begun for this house
    journal   TEXT NOT NULL,            -- the log that is taken: the first digits of the chain of its entry 1
    seq       BIGINT NOT NULL,
    chain     TEXT NOT NULL,
    wall_ns   BIGINT NOT NULL,          -- of the last entry
    at        TIMESTAMPTZ NOT NULL,
    is_up     BOOLEAN NOT NULL,         -- whether the house was connected, as last heard
    boot      TEXT NOT NULL,            -- one life of its carrier
    shown     TEXT NOT NULL,            -- the log that the house has, which may be another than the one that is taken
    head      BIGINT NOT NULL,          -- where that log ended when the house connected
    version   TEXT NOT NULL,            -- of the program
    linked_at TIMESTAMPTZ NOT NULL,
    lost_at   TIMESTAMPTZ               -- when the connection ended; NULL: it has not
);

CREATE TABLE entry (                    -- the chain of each entry; what it said is in the facts
    house  TEXT NOT NULL,
    course INTEGER NOT NULL,
    seq    BIGINT NOT NULL,
    chain  BYTEA NOT NULL,
    PRIMARY KEY (house, course, seq)
);

-- The facts, as they are in the database of the house.

CREATE TABLE coup (
    house       TEXT NOT NULL,
    station     TEXT NOT NULL,
    course      INTEGER NOT NULL,       -- of the table's journal
    coup        BIGINT NOT NULL,
    decided     BIGINT,
    wall_ns     BIGINT,
    game        TEXT,
    winner      TEXT,
    number      TEXT,
    result      TEXT,
    voided      BIGINT,
    corrections INTEGER NOT NULL,
    PRIMARY KEY (house, station, course, coup)
);
CREATE INDEX coup_by_time ON coup (house, wall_ns);

CREATE TABLE fault (
    house   TEXT NOT NULL,
    station TEXT NOT NULL,
    course  INTEGER NOT NULL,
    seq     BIGINT NOT NULL,
    wall_ns BIGINT NOT NULL,
    coup    BIGINT NOT NULL,
    rule    TEXT NOT NULL,
    PRIMARY KEY (house, station, course, seq)
);

CREATE TABLE wheel_at (
    house   TEXT NOT NULL,
    station TEXT NOT NULL,
    course  INTEGER NOT NULL,
    seq     BIGINT NOT NULL,
    wall_ns BIGINT NOT NULL,
    wheel   TEXT NOT NULL,
    PRIMARY KEY (house, station, course, seq)
);

CREATE TABLE spin (
    house   TEXT NOT NULL,
    station TEXT NOT NULL,
    course  INTEGER NOT NULL,
    seq     BIGINT NOT NULL,
    wall_ns BIGINT NOT NULL,
    wheel   TEXT NOT NULL,
    number  TEXT NOT NULL,
    PRIMARY KEY (house, station, course, seq)
);

CREATE TABLE head (
    house         TEXT NOT NULL,
    station       TEXT NOT NULL,
    course        INTEGER NOT NULL,
    seq           BIGINT NOT NULL,
    chain         TEXT NOT NULL,
    wall_ns       BIGINT NOT NULL,
    key           TEXT NOT NULL,
    text          TEXT NOT NULL,
    countersigned TEXT NOT NULL,
    received      TIMESTAMPTZ NOT NULL, -- at the house
    PRIMARY KEY (house, station, course, seq, text)
);

CREATE TABLE alert (
    house    TEXT NOT NULL,
    id       BIGINT GENERATED ALWAYS AS IDENTITY,
    course   INTEGER NOT NULL,
    seq      BIGINT NOT NULL,           -- the first entry concerned
    kind     TEXT NOT NULL,
    why      TEXT NOT NULL,
    raised   TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (house, id)
);

CREATE TABLE answer (                   -- an alert is open until it has one
    house    TEXT NOT NULL,
    alert    BIGINT NOT NULL,
    by       TEXT NOT NULL,
    why      TEXT NOT NULL,
    answered TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (house, alert),
    FOREIGN KEY (house, alert) REFERENCES alert
);

CREATE TABLE quarantine (               -- messages that cannot be stored as what they say they are
    house    TEXT NOT NULL,
    id       BIGINT GENERATED ALWAYS AS IDENTITY,
    payload  BYTEA NOT NULL,
    why      TEXT NOT NULL,
    received TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (house, id)
);

-- The program works as `sabot_region`, as one house at a time. A superuser and a role with BYPASSRLS see
-- everything despite the policies; the owner of the tables does not (FORCE).

DO $$
DECLARE
    name TEXT;
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'sabot_region') THEN
        CREATE ROLE sabot_region NOLOGIN;
    END IF;
    IF NOT pg_has_role('sabot_region', 'MEMBER') THEN
        EXECUTE format('GRANT sabot_region TO %I', current_user);
    END IF;
    GRANT SELECT ON region TO sabot_region;
    GRANT SELECT, INSERT ON house TO sabot_region;
    FOREACH name IN ARRAY ARRAY[
        'log', 'entry', 'coup', 'fault', 'wheel_at', 'spin', 'head', 'alert', 'answer', 'quarantine'
    ] LOOP
        EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO sabot_region', name);
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format($p$CREATE POLICY one_house ON %I USING (house = current_setting('sabot.house', true))$p$, name);
    END LOOP;
END
$$;
