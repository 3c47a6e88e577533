-- SHA-256 of large values that no key seals, recorded by the first scrub that could read them; NULL until then
-- and after each change.
ALTER TABLE circuit ADD COLUMN content_digest {blob};
ALTER TABLE evaluation_key ADD COLUMN content_digest {blob};
ALTER TABLE proving_key ADD COLUMN content_digest {blob};
