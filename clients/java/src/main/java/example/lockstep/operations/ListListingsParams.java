// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.internal.Query;

/** The parameters of the operation <code>listListings</code>. Those that are not set, or null, are not sent. */
public final class ListListingsParams extends Query {

    /** Makes parameters of which none is set. */
    public ListListingsParams() {}

    /**
     * Sets <code>page</code>.
     *
     * @param page The page number, from 1.
     * @return this object
     */
    public ListListingsParams page(Long page) {
        set("page", page);
        return this;
    }

    /**
     * Sets <code>page</code>.
     *
     * @param page The page number, from 1.
     * @return this object
     */
    public ListListingsParams page(long page) {
        set("page", page);
        return this;
    }

    /**
     * Sets <code>limit</code>.
     *
     * @param limit The number of listings per page.
     * @return this object
     */
    public ListListingsParams limit(Long limit) {
        set("limit", limit);
        return this;
    }

    /**
     * Sets <code>limit</code>.
     *
     * @param limit The number of listings per page.
     * @return this object
     */
    public ListListingsParams limit(long limit) {
        set("limit", limit);
        return this;
    }
}
