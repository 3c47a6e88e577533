-- The purchases of an offer by a buyer that have uses left, the oldest first: a read uses the first of them, however many
-- were used up before.
CREATE INDEX market_purchase_usable ON market_purchase(offer, user_id, id)
    WHERE refunded_at IS NULL AND used < allowed_uses;
