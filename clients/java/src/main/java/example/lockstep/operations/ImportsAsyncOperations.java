// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.AsyncPages;
import example.lockstep.CallOptions;
import example.lockstep.internal.Arguments;
import example.lockstep.internal.Operation;
import example.lockstep.internal.Paging;
import example.lockstep.internal.Transport;
import example.lockstep.models.*;
import java.util.concurrent.CompletableFuture;

/**
 * The record of each imported file, by which the import can be undone.
 *
 * <p>A method returns at once. Cancelling its future cancels the request.
 */
public final class ImportsAsyncOperations {

    private static final Operation<DeletedImport> DELETE_IMPORT =
            new Operation<DeletedImport>("DELETE", "/v1/sfdp/imports/{id}", DeletedImport.class);

    private static final Operation<ImportPage> LIST_IMPORTS =
            new Operation<ImportPage>("GET", "/v1/sfdp/imports", ImportPage.class);
    private static final Paging<ImportPage, Import> LIST_IMPORTS_PAGES =
            Paging.byCursor(ImportPage::imports, ImportPage::nextCursor);

    private final Transport transport;

    ImportsAsyncOperations(Transport transport) {
        this.transport = transport;
    }

    /**
     * Undo an import: delete the points that it added, and its activities.
     *
     * @return the answer
     * @see ImportsOperations#deleteImport(String, DeleteImportParams, CallOptions)
     */
    public CompletableFuture<DeletedImport> deleteImport(String id, DeleteImportParams params, CallOptions options) {
        return transport.call(DELETE_IMPORT, new Arguments().path("id", id).query(params), options);
    }

    /** Undo an import: delete the points that it added, and its activities, with the default options. */
    public CompletableFuture<DeletedImport> deleteImport(String id, DeleteImportParams params) {
        return deleteImport(id, params, CallOptions.DEFAULT);
    }

    /** Undo an import: delete the points that it added, and its activities, with the default options. */
    public CompletableFuture<DeletedImport> deleteImport(String id) {
        return deleteImport(id, null, CallOptions.DEFAULT);
    }

    /**
     * List imports, newest first.
     *
     * @return the answer
     * @see ImportsOperations#listImports(ListImportsParams, CallOptions)
     */
    public CompletableFuture<ImportPage> listImports(ListImportsParams params, CallOptions options) {
        return transport.call(LIST_IMPORTS, new Arguments().query(params), options);
    }

    /** List imports, newest first, with the default options. */
    public CompletableFuture<ImportPage> listImports(ListImportsParams params) {
        return listImports(params, CallOptions.DEFAULT);
    }

    /** List imports, newest first, with the default options. */
    public CompletableFuture<ImportPage> listImports() {
        return listImports(null, CallOptions.DEFAULT);
    }

    /**
     * List imports, newest first.
     *
     * @return the entries of all pages
     * @see ImportsOperations#listImportsAll(ListImportsParams, CallOptions)
     */
    public AsyncPages<Import> listImportsAll(ListImportsParams params, CallOptions options) {
        return new AsyncPages<>(transport, LIST_IMPORTS, LIST_IMPORTS_PAGES, new Arguments().query(params), options);
    }

    /** List imports, newest first, with the default options. */
    public AsyncPages<Import> listImportsAll(ListImportsParams params) {
        return listImportsAll(params, CallOptions.DEFAULT);
    }

    /** List imports, newest first, with the default options. */
    public AsyncPages<Import> listImportsAll() {
        return listImportsAll(null, CallOptions.DEFAULT);
    }
}
