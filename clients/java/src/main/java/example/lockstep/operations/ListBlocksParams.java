// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.internal.Query;

/** The parameters of the operation <code>listBlocks</code>. Those that are not set, or null, are not sent. */
public final class ListBlocksParams extends Query {

    /** Makes parameters of which none is set. */
    public ListBlocksParams() {}

    /**
     * Sets <code>startDate</code>: Blocks that end at this time or later: RFC 3339, or a date in the profile's time
     * zone.
     */
    public ListBlocksParams startDate(String startDate) {
        set("startDate", startDate);
        return this;
    }

    /** Sets <code>endDate</code>: Blocks that begin at this time or earlier; a date includes the whole day. */
    public ListBlocksParams endDate(String endDate) {
        set("endDate", endDate);
        return this;
    }

    /** Sets <code>type</code>: Only blocks of this type. */
    public ListBlocksParams type(String type) {
        set("type", type);
        return this;
    }

    /**
     * Sets <code>device</code>: Only blocks of this device: the id or the name of a registered device of the account,
     * or another name. The id of a device and its name find the same blocks.
     */
    public ListBlocksParams device(String device) {
        set("device", device);
        return this;
    }

    /** Sets <code>limit</code>: The maximum number of blocks. */
    public ListBlocksParams limit(Long limit) {
        set("limit", limit);
        return this;
    }

    /** Sets <code>limit</code>: The maximum number of blocks. */
    public ListBlocksParams limit(long limit) {
        set("limit", limit);
        return this;
    }

    /** Sets <code>cursor</code>: <code>nextCursor</code> of the previous page. */
    public ListBlocksParams cursor(String cursor) {
        set("cursor", cursor);
        return this;
    }
}
