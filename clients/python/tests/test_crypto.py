"""Cryptography at the client, with the native library."""

from __future__ import annotations

import asyncio
import contextvars
import copy
import gc
import pickle
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from lockstep import LockstepError, crypto
from lockstep.crypto import (
    Circuit,
    CircuitOptimizer,
    InvalidArgumentError,
    KeyName,
    PostQuantumScheme,
    Proof,
    SealContext,
    SealingKey,
    ZkHandler,
    ZkVirtualMachine,
    _errors,
    _native,
)

needs_library = pytest.mark.skipif(
    not crypto.is_available(), reason="no native library: LOCKSTEP_FFI_LIBRARY does not name it"
)


def scheme(name: Any = "kyber", level: Any = 3) -> PostQuantumScheme:
    made = PostQuantumScheme()
    made.initialize.sync(scheme=name, security_level=level)
    return made


def handler() -> ZkHandler:
    made = ZkHandler()
    made.initialize.sync()
    return made


def test_every_status_has_an_exception() -> None:
    for status, kind in _errors.KINDS.items():
        error = _errors.error_of(status, "text")
        assert type(error) is kind
        assert isinstance(error, LockstepError)
    assert type(_errors.error_of(99, "text")) is crypto.CryptoError


def test_a_missing_library_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(_native.LIBRARY_VARIABLE, "/nowhere/liblockstep_ffi.so")
    _native._library.cache_clear()
    try:
        assert not crypto.is_available()
        with pytest.raises(ImportError, match="install a wheel for your platform"):
            PostQuantumScheme()
    finally:
        _native._library.cache_clear()


@needs_library
def test_secrets_are_encapsulated() -> None:
    async def run() -> None:
        with scheme() as kem:
            pair = await kem.generate_key_pair()
            sent = await kem.encapsulate(pair.public_key)
            assert len(pair.public_key) == 1184
            assert await kem.decapsulate(sent.ciphertext, pair.private_key) == sent.shared_secret
            forged = bytes([sent.ciphertext[0] ^ 1]) + sent.ciphertext[1:]
            assert await kem.decapsulate(forged, pair.private_key) != sent.shared_secret

    asyncio.run(run())


@needs_library
@pytest.mark.parametrize("name", ["dilithium", "sphincs"])
def test_messages_are_signed(name: str) -> None:
    with scheme(name, 1 if name == "sphincs" else 3) as signer:
        pair = signer.generate_key_pair.sync()
        signature = signer.sign.sync(b"message", pair.private_key)
        assert signer.verify.sync(b"message", signature, pair.public_key)
        assert not signer.verify.sync(b"massage", signature, pair.public_key)


@needs_library
def test_statements_about_hidden_values_are_proved() -> None:
    async def run() -> None:
        with handler() as zk:
            for proof in [
                await zk.generate_range_proof(61, min=40, max=200),
                await zk.generate_equality_proof(7, 7),
                await zk.generate_membership_proof(3, [1, 2, 3]),
            ]:
                assert await zk.verify_proof(proof)
                assert crypto.Proof.from_dict(proof.to_dict()) == proof
                key = zk.verification_key(proof.vk_digest)
                assert proof.verify(key)
                changed = proof.to_dict() | {"publicSignals": ["1", *proof.public_signals[1:]]}
                assert not crypto.Proof.from_dict(changed).verify(key)
            with pytest.raises(crypto.ProofGenerationError, match="outside the range"):
                await zk.generate_range_proof(30, min=40, max=200)

    asyncio.run(run())


@needs_library
def test_circuits_are_optimized_executed_and_proved() -> None:
    with handler() as zk, Circuit.named("range:64") as circuit, CircuitOptimizer() as optimizer:
        assert circuit.cost["rows"] > 0
        optimized = optimizer.optimize.sync(circuit)
        assert optimized.cost["rows"] <= circuit.cost["rows"]
        with pytest.raises(crypto.OptimizationError):
            optimizer.initialize_gpu.sync()
        keys = zk.generate_keys.sync(circuit)
        assert keys.assurance
        assert keys.proving_key.to_zkey()
        assert circuit.to_r1cs().startswith(b"r1cs")
    with ZkVirtualMachine() as machine:
        machine.initialize.sync(memory_limit=1 << 20)
        with pytest.raises(crypto.CryptoError):
            machine.execute_circuit.sync(optimized, {"none": 1})
        assert machine.get_memory_state().bytes >= 0


