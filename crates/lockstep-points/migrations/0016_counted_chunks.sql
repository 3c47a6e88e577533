-- One statement replaces the bytes of a chunk in their row: of each series with a new point of a device. The server counts
-- the bytes of all of them once in a transaction. A trigger made the statement take twice as long.
DROP TRIGGER usage_seg_body_changed;
