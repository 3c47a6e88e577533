// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.CallOptions;
import example.lockstep.internal.Arguments;
import example.lockstep.internal.Operation;
import example.lockstep.internal.Transport;
import example.lockstep.models.*;
import java.util.concurrent.CompletableFuture;

/**
 * The devices that record the account's points.
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
     * @return the answer
     * @see DevicesOperations#listDevices(CallOptions)
     */
    public CompletableFuture<DeviceList> listDevices(CallOptions options) {
        return transport.call(LIST_DEVICES, new Arguments(), options);
    }

    /** List devices, oldest first, with the default options. */
    public CompletableFuture<DeviceList> listDevices() {
        return listDevices(CallOptions.DEFAULT);
    }

    /**
     * Register a device.
     *
     * @return the answer
     * @see DevicesOperations#registerDevice(RegisterDeviceRequest, CallOptions)
     */
    public CompletableFuture<RegisteredDevice> registerDevice(RegisterDeviceRequest body, CallOptions options) {
        return transport.call(REGISTER_DEVICE, new Arguments().json(body), options);
    }

    /** Register a device, with the default options. */
    public CompletableFuture<RegisteredDevice> registerDevice(RegisterDeviceRequest body) {
        return registerDevice(body, CallOptions.DEFAULT);
    }

    /**
     * Revoke a device. New points of the device are refused; its stored points stay.
     *
     * @return the answer
     * @see DevicesOperations#revokeDevice(String, CallOptions)
     */
    public CompletableFuture<RevokedDevice> revokeDevice(String id, CallOptions options) {
        return transport.call(REVOKE_DEVICE, new Arguments().path("id", id), options);
    }

    /** Revoke a device. New points of the device are refused; its stored points stay, with the default options. */
    public CompletableFuture<RevokedDevice> revokeDevice(String id) {
        return revokeDevice(id, CallOptions.DEFAULT);
    }
}
