// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.internal.Query;

/** The parameters of the operation <code>listErasures</code>. Those that are not set, or null, are not sent. */
public final class ListErasuresParams extends Query {

    /** Makes parameters of which none is set. */
    public ListErasuresParams() {}

    /**
     * Sets <code>page</code>.
     *
     * @param page The page number, from 1.
     * @return this object
     */
    public ListErasuresParams page(Long page) {
        set("page", page);
        return this;
    }

    /**
     * Sets <code>page</code>.
     *
     * @param page The page number, from 1.
     * @return this object
     */
    public ListErasuresParams page(long page) {
        set("page", page);
        return this;
    }

    /**
     * Sets <code>limit</code>.
     *
     * @param limit The number of erasures per page.
     * @return this object
     */
    public ListErasuresParams limit(Long limit) {
        set("limit", limit);
        return this;
    }

    /**
     * Sets <code>limit</code>.
     *
     * @param limit The number of erasures per page.
     * @return this object
     */
    public ListErasuresParams limit(long limit) {
        set("limit", limit);
        return this;
    }

    /**
     * Sets <code>userId</code>.
     *
     * @param userId Only erasures of this account, found by the digest in the receipt.
     * @return this object
     */
    public ListErasuresParams userId(String userId) {
        set("userId", userId);
        return this;
    }
}
