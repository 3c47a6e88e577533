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
 * Credentials of the caller's account for programs; scopes and an expiry can limit them.
 *
 * <p>A method returns at once. Cancelling its future cancels the request.
 */
public final class ApiKeysAsyncOperations {

    private static final Operation<ApiKeyWithSecret> CREATE_API_KEY =
            new Operation<ApiKeyWithSecret>("POST", "/v1/api-keys", ApiKeyWithSecret.class).withIdempotencyKey();

    private static final Operation<DeletedApiKey> DELETE_API_KEY =
            new Operation<DeletedApiKey>("DELETE", "/v1/api-keys/{id}", DeletedApiKey.class);

    private static final Operation<ApiKeyPage> LIST_API_KEYS =
            new Operation<ApiKeyPage>("GET", "/v1/api-keys", ApiKeyPage.class);
    private static final Paging<ApiKeyPage, ApiKey> LIST_API_KEYS_PAGES =
            Paging.byNumber(ApiKeyPage::apiKeys, ApiKeyPage::page, ApiKeyPage::limit, ApiKeyPage::total);

    private final Transport transport;

    ApiKeysAsyncOperations(Transport transport) {
        this.transport = transport;
    }

    /**
     * Create an API key. Its secret is returned once, in this response.
     *
     * @return the answer
     * @see ApiKeysOperations#createApiKey(CreateApiKeyRequest, CallOptions)
     */
    public CompletableFuture<ApiKeyWithSecret> createApiKey(CreateApiKeyRequest body, CallOptions options) {
        return transport.call(CREATE_API_KEY, new Arguments().json(body), options);
    }

    /** Create an API key. Its secret is returned once, in this response, with the default options. */
    public CompletableFuture<ApiKeyWithSecret> createApiKey(CreateApiKeyRequest body) {
        return createApiKey(body, CallOptions.DEFAULT);
    }

    /**
     * Delete an API key and every key it created.
     *
     * @return the answer
     * @see ApiKeysOperations#deleteApiKey(String, CallOptions)
     */
    public CompletableFuture<DeletedApiKey> deleteApiKey(String id, CallOptions options) {
        return transport.call(DELETE_API_KEY, new Arguments().path("id", id), options);
    }

    /** Delete an API key and every key it created, with the default options. */
    public CompletableFuture<DeletedApiKey> deleteApiKey(String id) {
        return deleteApiKey(id, CallOptions.DEFAULT);
    }

    /**
     * List the caller's API keys, without their secrets.
     *
     * @return the answer
     * @see ApiKeysOperations#listApiKeys(ListApiKeysParams, CallOptions)
     */
    public CompletableFuture<ApiKeyPage> listApiKeys(ListApiKeysParams params, CallOptions options) {
        return transport.call(LIST_API_KEYS, new Arguments().query(params), options);
    }

    /** List the caller's API keys, without their secrets, with the default options. */
    public CompletableFuture<ApiKeyPage> listApiKeys(ListApiKeysParams params) {
        return listApiKeys(params, CallOptions.DEFAULT);
    }

    /** List the caller's API keys, without their secrets, with the default options. */
    public CompletableFuture<ApiKeyPage> listApiKeys() {
        return listApiKeys(null, CallOptions.DEFAULT);
    }

    /**
     * List the caller's API keys, without their secrets.
     *
     * @return the entries of all pages
     * @see ApiKeysOperations#listApiKeysAll(ListApiKeysParams, CallOptions)
     */
    public AsyncPages<ApiKey> listApiKeysAll(ListApiKeysParams params, CallOptions options) {
        return new AsyncPages<>(transport, LIST_API_KEYS, LIST_API_KEYS_PAGES, new Arguments().query(params), options);
    }

    /** List the caller's API keys, without their secrets, with the default options. */
    public AsyncPages<ApiKey> listApiKeysAll(ListApiKeysParams params) {
        return listApiKeysAll(params, CallOptions.DEFAULT);
    }

    /** List the caller's API keys, without their secrets, with the default options. */
    public AsyncPages<ApiKey> listApiKeysAll() {
        return listApiKeysAll(null, CallOptions.DEFAULT);
    }
}
