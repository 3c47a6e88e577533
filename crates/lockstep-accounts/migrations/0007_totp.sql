-- TOTP of an account (RFC 6238): the secret, sealed under the account's own key. Not required at a
-- sign-in while `confirmed_at` is NULL. A code of `last_step` or an earlier step is refused.
CREATE TABLE totp(
    user_id TEXT NOT NULL PRIMARY KEY, secret {blob} NOT NULL, created_at BIGINT NOT NULL,
    confirmed_at BIGINT, last_step BIGINT) {without_rowid};
CREATE INDEX totp_created ON totp(created_at) WHERE confirmed_at IS NULL;
-- Unused recovery codes, as digests under a key of the account.
CREATE TABLE recovery_code(
    user_id TEXT NOT NULL, digest {blob} NOT NULL, PRIMARY KEY(user_id, digest)) {without_rowid};
