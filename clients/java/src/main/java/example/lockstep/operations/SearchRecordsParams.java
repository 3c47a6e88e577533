// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.internal.Query;

/** The parameters of the operation <code>searchRecords</code>. Those that are not set, or null, are not sent. */
public final class SearchRecordsParams extends Query {

    /**
     * Makes parameters with the required values.
     *
     * @param query Words of a name or a description, or an id; 200 characters at most.
     */
    public SearchRecordsParams(String query) {
        require("query", query);
    }

    /** Sets <code>limit</code>: The maximum number of records. */
    public SearchRecordsParams limit(Long limit) {
        set("limit", limit);
        return this;
    }

    /** Sets <code>limit</code>: The maximum number of records. */
    public SearchRecordsParams limit(long limit) {
        set("limit", limit);
        return this;
    }

    /**
     * Sets <code>candidates</code>: The maximum number of purchases to search, newest first. All other records are
     * always searched.
     */
    public SearchRecordsParams candidates(Long candidates) {
        set("candidates", candidates);
        return this;
    }

    /**
     * Sets <code>candidates</code>: The maximum number of purchases to search, newest first. All other records are
     * always searched.
     */
    public SearchRecordsParams candidates(long candidates) {
        set("candidates", candidates);
        return this;
    }

    /** Sets <code>hops</code>: The maximum number of links from a found record to a record in <code>linked</code>. */
    public SearchRecordsParams hops(Long hops) {
        set("hops", hops);
        return this;
    }

    /** Sets <code>hops</code>: The maximum number of links from a found record to a record in <code>linked</code>. */
    public SearchRecordsParams hops(long hops) {
        set("hops", hops);
        return this;
    }
}
