// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.internal.Query;
import example.lockstep.models.*;

/** The parameters of the operation <code>listDataTokens</code>. Those that are not set, or null, are not sent. */
public final class ListDataTokensParams extends Query {

    /** Makes parameters of which none is set. */
    public ListDataTokensParams() {}

    /**
     * Sets <code>scope</code>: <code>own</code> for your tokens, <code>market</code> for the tokens that can be
     * bought. Default: <code>own</code>.
     */
    public ListDataTokensParams scope(DataTokenScope scope) {
        set("scope", scope);
        return this;
    }

    /** Sets <code>limit</code>: The maximum number of tokens of the page. */
    public ListDataTokensParams limit(Long limit) {
        set("limit", limit);
        return this;
    }

    /** Sets <code>limit</code>: The maximum number of tokens of the page. */
    public ListDataTokensParams limit(long limit) {
        set("limit", limit);
        return this;
    }

    /** Sets <code>cursor</code>: <code>nextCursor</code> of the previous page. */
    public ListDataTokensParams cursor(String cursor) {
        set("cursor", cursor);
        return this;
    }
}
