// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.CallOptions;
import example.lockstep.Pages;
import example.lockstep.internal.Futures;
import example.lockstep.internal.Transport;
import example.lockstep.models.*;

/**
 * Devices that take commands and send points over MQTT: credentials, commands and twins.
 *
 * <p>A method waits for the answer. Interrupting the thread cancels the request.
 */
public final class UadmOperations {

    private final UadmAsyncOperations async;

    UadmOperations(Transport transport) {
        this.async = new UadmAsyncOperations(transport);
    }

    /**
     * Send a command to a UADM device.
     *
     * <p>While the device is connected, the answer waits up to 2 seconds for the device's acknowledgement. Otherwise
     * the command is <code>queued</code> until the device connects or the command expires.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account; 409 CONFLICT: the device
     * is revoked, or 10000 of its commands are queued.
     *
     * @param deviceId The id of the device
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public ControlUadmDeviceResult controlUadmDevice(String deviceId, ControlUadmDeviceRequest body, CallOptions options) {
        return Futures.await(async.controlUadmDevice(deviceId, body, options));
    }

    /** Send a command to a UADM device, with the default options. */
    public ControlUadmDeviceResult controlUadmDevice(String deviceId, ControlUadmDeviceRequest body) {
        return controlUadmDevice(deviceId, body, CallOptions.DEFAULT);
    }

    /**
     * Get a command of a UADM device.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param deviceId The id of the device
     * @param commandId The id of the command
     * @param options the options of this call
     * @return the answer
     */
    public UadmCommand getUadmCommand(String deviceId, String commandId, CallOptions options) {
        return Futures.await(async.getUadmCommand(deviceId, commandId, options));
    }

    /** Get a command of a UADM device, with the default options. */
    public UadmCommand getUadmCommand(String deviceId, String commandId) {
        return getUadmCommand(deviceId, commandId, CallOptions.DEFAULT);
    }

    /**
     * Get a UADM device.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param deviceId The id of the device
     * @param options the options of this call
     * @return the answer
     */
    public UadmDevice getUadmDevice(String deviceId, CallOptions options) {
        return Futures.await(async.getUadmDevice(deviceId, options));
    }

    /** Get a UADM device, with the default options. */
    public UadmDevice getUadmDevice(String deviceId) {
        return getUadmDevice(deviceId, CallOptions.DEFAULT);
    }

    /**
     * Get the twin of a UADM device.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param deviceId The id of the device
     * @param options the options of this call
     * @return the answer
     */
    public DeviceTwin getUadmTwin(String deviceId, CallOptions options) {
        return Futures.await(async.getUadmTwin(deviceId, options));
    }

    /** Get the twin of a UADM device, with the default options. */
    public DeviceTwin getUadmTwin(String deviceId) {
        return getUadmTwin(deviceId, CallOptions.DEFAULT);
    }

    /**
     * List the commands of a UADM device, newest first. A finished command is listed for 7 days.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param deviceId The id of the device
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public UadmCommandPage listUadmCommands(String deviceId, ListUadmCommandsParams params, CallOptions options) {
        return Futures.await(async.listUadmCommands(deviceId, params, options));
    }

    /**
     * List the commands of a UADM device, newest first. A finished command is listed for 7 days, with the default
     * options.
     */
    public UadmCommandPage listUadmCommands(String deviceId, ListUadmCommandsParams params) {
        return listUadmCommands(deviceId, params, CallOptions.DEFAULT);
    }

    /**
     * List the commands of a UADM device, newest first. A finished command is listed for 7 days, with the default
     * options.
     */
    public UadmCommandPage listUadmCommands(String deviceId) {
        return listUadmCommands(deviceId, null, CallOptions.DEFAULT);
    }

    /**
     * List the commands of a UADM device, newest first. A finished command is listed for 7 days.
     *
     * <p>A page is requested when its first entry is read.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param deviceId The id of the device
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the entries of all pages
     */
    public Pages<UadmCommand> listUadmCommandsAll(String deviceId, ListUadmCommandsParams params, CallOptions options) {
        return new Pages<>(async.listUadmCommandsAll(deviceId, params, options));
    }

    /**
     * List the commands of a UADM device, newest first. A finished command is listed for 7 days, with the default
     * options.
     */
    public Pages<UadmCommand> listUadmCommandsAll(String deviceId, ListUadmCommandsParams params) {
        return listUadmCommandsAll(deviceId, params, CallOptions.DEFAULT);
    }

