//! Circuits and their verification keys over HTTP.

use axum::Json;
use axum::extract::State;
use data_encoding::{HEXLOWER, HEXLOWER_PERMISSIVE};
use lockstep_web::{ApiError, Caller, LargeBody, Params, PathParam};
use lockstep_zk::assurance::Setup;
use lockstep_zk::{CurveName, PairingScheme, UnknownScheme};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use super::{base64, curve};
use crate::encryption::Encryption;
use crate::operations::circuits::{CircuitFiles, UploadedCircuit};

/// A circuit to upload.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct UploadCircuitRequest {
    /// The iden3 `.r1cs` file, base64.
    #[schema(example = "cjFjcw==")]
    r1cs: String,
    /// The snarkjs `.zkey` of the circuit, base64.
    zkey: Option<String>,
    /// The powers of tau that the key was derived from, base64. Their contributions are verified.
    ptau: Option<String>,
    /// The BLAKE2b-512 of the `.ptau` file, 128 hexadecimal digits, as published by its ceremony.
    /// The label is `derived` if it matches the uploaded `ptau`. Otherwise it is `unverified`: the
    /// creator of the powers of tau may know their toxic waste.
    ptau_hash: Option<String>,
    /// The circom witness generator (`.wasm`, version 2), base64. With it, `zk/prove` accepts named
    /// inputs in the form of `input.json`. It runs under limits: 16 MiB of module, 128 MiB of
    /// memory, 2^33 units of fuel, 1.5 s.
    wasm: Option<String>,
}

/// A stored circuit.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StoredCircuit {
    /// `circuit:` followed by the SHA-256 of the `.r1cs` file.
    id: String,
    /// The curve over whose scalar field the circuit is written: `bls12-381`, `bn254`, `bls24-509` or
    /// `bls48-575`.
    #[schema(value_type = String)]
    curve: CurveName,
    /// The number of R1CS constraints.
    constraints: usize,
    /// The number of values that a verifier sees: outputs and public inputs.
    public_inputs: usize,
    /// How the uploaded key was created; null if a `local` key will be created with the first
    /// proof.
    #[schema(value_type = Option<String>)]
    setup: Option<Setup>,
    /// A sentence about how far a verifier can trust proofs under the key; null without a key.
    assurance: Option<String>,
    /// The SHA-256 of the verification key: 64 lower-case hexadecimal digits; null without a key.
    vk_digest: Option<String>,
    /// The BLAKE2b-512 of the powers of tau that the key was verified with: compare it with the
    /// published hash.
    #[serde(skip_serializing_if = "Option::is_none")]
    ptau_hash: Option<String>,
    /// Whether `zk/prove` accepts named inputs for this circuit; a `.wtns` is always accepted.
    named_inputs: bool,
}

impl From<UploadedCircuit> for StoredCircuit {
    fn from(circuit: UploadedCircuit) -> Self {
        Self {
            id: circuit.id,
            curve: circuit.curve,
            constraints: circuit.rows,
            public_inputs: circuit.public,
            assurance: circuit.setup.map(|setup| setup.assurance_on(circuit.curve)),
            setup: circuit.setup,
            vk_digest: circuit.digest,
            ptau_hash: circuit.ptau_hash,
            named_inputs: circuit.generates,
        }
    }
}

/// Upload a circuit, with its proving key if there is one.
///
/// `zk/prove` and `zk/verify` then accept its `id`. Without a proving key, the server creates one for the first
/// proof. An account keeps at most 64 circuits.
#[utoipa::path(post, path = "/v1/encryption/circuits", tag = "Encryption", operation_id = "uploadCircuit",
    request_body = UploadCircuitRequest,
    params(("Idempotency-Key" = Option<String>, Header, description = "A repeated request returns the same result")),
    responses((status = 200, description = "The circuit", body = StoredCircuit)))]
pub(super) async fn upload_circuit(
    State(encryption): State<Encryption>,
    caller: Caller,
    LargeBody {
        body,
        idempotency_key,
    }: LargeBody<UploadCircuitRequest>,
) -> Result<Json<StoredCircuit>, ApiError> {
    let optional =
        |name: &str, text: Option<String>| text.map(|text| base64(name, &text)).transpose();
    let files = CircuitFiles {
        r1cs: base64("r1cs", &body.r1cs)?,
        zkey: optional("zkey", body.zkey)?,
        ptau: optional("ptau", body.ptau)?,
        ptau_hash: body.ptau_hash.as_deref().map(ptau_hash).transpose()?,
        wasm: optional("wasm", body.wasm)?,
    };
    Ok(Json(
        encryption
            .upload_circuit(&caller.owner(), files, idempotency_key)
            .await?
            .into(),
    ))
}

