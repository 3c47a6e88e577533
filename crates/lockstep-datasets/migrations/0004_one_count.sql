-- The counted list of an account's datasets has their number.
DROP TRIGGER dataset_total_added;
DROP TRIGGER dataset_total_hidden;
DROP TRIGGER dataset_total_removed;
DROP TABLE dataset_total;
