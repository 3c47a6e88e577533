-- Purchases of any offer: a data token, a listing or an item. offer is its id. A listing gives access to a version
-- of a dataset; an item gives a receipt alone, without duration and uses. is_holding says that the purchase holds
-- the version of the dataset. transfer is NULL if the price is 0.
CREATE TABLE market_sale(
    id TEXT NOT NULL PRIMARY KEY, user_id TEXT NOT NULL, offer TEXT NOT NULL, at BIGINT NOT NULL,
    buyer_account BIGINT NOT NULL, seller_account BIGINT NOT NULL, transfer BIGINT,
    price BIGINT NOT NULL CHECK (price >= 0), currency TEXT NOT NULL,
    duration TEXT, restrictions {json} NOT NULL, purpose TEXT, root {blob}, points BIGINT,
    dataset_id TEXT, version BIGINT, row_count BIGINT,
    expires_at BIGINT, allowed_uses BIGINT NOT NULL,
    used BIGINT NOT NULL DEFAULT 0 CHECK (used BETWEEN 0 AND allowed_uses),
    refunded_at BIGINT CHECK (refunded_at IS NULL OR used = 0),
    is_holding BIGINT NOT NULL DEFAULT 0,
    CHECK ((transfer IS NULL) = (price = 0))) {without_rowid};
INSERT INTO market_sale(id, user_id, offer, at, buyer_account, seller_account, transfer, price, currency, duration,
    restrictions, purpose, root, points, expires_at, allowed_uses, used, refunded_at)
SELECT id, user_id, token_id, at, buyer_account, seller_account, transfer, price, currency, duration,
    restrictions, purpose, root, points, expires_at, allowed_uses, used, refunded_at FROM market_purchase;
DROP TABLE market_purchase;
ALTER TABLE market_sale RENAME TO market_purchase;
CREATE INDEX market_purchase_buyer ON market_purchase(user_id, id);
CREATE INDEX market_purchase_offer ON market_purchase(offer, user_id, id);
CREATE INDEX market_purchase_seller ON market_purchase(seller_account, at);
CREATE INDEX market_purchase_holding ON market_purchase(id) WHERE is_holding = 1;

-- The rules of a listing, and the rows of its version; NULL for listings that are older than this column.
ALTER TABLE market_listing ADD COLUMN duration TEXT NOT NULL DEFAULT 'P1Y';
ALTER TABLE market_listing ADD COLUMN allowed_uses BIGINT NOT NULL DEFAULT 1000;
ALTER TABLE market_listing ADD COLUMN restrictions {json} NOT NULL DEFAULT '[]';
ALTER TABLE market_listing ADD COLUMN row_count BIGINT;

-- The accounts of the platform itself, which sells items.
CREATE TABLE ledger_platform(currency TEXT NOT NULL PRIMARY KEY, account BIGINT NOT NULL) {without_rowid};
