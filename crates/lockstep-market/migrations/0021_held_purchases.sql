-- The usable purchases of a seller's offers, by id, for the list of grants and for the reserve of payouts.
CREATE INDEX market_purchase_granted ON market_purchase(seller_account, id)
    WHERE refunded_at IS NULL AND used < allowed_uses;
-- The purchases that hold a version of a dataset, by their end, and those of them that are used up or refunded.
CREATE INDEX market_purchase_held_until ON market_purchase(expires_at) WHERE is_holding = 1;
CREATE INDEX market_purchase_used_up ON market_purchase(is_holding, id)
    WHERE is_holding = 1 AND (used >= allowed_uses OR refunded_at IS NOT NULL);
