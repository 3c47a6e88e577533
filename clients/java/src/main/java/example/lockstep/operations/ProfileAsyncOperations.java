// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.CallOptions;
import example.lockstep.internal.Arguments;
import example.lockstep.internal.Operation;
import example.lockstep.internal.Transport;
import example.lockstep.models.*;
import java.util.concurrent.CompletableFuture;

/**
 * What formulas need to know about the person.
 *
 * <p>A method returns at once. Cancelling its future cancels the request.
 */
public final class ProfileAsyncOperations {

    private static final Operation<Profile> GET_PROFILE =
            new Operation<Profile>("GET", "/v1/sfdp/profile", Profile.class);

    private static final Operation<Profile> REPLACE_PROFILE =
            new Operation<Profile>("PUT", "/v1/sfdp/profile", Profile.class);

    private static final Operation<Profile> UPDATE_PROFILE =
            new Operation<Profile>("PATCH", "/v1/sfdp/profile", Profile.class);

    private final Transport transport;

    ProfileAsyncOperations(Transport transport) {
        this.transport = transport;
    }

    /**
     * Get the profile.
     *
     * <p>Refusals: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or
     * damaged.
     *
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<Profile> getProfile(CallOptions options) {
        return transport.call(GET_PROFILE, new Arguments(), options);
    }

    /**
     * Get the profile. Takes the default options of the client.
     *
     * @return the answer
     */
    public CompletableFuture<Profile> getProfile() {
        return getProfile(CallOptions.DEFAULT);
    }

    /**
     * Replace the profile. A field that is left out becomes unknown: <code>PATCH</code> changes single fields.
     *
     * <p>Refusals: 409 CONFLICT: the request conflicts with the current state; 422 ENCRYPTION_ERROR: the requested
     * encryption is not available, or a stored key is lost or damaged.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<Profile> replaceProfile(Profile body, CallOptions options) {
        return transport.call(REPLACE_PROFILE, new Arguments().json(body), options);
    }

    /**
     * Replace the profile. A field that is left out becomes unknown: <code>PATCH</code> changes single fields. Takes
     * the default options of the client.
     *
     * @param body the body of the request
     * @return the answer
     */
    public CompletableFuture<Profile> replaceProfile(Profile body) {
        return replaceProfile(body, CallOptions.DEFAULT);
    }

    /**
     * Change fields of the profile.
     *
     * <p>The body is a JSON merge patch (RFC 7396): a field of the body replaces the stored one, null removes it, and
     * a field that is left out stays.
     *
     * <p>Refusals: 409 CONFLICT: the request conflicts with the current state; 422 ENCRYPTION_ERROR: the requested
     * encryption is not available, or a stored key is lost or damaged.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<Profile> updateProfile(ProfileChange body, CallOptions options) {
        return transport.call(UPDATE_PROFILE, new Arguments().json(body), options);
    }

    /**
     * Change fields of the profile. Takes the default options of the client.
     *
     * @param body the body of the request
     * @return the answer
     */
    public CompletableFuture<Profile> updateProfile(ProfileChange body) {
        return updateProfile(body, CallOptions.DEFAULT);
    }
}
