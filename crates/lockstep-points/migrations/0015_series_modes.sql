-- The series that have points under a mode. Each upload asks for the modes of its account, which may have thousands of series
-- and none of these.
CREATE INDEX series_mode ON series(user_id, mode) WHERE mode <> '';
