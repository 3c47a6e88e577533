-- Tokens by status, the newest first, for the pages of the market. A token leaves the index when its seller is told that
-- it expired, so that no page reads the tokens of the past.
DROP INDEX market_token_status;
CREATE INDEX market_token_offered ON market_token(status, id) WHERE is_expiry_told = 0;
CREATE INDEX market_token_revoked ON market_token(status) WHERE status = 'revoked';
