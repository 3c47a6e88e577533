-- Identities at OpenID providers that sign in to an account: the issuer and its identifier of the person, sealed under
-- the account's own key. An identity is found by a keyed digest of both; `index_check` names the key of the digest.
CREATE TABLE identity(
    user_id TEXT NOT NULL, provider TEXT NOT NULL, digest {blob} NOT NULL, index_check {blob} NOT NULL,
    sealed {blob} NOT NULL, created_at BIGINT NOT NULL,
    PRIMARY KEY(user_id, provider)) {without_rowid};
CREATE UNIQUE INDEX identity_digest ON identity(digest);
