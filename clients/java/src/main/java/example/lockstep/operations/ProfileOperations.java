// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.CallOptions;
import example.lockstep.internal.Futures;
import example.lockstep.internal.Transport;
import example.lockstep.models.*;

/**
 * Facts about the athlete that metrics use, such as birth date, maximum heart rate and time zone.
 *
 * <p>A method waits for the answer. Interrupting the thread cancels the request.
 */
public final class ProfileOperations {

    private final ProfileAsyncOperations async;

    ProfileOperations(Transport transport) {
        this.async = new ProfileAsyncOperations(transport);
    }

    /**
     * Get the caller's profile.
     *
     * <p>Refusals: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or
     * damaged.
     *
     * @param options the options of this call
     * @return the answer
     */
    public Profile getProfile(CallOptions options) {
        return Futures.await(async.getProfile(options));
    }

    /** Get the caller's profile, with the default options. */
    public Profile getProfile() {
        return getProfile(CallOptions.DEFAULT);
    }

    /**
     * Replace the caller's profile. A missing field becomes unknown; use <code>PATCH</code> to change single fields.
     *
     * <p>Refusals: 409 CONFLICT: the current state of the resource does not allow the request; <code>message</code>
     * says why; 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or damaged.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public Profile replaceProfile(Profile body, CallOptions options) {
        return Futures.await(async.replaceProfile(body, options));
    }

    /**
     * Replace the caller's profile. A missing field becomes unknown; use <code>PATCH</code> to change single fields,
     * with the default options.
     */
    public Profile replaceProfile(Profile body) {
        return replaceProfile(body, CallOptions.DEFAULT);
    }

    /**
     * Change single fields of the caller's profile.
     *
     * <p>The body is a JSON merge patch (RFC 7396): a field of the body replaces the stored one, null removes it, and
     * a missing field stays unchanged.
     *
     * <p>Refusals: 409 CONFLICT: the current state of the resource does not allow the request; <code>message</code>
     * says why; 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or damaged.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public Profile updateProfile(ProfileChange body, CallOptions options) {
        return Futures.await(async.updateProfile(body, options));
    }

    /** Change single fields of the caller's profile, with the default options. */
    public Profile updateProfile(ProfileChange body) {
        return updateProfile(body, CallOptions.DEFAULT);
    }
}
