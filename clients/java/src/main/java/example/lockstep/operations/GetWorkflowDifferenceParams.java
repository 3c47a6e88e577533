// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.internal.Query;

/** The parameters of the operation <code>getWorkflowDifference</code>. Those that are not set, or null, are not sent. */
public final class GetWorkflowDifferenceParams extends Query {

    /** Makes parameters of which none is set. */
    public GetWorkflowDifferenceParams() {}

    /** Sets <code>from</code>: The number of the earlier version. Default: the version before the later version. */
    public GetWorkflowDifferenceParams from(Long from) {
        set("from", from);
        return this;
    }

    /** Sets <code>from</code>: The number of the earlier version. Default: the version before the later version. */
    public GetWorkflowDifferenceParams from(long from) {
        set("from", from);
        return this;
    }

    /** Sets <code>to</code>: The number of the later version. Default: the latest version. */
    public GetWorkflowDifferenceParams to(Long to) {
        set("to", to);
        return this;
    }

    /** Sets <code>to</code>: The number of the later version. Default: the latest version. */
    public GetWorkflowDifferenceParams to(long to) {
        set("to", to);
        return this;
    }
}
