-- Pages of datasets by time and by status. An id sorts by the time of creation.
CREATE TRIGGER dataset_listed AFTER INSERT ON dataset WHEN NEW.deleted_at IS NULL BEGIN
    INSERT INTO counted_entry(list, id) VALUES
        ('dataset:' || NEW.user_id, NEW.id), ('dataset:' || NEW.user_id || ':' || NEW.status, NEW.id);
END;

CREATE TRIGGER dataset_relisted AFTER UPDATE OF user_id, id, status, deleted_at ON dataset BEGIN
    DELETE FROM counted_entry WHERE id = OLD.id
        AND list IN ('dataset:' || OLD.user_id, 'dataset:' || OLD.user_id || ':' || OLD.status);
    INSERT INTO counted_entry(list, id) SELECT 'dataset:' || NEW.user_id, NEW.id WHERE NEW.deleted_at IS NULL;
    INSERT INTO counted_entry(list, id) SELECT 'dataset:' || NEW.user_id || ':' || NEW.status, NEW.id
    WHERE NEW.deleted_at IS NULL;
END;

CREATE TRIGGER dataset_unlisted AFTER DELETE ON dataset BEGIN
    DELETE FROM counted_entry WHERE id = OLD.id
        AND list IN ('dataset:' || OLD.user_id, 'dataset:' || OLD.user_id || ':' || OLD.status);
END;

INSERT INTO counted_entry(list, id) SELECT 'dataset:' || user_id, id FROM dataset WHERE deleted_at IS NULL;
INSERT INTO counted_entry(list, id) SELECT 'dataset:' || user_id || ':' || status, id FROM dataset
WHERE deleted_at IS NULL;

DROP INDEX dataset_created;
DROP INDEX dataset_status;
