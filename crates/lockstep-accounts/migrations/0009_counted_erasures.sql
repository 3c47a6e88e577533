-- Pages of erasures, the newest first. An id sorts by the time at which its erasure began.
CREATE TRIGGER erasure_listed AFTER INSERT ON erasure BEGIN
    INSERT INTO counted_entry(list, id) VALUES ('erasure', NEW.id);
END;

CREATE TRIGGER erasure_relisted AFTER UPDATE OF id ON erasure BEGIN
    DELETE FROM counted_entry WHERE list = 'erasure' AND id = OLD.id;
    INSERT INTO counted_entry(list, id) VALUES ('erasure', NEW.id);
END;

CREATE TRIGGER erasure_unlisted AFTER DELETE ON erasure BEGIN
    DELETE FROM counted_entry WHERE list = 'erasure' AND id = OLD.id;
END;

INSERT INTO counted_entry(list, id) SELECT 'erasure', id FROM erasure;
