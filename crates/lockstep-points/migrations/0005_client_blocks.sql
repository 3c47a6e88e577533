-- Blocks whose owner sealed the values themselves: type, device, key, first and last time and count are
-- clear, the points' times and the ciphertext sealed. No two of one type and device overlap.
CREATE TABLE client_block(
    user_id TEXT NOT NULL, id BIGINT NOT NULL, type TEXT NOT NULL, device TEXT NOT NULL,
    key_id TEXT NOT NULL, t0 BIGINT NOT NULL, t1 BIGINT NOT NULL, n BIGINT NOT NULL,
    body {blob} NOT NULL, PRIMARY KEY (user_id, id));
CREATE INDEX client_block_time ON client_block(user_id, type, device, t0);
