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
 * Keys, encryption, computation on ciphertexts, circuits and zero-knowledge proofs.
 *
 * <p>A method returns at once. Cancelling its future cancels the request.
 */
public final class EncryptionAsyncOperations {

    private static final Operation<DeletedJob> CANCEL_ENCRYPTION_JOB =
            new Operation<DeletedJob>("DELETE", "/v1/encryption/jobs/{jobId}", DeletedJob.class);

    private static final Operation<KeyStatus> CANCEL_KEY_DESTRUCTION =
            new Operation<KeyStatus>("POST", "/v1/encryption/keys/{keyId}/cancel-destruction", KeyStatus.class);

    private static final Operation<ComputationResult> COMPUTE_ON_ENCRYPTED =
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

    private static final Operation<VerificationResult> VERIFY_PROOF =
            new Operation<VerificationResult>("POST", "/v1/encryption/zk/verify", VerificationResult.class);

    private final Transport transport;

    EncryptionAsyncOperations(Transport transport) {
        this.transport = transport;
    }

    /**
     * Cancel a job: <code>DELETE /v1/jobs/&#123;jobId&#125;</code> under its older path.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param jobId The job's id
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<DeletedJob> cancelEncryptionJob(String jobId, CallOptions options) {
        return transport.call(CANCEL_ENCRYPTION_JOB, new Arguments().path("jobId", jobId), options);
    }

    /**
     * Cancel a job: <code>DELETE /v1/jobs/&#123;jobId&#125;</code> under its older path. Takes the default options of
     * the client.
     *
     * @param jobId The job's id
     * @return the answer
     */
    public CompletableFuture<DeletedJob> cancelEncryptionJob(String jobId) {
        return cancelEncryptionJob(jobId, CallOptions.DEFAULT);
    }

    /**
     * Cancel the destruction of a key, within its seven days.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param keyId The id of the key
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<KeyStatus> cancelKeyDestruction(String keyId, CallOptions options) {
        return transport.call(CANCEL_KEY_DESTRUCTION, new Arguments().path("keyId", keyId), options);
    }

    /**
     * Cancel the destruction of a key, within its seven days. Takes the default options of the client.
     *
     * @param keyId The id of the key
     * @return the answer
     */
    public CompletableFuture<KeyStatus> cancelKeyDestruction(String keyId) {
        return cancelKeyDestruction(keyId, CallOptions.DEFAULT);
    }

    /**
     * Compute on encrypted numbers without decrypting them.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<ComputationResult> computeOnEncrypted(ComputeRequest body, CallOptions options) {
        return transport.call(COMPUTE_ON_ENCRYPTED, new Arguments().json(body), options);
    }

    /**
     * Compute on encrypted numbers without decrypting them. Takes the default options of the client.
     *
     * @param body the body of the request
     * @return the answer
     */
    public CompletableFuture<ComputationResult> computeOnEncrypted(ComputeRequest body) {
        return computeOnEncrypted(body, CallOptions.DEFAULT);
    }

    /**
     * Compute on encrypted numbers without decrypting them.
     *
     * <p>The server does it as a job, for work that takes longer than a call.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the job
     */
    public CompletableFuture<AsyncJob<ComputationResult>> computeOnEncryptedAsJob(ComputeRequest body, CallOptions options) {
        return transport.startJob(COMPUTE_ON_ENCRYPTED, new Arguments().json(body), options);
    }

    /**
     * Compute on encrypted numbers without decrypting them. Takes the default options of the client.
     *
     * @param body the body of the request
     * @return the job
     */
    public CompletableFuture<AsyncJob<ComputationResult>> computeOnEncryptedAsJob(ComputeRequest body) {
        return computeOnEncryptedAsJob(body, CallOptions.DEFAULT);
    }

    /**
     * Decrypt an envelope of the caller.
     *
     * <p>Every envelope that cannot be opened is refused with the same error.
     *
     * <p>Refusals: 404 NOT_FOUND: the key does not exist.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<DecryptionResult> decryptEnvelope(DecryptRequest body, CallOptions options) {
        return transport.call(DECRYPT_ENVELOPE, new Arguments().json(body), options);
    }

    /**
     * Decrypt an envelope of the caller. Takes the default options of the client.
     *
     * @param body the body of the request
     * @return the answer
     */
    public CompletableFuture<DecryptionResult> decryptEnvelope(DecryptRequest body) {
        return decryptEnvelope(body, CallOptions.DEFAULT);
    }

