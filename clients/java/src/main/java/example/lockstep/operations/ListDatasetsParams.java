// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.internal.Query;
import example.lockstep.models.*;

/** The parameters of the operation <code>listDatasets</code>. Those that are not set, or null, are not sent. */
public final class ListDatasetsParams extends Query {

    /** Makes parameters of which none is set. */
    public ListDatasetsParams() {}

    /** Sets <code>page</code>: The page number, from 1. */
    public ListDatasetsParams page(Long page) {
        set("page", page);
        return this;
    }

    /** Sets <code>page</code>: The page number, from 1. */
    public ListDatasetsParams page(long page) {
        set("page", page);
        return this;
    }

    /** Sets <code>limit</code>: The number of datasets per page. */
    public ListDatasetsParams limit(Long limit) {
        set("limit", limit);
        return this;
    }

    /** Sets <code>limit</code>: The number of datasets per page. */
    public ListDatasetsParams limit(long limit) {
        set("limit", limit);
        return this;
    }

    /** Sets <code>sort</code>: The field that determines the order. Default: <code>created_at</code>. */
    public ListDatasetsParams sort(DatasetSortField sort) {
        set("sort", sort);
        return this;
    }

    /** Sets <code>order</code>: The direction of the order. Default: <code>desc</code>. */
    public ListDatasetsParams order(SortOrder order) {
        set("order", order);
        return this;
    }
}
