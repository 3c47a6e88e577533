// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.internal.Query;

/** The parameters of the operation <code>listCeremonies</code>. Those that are not set, or null, are not sent. */
public final class ListCeremoniesParams extends Query {

    /** Makes parameters of which none is set. */
    public ListCeremoniesParams() {}

    /** Sets <code>page</code>: The page number, from 1. */
    public ListCeremoniesParams page(Long page) {
        set("page", page);
        return this;
    }

    /** Sets <code>page</code>: The page number, from 1. */
    public ListCeremoniesParams page(long page) {
        set("page", page);
        return this;
    }

    /** Sets <code>limit</code>: The number of entries per page. */
    public ListCeremoniesParams limit(Long limit) {
        set("limit", limit);
        return this;
    }

    /** Sets <code>limit</code>: The number of entries per page. */
    public ListCeremoniesParams limit(long limit) {
        set("limit", limit);
        return this;
    }
}
