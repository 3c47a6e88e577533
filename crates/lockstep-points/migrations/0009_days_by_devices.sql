-- The number of devices that the account had when the row was made. What a device is called decides
-- which of several counts, so a row of another number is not used and is made again.
ALTER TABLE day ADD COLUMN devices BIGINT NOT NULL DEFAULT 0;
UPDATE day SET devices = (SELECT COUNT(*) FROM device WHERE device.user_id = day.user_id);
