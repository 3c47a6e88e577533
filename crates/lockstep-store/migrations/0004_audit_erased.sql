-- SHA-256 of the ids of accounts whose entries were erased: later entries do not name them again.
CREATE TABLE audit_erased(digest {blob} NOT NULL PRIMARY KEY) {without_rowid};
