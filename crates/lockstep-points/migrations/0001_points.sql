-- The last number given to a series or a chunk's body of a user; none is ever given twice.
CREATE TABLE point_number(user_id TEXT NOT NULL PRIMARY KEY, used BIGINT NOT NULL) {without_rowid};

-- What is clear in every mode: type, device, mode, first and last time, count. Points of one type and
-- device under two modes are two series. `open_since` is set where points wait to become a block of
-- `block` points.
CREATE TABLE series(
    user_id TEXT NOT NULL, id BIGINT NOT NULL, type TEXT NOT NULL, device TEXT NOT NULL,
    mode TEXT NOT NULL, gen BIGINT NOT NULL, total BIGINT NOT NULL,
    first_ts BIGINT NOT NULL, last_ts BIGINT NOT NULL, block BIGINT NOT NULL, open_since BIGINT,
    PRIMARY KEY (user_id, id)) {without_rowid};
CREATE UNIQUE INDEX series_name ON series(user_id, type, device, mode);
CREATE INDEX series_open ON series(open_since) WHERE open_since IS NOT NULL;

-- The chunks of a series: no two of them overlap. `key_id` is the key of its mode that a chunk lies
-- under; none: the account's own.
CREATE TABLE seg(
    user_id TEXT NOT NULL, series_id BIGINT NOT NULL, t0 BIGINT NOT NULL, t1 BIGINT NOT NULL,
    n BIGINT NOT NULL, body_id BIGINT NOT NULL, codec BIGINT NOT NULL, key_id TEXT,
    PRIMARY KEY (user_id, series_id, t0)) {without_rowid};

-- Their bytes, apart, so that counting reads none of them.
CREATE TABLE seg_body(
    user_id TEXT NOT NULL, id BIGINT NOT NULL, body {blob} NOT NULL, PRIMARY KEY (user_id, id));
