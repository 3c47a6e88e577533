// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.internal.Query;

/** The parameters of the operation <code>listDataGrants</code>. Those that are not set, or null, are not sent. */
public final class ListDataGrantsParams extends Query {

    /** Makes parameters of which none is set. */
    public ListDataGrantsParams() {}

    /** Sets <code>limit</code>: The maximum number of grants of the page. */
    public ListDataGrantsParams limit(Long limit) {
        set("limit", limit);
        return this;
    }

    /** Sets <code>limit</code>: The maximum number of grants of the page. */
    public ListDataGrantsParams limit(long limit) {
        set("limit", limit);
        return this;
    }

    /** Sets <code>cursor</code>: <code>nextCursor</code> of the previous page. */
    public ListDataGrantsParams cursor(String cursor) {
        set("cursor", cursor);
        return this;
    }
}
