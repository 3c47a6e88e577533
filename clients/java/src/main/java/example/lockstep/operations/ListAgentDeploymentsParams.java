// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.internal.Query;

/** The parameters of the operation <code>listAgentDeployments</code>. Those that are not set, or null, are not sent. */
public final class ListAgentDeploymentsParams extends Query {

    /** Makes parameters of which none is set. */
    public ListAgentDeploymentsParams() {}

    /** Sets <code>page</code>: The page number, from 1. */
    public ListAgentDeploymentsParams page(Long page) {
        set("page", page);
        return this;
    }

    /** Sets <code>page</code>: The page number, from 1. */
    public ListAgentDeploymentsParams page(long page) {
        set("page", page);
        return this;
    }

    /** Sets <code>limit</code>: The number of deployments per page. */
    public ListAgentDeploymentsParams limit(Long limit) {
        set("limit", limit);
        return this;
    }

    /** Sets <code>limit</code>: The number of deployments per page. */
    public ListAgentDeploymentsParams limit(long limit) {
        set("limit", limit);
        return this;
    }
}
