-- Whether sign-ins of the account need a second factor: a digest of the answer and the account's id under the key of the
-- index of names. Without it, whoever removes a row of `totp` would make the code unnecessary. NULL in rows of earlier
-- versions, until the next start computes it from the audit log and the row of `totp`.
ALTER TABLE account ADD COLUMN second_factor {blob};
