-- The node that works, of several on one PostgreSQL schema: the others relay connections to its address. A node that ends in
-- an orderly way removes the row.
CREATE TABLE active_node(
    one BIGINT NOT NULL PRIMARY KEY CHECK (one = 1), address TEXT NOT NULL, stamp TEXT NOT NULL, since BIGINT NOT NULL
) {without_rowid};
