// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.internal.Query;

/** The parameters of the operation <code>searchOffers</code>. Those that are not set, or null, are not sent. */
public final class SearchOffersParams extends Query {

    /**
     * Makes parameters with the required values.
     *
     * @param query Words: an offer matches if its title or description has, for each of them, a word that begins with
     *     it. <code>tokens</code>, <code>listings</code> and <code>items</code> select these kinds instead. 200
     *     characters and 16 words at most.
     */
    public SearchOffersParams(String query) {
        require("query", query);
    }

    /** Sets <code>limit</code>: The maximum number of offers. */
    public SearchOffersParams limit(Long limit) {
        set("limit", limit);
        return this;
    }

    /** Sets <code>limit</code>: The maximum number of offers. */
    public SearchOffersParams limit(long limit) {
        set("limit", limit);
        return this;
    }
}