    /**
     * Decrypt an envelope of the caller.
     *
     * <p>Every envelope that cannot be opened is refused with the same error.
     *
     * <p>The server does it as a job, for work that takes longer than a call.
     *
     * <p>Refusals: 404 NOT_FOUND: the key does not exist.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the job
     */
    public CompletableFuture<AsyncJob<DecryptionResult>> decryptEnvelopeAsJob(DecryptRequest body, CallOptions options) {
        return transport.startJob(DECRYPT_ENVELOPE, new Arguments().json(body), options);
    }

    /**
     * Decrypt an envelope of the caller. Takes the default options of the client.
     *
     * @param body the body of the request
     * @return the job
     */
    public CompletableFuture<AsyncJob<DecryptionResult>> decryptEnvelopeAsJob(DecryptRequest body) {
        return decryptEnvelopeAsJob(body, CallOptions.DEFAULT);
    }

    /**
     * Delete a circuit of the caller with its keys.
     *
     * <p>Proofs made under these keys can no longer be verified here.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param id <code>circuit:&lt;sha256&gt;</code>
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<DeletedCircuit> deleteCircuit(String id, CallOptions options) {
        return transport.call(DELETE_CIRCUIT, new Arguments().path("id", id), options);
    }

    /**
     * Delete a circuit of the caller with its keys. Takes the default options of the client.
     *
     * @param id <code>circuit:&lt;sha256&gt;</code>
     * @return the answer
     */
    public CompletableFuture<DeletedCircuit> deleteCircuit(String id) {
        return deleteCircuit(id, CallOptions.DEFAULT);
    }

    /**
     * Schedule a key for destruction in seven days. Data under the key cannot be read after that.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param keyId The id of the key
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<KeyStatus> deleteKey(String keyId, CallOptions options) {
        return transport.call(DELETE_KEY, new Arguments().path("keyId", keyId), options);
    }

    /**
     * Schedule a key for destruction in seven days. Data under the key cannot be read after that. Takes the default
     * options of the client.
     *
     * @param keyId The id of the key
     * @return the answer
     */
    public CompletableFuture<KeyStatus> deleteKey(String keyId) {
        return deleteKey(keyId, CallOptions.DEFAULT);
    }

    /**
     * Encrypt data under a key of the caller.
     *
     * <p>Refusals: 404 NOT_FOUND: the key does not exist.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<EncryptionResult> encryptData(EncryptRequest body, CallOptions options) {
        return transport.call(ENCRYPT_DATA, new Arguments().json(body), options);
    }

    /**
     * Encrypt data under a key of the caller. Takes the default options of the client.
     *
     * @param body the body of the request
     * @return the answer
     */
    public CompletableFuture<EncryptionResult> encryptData(EncryptRequest body) {
        return encryptData(body, CallOptions.DEFAULT);
    }

    /**
     * Encrypt data under a key of the caller.
     *
     * <p>The server does it as a job, for work that takes longer than a call.
     *
     * <p>Refusals: 404 NOT_FOUND: the key does not exist.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the job
     */
    public CompletableFuture<AsyncJob<EncryptionResult>> encryptDataAsJob(EncryptRequest body, CallOptions options) {
        return transport.startJob(ENCRYPT_DATA, new Arguments().json(body), options);
    }

    /**
     * Encrypt data under a key of the caller. Takes the default options of the client.
     *
     * @param body the body of the request
     * @return the job
     */
    public CompletableFuture<AsyncJob<EncryptionResult>> encryptDataAsJob(EncryptRequest body) {
        return encryptDataAsJob(body, CallOptions.DEFAULT);
    }

