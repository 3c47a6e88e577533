// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.internal.Query;

/** The parameters of the operation <code>comparePrices</code>. Those that are not set, or null, are not sent. */
public final class ComparePricesParams extends Query {

    /** Makes parameters of which none is set. */
    public ComparePricesParams() {}

    /** Sets <code>type</code>: Only data tokens with points of this measurement type. */
    public ComparePricesParams type(String type) {
        set("type", type);
        return this;
    }

    /**
     * Sets <code>words</code>: Only offers whose title or description has words that begin with each of these words;
     * 200 characters at most.
     */
    public ComparePricesParams words(String words) {
        set("words", words);
        return this;
    }

    /** Sets <code>limit</code>: The maximum number of offers to name. The prices are those of all that match. */
    public ComparePricesParams limit(Long limit) {
        set("limit", limit);
        return this;
    }

    /** Sets <code>limit</code>: The maximum number of offers to name. The prices are those of all that match. */
    public ComparePricesParams limit(long limit) {
        set("limit", limit);
        return this;
    }
}
