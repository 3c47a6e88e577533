//! Proofs and circuits over HTTP.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use data_encoding::{BASE64, HEXLOWER, HEXLOWER_PERMISSIVE};
use lockstep_store::Timestamp;
use lockstep_vault::key::Mode;
use lockstep_web::jobs::Jobs;
use lockstep_web::{Area, Caller, Fault, Long, Params, PathParam};
use lockstep_zk::assurance::Setup;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use super::{Answer, answer, answer_once, base64, level, precision, secret_base64, slot};
use crate::encryption::Encryption;
use crate::operations::circuits::{Bring, Brought};
use crate::operations::proof::{Prove, Verify};
use crate::scheme::{CurveName, Encoding, Scheme, setup_named};

/// What to prove.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct ProveRequest {
    /// Base 64: of a JSON object of the circuit's named inputs (`{"value": 52, "min": 40, "max": 60}`),
    /// of a `.wtns`, or a ZK envelope.
    #[schema(example = "eyJ2YWx1ZSI6NTIsIm1pbiI6NDAsIm1heCI6NjB9")]
    data: String,
    /// `range`, `range:16`, `range:32`, `range:64`, `equality`, `commitment`, `membership` (of depth 20),
    /// `membership:N` (1 to 32), `set:N` (2 to 64), `aggregate:N` (a power of two, 2 to 64), `sum`
    /// (`Bulletproofs` alone), `circuit:<sha256>` of an uploaded one, `r1cs:<base64>`, which counts as
    /// one of the account's circuits from its first proof on.
    #[schema(example = "range:16")]
    circuit: String,
    #[serde(default)]
    parameters: ProofParameters,
}

/// More about a proof.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct ProofParameters {
    /// `Groth16` (default), `PGHR13`; `Bulletproofs` for range, equality and sum without a set-up.
    scheme: Option<String>,
    /// 128; stronger pairing curves are not built in yet.
    #[schema(value_type = Option<u32>)]
    security_level: Option<Value>,
    /// Decimals of the numbers; without it 0 for whole ones, else 2.
    #[schema(value_type = Option<u32>)]
    precision: Option<Value>,
    /// `bls12-381` (default, about 126 bits), `bn254` (about 100 bits: for circom, snarkjs, chains).
    curve: Option<String>,
    /// Who asks and for what: binds the proof. In `verify`: the proof must be bound to it.
    domain: Option<String>,
    /// Base 64, chosen by the verifier: binds the proof, likewise.
    nonce: Option<String>,
    /// Whether the proof is bound to your pseudonym, which the answer's metadata names as `owner`. It
    /// is the one of your signed roots. Default: false.
    #[serde(default)]
    bind_owner: bool,
    /// When the statement stops to hold, RFC 3339 with a zone, in the future: binds the proof. `verify`
    /// is false from then on.
    #[schema(format = DateTime)]
    expires_at: Option<String>,
    /// `json` (default) as snarkjs writes them, or `compact`: points compressed, numbers of 32 bytes.
    encoding: Option<String>,
}

/// A proof.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Proof {
    /// Base 64 of snarkjs JSON, or of the compact bytes.
    proof: String,
    /// Likewise.
    public_inputs: String,
    metadata: ProofMetadata,
}

/// About a proof.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProofMetadata {
    scheme: &'static str,
    #[schema(format = DateTime)]
    timestamp: String,
    circuit: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    curve: Option<&'static str>,
    /// SHA-256 of the verification key: pin it.
    #[serde(skip_serializing_if = "Option::is_none")]
    vk_digest: Option<String>,
    /// How the key came about.
    setup: &'static str,
    /// What a proof under it is worth.
    assurance: &'static str,
    /// The pseudonym the proof is bound to, where `bindOwner` asked for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    owner: Option<String>,
    /// When the statement stops to hold, where `expiresAt` asked for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime)]
    expires_at: Option<String>,
    /// What opens its commitments. Show it to nobody who should not know the values.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    opening: Option<Value>,
}

/// Prove a statement without showing the values. A false one is refused.
#[utoipa::path(post, path = "/v1/encryption/zk/prove", tag = "Encryption", operation_id = "proveStatement",
    request_body = ProveRequest,
    params(("Prefer" = Option<String>, Header, description = "`respond-async`: as a job"),
        ("Idempotency-Key" = Option<String>, Header, description = "Sent again: the same job, while that is known")),
    responses((status = 200, description = "The proof, or the job that makes it", body = Answer<Proof>)))]
