-- The bodies of an action in a block, of all actors and of one actor: a page that leaves out actions subtracts them from
-- the counts of its blocks.
CREATE TABLE audit_block_action(
    action TEXT NOT NULL, block BIGINT NOT NULL, component TEXT NOT NULL, status TEXT NOT NULL, entries BIGINT NOT NULL,
    PRIMARY KEY (action, block, component, status)) {without_rowid};
CREATE TABLE audit_block_actor_action(
    user_id TEXT NOT NULL, action TEXT NOT NULL, block BIGINT NOT NULL, component TEXT NOT NULL, status TEXT NOT NULL,
    entries BIGINT NOT NULL,
    PRIMARY KEY (user_id, action, block, component, status)) {without_rowid};
-- A scrub compares the index block by block, and an erasure removes an actor's blocks one by one.
CREATE INDEX audit_block_action_block ON audit_block_action(block);
CREATE INDEX audit_block_actor_action_block ON audit_block_actor_action(block, user_id);

-- The index has no such counts. Without its row it is built again, in portions.
DELETE FROM audit_index;
