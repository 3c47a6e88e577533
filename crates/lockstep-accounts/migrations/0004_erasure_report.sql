-- What the receipt of an erasure will say: set with the transaction that deletes the rows, while their
-- bytes may still be in a file. The receipt follows when they are not.
ALTER TABLE erasure ADD COLUMN report {json};
