-- Which keys.db belongs to this store: written with the first key.
CREATE TABLE vault(id {blob} NOT NULL PRIMARY KEY) {without_rowid};

-- Accounts of which something is stored under the key of their own that stands in keys.db.
CREATE TABLE sealed_account(user_id TEXT NOT NULL PRIMARY KEY) {without_rowid};

-- A key without its secret, which stands wrapped in keys.db. `resume` is the state a suspended or
-- condemned key goes back to.
CREATE TABLE encryption_key(
    user_id TEXT NOT NULL, id TEXT NOT NULL, mode TEXT NOT NULL, scheme TEXT NOT NULL,
    level BIGINT NOT NULL, custody TEXT NOT NULL, status TEXT NOT NULL, resume TEXT,
    current BIGINT NOT NULL, exported BIGINT NOT NULL, public {blob} NOT NULL,
    created_at BIGINT NOT NULL, expires_at BIGINT NOT NULL, destroy_at BIGINT,
    PRIMARY KEY (user_id, id)) {without_rowid};
CREATE UNIQUE INDEX encryption_key_current ON encryption_key(user_id, mode, scheme, level)
    WHERE current = 1;
CREATE INDEX encryption_key_expires ON encryption_key(status, expires_at);
CREATE INDEX encryption_key_destroy ON encryption_key(status, destroy_at);

-- What encrypting and computing need of a homomorphic key: public, made from it, stored once.
CREATE TABLE evaluation_key(
    user_id TEXT NOT NULL, key_id TEXT NOT NULL, public {blob} NOT NULL, body {blob} NOT NULL,
    PRIMARY KEY (user_id, key_id)) {without_rowid};

-- A circuit an account brought, with the proving key it brought for it, if it did.
CREATE TABLE circuit(
    user_id TEXT NOT NULL, id TEXT NOT NULL, curve TEXT NOT NULL, r1cs {blob} NOT NULL,
    zkey {blob}, created_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, id)) {without_rowid};

-- Proving keys made here, so that a circuit keeps its key.
CREATE TABLE proving_key(name TEXT NOT NULL PRIMARY KEY, zkey {blob} NOT NULL) {without_rowid};

-- What proofs are verified with, by its digest; those made here are nobody's: user_id ''.
CREATE TABLE verifying_key(
    user_id TEXT NOT NULL, digest {blob} NOT NULL, circuit TEXT NOT NULL, scheme TEXT NOT NULL,
    curve TEXT NOT NULL, setup TEXT NOT NULL, body {json} NOT NULL, created_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, digest)) {without_rowid};
CREATE INDEX verifying_key_circuit ON verifying_key(user_id, circuit, created_at);
