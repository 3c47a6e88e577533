// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.internal.Query;

/** The parameters of the operation <code>getDatasetStatistics</code>. Those that are not set, or null, are not sent. */
public final class GetDatasetStatisticsParams extends Query {

    /** Makes parameters of which none is set. */
    public GetDatasetStatisticsParams() {}

    /**
     * Sets <code>columns</code>: The names of columns of numbers, separated by commas, as in CSV; default: every
     * column of numbers.
     */
    public GetDatasetStatisticsParams columns(String columns) {
        set("columns", columns);
        return this;
    }
}