    /**
     * Generate a key and return it once.
     *
     * <p>A key in the server's custody becomes the current key of its slot.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<GeneratedKey> generateKey(GenerateKeyRequest body, CallOptions options) {
        return transport.call(GENERATE_KEY, new Arguments().json(body), options);
    }

    /**
     * Generate a key and return it once. Takes the default options of the client.
     *
     * @param body the body of the request
     * @return the answer
     */
    public CompletableFuture<GeneratedKey> generateKey(GenerateKeyRequest body) {
        return generateKey(body, CallOptions.DEFAULT);
    }

    /**
     * Get the public key that verifies this platform's signatures.
     *
     * <p>The platform signs erasure receipts, checkpoints of the audit chain, roots of series, and claims with their
     * proofs. Compare the fingerprint with one obtained over another channel.
     *
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<AttestationKey> getAttestationKey(CallOptions options) {
        return transport.call(GET_ATTESTATION_KEY, new Arguments(), options);
    }

    /**
     * Get the public key that verifies this platform's signatures. Takes the default options of the client.
     *
     * @return the answer
     */
    public CompletableFuture<AttestationKey> getAttestationKey() {
        return getAttestationKey(CallOptions.DEFAULT);
    }

    /**
     * Get the state of a job: <code>GET /v1/jobs/&#123;jobId&#125;</code> under its older path.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param jobId The job's id
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<JobState> getEncryptionJob(String jobId, CallOptions options) {
        return transport.call(GET_ENCRYPTION_JOB, new Arguments().path("jobId", jobId), options);
    }

    /**
     * Get the state of a job: <code>GET /v1/jobs/&#123;jobId&#125;</code> under its older path. Takes the default
     * options of the client.
     *
     * @param jobId The job's id
     * @return the answer
     */
    public CompletableFuture<JobState> getEncryptionJob(String jobId) {
        return getEncryptionJob(jobId, CallOptions.DEFAULT);
    }

    /**
     * Get the status of a key.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param keyId The id of the key
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<KeyStatus> getKeyStatus(String keyId, CallOptions options) {
        return transport.call(GET_KEY_STATUS, new Arguments().path("keyId", keyId), options);
    }

    /**
     * Get the status of a key. Takes the default options of the client.
     *
     * @param keyId The id of the key
     * @return the answer
     */
    public CompletableFuture<KeyStatus> getKeyStatus(String keyId) {
        return getKeyStatus(keyId, CallOptions.DEFAULT);
    }

    /**
     * Get the verification key of a built-in circuit or a circuit of the caller.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param id <code>circuit:&lt;sha256&gt;</code> or the name of a built-in circuit
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<VerificationKey> getVerificationKey(String id, GetVerificationKeyParams params, CallOptions options) {
        return transport.call(GET_VERIFICATION_KEY, new Arguments().path("id", id).query(params), options);
    }

    /**
     * Get the verification key of a built-in circuit or a circuit of the caller. Takes the default options of the
     * client.
     *
     * @param id <code>circuit:&lt;sha256&gt;</code> or the name of a built-in circuit
     * @param params the parameters of the query; may be null
     * @return the answer
     */
    public CompletableFuture<VerificationKey> getVerificationKey(String id, GetVerificationKeyParams params) {
        return getVerificationKey(id, params, CallOptions.DEFAULT);
    }

    /**
     * Get the verification key of a built-in circuit or a circuit of the caller. Takes the default options of the
     * client.
     *
     * @param id <code>circuit:&lt;sha256&gt;</code> or the name of a built-in circuit
     * @return the answer
     */
    public CompletableFuture<VerificationKey> getVerificationKey(String id) {
        return getVerificationKey(id, null, CallOptions.DEFAULT);
    }

    /**
     * List the caller's keys.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<KeyPage> listKeys(ListKeysParams params, CallOptions options) {
        return transport.call(LIST_KEYS, new Arguments().query(params), options);
    }

    /**
     * List the caller's keys. Takes the default options of the client.
     *
     * @param params the parameters of the query; may be null
     * @return the answer
     */
    public CompletableFuture<KeyPage> listKeys(ListKeysParams params) {
        return listKeys(params, CallOptions.DEFAULT);
    }

