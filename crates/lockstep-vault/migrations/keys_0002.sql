-- The platform's own keys, one wrapped under each version of `kek` there is: two only while a root
-- key is being replaced.
CREATE TABLE platform_key(
    name TEXT NOT NULL, version BIGINT NOT NULL, wrapped {blob} NOT NULL,
    PRIMARY KEY (name, version)) {without_rowid};
INSERT INTO platform_key(name, version, wrapped) SELECT name, version, wrapped FROM server_key;
DROP TABLE server_key;
