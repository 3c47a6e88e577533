-- Digests without a key told whoever read the store whether a guess of a body is right. They are
-- overwritten before they are dropped: a request that is sent again across this change is another.
UPDATE idempotency SET body = x'0000000000000000000000000000000000000000000000000000000000000000';
DROP TABLE idempotency;

-- What came of a request that carried an Idempotency-Key: ids and counts, never an answer. `name` is
-- the keyed digest of account, route and key, `body` of that and the body.
CREATE TABLE idempotency(
    user_id TEXT NOT NULL, name {blob} NOT NULL, at BIGINT NOT NULL, body {blob} NOT NULL,
    outcome {json} NOT NULL, PRIMARY KEY (user_id, name)) {without_rowid};
CREATE INDEX idempotency_at ON idempotency(at);
