-- Pages of listings and items, the newest first. An id sorts by the time of creation.
CREATE TRIGGER market_listing_listed AFTER INSERT ON market_listing BEGIN
    INSERT INTO counted_entry(list, id) VALUES ('listing:' || NEW.status, NEW.id);
END;

CREATE TRIGGER market_listing_relisted AFTER UPDATE OF id, status ON market_listing BEGIN
    DELETE FROM counted_entry WHERE list = 'listing:' || OLD.status AND id = OLD.id;
    INSERT INTO counted_entry(list, id) VALUES ('listing:' || NEW.status, NEW.id);
END;

CREATE TRIGGER market_listing_unlisted AFTER DELETE ON market_listing BEGIN
    DELETE FROM counted_entry WHERE list = 'listing:' || OLD.status AND id = OLD.id;
END;

INSERT INTO counted_entry(list, id) SELECT 'listing:' || status, id FROM market_listing;

-- A status contains no colon.
CREATE TRIGGER market_item_listed AFTER INSERT ON market_item BEGIN
    INSERT INTO counted_entry(list, id) VALUES
        ('item', NEW.id), ('item:status:' || NEW.status, NEW.id), ('item:category:' || NEW.category, NEW.id),
        ('item:both:' || NEW.status || ':' || NEW.category, NEW.id);
END;

CREATE TRIGGER market_item_relisted AFTER UPDATE OF id, status, category ON market_item
    WHEN OLD.id <> NEW.id OR OLD.status <> NEW.status OR OLD.category <> NEW.category BEGIN
    DELETE FROM counted_entry WHERE id = OLD.id
        AND list IN ('item', 'item:status:' || OLD.status, 'item:category:' || OLD.category,
            'item:both:' || OLD.status || ':' || OLD.category);
    INSERT INTO counted_entry(list, id) VALUES
        ('item', NEW.id), ('item:status:' || NEW.status, NEW.id), ('item:category:' || NEW.category, NEW.id),
        ('item:both:' || NEW.status || ':' || NEW.category, NEW.id);
END;

CREATE TRIGGER market_item_unlisted AFTER DELETE ON market_item BEGIN
    DELETE FROM counted_entry WHERE id = OLD.id
        AND list IN ('item', 'item:status:' || OLD.status, 'item:category:' || OLD.category,
            'item:both:' || OLD.status || ':' || OLD.category);
END;

INSERT INTO counted_entry(list, id) SELECT 'item', id FROM market_item;
INSERT INTO counted_entry(list, id) SELECT 'item:status:' || status, id FROM market_item;
INSERT INTO counted_entry(list, id) SELECT 'item:category:' || category, id FROM market_item;
INSERT INTO counted_entry(list, id) SELECT 'item:both:' || status || ':' || category, id FROM market_item;

-- Snapshots whose token does not exist yet: their chunks are stored in portions before it.
CREATE TABLE market_pending_snapshot(
    token_id TEXT NOT NULL PRIMARY KEY, user_id TEXT NOT NULL, changed_at BIGINT NOT NULL) {without_rowid};
