-- Counts what accounts store of keys and circuits: every statement that adds, changes or removes a row is
-- counted by these. What is stored for the platform itself, under no account, counts for none.

CREATE TRIGGER usage_evaluation_key_added AFTER INSERT ON evaluation_key BEGIN
    INSERT INTO account_usage(user_id, bytes)
    VALUES (NEW.user_id, (coalesce(length(NEW.public), 0) + coalesce(length(NEW.body), 0)))
    ON CONFLICT (user_id) DO UPDATE SET bytes = account_usage.bytes + excluded.bytes;
END;

CREATE TRIGGER usage_evaluation_key_removed AFTER DELETE ON evaluation_key BEGIN
    UPDATE account_usage SET bytes = bytes - (coalesce(length(OLD.public), 0) + coalesce(length(OLD.body), 0))
    WHERE user_id = OLD.user_id;
END;

CREATE TRIGGER usage_evaluation_key_changed AFTER UPDATE OF public, body ON evaluation_key BEGIN
    UPDATE account_usage SET bytes = bytes + (coalesce(length(NEW.public), 0) + coalesce(length(NEW.body), 0))
        - (coalesce(length(OLD.public), 0) + coalesce(length(OLD.body), 0))
    WHERE user_id = NEW.user_id;
END;

CREATE TRIGGER usage_circuit_added AFTER INSERT ON circuit BEGIN
    INSERT INTO account_usage(user_id, bytes)
    VALUES (NEW.user_id, (coalesce(length(NEW.r1cs), 0) + coalesce(length(NEW.zkey), 0) + coalesce(length(NEW.wasm), 0)))
    ON CONFLICT (user_id) DO UPDATE SET bytes = account_usage.bytes + excluded.bytes;
END;

CREATE TRIGGER usage_circuit_removed AFTER DELETE ON circuit BEGIN
    UPDATE account_usage SET bytes = bytes - (coalesce(length(OLD.r1cs), 0) + coalesce(length(OLD.zkey), 0) + coalesce(length(OLD.wasm), 0))
    WHERE user_id = OLD.user_id;
END;

CREATE TRIGGER usage_circuit_changed AFTER UPDATE OF r1cs, zkey, wasm ON circuit BEGIN
    UPDATE account_usage SET bytes = bytes + (coalesce(length(NEW.r1cs), 0) + coalesce(length(NEW.zkey), 0) + coalesce(length(NEW.wasm), 0))
        - (coalesce(length(OLD.r1cs), 0) + coalesce(length(OLD.zkey), 0) + coalesce(length(OLD.wasm), 0))
    WHERE user_id = NEW.user_id;
END;

CREATE TRIGGER usage_proving_key_added AFTER INSERT ON proving_key
    WHEN NEW.user_id <> '' BEGIN
    INSERT INTO account_usage(user_id, bytes)
    VALUES (NEW.user_id, coalesce(length(NEW.zkey), 0))
    ON CONFLICT (user_id) DO UPDATE SET bytes = account_usage.bytes + excluded.bytes;
END;

CREATE TRIGGER usage_proving_key_removed AFTER DELETE ON proving_key
    WHEN OLD.user_id <> '' BEGIN
    UPDATE account_usage SET bytes = bytes - coalesce(length(OLD.zkey), 0)
    WHERE user_id = OLD.user_id;
END;

CREATE TRIGGER usage_proving_key_changed AFTER UPDATE OF zkey ON proving_key
    WHEN NEW.user_id <> '' BEGIN
    UPDATE account_usage SET bytes = bytes + (coalesce(length(NEW.zkey), 0))
        - (coalesce(length(OLD.zkey), 0))
    WHERE user_id = NEW.user_id;
END;

CREATE TRIGGER usage_verifying_key_added AFTER INSERT ON verifying_key
    WHEN NEW.user_id <> '' BEGIN
    INSERT INTO account_usage(user_id, bytes)
    VALUES (NEW.user_id, coalesce(length(NEW.body), 0))
    ON CONFLICT (user_id) DO UPDATE SET bytes = account_usage.bytes + excluded.bytes;
