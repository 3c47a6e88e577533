// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.internal.Query;

/** The parameters of the operation <code>listBlocks</code>. Those that are not set, or null, are not sent. */
public final class ListBlocksParams extends Query {

    /** Makes parameters of which none is set. */
    public ListBlocksParams() {}

    /**
     * Sets <code>startDate</code>.
     *
     * @param startDate Blocks that end at this time or later: RFC 3339, or a date in the profile's time zone.
     * @return this object
     */
    public ListBlocksParams startDate(String startDate) {
        set("startDate", startDate);
        return this;
    }

    /**
     * Sets <code>endDate</code>.
     *
     * @param endDate Blocks that begin at this time or earlier; a date includes the whole day.
     * @return this object
     */
    public ListBlocksParams endDate(String endDate) {
        set("endDate", endDate);
        return this;
    }

    /**
     * Sets <code>type</code>.
     *
     * @param type Only points of this type.
     * @return this object
     */
    public ListBlocksParams type(String type) {
        set("type", type);
        return this;
    }

    /**
     * Sets <code>device</code>.
     *
     * @param device Only points of this device.
     * @return this object
     */
    public ListBlocksParams device(String device) {
        set("device", device);
        return this;
    }

    /**
     * Sets <code>limit</code>.
     *
     * @param limit The maximum number of blocks.
     * @return this object
     */
    public ListBlocksParams limit(Long limit) {
        set("limit", limit);
        return this;
    }

    /**
     * Sets <code>limit</code>.
     *
     * @param limit The maximum number of blocks.
     * @return this object
     */
    public ListBlocksParams limit(long limit) {
        set("limit", limit);
        return this;
    }

    /**
     * Sets <code>cursor</code>.
     *
     * @param cursor <code>nextCursor</code> of the previous page.
     * @return this object
     */
    public ListBlocksParams cursor(String cursor) {
        set("cursor", cursor);
        return this;
    }
}
