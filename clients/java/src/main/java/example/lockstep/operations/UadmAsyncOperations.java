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
 * Devices that take commands and send points over MQTT: credentials, commands and twins.
 *
 * <p>A method returns at once. Cancelling its future cancels the request.
 */
public final class UadmAsyncOperations {

    private static final Operation<ControlUadmDeviceResult> CONTROL_UADM_DEVICE =
            new Operation<ControlUadmDeviceResult>("POST", "/api/uadm/devices/{device_id}/control", ControlUadmDeviceResult.class).withIdempotencyKey();

    private static final Operation<UadmCommand> GET_UADM_COMMAND =
            new Operation<UadmCommand>("GET", "/api/uadm/devices/{device_id}/commands/{command_id}", UadmCommand.class);

    private static final Operation<UadmDevice> GET_UADM_DEVICE =
            new Operation<UadmDevice>("GET", "/api/uadm/devices/{device_id}", UadmDevice.class);

    private static final Operation<DeviceTwin> GET_UADM_TWIN =
            new Operation<DeviceTwin>("GET", "/api/uadm/devices/{device_id}/twin", DeviceTwin.class);

    private static final Operation<UadmCommandPage> LIST_UADM_COMMANDS =
            new Operation<UadmCommandPage>("GET", "/api/uadm/devices/{device_id}/commands", UadmCommandPage.class);
    private static final Paging<UadmCommandPage, UadmCommand> LIST_UADM_COMMANDS_PAGES =
            Paging.byNumber(UadmCommandPage::data, UadmCommandPage::page, UadmCommandPage::limit, UadmCommandPage::total);

    private static final Operation<UadmDevicePage> LIST_UADM_DEVICES =
            new Operation<UadmDevicePage>("GET", "/api/uadm/devices", UadmDevicePage.class);
    private static final Paging<UadmDevicePage, UadmDevice> LIST_UADM_DEVICES_PAGES =
            Paging.byNumber(UadmDevicePage::data, UadmDevicePage::page, UadmDevicePage::limit, UadmDevicePage::total);

    private static final Operation<RegisteredUadmDevice> REGISTER_UADM_DEVICE =
            new Operation<RegisteredUadmDevice>("POST", "/api/uadm/devices", RegisteredUadmDevice.class).withIdempotencyKey();

    private static final Operation<RevokedUadmDevice> REVOKE_UADM_DEVICE =
            new Operation<RevokedUadmDevice>("DELETE", "/api/uadm/devices/{device_id}", RevokedUadmDevice.class);

    private static final Operation<UadmCredentials> ROTATE_UADM_CREDENTIALS =
            new Operation<UadmCredentials>("POST", "/api/uadm/devices/{device_id}/credentials", UadmCredentials.class).withIdempotencyKey();

    private static final Operation<DeviceTwin> UPDATE_UADM_TWIN =
            new Operation<DeviceTwin>("PATCH", "/api/uadm/devices/{device_id}/twin", DeviceTwin.class);

    private final Transport transport;

    UadmAsyncOperations(Transport transport) {
        this.transport = transport;
    }

    /**
     * Send a command to a UADM device.
     *
     * @return the answer
     * @see UadmOperations#controlUadmDevice(String, ControlUadmDeviceRequest, CallOptions)
     */
    public CompletableFuture<ControlUadmDeviceResult> controlUadmDevice(String deviceId, ControlUadmDeviceRequest body, CallOptions options) {
        return transport.call(CONTROL_UADM_DEVICE, new Arguments().path("device_id", deviceId).json(body), options);
    }

    /** Send a command to a UADM device, with the default options. */
    public CompletableFuture<ControlUadmDeviceResult> controlUadmDevice(String deviceId, ControlUadmDeviceRequest body) {
        return controlUadmDevice(deviceId, body, CallOptions.DEFAULT);
    }

    /**
     * Get a command of a UADM device.
     *
     * @return the answer
     * @see UadmOperations#getUadmCommand(String, String, CallOptions)
     */
    public CompletableFuture<UadmCommand> getUadmCommand(String deviceId, String commandId, CallOptions options) {
        return transport.call(GET_UADM_COMMAND, new Arguments().path("device_id", deviceId).path("command_id", commandId), options);
    }

