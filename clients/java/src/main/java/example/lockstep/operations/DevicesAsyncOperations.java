// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.CallOptions;
import example.lockstep.internal.Arguments;
import example.lockstep.internal.Operation;
import example.lockstep.internal.Transport;
import example.lockstep.models.*;
import java.util.concurrent.CompletableFuture;

/**
 * The devices that points come from.
 *
 * <p>A method returns at once. Cancelling its future cancels the request.
 */
public final class DevicesAsyncOperations {

    private static final Operation<DeviceList> LIST_DEVICES =
            new Operation<DeviceList>("GET", "/v1/sfdp/devices", DeviceList.class);

    private static final Operation<RegisteredDevice> REGISTER_DEVICE =
            new Operation<RegisteredDevice>("POST", "/v1/sfdp/devices", RegisteredDevice.class).withIdempotencyKey();

    private static final Operation<RevokedDevice> REVOKE_DEVICE =
            new Operation<RevokedDevice>("DELETE", "/v1/sfdp/devices/{id}", RevokedDevice.class);

    private final Transport transport;

    DevicesAsyncOperations(Transport transport) {
        this.transport = transport;
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
    public CompletableFuture<DeviceList> listDevices(CallOptions options) {
        return transport.call(LIST_DEVICES, new Arguments(), options);
    }

    /**
     * List devices, oldest first. Takes the default options of the client.
     *
     * @return the answer
     */
    public CompletableFuture<DeviceList> listDevices() {
        return listDevices(CallOptions.DEFAULT);
    }

    /**
     * Register a device.
     *
     * <p>Refusals: 409 CONFLICT: the request conflicts with the current state; 422 ENCRYPTION_ERROR: the encryption
     * mode is not available.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<RegisteredDevice> registerDevice(RegisterDeviceRequest body, CallOptions options) {
        return transport.call(REGISTER_DEVICE, new Arguments().json(body), options);
    }

    /**
     * Register a device. Takes the default options of the client.
     *
     * @param body the body of the request
     * @return the answer
     */
    public CompletableFuture<RegisteredDevice> registerDevice(RegisterDeviceRequest body) {
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
    public CompletableFuture<RevokedDevice> revokeDevice(String id, CallOptions options) {
        return transport.call(REVOKE_DEVICE, new Arguments().path("id", id), options);
    }

    /**
     * Revoke a device. New points of the device are refused; its stored points stay. Takes the default options of the
     * client.
     *
     * @param id The id of the device
     * @return the answer
     */
    public CompletableFuture<RevokedDevice> revokeDevice(String id) {
        return revokeDevice(id, CallOptions.DEFAULT);
    }
}
