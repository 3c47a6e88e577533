-- Heads of the audit chain, signed: who cuts the chain off before one is seen. `record` is the text
-- that was signed, `signer` the fingerprint of the key. Older ones are forgotten, the newest never.
CREATE TABLE audit_checkpoint(
    node TEXT NOT NULL, number BIGINT NOT NULL, seq BIGINT NOT NULL, hash {blob} NOT NULL,
    at BIGINT NOT NULL, record TEXT NOT NULL, signature TEXT NOT NULL, signer TEXT NOT NULL,
    PRIMARY KEY (node, number)) {without_rowid};
