-- Finds the activities that overlap a range without reading their bodies.
CREATE INDEX activity_end ON activity(user_id, t1, t0);
