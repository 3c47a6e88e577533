// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.AsyncJob;
import example.lockstep.AsyncPages;
import example.lockstep.CallOptions;
import example.lockstep.Content;
import example.lockstep.internal.Arguments;
import example.lockstep.internal.Operation;
import example.lockstep.internal.Paging;
import example.lockstep.internal.Transport;
import example.lockstep.models.*;
import java.util.concurrent.CompletableFuture;

/**
 * Keys, encryption, computation on ciphertexts, circuits, zero-knowledge proofs and signed documents.
 *
 * <p>A method returns at once. Cancelling its future cancels the request.
 */
public final class EncryptionAsyncOperations {

    private static final Operation<DeletedJob> CANCEL_ENCRYPTION_JOB =
            new Operation<DeletedJob>("DELETE", "/v1/encryption/jobs/{jobId}", DeletedJob.class);

    private static final Operation<KeyStatus> CANCEL_KEY_DESTRUCTION =
            new Operation<KeyStatus>("POST", "/v1/encryption/keys/{keyId}/cancel-destruction", KeyStatus.class);

    private static final Operation<ComputationResult> COMPUTE_ON_CIPHERTEXTS =
            new Operation<ComputationResult>("POST", "/v1/encryption/fhe/compute", ComputationResult.class);

    private static final Operation<DecryptionResult> DECRYPT_ENVELOPE =
            new Operation<DecryptionResult>("POST", "/v1/encryption/decrypt", DecryptionResult.class);

    private static final Operation<DeletedCircuit> DELETE_CIRCUIT =
            new Operation<DeletedCircuit>("DELETE", "/v1/encryption/circuits/{id}", DeletedCircuit.class);

    private static final Operation<KeyStatus> DELETE_KEY =
            new Operation<KeyStatus>("DELETE", "/v1/encryption/keys/{keyId}", KeyStatus.class);

    private static final Operation<EncryptionResult> ENCRYPT_DATA =
            new Operation<EncryptionResult>("POST", "/v1/encryption/encrypt", EncryptionResult.class);

    private static final Operation<GeneratedKey> GENERATE_KEY =
            new Operation<GeneratedKey>("POST", "/v1/encryption/keys/generate", GeneratedKey.class).withIdempotencyKey();

    private static final Operation<AttestationKey> GET_ATTESTATION_KEY =
            new Operation<AttestationKey>("GET", "/v1/encryption/attestation-key", AttestationKey.class);

    private static final Operation<JobState> GET_ENCRYPTION_JOB =
            new Operation<JobState>("GET", "/v1/encryption/jobs/{jobId}", JobState.class);

    private static final Operation<KeyStatus> GET_KEY_STATUS =
            new Operation<KeyStatus>("GET", "/v1/encryption/keys/{keyId}/status", KeyStatus.class);

    private static final Operation<AttestationKey> GET_PUBLISHED_ATTESTATION_KEY =
            new Operation<AttestationKey>("GET", "/.well-known/lockstep-attestation-key", AttestationKey.class).withoutCredential();

    private static final Operation<VerificationKey> GET_VERIFICATION_KEY =
            new Operation<VerificationKey>("GET", "/v1/encryption/circuits/{id}/verification-key", VerificationKey.class);

    private static final Operation<KeyPage> LIST_KEYS =
            new Operation<KeyPage>("GET", "/v1/encryption/keys", KeyPage.class);
    private static final Paging<KeyPage, KeyStatus> LIST_KEYS_PAGES =
            Paging.byNumber(KeyPage::keys, KeyPage::page, KeyPage::limit, KeyPage::total);

    private static final Operation<ZeroKnowledgeProof> PROVE_STATEMENT =
            new Operation<ZeroKnowledgeProof>("POST", "/v1/encryption/zk/prove", ZeroKnowledgeProof.class).withIdempotencyKey();

    private static final Operation<KeyStatus> REGISTER_KEY =
            new Operation<KeyStatus>("POST", "/v1/encryption/keys", KeyStatus.class).withIdempotencyKey();

    private static final Operation<KeyStatus> RESUME_KEY =
            new Operation<KeyStatus>("POST", "/v1/encryption/keys/{keyId}/resume", KeyStatus.class);

    private static final Operation<KeyStatus> REVOKE_KEY =
            new Operation<KeyStatus>("POST", "/v1/encryption/keys/{keyId}/revoke", KeyStatus.class);

