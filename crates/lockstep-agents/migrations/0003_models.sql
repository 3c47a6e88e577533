-- The language model that an account chose for a core agent; NULL for none. A custom agent has its own in its definition.
ALTER TABLE agent_state ADD COLUMN model TEXT;
ALTER TABLE agent_state ADD COLUMN share_data BIGINT;
