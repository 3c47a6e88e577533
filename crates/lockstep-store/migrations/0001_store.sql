-- Numbers that count up without gaps among committed transactions.
CREATE TABLE sequence(name TEXT NOT NULL PRIMARY KEY, value BIGINT NOT NULL) {without_rowid};

-- The audit chain: one row an entry, never changed, never removed.
CREATE TABLE audit(
    node TEXT NOT NULL, seq BIGINT NOT NULL, at BIGINT NOT NULL,
    prev {blob} NOT NULL, digest {blob} NOT NULL, hash {blob} NOT NULL,
    PRIMARY KEY (node, seq)) {without_rowid};

-- What the entries say: erasable, since the chain holds only their salted digests.
CREATE TABLE audit_body(
    node TEXT NOT NULL, seq BIGINT NOT NULL, id TEXT NOT NULL, at BIGINT NOT NULL,
    salt {blob} NOT NULL, user_id TEXT NOT NULL, user_name TEXT NOT NULL, user_role TEXT NOT NULL,
    action TEXT NOT NULL, component TEXT NOT NULL, status TEXT NOT NULL, details TEXT NOT NULL,
    metadata {json},
    PRIMARY KEY (node, seq)) {without_rowid};
CREATE INDEX audit_body_user ON audit_body(user_id, at);
CREATE INDEX audit_body_at ON audit_body(at);

-- What happened, for those who listen: one row an event, never a health value.
CREATE TABLE event_outbox(
    seq BIGINT NOT NULL PRIMARY KEY, at BIGINT NOT NULL, user_id TEXT NOT NULL,
    topic TEXT NOT NULL, payload {json} NOT NULL) {without_rowid};
CREATE INDEX event_outbox_at ON event_outbox(at);

CREATE TABLE setting(name TEXT NOT NULL PRIMARY KEY, value {json} NOT NULL) {without_rowid};
