// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.internal.Query;
import example.lockstep.models.*;

/** The parameters of the operation <code>deleteImport</code>. Those that are not set, or null, are not sent. */
public final class DeleteImportParams extends Query {

    /** Makes parameters of which none is set. */
    public DeleteImportParams() {}

    /**
     * Sets <code>points</code>: <code>delete</code>: delete the points and activities of the import.
     * <code>keep</code>: keep them and delete only the record of the import. Default: <code>delete</code>.
     */
    public DeleteImportParams points(PointRetention points) {
        set("points", points);
        return this;
    }
}
