-- How much of each balance was paid in. cash is money that was paid in and belongs to the account; a debt is the
-- part of a transfer that its debtor had no cash for. Both are derived from the transfers, in their order:
-- balance = cash + debts to the account - debts of the account.
CREATE TABLE ledger_cash(
    account BIGINT NOT NULL PRIMARY KEY,
    cash BIGINT NOT NULL CHECK (typeof(cash) = 'integer' AND cash >= 0)) {without_rowid};
CREATE TABLE ledger_debt(
    debtor BIGINT NOT NULL, transfer BIGINT NOT NULL, creditor BIGINT NOT NULL CHECK (creditor <> debtor),
    amount BIGINT NOT NULL CHECK (typeof(amount) = 'integer' AND amount > 0),
    PRIMARY KEY (debtor, transfer)) {without_rowid};
CREATE INDEX ledger_debt_creditor ON ledger_debt(creditor, debtor);
-- The last transfer that is cleared. Transfers of earlier versions are cleared with the next one.
CREATE TABLE ledger_cleared(one BIGINT NOT NULL PRIMARY KEY CHECK (one = 1), transfer BIGINT NOT NULL) {without_rowid};
INSERT INTO ledger_cleared(one, transfer) VALUES (1, 0);
CREATE INDEX ledger_transfer_reference ON ledger_transfer(reference, id) WHERE kind = 'purchase';
