-- Which store these keys belong to.
CREATE TABLE vault(id {blob} NOT NULL PRIMARY KEY) {without_rowid};

-- Keys for keys: each version under the root key.
CREATE TABLE kek(version BIGINT NOT NULL PRIMARY KEY, wrapped {blob} NOT NULL) {without_rowid};

-- An account's key for keys: under an epoch's, which stands in no backup.
CREATE TABLE account_key(
    account TEXT NOT NULL PRIMARY KEY, epoch BIGINT NOT NULL, wrapped {blob} NOT NULL)
    {without_rowid};
CREATE INDEX account_key_epoch ON account_key(epoch);

-- Secrets of keys, under their account's.
CREATE TABLE secret(
    key_id TEXT NOT NULL PRIMARY KEY, account TEXT NOT NULL, wrapped {blob} NOT NULL,
    created_at BIGINT NOT NULL) {without_rowid};
CREATE INDEX secret_account ON secret(account);

-- The platform's own keys, under a version of `kek`.
CREATE TABLE server_key(
    name TEXT NOT NULL PRIMARY KEY, version BIGINT NOT NULL, wrapped {blob} NOT NULL)
    {without_rowid};

-- SHA-256 of what was destroyed, as long as a backup may know it.
CREATE TABLE destroyed(digest {blob} NOT NULL PRIMARY KEY, at BIGINT NOT NULL) {without_rowid};
CREATE INDEX destroyed_at ON destroyed(at);
