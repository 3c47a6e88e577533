-- Proving keys made here, so that a circuit keeps its key: of built-in circuits nobody's (user_id ''),
-- of others their account's. Those of built-in circuits are signed; older ones, which are not, are
-- set up anew.
DROP TABLE proving_key;
CREATE TABLE proving_key(
    user_id TEXT NOT NULL, name TEXT NOT NULL, zkey {blob} NOT NULL, attestation {json},
    PRIMARY KEY (user_id, name)) {without_rowid};
-- Keys made here verify for all accounts.
CREATE INDEX verifying_key_digest ON verifying_key(digest);
CREATE INDEX verifying_key_any ON verifying_key(circuit, scheme);
