"""Values that the libraries of all languages make for one another; `cargo xtask clients` names the folder."""

from __future__ import annotations

import base64
import json
import os
from pathlib import Path
from typing import Any

import pytest

from lockstep import crypto
from lockstep.crypto import (
    DecryptedSeries,
    FheSecretKey,
    KeyName,
    PostQuantumScheme,
    Proof,
    SealContext,
    SealingKey,
    SealingKeyPair,
    ZkHandler,
)

FOLDER = os.environ.get("LOCKSTEP_EXCHANGE", "")
MESSAGE = b"61 bpm"
CONTEXT = SealContext("acc_1", row="r")
NAME = KeyName("key_0024h36h2ncsvrh6daqf6dvvqz", 1)


def scheme(name: Any) -> PostQuantumScheme:
    made = PostQuantumScheme()
    made.initialize.sync(scheme=name, security_level=3)
    return made


@pytest.mark.skipif(
    not crypto.is_available(), reason="no native library: LOCKSTEP_FFI_LIBRARY does not name it"
)
@pytest.mark.skipif(not FOLDER, reason="LOCKSTEP_EXCHANGE names no folder")
def test_values_of_every_language_are_accepted() -> None:
    folder = Path(FOLDER)
    (folder / "python.json").write_text(json.dumps(values()))
    for path in sorted(folder.glob("*.json")):
        accept(json.loads(path.read_text()), path.name)


def values() -> dict[str, Any]:
    """Makes a value of each kind. `clients/vectors/README.md` describes them."""
    made: dict[str, bytes] = {}
    with SealingKey.generate() as key:
        made["key"] = key.export()
        made["envelope"] = key.seal.sync(MESSAGE, NAME, CONTEXT)
    with SealingKeyPair.generate() as pair:
        made["privateKey"] = pair.export()
        made["sealed"] = SealingKeyPair.seal_to(pair.public_key, MESSAGE, NAME, CONTEXT)
    with scheme("kyber") as kem:
        receiver = kem.generate_key_pair.sync()
        sent = kem.encapsulate.sync(receiver.public_key)
        made["kemPrivateKey"] = receiver.private_key
        made["ciphertext"] = sent.ciphertext
        made["sharedSecret"] = sent.shared_secret
    with scheme("dilithium") as signer:
        author = signer.generate_key_pair.sync()
        made["publicKey"] = author.public_key
        made["signature"] = signer.sign.sync(MESSAGE, author.private_key)
    with FheSecretKey.generate() as secret:
        made["fheSecretKey"] = secret.export()
        made["series"] = secret.encrypt.sync([1, 2, 3]).series
    texts: dict[str, Any] = {name: base64.b64encode(value).decode() for name, value in made.items()}
    with ZkHandler() as zk:
        zk.initialize.sync()
        proof = zk.generate_range_proof.sync(61, min=40, max=200)
        return texts | {"proof": proof.to_dict(), "verificationKey": zk.verification_key(proof.vk_digest)}


def accept(given: dict[str, Any], name: str) -> None:
    def raw(field: str) -> bytes:
        return base64.b64decode(given[field], validate=True)

    with SealingKey.import_key(raw("key")) as key:
        assert key.open.sync(raw("envelope"), CONTEXT) == MESSAGE, name
    with SealingKeyPair.import_key(raw("privateKey")) as pair:
        assert pair.open.sync(raw("sealed"), CONTEXT) == MESSAGE, name
    with scheme("kyber") as kem:
        secret = kem.decapsulate.sync(raw("ciphertext"), raw("kemPrivateKey"))
        assert secret == raw("sharedSecret"), name
    with scheme("dilithium") as signer:
        assert signer.verify.sync(MESSAGE, raw("signature"), raw("publicKey")), name
    with FheSecretKey.import_key(raw("fheSecretKey")) as secret_key:
        found = secret_key.decrypt.sync(raw("series"))
        assert isinstance(found, DecryptedSeries), name
        assert found.values == [1, 2, 3], name
    assert Proof.from_dict(given["proof"]).verify(given["verificationKey"]), name