    private static final Operation<KeyStatus> ROTATE_KEY =
            new Operation<KeyStatus>("POST", "/v1/encryption/keys/{keyId}/rotate", KeyStatus.class).withIdempotencyKey();

    private static final Operation<KeyStatus> SUSPEND_KEY =
            new Operation<KeyStatus>("POST", "/v1/encryption/keys/{keyId}/suspend", KeyStatus.class);

    private static final Operation<StoredCircuit> UPLOAD_CIRCUIT =
            new Operation<StoredCircuit>("POST", "/v1/encryption/circuits", StoredCircuit.class).withIdempotencyKey();

    private static final Operation<KeyStatus> UPLOAD_EVALUATION_KEYS =
            new Operation<KeyStatus>("PUT", "/v1/encryption/keys/{keyId}/evaluation-keys", KeyStatus.class);

    private static final Operation<DocumentVerification> VERIFY_DOCUMENT =
            new Operation<DocumentVerification>("POST", "/v1/encryption/documents/verify", DocumentVerification.class);

    private static final Operation<VerificationResult> VERIFY_PROOF =
            new Operation<VerificationResult>("POST", "/v1/encryption/zk/verify", VerificationResult.class);

    private final Transport transport;

    EncryptionAsyncOperations(Transport transport) {
        this.transport = transport;
    }

    /**
     * Cancel a job: <code>DELETE /v1/jobs/&#123;jobId&#125;</code> under its older path.
     *
     * @return the answer
     * @see EncryptionOperations#cancelEncryptionJob(String, CallOptions)
     */
    public CompletableFuture<DeletedJob> cancelEncryptionJob(String jobId, CallOptions options) {
        return transport.call(CANCEL_ENCRYPTION_JOB, new Arguments().path("jobId", jobId), options);
    }

    /** Cancel a job: <code>DELETE /v1/jobs/&#123;jobId&#125;</code> under its older path, with the default options. */
    public CompletableFuture<DeletedJob> cancelEncryptionJob(String jobId) {
        return cancelEncryptionJob(jobId, CallOptions.DEFAULT);
    }

    /**
     * Cancel the destruction of a key, within its seven days.
     *
     * @return the answer
     * @see EncryptionOperations#cancelKeyDestruction(String, CallOptions)
     */
    public CompletableFuture<KeyStatus> cancelKeyDestruction(String keyId, CallOptions options) {
        return transport.call(CANCEL_KEY_DESTRUCTION, new Arguments().path("keyId", keyId), options);
    }

    /** Cancel the destruction of a key, within its seven days, with the default options. */
    public CompletableFuture<KeyStatus> cancelKeyDestruction(String keyId) {
        return cancelKeyDestruction(keyId, CallOptions.DEFAULT);
    }

    /**
     * Compute on encrypted numbers without decrypting them.
     *
     * @return the answer
     * @see EncryptionOperations#computeOnCiphertexts(ComputeRequest, CallOptions)
     */
    public CompletableFuture<ComputationResult> computeOnCiphertexts(ComputeRequest body, CallOptions options) {
        return transport.call(COMPUTE_ON_CIPHERTEXTS, new Arguments().json(body), options);
    }

    /** Compute on encrypted numbers without decrypting them, with the default options. */
    public CompletableFuture<ComputationResult> computeOnCiphertexts(ComputeRequest body) {
        return computeOnCiphertexts(body, CallOptions.DEFAULT);
    }

    /**
     * Compute on encrypted numbers without decrypting them.
     *
     * @return the job
     * @see EncryptionOperations#computeOnCiphertextsAsJob(ComputeRequest, CallOptions)
     */
    public CompletableFuture<AsyncJob<ComputationResult>> computeOnCiphertextsAsJob(ComputeRequest body, CallOptions options) {
        return transport.startJob(COMPUTE_ON_CIPHERTEXTS, new Arguments().json(body), options);
    }

    /** Compute on encrypted numbers without decrypting them, with the default options. */
    public CompletableFuture<AsyncJob<ComputationResult>> computeOnCiphertextsAsJob(ComputeRequest body) {
        return computeOnCiphertextsAsJob(body, CallOptions.DEFAULT);
    }

    /**
     * Decrypt an envelope that was encrypted under a key of the caller.
     *
     * @return the answer
     * @see EncryptionOperations#decryptEnvelope(DecryptRequest, CallOptions)
     */
    public CompletableFuture<DecryptionResult> decryptEnvelope(DecryptRequest body, CallOptions options) {
        return transport.call(DECRYPT_ENVELOPE, new Arguments().json(body), options);
    }

