// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.internal.Query;

/** The parameters of the operation <code>getWorkflow</code>. Those that are not set, or null, are not sent. */
public final class GetWorkflowParams extends Query {

    /** Makes parameters of which none is set. */
    public GetWorkflowParams() {}

    /** Sets <code>version</code>: The number of the version. Default: the latest version. */
    public GetWorkflowParams version(Long version) {
        set("version", version);
        return this;
    }

    /** Sets <code>version</code>: The number of the version. Default: the latest version. */
    public GetWorkflowParams version(long version) {
        set("version", version);
        return this;
    }
}
