-- The words of the items. A table of full-text search counts its rows by numbers; those of items ascend with their
-- creation.
CREATE TABLE market_item_number(
    number INTEGER NOT NULL PRIMARY KEY, id TEXT NOT NULL UNIQUE);

-- The category is one word in hexadecimal, whatever it contains. The first letters of words are indexed, too: without
-- them, a search for the beginning of a word that many items contain merges all of their numbers.
CREATE VIRTUAL TABLE market_item_words USING fts5(
    name, description, status, category,
    content = '', contentless_delete = 1, prefix = '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16');

INSERT INTO market_item_number(id) SELECT id FROM market_item ORDER BY id;
INSERT INTO market_item_words(rowid, name, description, status, category)
    SELECT n.number, i.name, i.description, i.status, hex(i.category)
    FROM market_item_number n JOIN market_item i ON i.id = n.id ORDER BY n.number;

CREATE TRIGGER market_item_words_added AFTER INSERT ON market_item BEGIN
    INSERT INTO market_item_number(id) VALUES (NEW.id);
    INSERT INTO market_item_words(rowid, name, description, status, category)
    SELECT number, NEW.name, NEW.description, NEW.status, hex(NEW.category)
    FROM market_item_number WHERE id = NEW.id;
END;

CREATE TRIGGER market_item_words_changed
AFTER UPDATE OF name, description, status, category ON market_item BEGIN
    DELETE FROM market_item_words WHERE rowid = (SELECT number FROM market_item_number WHERE id = NEW.id);
    INSERT INTO market_item_words(rowid, name, description, status, category)
    SELECT number, NEW.name, NEW.description, NEW.status, hex(NEW.category)
    FROM market_item_number WHERE id = NEW.id;
END;

CREATE TRIGGER market_item_words_removed AFTER DELETE ON market_item BEGIN
    DELETE FROM market_item_words WHERE rowid = (SELECT number FROM market_item_number WHERE id = OLD.id);
    DELETE FROM market_item_number WHERE id = OLD.id;
END;
