-- A scrub compares the index of the audit log block by block.
CREATE INDEX audit_block_actor_block ON audit_block_actor(block);
CREATE INDEX audit_block_actor_kind_block ON audit_block_actor_kind(block);
