-- Who resumes reads the events of one account, in order.
CREATE INDEX event_outbox_user ON event_outbox(user_id, seq);
