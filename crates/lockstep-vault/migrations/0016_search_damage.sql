-- `unreported` is 1 while no scrub has named damage that a search or a write found: the index is built again at once, and
-- the next scrub says so.
ALTER TABLE search_index ADD COLUMN unreported BIGINT NOT NULL DEFAULT 0;
