-- Items of the administered marketplace.
CREATE TABLE market_item(
    id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL, description TEXT NOT NULL,
    price BIGINT NOT NULL CHECK (typeof(price) = 'integer' AND price >= 0), currency TEXT NOT NULL,
    category TEXT NOT NULL, status TEXT NOT NULL CHECK (status IN ('draft', 'active', 'archived')),
    encryption {json} NOT NULL, created_at BIGINT NOT NULL, updated_at BIGINT NOT NULL) {without_rowid};
CREATE INDEX market_item_status ON market_item(status, id);
CREATE INDEX market_item_category ON market_item(category, id);
CREATE INDEX market_item_both ON market_item(category, status, id);

-- The number of items of each category and status, so that no list counts a million rows.
CREATE TABLE market_item_count(
    category TEXT NOT NULL, status TEXT NOT NULL, n BIGINT NOT NULL CHECK (n >= 0),
    PRIMARY KEY (category, status)) {without_rowid};

CREATE TRIGGER market_item_added AFTER INSERT ON market_item BEGIN
    INSERT INTO market_item_count(category, status, n) VALUES (NEW.category, NEW.status, 1)
    ON CONFLICT (category, status) DO UPDATE SET n = market_item_count.n + 1;
END;

CREATE TRIGGER market_item_changed AFTER UPDATE OF category, status ON market_item BEGIN
    UPDATE market_item_count SET n = n - 1 WHERE category = OLD.category AND status = OLD.status;
    INSERT INTO market_item_count(category, status, n) VALUES (NEW.category, NEW.status, 1)
    ON CONFLICT (category, status) DO UPDATE SET n = market_item_count.n + 1;
END;

CREATE TRIGGER market_item_removed AFTER DELETE ON market_item BEGIN
    UPDATE market_item_count SET n = n - 1 WHERE category = OLD.category AND status = OLD.status;
END;

-- The tokens that expire, by time.
CREATE INDEX market_token_until ON market_token(available_until) WHERE available_until IS NOT NULL;