    /** Decrypt an envelope that was encrypted under a key of the caller, with the default options. */
    public CompletableFuture<DecryptionResult> decryptEnvelope(DecryptRequest body) {
        return decryptEnvelope(body, CallOptions.DEFAULT);
    }

    /**
     * Decrypt an envelope that was encrypted under a key of the caller.
     *
     * @return the job
     * @see EncryptionOperations#decryptEnvelopeAsJob(DecryptRequest, CallOptions)
     */
    public CompletableFuture<AsyncJob<DecryptionResult>> decryptEnvelopeAsJob(DecryptRequest body, CallOptions options) {
        return transport.startJob(DECRYPT_ENVELOPE, new Arguments().json(body), options);
    }

    /** Decrypt an envelope that was encrypted under a key of the caller, with the default options. */
    public CompletableFuture<AsyncJob<DecryptionResult>> decryptEnvelopeAsJob(DecryptRequest body) {
        return decryptEnvelopeAsJob(body, CallOptions.DEFAULT);
    }

    /**
     * Delete a circuit of the caller with its keys.
     *
     * @return the answer
     * @see EncryptionOperations#deleteCircuit(String, CallOptions)
     */
    public CompletableFuture<DeletedCircuit> deleteCircuit(String id, CallOptions options) {
        return transport.call(DELETE_CIRCUIT, new Arguments().path("id", id), options);
    }

    /** Delete a circuit of the caller with its keys, with the default options. */
    public CompletableFuture<DeletedCircuit> deleteCircuit(String id) {
        return deleteCircuit(id, CallOptions.DEFAULT);
    }

    /**
     * Schedule a key for destruction in seven days.
     *
     * @return the answer
     * @see EncryptionOperations#deleteKey(String, CallOptions)
     */
    public CompletableFuture<KeyStatus> deleteKey(String keyId, CallOptions options) {
        return transport.call(DELETE_KEY, new Arguments().path("keyId", keyId), options);
    }

    /** Schedule a key for destruction in seven days, with the default options. */
    public CompletableFuture<KeyStatus> deleteKey(String keyId) {
        return deleteKey(keyId, CallOptions.DEFAULT);
    }

    /**
     * Encrypt data under a key of the caller.
     *
     * @return the answer
     * @see EncryptionOperations#encryptData(EncryptRequest, CallOptions)
     */
    public CompletableFuture<EncryptionResult> encryptData(EncryptRequest body, CallOptions options) {
        return transport.call(ENCRYPT_DATA, new Arguments().json(body), options);
    }

    /** Encrypt data under a key of the caller, with the default options. */
    public CompletableFuture<EncryptionResult> encryptData(EncryptRequest body) {
        return encryptData(body, CallOptions.DEFAULT);
    }

    /**
     * Encrypt data under a key of the caller.
     *
     * @return the job
     * @see EncryptionOperations#encryptDataAsJob(EncryptRequest, CallOptions)
     */
    public CompletableFuture<AsyncJob<EncryptionResult>> encryptDataAsJob(EncryptRequest body, CallOptions options) {
        return transport.startJob(ENCRYPT_DATA, new Arguments().json(body), options);
    }

    /** Encrypt data under a key of the caller, with the default options. */
    public CompletableFuture<AsyncJob<EncryptionResult>> encryptDataAsJob(EncryptRequest body) {
        return encryptDataAsJob(body, CallOptions.DEFAULT);
    }

    /**
     * Generate a key and return its secret once.
     *
     * @return the answer
     * @see EncryptionOperations#generateKey(GenerateKeyRequest, CallOptions)
     */
    public CompletableFuture<GeneratedKey> generateKey(GenerateKeyRequest body, CallOptions options) {
        return transport.call(GENERATE_KEY, new Arguments().json(body), options);
    }

    /** Generate a key and return its secret once, with the default options. */
    public CompletableFuture<GeneratedKey> generateKey(GenerateKeyRequest body) {
        return generateKey(body, CallOptions.DEFAULT);
    }

    /**
     * Get the public key that verifies this platform's signatures.
     *
     * @return the answer
     * @see EncryptionOperations#getAttestationKey(CallOptions)
     */
    public CompletableFuture<AttestationKey> getAttestationKey(CallOptions options) {
        return transport.call(GET_ATTESTATION_KEY, new Arguments(), options);
    }

