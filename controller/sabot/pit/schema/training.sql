-- People in training, as the school of each table says it: the last report alone. No fact follows from it, and none of it
-- goes up to a region. The names are at the table.

CREATE TABLE training (
    station TEXT PRIMARY KEY,
    said    TIMESTAMPTZ,                -- when the last report came that was taken; NULL: none was
    refused TEXT NOT NULL               -- why a later one was not, as JSON; empty: none was refused
);

CREATE TABLE trainee (
    station     TEXT NOT NULL REFERENCES training ON DELETE CASCADE,
    number      INTEGER NOT NULL,       -- the one that the school of the table gave them
    days        INTEGER NOT NULL,       -- with an answer
    last        DATE,                   -- of these days; NULL: there is none
    answers     INTEGER NOT NULL,
    "right"     INTEGER NOT NULL,       -- of the answers
    coups       INTEGER NOT NULL,       -- whole ones, at the table and at the virtual one
    coups_right INTEGER NOT NULL,
    levels      JSON NOT NULL,          -- of each game the highest level of a coup without a fault
    missed      JSON NOT NULL,          -- drill, cell, how often asked, how often wrong
    PRIMARY KEY (station, number)
);
