-- The number of an entry from its account's counter: each change of the entry takes the next one, and the sealed bytes
-- open under theirs alone. 0: sealed before entries had numbers.
ALTER TABLE dataset ADD COLUMN revision BIGINT NOT NULL DEFAULT 0;

-- The account's record of its live entries: a keyed sum over their ids and numbers, sealed. `version` is the last number
-- that was given.
CREATE TABLE dataset_state(
    user_id TEXT NOT NULL PRIMARY KEY, version BIGINT NOT NULL, sealed {blob} NOT NULL) {without_rowid};