pub(super) async fn prove(
    State(encryption): State<Encryption>,
    State(jobs): State<Jobs>,
    caller: Caller,
    headers: HeaderMap,
    Long { body, once }: Long<ProveRequest>,
) -> Result<(HeaderMap, Json<Answer<Proof>>), Fault> {
    let parameters = body.parameters;
    let scheme = match parameters.scheme.as_deref() {
        None => Scheme::Groth16,
        Some(name) => Scheme::from_name(name).ok_or_else(|| {
            Fault::encryption_parameter(
                "parameters.scheme",
                "must be Groth16, PGHR13 or Bulletproofs",
            )
        })?,
    };
    // Levels that no curve here has are refused, never lowered.
    let bits = level(parameters.security_level.as_ref())?;
    slot(Mode::Zk, None, bits, 0)?;
    let curve = match parameters.curve.as_deref() {
        None => None,
        Some(name) => Some(CurveName::from_name(name).ok_or_else(|| {
            Fault::encryption_parameter("parameters.curve", "must be bls12-381 or bn254")
        })?),
    };
    let nonce = parameters.nonce.as_deref();
    let asked = Prove {
        data: secret_base64("data", &body.data)?,
        circuit: body.circuit,
        scheme,
        curve,
        precision: precision(parameters.precision.as_ref())?,
        domain: domain(parameters.domain)?.unwrap_or_default(),
        nonce: nonce
            .map(|text| base64("parameters.nonce", text))
            .transpose()?
            .unwrap_or_default(),
        bind_owner: parameters.bind_owner,
        expires_at: expiry(parameters.expires_at.as_deref())?,
        encoding: encoding(parameters.encoding.as_deref())?,
    };
    let expires_at = asked.expires_at;
    let (owner, clock) = ((&caller).into(), encryption.ctx().clock.clone());
    let work = encryption.clone().prove(owner, asked);
    let work = async move {
        let proven = work.await?;
        Ok(Proof {
            proof: BASE64.encode(&proven.proof),
            public_inputs: BASE64.encode(&proven.public),
            metadata: ProofMetadata {
                scheme: proven.scheme.name(),
                timestamp: clock.now().to_string(),
                circuit: proven.circuit,
                curve: proven.curve.map(CurveName::name),
                vk_digest: proven.digest.map(|digest| HEXLOWER.encode(&digest)),
                setup: proven.setup.name(),
                assurance: proven.setup.assurance(),
                owner: proven.owner,
                expires_at: expires_at.map(|at| at.to_string()),
                opening: proven.opening,
            },
        })
    };
    answer_once(
        &jobs,
        (Area::Encryption, &caller.user),
        &headers,
        &once,
        work,
    )
    .await
}

/// What to verify.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct VerifyRequest {
    /// Base 64 of snarkjs JSON, or of the compact bytes.
    #[schema(example = "eyJwcm90b2NvbCI6Imdyb3RoMTYifQ==")]
    proof: String,
    /// Likewise.
    #[schema(example = "W10=")]
    public_inputs: String,
    /// The circuit it should be a proof of.
    #[schema(example = "range:16")]
    circuit: String,
    #[serde(default)]
    parameters: VerifyParameters,
}

/// What the verifier expects the proof to be bound to. Where one of them is named, all are compared: what
/// is left out, the proof must not be bound to. Without any, the proof is not asked what it is bound to.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct VerifyParameters {
    /// As given to `prove`.
    domain: Option<String>,
    /// As given to `prove`, base 64.
    nonce: Option<String>,
    /// The pseudonym of the owner, as the proof's metadata and signed roots name it.
    owner: Option<String>,
    /// As given to `prove`. The proof does not verify from then on.
    #[schema(format = DateTime)]
    expires_at: Option<String>,
    /// `json` (default) or `compact`: how proof and public inputs are written.
    encoding: Option<String>,
}

/// What is known of a proof.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Verified {
    verified: bool,
    /// SHA-256 of the key it was judged by; null for schemes without one.
    vk_digest: Option<String>,
    /// How that key came about; null where it is not known here.
    setup: Option<&'static str>,
    /// What a proof under it is worth.
    assurance: &'static str,
    metadata: VerifiedMetadata,
}

/// About a verification.
#[derive(Serialize, ToSchema)]
pub(crate) struct VerifiedMetadata {
    scheme: &'static str,
    #[schema(format = DateTime)]
    timestamp: String,
}

/// Verify a proof, by the key it names alone.
#[utoipa::path(post, path = "/v1/encryption/zk/verify", tag = "Encryption", operation_id = "verifyProof",
    request_body = VerifyRequest,
    params(("Prefer" = Option<String>, Header, description = "`respond-async`: as a job")),
    responses((status = 200, description = "Whether it holds, or the job that finds out", body = Answer<Verified>)))]
