// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.internal.Query;

/** The parameters of the operation <code>listListings</code>. Those that are not set, or null, are not sent. */
public final class ListListingsParams extends Query {

    /** Makes parameters of which none is set. */
    public ListListingsParams() {}

    /** Sets <code>page</code>: The page number, from 1. */
    public ListListingsParams page(Long page) {
        set("page", page);
        return this;
    }

    /** Sets <code>page</code>: The page number, from 1. */
    public ListListingsParams page(long page) {
        set("page", page);
        return this;
    }

    /** Sets <code>limit</code>: The number of listings per page. */
    public ListListingsParams limit(Long limit) {
        set("limit", limit);
        return this;
    }

    /** Sets <code>limit</code>: The number of listings per page. */
    public ListListingsParams limit(long limit) {
        set("limit", limit);
        return this;
    }
}
