-- What came of a request that carried an Idempotency-Key: ids and counts, never an answer.
CREATE TABLE idempotency(
    user_id TEXT NOT NULL, route TEXT NOT NULL, idempotency_key TEXT NOT NULL,
    at BIGINT NOT NULL, body {blob} NOT NULL, outcome {json} NOT NULL,
    PRIMARY KEY (user_id, route, idempotency_key)) {without_rowid};
CREATE INDEX idempotency_at ON idempotency(at);
