// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.internal.Query;

/** The parameters of the operation <code>replaceDatasetData</code>. Those that are not set, or null, are not sent. */
public final class ReplaceDatasetDataParams extends Query {

    /** Makes parameters of which none is set. */
    public ReplaceDatasetDataParams() {}

    /**
     * Sets <code>precision</code>: The maximum number of decimals that a number may have; a column with more is
     * refused. No number is rounded. Default: any number of decimals.
     */
    public ReplaceDatasetDataParams precision(Long precision) {
        set("precision", precision);
        return this;
    }

    /**
     * Sets <code>precision</code>: The maximum number of decimals that a number may have; a column with more is
     * refused. No number is rounded. Default: any number of decimals.
     */
    public ReplaceDatasetDataParams precision(long precision) {
        set("precision", precision);
        return this;
    }

    /**
     * Sets <code>guarded</code>: Whether a CSV file is an answer of this API, which has an apostrophe before each text
     * that a spreadsheet would evaluate. The apostrophe is then removed. In other files it belongs to the text.
     */
    public ReplaceDatasetDataParams guarded(Boolean guarded) {
        set("guarded", guarded);
        return this;
    }
}
