-- A keyed digest of a proving key, and which key it was computed with; NULL for a key that was stored before.
ALTER TABLE proving_key ADD COLUMN seal {blob};
