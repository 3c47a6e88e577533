"""Post-quantum keys and signatures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from . import _native
from ._objects import NativeObject, threaded

PostQuantumName: TypeAlias = Literal["kyber", "dilithium", "sphincs"]


@dataclass(frozen=True)
class KeyPair:
    """A key pair. The private key is not part of its text."""

    public_key: bytes
    private_key: bytes = field(repr=False)


@dataclass(frozen=True)
class Encapsulation:
    """A shared secret, and the ciphertext that carries it to the owner of the key."""

    ciphertext: bytes
    shared_secret: bytes = field(repr=False)


class PostQuantumScheme(NativeObject):
    """ML-KEM (`kyber`), ML-DSA (`dilithium`) or SLH-DSA (`sphincs`)."""

    def __init__(self) -> None:
        super().__init__(_native.call("PostQuantumScheme.new")["handle"])

    @threaded
    def initialize(
        self,
        *,
        scheme: PostQuantumName,
        security_level: Literal[1, 3, 5],
        params: Mapping[str, Any] | None = None,
    ) -> None:
        """Chooses the scheme. `params`: `hash`, `variant`, `context`, `deterministic`, `keyFormat`, `hybrid`."""
        config: dict[str, Any] = {"scheme": scheme, "securityLevel": security_level}
        if params is not None:
            config["params"] = params
        self._call("PostQuantumScheme.initialize", config=config)

    @threaded
    def generate_key_pair(self) -> KeyPair:
        """Makes a key pair."""
        made = self._call("PostQuantumScheme.generateKeyPair")
        return KeyPair(made["publicKey"], made["privateKey"])

    @threaded
    def encapsulate(self, public_key: bytes) -> Encapsulation:
        """Makes a secret that only the owner of the private key can read from the ciphertext."""
        made = self._call("PostQuantumScheme.encapsulate", publicKey=public_key)
        return Encapsulation(made["ciphertext"], made["sharedSecret"])

    @threaded
    def decapsulate(self, ciphertext: bytes, private_key: bytes) -> bytes:
        """Reads the secret of a ciphertext. A forged ciphertext gives another secret."""
        made = self._call("PostQuantumScheme.decapsulate", ciphertext=ciphertext, privateKey=private_key)
        secret: bytes = made["sharedSecret"]
        return secret

    @threaded
    def sign(self, message: bytes, private_key: bytes) -> bytes:
        """Signs a message."""
        signature: bytes = self._call("PostQuantumScheme.sign", message=message, privateKey=private_key)[
            "signature"
        ]
        return signature

    @threaded
    def verify(self, message: bytes, signature: bytes, public_key: bytes) -> bool:
        """Whether a signature holds."""
        answer = self._call(
            "PostQuantumScheme.verify", message=message, signature=signature, publicKey=public_key
        )
        return bool(answer["verified"])