    /** Get a command of a UADM device, with the default options. */
    public CompletableFuture<UadmCommand> getUadmCommand(String deviceId, String commandId) {
        return getUadmCommand(deviceId, commandId, CallOptions.DEFAULT);
    }

    /**
     * Get a UADM device.
     *
     * @return the answer
     * @see UadmOperations#getUadmDevice(String, CallOptions)
     */
    public CompletableFuture<UadmDevice> getUadmDevice(String deviceId, CallOptions options) {
        return transport.call(GET_UADM_DEVICE, new Arguments().path("device_id", deviceId), options);
    }

    /** Get a UADM device, with the default options. */
    public CompletableFuture<UadmDevice> getUadmDevice(String deviceId) {
        return getUadmDevice(deviceId, CallOptions.DEFAULT);
    }

    /**
     * Get the twin of a UADM device.
     *
     * @return the answer
     * @see UadmOperations#getUadmTwin(String, CallOptions)
     */
    public CompletableFuture<DeviceTwin> getUadmTwin(String deviceId, CallOptions options) {
        return transport.call(GET_UADM_TWIN, new Arguments().path("device_id", deviceId), options);
    }

    /** Get the twin of a UADM device, with the default options. */
    public CompletableFuture<DeviceTwin> getUadmTwin(String deviceId) {
        return getUadmTwin(deviceId, CallOptions.DEFAULT);
    }

    /**
     * List the commands of a UADM device, newest first. A finished command is listed for 7 days.
     *
     * @return the answer
     * @see UadmOperations#listUadmCommands(String, ListUadmCommandsParams, CallOptions)
     */
    public CompletableFuture<UadmCommandPage> listUadmCommands(String deviceId, ListUadmCommandsParams params, CallOptions options) {
        return transport.call(LIST_UADM_COMMANDS, new Arguments().path("device_id", deviceId).query(params), options);
    }

    /**
     * List the commands of a UADM device, newest first. A finished command is listed for 7 days, with the default
     * options.
     */
    public CompletableFuture<UadmCommandPage> listUadmCommands(String deviceId, ListUadmCommandsParams params) {
        return listUadmCommands(deviceId, params, CallOptions.DEFAULT);
    }

    /**
     * List the commands of a UADM device, newest first. A finished command is listed for 7 days, with the default
     * options.
     */
    public CompletableFuture<UadmCommandPage> listUadmCommands(String deviceId) {
        return listUadmCommands(deviceId, null, CallOptions.DEFAULT);
    }

    /**
     * List the commands of a UADM device, newest first. A finished command is listed for 7 days.
     *
     * @return the entries of all pages
     * @see UadmOperations#listUadmCommandsAll(String, ListUadmCommandsParams, CallOptions)
     */
    public AsyncPages<UadmCommand> listUadmCommandsAll(String deviceId, ListUadmCommandsParams params, CallOptions options) {
        return new AsyncPages<>(transport, LIST_UADM_COMMANDS, LIST_UADM_COMMANDS_PAGES, new Arguments().path("device_id", deviceId).query(params), options);
    }

    /**
     * List the commands of a UADM device, newest first. A finished command is listed for 7 days, with the default
     * options.
     */
    public AsyncPages<UadmCommand> listUadmCommandsAll(String deviceId, ListUadmCommandsParams params) {
        return listUadmCommandsAll(deviceId, params, CallOptions.DEFAULT);
    }

    /**
     * List the commands of a UADM device, newest first. A finished command is listed for 7 days, with the default
     * options.
     */
    public AsyncPages<UadmCommand> listUadmCommandsAll(String deviceId) {
        return listUadmCommandsAll(deviceId, null, CallOptions.DEFAULT);
    }

    /**
     * List UADM devices, including revoked ones.
     *
     * @return the answer
     * @see UadmOperations#listUadmDevices(ListUadmDevicesParams, CallOptions)
     */
    public CompletableFuture<UadmDevicePage> listUadmDevices(ListUadmDevicesParams params, CallOptions options) {
        return transport.call(LIST_UADM_DEVICES, new Arguments().query(params), options);
    }

