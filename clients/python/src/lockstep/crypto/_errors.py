"""The kinds of errors of the native library as exceptions."""

from __future__ import annotations

from ..errors import LockstepError


class CryptoError(LockstepError):
    """The base of the errors of `lockstep.crypto`."""


class ZKError(CryptoError):
    """The base of the zero-knowledge and post-quantum errors. Raised itself, for example, for a call after `cleanup`."""


class InitializationError(ZKError):
    """The configuration is invalid, or `initialize` was not called."""


class ProofGenerationError(ZKError):
    """No proof can be made, for example of a false statement."""


class VerificationError(ZKError):
    """A proof cannot be checked. An invalid proof is not an error."""


class OptimizationError(ZKError):
    """A circuit cannot be optimized, or a GPU was requested."""


class PostQuantumError(ZKError):
    """A key, ciphertext or method does not fit the scheme."""


class VMError(ZKError):
    """The virtual machine stopped: the text names the limit, the assertion or the row."""


class InvalidArgumentError(CryptoError, ValueError):
    """An argument has the wrong type or form."""


class ClosedHandleError(CryptoError):
    """The object was closed, or an argument is an object of another kind."""


class CancelledError(CryptoError):
    """The call was cancelled."""


class SealError(CryptoError):
    """A message cannot be sealed."""


class OpenError(CryptoError):
    """An envelope cannot be opened: the same text for every cause."""


class HomomorphicError(CryptoError):
    """A value, key or ciphertext of BFV is refused."""


class DocumentError(CryptoError):
    """A key, chain, nonce or time of a verification cannot be read. A document that does not hold is not an error."""


class EntropyError(CryptoError):
    """The source of entropy failed."""


class InternalError(CryptoError):
    """The native library failed. Please report it."""


KINDS: dict[int, type[CryptoError]] = {
    1: ZKError,
    2: InitializationError,
    3: ProofGenerationError,
    4: VerificationError,
    5: OptimizationError,
    6: PostQuantumError,
    7: VMError,
    8: InvalidArgumentError,
    9: ClosedHandleError,
    10: CancelledError,
    11: SealError,
    12: OpenError,
    13: HomomorphicError,
    14: DocumentError,
    15: EntropyError,
    16: InternalError,
}
"""The exception of each status of the native library."""


def error_of(status: int, text: str) -> CryptoError:
    """Returns the exception of a status."""
    return KINDS.get(status, CryptoError)(text)
