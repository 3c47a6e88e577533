-- The authentication tag of the row under the account's key; null in rows that were written before there was one, until
-- a scrub adds it.
ALTER TABLE market_cell ADD COLUMN tag {blob};
