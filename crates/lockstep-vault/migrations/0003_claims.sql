-- Roots that the platform signed, a chain for each account: `record` names the digest of the one before.
-- Of a claim's days, `metric` to `envelope` say which they are and hold, sealed, what the root commits to,
-- so that it can be shown again; of a block of points that lies with the points.
CREATE TABLE attested_root(
    user_id TEXT NOT NULL, number BIGINT NOT NULL, digest {blob} NOT NULL, root {blob} NOT NULL,
    curve TEXT NOT NULL, record TEXT NOT NULL, signature {blob} NOT NULL, key TEXT NOT NULL,
    metric TEXT, first_day BIGINT, days BIGINT, envelope {blob}, created_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, number)) {without_rowid};
CREATE INDEX attested_root_of ON attested_root(user_id, root);
CREATE INDEX attested_root_days ON attested_root(user_id, metric, first_day, days)
    WHERE metric IS NOT NULL;
