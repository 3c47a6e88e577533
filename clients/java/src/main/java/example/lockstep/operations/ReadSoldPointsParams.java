// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.internal.Query;
import example.lockstep.models.*;

/** The parameters of the operation <code>readSoldPoints</code>. Those that are not set, or null, are not sent. */
public final class ReadSoldPointsParams extends Query {

    /** Makes parameters of which none is set. */
    public ReadSoldPointsParams() {}

    /** Sets <code>limit</code>: The maximum number of points of the page. */
    public ReadSoldPointsParams limit(Long limit) {
        set("limit", limit);
        return this;
    }

    /** Sets <code>limit</code>: The maximum number of points of the page. */
    public ReadSoldPointsParams limit(long limit) {
        set("limit", limit);
        return this;
    }

    /**
     * Sets <code>cursor</code>: <code>nextCursor</code> of the previous page: the request continues the same use, for
     * one hour.
     */
    public ReadSoldPointsParams cursor(String cursor) {
        set("cursor", cursor);
        return this;
    }

    /**
     * Sets <code>format</code>: <code>json</code>, or <code>csv</code> unless the token has the restriction
     * <code>no-export</code>. Default: <code>json</code>.
     */
    public ReadSoldPointsParams format(SoldDataFormat format) {
        set("format", format);
        return this;
    }
}
