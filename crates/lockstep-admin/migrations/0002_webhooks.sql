-- Webhooks of accounts. `config` seals the address, the description and the secrets.
CREATE TABLE webhook(
    id TEXT NOT NULL PRIMARY KEY, user_id TEXT NOT NULL, scope TEXT NOT NULL, status TEXT NOT NULL,
    reason TEXT, config {blob} NOT NULL, created_at BIGINT NOT NULL, updated_at BIGINT NOT NULL,
    failing_since BIGINT, delivered_at BIGINT, skipped BIGINT NOT NULL DEFAULT 0) {without_rowid};
CREATE INDEX webhook_user ON webhook(user_id, id);

-- The event types of each webhook. `subject` is the account whose events are sent; '*' names all accounts.
CREATE TABLE webhook_type(
    webhook_id TEXT NOT NULL, topic TEXT NOT NULL, user_id TEXT NOT NULL, subject TEXT NOT NULL,
    PRIMARY KEY (webhook_id, topic)) {without_rowid};
CREATE INDEX webhook_type_topic ON webhook_type(topic, subject);
CREATE INDEX webhook_type_user ON webhook_type(user_id);

-- Events that a webhook selects, until their deliveries are queued. The outbox forgets an event after ten minutes;
-- this table keeps it.
CREATE TABLE webhook_event(
    seq BIGINT NOT NULL PRIMARY KEY, at BIGINT NOT NULL, user_id TEXT NOT NULL, topic TEXT NOT NULL,
    payload {json} NOT NULL) {without_rowid};
CREATE INDEX webhook_event_user ON webhook_event(user_id);

-- In the transaction of the event: an event that is committed reaches its webhooks.
CREATE TRIGGER webhook_event_added AFTER INSERT ON event_outbox
WHEN EXISTS (SELECT 1 FROM webhook_type WHERE topic = NEW.topic AND subject IN (NEW.user_id, '*')) BEGIN
    INSERT OR REPLACE INTO webhook_event(seq, at, user_id, topic, payload)
    VALUES (NEW.seq, NEW.at, NEW.user_id, NEW.topic, NEW.payload);
END;

-- Deliveries: the queue and the log. A delivery with `next_at` is pending. `about` is the account that the event
-- concerns, and `body` seals what is sent.
CREATE TABLE webhook_delivery(
    id TEXT NOT NULL PRIMARY KEY, webhook_id TEXT NOT NULL, user_id TEXT NOT NULL, about TEXT NOT NULL,
    topic TEXT NOT NULL, body {blob} NOT NULL, status TEXT NOT NULL, created_at BIGINT NOT NULL,
    attempts BIGINT NOT NULL DEFAULT 0, first_at BIGINT, next_at BIGINT, last_at BIGINT,
    last_code BIGINT, last_error TEXT, last_milliseconds BIGINT) {without_rowid};
CREATE INDEX webhook_delivery_webhook ON webhook_delivery(webhook_id, id);
CREATE INDEX webhook_delivery_due ON webhook_delivery(webhook_id, next_at) WHERE next_at IS NOT NULL;
CREATE INDEX webhook_delivery_pending ON webhook_delivery(user_id) WHERE next_at IS NOT NULL;
CREATE INDEX webhook_delivery_user ON webhook_delivery(user_id, id);
CREATE INDEX webhook_delivery_about ON webhook_delivery(about);
CREATE INDEX webhook_delivery_created ON webhook_delivery(created_at);

-- Sealed bytes count for the storage usage of the owner.
CREATE TRIGGER usage_webhook_added AFTER INSERT ON webhook BEGIN
    INSERT INTO account_usage(user_id, bytes) VALUES (NEW.user_id, coalesce(length(NEW.config), 0))
    ON CONFLICT (user_id) DO UPDATE SET bytes = account_usage.bytes + excluded.bytes;
END;

CREATE TRIGGER usage_webhook_removed AFTER DELETE ON webhook BEGIN
    UPDATE account_usage SET bytes = bytes - coalesce(length(OLD.config), 0) WHERE user_id = OLD.user_id;
END;

CREATE TRIGGER usage_webhook_changed AFTER UPDATE OF config ON webhook BEGIN
    UPDATE account_usage SET bytes = bytes + coalesce(length(NEW.config), 0) - coalesce(length(OLD.config), 0)
    WHERE user_id = NEW.user_id;
END;

CREATE TRIGGER usage_webhook_delivery_added AFTER INSERT ON webhook_delivery BEGIN
    INSERT INTO account_usage(user_id, bytes) VALUES (NEW.user_id, coalesce(length(NEW.body), 0))
    ON CONFLICT (user_id) DO UPDATE SET bytes = account_usage.bytes + excluded.bytes;
END;

CREATE TRIGGER usage_webhook_delivery_removed AFTER DELETE ON webhook_delivery BEGIN
    UPDATE account_usage SET bytes = bytes - coalesce(length(OLD.body), 0) WHERE user_id = OLD.user_id;
END;
