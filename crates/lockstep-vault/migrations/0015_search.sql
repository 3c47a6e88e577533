-- The search index of an account: pages of names and descriptions of its records, sealed under the account's own key.
-- The store sees the number and the lengths of the pages only. `revision` is bound to the sealed bytes.
CREATE TABLE search_page(
    user_id TEXT NOT NULL, page BIGINT NOT NULL, revision BIGINT NOT NULL, body {blob} NOT NULL,
    PRIMARY KEY (user_id, page)) {without_rowid};

-- The page of each record.
CREATE TABLE search_record(
    user_id TEXT NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL, page BIGINT NOT NULL,
    PRIMARY KEY (user_id, kind, id)) {without_rowid};

-- `generation` changes with every change of the index. `filled` is the version of the rules by which all records of the
-- account were indexed; 0 while records may be missing. `resets` counts how often damage made it 0. `place` is the
-- cursor of the job that fills the index.
CREATE TABLE search_index(
    user_id TEXT NOT NULL PRIMARY KEY, generation BIGINT NOT NULL, filled BIGINT NOT NULL, resets BIGINT NOT NULL,
    place TEXT) {without_rowid};
CREATE INDEX search_index_filled ON search_index(filled);
