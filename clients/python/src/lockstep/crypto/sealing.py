"""Sealing and opening of envelopes without a server."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from . import _native
from ._arguments import fields_of
from ._objects import NativeObject, handle_of, threaded

Cipher: TypeAlias = Literal["AES-256-GCM", "AES-192-GCM", "AES-128-GCM"]
Kem: TypeAlias = Literal["X-Wing", "MLKEM1024-P384"]
Mode: TypeAlias = Literal["basic", "at rest", "fhe", "zk"]


@dataclass(frozen=True)
class SealContext:
    """Where an envelope belongs: it opens in the same context only."""

    account: str
    """The id of the account."""
    purpose: str = "data"
    """`data`, `wrap`, or a name of your own after a colon."""
    row: str = ""

    def to_dict(self) -> dict[str, str]:
        """Returns the object as in JSON."""
        return {"account": self.account, "purpose": self.purpose, "row": self.row}


@dataclass(frozen=True)
class KeyName:
    """The id of a key (`key_…`, or 32 hexadecimal digits) and its version."""

    id: str
    version: int = 1

    def to_dict(self) -> dict[str, Any]:
        """Returns the object as in JSON."""
        return {"id": self.id, "version": self.version}


@dataclass(frozen=True)
class Envelope:
    """What an envelope says about itself."""

    mode: str
    suite: str
    origin: str
    key_name: KeyName
    message_id: bytes
    extension: bytes

    @classmethod
    def parse(cls, envelope: bytes) -> Envelope:
        """Reads the head of an envelope, without a key."""
        found = _native.call("Envelope.parse", envelope=envelope)
        name = found["keyName"]
        key_name = KeyName(name["id"], name["version"])
        return cls(
            found["mode"], found["suite"], found["origin"], key_name, found["messageId"], found["extension"]
        )


class SealingKey(NativeObject):
    """A symmetric key, which stays in the native library."""

    @classmethod
    def generate(cls, cipher: Cipher | None = None) -> SealingKey:
        """Makes a key; by default for AES-256-GCM."""
        return cls(_native.call("SealingKey.generate", cipher=cipher)["handle"])

    @classmethod
    def import_key(cls, key: bytes, cipher: Cipher | None = None) -> SealingKey:
        """Takes a key of 32 bytes."""
        return cls(_native.call("SealingKey.import", key=key, cipher=cipher)["handle"])

    def export(self) -> bytes:
        """Returns the secret key."""
        return bytes(self._call("SealingKey.export")["key"])

    def check_value(self) -> bytes:
        """Returns 16 bytes that tell keys apart, and reveal nothing of them."""
        return bytes(self._call("SealingKey.checkValue")["checkValue"])

    def derive(self, label: str, cipher: Cipher | None = None) -> SealingKey:
        """Makes another key of this one."""
        return SealingKey(self._call("SealingKey.derive", label=label, cipher=cipher)["handle"])

    @threaded
    def seal(
        self,
        plaintext: bytes,
        key_name: KeyName,
        context: SealContext,
        *,
        mode: Mode | None = None,
        extension: bytes | None = None,
    ) -> bytes:
        """Returns an envelope of a message."""
        return _sealed(
            self._call("SealingKey.seal", **_message(plaintext, key_name, context, mode, extension))
        )

    @threaded
    def open(self, envelope: bytes, context: SealContext) -> bytes:
        """Returns the message of an envelope."""
        return _opened(
            self._call(
                "SealingKey.open", envelope=envelope, context=fields_of(context, SealContext, "context")
            )
        )

    def wrap(self, key: SealingKey, key_name: KeyName, *, account: str, row: str = "") -> bytes:
        """Seals another key."""
        handle = handle_of(key, SealingKey)
        fields = {"keyName": fields_of(key_name, KeyName, "key_name"), "account": account, "row": row}
        return _sealed(self._call("SealingKey.wrap", key=handle, **fields))

    def unwrap(self, envelope: bytes, *, account: str, row: str = "") -> SealingKey:
        """Opens a sealed key."""
        return SealingKey(
            self._call("SealingKey.unwrap", envelope=envelope, account=account, row=row)["handle"]
        )


class SealingKeyPair(NativeObject):
    """A key pair: all who know the public key can seal, the owner can open."""

    def __init__(self, handle: int, public_key: bytes) -> None:
        super().__init__(handle)
        self.public_key = public_key

    @classmethod
    def generate(cls, kem: Kem | None = None) -> SealingKeyPair:
        """Makes a key pair; by default for X-Wing."""
        made = _native.call("SealingKeyPair.generate", kem=kem)
        return cls(made["handle"], made["publicKey"])

    @classmethod
    def import_key(cls, private_key: bytes, kem: Kem | None = None) -> SealingKeyPair:
        """Takes a private key of 32 bytes."""
        made = _native.call("SealingKeyPair.import", privateKey=private_key, kem=kem)
        return cls(made["handle"], made["publicKey"])

    def export(self) -> bytes:
        """Returns the private key."""
        return bytes(self._call("SealingKeyPair.export")["privateKey"])

    @threaded
    def open(self, envelope: bytes, context: SealContext) -> bytes:
        """Returns the message of an envelope."""
        return _opened(
            self._call(
                "SealingKeyPair.open", envelope=envelope, context=fields_of(context, SealContext, "context")
            )
        )

    @staticmethod
    def seal_to(
        public_key: bytes,
        plaintext: bytes,
        key_name: KeyName,
        context: SealContext,
        *,
        kem: Kem | None = None,
        mode: Mode | None = None,
        extension: bytes | None = None,
    ) -> bytes:
        """Returns an envelope that the owner of a public key can open."""
        fields = _message(plaintext, key_name, context, mode, extension)
        return _sealed(_native.call("SealingKeyPair.sealTo", publicKey=public_key, kem=kem, **fields))


def _message(
    plaintext: bytes, key_name: KeyName, context: SealContext, mode: Mode | None, extension: bytes | None
) -> dict[str, Any]:
    return {
        "plaintext": plaintext,
        "keyName": fields_of(key_name, KeyName, "key_name"),
        "context": fields_of(context, SealContext, "context"),
        "mode": mode,
        "extension": extension,
    }


def _sealed(answer: Mapping[str, Any]) -> bytes:
    return bytes(answer["envelope"])


def _opened(answer: Mapping[str, Any]) -> bytes:
    return bytes(answer["plaintext"])
