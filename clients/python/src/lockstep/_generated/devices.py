# Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
"""The devices that record the account's points."""

from __future__ import annotations

from collections.abc import Sequence

from .._group import AsyncGroup, Group
from .._operation import UNSET, Arguments, CallOptions, Operation
from . import models as m

_LIST_DEVICES: Operation[m.DeviceList] = Operation("GET", "/v1/sfdp/devices", m.DeviceList)

_REGISTER_DEVICE: Operation[m.RegisteredDevice] = Operation("POST", "/v1/sfdp/devices", m.RegisteredDevice, takes_idempotency_key=True)

_REVOKE_DEVICE: Operation[m.RevokedDevice] = Operation("DELETE", "/v1/sfdp/devices/{id}", m.RevokedDevice)


class DevicesOperations(Group):
    """The devices that record the account's points."""

    def list_devices(
        self,
        *,
        options: CallOptions | None = None,
    ) -> m.DeviceList:
        """List devices, oldest first.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._call(
            _LIST_DEVICES,
            Arguments(),
            options,
        )

    def register_device(
        self,
        *,
        capabilities: Sequence[str],
        name: str,
        type: str,
        encryption_mode: m.EncryptionMode | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.RegisteredDevice:
        """Register a device.

        Args:
            capabilities: The quantities that the device measures, or its functions: at most 64
                texts of 1 to 64 printable characters; may be empty.
            name: The name, unique among the account's devices; points can use it.
            type: The kind of device as free text, 1 to 64 printable characters.
            encryption_mode: The encryption mode of the device's points; `ENCRYPTION_ERROR` if it is
                not available. The device is `pending` while a key is being created, and can already
                send points.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
            ApiError: 422 ENCRYPTION_ERROR: the encryption mode is not available.
        """
        return self._call(
            _REGISTER_DEVICE,
            Arguments(json={"capabilities": capabilities, "name": name, "type": type, "encryptionMode": encryption_mode}),
            options,
        )

    def revoke_device(
        self,
        id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.RevokedDevice:
        """Revoke a device. New points of the device are refused; its stored points stay.

        Args:
            id: The id of the device

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._call(
            _REVOKE_DEVICE,
            Arguments(path={"id": id}),
            options,
        )


class AsyncDevicesOperations(AsyncGroup):
    """The devices that record the account's points."""

    async def list_devices(
        self,
        *,
        options: CallOptions | None = None,
    ) -> m.DeviceList:
        """List devices, oldest first.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return await self._call(
            _LIST_DEVICES,
            Arguments(),
            options,
        )

    async def register_device(
        self,
        *,
        capabilities: Sequence[str],
        name: str,
        type: str,
        encryption_mode: m.EncryptionMode | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.RegisteredDevice:
        """Register a device.

        Args:
            capabilities: The quantities that the device measures, or its functions: at most 64
                texts of 1 to 64 printable characters; may be empty.
            name: The name, unique among the account's devices; points can use it.
            type: The kind of device as free text, 1 to 64 printable characters.
            encryption_mode: The encryption mode of the device's points; `ENCRYPTION_ERROR` if it is
                not available. The device is `pending` while a key is being created, and can already
                send points.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
            ApiError: 422 ENCRYPTION_ERROR: the encryption mode is not available.
        """
        return await self._call(
            _REGISTER_DEVICE,
            Arguments(json={"capabilities": capabilities, "name": name, "type": type, "encryptionMode": encryption_mode}),
            options,
        )

    async def revoke_device(
        self,
        id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.RevokedDevice:
        """Revoke a device. New points of the device are refused; its stored points stay.

        Args:
            id: The id of the device

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return await self._call(
            _REVOKE_DEVICE,
            Arguments(path={"id": id}),
            options,
        )
