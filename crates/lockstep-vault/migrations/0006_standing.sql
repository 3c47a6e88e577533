-- SHA-256 of the ids of accounts that were erased: nothing is written for them any more, by whoever began
-- before that.
CREATE TABLE erased_account(digest {blob} NOT NULL PRIMARY KEY) {without_rowid};

-- Whether a condemned key was suspended before: then it is again where that is taken back.
ALTER TABLE encryption_key ADD COLUMN stopped BIGINT NOT NULL DEFAULT 0;
