-- The newest audit entry of each key, and the key's row as that entry states it. A row of `encryption_key` that
-- differs is damaged, or an older copy.
CREATE TABLE key_state(
    user_id TEXT NOT NULL, key_id TEXT NOT NULL, seq BIGINT NOT NULL, state {json} NOT NULL,
    PRIMARY KEY (user_id, key_id)) {without_rowid};
