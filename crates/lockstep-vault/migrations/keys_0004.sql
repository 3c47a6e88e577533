-- Rotations of the attestation key. `kek` is 0 once a rotation is done; until then it is the version of
-- the key-encryption key that the rotation becomes true with.
CREATE TABLE rotation(
    number BIGINT NOT NULL, kek BIGINT NOT NULL, rotation {json} NOT NULL,
    PRIMARY KEY (number, kek)) {without_rowid};
