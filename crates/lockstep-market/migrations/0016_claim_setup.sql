-- The set-up of the proof's keys. The platform accepted claims under keys of its own only.
ALTER TABLE market_claim ADD COLUMN setup TEXT NOT NULL DEFAULT 'local';
