// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.CallOptions;
import example.lockstep.internal.Futures;
import example.lockstep.internal.Transport;
import example.lockstep.models.*;

/**
 * The devices that record the account's points.
 *
 * <p>A method waits for the answer. Interrupting the thread cancels the request.
 */
public final class DevicesOperations {

    private final DevicesAsyncOperations async;

    DevicesOperations(Transport transport) {
        this.async = new DevicesAsyncOperations(transport);
    }

    /**
     * List devices, oldest first.
     *
     * <p>Refusals: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or
     * damaged.
     *
     * @param options the options of this call
     * @return the answer
     */
    public DeviceList listDevices(CallOptions options) {
        return Futures.await(async.listDevices(options));
    }

    /** List devices, oldest first, with the default options. */
    public DeviceList listDevices() {
        return listDevices(CallOptions.DEFAULT);
    }

    /**
     * Register a device.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account; 409 CONFLICT: the current
     * state of the resource does not allow the request; <code>message</code> says why; 422 ENCRYPTION_ERROR: the
     * encryption mode is not available.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public RegisteredDevice registerDevice(RegisterDeviceRequest body, CallOptions options) {
        return Futures.await(async.registerDevice(body, options));
    }

    /** Register a device, with the default options. */
    public RegisteredDevice registerDevice(RegisterDeviceRequest body) {
        return registerDevice(body, CallOptions.DEFAULT);
    }

    /**
     * Revoke a device. New points of the device are refused; its stored points stay.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account; 422 ENCRYPTION_ERROR: the
     * requested encryption is not available, or a stored key is lost or damaged.
     *
     * @param id The id of the device
     * @param options the options of this call
     * @return the answer
     */
    public RevokedDevice revokeDevice(String id, CallOptions options) {
        return Futures.await(async.revokeDevice(id, options));
    }

    /** Revoke a device. New points of the device are refused; its stored points stay, with the default options. */
    public RevokedDevice revokeDevice(String id) {
        return revokeDevice(id, CallOptions.DEFAULT);
    }
}
