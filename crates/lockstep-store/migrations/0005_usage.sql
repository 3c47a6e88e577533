-- What each account stores. Triggers on the tables of the capabilities keep it, in the transaction that
-- stores: `bytes` of sealed bodies, rows of `series`, rows of chunks and blocks.
CREATE TABLE account_usage(
    user_id TEXT NOT NULL PRIMARY KEY, bytes BIGINT NOT NULL DEFAULT 0,
    series BIGINT NOT NULL DEFAULT 0, chunks BIGINT NOT NULL DEFAULT 0) {without_rowid};
