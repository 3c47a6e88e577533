// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.internal.Query;
import example.lockstep.models.*;

/** The parameters of the operation <code>getMeanMaximalCurve</code>. Those that are not set, or null, are not sent. */
public final class GetMeanMaximalCurveParams extends Query {

    /**
     * Makes parameters with the required values.
     *
     * @param type The type of the points.
     */
    public GetMeanMaximalCurveParams(MeanMaximalCurveType type) {
        require("type", type);
    }

    /**
     * Sets <code>startDate</code>: The start of the range, inclusive: RFC 3339, or a date in the profile's time zone.
     * Default: 365 days before the end.
     */
    public GetMeanMaximalCurveParams startDate(String startDate) {
        set("startDate", startDate);
        return this;
    }

    /**
     * Sets <code>endDate</code>: The end of the range, inclusive; a date includes the whole day. Default: the latest
     * point.
     */
    public GetMeanMaximalCurveParams endDate(String endDate) {
        set("endDate", endDate);
        return this;
    }

    /**
     * Sets <code>sport</code>: Only points of activities of this family of sports: <code>cycling</code>,
     * <code>running</code>, <code>walking</code>, <code>swimming</code>, <code>rowing</code> or <code>skiing</code>.
     * Default: all points of every sport.
     */
    public GetMeanMaximalCurveParams sport(String sport) {
        set("sport", sport);
        return this;
    }
}
