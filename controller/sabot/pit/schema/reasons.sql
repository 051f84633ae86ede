-- Why a roll-out stopped and a table failed, and what a table answered, with their values, as JSON: the page says it in any
-- language. Empty: an older version wrote the English text beside it, and that is all there is.

ALTER TABLE rollout ADD COLUMN IF NOT EXISTS stopped_reason TEXT NOT NULL DEFAULT '';
ALTER TABLE rollout_table ADD COLUMN IF NOT EXISTS failed_reason TEXT NOT NULL DEFAULT '';
ALTER TABLE offer_answer ADD COLUMN IF NOT EXISTS reason TEXT NOT NULL DEFAULT '';
