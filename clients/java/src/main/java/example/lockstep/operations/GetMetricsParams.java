// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.internal.Query;

/** The parameters of the operation <code>getMetrics</code>. Those that are not set, or null, are not sent. */
public final class GetMetricsParams extends Query {

    /** Makes parameters of which none is set. */
    public GetMetricsParams() {}

    /**
     * Sets <code>startDate</code>: The start of the range, inclusive: RFC 3339, or a date in the profile's time zone.
     * Default: 168 hours before the end, which is no whole number of calendar days.
     */
    public GetMetricsParams startDate(String startDate) {
        set("startDate", startDate);
        return this;
    }

    /**
     * Sets <code>endDate</code>: The end of the range, inclusive; a date includes the whole day. Default: the latest
     * point.
     */
    public GetMetricsParams endDate(String endDate) {
        set("endDate", endDate);
        return this;
    }

    /**
     * Sets <code>metrics</code>: Names separated by commas, from the fields of <code>PerformanceMetrics</code>.
     * Default: heartRateZones,recoveryScore,trainingLoad,fatigueLevel.
     */
    public GetMetricsParams metrics(String metrics) {
        set("metrics", metrics);
        return this;
    }

    /**
     * Sets <code>interval</code>: Also return the metrics of each <code>day</code>, <code>week</code> (ISO 8601, from
     * Monday) or <code>month</code> of the range, in the calendar of the profile's time zone. The first and the last
     * row end at the limits of the range. A range with more than 366 rows is refused with 400.
     */
    public GetMetricsParams interval(String interval) {
        set("interval", interval);
        return this;
    }
}
