// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.internal.Query;

/** The parameters of the operation <code>readPoints</code>. Those that are not set, or null, are not sent. */
public final class ReadPointsParams extends Query {

    /** Makes parameters of which none is set. */
    public ReadPointsParams() {}

    /** Sets <code>startDate</code>: The start of the range, inclusive: RFC 3339, or a date in the profile's time zone. */
    public ReadPointsParams startDate(String startDate) {
        set("startDate", startDate);
        return this;
    }

    /** Sets <code>endDate</code>: The end of the range, inclusive; a date includes the whole day. */
    public ReadPointsParams endDate(String endDate) {
        set("endDate", endDate);
        return this;
    }

    /** Sets <code>type</code>: Only points of this type. */
    public ReadPointsParams type(String type) {
        set("type", type);
        return this;
    }

    /**
     * Sets <code>device</code>: Only points of this device: the id or the name of a registered device of the account,
     * or another name. The id of a device and its name find the same points.
     */
    public ReadPointsParams device(String device) {
        set("device", device);
        return this;
    }

    /**
     * Sets <code>limit</code>: The maximum number of points. A page is also limited to 16 MiB of JSON:
     * <code>hasMore</code> is then true.
     */
    public ReadPointsParams limit(Long limit) {
        set("limit", limit);
        return this;
    }

    /**
     * Sets <code>limit</code>: The maximum number of points. A page is also limited to 16 MiB of JSON:
     * <code>hasMore</code> is then true.
     */
    public ReadPointsParams limit(long limit) {
        set("limit", limit);
        return this;
    }

    /** Sets <code>offset</code>: The number of points to skip. */
    public ReadPointsParams offset(Long offset) {
        set("offset", offset);
        return this;
    }

    /** Sets <code>offset</code>: The number of points to skip. */
    public ReadPointsParams offset(long offset) {
        set("offset", offset);
        return this;
    }

    /** Sets <code>cursor</code>: <code>nextCursor</code> of the previous page; replaces <code>offset</code>. */
    public ReadPointsParams cursor(String cursor) {
        set("cursor", cursor);
        return this;
    }
}
