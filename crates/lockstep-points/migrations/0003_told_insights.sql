-- Insights as they were answered, sealed, for the account's open streams; for minutes, as long as events.
CREATE TABLE told_insight(
    user_id TEXT NOT NULL, id TEXT NOT NULL, at BIGINT NOT NULL, body {blob} NOT NULL,
    PRIMARY KEY (user_id, id)) {without_rowid};
CREATE INDEX told_insight_at ON told_insight(at);
