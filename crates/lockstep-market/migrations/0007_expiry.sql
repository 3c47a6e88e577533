-- Whether the event of the expiry was written.
ALTER TABLE market_token ADD COLUMN is_expiry_told BIGINT NOT NULL DEFAULT 0;
CREATE INDEX market_token_expiry ON market_token(available_until)
    WHERE is_expiry_told = 0 AND available_until IS NOT NULL;
