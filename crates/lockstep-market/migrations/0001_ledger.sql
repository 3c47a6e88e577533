-- The double-entry ledger. A transfer moves an amount from a debit account to a credit account, so each
-- transfer sums to zero. Transfers are never changed and never removed.

-- An account of the ledger: one for each owner and currency. The balance is credits - debits.
-- user_id is NULL for the outside of the platform, and after the owner was erased.
CREATE TABLE ledger_account(
    id BIGINT NOT NULL PRIMARY KEY, user_id TEXT, role TEXT NOT NULL CHECK (role IN ('user', 'outside')),
    currency TEXT NOT NULL,
    debits BIGINT NOT NULL DEFAULT 0 CHECK (typeof(debits) = 'integer' AND debits BETWEEN 0 AND 4611686018427387904),
    credits BIGINT NOT NULL DEFAULT 0 CHECK (typeof(credits) = 'integer' AND credits BETWEEN 0 AND 4611686018427387904)
    ) {without_rowid};
CREATE UNIQUE INDEX ledger_account_owner ON ledger_account(user_id, currency);
CREATE UNIQUE INDEX ledger_account_outside ON ledger_account(currency) WHERE role = 'outside';

-- A transfer. offer names the offer that was sold, or is NULL. The balances are those after the transfer.
CREATE TABLE ledger_transfer(
    id BIGINT NOT NULL PRIMARY KEY, at BIGINT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('purchase', 'refund', 'payout', 'settlement')),
    debit BIGINT NOT NULL, credit BIGINT NOT NULL CHECK (credit <> debit),
    currency TEXT NOT NULL,
    amount BIGINT NOT NULL CHECK (typeof(amount) = 'integer' AND amount > 0),
    offer TEXT, reference TEXT NOT NULL,
    debit_balance BIGINT NOT NULL, credit_balance BIGINT NOT NULL) {without_rowid};
CREATE INDEX ledger_transfer_debit ON ledger_transfer(debit, id);
CREATE INDEX ledger_transfer_credit ON ledger_transfer(credit, id);

-- The sales of each offer: purchases less refunds, and their amount.
CREATE TABLE ledger_offer(
    offer TEXT NOT NULL PRIMARY KEY, purchases BIGINT NOT NULL CHECK (purchases >= 0),
    revenue BIGINT NOT NULL CHECK (revenue >= 0)) {without_rowid};

CREATE TRIGGER ledger_transfer_posted AFTER INSERT ON ledger_transfer BEGIN
    UPDATE ledger_account SET debits = debits + NEW.amount WHERE id = NEW.debit;
    UPDATE ledger_account SET credits = credits + NEW.amount WHERE id = NEW.credit;
    INSERT INTO ledger_offer(offer, purchases, revenue)
    SELECT NEW.offer, 1, NEW.amount WHERE NEW.kind = 'purchase' AND NEW.offer IS NOT NULL
    ON CONFLICT (offer) DO UPDATE SET purchases = ledger_offer.purchases + 1,
        revenue = ledger_offer.revenue + excluded.revenue;
    UPDATE ledger_offer SET purchases = purchases - 1, revenue = revenue - NEW.amount
    WHERE NEW.kind = 'refund' AND offer = NEW.offer;
    SELECT RAISE(ABORT, 'ledger: a transfer needs two accounts of its currency and their new balances')
    WHERE NOT EXISTS (SELECT 1 FROM ledger_account WHERE id = NEW.debit AND currency = NEW.currency
            AND credits - debits = NEW.debit_balance)
        OR NOT EXISTS (SELECT 1 FROM ledger_account WHERE id = NEW.credit AND currency = NEW.currency
            AND credits - debits = NEW.credit_balance);
END;

CREATE TRIGGER ledger_transfer_kept BEFORE DELETE ON ledger_transfer BEGIN
    SELECT RAISE(ABORT, 'ledger: transfers are never removed');
END;

CREATE TRIGGER ledger_transfer_unchanged BEFORE UPDATE ON ledger_transfer BEGIN
    SELECT RAISE(ABORT, 'ledger: transfers are never changed');
END;

CREATE TRIGGER ledger_account_kept BEFORE DELETE ON ledger_account BEGIN
    SELECT RAISE(ABORT, 'ledger: accounts are never removed');
END;

CREATE TRIGGER ledger_account_unchanged BEFORE UPDATE OF id, currency, role ON ledger_account BEGIN
    SELECT RAISE(ABORT, 'ledger: an account keeps its currency');
END;
