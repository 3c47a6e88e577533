"""Verification of the documents that a server signs, without the server."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from . import _native
from ._errors import InvalidArgumentError


@dataclass(frozen=True)
class DocumentVerification:
    """The result of the verification of a document. All but `verified` and `reason` are `None` if it does not hold."""

    verified: bool
    """Whether the signatures, and the proof of a claim, are valid, and the signer is the expected one."""
    reason: str | None
    """Why the document does not hold; `None` if it does."""
    format: str | None
    """The format of the document, such as `lockstep-erasure/1`."""
    id: str | None
    attester: str | None
    """The fingerprint of the signing key."""
    signed_at: datetime | None
    says: dict[str, Any] | None
    """The verified content."""
    known_signer: bool | None
    """Whether the caller named the signer. If not, anyone could have signed: compare `attester`."""


def verify_document(
    document: bytes | str,
    *,
    attester: str | None = None,
    public_key: str | None = None,
    chain: bytes | str | None = None,
    audience: str | None = None,
    nonce: bytes | None = None,
    now: datetime | None = None,
) -> DocumentVerification:
    """Verifies a document, without a network: a claim, a receipt, a certificate, or any other.

    The document is its JSON: text, or the bytes of a file. `attester` is the fingerprint of the signer's key, and `public_key`
    the key in base 64, both from another channel than the document. With `chain`, the JSON of `get_attestation_key`, documents
    of the signer's earlier keys hold, too. A document that names an audience or a nonce does not hold without them. `now` is
    the time of the verification: a claim whose validity has ended by then does not hold.
    """
    at = now or datetime.now(UTC)
    if at.tzinfo is None:
        raise InvalidArgumentError("`now` needs a time zone")
    found = _native.call(
        "Document.verify",
        document=_encoded(document),
        attester=attester,
        publicKey=public_key,
        chain=None if chain is None else _encoded(chain),
        audience=audience,
        nonce=None if nonce is None else base64.b64encode(nonce).decode(),
        now=at.isoformat(),
    )
    signed_at = found["signedAt"]
    return DocumentVerification(
        verified=found["verified"],
        reason=found["reason"],
        format=found["format"],
        id=found["id"],
        attester=found["attester"],
        signed_at=None if signed_at is None else datetime.fromisoformat(signed_at),
        says=found["says"],
        known_signer=found["knownSigner"],
    )


def _encoded(text: bytes | str) -> bytes:
    return text.encode() if isinstance(text, str) else text
