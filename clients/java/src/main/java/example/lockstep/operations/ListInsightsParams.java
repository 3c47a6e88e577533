// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.internal.Query;

/** The parameters of the operation <code>listInsights</code>. Those that are not set, or null, are not sent. */
public final class ListInsightsParams extends Query {

    /** Makes parameters of which none is set. */
    public ListInsightsParams() {}

    /** Sets <code>limit</code>: The maximum number of insights. */
    public ListInsightsParams limit(Long limit) {
        set("limit", limit);
        return this;
    }

    /** Sets <code>limit</code>: The maximum number of insights. */
    public ListInsightsParams limit(long limit) {
        set("limit", limit);
        return this;
    }
}
