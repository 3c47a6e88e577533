-- Which versioned rows of an account are live, sealed; `version` is the account's counter when it was
-- written.
CREATE TABLE point_state(
    user_id TEXT NOT NULL PRIMARY KEY, version BIGINT NOT NULL, sealed {blob} NOT NULL) {without_rowid};

-- Up to this number, bodies of chunks were sealed without their number in the context.
ALTER TABLE point_number ADD COLUMN unversioned_to BIGINT NOT NULL DEFAULT 0;
UPDATE point_number SET unversioned_to = used;

-- The number under which the profile was sealed; 0: before there were numbers.
ALTER TABLE profile ADD COLUMN version BIGINT NOT NULL DEFAULT 0;
INSERT INTO point_number(user_id, used) SELECT user_id, 0 FROM profile WHERE true
    ON CONFLICT (user_id) DO NOTHING;

-- Days are computed again: each row has a number from now on.
DELETE FROM day;
ALTER TABLE day ADD COLUMN number BIGINT NOT NULL DEFAULT 0;
