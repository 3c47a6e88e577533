-- A keyed digest of the number, the type and the device of a series: without it, the points of a series could get the
-- name of another outside the server. Empty: not made yet.
ALTER TABLE series ADD COLUMN name_digest {blob};
ALTER TABLE damaged_chunk ADD COLUMN name_digest {blob};
