// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.internal.Query;

/** The parameters of the operation <code>listWorkflows</code>. Those that are not set, or null, are not sent. */
public final class ListWorkflowsParams extends Query {

    /** Makes parameters of which none is set. */
    public ListWorkflowsParams() {}

    /** Sets <code>page</code>: The page number, from 1. */
    public ListWorkflowsParams page(Long page) {
        set("page", page);
        return this;
    }

    /** Sets <code>page</code>: The page number, from 1. */
    public ListWorkflowsParams page(long page) {
        set("page", page);
        return this;
    }

    /** Sets <code>limit</code>: The number of entries per page. */
    public ListWorkflowsParams limit(Long limit) {
        set("limit", limit);
        return this;
    }

    /** Sets <code>limit</code>: The number of entries per page. */
    public ListWorkflowsParams limit(long limit) {
        set("limit", limit);
        return this;
    }
}
