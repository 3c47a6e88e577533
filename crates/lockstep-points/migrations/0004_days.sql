-- What was reckoned of a calendar day from its points, from `t0` to before `t1`: derived, sealed,
-- dropped in the transaction that changes the day's points and made again when asked for.
CREATE TABLE day(
    user_id TEXT NOT NULL, type TEXT NOT NULL, t0 BIGINT NOT NULL, t1 BIGINT NOT NULL,
    version BIGINT NOT NULL, body {blob} NOT NULL,
    PRIMARY KEY (user_id, type, t0)) {without_rowid};
