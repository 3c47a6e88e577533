"""Zero-knowledge proofs, circuits and the virtual machine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, TypeAlias

from . import _native
from ._arguments import fields_of, list_of, named_values
from ._errors import InvalidArgumentError
from ._objects import NativeObject, handle_of, threaded

Curve: TypeAlias = Literal["bls12-381", "bn254", "bls24-509", "bls48-575"]
Scheme: TypeAlias = Literal["groth16", "pghr13"]
OptimizationLevel: TypeAlias = Literal["basic", "aggressive"]
Inputs: TypeAlias = Mapping[str, int | Sequence[int]]
"""The values of a circuit's inputs, by their names."""


@dataclass(frozen=True)
class Proof:
    """A proof. `verify_proof` wants it whole."""

    scheme: str
    curve: str
    circuit: str
    proof: str
    """JSON as snarkjs writes it."""
    public_signals: list[str]
    """Decimal numbers."""
    vk_digest: str
    """The digest of the key that verifies the proof."""
    setup: str
    device: str

    @classmethod
    def from_dict(cls, value: Mapping[str, Any]) -> Proof:
        """Makes a proof of an object as in JSON."""
        if not isinstance(value, Mapping):
            raise InvalidArgumentError(f"a proof must be a dict, not a {type(value).__name__}")
        missing = sorted(name for name in _PROOF_NAMES.values() if name not in value)
        if missing:
            raise InvalidArgumentError(f"a proof needs the field {missing[0]}")
        return cls(**{attribute: value[name] for attribute, name in _PROOF_NAMES.items()})

    def to_dict(self) -> dict[str, Any]:
        """Returns the object as in JSON."""
        values = asdict(self)
        return {name: values[attribute] for attribute, name in _PROOF_NAMES.items()}

    def verify(self, verification_key: str) -> bool:
        """Verifies the proof with a key that the caller trusts. Its digest must be the proof's `vk_digest`."""
        answer = _native.call("Proof.verify", proof=self.to_dict(), verificationKey=verification_key)
        return bool(answer["verified"])


_PROOF_NAMES = {
    "scheme": "scheme",
    "curve": "curve",
    "circuit": "circuit",
    "proof": "proof",
    "public_signals": "publicSignals",
    "vk_digest": "vkDigest",
    "setup": "setup",
    "device": "device",
}


@dataclass(frozen=True)
class Opening:
    """The secret that opens the commitments of a proof. The blindings are not part of its text."""

    blindings: list[str] = field(repr=False)
    """Decimal numbers."""
    scale: int
    """The number of decimals of the values."""


class Circuit(NativeObject):
    """A circuit: a statement about its inputs that can be proved."""

    def __init__(self, description: Mapping[str, Any]) -> None:
        super().__init__(description["handle"])
        self.name: str = description["name"]
        self.curve: str = description["curve"]
        self.digest: str = description["digest"]
        """Hexadecimal."""
        self.cost: Mapping[str, int] = description["cost"]
        """The numbers of `rows`, `wires`, `terms` and others."""

    @classmethod
    def named(cls, name: str, *, curve: Curve | None = None) -> Circuit:
        """Returns a circuit of the library, such as `range:64`."""
        return cls(_native.call("Circuit.named", name=name, curve=curve))

    @classmethod
    def from_files(cls, *, r1cs: bytes, wasm: bytes | None = None, program: bytes | None = None) -> Circuit:
        """Reads a circuit of circom: its constraints, and what computes its witness."""
        return cls(_native.call("Circuit.fromFiles", r1cs=r1cs, wasm=wasm, program=program))

    def to_r1cs(self) -> bytes:
        """Returns the constraints in circom's format."""
        content: bytes = self._call("Circuit.toR1cs")["r1cs"]
        return content


class ProvingKey(NativeObject):
    """A key that makes proofs of one circuit."""

    def to_zkey(self) -> bytes | None:
        """Returns the key in snarkjs' format; `None` for PGHR13."""
        content: bytes | None = self._call("ProvingKey.toZkey").get("zkey")
        return content


@dataclass(frozen=True)
class CircuitKeys:
    """The keys of a circuit."""

    proving_key: ProvingKey
    verification_key: str
    """JSON as snarkjs writes it."""
    vk_digest: str
    setup: str
    assurance: str
    """The guarantees of the setup, and their limits."""


