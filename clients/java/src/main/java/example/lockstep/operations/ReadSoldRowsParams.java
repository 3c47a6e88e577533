// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.internal.Query;

/** The parameters of the operation <code>readSoldRows</code>. Those that are not set, or null, are not sent. */
public final class ReadSoldRowsParams extends Query {

    /** Makes parameters of which none is set. */
    public ReadSoldRowsParams() {}

    /** Sets <code>columns</code>: The names of the columns to return, separated by commas; default: all columns. */
    public ReadSoldRowsParams columns(String columns) {
        set("columns", columns);
        return this;
    }

    /** Sets <code>offset</code>: The number of rows to skip. */
    public ReadSoldRowsParams offset(Long offset) {
        set("offset", offset);
        return this;
    }

    /** Sets <code>offset</code>: The number of rows to skip. */
    public ReadSoldRowsParams offset(long offset) {
        set("offset", offset);
        return this;
    }

    /** Sets <code>limit</code>: The number of rows to return; default: all rows. */
    public ReadSoldRowsParams limit(Long limit) {
        set("limit", limit);
        return this;
    }

    /** Sets <code>limit</code>: The number of rows to return; default: all rows. */
    public ReadSoldRowsParams limit(long limit) {
        set("limit", limit);
        return this;
    }

    /**
     * Sets <code>use</code>: The header <code>Lockstep-Use</code> of an earlier response. The request then continues
     * that use for up to one hour, for example to read more rows or to resume an interrupted download.
     */
    public ReadSoldRowsParams use(String use) {
        set("use", use);
        return this;
    }
}
