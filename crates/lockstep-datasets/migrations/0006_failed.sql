-- Datasets whose encryption failed: it is tried again, because a key can be resumed and a quota raised.
CREATE INDEX dataset_failed ON dataset(status) WHERE status = 'failed';
