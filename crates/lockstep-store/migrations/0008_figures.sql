-- Counts by hour, day and month. user_id is the account that the count concerns, or '' for all accounts together.
-- subject divides a count, such as the currency of a revenue; it is '' where nothing divides it.
CREATE TABLE figure(
    name TEXT NOT NULL, user_id TEXT NOT NULL, unit TEXT NOT NULL CHECK (unit IN ('hour', 'day', 'month')),
    period BIGINT NOT NULL, subject TEXT NOT NULL, n BIGINT NOT NULL,
    PRIMARY KEY (name, user_id, unit, period, subject)) {without_rowid};
CREATE INDEX figure_user ON figure(user_id) WHERE user_id <> '';

-- A new period removes the periods of its figure that no range reads any more.
CREATE TRIGGER figure_forgotten AFTER INSERT ON figure BEGIN
    DELETE FROM figure WHERE name = NEW.name AND user_id = NEW.user_id AND unit = NEW.unit
        AND period < NEW.period - CASE NEW.unit WHEN 'hour' THEN 48 WHEN 'day' THEN 62 ELSE 24 END;
END;
