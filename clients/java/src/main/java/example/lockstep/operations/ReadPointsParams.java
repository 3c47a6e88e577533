// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.internal.Query;

/** The parameters of the operation <code>readPoints</code>. Those that are not set, or null, are not sent. */
public final class ReadPointsParams extends Query {

    /** Makes parameters of which none is set. */
    public ReadPointsParams() {}

    /**
     * Sets <code>startDate</code>.
     *
     * @param startDate The first moment, inclusive: RFC 3339, or a date in the profile's time zone.
     * @return this object
     */
    public ReadPointsParams startDate(String startDate) {
        set("startDate", startDate);
        return this;
    }

    /**
     * Sets <code>endDate</code>.
     *
     * @param endDate The last moment, inclusive; a date includes the whole day.
     * @return this object
     */
    public ReadPointsParams endDate(String endDate) {
        set("endDate", endDate);
        return this;
    }

    /**
     * Sets <code>type</code>.
     *
     * @param type Only points of this type.
     * @return this object
     */
    public ReadPointsParams type(String type) {
        set("type", type);
        return this;
    }

    /**
     * Sets <code>device</code>.
     *
     * @param device Only points of this device.
     * @return this object
     */
    public ReadPointsParams device(String device) {
        set("device", device);
        return this;
    }

    /**
     * Sets <code>limit</code>.
     *
     * @param limit The maximum number of points. A page is also limited to 16 MiB of JSON: <code>hasMore</code> is
     *     then true.
     * @return this object
     */
    public ReadPointsParams limit(Long limit) {
        set("limit", limit);
        return this;
    }

    /**
     * Sets <code>limit</code>.
     *
     * @param limit The maximum number of points. A page is also limited to 16 MiB of JSON: <code>hasMore</code> is
     *     then true.
     * @return this object
     */
    public ReadPointsParams limit(long limit) {
        set("limit", limit);
        return this;
    }

    /**
     * Sets <code>offset</code>.
     *
     * @param offset The number of points to skip.
     * @return this object
     */
    public ReadPointsParams offset(Long offset) {
        set("offset", offset);
        return this;
    }

    /**
     * Sets <code>offset</code>.
     *
     * @param offset The number of points to skip.
     * @return this object
     */
    public ReadPointsParams offset(long offset) {
        set("offset", offset);
        return this;
    }

    /**
     * Sets <code>cursor</code>.
     *
     * @param cursor <code>nextCursor</code> of the previous page; replaces <code>offset</code>.
     * @return this object
     */
    public ReadPointsParams cursor(String cursor) {
        set("cursor", cursor);
        return this;
    }
}
