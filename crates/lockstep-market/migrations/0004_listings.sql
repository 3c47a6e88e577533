-- Listings of datasets. A listing holds the version of the data that it offers.
CREATE TABLE market_listing(
    id TEXT NOT NULL PRIMARY KEY, user_id TEXT NOT NULL, dataset_id TEXT NOT NULL, version BIGINT NOT NULL,
    title TEXT NOT NULL, description TEXT NOT NULL,
    price BIGINT NOT NULL CHECK (typeof(price) = 'integer' AND price > 0), currency TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('active', 'withdrawn')), created_at BIGINT NOT NULL) {without_rowid};
CREATE INDEX market_listing_owner ON market_listing(user_id, id);
CREATE INDEX market_listing_status ON market_listing(status, id);

-- The number of listings of each status, so that no list counts a million rows.
CREATE TABLE market_listing_count(status TEXT NOT NULL PRIMARY KEY, n BIGINT NOT NULL CHECK (n >= 0)) {without_rowid};

CREATE TRIGGER market_listing_added AFTER INSERT ON market_listing BEGIN
    INSERT INTO market_listing_count(status, n) VALUES (NEW.status, 1)
    ON CONFLICT (status) DO UPDATE SET n = market_listing_count.n + 1;
END;

CREATE TRIGGER market_listing_changed AFTER UPDATE OF status ON market_listing BEGIN
    UPDATE market_listing_count SET n = n - 1 WHERE status = OLD.status;
    INSERT INTO market_listing_count(status, n) VALUES (NEW.status, 1)
    ON CONFLICT (status) DO UPDATE SET n = market_listing_count.n + 1;
END;

CREATE TRIGGER market_listing_removed AFTER DELETE ON market_listing BEGIN
    UPDATE market_listing_count SET n = n - 1 WHERE status = OLD.status;
END;
