-- A listing or a purchase that ends finds its holds without reading the others of the account.
CREATE INDEX dataset_hold_holder ON dataset_hold(user_id, holder);
