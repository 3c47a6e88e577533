-- Alerts: a rule that holds, or that held. subject is what the rule holds for, '' where it holds once. user_id is the
-- account that the alert concerns, or NULL.
CREATE TABLE alert(
    id TEXT NOT NULL PRIMARY KEY, rule TEXT NOT NULL, subject TEXT NOT NULL, user_id TEXT, message TEXT NOT NULL,
    since BIGINT NOT NULL, last_seen BIGINT NOT NULL, ended_at BIGINT,
    acknowledged_by TEXT, acknowledged_at BIGINT) {without_rowid};
CREATE UNIQUE INDEX alert_open ON alert(rule, subject) WHERE ended_at IS NULL;
CREATE INDEX alert_ended ON alert(ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX alert_user ON alert(user_id) WHERE user_id IS NOT NULL;
