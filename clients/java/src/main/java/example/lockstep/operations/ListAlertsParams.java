// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.internal.Query;
import example.lockstep.models.*;

/** The parameters of the operation <code>listAlerts</code>. Those that are not set, or null, are not sent. */
public final class ListAlertsParams extends Query {

    /** Makes parameters of which none is set. */
    public ListAlertsParams() {}

    /** Sets <code>page</code>: The page number, from 1. */
    public ListAlertsParams page(Long page) {
        set("page", page);
        return this;
    }

    /** Sets <code>page</code>: The page number, from 1. */
    public ListAlertsParams page(long page) {
        set("page", page);
        return this;
    }

    /** Sets <code>limit</code>: The number of alerts per page. */
    public ListAlertsParams limit(Long limit) {
        set("limit", limit);
        return this;
    }

    /** Sets <code>limit</code>: The number of alerts per page. */
    public ListAlertsParams limit(long limit) {
        set("limit", limit);
        return this;
    }

    /**
     * Sets <code>status</code>: <code>active</code>: the condition of the alert is met; <code>ended</code>: it is no
     * longer met; <code>all</code>: both. Default: <code>active</code>.
     */
    public ListAlertsParams status(AlertStatusFilter status) {
        set("status", status);
        return this;
    }
}
