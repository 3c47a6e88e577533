// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.internal.Query;

/** The parameters of the operation <code>listErasures</code>. Those that are not set, or null, are not sent. */
public final class ListErasuresParams extends Query {

    /** Makes parameters of which none is set. */
    public ListErasuresParams() {}

    /** Sets <code>page</code>: The page number, from 1. */
    public ListErasuresParams page(Long page) {
        set("page", page);
        return this;
    }

    /** Sets <code>page</code>: The page number, from 1. */
    public ListErasuresParams page(long page) {
        set("page", page);
        return this;
    }

    /** Sets <code>limit</code>: The number of erasures per page. */
    public ListErasuresParams limit(Long limit) {
        set("limit", limit);
        return this;
    }

    /** Sets <code>limit</code>: The number of erasures per page. */
    public ListErasuresParams limit(long limit) {
        set("limit", limit);
        return this;
    }

    /** Sets <code>userId</code>: Only erasures of this account, found by the digest in the receipt. */
    public ListErasuresParams userId(String userId) {
        set("userId", userId);
        return this;
    }
}
