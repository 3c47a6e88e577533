-- Whoever stops being an administrator must not be the last one.
CREATE INDEX account_admin ON account(id) WHERE role = 'admin';

-- A job finishes the erasures that are under way. All others stay as receipts.
CREATE INDEX erasure_unfinished ON erasure(id, user_id) WHERE user_id IS NOT NULL;
