-- The root of the offered version; null for listings made before versions had roots.
ALTER TABLE market_listing ADD COLUMN root {blob};
-- Whether a token offered the cell for answers; 0: a token sold its points, or some of them.
ALTER TABLE market_cell ADD COLUMN is_answered BIGINT NOT NULL DEFAULT 1;
