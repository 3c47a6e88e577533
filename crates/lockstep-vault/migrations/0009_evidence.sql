-- Destructions of keys: SHA-256 of the id of the key or the account, and the entry of the audit chain
-- that was appended in the same transaction. A key is destroyed only after its row here.
CREATE TABLE key_destruction(
    digest {blob} NOT NULL PRIMARY KEY, at BIGINT NOT NULL, seq BIGINT NOT NULL,
    hash {blob} NOT NULL) {without_rowid};

-- Keys that are being made: the secret is written to keys.db before the key has a row.
CREATE TABLE key_intent(
    id TEXT NOT NULL PRIMARY KEY, user_id TEXT NOT NULL, at BIGINT NOT NULL) {without_rowid};
CREATE INDEX key_intent_user ON key_intent(user_id);
CREATE INDEX key_intent_at ON key_intent(at);
