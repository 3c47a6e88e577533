-- The number of secrets, changed in each transaction that adds or removes one. Another number of rows is
-- told at the start: then keys.db and keys.db-wal are of different times.
ALTER TABLE pairing ADD COLUMN secrets BIGINT;
UPDATE pairing SET secrets = (SELECT COUNT(*) FROM secret);
