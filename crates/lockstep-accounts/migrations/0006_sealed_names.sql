-- `names` holds user name, e-mail address and wallet address, sealed under the account's own key. The
-- columns `username`, `email` and `wallet_address` are empty from now on. `username_key` and `email_key`
-- are keyed digests of the lower-case values; `index_check` tells under which key of digests. It is NULL
-- until the bytes of the clear values are overwritten in the files.
ALTER TABLE account ADD COLUMN names {blob};
ALTER TABLE account ADD COLUMN index_check {blob};
-- The name of the key, sealed in the same way. The column `name` is empty from now on.
ALTER TABLE api_key ADD COLUMN sealed_name {blob};
