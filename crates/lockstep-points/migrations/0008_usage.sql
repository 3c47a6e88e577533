-- Counts what accounts store of points: every statement that adds or removes a row is counted by these.

CREATE TRIGGER usage_seg_body_added AFTER INSERT ON seg_body BEGIN
    INSERT INTO account_usage(user_id, bytes, chunks)
    VALUES (NEW.user_id, coalesce(length(NEW.body), 0), 1)
    ON CONFLICT (user_id) DO UPDATE SET bytes = account_usage.bytes + excluded.bytes, chunks = account_usage.chunks + excluded.chunks;
END;

CREATE TRIGGER usage_seg_body_removed AFTER DELETE ON seg_body BEGIN
    UPDATE account_usage SET bytes = bytes - coalesce(length(OLD.body), 0), chunks = chunks - 1
    WHERE user_id = OLD.user_id;
END;

CREATE TRIGGER usage_seg_body_changed AFTER UPDATE OF body ON seg_body BEGIN
    UPDATE account_usage SET bytes = bytes + (coalesce(length(NEW.body), 0))
        - (coalesce(length(OLD.body), 0))
    WHERE user_id = NEW.user_id;
END;

CREATE TRIGGER usage_client_block_added AFTER INSERT ON client_block BEGIN
    INSERT INTO account_usage(user_id, bytes, chunks)
    VALUES (NEW.user_id, coalesce(length(NEW.body), 0), 1)
    ON CONFLICT (user_id) DO UPDATE SET bytes = account_usage.bytes + excluded.bytes, chunks = account_usage.chunks + excluded.chunks;
END;

CREATE TRIGGER usage_client_block_removed AFTER DELETE ON client_block BEGIN
    UPDATE account_usage SET bytes = bytes - coalesce(length(OLD.body), 0), chunks = chunks - 1
    WHERE user_id = OLD.user_id;
END;

CREATE TRIGGER usage_client_block_changed AFTER UPDATE OF body ON client_block BEGIN
    UPDATE account_usage SET bytes = bytes + (coalesce(length(NEW.body), 0))
        - (coalesce(length(OLD.body), 0))
    WHERE user_id = NEW.user_id;
END;

CREATE TRIGGER usage_series_added AFTER INSERT ON series BEGIN
    INSERT INTO account_usage(user_id, series)
    VALUES (NEW.user_id, 1)
    ON CONFLICT (user_id) DO UPDATE SET series = account_usage.series + excluded.series;
END;

CREATE TRIGGER usage_series_removed AFTER DELETE ON series BEGIN
    UPDATE account_usage SET series = series - 1
    WHERE user_id = OLD.user_id;
END;

-- What is stored already.

INSERT INTO account_usage(user_id, bytes, chunks)
    SELECT user_id, CAST(SUM(coalesce(length(body), 0)) AS BIGINT), COUNT(*)
    FROM seg_body WHERE true GROUP BY user_id
    ON CONFLICT (user_id) DO UPDATE SET bytes = account_usage.bytes + excluded.bytes, chunks = account_usage.chunks + excluded.chunks;

INSERT INTO account_usage(user_id, bytes, chunks)
    SELECT user_id, CAST(SUM(coalesce(length(body), 0)) AS BIGINT), COUNT(*)
    FROM client_block WHERE true GROUP BY user_id
    ON CONFLICT (user_id) DO UPDATE SET bytes = account_usage.bytes + excluded.bytes, chunks = account_usage.chunks + excluded.chunks;

INSERT INTO account_usage(user_id, series)
    SELECT user_id, COUNT(*)
    FROM series WHERE true GROUP BY user_id
    ON CONFLICT (user_id) DO UPDATE SET series = account_usage.series + excluded.series;
