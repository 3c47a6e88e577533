// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.CallOptions;
import example.lockstep.internal.Arguments;
import example.lockstep.internal.Operation;
import example.lockstep.internal.Transport;
import example.lockstep.models.*;
import java.util.concurrent.CompletableFuture;

/**
 * Facts about the athlete that metrics use, such as birth date, maximum heart rate and time zone.
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
     * Get the caller's profile.
     *
     * @return the answer
     * @see ProfileOperations#getProfile(CallOptions)
     */
    public CompletableFuture<Profile> getProfile(CallOptions options) {
        return transport.call(GET_PROFILE, new Arguments(), options);
    }

    /** Get the caller's profile, with the default options. */
    public CompletableFuture<Profile> getProfile() {
        return getProfile(CallOptions.DEFAULT);
    }

    /**
     * Replace the caller's profile. A missing field becomes unknown; use <code>PATCH</code> to change single fields.
     *
     * @return the answer
     * @see ProfileOperations#replaceProfile(Profile, CallOptions)
     */
    public CompletableFuture<Profile> replaceProfile(Profile body, CallOptions options) {
        return transport.call(REPLACE_PROFILE, new Arguments().json(body), options);
    }

    /**
     * Replace the caller's profile. A missing field becomes unknown; use <code>PATCH</code> to change single fields,
     * with the default options.
     */
    public CompletableFuture<Profile> replaceProfile(Profile body) {
        return replaceProfile(body, CallOptions.DEFAULT);
    }

    /**
     * Change single fields of the caller's profile.
     *
     * @return the answer
     * @see ProfileOperations#updateProfile(ProfileChange, CallOptions)
     */
    public CompletableFuture<Profile> updateProfile(ProfileChange body, CallOptions options) {
        return transport.call(UPDATE_PROFILE, new Arguments().json(body), options);
    }

    /** Change single fields of the caller's profile, with the default options. */
    public CompletableFuture<Profile> updateProfile(ProfileChange body) {
        return updateProfile(body, CallOptions.DEFAULT);
    }
}