    /** Get the public key that verifies this platform's signatures, with the default options. */
    public CompletableFuture<AttestationKey> getAttestationKey() {
        return getAttestationKey(CallOptions.DEFAULT);
    }

    /**
     * Get the state of a job: <code>GET /v1/jobs/&#123;jobId&#125;</code> under its older path.
     *
     * @return the answer
     * @see EncryptionOperations#getEncryptionJob(String, CallOptions)
     */
    public CompletableFuture<JobState> getEncryptionJob(String jobId, CallOptions options) {
        return transport.call(GET_ENCRYPTION_JOB, new Arguments().path("jobId", jobId), options);
    }

    /**
     * Get the state of a job: <code>GET /v1/jobs/&#123;jobId&#125;</code> under its older path, with the default
     * options.
     */
    public CompletableFuture<JobState> getEncryptionJob(String jobId) {
        return getEncryptionJob(jobId, CallOptions.DEFAULT);
    }

    /**
     * Get the status of a key.
     *
     * @return the answer
     * @see EncryptionOperations#getKeyStatus(String, CallOptions)
     */
    public CompletableFuture<KeyStatus> getKeyStatus(String keyId, CallOptions options) {
        return transport.call(GET_KEY_STATUS, new Arguments().path("keyId", keyId), options);
    }

    /** Get the status of a key, with the default options. */
    public CompletableFuture<KeyStatus> getKeyStatus(String keyId) {
        return getKeyStatus(keyId, CallOptions.DEFAULT);
    }

    /**
     * Get the public key that verifies this platform's signatures, without an account.
     *
     * @return the answer
     * @see EncryptionOperations#getPublishedAttestationKey(CallOptions)
     */
    public CompletableFuture<AttestationKey> getPublishedAttestationKey(CallOptions options) {
        return transport.call(GET_PUBLISHED_ATTESTATION_KEY, new Arguments(), options);
    }

    /** Get the public key that verifies this platform's signatures, without an account, with the default options. */
    public CompletableFuture<AttestationKey> getPublishedAttestationKey() {
        return getPublishedAttestationKey(CallOptions.DEFAULT);
    }

    /**
     * Get the verification key of a built-in circuit or a circuit of the caller.
     *
     * @return the answer
     * @see EncryptionOperations#getVerificationKey(String, GetVerificationKeyParams, CallOptions)
     */
    public CompletableFuture<VerificationKey> getVerificationKey(String id, GetVerificationKeyParams params, CallOptions options) {
        return transport.call(GET_VERIFICATION_KEY, new Arguments().path("id", id).query(params), options);
    }

    /** Get the verification key of a built-in circuit or a circuit of the caller, with the default options. */
    public CompletableFuture<VerificationKey> getVerificationKey(String id, GetVerificationKeyParams params) {
        return getVerificationKey(id, params, CallOptions.DEFAULT);
    }

    /** Get the verification key of a built-in circuit or a circuit of the caller, with the default options. */
    public CompletableFuture<VerificationKey> getVerificationKey(String id) {
        return getVerificationKey(id, null, CallOptions.DEFAULT);
    }

    /**
     * List the caller's keys.
     *
     * @return the answer
     * @see EncryptionOperations#listKeys(ListKeysParams, CallOptions)
     */
    public CompletableFuture<KeyPage> listKeys(ListKeysParams params, CallOptions options) {
        return transport.call(LIST_KEYS, new Arguments().query(params), options);
    }

    /** List the caller's keys, with the default options. */
    public CompletableFuture<KeyPage> listKeys(ListKeysParams params) {
        return listKeys(params, CallOptions.DEFAULT);
    }

    /** List the caller's keys, with the default options. */
    public CompletableFuture<KeyPage> listKeys() {
        return listKeys(null, CallOptions.DEFAULT);
    }

    /**
     * List the caller's keys.
     *
     * @return the entries of all pages
     * @see EncryptionOperations#listKeysAll(ListKeysParams, CallOptions)
     */
    public AsyncPages<KeyStatus> listKeysAll(ListKeysParams params, CallOptions options) {
        return new AsyncPages<>(transport, LIST_KEYS, LIST_KEYS_PAGES, new Arguments().query(params), options);
    }

