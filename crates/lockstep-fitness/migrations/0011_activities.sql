-- Activities: the first and the last time are in the clear, as those of chunks are; all else is sealed.
CREATE TABLE activity(
    user_id TEXT NOT NULL, id TEXT NOT NULL, t0 BIGINT NOT NULL, t1 BIGINT NOT NULL,
    body {blob} NOT NULL, PRIMARY KEY (user_id, id)) {without_rowid};
CREATE INDEX activity_time ON activity(user_id, t0);

-- Imports of files. `state`: 0 unfinished, 1 complete, 2 being undone. The name of the file and the counts
-- are sealed.
CREATE TABLE import_record(
    user_id TEXT NOT NULL, id TEXT NOT NULL, state BIGINT NOT NULL, body {blob} NOT NULL,
    PRIMARY KEY (user_id, id)) {without_rowid};

-- The points that one batch of an import brought: series and times, sealed. The first and the last time are
-- in the clear.
CREATE TABLE import_batch(
    user_id TEXT NOT NULL, import_id TEXT NOT NULL, number BIGINT NOT NULL,
    t0 BIGINT NOT NULL, t1 BIGINT NOT NULL, body {blob} NOT NULL,
    PRIMARY KEY (user_id, import_id, number));
CREATE INDEX import_batch_time ON import_batch(user_id, t0);

-- Their bytes count as the account's.

CREATE TRIGGER usage_activity_added AFTER INSERT ON activity BEGIN
    INSERT INTO account_usage(user_id, bytes)
    VALUES (NEW.user_id, coalesce(length(NEW.body), 0))
    ON CONFLICT (user_id) DO UPDATE SET bytes = account_usage.bytes + excluded.bytes;
END;

CREATE TRIGGER usage_activity_removed AFTER DELETE ON activity BEGIN
    UPDATE account_usage SET bytes = bytes - coalesce(length(OLD.body), 0)
    WHERE user_id = OLD.user_id;
END;

CREATE TRIGGER usage_activity_changed AFTER UPDATE OF body ON activity BEGIN
    UPDATE account_usage SET bytes = bytes + (coalesce(length(NEW.body), 0))
        - (coalesce(length(OLD.body), 0))
    WHERE user_id = NEW.user_id;
END;

CREATE TRIGGER usage_import_record_added AFTER INSERT ON import_record BEGIN
    INSERT INTO account_usage(user_id, bytes)
    VALUES (NEW.user_id, coalesce(length(NEW.body), 0))
    ON CONFLICT (user_id) DO UPDATE SET bytes = account_usage.bytes + excluded.bytes;
END;

CREATE TRIGGER usage_import_record_removed AFTER DELETE ON import_record BEGIN
    UPDATE account_usage SET bytes = bytes - coalesce(length(OLD.body), 0)
    WHERE user_id = OLD.user_id;
END;

CREATE TRIGGER usage_import_record_changed AFTER UPDATE OF body ON import_record BEGIN
    UPDATE account_usage SET bytes = bytes + (coalesce(length(NEW.body), 0))
        - (coalesce(length(OLD.body), 0))
    WHERE user_id = NEW.user_id;
END;

CREATE TRIGGER usage_import_batch_added AFTER INSERT ON import_batch BEGIN
    INSERT INTO account_usage(user_id, bytes)
    VALUES (NEW.user_id, coalesce(length(NEW.body), 0))
    ON CONFLICT (user_id) DO UPDATE SET bytes = account_usage.bytes + excluded.bytes;
END;

CREATE TRIGGER usage_import_batch_removed AFTER DELETE ON import_batch BEGIN
    UPDATE account_usage SET bytes = bytes - coalesce(length(OLD.body), 0)
    WHERE user_id = OLD.user_id;
END;

CREATE TRIGGER usage_import_batch_changed AFTER UPDATE OF body ON import_batch BEGIN
    UPDATE account_usage SET bytes = bytes + (coalesce(length(NEW.body), 0))
        - (coalesce(length(OLD.body), 0))
    WHERE user_id = NEW.user_id;
END;
