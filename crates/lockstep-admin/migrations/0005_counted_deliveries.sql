-- Pages of the deliveries of each webhook, all and by status, the newest first. An id sorts by the time at which its
-- delivery was queued.
CREATE TRIGGER webhook_delivery_listed AFTER INSERT ON webhook_delivery BEGIN
    INSERT INTO counted_entry(list, id) VALUES
        ('webhook_delivery:' || NEW.webhook_id, NEW.id),
        ('webhook_delivery:' || NEW.webhook_id || ':' || NEW.status, NEW.id);
END;

CREATE TRIGGER webhook_delivery_relisted AFTER UPDATE OF id, webhook_id, status ON webhook_delivery
    WHEN OLD.id IS DISTINCT FROM NEW.id OR OLD.webhook_id IS DISTINCT FROM NEW.webhook_id
        OR OLD.status IS DISTINCT FROM NEW.status BEGIN
    DELETE FROM counted_entry WHERE id = OLD.id
        AND list IN ('webhook_delivery:' || OLD.webhook_id, 'webhook_delivery:' || OLD.webhook_id || ':' || OLD.status);
    INSERT INTO counted_entry(list, id) VALUES
        ('webhook_delivery:' || NEW.webhook_id, NEW.id),
        ('webhook_delivery:' || NEW.webhook_id || ':' || NEW.status, NEW.id);
END;

CREATE TRIGGER webhook_delivery_unlisted AFTER DELETE ON webhook_delivery BEGIN
    DELETE FROM counted_entry WHERE id = OLD.id
        AND list IN ('webhook_delivery:' || OLD.webhook_id, 'webhook_delivery:' || OLD.webhook_id || ':' || OLD.status);
END;

-- In the order of the ids: PostgreSQL counts the entries after all of them are stored.
INSERT INTO counted_entry(list, id)
SELECT 'webhook_delivery:' || webhook_id, id FROM webhook_delivery ORDER BY id;
INSERT INTO counted_entry(list, id)
SELECT 'webhook_delivery:' || webhook_id || ':' || status, id FROM webhook_delivery ORDER BY id;
