// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.internal.Query;
import example.lockstep.models.*;

/** The parameters of the operation <code>deleteActivity</code>. Those that are not set, or null, are not sent. */
public final class DeleteActivityParams extends Query {

    /** Makes parameters of which none is set. */
    public DeleteActivityParams() {}

    /**
     * Sets <code>points</code>: <code>delete</code> also deletes the points that the activity's own devices recorded
     * between its start and its end. Default: <code>keep</code>.
     */
    public DeleteActivityParams points(PointRetention points) {
        set("points", points);
        return this;
    }
}
