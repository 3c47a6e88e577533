// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.internal.Query;

/** The parameters of the operation <code>readDatasetData</code>. Those that are not set, or null, are not sent. */
public final class ReadDatasetDataParams extends Query {

    /** Makes parameters of which none is set. */
    public ReadDatasetDataParams() {}

    /**
     * Sets <code>columns</code>: The names of the columns to return, separated by commas; default: all columns. Only
     * the chunks of these columns are read. A name with a comma is written in quotation marks, as in CSV.
     */
    public ReadDatasetDataParams columns(String columns) {
        set("columns", columns);
        return this;
    }

    /** Sets <code>offset</code>: The number of rows to skip. */
    public ReadDatasetDataParams offset(Long offset) {
        set("offset", offset);
        return this;
    }

    /** Sets <code>offset</code>: The number of rows to skip. */
    public ReadDatasetDataParams offset(long offset) {
        set("offset", offset);
        return this;
    }

    /** Sets <code>limit</code>: The number of rows to return; default: all rows. */
    public ReadDatasetDataParams limit(Long limit) {
        set("limit", limit);
        return this;
    }

    /** Sets <code>limit</code>: The number of rows to return; default: all rows. */
    public ReadDatasetDataParams limit(long limit) {
        set("limit", limit);
        return this;
    }
}
