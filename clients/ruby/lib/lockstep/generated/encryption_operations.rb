# frozen_string_literal: true

# Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.

module Lockstep
  # Keys, encryption, computation on ciphertexts, circuits, zero-knowledge proofs and signed
  # documents.
  class EncryptionOperations < Group
    CANCEL_ENCRYPTION_JOB = Operation.new(
      "DELETE",
      "/v1/encryption/jobs/{jobId}",
      :DeletedJob,
      kinds: { "jobId" => :text }
    )
    CANCEL_KEY_DESTRUCTION = Operation.new(
      "POST",
      "/v1/encryption/keys/{keyId}/cancel-destruction",
      :KeyStatus,
      kinds: { "keyId" => :text }
    )
    COMPUTE_ON_CIPHERTEXTS = Operation.new(
      "POST",
      "/v1/encryption/fhe/compute",
      :ComputationResult,
      kinds: { "operands" => [:text], "operation" => :text, "parameters" => :ComputeParameters }
    )
    DECRYPT_ENVELOPE = Operation.new(
      "POST",
      "/v1/encryption/decrypt",
      :DecryptionResult,
      kinds: { "encryptedData" => :text, "metadata" => :EnvelopeMetadata }
    )
    DELETE_CIRCUIT = Operation.new(
      "DELETE",
      "/v1/encryption/circuits/{id}",
      :DeletedCircuit,
      kinds: { "id" => :text }
    )
    DELETE_KEY = Operation.new(
      "DELETE",
      "/v1/encryption/keys/{keyId}",
      :KeyStatus,
      kinds: { "keyId" => :text }
    )
    ENCRYPT_DATA = Operation.new(
      "POST",
      "/v1/encryption/encrypt",
      :EncryptionResult,
      kinds: { "data" => :text, "mode" => :text, "parameters" => :EncryptParameters }
    )
    GENERATE_KEY = Operation.new(
      "POST",
      "/v1/encryption/keys/generate",
      :GeneratedKey,
      kinds: { "mode" => :text, "parameters" => :KeyParameters },
      takes_idempotency_key: true
    )
    GET_ATTESTATION_KEY = Operation.new("GET", "/v1/encryption/attestation-key", :AttestationKey)
    GET_ENCRYPTION_JOB = Operation.new(
      "GET",
      "/v1/encryption/jobs/{jobId}",
      :JobState,
      kinds: { "jobId" => :text }
    )
    GET_KEY_STATUS = Operation.new(
      "GET",
      "/v1/encryption/keys/{keyId}/status",
      :KeyStatus,
      kinds: { "keyId" => :text }
    )
    GET_PUBLISHED_ATTESTATION_KEY = Operation.new("GET", "/.well-known/lockstep-attestation-key", :AttestationKey, open: true)
    GET_VERIFICATION_KEY = Operation.new(
      "GET",
      "/v1/encryption/circuits/{id}/verification-key",
      :VerificationKey,
      kinds: { "curve" => :text, "id" => :text, "scheme" => :text }
    )
    LIST_KEYS = Operation.new(
      "GET",
      "/v1/encryption/keys",
      :KeyPage,
      kinds: { "limit" => :integer, "page" => :integer }
    )
    LIST_KEYS_PAGES = Paging.new("keys", :KeyStatus, nil)
    PROVE_STATEMENT = Operation.new(
      "POST",
      "/v1/encryption/zk/prove",
      :ZeroKnowledgeProof,
      kinds: { "circuit" => :text, "data" => :text, "parameters" => :ProofParameters },
      takes_idempotency_key: true
    )
    REGISTER_KEY = Operation.new(
      "POST",
      "/v1/encryption/keys",
      :KeyStatus,
      kinds: { "mode" => :text, "parameters" => :RegisterKeyParameters, "publicKey" => :text },
      takes_idempotency_key: true
    )
    RESUME_KEY = Operation.new(
      "POST",
      "/v1/encryption/keys/{keyId}/resume",
      :KeyStatus,
      kinds: { "keyId" => :text }
    )
    REVOKE_KEY = Operation.new(
      "POST",
      "/v1/encryption/keys/{keyId}/revoke",
      :KeyStatus,
      kinds: { "keyId" => :text }
    )
    ROTATE_KEY = Operation.new(
      "POST",
      "/v1/encryption/keys/{keyId}/rotate",
      :KeyStatus,
      kinds: { "keyId" => :text },
      takes_idempotency_key: true
    )
    SUSPEND_KEY = Operation.new(
      "POST",
      "/v1/encryption/keys/{keyId}/suspend",
      :KeyStatus,
      kinds: { "keyId" => :text }
    )
    UPLOAD_CIRCUIT = Operation.new(
      "POST",
      "/v1/encryption/circuits",
      :StoredCircuit,
      kinds: { "ptau" => :text, "ptauHash" => :text, "r1cs" => :text, "wasm" => :text, "zkey" => :text },
      takes_idempotency_key: true
    )
    UPLOAD_EVALUATION_KEYS = Operation.new(
      "PUT",
      "/v1/encryption/keys/{keyId}/evaluation-keys",
      :KeyStatus,
      kinds: { "keyId" => :text }
    )
    VERIFY_DOCUMENT = Operation.new(
      "POST",
      "/v1/encryption/documents/verify",
      :DocumentVerification,
      kinds: { "attester" => :text, "audience" => :text, "document" => { of: nil }, "nonce" => :text }
    )
    VERIFY_PROOF = Operation.new(
      "POST",
      "/v1/encryption/zk/verify",
      :VerificationResult,
      kinds: { "circuit" => :text, "parameters" => :VerifyParameters, "proof" => :text, "publicInputs" => :text }
    )
    private_constant(
      :CANCEL_ENCRYPTION_JOB,
      :CANCEL_KEY_DESTRUCTION,
      :COMPUTE_ON_CIPHERTEXTS,
      :DECRYPT_ENVELOPE,
      :DELETE_CIRCUIT,
      :DELETE_KEY,
      :ENCRYPT_DATA,
      :GENERATE_KEY,
      :GET_ATTESTATION_KEY,
      :GET_ENCRYPTION_JOB,
      :GET_KEY_STATUS,
      :GET_PUBLISHED_ATTESTATION_KEY,
      :GET_VERIFICATION_KEY,
      :LIST_KEYS,
      :LIST_KEYS_PAGES,
      :PROVE_STATEMENT,
      :REGISTER_KEY,
      :RESUME_KEY,
      :REVOKE_KEY,
      :ROTATE_KEY,
      :SUSPEND_KEY,
      :UPLOAD_CIRCUIT,
      :UPLOAD_EVALUATION_KEYS,
      :VERIFY_DOCUMENT,
      :VERIFY_PROOF
    )

    # Cancel a job: `DELETE /v1/jobs/{jobId}` under its older path.
    #
    # @param job_id [String] The job's id
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::DeletedJob]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def cancel_encryption_job(job_id, options: nil)
      request(CANCEL_ENCRYPTION_JOB, { path: { "jobId" => job_id } }, options)
    end

    # Cancel the destruction of a key, within its seven days.
    #
    # The key returns to the status that it had before.
    #
    # @param key_id [String] The id of the key
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::KeyStatus]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def cancel_key_destruction(key_id, options: nil)
      request(CANCEL_KEY_DESTRUCTION, { path: { "keyId" => key_id } }, options)
    end

    # Compute on encrypted numbers without decrypting them.
    #
    # The result is an envelope under the key of the operands: `POST /v1/encryption/decrypt` returns
    # its numbers.
    #
    # @param operands [Array<String>] Envelopes of mode FHE under one key, base64.
    # @param operation [String] With two operands: `add`, `subtract`, `multiply`, `dot`. With one:
    #   `negate`, `square`, `sum`, `mean`, `variance`, `rotate`, `weightedSum`.
    # @param parameters [Models::ComputeParameters, Hash]
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::ComputationResult]
    def compute_on_ciphertexts(operands:, operation:, parameters: UNSET, options: nil)
      request(
        COMPUTE_ON_CIPHERTEXTS,
        {
          json: {
            "operands" => operands,
            "operation" => operation,
            "parameters" => parameters
          }
        },
        options
      )
    end

    # Compute on encrypted numbers without decrypting them.
    #
    # The server works in the background; `result` of the job waits for the result.
    #
    # The result is an envelope under the key of the operands: `POST /v1/encryption/decrypt` returns
    # its numbers.
    #
    # @param operands [Array<String>] Envelopes of mode FHE under one key, base64.
    # @param operation [String] With two operands: `add`, `subtract`, `multiply`, `dot`. With one:
    #   `negate`, `square`, `sum`, `mean`, `variance`, `rotate`, `weightedSum`.
    # @param parameters [Models::ComputeParameters, Hash]
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Job<Models::ComputationResult>]
    def compute_on_ciphertexts_as_job(operands:, operation:, parameters: UNSET, options: nil)
      start_job(
        COMPUTE_ON_CIPHERTEXTS,
        {
          json: {
            "operands" => operands,
            "operation" => operation,
            "parameters" => parameters
          }
        },
        options
      )
    end

    # Decrypt an envelope that was encrypted under a key of the caller.
    #
    # The envelope contains the id of its key. Every envelope that cannot be decrypted is refused
    # with the same error.
    #
    # @param encrypted_data [String] An envelope, base64.
    # @param metadata [Models::EnvelopeMetadata, Hash, nil] Optional: if sent, it must match the
    #   envelope.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::DecryptionResult]
    # @raise [ApiError] 404 NOT_FOUND: the key does not exist.
    def decrypt_envelope(encrypted_data:, metadata: UNSET, options: nil)
      request(
        DECRYPT_ENVELOPE,
        { json: { "encryptedData" => encrypted_data, "metadata" => metadata } },
        options
      )
    end

    # Decrypt an envelope that was encrypted under a key of the caller.
    #
    # The server works in the background; `result` of the job waits for the result.
    #
    # The envelope contains the id of its key. Every envelope that cannot be decrypted is refused
    # with the same error.
    #
    # @param encrypted_data [String] An envelope, base64.
    # @param metadata [Models::EnvelopeMetadata, Hash, nil] Optional: if sent, it must match the
    #   envelope.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Job<Models::DecryptionResult>]
    # @raise [ApiError] 404 NOT_FOUND: the key does not exist.
    def decrypt_envelope_as_job(encrypted_data:, metadata: UNSET, options: nil)
      start_job(
        DECRYPT_ENVELOPE,
        { json: { "encryptedData" => encrypted_data, "metadata" => metadata } },
        options
      )
    end

    # Delete a circuit of the caller with its keys.
    #
    # This server can no longer verify proofs made with these keys.
    #
    # @param id [String] The id of the circuit, `circuit:<sha256>`
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::DeletedCircuit]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def delete_circuit(id, options: nil)
      request(DELETE_CIRCUIT, { path: { "id" => id } }, options)
    end

    # Schedule a key for destruction in seven days.
    #
    # Nothing is encrypted or decrypted with the key from now on. `cancel-destruction` restores the
    # key within the seven days. After them, data under the key can never be read again.
    #
    # @param key_id [String] The id of the key
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::KeyStatus]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def delete_key(key_id, options: nil)
      request(DELETE_KEY, { path: { "keyId" => key_id } }, options)
    end

    # Encrypt data under a key of the caller.
    #
    # The result is an envelope that contains the id of its key. Without `parameters.keyId`, the
    # current key of the mode, scheme and security level is used. If the caller has no such key, it
    # is created.
    #
    # @param data [String] The plaintext, base64. Under FHE and ZK, a JSON array of numbers supports
    #   computation and proofs; anything else is encrypted as bytes.
    # @param mode [String] `Basic`, `FHE` or `ZK`.
    # @param parameters [Models::EncryptParameters, Hash]
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::EncryptionResult]
    # @raise [ApiError] 404 NOT_FOUND: the key does not exist.
    def encrypt_data(data:, mode:, parameters: UNSET, options: nil)
      request(ENCRYPT_DATA, { json: { "data" => data, "mode" => mode, "parameters" => parameters } }, options)
    end

    # Encrypt data under a key of the caller.
    #
    # The server works in the background; `result` of the job waits for the result.
    #
    # The result is an envelope that contains the id of its key. Without `parameters.keyId`, the
    # current key of the mode, scheme and security level is used. If the caller has no such key, it
    # is created.
    #
    # @param data [String] The plaintext, base64. Under FHE and ZK, a JSON array of numbers supports
    #   computation and proofs; anything else is encrypted as bytes.
    # @param mode [String] `Basic`, `FHE` or `ZK`.
    # @param parameters [Models::EncryptParameters, Hash]
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Job<Models::EncryptionResult>]
    # @raise [ApiError] 404 NOT_FOUND: the key does not exist.
    def encrypt_data_as_job(data:, mode:, parameters: UNSET, options: nil)
      start_job(
        ENCRYPT_DATA,
        { json: { "data" => data, "mode" => mode, "parameters" => parameters } },
        options
      )
    end

    # Generate a key and return its secret once.
    #
    # A key in the server's custody becomes the current key for its mode, scheme and security level.
    #
    # @param mode [String] `Basic`, `FHE` or `ZK`.
    # @param parameters [Models::KeyParameters, Hash]
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::GeneratedKey]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def generate_key(mode:, parameters: UNSET, options: nil)
      request(GENERATE_KEY, { json: { "mode" => mode, "parameters" => parameters } }, options)
    end

    # Get the public key that verifies this platform's signatures.
    #
    # The platform signs erasure receipts, checkpoints of the audit chain, roots of series, and
    # claims with their proofs. Compare its fingerprint with a fingerprint from another channel.
    #
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::AttestationKey]
    def get_attestation_key(options: nil)
      request(GET_ATTESTATION_KEY, {}, options)
    end

    # Get the state of a job: `GET /v1/jobs/{jobId}` under its older path.
    #
    # @param job_id [String] The job's id
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::JobState]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def get_encryption_job(job_id, options: nil)
      request(GET_ENCRYPTION_JOB, { path: { "jobId" => job_id } }, options)
    end

    # Get the status of a key.
    #
    # @param key_id [String] The id of the key
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::KeyStatus]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def get_key_status(key_id, options: nil)
      request(GET_KEY_STATUS, { path: { "keyId" => key_id } }, options)
    end

    # Get the public key that verifies this platform's signatures, without an account.
    #
    # Returns the same as `GET /v1/encryption/attestation-key`: the reader of a signed document may
    # have no account. A reader who does not trust the operator of this server takes the key from
    # another source.
    #
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::AttestationKey]
    def get_published_attestation_key(options: nil)
      request(GET_PUBLISHED_ATTESTATION_KEY, {}, options)
    end

    # Get the verification key of a built-in circuit or a circuit of the caller.
    #
    # @param id [String] `circuit:<sha256>` or the name of a built-in circuit
    # @param scheme [String, nil] `Groth16` (default) or `PGHR13`.
    # @param curve [String, nil] `bls12-381` (default for built-in circuits), `bn254`, `bls24-509`
    #   or `bls48-575`.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::VerificationKey]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def get_verification_key(id, scheme: nil, curve: nil, options: nil)
      request(
        GET_VERIFICATION_KEY,
        { path: { "id" => id }, query: { "scheme" => scheme, "curve" => curve } },
        options
      )
    end

    # List the caller's keys.
    #
    # @param page [Integer, nil] The page number, from 1. Default: 1.
    # @param limit [Integer, nil] The number of entries per page. Default: 20.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::KeyPage]
    def list_keys(page: nil, limit: nil, options: nil)
      request(LIST_KEYS, { query: { "page" => page, "limit" => limit } }, options)
    end

    # List the caller's keys.
    #
    # Returns the entries of all pages. A page is requested when its first entry is.
    #
    # @param page [Integer, nil] The page number, from 1. Default: 1.
    # @param limit [Integer, nil] The number of entries per page. Default: 20.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Enumerator<Models::KeyStatus>]
    def list_keys_all(page: nil, limit: nil, options: nil)
      pages(LIST_KEYS, LIST_KEYS_PAGES, { query: { "page" => page, "limit" => limit } }, options)
    end

    # Prove a statement about secret values without revealing them. A false statement is refused.
    #
    # @param circuit [String] `range`, `range:16`, `range:32`, `range:64`, `equality`, `commitment`,
    #   `membership` (depth 20), `membership:N` (1 to 32), `set:N` (2 to 64), `aggregate:N` (a power
    #   of two, 2 to 64), `sum` (`Bulletproofs` only), `circuit:<sha256>` of an uploaded circuit, or
    #   `r1cs:<base64>`, which is stored as a circuit of the account with its first proof.
    # @param data [String] Base64 of a JSON object with the circuit's named inputs (`{"value": 52,
    #   "min": 40, "max": 60}`), of a `.wtns`, or a ZK envelope.
    # @param parameters [Models::ProofParameters, Hash]
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::ZeroKnowledgeProof]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def prove_statement(circuit:, data:, parameters: UNSET, options: nil)
      request(
        PROVE_STATEMENT,
        { json: { "circuit" => circuit, "data" => data, "parameters" => parameters } },
        options
      )
    end

    # Prove a statement about secret values without revealing them. A false statement is refused.
    #
    # The server works in the background; `result` of the job waits for the result.
    #
    # @param circuit [String] `range`, `range:16`, `range:32`, `range:64`, `equality`, `commitment`,
    #   `membership` (depth 20), `membership:N` (1 to 32), `set:N` (2 to 64), `aggregate:N` (a power
    #   of two, 2 to 64), `sum` (`Bulletproofs` only), `circuit:<sha256>` of an uploaded circuit, or
    #   `r1cs:<base64>`, which is stored as a circuit of the account with its first proof.
    # @param data [String] Base64 of a JSON object with the circuit's named inputs (`{"value": 52,
    #   "min": 40, "max": 60}`), of a `.wtns`, or a ZK envelope.
    # @param parameters [Models::ProofParameters, Hash]
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Job<Models::ZeroKnowledgeProof>]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def prove_statement_as_job(circuit:, data:, parameters: UNSET, options: nil)
      start_job(
        PROVE_STATEMENT,
        { json: { "circuit" => circuit, "data" => data, "parameters" => parameters } },
        options
      )
    end

    # Register the public half of a key whose secret stays with the client.
    #
    # A key of mode FHE is `pending` until its evaluation keys are uploaded.
    #
    # @param mode [String] `FHE` or `Basic`.
    # @param public_key [String] The public key, base64: written by lockstep-fhe, or of an X-Wing or
    #   MLKEM1024-P384 key pair.
    # @param parameters [Models::RegisterKeyParameters, Hash]
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::KeyStatus]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def register_key(mode:, public_key:, parameters: UNSET, options: nil)
      request(
        REGISTER_KEY,
        {
          json: {
            "mode" => mode,
            "publicKey" => public_key,
            "parameters" => parameters
          }
        },
        options
      )
    end

    # Resume a suspended key.
    #
    # @param key_id [String] The id of the key
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::KeyStatus]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def resume_key(key_id, options: nil)
      request(RESUME_KEY, { path: { "keyId" => key_id } }, options)
    end

    # Revoke a key permanently.
    #
    # Nothing is encrypted or decrypted with the key from now on. This cannot be undone.
    #
    # @param key_id [String] The id of the key
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::KeyStatus]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def revoke_key(key_id, options: nil)
      request(REVOKE_KEY, { path: { "keyId" => key_id } }, options)
    end

    # Rotate a key: a new key replaces it. Data under the old key stays readable.
    #
    # @param key_id [String] The id of a current key
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::KeyStatus]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def rotate_key(key_id, options: nil)
      request(ROTATE_KEY, { path: { "keyId" => key_id } }, options)
    end

    # Suspend a key. Nothing is encrypted or decrypted with it until it is resumed.
    #
    # @param key_id [String] The id of the key
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::KeyStatus]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def suspend_key(key_id, options: nil)
      request(SUSPEND_KEY, { path: { "keyId" => key_id } }, options)
    end

    # Upload a circuit, with its proving key if there is one.
    #
    # `zk/prove` and `zk/verify` then accept its `id`. Without a proving key, the server creates one
    # for the first proof. An account keeps at most 64 circuits.
    #
    # @param r1cs [String] The iden3 `.r1cs` file, base64.
    # @param ptau [String, nil] The powers of tau that the key was derived from, base64. Their
    #   contributions are verified.
    # @param ptau_hash [String, nil] The BLAKE2b-512 of the `.ptau` file, 128 hexadecimal digits, as
    #   published by its ceremony. The label is `derived` if it matches the uploaded `ptau`.
    #   Otherwise it is `unverified`: the creator of the powers of tau may know their toxic waste.
    # @param wasm [String, nil] The circom witness generator (`.wasm`, version 2), base64. With it,
    #   `zk/prove` accepts named inputs in the form of `input.json`. It runs under limits: 16 MiB of
    #   module, 128 MiB of memory, 2^33 units of fuel, 1.5 s.
    # @param zkey [String, nil] The snarkjs `.zkey` of the circuit, base64.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::StoredCircuit]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def upload_circuit(r1cs:, ptau: UNSET, ptau_hash: UNSET, wasm: UNSET, zkey: UNSET, options: nil)
      request(
        UPLOAD_CIRCUIT,
        {
          json: {
            "r1cs" => r1cs,
            "ptau" => ptau,
            "ptauHash" => ptau_hash,
            "wasm" => wasm,
            "zkey" => zkey
          }
        },
        options
      )
    end

    # Upload the evaluation keys of a key in the client's custody.
    #
    # The body has the format of lockstep-fhe: keys for products, for sums over all slots of a
    # ciphertext, and for at most 24 rotations (52 MB for the largest parameter set). A second
    # upload replaces the first.
    #
    # @param key_id [String] The id of an FHE key in the client's custody
    # @param content [String, Pathname, IO, Enumerable<String>] The body: a string, a path, a file
    #   or parts of it.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::KeyStatus]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def upload_evaluation_keys(key_id, content, options: nil)
      request(
        UPLOAD_EVALUATION_KEYS,
        {
          path: { "keyId" => key_id },
          content: content,
          content_type: "application/octet-stream"
        },
        options
      )
    end

    # Verify a signed document: its signatures, its validity, and the proof of a claim.
    #
    # A document in which an object has a member twice is refused. The command `lockstep verify`
    # does the same without a server: use it if you do not trust the operator of this server. The
    # command also takes an answer that contains documents, such as the result of a job; this
    # operation takes the document alone.
    #
    # @param document [Hash{String => Object}] The document: a claim, a certificate, a receipt, or
    #   any other document that a Lockstep server signed.
    # @param attester [String, nil] The fingerprint of the signing key that the reader trusts.
    #   Without it, only documents of this installation hold. A present or former key of this
    #   installation stands for every key of its chain, as with `lockstep verify --chain`: a
    #   document that is dated after its key was replaced is invalid.
    # @param audience [String, nil] The audience that the reader expects. A document that names an
    #   audience is invalid without it.
    # @param nonce [String, nil] The nonce that the reader gave to the prover, base64. A document
    #   that contains a nonce is invalid without it.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::DocumentVerification]
    def verify_document(document:, attester: UNSET, audience: UNSET, nonce: UNSET, options: nil)
      request(
        VERIFY_DOCUMENT,
        {
          json: {
            "document" => document,
            "attester" => attester,
            "audience" => audience,
            "nonce" => nonce
          }
        },
        options
      )
    end

    # Verify a signed document: its signatures, its validity, and the proof of a claim.
    #
    # The server works in the background; `result` of the job waits for the result.
    #
    # A document in which an object has a member twice is refused. The command `lockstep verify`
    # does the same without a server: use it if you do not trust the operator of this server. The
    # command also takes an answer that contains documents, such as the result of a job; this
    # operation takes the document alone.
    #
    # @param document [Hash{String => Object}] The document: a claim, a certificate, a receipt, or
    #   any other document that a Lockstep server signed.
    # @param attester [String, nil] The fingerprint of the signing key that the reader trusts.
    #   Without it, only documents of this installation hold. A present or former key of this
    #   installation stands for every key of its chain, as with `lockstep verify --chain`: a
    #   document that is dated after its key was replaced is invalid.
    # @param audience [String, nil] The audience that the reader expects. A document that names an
    #   audience is invalid without it.
    # @param nonce [String, nil] The nonce that the reader gave to the prover, base64. A document
    #   that contains a nonce is invalid without it.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Job<Models::DocumentVerification>]
    def verify_document_as_job(document:, attester: UNSET, audience: UNSET, nonce: UNSET, options: nil)
      start_job(
        VERIFY_DOCUMENT,
        {
          json: {
            "document" => document,
            "attester" => attester,
            "audience" => audience,
            "nonce" => nonce
          }
        },
        options
      )
    end

    # Verify a proof with the verification key that it names.
    #
    # @param circuit [String] The circuit that the proof must belong to.
    # @param proof [String] A proof: base64 of snarkjs JSON or of the compact encoding.
    # @param public_inputs [String] The public inputs, in the same encoding as the proof.
    # @param parameters [Models::VerifyParameters, Hash]
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::VerificationResult]
    def verify_proof(circuit:, proof:, public_inputs:, parameters: UNSET, options: nil)
      request(
        VERIFY_PROOF,
        {
          json: {
            "circuit" => circuit,
            "proof" => proof,
            "publicInputs" => public_inputs,
            "parameters" => parameters
          }
        },
        options
      )
    end

    # Verify a proof with the verification key that it names.
    #
    # The server works in the background; `result` of the job waits for the result.
    #
    # @param circuit [String] The circuit that the proof must belong to.
    # @param proof [String] A proof: base64 of snarkjs JSON or of the compact encoding.
    # @param public_inputs [String] The public inputs, in the same encoding as the proof.
    # @param parameters [Models::VerifyParameters, Hash]
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Job<Models::VerificationResult>]
    def verify_proof_as_job(circuit:, proof:, public_inputs:, parameters: UNSET, options: nil)
      start_job(
        VERIFY_PROOF,
        {
          json: {
            "circuit" => circuit,
            "proof" => proof,
            "publicInputs" => public_inputs,
            "parameters" => parameters
          }
        },
        options
      )
    end
  end
end
