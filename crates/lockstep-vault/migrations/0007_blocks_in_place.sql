-- Of a block of points: its series' pseudonym, its first point's time, and whether it is in place (1) or was
-- removed (0) by the transaction that moved, replaced or deleted its points. Of blocks that were signed before
-- this migration all three are NULL.
ALTER TABLE attested_root ADD COLUMN series TEXT;
ALTER TABLE attested_root ADD COLUMN begins BIGINT;
ALTER TABLE attested_root ADD COLUMN in_place BIGINT;
CREATE INDEX attested_root_block ON attested_root(user_id, series, begins) WHERE in_place = 1;
