"""The vectors that all client libraries share, and new values of the same kinds."""

from __future__ import annotations

import base64
import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from lockstep import crypto
from lockstep.crypto import (
    DecryptedReduction,
    DecryptedSeries,
    Envelope,
    FheSecretKey,
    KeyName,
    PostQuantumScheme,
    Proof,
    SealContext,
    SealingKey,
    SealingKeyPair,
    _native,
    fhe,
)

FOLDER = Path(__file__).parents[2] / "vectors"
pytestmark = pytest.mark.skipif(
    not crypto.is_available(), reason="no native library: LOCKSTEP_FFI_LIBRARY does not name it"
)


def cases(file: str, name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = content(file)[name]
    assert found
    return found


def content(file: str) -> dict[str, Any]:
    path = FOLDER / file
    if not path.exists():
        pytest.skip(f"this checkout has no vectors: {file}")
    read: dict[str, Any] = json.loads(path.read_text())
    return read


def raw(text: str) -> bytes:
    return base64.b64decode(text, validate=True)


def scheme(config: dict[str, Any]) -> PostQuantumScheme:
    made = PostQuantumScheme()
    made.initialize.sync(
        scheme=config["scheme"], security_level=config["securityLevel"], params=config.get("params")
    )
    return made


def test_key_encapsulation() -> None:
    for case in cases("post_quantum.json", "keyEncapsulation"):
        with scheme(case["config"]) as kem:
            private = raw(case["privateKey"])
            secret = kem.decapsulate.sync(raw(case["ciphertext"]), private)
            assert secret == raw(case["sharedSecret"]), case["name"]
            sent = kem.encapsulate.sync(raw(case["publicKey"]))
            assert kem.decapsulate.sync(sent.ciphertext, private) == sent.shared_secret, case["name"]


def test_signatures() -> None:
    for case in cases("post_quantum.json", "signatures"):
        with scheme(case["config"]) as signer:
            message, signature, public = (raw(case[name]) for name in ("message", "signature", "publicKey"))
            assert signer.verify.sync(message, signature, public) == case["verified"], case["name"]
            signed = signer.sign.sync(message, raw(case["privateKey"]))
            assert signer.verify.sync(message, signed, public), case["name"]
            if case["verified"] and case["config"].get("params", {}).get("deterministic"):
                assert signed == signature, case["name"]


def test_proofs() -> None:
    keys = content("proofs.json")["verificationKeys"]
    for case in cases("proofs.json", "proofs"):
        proof = Proof.from_dict(case["proof"])
        assert proof.verify(keys[proof.vk_digest]) == case["verified"], case["name"]


def test_envelopes() -> None:
    for case in cases("envelopes.json", "sharedKeys"):
        with SealingKey.import_key(raw(case["key"]), case.get("cipher")) as key:
            assert key.check_value() == raw(case["checkValue"]), case["name"]
            opens(case, key)
    for case in cases("envelopes.json", "keyPairs"):
        with SealingKeyPair.import_key(raw(case["privateKey"]), case.get("kem")) as pair:
            assert pair.public_key == raw(case["publicKey"]), case["name"]
            opens(case, pair)


def opens(case: dict[str, Any], key: SealingKey | SealingKeyPair) -> None:
    envelope, context = raw(case["envelope"]), SealContext(**case["context"])
    if "plaintext" not in case:
        with pytest.raises(crypto.OpenError):
            key.open.sync(envelope, context)
        return
    assert key.open.sync(envelope, context) == raw(case["plaintext"]), case["name"]
    parsed = Envelope.parse(envelope)
    assert (parsed.mode, parsed.suite, parsed.origin) == (case["mode"], case["suite"], case["origin"])
    assert parsed.key_name == KeyName(**case["keyName"])
    assert parsed.extension == raw(case["extension"])


def test_homomorphic_ciphertexts() -> None:
    file = content("homomorphic.json")
    with FheSecretKey.import_key(raw(file["secretKey"])) as key:
        assert key.set == file["set"]
        for case in cases("homomorphic.json", "ciphertexts"):
            found, plain = key.decrypt.sync(raw(case["ciphertext"])), case["plain"]
            if isinstance(found, DecryptedSeries):
                assert found.values == plain["values"], case["name"]
                assert found.integers == [int(one) for one in plain["integers"]], case["name"]
            else:
                assert (found.value, found.numerator) == (plain["value"], int(plain["numerator"])), case[
                    "name"
                ]
            assert (found.decimals, found.key_id) == (plain["decimals"], plain.get("keyId")), case["name"]


def test_documents() -> None:
    file = content("documents.json")
    for case in cases("documents.json", "cases"):
        chain, nonce, now = case.get("chain"), case.get("nonce"), case.get("now")
        found = crypto.verify_document(
            raw(file["documents"][case["document"]]),
            attester=case.get("attester"),
            public_key=case.get("publicKey"),
            chain=None if chain is None else raw(file["chains"][chain]),
            audience=case.get("audience"),
            nonce=None if nonce is None else raw(nonce),
            now=None if now is None else datetime.fromisoformat(now),
        )
        answer, signed_at = case["answer"], case["answer"]["signedAt"]
        assert found == crypto.DocumentVerification(
            verified=answer["verified"],
            reason=answer["reason"],
            format=answer["format"],
            id=answer["id"],
            attester=answer["attester"],
            signed_at=None if signed_at is None else datetime.fromisoformat(signed_at),
            says=answer["says"],
            known_signer=answer["knownSigner"],
        ), case["name"]
    with pytest.raises(crypto.DocumentError):
        crypto.verify_document("{}", attester="ab")
    with pytest.raises(crypto.InvalidArgumentError):
        crypto.verify_document("{}", now=datetime(2026, 1, 1))


def test_refusals() -> None:
    for case in cases("refusals.json", "refusals"):
        request = dict(case["request"])
        handle = request.get("handle")
        if isinstance(handle, str):
            request["handle"] = _native.call(f"{handle.removeprefix('$')}.new")["handle"]
        parts = [raw(part) for part in case["parts"]]
        with pytest.raises(crypto.CryptoError) as caught:
            _native.call(case["operation"], **put(request, parts))
        assert type(caught.value) is crypto._errors.KINDS[case["status"]], case["name"]
        assert str(caught.value).startswith(case["kind"]), case["name"]


def put(value: Any, parts: list[bytes]) -> Any:
    """Replaces the numbers of byte strings by the byte strings."""
    if isinstance(value, dict):
        at = value.get("$part")
        if value.keys() == {"$part"} and isinstance(at, int) and at < len(parts):
            return parts[at]
        return {name: put(one, parts) for name, one in value.items()}
    return [put(one, parts) for one in value] if isinstance(value, list) else value


def test_new_envelopes_are_opened() -> None:
    context, name = SealContext("acc_1", row="r"), KeyName("key_0024h36h2ncsvrh6daqf6dvvqz", 2)
    with (
        SealingKey.generate() as key,
        SealingKey.import_key(key.export()) as same,
        SealingKey.generate() as other,
    ):
        envelope = key.seal.sync(b"61 bpm", name, context, extension=b"e")
        assert same.open.sync(envelope, context) == b"61 bpm"
        assert Envelope.parse(envelope).key_name == name
        for wrong in [SealContext("acc_2", row="r"), SealContext("acc_1")]:
            with pytest.raises(crypto.OpenError):
                key.open.sync(envelope, wrong)
        with pytest.raises(crypto.OpenError):
            other.open.sync(envelope, context)
        wrapped = key.wrap(other, name, account="acc_1", row="r")
        assert key.unwrap(wrapped, account="acc_1", row="r").check_value() == other.check_value()
        assert key.derive("one").check_value() == key.derive("one").check_value() != key.check_value()
    with SealingKeyPair.generate() as pair, SealingKeyPair.import_key(pair.export()) as same_pair:
        envelope = SealingKeyPair.seal_to(pair.public_key, b"61 bpm", name, context)
        assert same_pair.open.sync(envelope, context) == b"61 bpm"


def test_new_ciphertexts_are_computed_on_and_decrypted() -> None:
    with FheSecretKey.generate("bfv-128") as key:
        one = key.encrypt.sync([1, 2, 3])
        other = fhe.encrypt(key.public_key.sync(), [10, 20, 30])
        keys = key.evaluation_keys.sync()
        added = key.decrypt.sync(fhe.compute(keys, "add", [one.series, other.series]))
        assert isinstance(added, DecryptedSeries)
        assert added.values == [11, 22, 33]
        total = key.decrypt.sync(fhe.compute(keys, "sum", [one.series]))
        assert isinstance(total, DecryptedReduction)
        assert total.value == 6
        with pytest.raises(crypto.HomomorphicError):
            key.decrypt.sync(one.series[:-1])
