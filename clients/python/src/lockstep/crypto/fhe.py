"""Homomorphic encryption (BFV) with keys in the custody of the client."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from . import _native
from ._arguments import fields_of, list_of
from ._objects import NativeObject, threaded

FheOperation: TypeAlias = Literal[
    "add",
    "subtract",
    "negate",
    "multiply",
    "square",
    "sum",
    "mean",
    "variance",
    "dot",
    "weightedSum",
    "rotate",
]


@dataclass(frozen=True)
class Scale:
    """How values become integers: times 10^decimals, less the offset."""

    decimals: int = 0
    offset: int = 0
    bound: int = 32768
    """The maximum absolute value of an integer."""
    wide: bool = False
    """Whether integers need two plaintext primes."""

    def to_dict(self) -> dict[str, Any]:
        """Returns the object as in JSON."""
        return {"decimals": self.decimals, "offset": self.offset, "bound": self.bound, "wide": self.wide}


@dataclass(frozen=True)
class Ciphertext:
    """Encrypted values."""

    series: bytes
    block: bytes | None
    """With a key id: the series in an envelope that the platform stores."""


@dataclass(frozen=True)
class DecryptedSeries:
    """The values of a series."""

    values: list[float]
    integers: list[int]
    decimals: int
    key_id: str | None


@dataclass(frozen=True)
class DecryptedReduction:
    """The value of a sum, a mean or another reduction."""

    value: float
    numerator: int
    denominator: int
    decimals: int
    key_id: str | None


class FheSecretKey(NativeObject):
    """A secret key, which stays in the native library."""

    def __init__(self, made: Mapping[str, Any]) -> None:
        super().__init__(made["handle"])
        self.set: str = made["set"]
        """The set of parameters."""
        self.slots: int = made["slots"]
        """The number of values in a ciphertext."""

    @classmethod
    def generate(cls, set: str | None = None) -> FheSecretKey:
        """Makes a key; `set` is `bfv-128` by default."""
        return cls(_native.call("FheSecretKey.generate", set=set))

    @classmethod
    def import_key(cls, secret_key: bytes) -> FheSecretKey:
        """Takes an exported key."""
        return cls(_native.call("FheSecretKey.import", secretKey=secret_key))

    def export(self) -> bytes:
        """Returns the secret key."""
        return bytes(self._call("FheSecretKey.export")["secretKey"])

    @threaded
    def public_key(self) -> bytes:
        """Returns the key that encrypts."""
        return bytes(self._call("FheSecretKey.publicKey")["publicKey"])

    @threaded
    def evaluation_keys(
        self,
        *,
        multiplication: bool | None = None,
        sum_window: int | None = None,
        rotations: Sequence[int] | None = None,
        swap: bool | None = None,
    ) -> bytes:
        """Returns the keys that a server needs to compute on ciphertexts."""
        made = self._call(
            "FheSecretKey.evaluationKeys",
            multiplication=multiplication,
            sumWindow=sum_window,
            rotations=None if rotations is None else list_of(rotations, "rotations"),
            swap=swap,
        )
        return bytes(made["evaluationKeys"])

    @threaded
    def encrypt(
        self, values: Sequence[float], *, scale: Scale | None = None, key_id: str | None = None
    ) -> Ciphertext:
        """Encrypts values."""
        return _ciphertext(self._call("FheSecretKey.encrypt", **_plain(values, scale, key_id)))

    @threaded
    def decrypt(self, ciphertext: bytes) -> DecryptedSeries | DecryptedReduction:
        """Decrypts a series, a reduction, or an envelope with one of them."""
        found = self._call("FheSecretKey.decrypt", ciphertext=ciphertext)
        decimals, key_id = found["decimals"], found.get("keyId")
        if found["kind"] == "series":
            integers = [int(one) for one in found["integers"]]
            return DecryptedSeries(found["values"], integers, decimals, key_id)
        numerator, denominator = int(found["numerator"]), int(found["denominator"])
        return DecryptedReduction(found["value"], numerator, denominator, decimals, key_id)


def encrypt(
    public_key: bytes, values: Sequence[float], *, scale: Scale | None = None, key_id: str | None = None
) -> Ciphertext:
    """Encrypts values for the owner of a public key."""
    fields = _plain(values, scale, key_id)
    return _ciphertext(_native.call("FhePublicKey.encrypt", publicKey=public_key, **fields))


def compute(
    evaluation_keys: bytes,
    operation: FheOperation,
    operands: Sequence[bytes],
    *,
    steps: int | None = None,
    weights: Sequence[int] | None = None,
) -> bytes:
    """Computes on one or two series without their secret key, and returns the encrypted result."""
    made = _native.call(
        "FheEvaluationKeys.compute",
        evaluationKeys=evaluation_keys,
        operation=operation,
        operands=list_of(operands, "operands"),
        steps=steps,
        weights=None if weights is None else list_of(weights, "weights"),
    )
    return bytes(made["result"])


def _plain(values: Sequence[float], scale: Scale | None, key_id: str | None) -> dict[str, Any]:
    given = None if scale is None else fields_of(scale, Scale, "scale")
    return {"values": list_of(values, "values"), "scale": given, "keyId": key_id}


def _ciphertext(made: Mapping[str, Any]) -> Ciphertext:
    return Ciphertext(made["series"], made.get("block"))