/// The confirmation that a circuit was deleted.
#[derive(Serialize, ToSchema)]
#[schema(as = DeletedCircuit)]
pub(crate) struct DeletedCircuit {
    /// Always `true`.
    deleted: bool,
}

/// Delete a circuit of the caller with its keys.
///
/// This server can no longer verify proofs made with these keys.
#[utoipa::path(delete, path = "/v1/encryption/circuits/{id}", tag = "Encryption", operation_id = "deleteCircuit",
    params(("id" = String, Path, description = "The id of the circuit, `circuit:<sha256>`")),
    responses((status = 200, description = "The circuit is deleted", body = DeletedCircuit)))]
pub(super) async fn remove(
    State(encryption): State<Encryption>,
    caller: Caller,
    PathParam(id): PathParam<String>,
) -> Result<Json<DeletedCircuit>, ApiError> {
    encryption.remove_circuit(&caller.owner(), &id).await?;
    Ok(Json(DeletedCircuit { deleted: true }))
}

/// A verification key of a circuit.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct VerificationKey {
    /// The id of the circuit: `circuit:` and a SHA-256, or the name of a built-in circuit.
    circuit: String,
    /// `Groth16` or `PGHR13`.
    #[schema(value_type = String)]
    scheme: PairingScheme,
    /// The curve of the key: `bls12-381`, `bn254`, `bls24-509` or `bls48-575`.
    #[schema(value_type = String)]
    curve: CurveName,
    /// The SHA-256 of the verification key: 64 lower-case hexadecimal digits.
    vk_digest: String,
    /// How the key was created, from least to most trustworthy: `wellformed`, `unverified`, `local`,
    /// `derived` or `ceremony`. `assurance` explains it.
    #[schema(value_type = String)]
    setup: Setup,
    /// A sentence about how far a verifier can trust proofs under the key.
    assurance: String,
    /// The BLAKE2b-512 of the powers of tau that the key was verified with.
    #[serde(skip_serializing_if = "Option::is_none")]
    ptau_hash: Option<String>,
    /// The key as JSON, in the form of snarkjs. A verifier pins its digest instead of obtaining it from the prover.
    #[schema(value_type = Object)]
    verification_key: Value,
}

/// Which of a circuit's keys.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct KeyQuery {
    /// `Groth16` (default) or `PGHR13`.
    scheme: Option<String>,
    /// `bls12-381` (default for built-in circuits), `bn254`, `bls24-509` or `bls48-575`.
    curve: Option<String>,
}

/// Get the verification key of a built-in circuit or a circuit of the caller.
#[utoipa::path(get, path = "/v1/encryption/circuits/{id}/verification-key", tag = "Encryption", operation_id = "getVerificationKey",
    params(("id" = String, Path, description = "`circuit:<sha256>` or the name of a built-in circuit"), KeyQuery),
    responses((status = 200, description = "The newest key of the circuit", body = VerificationKey)))]
pub(super) async fn verification_key(
    State(encryption): State<Encryption>,
    caller: Caller,
    PathParam(id): PathParam<String>,
    Params(query): Params<KeyQuery>,
) -> Result<Json<VerificationKey>, ApiError> {
    let scheme = query.scheme.as_deref().map(str::parse).transpose();
    let scheme: PairingScheme = scheme
        .map_err(|error: UnknownScheme| {
            ApiError::encryption_parameter("scheme", error.to_string())
        })?
        .unwrap_or_default();
    let curve = curve("curve", query.curve.as_deref())?;
    let key = encryption
        .verifying_key(&caller.user, &id, scheme, curve)
        .await?;
    let verification_key = serde_json::from_str(&key.body)
        .map_err(|error| ApiError::internal(format!("a stored key: {error}")))?;
    Ok(Json(VerificationKey {
        assurance: key.setup.assurance_on(key.curve),
        circuit: key.circuit,
        scheme: key.scheme,
        curve: key.curve,
        vk_digest: HEXLOWER.encode(&key.digest),
        setup: key.setup,
        ptau_hash: key.ptau_hash.map(|hash| HEXLOWER.encode(&hash)),
        verification_key,
    }))
}

fn ptau_hash(text: &str) -> Result<[u8; 64], ApiError> {
    HEXLOWER_PERMISSIVE
        .decode(text.as_bytes())
        .ok()
        .and_then(|bytes| bytes.try_into().ok())
        .ok_or_else(|| {
            ApiError::encryption_parameter(
                "ptauHash",
                "must be 128 hexadecimal digits: BLAKE2b-512 of the .ptau file",
            )
        })
}
