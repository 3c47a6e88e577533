-- Pages of accounts, the oldest first. An erased account has the status 'deleted' and no password. The lists without a
-- status have all other accounts. A damaged role or status has no list.
--
-- The names of the lists are few and known, so the entries of an account are found without its earlier values. A new
-- row may have entries: INSERT OR REPLACE runs no trigger for the row that it replaces.
CREATE TRIGGER account_listed AFTER INSERT ON account BEGIN
    DELETE FROM counted_entry WHERE id = NEW.id AND list IN (
        'account', 'account:role:user', 'account:role:auditor', 'account:role:admin',
        'account:status:active', 'account:status:suspended', 'account:status:deleted',
        'account:both:active:user', 'account:both:active:auditor', 'account:both:active:admin',
        'account:both:suspended:user', 'account:both:suspended:auditor', 'account:both:suspended:admin',
        'account:both:deleted:user', 'account:both:deleted:auditor', 'account:both:deleted:admin');
    INSERT INTO counted_entry(list, id)
    SELECT 'account', NEW.id WHERE NOT ((NEW.status = 'deleted' AND NEW.password = '') IS TRUE)
    UNION ALL SELECT 'account:role:' || NEW.role, NEW.id
    WHERE NOT ((NEW.status = 'deleted' AND NEW.password = '') IS TRUE) AND NEW.role IN ('user', 'auditor', 'admin')
    UNION ALL SELECT 'account:status:' || NEW.status, NEW.id
    WHERE NEW.status IN ('active', 'suspended') OR ((NEW.status = 'deleted' AND NEW.password = '') IS TRUE)
    UNION ALL SELECT 'account:both:' || NEW.status || ':' || NEW.role, NEW.id
    WHERE (NEW.status IN ('active', 'suspended') OR ((NEW.status = 'deleted' AND NEW.password = '') IS TRUE))
        AND NEW.role IN ('user', 'auditor', 'admin');
END;

CREATE TRIGGER account_relisted AFTER UPDATE OF id, role, status, password ON account
    WHEN OLD.id IS DISTINCT FROM NEW.id OR OLD.role IS DISTINCT FROM NEW.role OR OLD.status IS DISTINCT FROM NEW.status
        OR (OLD.password = '') IS DISTINCT FROM (NEW.password = '') BEGIN
    DELETE FROM counted_entry WHERE id = OLD.id AND list IN (
        'account', 'account:role:user', 'account:role:auditor', 'account:role:admin',
        'account:status:active', 'account:status:suspended', 'account:status:deleted',
        'account:both:active:user', 'account:both:active:auditor', 'account:both:active:admin',
        'account:both:suspended:user', 'account:both:suspended:auditor', 'account:both:suspended:admin',
        'account:both:deleted:user', 'account:both:deleted:auditor', 'account:both:deleted:admin');
    INSERT INTO counted_entry(list, id)
    SELECT 'account', NEW.id WHERE NOT ((NEW.status = 'deleted' AND NEW.password = '') IS TRUE)
    UNION ALL SELECT 'account:role:' || NEW.role, NEW.id
    WHERE NOT ((NEW.status = 'deleted' AND NEW.password = '') IS TRUE) AND NEW.role IN ('user', 'auditor', 'admin')
    UNION ALL SELECT 'account:status:' || NEW.status, NEW.id
    WHERE NEW.status IN ('active', 'suspended') OR ((NEW.status = 'deleted' AND NEW.password = '') IS TRUE)
    UNION ALL SELECT 'account:both:' || NEW.status || ':' || NEW.role, NEW.id
    WHERE (NEW.status IN ('active', 'suspended') OR ((NEW.status = 'deleted' AND NEW.password = '') IS TRUE))
        AND NEW.role IN ('user', 'auditor', 'admin');
END;

CREATE TRIGGER account_unlisted AFTER DELETE ON account BEGIN
    DELETE FROM counted_entry WHERE id = OLD.id AND list IN (
        'account', 'account:role:user', 'account:role:auditor', 'account:role:admin',
        'account:status:active', 'account:status:suspended', 'account:status:deleted',
        'account:both:active:user', 'account:both:active:auditor', 'account:both:active:admin',
        'account:both:suspended:user', 'account:both:suspended:auditor', 'account:both:suspended:admin',
        'account:both:deleted:user', 'account:both:deleted:auditor', 'account:both:deleted:admin');
END;

-- In the order of the ids: PostgreSQL counts the entries after all of them are stored.
INSERT INTO counted_entry(list, id)
SELECT 'account', id FROM account WHERE NOT ((status = 'deleted' AND password = '') IS TRUE) ORDER BY id;
INSERT INTO counted_entry(list, id)
SELECT 'account:role:' || role, id FROM account
    WHERE NOT ((status = 'deleted' AND password = '') IS TRUE) AND role IN ('user', 'auditor', 'admin') ORDER BY id;
INSERT INTO counted_entry(list, id)
SELECT 'account:status:' || status, id FROM account
    WHERE status IN ('active', 'suspended') OR ((status = 'deleted' AND password = '') IS TRUE) ORDER BY id;
INSERT INTO counted_entry(list, id)
SELECT 'account:both:' || status || ':' || role, id FROM account
    WHERE (status IN ('active', 'suspended') OR ((status = 'deleted' AND password = '') IS TRUE))
        AND role IN ('user', 'auditor', 'admin') ORDER BY id;
