-- The registry of devices. `removed_at` is set when one is revoked; its points stay.
CREATE TABLE device(
    user_id TEXT NOT NULL, id TEXT NOT NULL, type TEXT NOT NULL, name TEXT NOT NULL,
    capabilities {json} NOT NULL, created_at BIGINT NOT NULL, mode TEXT, last_sync BIGINT, revoked_at BIGINT,
    PRIMARY KEY (user_id, id)) {without_rowid};

-- Sealed.
CREATE TABLE profile(user_id TEXT NOT NULL PRIMARY KEY, body {blob} NOT NULL) {without_rowid};
