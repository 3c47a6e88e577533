-- The identity of this store, the keys.db it belongs to, the acts on keys it heard of, and the newest
-- time that was believed.
CREATE TABLE key_pairing(
    id {blob} NOT NULL PRIMARY KEY, keys {blob}, acts BIGINT NOT NULL, clock_at BIGINT)
    {without_rowid};
