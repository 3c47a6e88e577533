-- A sign-in, from its first pair of tokens to its last: the `family` of its tokens. `last_used` is
-- written once a minute at most, for API keys too.
CREATE TABLE session(
    id TEXT NOT NULL PRIMARY KEY, user_id TEXT NOT NULL, created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL, last_used BIGINT) {without_rowid};
CREATE INDEX session_user ON session(user_id, created_at);
CREATE INDEX session_expires ON session(expires_at);

-- Sign-ins were named as API keys are. Their first refresh token was made at the sign-in, to last 30
-- days.
UPDATE token SET family = 'ses_' || substr(family, 4);
INSERT INTO session(id, user_id, created_at, expires_at)
    SELECT family, user_id, MIN(expires_at) - 2592000000, MAX(expires_at) FROM token
    WHERE kind = 'rt' GROUP BY family, user_id;

-- The API key that made this one, if one did: it ends with it.
ALTER TABLE api_key ADD COLUMN parent TEXT;
ALTER TABLE api_key ADD COLUMN last_used BIGINT;
CREATE INDEX api_key_parent ON api_key(parent) WHERE parent IS NOT NULL;
