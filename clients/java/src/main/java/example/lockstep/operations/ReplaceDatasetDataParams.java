// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.internal.Query;

/** The parameters of the operation <code>replaceDatasetData</code>. Those that are not set, or null, are not sent. */
public final class ReplaceDatasetDataParams extends Query {

    /** Makes parameters of which none is set. */
    public ReplaceDatasetDataParams() {}

    /**
     * Sets <code>precision</code>: The maximum number of decimals of a number. A column with more decimals is refused;
     * no number is rounded. Default: any number of decimals.
     */
    public ReplaceDatasetDataParams precision(Long precision) {
        set("precision", precision);
        return this;
    }

    /**
     * Sets <code>precision</code>: The maximum number of decimals of a number. A column with more decimals is refused;
     * no number is rounded. Default: any number of decimals.
     */
    public ReplaceDatasetDataParams precision(long precision) {
        set("precision", precision);
        return this;
    }

    /**
     * Sets <code>guarded</code>: Whether the CSV file was downloaded from this API, which puts an apostrophe before
     * each text that a spreadsheet would evaluate. If true, these apostrophes are removed.
     */
    public ReplaceDatasetDataParams guarded(Boolean guarded) {
        set("guarded", guarded);
        return this;
    }
}
