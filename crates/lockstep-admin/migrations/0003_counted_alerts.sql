-- Pages of alerts, the newest first. An id sorts by the time at which its alert began.
CREATE TRIGGER alert_listed AFTER INSERT ON alert BEGIN
    INSERT INTO counted_entry(list, id) VALUES
        ('alert', NEW.id), (CASE WHEN NEW.ended_at IS NULL THEN 'alert:active' ELSE 'alert:ended' END, NEW.id);
END;

CREATE TRIGGER alert_relisted AFTER UPDATE OF id, ended_at ON alert BEGIN
    DELETE FROM counted_entry WHERE id = OLD.id AND list IN ('alert', 'alert:active', 'alert:ended');
    INSERT INTO counted_entry(list, id) VALUES
        ('alert', NEW.id), (CASE WHEN NEW.ended_at IS NULL THEN 'alert:active' ELSE 'alert:ended' END, NEW.id);
END;

CREATE TRIGGER alert_unlisted AFTER DELETE ON alert BEGIN
    DELETE FROM counted_entry WHERE id = OLD.id AND list IN ('alert', 'alert:active', 'alert:ended');
END;

INSERT INTO counted_entry(list, id) SELECT 'alert', id FROM alert;
INSERT INTO counted_entry(list, id)
SELECT CASE WHEN ended_at IS NULL THEN 'alert:active' ELSE 'alert:ended' END, id FROM alert;
