-- Chunks whose bytes do not open, set aside so that they cost their own points only: the row as it was in
-- `seg`, with the names of its series. Their bytes stay in `seg_body`.
CREATE TABLE damaged_chunk(
    user_id TEXT NOT NULL, body_id BIGINT NOT NULL, series_id BIGINT NOT NULL, type TEXT NOT NULL,
    device TEXT NOT NULL, mode TEXT NOT NULL, t0 BIGINT NOT NULL, t1 BIGINT NOT NULL,
    n BIGINT NOT NULL, codec BIGINT NOT NULL, key_id TEXT, found_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, body_id)) {without_rowid};
