-- Datasets. `body` holds the name and the description, sealed. `version` is the version of the data that reads
-- return; 0 without data. A dataset with `deleted_at` exists only because versions of it are held.
CREATE TABLE dataset(
    user_id TEXT NOT NULL, id TEXT NOT NULL, created_at BIGINT NOT NULL, updated_at BIGINT NOT NULL,
    mode TEXT NOT NULL, status TEXT NOT NULL, version BIGINT NOT NULL, next_version BIGINT NOT NULL,
    deleted_at BIGINT, body {blob} NOT NULL,
    PRIMARY KEY (user_id, id)) {without_rowid};
CREATE INDEX dataset_created ON dataset(user_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX dataset_status ON dataset(user_id, status, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX dataset_pending ON dataset(updated_at) WHERE status = 'pending';

-- Versions of the data. `state` is `receiving`, `ready` or `dropped`; only ready versions are read. `body` holds
-- the schema, sealed.
CREATE TABLE dataset_version(
    user_id TEXT NOT NULL, dataset_id TEXT NOT NULL, version BIGINT NOT NULL, state TEXT NOT NULL,
    changed_at BIGINT NOT NULL, row_count BIGINT NOT NULL, body {blob} NOT NULL,
    PRIMARY KEY (user_id, dataset_id, version)) {without_rowid};
CREATE INDEX dataset_version_state ON dataset_version(state, changed_at) WHERE state <> 'ready';

-- One column of a group of rows, sealed.
CREATE TABLE dataset_chunk(
    user_id TEXT NOT NULL, dataset_id TEXT NOT NULL, version BIGINT NOT NULL, col BIGINT NOT NULL,
    row0 BIGINT NOT NULL, n BIGINT NOT NULL, codec BIGINT NOT NULL, body {blob} NOT NULL,
    PRIMARY KEY (user_id, dataset_id, version, col, row0));

-- What keeps a version: `holder` names a listing or a purchase. `retention` is `refuse` (the dataset cannot be
-- deleted) or `keep` (the version stays after the dataset was deleted).
CREATE TABLE dataset_hold(
    user_id TEXT NOT NULL, dataset_id TEXT NOT NULL, version BIGINT NOT NULL, holder TEXT NOT NULL,
    retention TEXT NOT NULL, created_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, dataset_id, version, holder)) {without_rowid};

-- The datasets of an account in the order of their names: pages of names and ids, sealed. `position` orders the pages.
CREATE TABLE dataset_name_page(
    user_id TEXT NOT NULL, position BIGINT NOT NULL, n BIGINT NOT NULL, body {blob} NOT NULL,
    PRIMARY KEY (user_id, position)) {without_rowid};

-- The number of datasets of an account that are not deleted.
CREATE TABLE dataset_total(user_id TEXT NOT NULL PRIMARY KEY, n BIGINT NOT NULL) {without_rowid};

CREATE TRIGGER dataset_total_added AFTER INSERT ON dataset WHEN NEW.deleted_at IS NULL BEGIN
    INSERT INTO dataset_total(user_id, n) VALUES (NEW.user_id, 1)
    ON CONFLICT (user_id) DO UPDATE SET n = dataset_total.n + 1;
END;

CREATE TRIGGER dataset_total_hidden AFTER UPDATE OF deleted_at ON dataset
    WHEN OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL BEGIN
    UPDATE dataset_total SET n = n - 1 WHERE user_id = OLD.user_id;
END;

CREATE TRIGGER dataset_total_removed AFTER DELETE ON dataset WHEN OLD.deleted_at IS NULL BEGIN
    UPDATE dataset_total SET n = n - 1 WHERE user_id = OLD.user_id;
END;

-- What is stored counts for the account's quota.
CREATE TRIGGER usage_dataset_added AFTER INSERT ON dataset BEGIN
    INSERT INTO account_usage(user_id, bytes) VALUES (NEW.user_id, coalesce(length(NEW.body), 0))
    ON CONFLICT (user_id) DO UPDATE SET bytes = account_usage.bytes + excluded.bytes;
END;
CREATE TRIGGER usage_dataset_removed AFTER DELETE ON dataset BEGIN
    UPDATE account_usage SET bytes = bytes - coalesce(length(OLD.body), 0) WHERE user_id = OLD.user_id;
END;
CREATE TRIGGER usage_dataset_changed AFTER UPDATE OF body ON dataset BEGIN
    UPDATE account_usage SET bytes = bytes + coalesce(length(NEW.body), 0) - coalesce(length(OLD.body), 0)
    WHERE user_id = NEW.user_id;
END;

CREATE TRIGGER usage_dataset_version_added AFTER INSERT ON dataset_version BEGIN
    INSERT INTO account_usage(user_id, bytes) VALUES (NEW.user_id, coalesce(length(NEW.body), 0))
    ON CONFLICT (user_id) DO UPDATE SET bytes = account_usage.bytes + excluded.bytes;
END;
CREATE TRIGGER usage_dataset_version_removed AFTER DELETE ON dataset_version BEGIN
    UPDATE account_usage SET bytes = bytes - coalesce(length(OLD.body), 0) WHERE user_id = OLD.user_id;
END;
CREATE TRIGGER usage_dataset_version_changed AFTER UPDATE OF body ON dataset_version BEGIN
    UPDATE account_usage SET bytes = bytes + coalesce(length(NEW.body), 0) - coalesce(length(OLD.body), 0)
    WHERE user_id = NEW.user_id;
END;

CREATE TRIGGER usage_dataset_chunk_added AFTER INSERT ON dataset_chunk BEGIN
    INSERT INTO account_usage(user_id, bytes, chunks) VALUES (NEW.user_id, coalesce(length(NEW.body), 0), 1)
    ON CONFLICT (user_id) DO UPDATE SET bytes = account_usage.bytes + excluded.bytes,
        chunks = account_usage.chunks + excluded.chunks;
END;
CREATE TRIGGER usage_dataset_chunk_removed AFTER DELETE ON dataset_chunk BEGIN
    UPDATE account_usage SET bytes = bytes - coalesce(length(OLD.body), 0), chunks = chunks - 1
    WHERE user_id = OLD.user_id;
END;
CREATE TRIGGER usage_dataset_chunk_changed AFTER UPDATE OF body ON dataset_chunk BEGIN
    UPDATE account_usage SET bytes = bytes + coalesce(length(NEW.body), 0) - coalesce(length(OLD.body), 0)
    WHERE user_id = NEW.user_id;
END;

CREATE TRIGGER usage_dataset_name_page_added AFTER INSERT ON dataset_name_page BEGIN
    INSERT INTO account_usage(user_id, bytes) VALUES (NEW.user_id, coalesce(length(NEW.body), 0))
    ON CONFLICT (user_id) DO UPDATE SET bytes = account_usage.bytes + excluded.bytes;
END;
CREATE TRIGGER usage_dataset_name_page_removed AFTER DELETE ON dataset_name_page BEGIN
    UPDATE account_usage SET bytes = bytes - coalesce(length(OLD.body), 0) WHERE user_id = OLD.user_id;
END;
CREATE TRIGGER usage_dataset_name_page_changed AFTER UPDATE OF body ON dataset_name_page BEGIN
    UPDATE account_usage SET bytes = bytes + coalesce(length(NEW.body), 0) - coalesce(length(OLD.body), 0)
    WHERE user_id = NEW.user_id;
END;
