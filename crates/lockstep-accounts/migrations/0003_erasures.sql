-- Erasures. `user_id` is there while one is under way, so that it is finished; afterwards only a
-- salted digest of it is left. `record` is the receipt's text, `signer` the fingerprint of its key.
CREATE TABLE erasure(
    id TEXT NOT NULL PRIMARY KEY, user_id TEXT, salt {blob} NOT NULL, digest {blob} NOT NULL,
    begun_at BIGINT NOT NULL, finished_at BIGINT, record TEXT, signature TEXT, signer TEXT)
    {without_rowid};
CREATE UNIQUE INDEX erasure_user ON erasure(user_id);
