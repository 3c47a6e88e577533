-- The end of a password that the server generated. From then on, it opens no sign-in. NULL for a chosen password.
ALTER TABLE account ADD COLUMN password_until BIGINT;
