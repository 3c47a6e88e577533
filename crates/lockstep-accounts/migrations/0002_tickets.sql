-- Tickets for sockets: the SHA-256 of each, and that of the credential it stands for. Used once: the
-- row is gone then.
CREATE TABLE ticket(
    hash {blob} NOT NULL PRIMARY KEY, user_id TEXT NOT NULL, credential {blob} NOT NULL,
    expires_at BIGINT NOT NULL) {without_rowid};
CREATE INDEX ticket_user ON ticket(user_id);
CREATE INDEX ticket_expires ON ticket(expires_at);