    /**
     * List the caller's keys. Takes the default options of the client.
     *
     * @return the answer
     */
    public CompletableFuture<KeyPage> listKeys() {
        return listKeys(null, CallOptions.DEFAULT);
    }

    /**
     * List the caller's keys.
     *
     * <p>A page is requested when its first entry is read.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the entries of all pages
     */
    public AsyncPages<KeyStatus> listKeysAll(ListKeysParams params, CallOptions options) {
        return new AsyncPages<>(transport, LIST_KEYS, LIST_KEYS_PAGES, new Arguments().query(params), options);
    }

    /**
     * List the caller's keys. Takes the default options of the client.
     *
     * @param params the parameters of the query; may be null
     * @return the entries of all pages
     */
    public AsyncPages<KeyStatus> listKeysAll(ListKeysParams params) {
        return listKeysAll(params, CallOptions.DEFAULT);
    }

    /**
     * List the caller's keys. Takes the default options of the client.
     *
     * @return the entries of all pages
     */
    public AsyncPages<KeyStatus> listKeysAll() {
        return listKeysAll(null, CallOptions.DEFAULT);
    }

    /**
     * Prove a statement without revealing the values. A false statement is refused.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<ZeroKnowledgeProof> proveStatement(ProveRequest body, CallOptions options) {
        return transport.call(PROVE_STATEMENT, new Arguments().json(body), options);
    }

    /**
     * Prove a statement without revealing the values. A false statement is refused. Takes the default options of the
     * client.
     *
     * @param body the body of the request
     * @return the answer
     */
    public CompletableFuture<ZeroKnowledgeProof> proveStatement(ProveRequest body) {
        return proveStatement(body, CallOptions.DEFAULT);
    }

    /**
     * Prove a statement without revealing the values. A false statement is refused.
     *
     * <p>The server does it as a job, for work that takes longer than a call.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the job
     */
    public CompletableFuture<AsyncJob<ZeroKnowledgeProof>> proveStatementAsJob(ProveRequest body, CallOptions options) {
        return transport.startJob(PROVE_STATEMENT, new Arguments().json(body), options);
    }

    /**
     * Prove a statement without revealing the values. A false statement is refused. Takes the default options of the
     * client.
     *
     * @param body the body of the request
     * @return the job
     */
    public CompletableFuture<AsyncJob<ZeroKnowledgeProof>> proveStatementAsJob(ProveRequest body) {
        return proveStatementAsJob(body, CallOptions.DEFAULT);
    }

    /**
     * Register the public half of a key whose secret stays with the client.
     *
     * <p>A key of mode FHE is <code>pending</code> until its evaluation keys are uploaded.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<KeyStatus> registerKey(RegisterKeyRequest body, CallOptions options) {
        return transport.call(REGISTER_KEY, new Arguments().json(body), options);
    }

    /**
     * Register the public half of a key whose secret stays with the client. Takes the default options of the client.
     *
     * @param body the body of the request
     * @return the answer
     */
    public CompletableFuture<KeyStatus> registerKey(RegisterKeyRequest body) {
        return registerKey(body, CallOptions.DEFAULT);
    }

    /**
     * Resume a suspended key.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param keyId The id of the key
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<KeyStatus> resumeKey(String keyId, CallOptions options) {
        return transport.call(RESUME_KEY, new Arguments().path("keyId", keyId), options);
    }

    /**
     * Resume a suspended key. Takes the default options of the client.
     *
     * @param keyId The id of the key
     * @return the answer
     */
    public CompletableFuture<KeyStatus> resumeKey(String keyId) {
        return resumeKey(keyId, CallOptions.DEFAULT);
    }

    /**
     * Revoke a key permanently.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param keyId The id of the key
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<KeyStatus> revokeKey(String keyId, CallOptions options) {
        return transport.call(REVOKE_KEY, new Arguments().path("keyId", keyId), options);
    }

    /**
     * Revoke a key permanently. Takes the default options of the client.
     *
     * @param keyId The id of the key
     * @return the answer
     */
    public CompletableFuture<KeyStatus> revokeKey(String keyId) {
        return revokeKey(keyId, CallOptions.DEFAULT);
    }

