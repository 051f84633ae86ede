-- What tables signed, and the pit countersigned.

CREATE TABLE head (
    station       TEXT NOT NULL,
    course        INTEGER NOT NULL,
    seq           BIGINT NOT NULL,      -- the record whose chain is signed
    chain         TEXT NOT NULL,
    wall_ns       BIGINT NOT NULL,      -- the table's clock when it signed
    key           TEXT NOT NULL,        -- the table's public key
    text          TEXT NOT NULL,        -- as it was signed, with the signature
    countersigned TEXT NOT NULL,        -- with the pit's clock, key and signature
    received      TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (station, course, seq, text)
);

CREATE TABLE signing_key (              -- every key with which a table signed: its own are the first, and those whose alert was answered
    station  TEXT NOT NULL,
    key      TEXT NOT NULL,
    course   INTEGER NOT NULL,
    seq      BIGINT NOT NULL,           -- the record with which it came; so is its alert
    is_first BOOLEAN NOT NULL,
    PRIMARY KEY (station, key)
);
