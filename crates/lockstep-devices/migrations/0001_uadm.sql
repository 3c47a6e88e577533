-- What makes a registered device a UADM device. `secret` is the SHA-256 of its password. `body` holds the configuration
-- and the twin, sealed. `sessions` holds the subscriptions of MQTT sessions by the digest of the client identifier.
CREATE TABLE uadm_device(
    user_id TEXT NOT NULL, id TEXT NOT NULL, created_at BIGINT NOT NULL, secret {blob} NOT NULL,
    contact_at BIGINT, seen_at BIGINT, next_command BIGINT NOT NULL, sessions {json} NOT NULL, body {blob} NOT NULL,
    PRIMARY KEY (user_id, id)) {without_rowid};
CREATE UNIQUE INDEX uadm_device_id ON uadm_device(id);

-- Commands in the order of their numbers. `state` is `queued`, `delivered`, `acknowledged`, `failed` or `expired`.
-- `body` holds the command, its parameters and the result, sealed.
CREATE TABLE uadm_command(
    user_id TEXT NOT NULL, device_id TEXT NOT NULL, n BIGINT NOT NULL, id TEXT NOT NULL, state TEXT NOT NULL,
    created_at BIGINT NOT NULL, expires_at BIGINT NOT NULL, delivered_at BIGINT, finished_at BIGINT,
    body {blob} NOT NULL,
    PRIMARY KEY (user_id, device_id, n)) {without_rowid};
CREATE UNIQUE INDEX uadm_command_id ON uadm_command(user_id, device_id, id);
CREATE INDEX uadm_command_open ON uadm_command(user_id, device_id, n) WHERE state IN ('queued', 'delivered');
CREATE INDEX uadm_command_due ON uadm_command(expires_at) WHERE state IN ('queued', 'delivered');
CREATE INDEX uadm_command_finished ON uadm_command(finished_at) WHERE finished_at IS NOT NULL;

-- What is stored counts for the account's quota.
CREATE TRIGGER usage_uadm_device_added AFTER INSERT ON uadm_device BEGIN
    INSERT INTO account_usage(user_id, bytes) VALUES (NEW.user_id, coalesce(length(NEW.body), 0))
    ON CONFLICT (user_id) DO UPDATE SET bytes = account_usage.bytes + excluded.bytes;
END;
CREATE TRIGGER usage_uadm_device_removed AFTER DELETE ON uadm_device BEGIN
    UPDATE account_usage SET bytes = bytes - coalesce(length(OLD.body), 0) WHERE user_id = OLD.user_id;
END;
CREATE TRIGGER usage_uadm_device_changed AFTER UPDATE OF body ON uadm_device BEGIN
    UPDATE account_usage SET bytes = bytes + coalesce(length(NEW.body), 0) - coalesce(length(OLD.body), 0)
    WHERE user_id = NEW.user_id;
END;
CREATE TRIGGER usage_uadm_command_added AFTER INSERT ON uadm_command BEGIN
    INSERT INTO account_usage(user_id, bytes) VALUES (NEW.user_id, coalesce(length(NEW.body), 0))
    ON CONFLICT (user_id) DO UPDATE SET bytes = account_usage.bytes + excluded.bytes;
END;
CREATE TRIGGER usage_uadm_command_removed AFTER DELETE ON uadm_command BEGIN
    UPDATE account_usage SET bytes = bytes - coalesce(length(OLD.body), 0) WHERE user_id = OLD.user_id;
END;
CREATE TRIGGER usage_uadm_command_changed AFTER UPDATE OF body ON uadm_command BEGIN
    UPDATE account_usage SET bytes = bytes + coalesce(length(NEW.body), 0) - coalesce(length(OLD.body), 0)
    WHERE user_id = NEW.user_id;
END;
