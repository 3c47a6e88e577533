-- Digests of verification keys whose ceremony an administrator knows: a key that was derived from its
-- circuit and its powers of tau is worth that much more.
CREATE TABLE ceremony(
    digest {blob} NOT NULL PRIMARY KEY, name TEXT NOT NULL, created_at BIGINT NOT NULL)
    {without_rowid};
