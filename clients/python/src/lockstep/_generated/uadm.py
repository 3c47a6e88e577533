# Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
"""Devices that take commands and send points over MQTT: credentials, commands and twins."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping
from typing import Any

from .._group import AsyncGroup, Group
from .._operation import UNSET, Arguments, CallOptions, Operation, Paging
from . import models as m

_CONTROL_UADM_DEVICE: Operation[m.ControlUadmDeviceResult] = Operation("POST", "/api/uadm/devices/{device_id}/control", m.ControlUadmDeviceResult, takes_idempotency_key=True)

_GET_UADM_COMMAND: Operation[m.UadmCommand] = Operation("GET", "/api/uadm/devices/{device_id}/commands/{command_id}", m.UadmCommand)

_GET_UADM_DEVICE: Operation[m.UadmDevice] = Operation("GET", "/api/uadm/devices/{device_id}", m.UadmDevice)

_GET_UADM_TWIN: Operation[m.DeviceTwin] = Operation("GET", "/api/uadm/devices/{device_id}/twin", m.DeviceTwin)

_LIST_UADM_COMMANDS: Operation[m.UadmCommandPage] = Operation("GET", "/api/uadm/devices/{device_id}/commands", m.UadmCommandPage)
_LIST_UADM_COMMANDS_PAGES: Paging[m.UadmCommand] = Paging("data", m.UadmCommand, None)

_LIST_UADM_DEVICES: Operation[m.UadmDevicePage] = Operation("GET", "/api/uadm/devices", m.UadmDevicePage)
_LIST_UADM_DEVICES_PAGES: Paging[m.UadmDevice] = Paging("data", m.UadmDevice, None)

_REGISTER_UADM_DEVICE: Operation[m.RegisteredUadmDevice] = Operation("POST", "/api/uadm/devices", m.RegisteredUadmDevice, takes_idempotency_key=True)

_REVOKE_UADM_DEVICE: Operation[m.RevokedUadmDevice] = Operation("DELETE", "/api/uadm/devices/{device_id}", m.RevokedUadmDevice)

_ROTATE_UADM_CREDENTIALS: Operation[m.UadmCredentials] = Operation("POST", "/api/uadm/devices/{device_id}/credentials", m.UadmCredentials, takes_idempotency_key=True)

_UPDATE_UADM_TWIN: Operation[m.DeviceTwin] = Operation("PATCH", "/api/uadm/devices/{device_id}/twin", m.DeviceTwin)


class UadmOperations(Group):
    """Devices that take commands and send points over MQTT: credentials, commands and twins."""

    def control_uadm_device(
        self,
        device_id: str,
        *,
        command: str,
        expires_in: int | None = UNSET,
        parameters: Mapping[str, Any] | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.ControlUadmDeviceResult:
        """Send a command to a UADM device.

        While the device is connected, the answer waits up to 2 seconds for the device's
        acknowledgement. Otherwise the command is `queued` until the device connects or the command
        expires.

        Args:
            device_id: The id of the device
            command: The name of the command, 1 to 128 printable characters.
            expires_in: Seconds after which the command expires if the device has not answered: 1 to
                604800, default 60. Default: 60.
            parameters: The parameters of the command, at most 16 KiB as JSON.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the device is revoked, or 10000 of its commands are queued.
        """
        return self._call(
            _CONTROL_UADM_DEVICE,
            Arguments(path={"device_id": device_id}, json={"command": command, "expires_in": expires_in, "parameters": parameters}),
            options,
        )

    def get_uadm_command(
        self,
        device_id: str,
        command_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.UadmCommand:
        """Get a command of a UADM device.

        Args:
            device_id: The id of the device
            command_id: The id of the command

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._call(
            _GET_UADM_COMMAND,
            Arguments(path={"device_id": device_id, "command_id": command_id}),
            options,
        )

    def get_uadm_device(
        self,
        device_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.UadmDevice:
        """Get a UADM device.

        Args:
            device_id: The id of the device

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._call(
            _GET_UADM_DEVICE,
            Arguments(path={"device_id": device_id}),
            options,
        )

    def get_uadm_twin(
        self,
        device_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.DeviceTwin:
        """Get the twin of a UADM device.

        Args:
            device_id: The id of the device

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._call(
            _GET_UADM_TWIN,
            Arguments(path={"device_id": device_id}),
            options,
        )

    def list_uadm_commands(
        self,
        device_id: str,
        *,
        page: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> m.UadmCommandPage:
        """List the commands of a UADM device, newest first. A finished command is listed for 7 days.

        Args:
            device_id: The id of the device
            page: The page number, from 1. Default: 1.
            limit: The number of commands per page. Default: 10.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._call(
            _LIST_UADM_COMMANDS,
            Arguments(path={"device_id": device_id}, query={"page": page, "limit": limit}),
            options,
        )

    def list_uadm_commands_all(
        self,
        device_id: str,
        *,
        page: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[m.UadmCommand]:
        """List the commands of a UADM device, newest first. A finished command is listed for 7 days.

        Returns the entries of all pages. A page is requested when its first entry is.

        Args:
            device_id: The id of the device
            page: The page number, from 1. Default: 1.
            limit: The number of commands per page. Default: 10.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._pages(
            _LIST_UADM_COMMANDS,
            _LIST_UADM_COMMANDS_PAGES,
            Arguments(path={"device_id": device_id}, query={"page": page, "limit": limit}),
            options,
        )

    def list_uadm_devices(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        sort: m.UadmDeviceSortField | None = None,
        order: m.SortOrder | None = None,
        options: CallOptions | None = None,
    ) -> m.UadmDevicePage:
        """List UADM devices, including revoked ones.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of devices per page. Default: 10.
            sort: The field that determines the order. Default: `created_at`.
            order: The direction of the order. Default: `desc`.
        """
        return self._call(
            _LIST_UADM_DEVICES,
            Arguments(query={"page": page, "limit": limit, "sort": sort, "order": order}),
            options,
        )

    def list_uadm_devices_all(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        sort: m.UadmDeviceSortField | None = None,
        order: m.SortOrder | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[m.UadmDevice]:
        """List UADM devices, including revoked ones.

        Returns the entries of all pages. A page is requested when its first entry is.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of devices per page. Default: 10.
            sort: The field that determines the order. Default: `created_at`.
            order: The direction of the order. Default: `desc`.
        """
        return self._pages(
            _LIST_UADM_DEVICES,
            _LIST_UADM_DEVICES_PAGES,
            Arguments(query={"page": page, "limit": limit, "sort": sort, "order": order}),
            options,
        )

    def register_uadm_device(
        self,
        *,
        device_type: str,
        name: str,
        configuration: Mapping[str, Any] | None = UNSET,
        device_id: str | None = UNSET,
        encryption_mode: m.DeviceEncryptionMode | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.RegisteredUadmDevice:
        """Register a UADM device: a device that takes commands and sends points over MQTT.

        The response shows the password of the device once.

        Args:
            device_type: The kind of device, 1 to 64 printable characters.
            name: The name, unique among the account's devices, 1 to 256 printable characters.
            configuration: Settings for the device, at most 16 KiB as JSON. The server stores them
                and does not read them.
            device_id: The id of a registered device of the fitness API, which becomes a UADM
                device; `device_type` and `name` must be its own.
            encryption_mode: The encryption mode of the points that the device sends; default
                `none`.

        Raises:
            ApiError: 404 NOT_FOUND: the device does not exist.
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
            ApiError: 422 ENCRYPTION_ERROR: the encryption mode is not available.
        """
        return self._call(
            _REGISTER_UADM_DEVICE,
            Arguments(json={"device_type": device_type, "name": name, "configuration": configuration, "device_id": device_id, "encryption_mode": encryption_mode}),
            options,
        )

    def revoke_uadm_device(
        self,
        device_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.RevokedUadmDevice:
        """Revoke a UADM device: close its connections and fail its open commands. Its points are kept.

        The device is also revoked in the fitness API (`/v1/sfdp/devices`).

        Args:
            device_id: The id of the device

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._call(
            _REVOKE_UADM_DEVICE,
            Arguments(path={"device_id": device_id}),
            options,
        )

    def rotate_uadm_credentials(
        self,
        device_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.UadmCredentials:
        """Replace the password of a UADM device. The server closes its connections.

        Args:
            device_id: The id of the device

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the device is revoked.
        """
        return self._call(
            _ROTATE_UADM_CREDENTIALS,
            Arguments(path={"device_id": device_id}),
            options,
        )

    def update_uadm_twin(
        self,
        device_id: str,
        *,
        desired: Mapping[str, Any],
        version: int | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.DeviceTwin:
        """Change the desired state of a UADM device.

        Args:
            device_id: The id of the device
            desired: A merge patch (RFC 7396): null removes a member. The state has at most 16 KiB
                as JSON and 16 levels.
            version: The version that the patch is for; with another one the request is refused with
                CONFLICT.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the version differs, or the device is revoked.
        """
        return self._call(
            _UPDATE_UADM_TWIN,
            Arguments(path={"device_id": device_id}, json={"desired": desired, "version": version}),
            options,
        )


class AsyncUadmOperations(AsyncGroup):
    """Devices that take commands and send points over MQTT: credentials, commands and twins."""

    async def control_uadm_device(
        self,
        device_id: str,
        *,
        command: str,
        expires_in: int | None = UNSET,
        parameters: Mapping[str, Any] | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.ControlUadmDeviceResult:
        """Send a command to a UADM device.

        While the device is connected, the answer waits up to 2 seconds for the device's
        acknowledgement. Otherwise the command is `queued` until the device connects or the command
        expires.

        Args:
            device_id: The id of the device
            command: The name of the command, 1 to 128 printable characters.
            expires_in: Seconds after which the command expires if the device has not answered: 1 to
                604800, default 60. Default: 60.
            parameters: The parameters of the command, at most 16 KiB as JSON.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the device is revoked, or 10000 of its commands are queued.
        """
        return await self._call(
            _CONTROL_UADM_DEVICE,
            Arguments(path={"device_id": device_id}, json={"command": command, "expires_in": expires_in, "parameters": parameters}),
            options,
        )

    async def get_uadm_command(
        self,
        device_id: str,
        command_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.UadmCommand:
        """Get a command of a UADM device.

        Args:
            device_id: The id of the device
            command_id: The id of the command

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._call(
            _GET_UADM_COMMAND,
            Arguments(path={"device_id": device_id, "command_id": command_id}),
            options,
        )

    async def get_uadm_device(
        self,
        device_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.UadmDevice:
        """Get a UADM device.

        Args:
            device_id: The id of the device

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._call(
            _GET_UADM_DEVICE,
            Arguments(path={"device_id": device_id}),
            options,
        )

    async def get_uadm_twin(
        self,
        device_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.DeviceTwin:
        """Get the twin of a UADM device.

        Args:
            device_id: The id of the device

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._call(
            _GET_UADM_TWIN,
            Arguments(path={"device_id": device_id}),
            options,
        )

    async def list_uadm_commands(
        self,
        device_id: str,
        *,
        page: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> m.UadmCommandPage:
        """List the commands of a UADM device, newest first. A finished command is listed for 7 days.

        Args:
            device_id: The id of the device
            page: The page number, from 1. Default: 1.
            limit: The number of commands per page. Default: 10.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._call(
            _LIST_UADM_COMMANDS,
            Arguments(path={"device_id": device_id}, query={"page": page, "limit": limit}),
            options,
        )

    def list_uadm_commands_all(
        self,
        device_id: str,
        *,
        page: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[m.UadmCommand]:
        """List the commands of a UADM device, newest first. A finished command is listed for 7 days.

        Returns the entries of all pages. A page is requested when its first entry is.

        Args:
            device_id: The id of the device
            page: The page number, from 1. Default: 1.
            limit: The number of commands per page. Default: 10.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._pages(
            _LIST_UADM_COMMANDS,
            _LIST_UADM_COMMANDS_PAGES,
            Arguments(path={"device_id": device_id}, query={"page": page, "limit": limit}),
            options,
        )

    async def list_uadm_devices(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        sort: m.UadmDeviceSortField | None = None,
        order: m.SortOrder | None = None,
        options: CallOptions | None = None,
    ) -> m.UadmDevicePage:
        """List UADM devices, including revoked ones.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of devices per page. Default: 10.
            sort: The field that determines the order. Default: `created_at`.
            order: The direction of the order. Default: `desc`.
        """
        return await self._call(
            _LIST_UADM_DEVICES,
            Arguments(query={"page": page, "limit": limit, "sort": sort, "order": order}),
            options,
        )

    def list_uadm_devices_all(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        sort: m.UadmDeviceSortField | None = None,
        order: m.SortOrder | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[m.UadmDevice]:
        """List UADM devices, including revoked ones.

        Returns the entries of all pages. A page is requested when its first entry is.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of devices per page. Default: 10.
            sort: The field that determines the order. Default: `created_at`.
            order: The direction of the order. Default: `desc`.
        """
        return self._pages(
            _LIST_UADM_DEVICES,
            _LIST_UADM_DEVICES_PAGES,
            Arguments(query={"page": page, "limit": limit, "sort": sort, "order": order}),
            options,
        )

    async def register_uadm_device(
        self,
        *,
        device_type: str,
        name: str,
        configuration: Mapping[str, Any] | None = UNSET,
        device_id: str | None = UNSET,
        encryption_mode: m.DeviceEncryptionMode | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.RegisteredUadmDevice:
        """Register a UADM device: a device that takes commands and sends points over MQTT.

        The response shows the password of the device once.

        Args:
            device_type: The kind of device, 1 to 64 printable characters.
            name: The name, unique among the account's devices, 1 to 256 printable characters.
            configuration: Settings for the device, at most 16 KiB as JSON. The server stores them
                and does not read them.
            device_id: The id of a registered device of the fitness API, which becomes a UADM
                device; `device_type` and `name` must be its own.
            encryption_mode: The encryption mode of the points that the device sends; default
                `none`.

        Raises:
            ApiError: 404 NOT_FOUND: the device does not exist.
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
            ApiError: 422 ENCRYPTION_ERROR: the encryption mode is not available.
        """
        return await self._call(
            _REGISTER_UADM_DEVICE,
            Arguments(json={"device_type": device_type, "name": name, "configuration": configuration, "device_id": device_id, "encryption_mode": encryption_mode}),
            options,
        )

    async def revoke_uadm_device(
        self,
        device_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.RevokedUadmDevice:
        """Revoke a UADM device: close its connections and fail its open commands. Its points are kept.

        The device is also revoked in the fitness API (`/v1/sfdp/devices`).

        Args:
            device_id: The id of the device

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._call(
            _REVOKE_UADM_DEVICE,
            Arguments(path={"device_id": device_id}),
            options,
        )

    async def rotate_uadm_credentials(
        self,
        device_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.UadmCredentials:
        """Replace the password of a UADM device. The server closes its connections.

        Args:
            device_id: The id of the device

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the device is revoked.
        """
        return await self._call(
            _ROTATE_UADM_CREDENTIALS,
            Arguments(path={"device_id": device_id}),
            options,
        )

    async def update_uadm_twin(
        self,
        device_id: str,
        *,
        desired: Mapping[str, Any],
        version: int | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.DeviceTwin:
        """Change the desired state of a UADM device.

        Args:
            device_id: The id of the device
            desired: A merge patch (RFC 7396): null removes a member. The state has at most 16 KiB
                as JSON and 16 levels.
            version: The version that the patch is for; with another one the request is refused with
                CONFLICT.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the version differs, or the device is revoked.
        """
        return await self._call(
            _UPDATE_UADM_TWIN,
            Arguments(path={"device_id": device_id}, json={"desired": desired, "version": version}),
            options,
        )
