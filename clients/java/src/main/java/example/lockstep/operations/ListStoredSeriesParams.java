// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.internal.Query;

/** The parameters of the operation <code>listStoredSeries</code>. Those that are not set, or null, are not sent. */
public final class ListStoredSeriesParams extends Query {

    /** Makes parameters of which none is set. */
    public ListStoredSeriesParams() {}

    /** Sets <code>page</code>: The page number, from 1. */
    public ListStoredSeriesParams page(Long page) {
        set("page", page);
        return this;
    }

    /** Sets <code>page</code>: The page number, from 1. */
    public ListStoredSeriesParams page(long page) {
        set("page", page);
        return this;
    }

    /** Sets <code>limit</code>: The number of entries per page. */
    public ListStoredSeriesParams limit(Long limit) {
        set("limit", limit);
        return this;
    }

    /** Sets <code>limit</code>: The number of entries per page. */
    public ListStoredSeriesParams limit(long limit) {
        set("limit", limit);
        return this;
    }
}
