-- What a table must show before the next ring of a roll-out begins.

ALTER TABLE rollout
    ADD COLUMN IF NOT EXISTS coups INTEGER NOT NULL DEFAULT 50,
    ADD COLUMN IF NOT EXISTS hours REAL NOT NULL DEFAULT 0;    -- since the table was switched to the version
