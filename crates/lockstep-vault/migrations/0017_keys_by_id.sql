-- Every use of a key asks whether its id is recorded for another account.
CREATE INDEX key_state_key ON key_state(key_id);
