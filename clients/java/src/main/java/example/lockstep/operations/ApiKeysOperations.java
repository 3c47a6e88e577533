// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.CallOptions;
import example.lockstep.Pages;
import example.lockstep.internal.Futures;
import example.lockstep.internal.Transport;
import example.lockstep.models.*;

/**
 * Credentials of the caller's account for programs; scopes and an expiry can limit them.
 *
 * <p>A method waits for the answer. Interrupting the thread cancels the request.
 */
public final class ApiKeysOperations {

    private final ApiKeysAsyncOperations async;

    ApiKeysOperations(Transport transport) {
        this.async = new ApiKeysAsyncOperations(transport);
    }

    /**
     * Create an API key. Its secret is returned once, in this response.
     *
     * <p>A key created by an API key has at most the scopes of that key, does not outlive it, and is revoked with it.
     * Without <code>expiresAt</code> it expires with its parent.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account; 409 CONFLICT: the current
     * state of the resource does not allow the request; <code>message</code> says why.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public ApiKeyWithSecret createApiKey(CreateApiKeyRequest body, CallOptions options) {
        return Futures.await(async.createApiKey(body, options));
    }

    /** Create an API key. Its secret is returned once, in this response, with the default options. */
    public ApiKeyWithSecret createApiKey(CreateApiKeyRequest body) {
        return createApiKey(body, CallOptions.DEFAULT);
    }

    /**
     * Delete an API key and every key it created.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param id The id of the key
     * @param options the options of this call
     * @return the answer
     */
    public DeletedApiKey deleteApiKey(String id, CallOptions options) {
        return Futures.await(async.deleteApiKey(id, options));
    }

    /** Delete an API key and every key it created, with the default options. */
    public DeletedApiKey deleteApiKey(String id) {
        return deleteApiKey(id, CallOptions.DEFAULT);
    }

    /**
     * List the caller's API keys, without their secrets.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public ApiKeyPage listApiKeys(ListApiKeysParams params, CallOptions options) {
        return Futures.await(async.listApiKeys(params, options));
    }

    /** List the caller's API keys, without their secrets, with the default options. */
    public ApiKeyPage listApiKeys(ListApiKeysParams params) {
        return listApiKeys(params, CallOptions.DEFAULT);
    }

    /** List the caller's API keys, without their secrets, with the default options. */
    public ApiKeyPage listApiKeys() {
        return listApiKeys(null, CallOptions.DEFAULT);
    }

    /**
     * List the caller's API keys, without their secrets.
     *
     * <p>A page is requested when its first entry is read.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the entries of all pages
     */
    public Pages<ApiKey> listApiKeysAll(ListApiKeysParams params, CallOptions options) {
        return new Pages<>(async.listApiKeysAll(params, options));
    }

    /** List the caller's API keys, without their secrets, with the default options. */
    public Pages<ApiKey> listApiKeysAll(ListApiKeysParams params) {
        return listApiKeysAll(params, CallOptions.DEFAULT);
    }

    /** List the caller's API keys, without their secrets, with the default options. */
    public Pages<ApiKey> listApiKeysAll() {
        return listApiKeysAll(null, CallOptions.DEFAULT);
    }
}
