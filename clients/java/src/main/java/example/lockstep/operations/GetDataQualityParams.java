// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.internal.Query;

/** The parameters of the operation <code>getDataQuality</code>. Those that are not set, or null, are not sent. */
public final class GetDataQualityParams extends Query {

    /** Makes parameters of which none is set. */
    public GetDataQualityParams() {}

    /**
     * Sets <code>startDate</code>: The first day in the profile's time zone. Default: the first of the 30 days that
     * end with <code>endDate</code>.
     */
    public GetDataQualityParams startDate(String startDate) {
        set("startDate", startDate);
        return this;
    }

    /** Sets <code>endDate</code>: The last day. Default: the day of the latest point. */
    public GetDataQualityParams endDate(String endDate) {
        set("endDate", endDate);
        return this;
    }
}
