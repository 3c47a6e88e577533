// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.internal.Query;

/** The parameters of the operation <code>getSeries</code>. Those that are not set, or null, are not sent. */
public final class GetSeriesParams extends Query {

    /**
     * Makes parameters with the required values.
     *
     * @param types 1 to 16 types, separated by commas.
     */
    public GetSeriesParams(String types) {
        require("types", types);
    }

    /**
     * Sets <code>device</code>: Only points of this device: the id or the name of a registered device of the account,
     * or another name. The id of a device and its name find the same points. Default: the points of all devices.
     */
    public GetSeriesParams device(String device) {
        set("device", device);
        return this;
    }

    /**
     * Sets <code>startDate</code>: The start of the range, inclusive: RFC 3339, or a date in the profile's time zone.
     * Default: 168 hours before the end, which is no whole number of calendar days.
     */
    public GetSeriesParams startDate(String startDate) {
        set("startDate", startDate);
        return this;
    }

    /**
     * Sets <code>endDate</code>: The end of the range, inclusive; a date includes the whole day. Default: the latest
     * point.
     */
    public GetSeriesParams endDate(String endDate) {
        set("endDate", endDate);
        return this;
    }

    /** Sets <code>buckets</code>: The maximum number of buckets, 1 to 2000. Default: 300. */
    public GetSeriesParams buckets(Long buckets) {
        set("buckets", buckets);
        return this;
    }

    /** Sets <code>buckets</code>: The maximum number of buckets, 1 to 2000. Default: 300. */
    public GetSeriesParams buckets(long buckets) {
        set("buckets", buckets);
        return this;
    }
}
