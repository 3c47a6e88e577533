-- Roots of series that the platform signed, a chain for each account: `record` names the digest of the
-- one before. `envelope` holds, sealed, what the root commits to, so that it can be shown again.
CREATE TABLE attested_root(
    user_id TEXT NOT NULL, number BIGINT NOT NULL, digest {blob} NOT NULL, metric TEXT NOT NULL,
    curve TEXT NOT NULL, first_day BIGINT NOT NULL, days BIGINT NOT NULL, record TEXT NOT NULL,
    signature TEXT NOT NULL, key TEXT NOT NULL, envelope {blob} NOT NULL, created_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, number)) {without_rowid};
CREATE INDEX attested_root_metric ON attested_root(user_id, metric, first_day, days);
