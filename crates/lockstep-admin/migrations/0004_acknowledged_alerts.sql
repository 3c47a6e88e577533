-- An erasure removes the account from the alerts that it acknowledged.
CREATE INDEX alert_acknowledged ON alert(acknowledged_by) WHERE acknowledged_by IS NOT NULL;
