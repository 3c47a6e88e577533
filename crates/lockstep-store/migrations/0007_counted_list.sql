-- Lists whose pages are found by number without a walk over the earlier pages. Triggers on the tables of the
-- capabilities add and remove the entries. `list` names a list, and `id` orders its entries.
CREATE TABLE counted_entry(list TEXT NOT NULL, id TEXT NOT NULL, PRIMARY KEY (list, id)) {without_rowid};

-- Groups of consecutive entries: those from `first` up to the next group. The first group begins at ''.
CREATE TABLE counted_group(
    list TEXT NOT NULL, first TEXT NOT NULL, n BIGINT NOT NULL, PRIMARY KEY (list, first)) {without_rowid};

CREATE TRIGGER counted_entry_added AFTER INSERT ON counted_entry BEGIN
    INSERT INTO counted_group(list, first, n)
    SELECT NEW.list, '', 0 WHERE NOT EXISTS (SELECT 1 FROM counted_group WHERE list = NEW.list AND first = '');
    UPDATE counted_group SET n = n + 1 WHERE list = NEW.list
        AND first = (SELECT MAX(first) FROM counted_group WHERE list = NEW.list AND first <= NEW.id);
END;

-- A group of 1024 entries becomes two.
CREATE TRIGGER counted_group_full AFTER UPDATE OF n ON counted_group WHEN NEW.n >= 1024 BEGIN
    INSERT INTO counted_group(list, first, n)
    SELECT NEW.list, id, NEW.n - 512 FROM counted_entry
    WHERE list = NEW.list AND id >= NEW.first ORDER BY id LIMIT 1 OFFSET 512;
    UPDATE counted_group SET n = 512 WHERE list = NEW.list AND first = NEW.first;
END;

CREATE TRIGGER counted_entry_removed AFTER DELETE ON counted_entry BEGIN
    UPDATE counted_group SET n = n - 1 WHERE list = OLD.list
        AND first = (SELECT MAX(first) FROM counted_group WHERE list = OLD.list AND first <= OLD.id);
    DELETE FROM counted_group WHERE list = OLD.list AND n <= 0
        AND first = (SELECT MAX(first) FROM counted_group WHERE list = OLD.list AND first <= OLD.id);
END;
