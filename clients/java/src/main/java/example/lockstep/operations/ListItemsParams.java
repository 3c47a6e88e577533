// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.internal.Query;
import example.lockstep.models.*;

/** The parameters of the operation <code>listItems</code>. Those that are not set, or null, are not sent. */
public final class ListItemsParams extends Query {

    /** Makes parameters of which none is set. */
    public ListItemsParams() {}

    /** Sets <code>page</code>: The page number, from 1. */
    public ListItemsParams page(Long page) {
        set("page", page);
        return this;
    }

    /** Sets <code>page</code>: The page number, from 1. */
    public ListItemsParams page(long page) {
        set("page", page);
        return this;
    }

    /** Sets <code>limit</code>: The number of items per page. */
    public ListItemsParams limit(Long limit) {
        set("limit", limit);
        return this;
    }

    /** Sets <code>limit</code>: The number of items per page. */
    public ListItemsParams limit(long limit) {
        set("limit", limit);
        return this;
    }

    /** Sets <code>category</code>: Only items of this category. */
    public ListItemsParams category(String category) {
        set("category", category);
        return this;
    }

    /** Sets <code>status</code>: Only items with this status. */
    public ListItemsParams status(ItemStatus status) {
        set("status", status);
        return this;
    }

    /**
     * Sets <code>search</code>: Only items whose name or description contains a word that starts with each of these
     * words.
     */
    public ListItemsParams search(String search) {
        set("search", search);
        return this;
    }
}
