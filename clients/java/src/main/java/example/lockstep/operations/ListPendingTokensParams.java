// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.internal.Query;

/** The parameters of the operation <code>listPendingTokens</code>. Those that are not set, or null, are not sent. */
public final class ListPendingTokensParams extends Query {

    /** Makes parameters of which none is set. */
    public ListPendingTokensParams() {}

    /** Sets <code>limit</code>: The maximum number of tokens of the page. */
    public ListPendingTokensParams limit(Long limit) {
        set("limit", limit);
        return this;
    }

    /** Sets <code>limit</code>: The maximum number of tokens of the page. */
    public ListPendingTokensParams limit(long limit) {
        set("limit", limit);
        return this;
    }

    /** Sets <code>cursor</code>: <code>nextCursor</code> of the previous page. */
    public ListPendingTokensParams cursor(String cursor) {
        set("cursor", cursor);
        return this;
    }
}