class ZkHandler(NativeObject):
    """Makes and verifies proofs. It knows the keys that it made."""

    def __init__(self) -> None:
        super().__init__(_native.call("ZkHandler.new")["handle"])

    @threaded
    def initialize(
        self,
        *,
        scheme: Scheme | None = None,
        curve: Curve | None = None,
        optimization_level: OptimizationLevel | None = None,
        precision: int | None = None,
        security_level: int | None = None,
        use_gpu: bool | None = None,
    ) -> None:
        """Prepares the handler. `precision` is the number of decimals of values, 0 to 6."""
        config = {
            "scheme": scheme,
            "curve": curve,
            "optimizationLevel": optimization_level,
            "precision": precision,
            "securityLevel": security_level,
            "useGPU": use_gpu,
        }
        given = {name: value for name, value in config.items() if value is not None}
        self._call("ZkHandler.initialize", config=given)

    @threaded
    def generate_keys(self, circuit: Circuit) -> CircuitKeys:
        """Makes the keys of a circuit."""
        made = self._call("ZkHandler.generateKeys", circuit=handle_of(circuit, Circuit))
        return CircuitKeys(
            ProvingKey(made["provingKey"]),
            made["verificationKey"],
            made["vkDigest"],
            made["setup"],
            made["assurance"],
        )

    @threaded
    def generate_proof(self, circuit: Circuit, private_inputs: Inputs, public_inputs: Inputs) -> Proof:
        """Proves that the circuit accepts the inputs. The proof shows the public ones only."""
        made = self._call(
            "ZkHandler.generateProof",
            circuit=handle_of(circuit, Circuit),
            privateInputs=named_values(private_inputs, "private_inputs"),
            publicInputs=named_values(public_inputs, "public_inputs"),
        )
        return Proof.from_dict(made["proof"])

    @threaded
    def verify_proof(self, proof: Proof) -> bool:
        """Whether the proof holds, under a key of this handler."""
        return bool(self._call("ZkHandler.verifyProof", proof=fields_of(proof, Proof, "proof"))["verified"])

    @threaded
    def generate_range_proof(self, value: float, *, min: float, max: float) -> Proof:
        """Proves that a hidden value is between two bounds, inclusive."""
        bounds = {"min": min, "max": max}
        return Proof.from_dict(self._call("ZkHandler.generateRangeProof", value=value, range=bounds)["proof"])

    @threaded
    def generate_equality_proof(self, value1: float, value2: float) -> Proof:
        """Proves that two hidden values are equal."""
        made = self._call("ZkHandler.generateEqualityProof", value1=value1, value2=value2)
        return Proof.from_dict(made["proof"])

    @threaded
    def generate_membership_proof(self, value: float, set: Sequence[float]) -> Proof:
        """Proves that a hidden value is one of a set."""
        made = self._call("ZkHandler.generateMembershipProof", value=value, set=list_of(set, "set"))
        return Proof.from_dict(made["proof"])

    def opening(self, proof: Proof) -> Opening | None:
        """Returns the secret that opens the commitments of a proof, if this handler made it."""
        found = self._call("ZkHandler.opening", proof=fields_of(proof, Proof, "proof"))["opening"]
        return None if found is None else Opening(found["blindings"], found["scale"])

    def verification_key(self, vk_digest: str) -> str:
        """Returns the key of this handler that verifies a proof."""
        return str(self._call("ZkHandler.verificationKey", vkDigest=vk_digest)["verificationKey"])

    def cleanup(self) -> None:
        """Forgets the keys and values."""
        self._call("ZkHandler.cleanup")


class CircuitOptimizer(NativeObject):
    """Makes circuits smaller that accept exactly the same inputs."""

    def __init__(self, optimization_level: OptimizationLevel = "basic") -> None:
        super().__init__(_native.call("CircuitOptimizer.new", optimizationLevel=optimization_level)["handle"])

    @threaded
    def optimize(self, circuit: Circuit) -> Circuit:
        """Returns a smaller circuit."""
        return Circuit(self._call("CircuitOptimizer.optimize", circuit=handle_of(circuit, Circuit)))

    @threaded
    def initialize_gpu(self) -> None:
        """Raises `OptimizationError`: there is no GPU back end."""
        self._call("CircuitOptimizer.initializeGPU")

    @threaded
    def process_constraints(
        self, constraints: Sequence[Mapping[str, Any]], *, curve: Curve | None = None
    ) -> list[dict[str, Any]]:
        """Optimizes constraints `{a, b, c}`, each a list of `[wire, decimal]`."""
        given = list_of(constraints, "constraints")
        made = self._call("CircuitOptimizer.processConstraints", constraints=given, curve=curve)
        found: list[dict[str, Any]] = made["constraints"]
        return found


@dataclass(frozen=True)
class MemoryState:
    """The memory of the virtual machine."""

    pages: int
    bytes: int
    peak: int
    instructions: int
    digest: str


@dataclass(frozen=True)
class Execution:
    """The result of a circuit. The witness contains the private inputs."""

    witness: list[str] = field(repr=False)
    public_signals: list[str]
    memory: MemoryState


class ZkVirtualMachine(NativeObject):
    """Computes witnesses, with limits on memory and instructions."""

    def __init__(self) -> None:
        super().__init__(_native.call("ZkVirtualMachine.new")["handle"])

    @threaded
    def initialize(
        self,
        *,
        memory_limit: int | None = None,
        max_instructions: int | None = None,
        optimization_level: OptimizationLevel | None = None,
    ) -> None:
        """Prepares the machine. `memory_limit` is in bytes."""
        config = {
            "memoryLimit": memory_limit,
            "maxInstructions": max_instructions,
            "optimizationLevel": optimization_level,
        }
        given = {name: value for name, value in config.items() if value is not None}
        self._call("ZkVirtualMachine.initialize", config=given)

    @threaded
    def execute_circuit(self, circuit: Circuit, inputs: Inputs) -> Execution:
        """Computes the witness of a circuit."""
        done = self._call(
            "ZkVirtualMachine.executeCircuit",
            circuit=handle_of(circuit, Circuit),
            inputs=named_values(inputs, "inputs"),
        )
        return Execution(done["witness"], done["publicSignals"], MemoryState(**done["memory"]))

    def get_memory_state(self) -> MemoryState:
        """Returns the memory after the last execution."""
        return MemoryState(**self._call("ZkVirtualMachine.getMemoryState")["memory"])
