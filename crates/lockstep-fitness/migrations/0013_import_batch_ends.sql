-- Finds the batches of imports that overlap an upload without reading their bodies.
CREATE INDEX import_batch_end ON import_batch(user_id, t1, t0);
