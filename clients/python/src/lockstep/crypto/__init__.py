"""Cryptography at the client (area F): zero-knowledge proofs, circuits, and post-quantum keys and signatures.

Nothing of it has been audited. Methods that take long are called with `await` and run in a thread. Code without an event loop
calls their `sync`: `scheme.generate_key_pair.sync()`. Cancelling the task stops the work.
"""

from ._errors import (
    CancelledError,
    ClosedHandleError,
    CryptoError,
    DocumentError,
    EntropyError,
    HomomorphicError,
    InitializationError,
    InternalError,
    InvalidArgumentError,
    OpenError,
    OptimizationError,
    PostQuantumError,
    ProofGenerationError,
    SealError,
    VerificationError,
    VMError,
    ZKError,
)
from ._native import is_available
from .post_quantum import Encapsulation, KeyPair, PostQuantumScheme
from .zk import (
    Circuit,
    CircuitKeys,
    CircuitOptimizer,
    Execution,
    MemoryState,
    Proof,
    ProvingKey,
    ZkHandler,
    ZkVirtualMachine,
)

__all__ = [
    "CancelledError",
    "Circuit",
    "CircuitKeys",
    "CircuitOptimizer",
    "ClosedHandleError",
    "CryptoError",
    "DocumentError",
    "Encapsulation",
    "EntropyError",
    "Execution",
    "HomomorphicError",
    "InitializationError",
    "InternalError",
    "InvalidArgumentError",
    "KeyPair",
    "MemoryState",
    "OpenError",
    "OptimizationError",
    "PostQuantumError",
    "PostQuantumScheme",
    "Proof",
    "ProofGenerationError",
    "ProvingKey",
    "SealError",
    "VMError",
    "VerificationError",
    "ZKError",
    "ZkHandler",
    "ZkVirtualMachine",
    "is_available",
]
