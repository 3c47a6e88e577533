// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.internal.Query;

/** The parameters of the operation <code>listImports</code>. Those that are not set, or null, are not sent. */
public final class ListImportsParams extends Query {

    /** Makes parameters of which none is set. */
    public ListImportsParams() {}

    /** Sets <code>limit</code>: The maximum number of imports. */
    public ListImportsParams limit(Long limit) {
        set("limit", limit);
        return this;
    }

    /** Sets <code>limit</code>: The maximum number of imports. */
    public ListImportsParams limit(long limit) {
        set("limit", limit);
        return this;
    }

    /** Sets <code>cursor</code>: <code>nextCursor</code> of the previous page. */
    public ListImportsParams cursor(String cursor) {
        set("cursor", cursor);
        return this;
    }
}
