-- The words of the data tokens and listings that can be bought. A table of full-text search counts its rows by numbers. An
-- offer leaves it when it is withdrawn or expires, and with its row.
CREATE TABLE market_offer_number(
    number INTEGER NOT NULL PRIMARY KEY, id TEXT NOT NULL UNIQUE);

-- The first letters of words are indexed, too, as in market_item_words.
CREATE VIRTUAL TABLE market_offer_words USING fts5(
    title, description,
    content = '', contentless_delete = 1, prefix = '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16');

INSERT INTO market_offer_number(id)
    SELECT o.id FROM (
        SELECT id, at AS made FROM market_token WHERE status = 'active' AND is_expiry_told = 0
        UNION ALL SELECT id, created_at AS made FROM market_listing WHERE status = 'active') AS o
    ORDER BY o.made, o.id;
INSERT INTO market_offer_words(rowid, title, description)
    SELECT n.number, '', t.description
    FROM market_offer_number n JOIN market_token t ON t.id = n.id ORDER BY n.number;
INSERT INTO market_offer_words(rowid, title, description)
    SELECT n.number, l.title, l.description
    FROM market_offer_number n JOIN market_listing l ON l.id = n.id ORDER BY n.number;

CREATE TRIGGER market_token_words_added AFTER INSERT ON market_token
WHEN NEW.status = 'active' AND NEW.is_expiry_told = 0 BEGIN
    INSERT INTO market_offer_number(id) VALUES (NEW.id);
    INSERT INTO market_offer_words(rowid, title, description)
    SELECT number, '', NEW.description FROM market_offer_number WHERE id = NEW.id;
END;

CREATE TRIGGER market_token_words_changed AFTER UPDATE OF status, is_expiry_told, description ON market_token BEGIN
    DELETE FROM market_offer_words WHERE rowid = (SELECT number FROM market_offer_number WHERE id = NEW.id);
    DELETE FROM market_offer_number WHERE id = NEW.id;
    INSERT INTO market_offer_number(id) SELECT NEW.id WHERE NEW.status = 'active' AND NEW.is_expiry_told = 0;
    INSERT INTO market_offer_words(rowid, title, description)
    SELECT number, '', NEW.description FROM market_offer_number WHERE id = NEW.id;
END;

CREATE TRIGGER market_token_words_removed AFTER DELETE ON market_token BEGIN
    DELETE FROM market_offer_words WHERE rowid = (SELECT number FROM market_offer_number WHERE id = OLD.id);
    DELETE FROM market_offer_number WHERE id = OLD.id;
END;

CREATE TRIGGER market_listing_words_added AFTER INSERT ON market_listing WHEN NEW.status = 'active' BEGIN
    INSERT INTO market_offer_number(id) VALUES (NEW.id);
    INSERT INTO market_offer_words(rowid, title, description)
    SELECT number, NEW.title, NEW.description FROM market_offer_number WHERE id = NEW.id;
END;

CREATE TRIGGER market_listing_words_changed AFTER UPDATE OF status, title, description ON market_listing BEGIN
    DELETE FROM market_offer_words WHERE rowid = (SELECT number FROM market_offer_number WHERE id = NEW.id);
    DELETE FROM market_offer_number WHERE id = NEW.id;
    INSERT INTO market_offer_number(id) SELECT NEW.id WHERE NEW.status = 'active';
    INSERT INTO market_offer_words(rowid, title, description)
    SELECT number, NEW.title, NEW.description FROM market_offer_number WHERE id = NEW.id;
END;

CREATE TRIGGER market_listing_words_removed AFTER DELETE ON market_listing BEGIN
    DELETE FROM market_offer_words WHERE rowid = (SELECT number FROM market_offer_number WHERE id = OLD.id);
    DELETE FROM market_offer_number WHERE id = OLD.id;
END;
