-- What people at the pit offered to tables, and what became of it. Nothing here is ever changed but `withdrawn`.

CREATE TABLE offer (
    id        TEXT PRIMARY KEY,
    station   TEXT NOT NULL,
    message   TEXT NOT NULL,            -- as it is sent, with the signature of the pit
    kind      TEXT NOT NULL,
    content   TEXT NOT NULL,            -- the SHA-256 of what a table has that accepted it
    by        TEXT NOT NULL,
    why       TEXT NOT NULL,
    made      TIMESTAMPTZ NOT NULL,
    lapses    TIMESTAMPTZ NOT NULL,
    withdrawn TEXT                      -- the message that takes it back; NULL: it was not
);
CREATE INDEX offer_by_station ON offer (station, made);

CREATE TABLE offer_answer (             -- accepted, refused, lapsed; after accepted perhaps failed
    offer    TEXT NOT NULL REFERENCES offer,
    answer   TEXT NOT NULL,
    by       TEXT NOT NULL,             -- a person as the journal of the table has them
    why      TEXT NOT NULL,
    answered TIMESTAMPTZ NOT NULL,      -- by the clock of the table
    received TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (offer, answer)
);

CREATE TABLE configuration (            -- what each table has now, as it says
    station  TEXT PRIMARY KEY,
    sha256   TEXT NOT NULL,
    trouble  TEXT NOT NULL,             -- why it took no offer the last time; empty: it did
    received TIMESTAMPTZ NOT NULL
);

CREATE VIEW open_offer AS SELECT * FROM offer
    WHERE withdrawn IS NULL AND lapses > now() AND NOT EXISTS (SELECT FROM offer_answer WHERE offer = offer.id);
