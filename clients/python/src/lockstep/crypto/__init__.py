"""Cryptography at the client: zero knowledge, post-quantum keys, envelopes, homomorphic encryption.

Nothing of it has been audited. Methods that take long are called with `await` and run in a thread. Code without an event loop
calls their `sync`: `scheme.generate_key_pair.sync()`. Cancelling the task stops the work.
"""

from . import fhe
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
from .documents import DocumentVerification, verify_document
from .fhe import Ciphertext, DecryptedReduction, DecryptedSeries, FheSecretKey, Scale
from .post_quantum import Encapsulation, KeyPair, PostQuantumScheme
from .sealing import Envelope, KeyName, SealContext, SealingKey, SealingKeyPair
from .zk import (
    Circuit,
    CircuitKeys,
    CircuitOptimizer,
    Execution,
    MemoryState,
    Opening,
    Proof,
    ProvingKey,
    ZkHandler,
    ZkVirtualMachine,
)

__all__ = [
    "CancelledError",
    "Ciphertext",
    "Circuit",
    "CircuitKeys",
    "CircuitOptimizer",
    "ClosedHandleError",
    "CryptoError",
    "DecryptedReduction",
    "DecryptedSeries",
    "DocumentError",
    "DocumentVerification",
    "Encapsulation",
    "EntropyError",
    "Envelope",
    "Execution",
    "FheSecretKey",
    "HomomorphicError",
    "InitializationError",
    "InternalError",
    "InvalidArgumentError",
    "KeyName",
    "KeyPair",
    "MemoryState",
    "OpenError",
    "Opening",
    "OptimizationError",
    "PostQuantumError",
    "PostQuantumScheme",
    "Proof",
    "ProofGenerationError",
    "ProvingKey",
    "Scale",
    "SealContext",
    "SealError",
    "SealingKey",
    "SealingKeyPair",
    "VMError",
    "VerificationError",
    "ZKError",
    "ZkHandler",
    "ZkVirtualMachine",
    "fhe",
    "is_available",
    "verify_document",
]