@needs_library
def test_a_circuit_is_executed_and_proved_with_inputs() -> None:
    hidden, shown = {"value": 2**63 + 52, "blinding": 1234}, {"scale": 0, "statement": 0}
    with handler() as zk, Circuit.named("commitment") as circuit, ZkVirtualMachine() as machine:
        machine.initialize.sync()
        done = machine.execute_circuit.sync(circuit, hidden | shown)
        assert done.witness[1] == done.public_signals[0]
        assert done.memory == machine.get_memory_state()
        assert str(hidden["value"]) in done.witness
        assert str(hidden["value"]) not in repr(done)
        proof = zk.generate_proof.sync(circuit, hidden, shown)
        assert proof.public_signals == done.public_signals
        assert zk.verify_proof.sync(proof)
        zk.cleanup()
        with pytest.raises(crypto.ZKError):
            zk.generate_proof.sync(circuit, hidden, shown)


@needs_library
def test_repeated_constraints_are_removed() -> None:
    square = {"a": [[1, "1"]], "b": [[1, "1"]], "c": [[2, "1"]]}
    with CircuitOptimizer() as optimizer:
        assert optimizer.process_constraints.sync([square, square]) == [square]


@needs_library
def test_wrong_types_are_refused_at_the_border() -> None:
    kem: Any = scheme()
    zk: Any = handler()
    wrong: list[tuple[Any, tuple[Any, ...]]] = [
        (kem.encapsulate.sync, ("text",)),
        (kem.encapsulate.sync, (object(),)),
        (kem.encapsulate.sync, ({"$part": 7},)),
        (kem.encapsulate.sync, (None,)),
        (kem.sign.sync, (1, 2)),
        (zk.generate_proof.sync, (kem, {}, {})),
        (partial(zk.generate_range_proof.sync, min=0, max=1), (float("nan"),)),
        (partial(zk.generate_range_proof.sync, min=0, max="1"), (1,)),
        (zk.generate_membership_proof.sync, (1, [1, "2"])),
    ]
    for function, arguments in wrong:
        with pytest.raises(crypto.InvalidArgumentError):
            function(*arguments)
    with pytest.raises(crypto.PostQuantumError):
        kem.encapsulate.sync(b"short")
    with pytest.raises(crypto.InitializationError):
        PostQuantumScheme().generate_key_pair.sync()


@needs_library
def test_closed_objects_are_refused_and_cannot_be_copied() -> None:
    kem = scheme()
    kem.close()
    kem.close()
    assert repr(kem) == "<PostQuantumScheme closed>"
    with pytest.raises(crypto.ClosedHandleError):
        kem.generate_key_pair.sync()
    for duplicate in (copy.copy, pickle.dumps):
        with pytest.raises(TypeError, match="cannot be copied"):
            duplicate(scheme())


@needs_library
def test_an_object_may_be_used_by_threads_while_another_closes_it() -> None:
    for _ in range(20):
        kem = scheme()
        start = threading.Barrier(5)

        def use(kem: PostQuantumScheme = kem, start: threading.Barrier = start) -> int:
            start.wait()
            try:
                return len(kem.generate_key_pair.sync().public_key)
            except crypto.ClosedHandleError:
                return 0

        with ThreadPoolExecutor(4) as threads:
            results = [threads.submit(use) for _ in range(4)]
            start.wait()
            kem.close()
        assert {result.result() for result in results} <= {0, 1184}


@needs_library
def test_a_collected_object_is_closed() -> None:
    kem = scheme()
    handle = kem._handle
    del kem
    gc.collect()
    with pytest.raises(crypto.ClosedHandleError):
        _native.call("PostQuantumScheme.generateKeyPair", handle=handle)


