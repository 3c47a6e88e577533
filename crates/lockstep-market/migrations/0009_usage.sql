-- Tokens and listings count for the storage usage of their owner.

CREATE TRIGGER usage_market_token_added AFTER INSERT ON market_token BEGIN
    INSERT INTO account_usage(user_id, bytes)
    VALUES (NEW.user_id, coalesce(length(NEW.restrictions), 0) + coalesce(length(NEW.description), 0) + coalesce(length(NEW.facts), 0))
    ON CONFLICT (user_id) DO UPDATE SET bytes = account_usage.bytes + excluded.bytes;
END;

CREATE TRIGGER usage_market_token_removed AFTER DELETE ON market_token BEGIN
    UPDATE account_usage SET bytes = bytes - (coalesce(length(OLD.restrictions), 0) + coalesce(length(OLD.description), 0) + coalesce(length(OLD.facts), 0))
    WHERE user_id = OLD.user_id;
END;

CREATE TRIGGER usage_market_token_changed AFTER UPDATE OF restrictions, description, facts ON market_token BEGIN
    UPDATE account_usage SET bytes = bytes + (coalesce(length(NEW.restrictions), 0) + coalesce(length(NEW.description), 0) + coalesce(length(NEW.facts), 0))
        - (coalesce(length(OLD.restrictions), 0) + coalesce(length(OLD.description), 0) + coalesce(length(OLD.facts), 0))
    WHERE user_id = NEW.user_id;
END;

CREATE TRIGGER usage_market_listing_added AFTER INSERT ON market_listing BEGIN
    INSERT INTO account_usage(user_id, bytes)
    VALUES (NEW.user_id, coalesce(length(NEW.title), 0) + coalesce(length(NEW.description), 0))
    ON CONFLICT (user_id) DO UPDATE SET bytes = account_usage.bytes + excluded.bytes;
END;

CREATE TRIGGER usage_market_listing_removed AFTER DELETE ON market_listing BEGIN
    UPDATE account_usage SET bytes = bytes - (coalesce(length(OLD.title), 0) + coalesce(length(OLD.description), 0))
    WHERE user_id = OLD.user_id;
END;

CREATE TRIGGER usage_market_listing_changed AFTER UPDATE OF title, description ON market_listing BEGIN
    UPDATE account_usage SET bytes = bytes + (coalesce(length(NEW.title), 0) + coalesce(length(NEW.description), 0))
        - (coalesce(length(OLD.title), 0) + coalesce(length(OLD.description), 0))
    WHERE user_id = NEW.user_id;
END;

-- What is stored already.

INSERT INTO account_usage(user_id, bytes)
    SELECT user_id, CAST(SUM(coalesce(length(restrictions), 0) + coalesce(length(description), 0) + coalesce(length(facts), 0)) AS BIGINT)
    FROM market_token WHERE user_id <> '' GROUP BY user_id
    ON CONFLICT (user_id) DO UPDATE SET bytes = account_usage.bytes + excluded.bytes;

INSERT INTO account_usage(user_id, bytes)
    SELECT user_id, CAST(SUM(coalesce(length(title), 0) + coalesce(length(description), 0)) AS BIGINT)
    FROM market_listing WHERE user_id <> '' GROUP BY user_id
    ON CONFLICT (user_id) DO UPDATE SET bytes = account_usage.bytes + excluded.bytes;