    /** List the caller's keys, with the default options. */
    public AsyncPages<KeyStatus> listKeysAll(ListKeysParams params) {
        return listKeysAll(params, CallOptions.DEFAULT);
    }

    /** List the caller's keys, with the default options. */
    public AsyncPages<KeyStatus> listKeysAll() {
        return listKeysAll(null, CallOptions.DEFAULT);
    }

    /**
     * Prove a statement about secret values without revealing them. A false statement is refused.
     *
     * @return the answer
     * @see EncryptionOperations#proveStatement(ProveRequest, CallOptions)
     */
    public CompletableFuture<ZeroKnowledgeProof> proveStatement(ProveRequest body, CallOptions options) {
        return transport.call(PROVE_STATEMENT, new Arguments().json(body), options);
    }

    /**
     * Prove a statement about secret values without revealing them. A false statement is refused, with the default
     * options.
     */
    public CompletableFuture<ZeroKnowledgeProof> proveStatement(ProveRequest body) {
        return proveStatement(body, CallOptions.DEFAULT);
    }

    /**
     * Prove a statement about secret values without revealing them. A false statement is refused.
     *
     * @return the job
     * @see EncryptionOperations#proveStatementAsJob(ProveRequest, CallOptions)
     */
    public CompletableFuture<AsyncJob<ZeroKnowledgeProof>> proveStatementAsJob(ProveRequest body, CallOptions options) {
        return transport.startJob(PROVE_STATEMENT, new Arguments().json(body), options);
    }

    /**
     * Prove a statement about secret values without revealing them. A false statement is refused, with the default
     * options.
     */
    public CompletableFuture<AsyncJob<ZeroKnowledgeProof>> proveStatementAsJob(ProveRequest body) {
        return proveStatementAsJob(body, CallOptions.DEFAULT);
    }

    /**
     * Register the public half of a key whose secret stays with the client.
     *
     * @return the answer
     * @see EncryptionOperations#registerKey(RegisterKeyRequest, CallOptions)
     */
    public CompletableFuture<KeyStatus> registerKey(RegisterKeyRequest body, CallOptions options) {
        return transport.call(REGISTER_KEY, new Arguments().json(body), options);
    }

    /** Register the public half of a key whose secret stays with the client, with the default options. */
    public CompletableFuture<KeyStatus> registerKey(RegisterKeyRequest body) {
        return registerKey(body, CallOptions.DEFAULT);
    }

    /**
     * Resume a suspended key.
     *
     * @return the answer
     * @see EncryptionOperations#resumeKey(String, CallOptions)
     */
    public CompletableFuture<KeyStatus> resumeKey(String keyId, CallOptions options) {
        return transport.call(RESUME_KEY, new Arguments().path("keyId", keyId), options);
    }

    /** Resume a suspended key, with the default options. */
    public CompletableFuture<KeyStatus> resumeKey(String keyId) {
        return resumeKey(keyId, CallOptions.DEFAULT);
    }

    /**
     * Revoke a key permanently.
     *
     * @return the answer
     * @see EncryptionOperations#revokeKey(String, CallOptions)
     */
    public CompletableFuture<KeyStatus> revokeKey(String keyId, CallOptions options) {
        return transport.call(REVOKE_KEY, new Arguments().path("keyId", keyId), options);
    }

    /** Revoke a key permanently, with the default options. */
    public CompletableFuture<KeyStatus> revokeKey(String keyId) {
        return revokeKey(keyId, CallOptions.DEFAULT);
    }

    /**
     * Rotate a key: a new key replaces it. Data under the old key stays readable.
     *
     * @return the answer
     * @see EncryptionOperations#rotateKey(String, CallOptions)
     */
    public CompletableFuture<KeyStatus> rotateKey(String keyId, CallOptions options) {
        return transport.call(ROTATE_KEY, new Arguments().path("keyId", keyId), options);
    }

    /** Rotate a key: a new key replaces it. Data under the old key stays readable, with the default options. */
    public CompletableFuture<KeyStatus> rotateKey(String keyId) {
        return rotateKey(keyId, CallOptions.DEFAULT);
    }

    /**
     * Suspend a key. Nothing is encrypted or decrypted with it until it is resumed.
     *
     * @return the answer
     * @see EncryptionOperations#suspendKey(String, CallOptions)
     */
    public CompletableFuture<KeyStatus> suspendKey(String keyId, CallOptions options) {
        return transport.call(SUSPEND_KEY, new Arguments().path("keyId", keyId), options);
    }

