-- The owner of each account of the ledger, a second time: a row of ledger_account that was changed is found, also for an
-- account without a purchase. Nothing but an erasure changes an owner.
CREATE TABLE ledger_owner(account BIGINT NOT NULL PRIMARY KEY, user_id TEXT NOT NULL) {without_rowid};
CREATE INDEX ledger_owner_user ON ledger_owner(user_id);
INSERT INTO ledger_owner(account, user_id) SELECT id, user_id FROM ledger_account WHERE user_id IS NOT NULL;

CREATE TRIGGER ledger_owner_added AFTER INSERT ON ledger_account WHEN NEW.user_id IS NOT NULL BEGIN
    INSERT INTO ledger_owner(account, user_id) VALUES (NEW.id, NEW.user_id);
END;
