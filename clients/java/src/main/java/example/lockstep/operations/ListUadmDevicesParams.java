// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.internal.Query;
import example.lockstep.models.*;

/** The parameters of the operation <code>listUadmDevices</code>. Those that are not set, or null, are not sent. */
public final class ListUadmDevicesParams extends Query {

    /** Makes parameters of which none is set. */
    public ListUadmDevicesParams() {}

    /** Sets <code>page</code>: The page number, from 1. */
    public ListUadmDevicesParams page(Long page) {
        set("page", page);
        return this;
    }

    /** Sets <code>page</code>: The page number, from 1. */
    public ListUadmDevicesParams page(long page) {
        set("page", page);
        return this;
    }

    /** Sets <code>limit</code>: The number of devices per page. */
    public ListUadmDevicesParams limit(Long limit) {
        set("limit", limit);
        return this;
    }

    /** Sets <code>limit</code>: The number of devices per page. */
    public ListUadmDevicesParams limit(long limit) {
        set("limit", limit);
        return this;
    }

    /** Sets <code>sort</code>: The field that determines the order. Default: <code>created_at</code>. */
    public ListUadmDevicesParams sort(UadmDeviceSortField sort) {
        set("sort", sort);
        return this;
    }

    /** Sets <code>order</code>: The direction of the order. Default: <code>desc</code>. */
    public ListUadmDevicesParams order(SortOrder order) {
        set("order", order);
        return this;
    }
}
