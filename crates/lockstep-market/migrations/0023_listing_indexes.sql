-- The listings that can be bought, by currency for the prices of a draft, and by account for its search index. Without the
-- second index, the statement for one account reads the listings of all accounts by their status.
CREATE INDEX market_listing_priced ON market_listing(status, currency, id);
CREATE INDEX market_listing_open ON market_listing(user_id, status, id);