    /** Suspend a key. Nothing is encrypted or decrypted with it until it is resumed, with the default options. */
    public CompletableFuture<KeyStatus> suspendKey(String keyId) {
        return suspendKey(keyId, CallOptions.DEFAULT);
    }

    /**
     * Upload a circuit, with its proving key if there is one.
     *
     * @return the answer
     * @see EncryptionOperations#uploadCircuit(UploadCircuitRequest, CallOptions)
     */
    public CompletableFuture<StoredCircuit> uploadCircuit(UploadCircuitRequest body, CallOptions options) {
        return transport.call(UPLOAD_CIRCUIT, new Arguments().json(body), options);
    }

    /** Upload a circuit, with its proving key if there is one, with the default options. */
    public CompletableFuture<StoredCircuit> uploadCircuit(UploadCircuitRequest body) {
        return uploadCircuit(body, CallOptions.DEFAULT);
    }

    /**
     * Upload the evaluation keys of a key in the client's custody.
     *
     * @return the answer
     * @see EncryptionOperations#uploadEvaluationKeys(String, Content, CallOptions)
     */
    public CompletableFuture<KeyStatus> uploadEvaluationKeys(String keyId, Content content, CallOptions options) {
        return transport.call(UPLOAD_EVALUATION_KEYS, new Arguments().path("keyId", keyId).content(content, "application/octet-stream"), options);
    }

    /** Upload the evaluation keys of a key in the client's custody, with the default options. */
    public CompletableFuture<KeyStatus> uploadEvaluationKeys(String keyId, Content content) {
        return uploadEvaluationKeys(keyId, content, CallOptions.DEFAULT);
    }

    /**
     * Verify a signed document: its signatures, its validity, and the proof of a claim.
     *
     * @return the answer
     * @see EncryptionOperations#verifyDocument(VerifyDocumentRequest, CallOptions)
     */
    public CompletableFuture<DocumentVerification> verifyDocument(VerifyDocumentRequest body, CallOptions options) {
        return transport.call(VERIFY_DOCUMENT, new Arguments().json(body), options);
    }

    /** Verify a signed document: its signatures, its validity, and the proof of a claim, with the default options. */
    public CompletableFuture<DocumentVerification> verifyDocument(VerifyDocumentRequest body) {
        return verifyDocument(body, CallOptions.DEFAULT);
    }

    /**
     * Verify a signed document: its signatures, its validity, and the proof of a claim.
     *
     * @return the job
     * @see EncryptionOperations#verifyDocumentAsJob(VerifyDocumentRequest, CallOptions)
     */
    public CompletableFuture<AsyncJob<DocumentVerification>> verifyDocumentAsJob(VerifyDocumentRequest body, CallOptions options) {
        return transport.startJob(VERIFY_DOCUMENT, new Arguments().json(body), options);
    }

    /** Verify a signed document: its signatures, its validity, and the proof of a claim, with the default options. */
    public CompletableFuture<AsyncJob<DocumentVerification>> verifyDocumentAsJob(VerifyDocumentRequest body) {
        return verifyDocumentAsJob(body, CallOptions.DEFAULT);
    }

    /**
     * Verify a proof with the verification key that it names.
     *
     * @return the answer
     * @see EncryptionOperations#verifyProof(VerifyRequest, CallOptions)
     */
    public CompletableFuture<VerificationResult> verifyProof(VerifyRequest body, CallOptions options) {
        return transport.call(VERIFY_PROOF, new Arguments().json(body), options);
    }

    /** Verify a proof with the verification key that it names, with the default options. */
    public CompletableFuture<VerificationResult> verifyProof(VerifyRequest body) {
        return verifyProof(body, CallOptions.DEFAULT);
    }

    /**
     * Verify a proof with the verification key that it names.
     *
     * @return the job
     * @see EncryptionOperations#verifyProofAsJob(VerifyRequest, CallOptions)
     */
    public CompletableFuture<AsyncJob<VerificationResult>> verifyProofAsJob(VerifyRequest body, CallOptions options) {
        return transport.startJob(VERIFY_PROOF, new Arguments().json(body), options);
    }

    /** Verify a proof with the verification key that it names, with the default options. */
    public CompletableFuture<AsyncJob<VerificationResult>> verifyProofAsJob(VerifyRequest body) {
        return verifyProofAsJob(body, CallOptions.DEFAULT);
    }
}
