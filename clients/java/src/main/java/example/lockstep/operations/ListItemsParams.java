// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.internal.Query;
import example.lockstep.models.*;

/** The parameters of the operation <code>listItems</code>. Those that are not set, or null, are not sent. */
public final class ListItemsParams extends Query {

    /** Makes parameters of which none is set. */
    public ListItemsParams() {}

    /**
     * Sets <code>page</code>.
     *
     * @param page The page number, from 1.
     * @return this object
     */
    public ListItemsParams page(Long page) {
        set("page", page);
        return this;
    }

    /**
     * Sets <code>page</code>.
     *
     * @param page The page number, from 1.
     * @return this object
     */
    public ListItemsParams page(long page) {
        set("page", page);
        return this;
    }

    /**
     * Sets <code>limit</code>.
     *
     * @param limit The number of items per page.
     * @return this object
     */
    public ListItemsParams limit(Long limit) {
        set("limit", limit);
        return this;
    }

    /**
     * Sets <code>limit</code>.
     *
     * @param limit The number of items per page.
     * @return this object
     */
    public ListItemsParams limit(long limit) {
        set("limit", limit);
        return this;
    }

    /**
     * Sets <code>category</code>.
     *
     * @param category Only items of this category.
     * @return this object
     */
    public ListItemsParams category(String category) {
        set("category", category);
        return this;
    }

    /**
     * Sets <code>status</code>.
     *
     * @param status Only items with this status.
     * @return this object
     */
    public ListItemsParams status(ItemStatus status) {
        set("status", status);
        return this;
    }

    /**
     * Sets <code>search</code>.
     *
     * @param search Only items with each of these words, or a word that begins so, in the name or the description.
     * @return this object
     */
    public ListItemsParams search(String search) {
        set("search", search);
        return this;
    }
}
