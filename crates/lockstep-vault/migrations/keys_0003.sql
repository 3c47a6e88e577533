-- The identity of this file, the store it belongs to, a count of the acts on keys, the newest entry of
-- the store's audit chain that was seen committed, and the newest time that was believed. `complete` is
-- 1 once the first start ended, 0 before that: only then may the file be left over from a start that was
-- cut off. It is 2 in a file that is older than this table, until it is paired.
CREATE TABLE pairing(
    id {blob} NOT NULL PRIMARY KEY, store {blob}, acts BIGINT NOT NULL, seen_seq BIGINT,
    seen_hash {blob}, clock_at BIGINT, complete BIGINT NOT NULL) {without_rowid};