    /**
     * Rotate a key: create the next key of its slot. Data under the old key stays readable.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param keyId The id of the current key of a slot
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<KeyStatus> rotateKey(String keyId, CallOptions options) {
        return transport.call(ROTATE_KEY, new Arguments().path("keyId", keyId), options);
    }

    /**
     * Rotate a key: create the next key of its slot. Data under the old key stays readable. Takes the default options
     * of the client.
     *
     * @param keyId The id of the current key of a slot
     * @return the answer
     */
    public CompletableFuture<KeyStatus> rotateKey(String keyId) {
        return rotateKey(keyId, CallOptions.DEFAULT);
    }

    /**
     * Suspend a key. Nothing is encrypted or decrypted with it until it is resumed.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param keyId The id of the key
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<KeyStatus> suspendKey(String keyId, CallOptions options) {
        return transport.call(SUSPEND_KEY, new Arguments().path("keyId", keyId), options);
    }

    /**
     * Suspend a key. Nothing is encrypted or decrypted with it until it is resumed. Takes the default options of the
     * client.
     *
     * @param keyId The id of the key
     * @return the answer
     */
    public CompletableFuture<KeyStatus> suspendKey(String keyId) {
        return suspendKey(keyId, CallOptions.DEFAULT);
    }

    /**
     * Upload a circuit, with its proving key if there is one.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<StoredCircuit> uploadCircuit(UploadCircuitRequest body, CallOptions options) {
        return transport.call(UPLOAD_CIRCUIT, new Arguments().json(body), options);
    }

    /**
     * Upload a circuit, with its proving key if there is one. Takes the default options of the client.
     *
     * @param body the body of the request
     * @return the answer
     */
    public CompletableFuture<StoredCircuit> uploadCircuit(UploadCircuitRequest body) {
        return uploadCircuit(body, CallOptions.DEFAULT);
    }

    /**
     * Upload the evaluation keys of a key in the client's custody.
     *
     * <p>The body is what lockstep-fhe writes: keys for products, for sums over all slots, and for rotations where
     * needed, at most 24 rotations (52 MB for the largest parameter set). A second upload replaces the first.
     *
     * <p>The body is sent as it is.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param keyId The id of an FHE key in the client's custody
     * @param content the body as it is sent
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<KeyStatus> uploadEvaluationKeys(String keyId, Content content, CallOptions options) {
        return transport.call(UPLOAD_EVALUATION_KEYS, new Arguments().path("keyId", keyId).content(content, "application/octet-stream"), options);
    }

    /**
     * Upload the evaluation keys of a key in the client's custody. Takes the default options of the client.
     *
     * @param keyId The id of an FHE key in the client's custody
     * @param content the body as it is sent
     * @return the answer
     */
    public CompletableFuture<KeyStatus> uploadEvaluationKeys(String keyId, Content content) {
        return uploadEvaluationKeys(keyId, content, CallOptions.DEFAULT);
    }

    /**
     * Verify a proof with the verification key that it names.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<VerificationResult> verifyProof(VerifyRequest body, CallOptions options) {
        return transport.call(VERIFY_PROOF, new Arguments().json(body), options);
    }

    /**
     * Verify a proof with the verification key that it names. Takes the default options of the client.
     *
     * @param body the body of the request
     * @return the answer
     */
    public CompletableFuture<VerificationResult> verifyProof(VerifyRequest body) {
        return verifyProof(body, CallOptions.DEFAULT);
    }

    /**
     * Verify a proof with the verification key that it names.
     *
     * <p>The server does it as a job, for work that takes longer than a call.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the job
     */
    public CompletableFuture<AsyncJob<VerificationResult>> verifyProofAsJob(VerifyRequest body, CallOptions options) {
        return transport.startJob(VERIFY_PROOF, new Arguments().json(body), options);
    }

    /**
     * Verify a proof with the verification key that it names. Takes the default options of the client.
     *
     * @param body the body of the request
     * @return the job
     */
    public CompletableFuture<AsyncJob<VerificationResult>> verifyProofAsJob(VerifyRequest body) {
        return verifyProofAsJob(body, CallOptions.DEFAULT);
    }
}
