-- Data tokens: frozen snapshots of points, offered for sale.

-- A token. facts describes the snapshot without values, as JSON. A token is expired after available_until.
CREATE TABLE market_token(
    id TEXT NOT NULL PRIMARY KEY, user_id TEXT NOT NULL, at BIGINT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('pending', 'active', 'revoked')),
    price BIGINT NOT NULL CHECK (typeof(price) = 'integer' AND price > 0), currency TEXT NOT NULL,
    duration TEXT NOT NULL, allowed_uses BIGINT NOT NULL CHECK (allowed_uses > 0), restrictions {json} NOT NULL,
    description TEXT NOT NULL, available_until BIGINT, points BIGINT NOT NULL, root {blob} NOT NULL,
    facts {json} NOT NULL) {without_rowid};
CREATE INDEX market_token_owner ON market_token(user_id, id);
CREATE INDEX market_token_status ON market_token(status, id);

-- The pieces of a snapshot, sealed under the seller's keys. place_series and place_version are the location of
-- a homomorphic block, which is stored as the point store sealed it.
CREATE TABLE market_chunk(
    token_id TEXT NOT NULL, nth BIGINT NOT NULL, user_id TEXT NOT NULL, series BIGINT NOT NULL,
    t0 BIGINT NOT NULL, t1 BIGINT NOT NULL, n BIGINT NOT NULL, key_id TEXT,
    is_block BIGINT NOT NULL, place_series BIGINT, place_version BIGINT, body {blob} NOT NULL,
    PRIMARY KEY (token_id, nth)) {without_rowid};
CREATE INDEX market_chunk_owner ON market_chunk(user_id);

CREATE TRIGGER usage_market_chunk_added AFTER INSERT ON market_chunk BEGIN
    INSERT INTO account_usage(user_id, bytes) VALUES (NEW.user_id, coalesce(length(NEW.body), 0))
    ON CONFLICT (user_id) DO UPDATE SET bytes = account_usage.bytes + excluded.bytes;
END;

CREATE TRIGGER usage_market_chunk_removed AFTER DELETE ON market_chunk BEGIN
    UPDATE account_usage SET bytes = bytes - coalesce(length(OLD.body), 0) WHERE user_id = OLD.user_id;
END;

CREATE TRIGGER usage_market_chunk_changed AFTER UPDATE OF body ON market_chunk BEGIN
    UPDATE account_usage SET bytes = bytes + coalesce(length(NEW.body), 0) - coalesce(length(OLD.body), 0)
    WHERE user_id = NEW.user_id;
END;

-- A purchase, which belongs to the buyer. The accounts are numbers of the ledger: the seller may be erased.
CREATE TABLE market_purchase(
    id TEXT NOT NULL PRIMARY KEY, user_id TEXT NOT NULL, token_id TEXT NOT NULL, at BIGINT NOT NULL,
    buyer_account BIGINT NOT NULL, seller_account BIGINT NOT NULL, transfer BIGINT NOT NULL,
    price BIGINT NOT NULL CHECK (price > 0), currency TEXT NOT NULL,
    duration TEXT NOT NULL, restrictions {json} NOT NULL, purpose TEXT, root {blob} NOT NULL,
    points BIGINT NOT NULL, expires_at BIGINT NOT NULL, allowed_uses BIGINT NOT NULL,
    used BIGINT NOT NULL DEFAULT 0 CHECK (used BETWEEN 0 AND allowed_uses),
    refunded_at BIGINT CHECK (refunded_at IS NULL OR used = 0)) {without_rowid};
CREATE INDEX market_purchase_buyer ON market_purchase(user_id, id);
CREATE INDEX market_purchase_token ON market_purchase(token_id, user_id, id);
CREATE INDEX market_purchase_seller ON market_purchase(seller_account, at);

-- The uses of a purchase, by number from 1.
CREATE TABLE market_use(
    purchase_id TEXT NOT NULL, n BIGINT NOT NULL, user_id TEXT NOT NULL, at BIGINT NOT NULL,
    PRIMARY KEY (purchase_id, n)) {without_rowid};
CREATE INDEX market_use_owner ON market_use(user_id);

-- The cells that a token with the restriction aggregate-only offers: a calendar day in UTC of a series, as
-- days since 1970.
CREATE TABLE market_token_cell(
    token_id TEXT NOT NULL, type TEXT NOT NULL, device TEXT NOT NULL, day BIGINT NOT NULL,
    user_id TEXT NOT NULL, n BIGINT NOT NULL,
    PRIMARY KEY (token_id, type, device, day)) {without_rowid};
CREATE INDEX market_token_cell_owner ON market_token_cell(user_id);

-- The content of each cell that any token of the account ever offered: a keyed digest of its points. No
-- token offers the cell with other points.
CREATE TABLE market_cell(
    user_id TEXT NOT NULL, type TEXT NOT NULL, device TEXT NOT NULL, day BIGINT NOT NULL,
    n BIGINT NOT NULL, digest {blob} NOT NULL,
    PRIMARY KEY (user_id, type, device, day)) {without_rowid};

-- The answers over the cells of each series that were computed for any buyer.
CREATE TABLE market_budget(
    user_id TEXT NOT NULL, type TEXT NOT NULL, device TEXT NOT NULL, answers BIGINT NOT NULL,
    PRIMARY KEY (user_id, type, device)) {without_rowid};

-- The answers, sealed under the seller's key; query is the keyed digest of the operation and its cells.
CREATE TABLE market_answer(
    user_id TEXT NOT NULL, query {blob} NOT NULL, value {blob} NOT NULL,
    PRIMARY KEY (user_id, query)) {without_rowid};