    /**
     * List the commands of a UADM device, newest first. A finished command is listed for 7 days, with the default
     * options.
     */
    public Pages<UadmCommand> listUadmCommandsAll(String deviceId) {
        return listUadmCommandsAll(deviceId, null, CallOptions.DEFAULT);
    }

    /**
     * List UADM devices, including revoked ones.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public UadmDevicePage listUadmDevices(ListUadmDevicesParams params, CallOptions options) {
        return Futures.await(async.listUadmDevices(params, options));
    }

    /** List UADM devices, including revoked ones, with the default options. */
    public UadmDevicePage listUadmDevices(ListUadmDevicesParams params) {
        return listUadmDevices(params, CallOptions.DEFAULT);
    }

    /** List UADM devices, including revoked ones, with the default options. */
    public UadmDevicePage listUadmDevices() {
        return listUadmDevices(null, CallOptions.DEFAULT);
    }

    /**
     * List UADM devices, including revoked ones.
     *
     * <p>A page is requested when its first entry is read.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the entries of all pages
     */
    public Pages<UadmDevice> listUadmDevicesAll(ListUadmDevicesParams params, CallOptions options) {
        return new Pages<>(async.listUadmDevicesAll(params, options));
    }

    /** List UADM devices, including revoked ones, with the default options. */
    public Pages<UadmDevice> listUadmDevicesAll(ListUadmDevicesParams params) {
        return listUadmDevicesAll(params, CallOptions.DEFAULT);
    }

    /** List UADM devices, including revoked ones, with the default options. */
    public Pages<UadmDevice> listUadmDevicesAll() {
        return listUadmDevicesAll(null, CallOptions.DEFAULT);
    }

    /**
     * Register a UADM device: a device that takes commands and sends points over MQTT.
     *
     * <p>The response shows the password of the device once.
     *
     * <p>Refusals: 404 NOT_FOUND: the device does not exist; 409 CONFLICT: the current state of the resource does not
     * allow the request; <code>message</code> says why; 422 ENCRYPTION_ERROR: the encryption mode is not available.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public RegisteredUadmDevice registerUadmDevice(RegisterUadmDeviceRequest body, CallOptions options) {
        return Futures.await(async.registerUadmDevice(body, options));
    }

    /** Register a UADM device: a device that takes commands and sends points over MQTT, with the default options. */
    public RegisteredUadmDevice registerUadmDevice(RegisterUadmDeviceRequest body) {
        return registerUadmDevice(body, CallOptions.DEFAULT);
    }

    /**
     * Revoke a UADM device: close its connections and fail its open commands. Its points are kept.
     *
     * <p>The device is also revoked in the fitness API (<code>/v1/sfdp/devices</code>).
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param deviceId The id of the device
     * @param options the options of this call
     * @return the answer
     */
    public RevokedUadmDevice revokeUadmDevice(String deviceId, CallOptions options) {
        return Futures.await(async.revokeUadmDevice(deviceId, options));
    }

    /**
     * Revoke a UADM device: close its connections and fail its open commands. Its points are kept, with the default
     * options.
     */
    public RevokedUadmDevice revokeUadmDevice(String deviceId) {
        return revokeUadmDevice(deviceId, CallOptions.DEFAULT);
    }

    /**
     * Replace the password of a UADM device. The server closes its connections.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account; 409 CONFLICT: the device
     * is revoked.
     *
     * @param deviceId The id of the device
     * @param options the options of this call
     * @return the answer
     */
    public UadmCredentials rotateUadmCredentials(String deviceId, CallOptions options) {
        return Futures.await(async.rotateUadmCredentials(deviceId, options));
    }

    /** Replace the password of a UADM device. The server closes its connections, with the default options. */
    public UadmCredentials rotateUadmCredentials(String deviceId) {
        return rotateUadmCredentials(deviceId, CallOptions.DEFAULT);
    }

    /**
     * Change the desired state of a UADM device.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account; 409 CONFLICT: the version
     * differs, or the device is revoked.
     *
     * @param deviceId The id of the device
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public DeviceTwin updateUadmTwin(String deviceId, UpdateTwinRequest body, CallOptions options) {
        return Futures.await(async.updateUadmTwin(deviceId, body, options));
    }

    /** Change the desired state of a UADM device, with the default options. */
    public DeviceTwin updateUadmTwin(String deviceId, UpdateTwinRequest body) {
        return updateUadmTwin(deviceId, body, CallOptions.DEFAULT);
    }
}
