-- Custom agents. `body` holds name, description, capabilities and configuration, sealed.
CREATE TABLE agent(
    user_id TEXT NOT NULL, id TEXT NOT NULL, body {blob} NOT NULL,
    PRIMARY KEY (user_id, id)) {without_rowid};

-- What an account uses an agent with. `agent_id` names a core agent or a custom agent of the account. A parameter
-- that is null has its default.
CREATE TABLE agent_state(
    user_id TEXT NOT NULL, agent_id TEXT NOT NULL, search_depth BIGINT, timeout_seconds BIGINT,
    tasks_completed BIGINT NOT NULL, last_activity BIGINT,
    PRIMARY KEY (user_id, agent_id)) {without_rowid};

-- Deployments. `workflow` is a keyed digest of the client's name of the workflow. `body` holds that name and the
-- configuration, sealed.
CREATE TABLE agent_deployment(
    user_id TEXT NOT NULL, id TEXT NOT NULL, agent_id TEXT NOT NULL, workflow {blob} NOT NULL,
    created_at BIGINT NOT NULL, body {blob} NOT NULL,
    PRIMARY KEY (user_id, id)) {without_rowid};
CREATE UNIQUE INDEX agent_deployment_workflow ON agent_deployment(user_id, workflow, agent_id);
CREATE INDEX agent_deployment_agent ON agent_deployment(user_id, agent_id, created_at);

-- The chat of an account with an agent. `sender` is `user` or `agent`; `reply_to` is the id of the answered message.
-- `body` holds the message, sealed.
CREATE TABLE agent_message(
    user_id TEXT NOT NULL, agent_id TEXT NOT NULL, seq BIGINT NOT NULL, id TEXT NOT NULL, sender TEXT NOT NULL,
    reply_to TEXT, body {blob} NOT NULL,
    PRIMARY KEY (user_id, agent_id, seq));
CREATE UNIQUE INDEX agent_message_id ON agent_message(user_id, id);
CREATE INDEX agent_message_reply ON agent_message(user_id, reply_to) WHERE reply_to IS NOT NULL;

-- What is stored counts for the account's quota.
CREATE TRIGGER usage_agent_added AFTER INSERT ON agent BEGIN
    INSERT INTO account_usage(user_id, bytes) VALUES (NEW.user_id, coalesce(length(NEW.body), 0))
    ON CONFLICT (user_id) DO UPDATE SET bytes = account_usage.bytes + excluded.bytes;
END;
CREATE TRIGGER usage_agent_removed AFTER DELETE ON agent BEGIN
    UPDATE account_usage SET bytes = bytes - coalesce(length(OLD.body), 0) WHERE user_id = OLD.user_id;
END;
CREATE TRIGGER usage_agent_changed AFTER UPDATE OF body ON agent BEGIN
    UPDATE account_usage SET bytes = bytes + coalesce(length(NEW.body), 0) - coalesce(length(OLD.body), 0)
    WHERE user_id = NEW.user_id;
END;

CREATE TRIGGER usage_agent_deployment_added AFTER INSERT ON agent_deployment BEGIN
    INSERT INTO account_usage(user_id, bytes) VALUES (NEW.user_id, coalesce(length(NEW.body), 0))
    ON CONFLICT (user_id) DO UPDATE SET bytes = account_usage.bytes + excluded.bytes;
END;
CREATE TRIGGER usage_agent_deployment_removed AFTER DELETE ON agent_deployment BEGIN
    UPDATE account_usage SET bytes = bytes - coalesce(length(OLD.body), 0) WHERE user_id = OLD.user_id;
END;
CREATE TRIGGER usage_agent_deployment_changed AFTER UPDATE OF body ON agent_deployment BEGIN
    UPDATE account_usage SET bytes = bytes + coalesce(length(NEW.body), 0) - coalesce(length(OLD.body), 0)
    WHERE user_id = NEW.user_id;
END;

CREATE TRIGGER usage_agent_message_added AFTER INSERT ON agent_message BEGIN
    INSERT INTO account_usage(user_id, bytes) VALUES (NEW.user_id, coalesce(length(NEW.body), 0))
    ON CONFLICT (user_id) DO UPDATE SET bytes = account_usage.bytes + excluded.bytes;
END;
CREATE TRIGGER usage_agent_message_removed AFTER DELETE ON agent_message BEGIN
    UPDATE account_usage SET bytes = bytes - coalesce(length(OLD.body), 0) WHERE user_id = OLD.user_id;
END;
CREATE TRIGGER usage_agent_message_changed AFTER UPDATE OF body ON agent_message BEGIN
    UPDATE account_usage SET bytes = bytes + coalesce(length(NEW.body), 0) - coalesce(length(OLD.body), 0)
    WHERE user_id = NEW.user_id;
END;