END;

CREATE TRIGGER usage_verifying_key_removed AFTER DELETE ON verifying_key
    WHEN OLD.user_id <> '' BEGIN
    UPDATE account_usage SET bytes = bytes - coalesce(length(OLD.body), 0)
    WHERE user_id = OLD.user_id;
END;

CREATE TRIGGER usage_verifying_key_changed AFTER UPDATE OF body ON verifying_key
    WHEN NEW.user_id <> '' BEGIN
    UPDATE account_usage SET bytes = bytes + (coalesce(length(NEW.body), 0))
        - (coalesce(length(OLD.body), 0))
    WHERE user_id = NEW.user_id;
END;

CREATE TRIGGER usage_attested_root_added AFTER INSERT ON attested_root BEGIN
    INSERT INTO account_usage(user_id, bytes)
    VALUES (NEW.user_id, (coalesce(length(NEW.record), 0) + coalesce(length(NEW.signature), 0) + coalesce(length(NEW.envelope), 0)))
    ON CONFLICT (user_id) DO UPDATE SET bytes = account_usage.bytes + excluded.bytes;
END;

CREATE TRIGGER usage_attested_root_removed AFTER DELETE ON attested_root BEGIN
    UPDATE account_usage SET bytes = bytes - (coalesce(length(OLD.record), 0) + coalesce(length(OLD.signature), 0) + coalesce(length(OLD.envelope), 0))
    WHERE user_id = OLD.user_id;
END;

CREATE TRIGGER usage_attested_root_changed AFTER UPDATE OF record, signature, envelope ON attested_root BEGIN
    UPDATE account_usage SET bytes = bytes + (coalesce(length(NEW.record), 0) + coalesce(length(NEW.signature), 0) + coalesce(length(NEW.envelope), 0))
        - (coalesce(length(OLD.record), 0) + coalesce(length(OLD.signature), 0) + coalesce(length(OLD.envelope), 0))
    WHERE user_id = NEW.user_id;
END;

-- What is stored already.

INSERT INTO account_usage(user_id, bytes)
    SELECT user_id, CAST(SUM(coalesce(length(public), 0) + coalesce(length(body), 0)) AS BIGINT)
    FROM evaluation_key WHERE user_id <> '' GROUP BY user_id
    ON CONFLICT (user_id) DO UPDATE SET bytes = account_usage.bytes + excluded.bytes;

INSERT INTO account_usage(user_id, bytes)
    SELECT user_id, CAST(SUM(coalesce(length(r1cs), 0) + coalesce(length(zkey), 0) + coalesce(length(wasm), 0)) AS BIGINT)
    FROM circuit WHERE user_id <> '' GROUP BY user_id
    ON CONFLICT (user_id) DO UPDATE SET bytes = account_usage.bytes + excluded.bytes;

INSERT INTO account_usage(user_id, bytes)
    SELECT user_id, CAST(SUM(coalesce(length(zkey), 0)) AS BIGINT)
    FROM proving_key WHERE user_id <> '' GROUP BY user_id
    ON CONFLICT (user_id) DO UPDATE SET bytes = account_usage.bytes + excluded.bytes;

INSERT INTO account_usage(user_id, bytes)
    SELECT user_id, CAST(SUM(coalesce(length(body), 0)) AS BIGINT)
    FROM verifying_key WHERE user_id <> '' GROUP BY user_id
    ON CONFLICT (user_id) DO UPDATE SET bytes = account_usage.bytes + excluded.bytes;

INSERT INTO account_usage(user_id, bytes)
    SELECT user_id, CAST(SUM(coalesce(length(record), 0) + coalesce(length(signature), 0) + coalesce(length(envelope), 0)) AS BIGINT)
    FROM attested_root WHERE user_id <> '' GROUP BY user_id
    ON CONFLICT (user_id) DO UPDATE SET bytes = account_usage.bytes + excluded.bytes;
