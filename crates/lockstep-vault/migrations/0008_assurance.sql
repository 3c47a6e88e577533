-- BLAKE2b-512 of the powers of tau a key was checked against.
ALTER TABLE verifying_key ADD COLUMN ptau_hash {blob};

-- Until now this label did not ask whose the powers of tau were: it is given again where a key is uploaded
-- with them and with their published hash.
UPDATE verifying_key SET setup = 'unverified' WHERE setup = 'derived';

-- The pseudonym of an account that no signed root has named yet.
CREATE TABLE pseudonym(user_id TEXT NOT NULL PRIMARY KEY, owner TEXT NOT NULL) {without_rowid};
