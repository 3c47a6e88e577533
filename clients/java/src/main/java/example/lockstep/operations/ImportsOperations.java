// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.CallOptions;
import example.lockstep.Pages;
import example.lockstep.internal.Futures;
import example.lockstep.internal.Transport;
import example.lockstep.models.*;

/**
 * The record of each imported file, by which the import can be undone.
 *
 * <p>A method waits for the answer. Interrupting the thread cancels the request.
 */
public final class ImportsOperations {

    private final ImportsAsyncOperations async;

    ImportsOperations(Transport transport) {
        this.async = new ImportsAsyncOperations(transport);
    }

    /**
     * Undo an import: delete the points that it added, and its activities.
     *
     * <p>A point that was stored before the import is kept with the value from the import. A point that another import
     * contains too is kept until that import is undone. A point that <code>POST /data</code> sent again later is kept.
     * With <code>points=keep</code>, only the record of the import is deleted.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account; 422 ENCRYPTION_ERROR: the
     * requested encryption is not available, or a stored key is lost or damaged.
     *
     * @param id The id of the import
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public DeletedImport deleteImport(String id, DeleteImportParams params, CallOptions options) {
        return Futures.await(async.deleteImport(id, params, options));
    }

    /** Undo an import: delete the points that it added, and its activities, with the default options. */
    public DeletedImport deleteImport(String id, DeleteImportParams params) {
        return deleteImport(id, params, CallOptions.DEFAULT);
    }

    /** Undo an import: delete the points that it added, and its activities, with the default options. */
    public DeletedImport deleteImport(String id) {
        return deleteImport(id, null, CallOptions.DEFAULT);
    }

    /**
     * List imports, newest first.
     *
     * <p>Refusals: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or
     * damaged.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public ImportPage listImports(ListImportsParams params, CallOptions options) {
        return Futures.await(async.listImports(params, options));
    }

    /** List imports, newest first, with the default options. */
    public ImportPage listImports(ListImportsParams params) {
        return listImports(params, CallOptions.DEFAULT);
    }

    /** List imports, newest first, with the default options. */
    public ImportPage listImports() {
        return listImports(null, CallOptions.DEFAULT);
    }

    /**
     * List imports, newest first.
     *
     * <p>A page is requested when its first entry is read.
     *
     * <p>Refusals: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or
     * damaged.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the entries of all pages
     */
    public Pages<Import> listImportsAll(ListImportsParams params, CallOptions options) {
        return new Pages<>(async.listImportsAll(params, options));
    }

    /** List imports, newest first, with the default options. */
    public Pages<Import> listImportsAll(ListImportsParams params) {
        return listImportsAll(params, CallOptions.DEFAULT);
    }

    /** List imports, newest first, with the default options. */
    public Pages<Import> listImportsAll() {
        return listImportsAll(null, CallOptions.DEFAULT);
    }
}
