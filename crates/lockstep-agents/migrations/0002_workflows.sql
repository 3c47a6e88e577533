-- Workflows. `id` is a keyed digest of the client's name. `topic` and `pause` (milliseconds) belong to a trigger of the
-- type `event`. The next run begins at `due_at`; the trigger began the last one at `started_at`. `body` is sealed.
CREATE TABLE agent_workflow(
    user_id TEXT NOT NULL, id TEXT NOT NULL, topic TEXT, pause BIGINT, due_at BIGINT, started_at BIGINT,
    updated_at BIGINT NOT NULL, body {blob} NOT NULL,
    PRIMARY KEY (user_id, id)) {without_rowid};
CREATE INDEX agent_workflow_due ON agent_workflow(due_at) WHERE due_at IS NOT NULL;
CREATE INDEX agent_workflow_topic ON agent_workflow(user_id, topic) WHERE topic IS NOT NULL;

-- The versions of workflows. `id` is the id of the workflow, `/` and the number in six digits. `body` is sealed.
CREATE TABLE agent_workflow_version(
    user_id TEXT NOT NULL, id TEXT NOT NULL, body {blob} NOT NULL,
    PRIMARY KEY (user_id, id)) {without_rowid};

-- Runs of workflows. A run with `due_at` goes on at that time. `body` is sealed.
CREATE TABLE agent_run(
    user_id TEXT NOT NULL, id TEXT NOT NULL, workflow TEXT NOT NULL, state TEXT NOT NULL, due_at BIGINT,
    body {blob} NOT NULL,
    PRIMARY KEY (user_id, id)) {without_rowid};
CREATE INDEX agent_run_workflow ON agent_run(user_id, workflow, id);
CREATE INDEX agent_run_due ON agent_run(due_at) WHERE due_at IS NOT NULL;

-- The journal of runs: one row for each node that has run. `id` is the id of the run, `/` and the place of the node in
-- four digits. `body` is sealed.
CREATE TABLE agent_run_step(
    user_id TEXT NOT NULL, id TEXT NOT NULL, state TEXT NOT NULL, body {blob} NOT NULL,
    PRIMARY KEY (user_id, id)) {without_rowid};

-- In the transaction of the event: events until the next run begin one run.
CREATE TRIGGER agent_workflow_event AFTER INSERT ON event_outbox
WHEN EXISTS (
    SELECT 1 FROM agent_workflow WHERE user_id = NEW.user_id AND topic = NEW.topic AND due_at IS NULL) BEGIN
    UPDATE agent_workflow SET due_at = max(NEW.at, coalesce(started_at + pause, 0))
    WHERE user_id = NEW.user_id AND topic = NEW.topic AND due_at IS NULL;
END;

-- What is stored counts for the account's quota.
CREATE TRIGGER usage_agent_workflow_added AFTER INSERT ON agent_workflow BEGIN
    INSERT INTO account_usage(user_id, bytes) VALUES (NEW.user_id, coalesce(length(NEW.body), 0))
    ON CONFLICT (user_id) DO UPDATE SET bytes = account_usage.bytes + excluded.bytes;
END;
CREATE TRIGGER usage_agent_workflow_removed AFTER DELETE ON agent_workflow BEGIN
    UPDATE account_usage SET bytes = bytes - coalesce(length(OLD.body), 0) WHERE user_id = OLD.user_id;
END;
CREATE TRIGGER usage_agent_workflow_changed AFTER UPDATE OF body ON agent_workflow BEGIN
    UPDATE account_usage SET bytes = bytes + coalesce(length(NEW.body), 0) - coalesce(length(OLD.body), 0)
    WHERE user_id = NEW.user_id;
END;

CREATE TRIGGER usage_agent_workflow_version_added AFTER INSERT ON agent_workflow_version BEGIN
    INSERT INTO account_usage(user_id, bytes) VALUES (NEW.user_id, coalesce(length(NEW.body), 0))
    ON CONFLICT (user_id) DO UPDATE SET bytes = account_usage.bytes + excluded.bytes;
END;
CREATE TRIGGER usage_agent_workflow_version_removed AFTER DELETE ON agent_workflow_version BEGIN
    UPDATE account_usage SET bytes = bytes - coalesce(length(OLD.body), 0) WHERE user_id = OLD.user_id;
END;
CREATE TRIGGER usage_agent_workflow_version_changed AFTER UPDATE OF body ON agent_workflow_version BEGIN
    UPDATE account_usage SET bytes = bytes + coalesce(length(NEW.body), 0) - coalesce(length(OLD.body), 0)
    WHERE user_id = NEW.user_id;
END;

CREATE TRIGGER usage_agent_run_added AFTER INSERT ON agent_run BEGIN
    INSERT INTO account_usage(user_id, bytes) VALUES (NEW.user_id, coalesce(length(NEW.body), 0))
    ON CONFLICT (user_id) DO UPDATE SET bytes = account_usage.bytes + excluded.bytes;
END;
CREATE TRIGGER usage_agent_run_removed AFTER DELETE ON agent_run BEGIN
    UPDATE account_usage SET bytes = bytes - coalesce(length(OLD.body), 0) WHERE user_id = OLD.user_id;
END;
CREATE TRIGGER usage_agent_run_changed AFTER UPDATE OF body ON agent_run BEGIN
    UPDATE account_usage SET bytes = bytes + coalesce(length(NEW.body), 0) - coalesce(length(OLD.body), 0)
    WHERE user_id = NEW.user_id;
END;

CREATE TRIGGER usage_agent_run_step_added AFTER INSERT ON agent_run_step BEGIN
    INSERT INTO account_usage(user_id, bytes) VALUES (NEW.user_id, coalesce(length(NEW.body), 0))
    ON CONFLICT (user_id) DO UPDATE SET bytes = account_usage.bytes + excluded.bytes;
END;
CREATE TRIGGER usage_agent_run_step_removed AFTER DELETE ON agent_run_step BEGIN
    UPDATE account_usage SET bytes = bytes - coalesce(length(OLD.body), 0) WHERE user_id = OLD.user_id;
END;
CREATE TRIGGER usage_agent_run_step_changed AFTER UPDATE OF body ON agent_run_step BEGIN
    UPDATE account_usage SET bytes = bytes + coalesce(length(NEW.body), 0) - coalesce(length(OLD.body), 0)
    WHERE user_id = NEW.user_id;
END;
