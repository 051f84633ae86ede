-- Roll-outs of versions of the program, ring by ring, and which version each table runs.

CREATE TABLE program (                  -- what each table runs now, as it says
    station  TEXT PRIMARY KEY,
    revision TEXT NOT NULL,             -- empty: it is no checkout, and cannot be updated so
    since    TIMESTAMPTZ NOT NULL,      -- when it was switched to, by the clock of the table
    received TIMESTAMPTZ NOT NULL
);

CREATE TABLE rollout (
    id       TEXT PRIMARY KEY,
    revision TEXT NOT NULL,
    name     TEXT NOT NULL,             -- of the version, as it was typed
    by       TEXT NOT NULL,
    why      TEXT NOT NULL,
    made     TIMESTAMPTZ NOT NULL,
    stopped  TEXT NOT NULL DEFAULT '',  -- why; empty: it did not stop
    ended    TIMESTAMPTZ,               -- done, or another one took its place; NULL: it is looked after
    stopped_at TIMESTAMPTZ
);
CREATE UNIQUE INDEX one_rollout ON rollout ((true)) WHERE ended IS NULL;

CREATE TABLE rollout_table (
    rollout TEXT NOT NULL REFERENCES rollout,
    station TEXT NOT NULL,
    ring    INTEGER NOT NULL,
    before  TEXT NOT NULL,              -- the revision that it had
    offer   TEXT REFERENCES offer,      -- the last one of this version
    back    TEXT REFERENCES offer,      -- the last one of the version before
    failed  TEXT NOT NULL DEFAULT '',   -- why; once it has failed, it has
    PRIMARY KEY (rollout, station)
);
