-- Rotations of the attestation key, each signed by the key before it and by the key that follows.
CREATE TABLE attestation_rotation(
    number BIGINT NOT NULL PRIMARY KEY, at BIGINT NOT NULL, rotation {json} NOT NULL)
    {without_rowid};