@needs_library
def test_cancelling_the_task_stops_the_work_and_the_loop_is_never_blocked() -> None:
    async def run() -> None:
        zk = handler()
        circuit = Circuit.named("range:64")
        working = asyncio.ensure_future(zk.generate_keys(circuit))
        for _ in range(20):
            await asyncio.sleep(0)
        assert not working.done()
        working.cancel()
        with pytest.raises(asyncio.CancelledError):
            await working
        assert await asyncio.to_thread(lambda: len(scheme().generate_key_pair.sync().public_key)) == 1184

    asyncio.run(run())


@needs_library
def test_no_text_shows_a_private_key() -> None:
    pair = scheme().generate_key_pair.sync()
    assert "private_key" not in repr(pair)
    sent = scheme().encapsulate.sync(pair.public_key)
    assert "shared_secret" not in repr(sent)
    zk = handler()
    opening = zk.opening(zk.generate_range_proof.sync(61, min=40, max=200))
    assert opening is not None
    assert opening.blindings[0] not in repr(opening)


@needs_library
def test_an_object_is_released_by_the_thread_of_a_cancelled_call() -> None:
    token = _native.new_cancellation()
    one = SealingKey.generate()
    handle = one._handle

    def collect() -> None:
        _native.CANCELLATION.set(token)
        _native.cancel(token)
        one.close()

    contextvars.copy_context().run(collect)
    with pytest.raises(crypto.ClosedHandleError):
        _native.call("SealingKey.export", handle=handle)
    _native.free_cancellation(token)


@needs_library
def test_many_calls_keep_no_memory() -> None:
    # Not the largest memory of the process: another test may have used more than a leak would.
    def resident_kib() -> int:
        gc.collect()
        status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
        return int(status.split("VmRSS:")[1].split()[0])

    def repeat(calls: int) -> None:
        for _ in range(calls):
            with PostQuantumScheme() as one, pytest.raises(crypto.InitializationError):
                one.generate_key_pair.sync()

    if not Path("/proc/self/status").exists():
        pytest.skip("the memory of the process cannot be read here")
    repeat(2000)
    before = resident_kib()
    repeat(34_000)
    grown = resident_kib() - before
    assert grown < 4096, f"{grown} KiB more after 102 000 calls"


def wrong_proof(value: Any) -> Any:
    return handler().verify_proof.sync(value)


@needs_library
@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: wrong_proof({"a": 1}), "proof must be a Proof, not a dict: Proof.from_dict makes one"),
        (lambda: wrong_proof(None), "proof must be a Proof, not a NoneType"),
        (lambda: handler().opening("p"), "proof must be a Proof"),  # type: ignore[arg-type]
        (lambda: Proof.from_dict({"a": 1}), "a proof needs the field circuit"),
        (lambda: Proof.from_dict("p"), "a proof must be a dict, not a str"),  # type: ignore[arg-type]
        (lambda: proved({"x": "one"}), r"private_inputs\['x'\] must be .*not a str"),
        (lambda: proved({"x": [None]}), r"private_inputs\['x'\] must be an integer"),
        (lambda: proved({"x": [61.5]}), r"private_inputs\['x'\] must be an integer"),
        (lambda: proved({"x": ["61"]}), r"private_inputs\['x'\] must be an integer"),
        (lambda: proved([1]), "private_inputs must be a dict of names and integers, not a list"),
        (lambda: handler().generate_membership_proof.sync(1, 2), "set must be a list, not a int"),  # type: ignore[arg-type]
        (lambda: sealed({"id": "key_1"}, SealContext("acc_1")), "key_name must be a KeyName"),
        (lambda: sealed(KeyName("key_1"), "acc_1"), "context must be a SealContext"),
        (lambda: crypto.fhe.compute(b"", "sum", b"c"), "operands must be a list, not a bytes"),  # type: ignore[arg-type]
        (lambda: crypto.fhe.encrypt(b"", [1.0], scale=1), "scale must be a Scale"),  # type: ignore[arg-type]
    ],
)
def test_an_argument_of_another_type_is_named(call: Any, message: str) -> None:
    with pytest.raises(InvalidArgumentError, match=message):
        call()


def proved(inputs: Any) -> Proof:
    return handler().generate_proof.sync(Circuit.named("range:64"), inputs, {})


def sealed(key_name: Any, context: Any) -> bytes:
    return SealingKey.generate().seal.sync(b"text", key_name, context)
