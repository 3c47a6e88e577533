-- An account. `username_key` is the lower-case name, NULL once the account is erased.
CREATE TABLE account(
    id TEXT NOT NULL PRIMARY KEY, username TEXT NOT NULL, username_key TEXT, email TEXT NOT NULL,
    email_key TEXT, password TEXT NOT NULL, role TEXT NOT NULL, status TEXT NOT NULL,
    tier TEXT NOT NULL, wallet_address TEXT, created_at BIGINT NOT NULL, last_active BIGINT)
    {without_rowid};
CREATE UNIQUE INDEX account_username ON account(username_key);
CREATE UNIQUE INDEX account_email ON account(email_key);

-- Tokens of a sign-in: the SHA-256 of each; a family is a sign-in and all its refreshes.
CREATE TABLE token(
    hash {blob} NOT NULL PRIMARY KEY, user_id TEXT NOT NULL, family TEXT NOT NULL,
    kind TEXT NOT NULL, expires_at BIGINT NOT NULL, used_at BIGINT) {without_rowid};
CREATE INDEX token_family ON token(family);
CREATE INDEX token_user ON token(user_id);
CREATE INDEX token_expires ON token(expires_at);

CREATE TABLE api_key(
    id TEXT NOT NULL PRIMARY KEY, user_id TEXT NOT NULL, name TEXT NOT NULL,
    hash {blob} NOT NULL, scopes TEXT NOT NULL, created_at BIGINT NOT NULL, expires_at BIGINT)
    {without_rowid};
CREATE UNIQUE INDEX api_key_hash ON api_key(hash);
CREATE INDEX api_key_user ON api_key(user_id, created_at);
