-- A scrub asks for each damaged key whether other accounts have rows of it.
CREATE INDEX encryption_key_id ON encryption_key(id);
