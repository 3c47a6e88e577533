// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.CallOptions;
import example.lockstep.Content;
import example.lockstep.Job;
import example.lockstep.Pages;
import example.lockstep.internal.Futures;
import example.lockstep.internal.Transport;
import example.lockstep.models.*;

/**
 * Keys, encryption, computation on ciphertexts, circuits, zero-knowledge proofs and signed documents.
 *
 * <p>A method waits for the answer. Interrupting the thread cancels the request.
 */
public final class EncryptionOperations {

    private final EncryptionAsyncOperations async;

    EncryptionOperations(Transport transport) {
        this.async = new EncryptionAsyncOperations(transport);
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
    public DeletedJob cancelEncryptionJob(String jobId, CallOptions options) {
        return Futures.await(async.cancelEncryptionJob(jobId, options));
    }

    /** Cancel a job: <code>DELETE /v1/jobs/&#123;jobId&#125;</code> under its older path, with the default options. */
    public DeletedJob cancelEncryptionJob(String jobId) {
        return cancelEncryptionJob(jobId, CallOptions.DEFAULT);
    }

    /**
     * Cancel the destruction of a key, within its seven days.
     *
     * <p>The key returns to the status that it had before.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param keyId The id of the key
     * @param options the options of this call
     * @return the answer
     */
    public KeyStatus cancelKeyDestruction(String keyId, CallOptions options) {
        return Futures.await(async.cancelKeyDestruction(keyId, options));
    }

    /** Cancel the destruction of a key, within its seven days, with the default options. */
    public KeyStatus cancelKeyDestruction(String keyId) {
        return cancelKeyDestruction(keyId, CallOptions.DEFAULT);
    }

    /**
     * Compute on encrypted numbers without decrypting them.
     *
     * <p>The result is an envelope under the key of the operands: <code>POST /v1/encryption/decrypt</code> returns its
     * numbers.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public ComputationResult computeOnCiphertexts(ComputeRequest body, CallOptions options) {
        return Futures.await(async.computeOnCiphertexts(body, options));
    }

    /** Compute on encrypted numbers without decrypting them, with the default options. */
    public ComputationResult computeOnCiphertexts(ComputeRequest body) {
        return computeOnCiphertexts(body, CallOptions.DEFAULT);
    }

    /**
     * Compute on encrypted numbers without decrypting them.
     *
     * <p>The result is an envelope under the key of the operands: <code>POST /v1/encryption/decrypt</code> returns its
     * numbers.
     *
     * <p>The server does it as a job, for work that takes longer than a call.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the job
     */
    public Job<ComputationResult> computeOnCiphertextsAsJob(ComputeRequest body, CallOptions options) {
        return new Job<>(Futures.await(async.computeOnCiphertextsAsJob(body, options)));
    }

    /** Compute on encrypted numbers without decrypting them, with the default options. */
    public Job<ComputationResult> computeOnCiphertextsAsJob(ComputeRequest body) {
        return computeOnCiphertextsAsJob(body, CallOptions.DEFAULT);
    }

    /**
     * Decrypt an envelope that was encrypted under a key of the caller.
     *
     * <p>The envelope contains the id of its key. Every envelope that cannot be decrypted is refused with the same
     * error.
     *
     * <p>Refusals: 404 NOT_FOUND: the key does not exist.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public DecryptionResult decryptEnvelope(DecryptRequest body, CallOptions options) {
        return Futures.await(async.decryptEnvelope(body, options));
    }

    /** Decrypt an envelope that was encrypted under a key of the caller, with the default options. */
    public DecryptionResult decryptEnvelope(DecryptRequest body) {
        return decryptEnvelope(body, CallOptions.DEFAULT);
    }

    /**
     * Decrypt an envelope that was encrypted under a key of the caller.
     *
     * <p>The envelope contains the id of its key. Every envelope that cannot be decrypted is refused with the same
     * error.
     *
     * <p>The server does it as a job, for work that takes longer than a call.
     *
     * <p>Refusals: 404 NOT_FOUND: the key does not exist.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the job
     */
    public Job<DecryptionResult> decryptEnvelopeAsJob(DecryptRequest body, CallOptions options) {
        return new Job<>(Futures.await(async.decryptEnvelopeAsJob(body, options)));
    }

    /** Decrypt an envelope that was encrypted under a key of the caller, with the default options. */
    public Job<DecryptionResult> decryptEnvelopeAsJob(DecryptRequest body) {
        return decryptEnvelopeAsJob(body, CallOptions.DEFAULT);
    }

    /**
     * Delete a circuit of the caller with its keys.
     *
     * <p>This server can no longer verify proofs made with these keys.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param id The id of the circuit, <code>circuit:&lt;sha256&gt;</code>
     * @param options the options of this call
     * @return the answer
     */
    public DeletedCircuit deleteCircuit(String id, CallOptions options) {
        return Futures.await(async.deleteCircuit(id, options));
    }

    /** Delete a circuit of the caller with its keys, with the default options. */
    public DeletedCircuit deleteCircuit(String id) {
        return deleteCircuit(id, CallOptions.DEFAULT);
    }

    /**
     * Schedule a key for destruction in seven days.
     *
     * <p>Nothing is encrypted or decrypted with the key from now on. <code>cancel-destruction</code> restores the key
     * within the seven days. After them, data under the key can never be read again.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param keyId The id of the key
     * @param options the options of this call
     * @return the answer
     */
    public KeyStatus deleteKey(String keyId, CallOptions options) {
        return Futures.await(async.deleteKey(keyId, options));
    }

    /** Schedule a key for destruction in seven days, with the default options. */
    public KeyStatus deleteKey(String keyId) {
        return deleteKey(keyId, CallOptions.DEFAULT);
    }

    /**
     * Encrypt data under a key of the caller.
     *
     * <p>The result is an envelope that contains the id of its key. Without <code>parameters.keyId</code>, the current
     * key of the mode, scheme and security level is used. If the caller has no such key, it is created.
     *
     * <p>Refusals: 404 NOT_FOUND: the key does not exist.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public EncryptionResult encryptData(EncryptRequest body, CallOptions options) {
        return Futures.await(async.encryptData(body, options));
    }

    /** Encrypt data under a key of the caller, with the default options. */
    public EncryptionResult encryptData(EncryptRequest body) {
        return encryptData(body, CallOptions.DEFAULT);
    }

    /**
     * Encrypt data under a key of the caller.
     *
     * <p>The result is an envelope that contains the id of its key. Without <code>parameters.keyId</code>, the current
     * key of the mode, scheme and security level is used. If the caller has no such key, it is created.
     *
     * <p>The server does it as a job, for work that takes longer than a call.
     *
     * <p>Refusals: 404 NOT_FOUND: the key does not exist.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the job
     */
    public Job<EncryptionResult> encryptDataAsJob(EncryptRequest body, CallOptions options) {
        return new Job<>(Futures.await(async.encryptDataAsJob(body, options)));
    }

    /** Encrypt data under a key of the caller, with the default options. */
    public Job<EncryptionResult> encryptDataAsJob(EncryptRequest body) {
        return encryptDataAsJob(body, CallOptions.DEFAULT);
    }

    /**
     * Generate a key and return its secret once.
     *
     * <p>A key in the server's custody becomes the current key for its mode, scheme and security level.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public GeneratedKey generateKey(GenerateKeyRequest body, CallOptions options) {
        return Futures.await(async.generateKey(body, options));
    }

    /** Generate a key and return its secret once, with the default options. */
    public GeneratedKey generateKey(GenerateKeyRequest body) {
        return generateKey(body, CallOptions.DEFAULT);
    }

    /**
     * Get the public key that verifies this platform's signatures.
     *
     * <p>The platform signs erasure receipts, checkpoints of the audit chain, roots of series, and claims with their
     * proofs. Compare its fingerprint with a fingerprint from another channel.
     *
     * @param options the options of this call
     * @return the answer
     */
    public AttestationKey getAttestationKey(CallOptions options) {
        return Futures.await(async.getAttestationKey(options));
    }

    /** Get the public key that verifies this platform's signatures, with the default options. */
    public AttestationKey getAttestationKey() {
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
    public JobState getEncryptionJob(String jobId, CallOptions options) {
        return Futures.await(async.getEncryptionJob(jobId, options));
    }

    /**
     * Get the state of a job: <code>GET /v1/jobs/&#123;jobId&#125;</code> under its older path, with the default
     * options.
     */
    public JobState getEncryptionJob(String jobId) {
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
    public KeyStatus getKeyStatus(String keyId, CallOptions options) {
        return Futures.await(async.getKeyStatus(keyId, options));
    }

    /** Get the status of a key, with the default options. */
    public KeyStatus getKeyStatus(String keyId) {
        return getKeyStatus(keyId, CallOptions.DEFAULT);
    }

    /**
     * Get the public key that verifies this platform's signatures, without an account.
     *
     * <p>Returns the same as <code>GET /v1/encryption/attestation-key</code>: the reader of a signed document may have
     * no account. A reader who does not trust the operator of this server takes the key from another source.
     *
     * @param options the options of this call
     * @return the answer
     */
    public AttestationKey getPublishedAttestationKey(CallOptions options) {
        return Futures.await(async.getPublishedAttestationKey(options));
    }

    /** Get the public key that verifies this platform's signatures, without an account, with the default options. */
    public AttestationKey getPublishedAttestationKey() {
        return getPublishedAttestationKey(CallOptions.DEFAULT);
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
    public VerificationKey getVerificationKey(String id, GetVerificationKeyParams params, CallOptions options) {
        return Futures.await(async.getVerificationKey(id, params, options));
    }

    /** Get the verification key of a built-in circuit or a circuit of the caller, with the default options. */
    public VerificationKey getVerificationKey(String id, GetVerificationKeyParams params) {
        return getVerificationKey(id, params, CallOptions.DEFAULT);
    }

    /** Get the verification key of a built-in circuit or a circuit of the caller, with the default options. */
    public VerificationKey getVerificationKey(String id) {
        return getVerificationKey(id, null, CallOptions.DEFAULT);
    }

    /**
     * List the caller's keys.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public KeyPage listKeys(ListKeysParams params, CallOptions options) {
        return Futures.await(async.listKeys(params, options));
    }

    /** List the caller's keys, with the default options. */
    public KeyPage listKeys(ListKeysParams params) {
        return listKeys(params, CallOptions.DEFAULT);
    }

    /** List the caller's keys, with the default options. */
    public KeyPage listKeys() {
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
    public Pages<KeyStatus> listKeysAll(ListKeysParams params, CallOptions options) {
        return new Pages<>(async.listKeysAll(params, options));
    }

    /** List the caller's keys, with the default options. */
    public Pages<KeyStatus> listKeysAll(ListKeysParams params) {
        return listKeysAll(params, CallOptions.DEFAULT);
    }

    /** List the caller's keys, with the default options. */
    public Pages<KeyStatus> listKeysAll() {
        return listKeysAll(null, CallOptions.DEFAULT);
    }

    /**
     * Prove a statement about secret values without revealing them. A false statement is refused.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public ZeroKnowledgeProof proveStatement(ProveRequest body, CallOptions options) {
        return Futures.await(async.proveStatement(body, options));
    }

    /**
     * Prove a statement about secret values without revealing them. A false statement is refused, with the default
     * options.
     */
    public ZeroKnowledgeProof proveStatement(ProveRequest body) {
        return proveStatement(body, CallOptions.DEFAULT);
    }

    /**
     * Prove a statement about secret values without revealing them. A false statement is refused.
     *
     * <p>The server does it as a job, for work that takes longer than a call.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the job
     */
    public Job<ZeroKnowledgeProof> proveStatementAsJob(ProveRequest body, CallOptions options) {
        return new Job<>(Futures.await(async.proveStatementAsJob(body, options)));
    }

    /**
     * Prove a statement about secret values without revealing them. A false statement is refused, with the default
     * options.
     */
    public Job<ZeroKnowledgeProof> proveStatementAsJob(ProveRequest body) {
        return proveStatementAsJob(body, CallOptions.DEFAULT);
    }

    /**
     * Register the public half of a key whose secret stays with the client.
     *
     * <p>A key of mode FHE is <code>pending</code> until its evaluation keys are uploaded.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public KeyStatus registerKey(RegisterKeyRequest body, CallOptions options) {
        return Futures.await(async.registerKey(body, options));
    }

    /** Register the public half of a key whose secret stays with the client, with the default options. */
    public KeyStatus registerKey(RegisterKeyRequest body) {
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
    public KeyStatus resumeKey(String keyId, CallOptions options) {
        return Futures.await(async.resumeKey(keyId, options));
    }

    /** Resume a suspended key, with the default options. */
    public KeyStatus resumeKey(String keyId) {
        return resumeKey(keyId, CallOptions.DEFAULT);
    }

    /**
     * Revoke a key permanently.
     *
     * <p>Nothing is encrypted or decrypted with the key from now on. This cannot be undone.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param keyId The id of the key
     * @param options the options of this call
     * @return the answer
     */
    public KeyStatus revokeKey(String keyId, CallOptions options) {
        return Futures.await(async.revokeKey(keyId, options));
    }

    /** Revoke a key permanently, with the default options. */
    public KeyStatus revokeKey(String keyId) {
        return revokeKey(keyId, CallOptions.DEFAULT);
    }

    /**
     * Rotate a key: a new key replaces it. Data under the old key stays readable.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param keyId The id of a current key
     * @param options the options of this call
     * @return the answer
     */
    public KeyStatus rotateKey(String keyId, CallOptions options) {
        return Futures.await(async.rotateKey(keyId, options));
    }

    /** Rotate a key: a new key replaces it. Data under the old key stays readable, with the default options. */
    public KeyStatus rotateKey(String keyId) {
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
    public KeyStatus suspendKey(String keyId, CallOptions options) {
        return Futures.await(async.suspendKey(keyId, options));
    }

    /** Suspend a key. Nothing is encrypted or decrypted with it until it is resumed, with the default options. */
    public KeyStatus suspendKey(String keyId) {
        return suspendKey(keyId, CallOptions.DEFAULT);
    }

    /**
     * Upload a circuit, with its proving key if there is one.
     *
     * <p><code>zk/prove</code> and <code>zk/verify</code> then accept its <code>id</code>. Without a proving key, the
     * server creates one for the first proof. An account keeps at most 64 circuits.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public StoredCircuit uploadCircuit(UploadCircuitRequest body, CallOptions options) {
        return Futures.await(async.uploadCircuit(body, options));
    }

    /** Upload a circuit, with its proving key if there is one, with the default options. */
    public StoredCircuit uploadCircuit(UploadCircuitRequest body) {
        return uploadCircuit(body, CallOptions.DEFAULT);
    }

    /**
     * Upload the evaluation keys of a key in the client's custody.
     *
     * <p>The body has the format of lockstep-fhe: keys for products, for sums over all slots of a ciphertext, and for
     * at most 24 rotations (52 MB for the largest parameter set). A second upload replaces the first.
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
    public KeyStatus uploadEvaluationKeys(String keyId, Content content, CallOptions options) {
        return Futures.await(async.uploadEvaluationKeys(keyId, content, options));
    }

    /** Upload the evaluation keys of a key in the client's custody, with the default options. */
    public KeyStatus uploadEvaluationKeys(String keyId, Content content) {
        return uploadEvaluationKeys(keyId, content, CallOptions.DEFAULT);
    }

    /**
     * Verify a signed document: its signatures, its validity, and the proof of a claim.
     *
     * <p>A document in which an object has a member twice is refused. The command <code>lockstep verify</code> does
     * the same without a server: use it if you do not trust the operator of this server. The command also takes an
     * answer that contains documents, such as the result of a job; this operation takes the document alone.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public DocumentVerification verifyDocument(VerifyDocumentRequest body, CallOptions options) {
        return Futures.await(async.verifyDocument(body, options));
    }

    /** Verify a signed document: its signatures, its validity, and the proof of a claim, with the default options. */
    public DocumentVerification verifyDocument(VerifyDocumentRequest body) {
        return verifyDocument(body, CallOptions.DEFAULT);
    }

    /**
     * Verify a signed document: its signatures, its validity, and the proof of a claim.
     *
     * <p>A document in which an object has a member twice is refused. The command <code>lockstep verify</code> does
     * the same without a server: use it if you do not trust the operator of this server. The command also takes an
     * answer that contains documents, such as the result of a job; this operation takes the document alone.
     *
     * <p>The server does it as a job, for work that takes longer than a call.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the job
     */
    public Job<DocumentVerification> verifyDocumentAsJob(VerifyDocumentRequest body, CallOptions options) {
        return new Job<>(Futures.await(async.verifyDocumentAsJob(body, options)));
    }

    /** Verify a signed document: its signatures, its validity, and the proof of a claim, with the default options. */
    public Job<DocumentVerification> verifyDocumentAsJob(VerifyDocumentRequest body) {
        return verifyDocumentAsJob(body, CallOptions.DEFAULT);
    }

    /**
     * Verify a proof with the verification key that it names.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public VerificationResult verifyProof(VerifyRequest body, CallOptions options) {
        return Futures.await(async.verifyProof(body, options));
    }

    /** Verify a proof with the verification key that it names, with the default options. */
    public VerificationResult verifyProof(VerifyRequest body) {
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
    public Job<VerificationResult> verifyProofAsJob(VerifyRequest body, CallOptions options) {
        return new Job<>(Futures.await(async.verifyProofAsJob(body, options)));
    }

    /** Verify a proof with the verification key that it names, with the default options. */
    public Job<VerificationResult> verifyProofAsJob(VerifyRequest body) {
        return verifyProofAsJob(body, CallOptions.DEFAULT);
    }
}
