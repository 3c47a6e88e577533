// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.internal.Query;

/** The parameters of the operation <code>listOfferedItems</code>. Those that are not set, or null, are not sent. */
public final class ListOfferedItemsParams extends Query {

    /** Makes parameters of which none is set. */
    public ListOfferedItemsParams() {}

    /** Sets <code>limit</code>: The maximum number of items of the page. */
    public ListOfferedItemsParams limit(Long limit) {
        set("limit", limit);
        return this;
    }

    /** Sets <code>limit</code>: The maximum number of items of the page. */
    public ListOfferedItemsParams limit(long limit) {
        set("limit", limit);
        return this;
    }

    /** Sets <code>cursor</code>: <code>nextCursor</code> of the previous page. */
    public ListOfferedItemsParams cursor(String cursor) {
        set("cursor", cursor);
        return this;
    }
}
