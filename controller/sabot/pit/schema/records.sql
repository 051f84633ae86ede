-- What the pit of one house keeps. `record` is the truth; `coup` and `fault` follow from it.

CREATE TABLE pit (
    house   TEXT NOT NULL,
    version INTEGER NOT NULL            -- of this schema
);

CREATE TABLE station (
    station   TEXT PRIMARY KEY,         -- the name of the table
    course    INTEGER NOT NULL,         -- the journal that is taken now
    is_up     BOOLEAN NOT NULL,         -- whether its carrier was connected, as last heard
    boot      TEXT NOT NULL,            -- one life of the carrier
    journal   TEXT NOT NULL,            -- the journal that it has, which may be another than the one that is taken
    head      BIGINT NOT NULL,          -- where that journal ended when it connected
    version   TEXT NOT NULL,            -- of the program
    linked_at TIMESTAMPTZ NOT NULL,
    lost_at   TIMESTAMPTZ               -- when the connection ended; NULL: it has not
);

CREATE TABLE course (                   -- one journal of one table, as far as the pit has it: the truth about `have`
    station TEXT NOT NULL REFERENCES station,
    course  INTEGER NOT NULL,
    journal TEXT NOT NULL,              -- the first digits of the chain of record 1
    seq     BIGINT NOT NULL,
    chain   TEXT NOT NULL,
    wall_ns BIGINT NOT NULL,            -- of the last record
    game    TEXT NOT NULL,              -- opened last
    counts  BOOLEAN NOT NULL,           -- false: accepted as replaced by another course of the same journal
    at      TIMESTAMPTZ NOT NULL,
    is_open BOOLEAN NOT NULL DEFAULT true,  -- false: its supervisor closed it
    wheel   TEXT NOT NULL DEFAULT '',   -- that stands there, by its name
    faults_answered BIGINT NOT NULL DEFAULT 0,  -- the record by which faults before it were answered at the table
    PRIMARY KEY (station, course)
);

-- Partitioned by arrival, a month each: a table whose clock says 1970 makes no partition. Order is `seq`.
-- No key over (station, course, seq) alone is possible then; the row in `course` is what prevents doubles.
CREATE TABLE record (
    station      TEXT NOT NULL,
    course       INTEGER NOT NULL,
    seq          BIGINT NOT NULL,
    wall_ns      BIGINT NOT NULL,
    monotonic_ns BIGINT NOT NULL,
    kind         TEXT NOT NULL,
    coup         BIGINT NOT NULL,
    role         TEXT NOT NULL,
    mark         TEXT NOT NULL,
    body         TEXT COMPRESSION lz4 NOT NULL,  -- never jsonb: that spells it otherwise, and the chain is over the spelling
    chain        BYTEA NOT NULL,
    received     TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (station, course, seq, received)
) PARTITION BY RANGE (received);

CREATE TABLE coup (
    station     TEXT NOT NULL,
    course      INTEGER NOT NULL,
    coup        BIGINT NOT NULL,
    decided     BIGINT,                 -- the record of the result that stands; NULL: none does
    wall_ns     BIGINT,                 -- of that record
    game        TEXT,
    winner      TEXT,
    number      TEXT,
    result      TEXT,
    voided      BIGINT,                 -- the record by which it does not count
    corrections INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (station, course, coup)
);
CREATE INDEX coup_by_time ON coup (wall_ns);
CREATE INDEX coup_by_record ON coup (station, course, decided);

CREATE TABLE fault (
    station TEXT NOT NULL,
    course  INTEGER NOT NULL,
    seq     BIGINT NOT NULL,
    wall_ns BIGINT NOT NULL,
    coup    BIGINT NOT NULL,
    rule    TEXT NOT NULL,
    PRIMARY KEY (station, course, seq)
);

CREATE TABLE alert (
    id      BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    station TEXT NOT NULL,
    course  INTEGER NOT NULL,
    seq     BIGINT NOT NULL,            -- the first record concerned
    kind    TEXT NOT NULL,
    why     TEXT NOT NULL,              -- in English
    reason  TEXT NOT NULL,              -- the same with its values, as JSON: the page says it in any language
    raised  TIMESTAMPTZ NOT NULL
);
CREATE INDEX alert_by_station ON alert (station, id);

CREATE TABLE answer (                   -- an alert is open until it has one
    alert    BIGINT PRIMARY KEY REFERENCES alert,
    by       TEXT NOT NULL,
    why      TEXT NOT NULL,
    answered TIMESTAMPTZ NOT NULL
);

CREATE TABLE quarantine (               -- messages that cannot be stored as what they say they are
    id       BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    station  TEXT NOT NULL,
    payload  BYTEA NOT NULL,
    why      TEXT NOT NULL,
    received TIMESTAMPTZ NOT NULL
);
