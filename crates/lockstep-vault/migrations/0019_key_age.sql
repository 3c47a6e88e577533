-- A reduced rotation period ends the period of keys that are older.
CREATE INDEX encryption_key_created ON encryption_key(status, created_at);