pub(super) async fn verify(
    State(encryption): State<Encryption>,
    State(jobs): State<Jobs>,
    caller: Caller,
    headers: HeaderMap,
    Long { body, .. }: Long<VerifyRequest>,
) -> Result<(HeaderMap, Json<Answer<Verified>>), Fault> {
    let nonce = body.parameters.nonce.as_deref();
    let asked = Verify {
        proof: base64("proof", &body.proof)?,
        public: base64("publicInputs", &body.public_inputs)?,
        circuit: body.circuit,
        domain: domain(body.parameters.domain)?,
        nonce: nonce
            .map(|text| base64("parameters.nonce", text))
            .transpose()?,
        owner: owner(body.parameters.owner)?,
        expires_at: expiry(body.parameters.expires_at.as_deref())?,
        encoding: encoding(body.parameters.encoding.as_deref())?,
    };
    let (owner, clock) = ((&caller).into(), encryption.ctx().clock.clone());
    let work = encryption.clone().verify_proof(owner, asked);
    let work = async move {
        let verdict = work.await?;
        Ok(Verified {
            verified: verdict.verified,
            vk_digest: verdict.digest.map(|digest| HEXLOWER.encode(&digest)),
            setup: verdict.setup.map(Setup::name),
            assurance: verdict.setup.map_or(UNKNOWN_KEY, |setup| setup.assurance()),
            metadata: VerifiedMetadata {
                scheme: verdict.scheme.name(),
                timestamp: clock.now().to_string(),
            },
        })
    };
    answer(&jobs, (Area::Encryption, &caller.user), &headers, work).await
}

/// A circuit to keep.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct BringCircuit {
    /// iden3 `.r1cs`, base 64.
    #[schema(example = "cjFjcw==")]
    r1cs: String,
    /// snarkjs `.zkey` of it, base 64.
    zkey: Option<String>,
    /// Powers of tau that the key was derived from, base 64. Their contributions are checked.
    ptau: Option<String>,
    /// BLAKE2b-512 of the `.ptau`, 128 hexadecimal digits, as its ceremony publishes it. The label is
    /// `derived` where it is the hash of the `ptau` that was sent; without it, or where it differs,
    /// `unverified`: whoever made the powers of tau may hold their waste.
    ptau_hash: Option<String>,
    /// circom's witness generator of it (`.wasm`, version 2), base 64: with it `zk/prove` takes named
    /// inputs, as `input.json` has them. It runs under limits: 16 MiB of
    /// module, 128 MiB of memory, 2^30 units of fuel, 1.5 s.
    wasm: Option<String>,
}

/// A circuit that is kept.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CircuitView {
    /// `circuit:` and the SHA-256 of the `.r1cs`.
    id: String,
    curve: String,
    constraints: usize,
    public_inputs: usize,
    /// Of the key that came with it; null: a `local` one is made with the first proof.
    setup: Option<String>,
    assurance: Option<&'static str>,
    vk_digest: Option<String>,
    /// BLAKE2b-512 of the powers of tau the key was checked against: compare it with the published one.
    #[serde(skip_serializing_if = "Option::is_none")]
    ptau_hash: Option<String>,
    /// Whether `zk/prove` takes named inputs for it; a `.wtns` it always takes.
    named_inputs: bool,
}

impl From<Brought> for CircuitView {
    fn from(brought: Brought) -> Self {
        let setup = brought.setup.as_deref().and_then(setup_named);
        Self {
            id: brought.id,
            curve: brought.curve,
            constraints: brought.rows,
            public_inputs: brought.public,
            assurance: setup.map(Setup::assurance),
            setup: brought.setup,
            vk_digest: brought.digest,
            ptau_hash: brought.ptau_hash,
            named_inputs: brought.generates,
        }
    }
}

/// Keep a circuit of one's own, with its key if there is one.
#[utoipa::path(post, path = "/v1/encryption/circuits", tag = "Encryption", operation_id = "uploadCircuit",
    request_body = BringCircuit,
    params(("Idempotency-Key" = Option<String>, Header, description = "Sent again: the same outcome")),
    responses((status = 200, description = "The circuit", body = CircuitView)))]
pub(super) async fn bring(
    State(encryption): State<Encryption>,
    caller: Caller,
    Long { body, once }: Long<BringCircuit>,
) -> Result<Json<CircuitView>, Fault> {
    let optional =
        |name: &str, text: Option<String>| text.map(|text| base64(name, &text)).transpose();
    let bring = Bring {
        r1cs: base64("r1cs", &body.r1cs)?,
        zkey: optional("zkey", body.zkey)?,
        ptau: optional("ptau", body.ptau)?,
        ptau_hash: body.ptau_hash.as_deref().map(ptau_hash).transpose()?,
        wasm: optional("wasm", body.wasm)?,
    };
    Ok(Json(
        encryption
            .bring(&(&caller).into(), bring, once)
            .await?
            .into(),
    ))
}

/// That a circuit is gone.
#[derive(Serialize, ToSchema)]
#[schema(as = CircuitDeleted)]
pub(crate) struct Removed {
    deleted: bool,
}

