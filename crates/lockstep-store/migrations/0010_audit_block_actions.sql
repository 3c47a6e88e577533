-- The bodies of an action in a block, of all actors and of one actor: a page that leaves out actions subtracts them from
-- the counts of its blocks.
CREATE TABLE audit_block_action(
    action TEXT NOT NULL, block BIGINT NOT NULL, component TEXT NOT NULL, status TEXT NOT NULL, entries BIGINT NOT NULL,
    PRIMARY KEY (action, block, component, status)) {without_rowid};
CREATE TABLE audit_block_actor_action(
    user_id TEXT NOT NULL, block BIGINT NOT NULL, action TEXT NOT NULL, component TEXT NOT NULL, status TEXT NOT NULL,
    entries BIGINT NOT NULL,
    PRIMARY KEY (user_id, block, action, component, status)) {without_rowid};
-- A scrub compares the index block by block.
CREATE INDEX audit_block_action_block ON audit_block_action(block);
CREATE INDEX audit_block_actor_action_block ON audit_block_actor_action(block);

-- The index has no such counts: it is emptied, and built again in portions.
DROP TABLE audit_text;
CREATE VIRTUAL TABLE audit_text USING fts5(
    actor, action, component, status, details, metadata,
    content = '', columnsize = 0, tokenize = "unicode61 tokenchars '_'");
INSERT INTO audit_text(audit_text, rank) VALUES ('secure-delete', 1);
DELETE FROM audit_block;
DELETE FROM audit_block_kind;
DELETE FROM audit_block_actor;
DELETE FROM audit_block_actor_kind;
UPDATE audit_index SET seq = 0;
