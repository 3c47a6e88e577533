-- The index of the audit log: derived from audit_body, and built again where it is damaged. A block is
-- 8192 successive numbers of entries.
CREATE TABLE audit_index(id INTEGER NOT NULL PRIMARY KEY, seq BIGINT NOT NULL);
INSERT INTO audit_index(id, seq) VALUES (1, 0);

-- The bodies of a block, and the first and the last of their times.
CREATE TABLE audit_block(
    block BIGINT NOT NULL PRIMARY KEY, entries BIGINT NOT NULL,
    first_at BIGINT NOT NULL, last_at BIGINT NOT NULL) {without_rowid};
CREATE TABLE audit_block_kind(
    block BIGINT NOT NULL, component TEXT NOT NULL, status TEXT NOT NULL, entries BIGINT NOT NULL,
    PRIMARY KEY (block, component, status)) {without_rowid};

-- The bodies of an actor in a block. `first_seq` is the first that the index holds: a deletion goes in
-- portions.
CREATE TABLE audit_block_actor(
    user_id TEXT NOT NULL, block BIGINT NOT NULL, first_seq BIGINT NOT NULL,
    PRIMARY KEY (user_id, block)) {without_rowid};
CREATE TABLE audit_block_actor_kind(
    user_id TEXT NOT NULL, block BIGINT NOT NULL, component TEXT NOT NULL, status TEXT NOT NULL,
    entries BIGINT NOT NULL,
    PRIMARY KEY (user_id, block, component, status)) {without_rowid};

-- The words of the bodies; `rowid` is the number of the entry. Removed words are overwritten.
CREATE VIRTUAL TABLE audit_text USING fts5(
    actor, action, component, status, details, metadata,
    content = '', columnsize = 0, tokenize = "unicode61 tokenchars '_'");
INSERT INTO audit_text(audit_text, rank) VALUES ('secure-delete', 1);