    /** List UADM devices, including revoked ones, with the default options. */
    public CompletableFuture<UadmDevicePage> listUadmDevices(ListUadmDevicesParams params) {
        return listUadmDevices(params, CallOptions.DEFAULT);
    }

    /** List UADM devices, including revoked ones, with the default options. */
    public CompletableFuture<UadmDevicePage> listUadmDevices() {
        return listUadmDevices(null, CallOptions.DEFAULT);
    }

    /**
     * List UADM devices, including revoked ones.
     *
     * @return the entries of all pages
     * @see UadmOperations#listUadmDevicesAll(ListUadmDevicesParams, CallOptions)
     */
    public AsyncPages<UadmDevice> listUadmDevicesAll(ListUadmDevicesParams params, CallOptions options) {
        return new AsyncPages<>(transport, LIST_UADM_DEVICES, LIST_UADM_DEVICES_PAGES, new Arguments().query(params), options);
    }

    /** List UADM devices, including revoked ones, with the default options. */
    public AsyncPages<UadmDevice> listUadmDevicesAll(ListUadmDevicesParams params) {
        return listUadmDevicesAll(params, CallOptions.DEFAULT);
    }

    /** List UADM devices, including revoked ones, with the default options. */
    public AsyncPages<UadmDevice> listUadmDevicesAll() {
        return listUadmDevicesAll(null, CallOptions.DEFAULT);
    }

    /**
     * Register a UADM device: a device that takes commands and sends points over MQTT.
     *
     * @return the answer
     * @see UadmOperations#registerUadmDevice(RegisterUadmDeviceRequest, CallOptions)
     */
    public CompletableFuture<RegisteredUadmDevice> registerUadmDevice(RegisterUadmDeviceRequest body, CallOptions options) {
        return transport.call(REGISTER_UADM_DEVICE, new Arguments().json(body), options);
    }

    /** Register a UADM device: a device that takes commands and sends points over MQTT, with the default options. */
    public CompletableFuture<RegisteredUadmDevice> registerUadmDevice(RegisterUadmDeviceRequest body) {
        return registerUadmDevice(body, CallOptions.DEFAULT);
    }

    /**
     * Revoke a UADM device: close its connections and fail its open commands. Its points are kept.
     *
     * @return the answer
     * @see UadmOperations#revokeUadmDevice(String, CallOptions)
     */
    public CompletableFuture<RevokedUadmDevice> revokeUadmDevice(String deviceId, CallOptions options) {
        return transport.call(REVOKE_UADM_DEVICE, new Arguments().path("device_id", deviceId), options);
    }

    /**
     * Revoke a UADM device: close its connections and fail its open commands. Its points are kept, with the default
     * options.
     */
    public CompletableFuture<RevokedUadmDevice> revokeUadmDevice(String deviceId) {
        return revokeUadmDevice(deviceId, CallOptions.DEFAULT);
    }

    /**
     * Replace the password of a UADM device. The server closes its connections.
     *
     * @return the answer
     * @see UadmOperations#rotateUadmCredentials(String, CallOptions)
     */
    public CompletableFuture<UadmCredentials> rotateUadmCredentials(String deviceId, CallOptions options) {
        return transport.call(ROTATE_UADM_CREDENTIALS, new Arguments().path("device_id", deviceId), options);
    }

    /** Replace the password of a UADM device. The server closes its connections, with the default options. */
    public CompletableFuture<UadmCredentials> rotateUadmCredentials(String deviceId) {
        return rotateUadmCredentials(deviceId, CallOptions.DEFAULT);
    }

    /**
     * Change the desired state of a UADM device.
     *
     * @return the answer
     * @see UadmOperations#updateUadmTwin(String, UpdateTwinRequest, CallOptions)
     */
    public CompletableFuture<DeviceTwin> updateUadmTwin(String deviceId, UpdateTwinRequest body, CallOptions options) {
        return transport.call(UPDATE_UADM_TWIN, new Arguments().path("device_id", deviceId).json(body), options);
    }

    /** Change the desired state of a UADM device, with the default options. */
    public CompletableFuture<DeviceTwin> updateUadmTwin(String deviceId, UpdateTwinRequest body) {
        return updateUadmTwin(deviceId, body, CallOptions.DEFAULT);
    }
}
