# Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
"""Keys, encryption, computation on ciphertexts, circuits, zero-knowledge proofs and signed documents."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from typing import Any

from .._body import AsyncContent, Content
from .._group import AsyncGroup, Group
from .._job import AsyncJob, Job
from .._operation import UNSET, Arguments, CallOptions, Json, Operation, Paging
from . import models as m

_CANCEL_ENCRYPTION_JOB: Operation[m.DeletedJob] = Operation("DELETE", "/v1/encryption/jobs/{jobId}", m.DeletedJob)

_CANCEL_KEY_DESTRUCTION: Operation[m.KeyStatus] = Operation("POST", "/v1/encryption/keys/{keyId}/cancel-destruction", m.KeyStatus)

_COMPUTE_ON_CIPHERTEXTS: Operation[m.ComputationResult] = Operation("POST", "/v1/encryption/fhe/compute", m.ComputationResult)

_DECRYPT_ENVELOPE: Operation[m.DecryptionResult] = Operation("POST", "/v1/encryption/decrypt", m.DecryptionResult)

_DELETE_CIRCUIT: Operation[m.DeletedCircuit] = Operation("DELETE", "/v1/encryption/circuits/{id}", m.DeletedCircuit)

_DELETE_KEY: Operation[m.KeyStatus] = Operation("DELETE", "/v1/encryption/keys/{keyId}", m.KeyStatus)

_ENCRYPT_DATA: Operation[m.EncryptionResult] = Operation("POST", "/v1/encryption/encrypt", m.EncryptionResult)

_GENERATE_KEY: Operation[m.GeneratedKey] = Operation("POST", "/v1/encryption/keys/generate", m.GeneratedKey, takes_idempotency_key=True)

_GET_ATTESTATION_KEY: Operation[m.AttestationKey] = Operation("GET", "/v1/encryption/attestation-key", m.AttestationKey)

_GET_ENCRYPTION_JOB: Operation[m.JobState] = Operation("GET", "/v1/encryption/jobs/{jobId}", m.JobState)

_GET_KEY_STATUS: Operation[m.KeyStatus] = Operation("GET", "/v1/encryption/keys/{keyId}/status", m.KeyStatus)

_GET_PUBLISHED_ATTESTATION_KEY: Operation[m.AttestationKey] = Operation("GET", "/.well-known/lockstep-attestation-key", m.AttestationKey, is_open=True)

_GET_VERIFICATION_KEY: Operation[m.VerificationKey] = Operation("GET", "/v1/encryption/circuits/{id}/verification-key", m.VerificationKey)

_LIST_KEYS: Operation[m.KeyPage] = Operation("GET", "/v1/encryption/keys", m.KeyPage)
_LIST_KEYS_PAGES: Paging[m.KeyStatus] = Paging("keys", m.KeyStatus, None)

_PROVE_STATEMENT: Operation[m.ZeroKnowledgeProof] = Operation("POST", "/v1/encryption/zk/prove", m.ZeroKnowledgeProof, takes_idempotency_key=True)

_REGISTER_KEY: Operation[m.KeyStatus] = Operation("POST", "/v1/encryption/keys", m.KeyStatus, takes_idempotency_key=True)

_RESUME_KEY: Operation[m.KeyStatus] = Operation("POST", "/v1/encryption/keys/{keyId}/resume", m.KeyStatus)

_REVOKE_KEY: Operation[m.KeyStatus] = Operation("POST", "/v1/encryption/keys/{keyId}/revoke", m.KeyStatus)

_ROTATE_KEY: Operation[m.KeyStatus] = Operation("POST", "/v1/encryption/keys/{keyId}/rotate", m.KeyStatus, takes_idempotency_key=True)

_SUSPEND_KEY: Operation[m.KeyStatus] = Operation("POST", "/v1/encryption/keys/{keyId}/suspend", m.KeyStatus)

_UPLOAD_CIRCUIT: Operation[m.StoredCircuit] = Operation("POST", "/v1/encryption/circuits", m.StoredCircuit, takes_idempotency_key=True)

_UPLOAD_EVALUATION_KEYS: Operation[m.KeyStatus] = Operation("PUT", "/v1/encryption/keys/{keyId}/evaluation-keys", m.KeyStatus)

_VERIFY_DOCUMENT: Operation[m.DocumentVerification] = Operation("POST", "/v1/encryption/documents/verify", m.DocumentVerification)

_VERIFY_PROOF: Operation[m.VerificationResult] = Operation("POST", "/v1/encryption/zk/verify", m.VerificationResult)


class EncryptionOperations(Group):
    """Keys, encryption, computation on ciphertexts, circuits, zero-knowledge proofs and signed
    documents.
    """

    def cancel_encryption_job(
        self,
        job_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.DeletedJob:
        """Cancel a job: `DELETE /v1/jobs/{jobId}` under its older path.

        Args:
            job_id: The job's id

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._call(
            _CANCEL_ENCRYPTION_JOB,
            Arguments(path={"jobId": job_id}),
            options,
        )

    def cancel_key_destruction(
        self,
        key_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.KeyStatus:
        """Cancel the destruction of a key, within its seven days.

        The key returns to the status that it had before.

        Args:
            key_id: The id of the key

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._call(
            _CANCEL_KEY_DESTRUCTION,
            Arguments(path={"keyId": key_id}),
            options,
        )

    def compute_on_ciphertexts(
        self,
        *,
        operands: Sequence[str],
        operation: str,
        parameters: m.ComputeParameters | Json = UNSET,
        options: CallOptions | None = None,
    ) -> m.ComputationResult:
        """Compute on encrypted numbers without decrypting them.

        The result is an envelope under the key of the operands: `POST /v1/encryption/decrypt`
        returns its numbers.

        Args:
            operands: Envelopes of mode FHE under one key, base64.
            operation: With two operands: `add`, `subtract`, `multiply`, `dot`. With one: `negate`,
                `square`, `sum`, `mean`, `variance`, `rotate`, `weightedSum`.
        """
        return self._call(
            _COMPUTE_ON_CIPHERTEXTS,
            Arguments(json={"operands": operands, "operation": operation, "parameters": parameters}),
            options,
        )

    def compute_on_ciphertexts_as_job(
        self,
        *,
        operands: Sequence[str],
        operation: str,
        parameters: m.ComputeParameters | Json = UNSET,
        options: CallOptions | None = None,
    ) -> Job[m.ComputationResult]:
        """Compute on encrypted numbers without decrypting them.

        The server works in the background; `result()` of the job waits for the result.

        The result is an envelope under the key of the operands: `POST /v1/encryption/decrypt`
        returns its numbers.

        Args:
            operands: Envelopes of mode FHE under one key, base64.
            operation: With two operands: `add`, `subtract`, `multiply`, `dot`. With one: `negate`,
                `square`, `sum`, `mean`, `variance`, `rotate`, `weightedSum`.
        """
        return self._start(
            _COMPUTE_ON_CIPHERTEXTS,
            Arguments(json={"operands": operands, "operation": operation, "parameters": parameters}),
            options,
        )

    def decrypt_envelope(
        self,
        *,
        encrypted_data: str,
        metadata: m.EnvelopeMetadata | Json | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.DecryptionResult:
        """Decrypt an envelope that was encrypted under a key of the caller.

        The envelope contains the id of its key. Every envelope that cannot be decrypted is refused
        with the same error.

        Args:
            encrypted_data: An envelope, base64.
            metadata: Optional: if sent, it must match the envelope.

        Raises:
            ApiError: 404 NOT_FOUND: the key does not exist.
        """
        return self._call(
            _DECRYPT_ENVELOPE,
            Arguments(json={"encryptedData": encrypted_data, "metadata": metadata}),
            options,
        )

    def decrypt_envelope_as_job(
        self,
        *,
        encrypted_data: str,
        metadata: m.EnvelopeMetadata | Json | None = UNSET,
        options: CallOptions | None = None,
    ) -> Job[m.DecryptionResult]:
        """Decrypt an envelope that was encrypted under a key of the caller.

        The server works in the background; `result()` of the job waits for the result.

        The envelope contains the id of its key. Every envelope that cannot be decrypted is refused
        with the same error.

        Args:
            encrypted_data: An envelope, base64.
            metadata: Optional: if sent, it must match the envelope.

        Raises:
            ApiError: 404 NOT_FOUND: the key does not exist.
        """
        return self._start(
            _DECRYPT_ENVELOPE,
            Arguments(json={"encryptedData": encrypted_data, "metadata": metadata}),
            options,
        )

    def delete_circuit(
        self,
        id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.DeletedCircuit:
        """Delete a circuit of the caller with its keys.

        This server can no longer verify proofs made with these keys.

        Args:
            id: The id of the circuit, `circuit:<sha256>`

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._call(
            _DELETE_CIRCUIT,
            Arguments(path={"id": id}),
            options,
        )

    def delete_key(
        self,
        key_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.KeyStatus:
        """Schedule a key for destruction in seven days.

        Nothing is encrypted or decrypted with the key from now on. `cancel-destruction` restores
        the key within the seven days. After them, data under the key can never be read again.

        Args:
            key_id: The id of the key

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._call(
            _DELETE_KEY,
            Arguments(path={"keyId": key_id}),
            options,
        )

    def encrypt_data(
        self,
        *,
        data: str,
        mode: str,
        parameters: m.EncryptParameters | Json = UNSET,
        options: CallOptions | None = None,
    ) -> m.EncryptionResult:
        """Encrypt data under a key of the caller.

        The result is an envelope that contains the id of its key. Without `parameters.keyId`, the
        current key of the mode, scheme and security level is used. If the caller has no such key,
        it is created.

        Args:
            data: The plaintext, base64. Under FHE and ZK, a JSON array of numbers supports
                computation and proofs; anything else is encrypted as bytes.
            mode: `Basic`, `FHE` or `ZK`.

        Raises:
            ApiError: 404 NOT_FOUND: the key does not exist.
        """
        return self._call(
            _ENCRYPT_DATA,
            Arguments(json={"data": data, "mode": mode, "parameters": parameters}),
            options,
        )

    def encrypt_data_as_job(
        self,
        *,
        data: str,
        mode: str,
        parameters: m.EncryptParameters | Json = UNSET,
        options: CallOptions | None = None,
    ) -> Job[m.EncryptionResult]:
        """Encrypt data under a key of the caller.

        The server works in the background; `result()` of the job waits for the result.

        The result is an envelope that contains the id of its key. Without `parameters.keyId`, the
        current key of the mode, scheme and security level is used. If the caller has no such key,
        it is created.

        Args:
            data: The plaintext, base64. Under FHE and ZK, a JSON array of numbers supports
                computation and proofs; anything else is encrypted as bytes.
            mode: `Basic`, `FHE` or `ZK`.

        Raises:
            ApiError: 404 NOT_FOUND: the key does not exist.
        """
        return self._start(
            _ENCRYPT_DATA,
            Arguments(json={"data": data, "mode": mode, "parameters": parameters}),
            options,
        )

    def generate_key(
        self,
        *,
        mode: str,
        parameters: m.KeyParameters | Json = UNSET,
        options: CallOptions | None = None,
    ) -> m.GeneratedKey:
        """Generate a key and return its secret once.

        A key in the server's custody becomes the current key for its mode, scheme and security
        level.

        Args:
            mode: `Basic`, `FHE` or `ZK`.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._call(
            _GENERATE_KEY,
            Arguments(json={"mode": mode, "parameters": parameters}),
            options,
        )

    def get_attestation_key(
        self,
        *,
        options: CallOptions | None = None,
    ) -> m.AttestationKey:
        """Get the public key that verifies this platform's signatures.

        The platform signs erasure receipts, checkpoints of the audit chain, roots of series, and
        claims with their proofs. Compare its fingerprint with a fingerprint from another channel.
        """
        return self._call(
            _GET_ATTESTATION_KEY,
            Arguments(),
            options,
        )

    def get_encryption_job(
        self,
        job_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.JobState:
        """Get the state of a job: `GET /v1/jobs/{jobId}` under its older path.

        Args:
            job_id: The job's id

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._call(
            _GET_ENCRYPTION_JOB,
            Arguments(path={"jobId": job_id}),
            options,
        )

    def get_key_status(
        self,
        key_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.KeyStatus:
        """Get the status of a key.

        Args:
            key_id: The id of the key

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._call(
            _GET_KEY_STATUS,
            Arguments(path={"keyId": key_id}),
            options,
        )

    def get_published_attestation_key(
        self,
        *,
        options: CallOptions | None = None,
    ) -> m.AttestationKey:
        """Get the public key that verifies this platform's signatures, without an account.

        Returns the same as `GET /v1/encryption/attestation-key`: the reader of a signed document
        may have no account. A reader who does not trust the operator of this server takes the key
        from another source.
        """
        return self._call(
            _GET_PUBLISHED_ATTESTATION_KEY,
            Arguments(),
            options,
        )

    def get_verification_key(
        self,
        id: str,
        *,
        scheme: str | None = None,
        curve: str | None = None,
        options: CallOptions | None = None,
    ) -> m.VerificationKey:
        """Get the verification key of a built-in circuit or a circuit of the caller.

        Args:
            id: `circuit:<sha256>` or the name of a built-in circuit
            scheme: `Groth16` (default) or `PGHR13`.
            curve: `bls12-381` (default for built-in circuits), `bn254`, `bls24-509` or `bls48-575`.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._call(
            _GET_VERIFICATION_KEY,
            Arguments(path={"id": id}, query={"scheme": scheme, "curve": curve}),
            options,
        )

    def list_keys(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> m.KeyPage:
        """List the caller's keys.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of entries per page. Default: 20.
        """
        return self._call(
            _LIST_KEYS,
            Arguments(query={"page": page, "limit": limit}),
            options,
        )

    def list_keys_all(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[m.KeyStatus]:
        """List the caller's keys.

        Returns the entries of all pages. A page is requested when its first entry is.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of entries per page. Default: 20.
        """
        return self._pages(
            _LIST_KEYS,
            _LIST_KEYS_PAGES,
            Arguments(query={"page": page, "limit": limit}),
            options,
        )

    def prove_statement(
        self,
        *,
        circuit: str,
        data: str,
        parameters: m.ProofParameters | Json = UNSET,
        options: CallOptions | None = None,
    ) -> m.ZeroKnowledgeProof:
        """Prove a statement about secret values without revealing them. A false statement is refused.

        Args:
            circuit: `range`, `range:16`, `range:32`, `range:64`, `equality`, `commitment`,
                `membership` (depth 20), `membership:N` (1 to 32), `set:N` (2 to 64), `aggregate:N`
                (a power of two, 2 to 64), `sum` (`Bulletproofs` only), `circuit:<sha256>` of an
                uploaded circuit, or `r1cs:<base64>`, which is stored as a circuit of the account
                with its first proof.
            data: Base64 of a JSON object with the circuit's named inputs (`{"value": 52, "min": 40,
                "max": 60}`), of a `.wtns`, or a ZK envelope.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._call(
            _PROVE_STATEMENT,
            Arguments(json={"circuit": circuit, "data": data, "parameters": parameters}),
            options,
        )

    def prove_statement_as_job(
        self,
        *,
        circuit: str,
        data: str,
        parameters: m.ProofParameters | Json = UNSET,
        options: CallOptions | None = None,
    ) -> Job[m.ZeroKnowledgeProof]:
        """Prove a statement about secret values without revealing them. A false statement is refused.

        The server works in the background; `result()` of the job waits for the result.

        Args:
            circuit: `range`, `range:16`, `range:32`, `range:64`, `equality`, `commitment`,
                `membership` (depth 20), `membership:N` (1 to 32), `set:N` (2 to 64), `aggregate:N`
                (a power of two, 2 to 64), `sum` (`Bulletproofs` only), `circuit:<sha256>` of an
                uploaded circuit, or `r1cs:<base64>`, which is stored as a circuit of the account
                with its first proof.
            data: Base64 of a JSON object with the circuit's named inputs (`{"value": 52, "min": 40,
                "max": 60}`), of a `.wtns`, or a ZK envelope.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._start(
            _PROVE_STATEMENT,
            Arguments(json={"circuit": circuit, "data": data, "parameters": parameters}),
            options,
        )

    def register_key(
        self,
        *,
        mode: str,
        public_key: str,
        parameters: m.RegisterKeyParameters | Json = UNSET,
        options: CallOptions | None = None,
    ) -> m.KeyStatus:
        """Register the public half of a key whose secret stays with the client.

        A key of mode FHE is `pending` until its evaluation keys are uploaded.

        Args:
            mode: `FHE` or `Basic`.
            public_key: The public key, base64: written by lockstep-fhe, or of an X-Wing or
                MLKEM1024-P384 key pair.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._call(
            _REGISTER_KEY,
            Arguments(json={"mode": mode, "publicKey": public_key, "parameters": parameters}),
            options,
        )

    def resume_key(
        self,
        key_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.KeyStatus:
        """Resume a suspended key.

        Args:
            key_id: The id of the key

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._call(
            _RESUME_KEY,
            Arguments(path={"keyId": key_id}),
            options,
        )

    def revoke_key(
        self,
        key_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.KeyStatus:
        """Revoke a key permanently.

        Nothing is encrypted or decrypted with the key from now on. This cannot be undone.

        Args:
            key_id: The id of the key

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._call(
            _REVOKE_KEY,
            Arguments(path={"keyId": key_id}),
            options,
        )

    def rotate_key(
        self,
        key_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.KeyStatus:
        """Rotate a key: a new key replaces it. Data under the old key stays readable.

        Args:
            key_id: The id of a current key

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._call(
            _ROTATE_KEY,
            Arguments(path={"keyId": key_id}),
            options,
        )

    def suspend_key(
        self,
        key_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.KeyStatus:
        """Suspend a key. Nothing is encrypted or decrypted with it until it is resumed.

        Args:
            key_id: The id of the key

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._call(
            _SUSPEND_KEY,
            Arguments(path={"keyId": key_id}),
            options,
        )

    def upload_circuit(
        self,
        *,
        r1cs: str,
        ptau: str | None = UNSET,
        ptau_hash: str | None = UNSET,
        wasm: str | None = UNSET,
        zkey: str | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.StoredCircuit:
        """Upload a circuit, with its proving key if there is one.

        `zk/prove` and `zk/verify` then accept its `id`. Without a proving key, the server creates
        one for the first proof. An account keeps at most 64 circuits.

        Args:
            r1cs: The iden3 `.r1cs` file, base64.
            ptau: The powers of tau that the key was derived from, base64. Their contributions are
                verified.
            ptau_hash: The BLAKE2b-512 of the `.ptau` file, 128 hexadecimal digits, as published by
                its ceremony. The label is `derived` if it matches the uploaded `ptau`. Otherwise it
                is `unverified`: the creator of the powers of tau may know their toxic waste.
            wasm: The circom witness generator (`.wasm`, version 2), base64. With it, `zk/prove`
                accepts named inputs in the form of `input.json`. It runs under limits: 16 MiB of
                module, 128 MiB of memory, 2^33 units of fuel, 1.5 s.
            zkey: The snarkjs `.zkey` of the circuit, base64.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._call(
            _UPLOAD_CIRCUIT,
            Arguments(json={"r1cs": r1cs, "ptau": ptau, "ptauHash": ptau_hash, "wasm": wasm, "zkey": zkey}),
            options,
        )

    def upload_evaluation_keys(
        self,
        key_id: str,
        content: Content,
        *,
        options: CallOptions | None = None,
    ) -> m.KeyStatus:
        """Upload the evaluation keys of a key in the client's custody.

        The body has the format of lockstep-fhe: keys for products, for sums over all slots of a
        ciphertext, and for at most 24 rotations (52 MB for the largest parameter set). A second
        upload replaces the first.

        Args:
            key_id: The id of an FHE key in the client's custody
            content: The body: bytes, a path, a file or an iterator of bytes.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._call(
            _UPLOAD_EVALUATION_KEYS,
            Arguments(path={"keyId": key_id}, content=content, content_type="application/octet-stream"),
            options,
        )

    def verify_document(
        self,
        *,
        document: Mapping[str, Any],
        attester: str | None = UNSET,
        audience: str | None = UNSET,
        nonce: str | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.DocumentVerification:
        """Verify a signed document: its signatures, its validity, and the proof of a claim.

        A document in which an object has a member twice is refused. The command `lockstep verify`
        does the same without a server: use it if you do not trust the operator of this server. The
        command also takes an answer that contains documents, such as the result of a job; this
        operation takes the document alone.

        Args:
            document: The document: a claim, a certificate, a receipt, or any other document that a
                Lockstep server signed.
            attester: The fingerprint of the signing key that the reader trusts. Without it, only
                documents of this installation hold. A present or former key of this installation
                stands for every key of its chain, as with `lockstep verify --chain`: a document
                that is dated after its key was replaced is invalid.
            audience: The audience that the reader expects. A document that names an audience is
                invalid without it.
            nonce: The nonce that the reader gave to the prover, base64. A document that contains a
                nonce is invalid without it.
        """
        return self._call(
            _VERIFY_DOCUMENT,
            Arguments(json={"document": document, "attester": attester, "audience": audience, "nonce": nonce}),
            options,
        )

    def verify_document_as_job(
        self,
        *,
        document: Mapping[str, Any],
        attester: str | None = UNSET,
        audience: str | None = UNSET,
        nonce: str | None = UNSET,
        options: CallOptions | None = None,
    ) -> Job[m.DocumentVerification]:
        """Verify a signed document: its signatures, its validity, and the proof of a claim.

        The server works in the background; `result()` of the job waits for the result.

        A document in which an object has a member twice is refused. The command `lockstep verify`
        does the same without a server: use it if you do not trust the operator of this server. The
        command also takes an answer that contains documents, such as the result of a job; this
        operation takes the document alone.

        Args:
            document: The document: a claim, a certificate, a receipt, or any other document that a
                Lockstep server signed.
            attester: The fingerprint of the signing key that the reader trusts. Without it, only
                documents of this installation hold. A present or former key of this installation
                stands for every key of its chain, as with `lockstep verify --chain`: a document
                that is dated after its key was replaced is invalid.
            audience: The audience that the reader expects. A document that names an audience is
                invalid without it.
            nonce: The nonce that the reader gave to the prover, base64. A document that contains a
                nonce is invalid without it.
        """
        return self._start(
            _VERIFY_DOCUMENT,
            Arguments(json={"document": document, "attester": attester, "audience": audience, "nonce": nonce}),
            options,
        )

    def verify_proof(
        self,
        *,
        circuit: str,
        proof: str,
        public_inputs: str,
        parameters: m.VerifyParameters | Json = UNSET,
        options: CallOptions | None = None,
    ) -> m.VerificationResult:
        """Verify a proof with the verification key that it names.

        Args:
            circuit: The circuit that the proof must belong to.
            proof: A proof: base64 of snarkjs JSON or of the compact encoding.
            public_inputs: The public inputs, in the same encoding as the proof.
        """
        return self._call(
            _VERIFY_PROOF,
            Arguments(json={"circuit": circuit, "proof": proof, "publicInputs": public_inputs, "parameters": parameters}),
            options,
        )

    def verify_proof_as_job(
        self,
        *,
        circuit: str,
        proof: str,
        public_inputs: str,
        parameters: m.VerifyParameters | Json = UNSET,
        options: CallOptions | None = None,
    ) -> Job[m.VerificationResult]:
        """Verify a proof with the verification key that it names.

        The server works in the background; `result()` of the job waits for the result.

        Args:
            circuit: The circuit that the proof must belong to.
            proof: A proof: base64 of snarkjs JSON or of the compact encoding.
            public_inputs: The public inputs, in the same encoding as the proof.
        """
        return self._start(
            _VERIFY_PROOF,
            Arguments(json={"circuit": circuit, "proof": proof, "publicInputs": public_inputs, "parameters": parameters}),
            options,
        )


class AsyncEncryptionOperations(AsyncGroup):
    """Keys, encryption, computation on ciphertexts, circuits, zero-knowledge proofs and signed
    documents.
    """

    async def cancel_encryption_job(
        self,
        job_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.DeletedJob:
        """Cancel a job: `DELETE /v1/jobs/{jobId}` under its older path.

        Args:
            job_id: The job's id

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._call(
            _CANCEL_ENCRYPTION_JOB,
            Arguments(path={"jobId": job_id}),
            options,
        )

    async def cancel_key_destruction(
        self,
        key_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.KeyStatus:
        """Cancel the destruction of a key, within its seven days.

        The key returns to the status that it had before.

        Args:
            key_id: The id of the key

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._call(
            _CANCEL_KEY_DESTRUCTION,
            Arguments(path={"keyId": key_id}),
            options,
        )

    async def compute_on_ciphertexts(
        self,
        *,
        operands: Sequence[str],
        operation: str,
        parameters: m.ComputeParameters | Json = UNSET,
        options: CallOptions | None = None,
    ) -> m.ComputationResult:
        """Compute on encrypted numbers without decrypting them.

        The result is an envelope under the key of the operands: `POST /v1/encryption/decrypt`
        returns its numbers.

        Args:
            operands: Envelopes of mode FHE under one key, base64.
            operation: With two operands: `add`, `subtract`, `multiply`, `dot`. With one: `negate`,
                `square`, `sum`, `mean`, `variance`, `rotate`, `weightedSum`.
        """
        return await self._call(
            _COMPUTE_ON_CIPHERTEXTS,
            Arguments(json={"operands": operands, "operation": operation, "parameters": parameters}),
            options,
        )

    async def compute_on_ciphertexts_as_job(
        self,
        *,
        operands: Sequence[str],
        operation: str,
        parameters: m.ComputeParameters | Json = UNSET,
        options: CallOptions | None = None,
    ) -> AsyncJob[m.ComputationResult]:
        """Compute on encrypted numbers without decrypting them.

        The server works in the background; `result()` of the job waits for the result.

        The result is an envelope under the key of the operands: `POST /v1/encryption/decrypt`
        returns its numbers.

        Args:
            operands: Envelopes of mode FHE under one key, base64.
            operation: With two operands: `add`, `subtract`, `multiply`, `dot`. With one: `negate`,
                `square`, `sum`, `mean`, `variance`, `rotate`, `weightedSum`.
        """
        return await self._start(
            _COMPUTE_ON_CIPHERTEXTS,
            Arguments(json={"operands": operands, "operation": operation, "parameters": parameters}),
            options,
        )

    async def decrypt_envelope(
        self,
        *,
        encrypted_data: str,
        metadata: m.EnvelopeMetadata | Json | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.DecryptionResult:
        """Decrypt an envelope that was encrypted under a key of the caller.

        The envelope contains the id of its key. Every envelope that cannot be decrypted is refused
        with the same error.

        Args:
            encrypted_data: An envelope, base64.
            metadata: Optional: if sent, it must match the envelope.

        Raises:
            ApiError: 404 NOT_FOUND: the key does not exist.
        """
        return await self._call(
            _DECRYPT_ENVELOPE,
            Arguments(json={"encryptedData": encrypted_data, "metadata": metadata}),
            options,
        )

    async def decrypt_envelope_as_job(
        self,
        *,
        encrypted_data: str,
        metadata: m.EnvelopeMetadata | Json | None = UNSET,
        options: CallOptions | None = None,
    ) -> AsyncJob[m.DecryptionResult]:
        """Decrypt an envelope that was encrypted under a key of the caller.

        The server works in the background; `result()` of the job waits for the result.

        The envelope contains the id of its key. Every envelope that cannot be decrypted is refused
        with the same error.

        Args:
            encrypted_data: An envelope, base64.
            metadata: Optional: if sent, it must match the envelope.

        Raises:
            ApiError: 404 NOT_FOUND: the key does not exist.
        """
        return await self._start(
            _DECRYPT_ENVELOPE,
            Arguments(json={"encryptedData": encrypted_data, "metadata": metadata}),
            options,
        )

    async def delete_circuit(
        self,
        id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.DeletedCircuit:
        """Delete a circuit of the caller with its keys.

        This server can no longer verify proofs made with these keys.

        Args:
            id: The id of the circuit, `circuit:<sha256>`

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._call(
            _DELETE_CIRCUIT,
            Arguments(path={"id": id}),
            options,
        )

    async def delete_key(
        self,
        key_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.KeyStatus:
        """Schedule a key for destruction in seven days.

        Nothing is encrypted or decrypted with the key from now on. `cancel-destruction` restores
        the key within the seven days. After them, data under the key can never be read again.

        Args:
            key_id: The id of the key

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._call(
            _DELETE_KEY,
            Arguments(path={"keyId": key_id}),
            options,
        )

    async def encrypt_data(
        self,
        *,
        data: str,
        mode: str,
        parameters: m.EncryptParameters | Json = UNSET,
        options: CallOptions | None = None,
    ) -> m.EncryptionResult:
        """Encrypt data under a key of the caller.

        The result is an envelope that contains the id of its key. Without `parameters.keyId`, the
        current key of the mode, scheme and security level is used. If the caller has no such key,
        it is created.

        Args:
            data: The plaintext, base64. Under FHE and ZK, a JSON array of numbers supports
                computation and proofs; anything else is encrypted as bytes.
            mode: `Basic`, `FHE` or `ZK`.

        Raises:
            ApiError: 404 NOT_FOUND: the key does not exist.
        """
        return await self._call(
            _ENCRYPT_DATA,
            Arguments(json={"data": data, "mode": mode, "parameters": parameters}),
            options,
        )

    async def encrypt_data_as_job(
        self,
        *,
        data: str,
        mode: str,
        parameters: m.EncryptParameters | Json = UNSET,
        options: CallOptions | None = None,
    ) -> AsyncJob[m.EncryptionResult]:
        """Encrypt data under a key of the caller.

        The server works in the background; `result()` of the job waits for the result.

        The result is an envelope that contains the id of its key. Without `parameters.keyId`, the
        current key of the mode, scheme and security level is used. If the caller has no such key,
        it is created.

        Args:
            data: The plaintext, base64. Under FHE and ZK, a JSON array of numbers supports
                computation and proofs; anything else is encrypted as bytes.
            mode: `Basic`, `FHE` or `ZK`.

        Raises:
            ApiError: 404 NOT_FOUND: the key does not exist.
        """
        return await self._start(
            _ENCRYPT_DATA,
            Arguments(json={"data": data, "mode": mode, "parameters": parameters}),
            options,
        )

    async def generate_key(
        self,
        *,
        mode: str,
        parameters: m.KeyParameters | Json = UNSET,
        options: CallOptions | None = None,
    ) -> m.GeneratedKey:
        """Generate a key and return its secret once.

        A key in the server's custody becomes the current key for its mode, scheme and security
        level.

        Args:
            mode: `Basic`, `FHE` or `ZK`.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._call(
            _GENERATE_KEY,
            Arguments(json={"mode": mode, "parameters": parameters}),
            options,
        )

    async def get_attestation_key(
        self,
        *,
        options: CallOptions | None = None,
    ) -> m.AttestationKey:
        """Get the public key that verifies this platform's signatures.

        The platform signs erasure receipts, checkpoints of the audit chain, roots of series, and
        claims with their proofs. Compare its fingerprint with a fingerprint from another channel.
        """
        return await self._call(
            _GET_ATTESTATION_KEY,
            Arguments(),
            options,
        )

    async def get_encryption_job(
        self,
        job_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.JobState:
        """Get the state of a job: `GET /v1/jobs/{jobId}` under its older path.

        Args:
            job_id: The job's id

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._call(
            _GET_ENCRYPTION_JOB,
            Arguments(path={"jobId": job_id}),
            options,
        )

    async def get_key_status(
        self,
        key_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.KeyStatus:
        """Get the status of a key.

        Args:
            key_id: The id of the key

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._call(
            _GET_KEY_STATUS,
            Arguments(path={"keyId": key_id}),
            options,
        )

    async def get_published_attestation_key(
        self,
        *,
        options: CallOptions | None = None,
    ) -> m.AttestationKey:
        """Get the public key that verifies this platform's signatures, without an account.

        Returns the same as `GET /v1/encryption/attestation-key`: the reader of a signed document
        may have no account. A reader who does not trust the operator of this server takes the key
        from another source.
        """
        return await self._call(
            _GET_PUBLISHED_ATTESTATION_KEY,
            Arguments(),
            options,
        )

    async def get_verification_key(
        self,
        id: str,
        *,
        scheme: str | None = None,
        curve: str | None = None,
        options: CallOptions | None = None,
    ) -> m.VerificationKey:
        """Get the verification key of a built-in circuit or a circuit of the caller.

        Args:
            id: `circuit:<sha256>` or the name of a built-in circuit
            scheme: `Groth16` (default) or `PGHR13`.
            curve: `bls12-381` (default for built-in circuits), `bn254`, `bls24-509` or `bls48-575`.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._call(
            _GET_VERIFICATION_KEY,
            Arguments(path={"id": id}, query={"scheme": scheme, "curve": curve}),
            options,
        )

    async def list_keys(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> m.KeyPage:
        """List the caller's keys.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of entries per page. Default: 20.
        """
        return await self._call(
            _LIST_KEYS,
            Arguments(query={"page": page, "limit": limit}),
            options,
        )

    def list_keys_all(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[m.KeyStatus]:
        """List the caller's keys.

        Returns the entries of all pages. A page is requested when its first entry is.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of entries per page. Default: 20.
        """
        return self._pages(
            _LIST_KEYS,
            _LIST_KEYS_PAGES,
            Arguments(query={"page": page, "limit": limit}),
            options,
        )

    async def prove_statement(
        self,
        *,
        circuit: str,
        data: str,
        parameters: m.ProofParameters | Json = UNSET,
        options: CallOptions | None = None,
    ) -> m.ZeroKnowledgeProof:
        """Prove a statement about secret values without revealing them. A false statement is refused.

        Args:
            circuit: `range`, `range:16`, `range:32`, `range:64`, `equality`, `commitment`,
                `membership` (depth 20), `membership:N` (1 to 32), `set:N` (2 to 64), `aggregate:N`
                (a power of two, 2 to 64), `sum` (`Bulletproofs` only), `circuit:<sha256>` of an
                uploaded circuit, or `r1cs:<base64>`, which is stored as a circuit of the account
                with its first proof.
            data: Base64 of a JSON object with the circuit's named inputs (`{"value": 52, "min": 40,
                "max": 60}`), of a `.wtns`, or a ZK envelope.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._call(
            _PROVE_STATEMENT,
            Arguments(json={"circuit": circuit, "data": data, "parameters": parameters}),
            options,
        )

    async def prove_statement_as_job(
        self,
        *,
        circuit: str,
        data: str,
        parameters: m.ProofParameters | Json = UNSET,
        options: CallOptions | None = None,
    ) -> AsyncJob[m.ZeroKnowledgeProof]:
        """Prove a statement about secret values without revealing them. A false statement is refused.

        The server works in the background; `result()` of the job waits for the result.

        Args:
            circuit: `range`, `range:16`, `range:32`, `range:64`, `equality`, `commitment`,
                `membership` (depth 20), `membership:N` (1 to 32), `set:N` (2 to 64), `aggregate:N`
                (a power of two, 2 to 64), `sum` (`Bulletproofs` only), `circuit:<sha256>` of an
                uploaded circuit, or `r1cs:<base64>`, which is stored as a circuit of the account
                with its first proof.
            data: Base64 of a JSON object with the circuit's named inputs (`{"value": 52, "min": 40,
                "max": 60}`), of a `.wtns`, or a ZK envelope.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._start(
            _PROVE_STATEMENT,
            Arguments(json={"circuit": circuit, "data": data, "parameters": parameters}),
            options,
        )

    async def register_key(
        self,
        *,
        mode: str,
        public_key: str,
        parameters: m.RegisterKeyParameters | Json = UNSET,
        options: CallOptions | None = None,
    ) -> m.KeyStatus:
        """Register the public half of a key whose secret stays with the client.

        A key of mode FHE is `pending` until its evaluation keys are uploaded.

        Args:
            mode: `FHE` or `Basic`.
            public_key: The public key, base64: written by lockstep-fhe, or of an X-Wing or
                MLKEM1024-P384 key pair.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._call(
            _REGISTER_KEY,
            Arguments(json={"mode": mode, "publicKey": public_key, "parameters": parameters}),
            options,
        )

    async def resume_key(
        self,
        key_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.KeyStatus:
        """Resume a suspended key.

        Args:
            key_id: The id of the key

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._call(
            _RESUME_KEY,
            Arguments(path={"keyId": key_id}),
            options,
        )

    async def revoke_key(
        self,
        key_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.KeyStatus:
        """Revoke a key permanently.

        Nothing is encrypted or decrypted with the key from now on. This cannot be undone.

        Args:
            key_id: The id of the key

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._call(
            _REVOKE_KEY,
            Arguments(path={"keyId": key_id}),
            options,
        )

    async def rotate_key(
        self,
        key_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.KeyStatus:
        """Rotate a key: a new key replaces it. Data under the old key stays readable.

        Args:
            key_id: The id of a current key

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._call(
            _ROTATE_KEY,
            Arguments(path={"keyId": key_id}),
            options,
        )

    async def suspend_key(
        self,
        key_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.KeyStatus:
        """Suspend a key. Nothing is encrypted or decrypted with it until it is resumed.

        Args:
            key_id: The id of the key

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._call(
            _SUSPEND_KEY,
            Arguments(path={"keyId": key_id}),
            options,
        )

    async def upload_circuit(
        self,
        *,
        r1cs: str,
        ptau: str | None = UNSET,
        ptau_hash: str | None = UNSET,
        wasm: str | None = UNSET,
        zkey: str | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.StoredCircuit:
        """Upload a circuit, with its proving key if there is one.

        `zk/prove` and `zk/verify` then accept its `id`. Without a proving key, the server creates
        one for the first proof. An account keeps at most 64 circuits.

        Args:
            r1cs: The iden3 `.r1cs` file, base64.
            ptau: The powers of tau that the key was derived from, base64. Their contributions are
                verified.
            ptau_hash: The BLAKE2b-512 of the `.ptau` file, 128 hexadecimal digits, as published by
                its ceremony. The label is `derived` if it matches the uploaded `ptau`. Otherwise it
                is `unverified`: the creator of the powers of tau may know their toxic waste.
            wasm: The circom witness generator (`.wasm`, version 2), base64. With it, `zk/prove`
                accepts named inputs in the form of `input.json`. It runs under limits: 16 MiB of
                module, 128 MiB of memory, 2^33 units of fuel, 1.5 s.
            zkey: The snarkjs `.zkey` of the circuit, base64.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._call(
            _UPLOAD_CIRCUIT,
            Arguments(json={"r1cs": r1cs, "ptau": ptau, "ptauHash": ptau_hash, "wasm": wasm, "zkey": zkey}),
            options,
        )

    async def upload_evaluation_keys(
        self,
        key_id: str,
        content: AsyncContent,
        *,
        options: CallOptions | None = None,
    ) -> m.KeyStatus:
        """Upload the evaluation keys of a key in the client's custody.

        The body has the format of lockstep-fhe: keys for products, for sums over all slots of a
        ciphertext, and for at most 24 rotations (52 MB for the largest parameter set). A second
        upload replaces the first.

        Args:
            key_id: The id of an FHE key in the client's custody
            content: The body: bytes, a path, a file or an iterator of bytes.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._call(
            _UPLOAD_EVALUATION_KEYS,
            Arguments(path={"keyId": key_id}, content=content, content_type="application/octet-stream"),
            options,
        )

    async def verify_document(
        self,
        *,
        document: Mapping[str, Any],
        attester: str | None = UNSET,
        audience: str | None = UNSET,
        nonce: str | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.DocumentVerification:
        """Verify a signed document: its signatures, its validity, and the proof of a claim.

        A document in which an object has a member twice is refused. The command `lockstep verify`
        does the same without a server: use it if you do not trust the operator of this server. The
        command also takes an answer that contains documents, such as the result of a job; this
        operation takes the document alone.

        Args:
            document: The document: a claim, a certificate, a receipt, or any other document that a
                Lockstep server signed.
            attester: The fingerprint of the signing key that the reader trusts. Without it, only
                documents of this installation hold. A present or former key of this installation
                stands for every key of its chain, as with `lockstep verify --chain`: a document
                that is dated after its key was replaced is invalid.
            audience: The audience that the reader expects. A document that names an audience is
                invalid without it.
            nonce: The nonce that the reader gave to the prover, base64. A document that contains a
                nonce is invalid without it.
        """
        return await self._call(
            _VERIFY_DOCUMENT,
            Arguments(json={"document": document, "attester": attester, "audience": audience, "nonce": nonce}),
            options,
        )

    async def verify_document_as_job(
        self,
        *,
        document: Mapping[str, Any],
        attester: str | None = UNSET,
        audience: str | None = UNSET,
        nonce: str | None = UNSET,
        options: CallOptions | None = None,
    ) -> AsyncJob[m.DocumentVerification]:
        """Verify a signed document: its signatures, its validity, and the proof of a claim.

        The server works in the background; `result()` of the job waits for the result.

        A document in which an object has a member twice is refused. The command `lockstep verify`
        does the same without a server: use it if you do not trust the operator of this server. The
        command also takes an answer that contains documents, such as the result of a job; this
        operation takes the document alone.

        Args:
            document: The document: a claim, a certificate, a receipt, or any other document that a
                Lockstep server signed.
            attester: The fingerprint of the signing key that the reader trusts. Without it, only
                documents of this installation hold. A present or former key of this installation
                stands for every key of its chain, as with `lockstep verify --chain`: a document
                that is dated after its key was replaced is invalid.
            audience: The audience that the reader expects. A document that names an audience is
                invalid without it.
            nonce: The nonce that the reader gave to the prover, base64. A document that contains a
                nonce is invalid without it.
        """
        return await self._start(
            _VERIFY_DOCUMENT,
            Arguments(json={"document": document, "attester": attester, "audience": audience, "nonce": nonce}),
            options,
        )

    async def verify_proof(
        self,
        *,
        circuit: str,
        proof: str,
        public_inputs: str,
        parameters: m.VerifyParameters | Json = UNSET,
        options: CallOptions | None = None,
    ) -> m.VerificationResult:
        """Verify a proof with the verification key that it names.

        Args:
            circuit: The circuit that the proof must belong to.
            proof: A proof: base64 of snarkjs JSON or of the compact encoding.
            public_inputs: The public inputs, in the same encoding as the proof.
        """
        return await self._call(
            _VERIFY_PROOF,
            Arguments(json={"circuit": circuit, "proof": proof, "publicInputs": public_inputs, "parameters": parameters}),
            options,
        )

    async def verify_proof_as_job(
        self,
        *,
        circuit: str,
        proof: str,
        public_inputs: str,
        parameters: m.VerifyParameters | Json = UNSET,
        options: CallOptions | None = None,
    ) -> AsyncJob[m.VerificationResult]:
        """Verify a proof with the verification key that it names.

        The server works in the background; `result()` of the job waits for the result.

        Args:
            circuit: The circuit that the proof must belong to.
            proof: A proof: base64 of snarkjs JSON or of the compact encoding.
            public_inputs: The public inputs, in the same encoding as the proof.
        """
        return await self._start(
            _VERIFY_PROOF,
            Arguments(json={"circuit": circuit, "proof": proof, "publicInputs": public_inputs, "parameters": parameters}),
            options,
        )