/// Delete a circuit of one's own with its keys. Proofs under them cannot be verified here any more.
#[utoipa::path(delete, path = "/v1/encryption/circuits/{id}", tag = "Encryption", operation_id = "deleteCircuit",
    params(("id" = String, Path, description = "`circuit:<sha256>`")),
    responses((status = 200, description = "It is gone", body = Removed)))]
pub(super) async fn remove(
    State(encryption): State<Encryption>,
    caller: Caller,
    PathParam(id): PathParam<String>,
) -> Result<Json<Removed>, Fault> {
    encryption.remove_circuit(&(&caller).into(), &id).await?;
    Ok(Json(Removed { deleted: true }))
}

/// What proofs of a circuit are verified with.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct VerificationKey {
    circuit: String,
    scheme: String,
    curve: String,
    vk_digest: String,
    setup: String,
    assurance: &'static str,
    /// BLAKE2b-512 of the powers of tau the key was checked against.
    #[serde(skip_serializing_if = "Option::is_none")]
    ptau_hash: Option<String>,
    /// snarkjs JSON. Who judges a proof pins its digest and does not fetch it from the prover.
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
    /// `bls12-381` (default of built-in circuits) or `bn254`.
    curve: Option<String>,
}

/// The verification key of a circuit, built-in or one's own.
#[utoipa::path(get, path = "/v1/encryption/circuits/{id}/verification-key", tag = "Encryption", operation_id = "getVerificationKey",
    params(("id" = String, Path, description = "`circuit:<sha256>` or the name of a built-in one"), KeyQuery),
    responses((status = 200, description = "The newest key of the circuit", body = VerificationKey)))]
pub(super) async fn verification_key(
    State(encryption): State<Encryption>,
    caller: Caller,
    PathParam(id): PathParam<String>,
    Params(query): Params<KeyQuery>,
) -> Result<Json<VerificationKey>, Fault> {
    let scheme = match query.scheme.as_deref() {
        None => Scheme::Groth16,
        Some(name) => Scheme::from_name(name)
            .ok_or_else(|| Fault::encryption_parameter("scheme", "must be Groth16 or PGHR13"))?,
    };
    let curve =
        match query.curve.as_deref() {
            None => None,
            Some(name) => Some(CurveName::from_name(name).ok_or_else(|| {
                Fault::encryption_parameter("curve", "must be bls12-381 or bn254")
            })?),
        };
    let key = encryption
        .verifying_key(&caller.user, &id, scheme, curve)
        .await?;
    let verification_key = serde_json::from_str(&key.body)
        .map_err(|error| Fault::internal(format!("a key of ours: {error}")))?;
    Ok(Json(VerificationKey {
        assurance: setup_named(&key.setup).map_or(UNKNOWN_KEY, |setup| setup.assurance()),
        circuit: key.circuit,
        scheme: key.scheme,
        curve: key.curve,
        vk_digest: HEXLOWER.encode(&key.digest),
        setup: key.setup,
        ptau_hash: key.ptau_hash.map(|hash| HEXLOWER.encode(&hash)),
        verification_key,
    }))
}

fn ptau_hash(text: &str) -> Result<[u8; 64], Fault> {
    HEXLOWER_PERMISSIVE
        .decode(text.as_bytes())
        .ok()
        .and_then(|bytes| bytes.try_into().ok())
        .ok_or_else(|| {
            Fault::encryption_parameter(
                "ptauHash",
                "must be 128 hexadecimal digits: BLAKE2b-512 of the .ptau file",
            )
        })
}

fn encoding(name: Option<&str>) -> Result<Encoding, Fault> {
    match name {
        None | Some("json") => Ok(Encoding::Json),
        Some("compact") => Ok(Encoding::Compact),
        Some(_) => Err(Fault::encryption_parameter(
            "parameters.encoding",
            "must be json or compact",
        )),
    }
}

fn domain(text: Option<String>) -> Result<Option<String>, Fault> {
    match text {
        Some(text) if text.len() > 256 => Err(Fault::encryption_parameter(
            "parameters.domain",
            "must be 256 bytes at most",
        )),
        text => Ok(text),
    }
}

fn owner(text: Option<String>) -> Result<Option<String>, Fault> {
    match text {
        Some(text) if text.is_empty() || text.len() > 64 => Err(Fault::encryption_parameter(
            "parameters.owner",
            "must be a pseudonym as the proof's metadata names it",
        )),
        text => Ok(text),
    }
}

fn expiry(text: Option<&str>) -> Result<Option<Timestamp>, Fault> {
    text.map(|text| {
        text.parse().map_err(|_| {
            Fault::encryption_parameter("parameters.expiresAt", "must be RFC 3339 with a zone")
        })
    })
    .transpose()
}

const UNKNOWN_KEY: &str = "the proof names a key that is not known here: nothing can be said of it";
