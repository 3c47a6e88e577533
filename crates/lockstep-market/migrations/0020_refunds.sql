-- The refund of a purchase.
CREATE INDEX ledger_transfer_refund ON ledger_transfer(reference) WHERE kind = 'refund';
