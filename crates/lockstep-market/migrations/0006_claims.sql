-- Claims about the seller's own days that a seller attached to a token. id is that of the claim's statement.
CREATE TABLE market_claim(
    token_id TEXT NOT NULL, id TEXT NOT NULL, user_id TEXT NOT NULL, at BIGINT NOT NULL,
    statement TEXT NOT NULL, expires_at BIGINT, document {blob} NOT NULL,
    PRIMARY KEY (token_id, id)) {without_rowid};
CREATE INDEX market_claim_owner ON market_claim(user_id);

CREATE TRIGGER usage_market_claim_added AFTER INSERT ON market_claim BEGIN
    INSERT INTO account_usage(user_id, bytes) VALUES (NEW.user_id, coalesce(length(NEW.document), 0))
    ON CONFLICT (user_id) DO UPDATE SET bytes = account_usage.bytes + excluded.bytes;
END;

CREATE TRIGGER usage_market_claim_removed AFTER DELETE ON market_claim BEGIN
    UPDATE account_usage SET bytes = bytes - coalesce(length(OLD.document), 0) WHERE user_id = OLD.user_id;
END;

CREATE TRIGGER usage_market_claim_changed AFTER UPDATE OF document ON market_claim BEGIN
    UPDATE account_usage SET bytes = bytes + coalesce(length(NEW.document), 0) - coalesce(length(OLD.document), 0)
    WHERE user_id = NEW.user_id;
END;
