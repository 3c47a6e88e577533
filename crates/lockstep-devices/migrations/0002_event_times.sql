-- When the last event of a change of the reported state was written, and when the next one is due. Reported states
-- that follow each other closely share an event.
ALTER TABLE uadm_device ADD COLUMN event_at BIGINT;
ALTER TABLE uadm_device ADD COLUMN event_due BIGINT;
CREATE INDEX uadm_device_event_due ON uadm_device(event_due) WHERE event_due IS NOT NULL;
