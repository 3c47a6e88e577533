-- How many points of a type were deleted, or replaced by another value, between two days (UTC, counted from
-- 1970-01-01, both inclusive). Counts and no values, of the types that something can be claimed of: a claim
-- says how many were. They stay when the points are gone, until the account is erased.
CREATE TABLE point_change(
    user_id TEXT NOT NULL, type TEXT NOT NULL, first_day BIGINT NOT NULL, last_day BIGINT NOT NULL,
    deleted BIGINT NOT NULL, replaced BIGINT NOT NULL,
    PRIMARY KEY (user_id, type, first_day, last_day)) {without_rowid};

-- Since when an account's changes are counted.
ALTER TABLE point_number ADD COLUMN counted_since BIGINT;

-- When the profile's time zone changed last: days are grouped by it.
CREATE TABLE zone_change(user_id TEXT NOT NULL PRIMARY KEY, changed_at BIGINT NOT NULL) {without_rowid};
