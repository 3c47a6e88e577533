//! Proofs over HTTP.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use data_encoding::{BASE64, HEXLOWER};
use lockstep_documents::scheme::{ProofScheme, UnknownProofScheme};
use lockstep_store::Timestamp;
use lockstep_vault::key::SecurityLevel;
use lockstep_web::jobs::Jobs;
use lockstep_web::{ApiError, Area, Caller, LargeBody, free_text};
use lockstep_zk::assurance::Setup;
use lockstep_zk::{CurveName, PairingScheme};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::{ResultOrJob, answer, answer_once, base64, curve, level, precision, secret_base64};
use crate::encryption::Encryption;
use crate::operations::proof::{Prove, Verify};
use crate::scheme::Encoding;

/// The circuit and the inputs to prove.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct ProveRequest {
    /// Base64 of a JSON object with the circuit's named inputs (`{"value": 52, "min": 40, "max":
    /// 60}`), of a `.wtns`, or a ZK envelope.
    #[schema(example = "eyJ2YWx1ZSI6NTIsIm1pbiI6NDAsIm1heCI6NjB9")]
    data: String,
    /// `range`, `range:16`, `range:32`, `range:64`, `equality`, `commitment`, `membership` (depth
    /// 20), `membership:N` (1 to 32), `set:N` (2 to 64), `aggregate:N` (a power of two, 2 to 64),
    /// `sum` (`Bulletproofs` only), `circuit:<sha256>` of an uploaded circuit, or `r1cs:<base64>`,
    /// which is stored as a circuit of the account with its first proof.
    #[schema(example = "range:16")]
    circuit: String,
    #[serde(default)]
    parameters: ProofParameters,
}

/// Parameters of a proof.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct ProofParameters {
    /// `Groth16` (default) or `PGHR13`; `Bulletproofs` for range, equality and sum without a
    /// trusted set-up.
    scheme: Option<String>,
    /// 128 (default), 192 or 256, the level of the curve. `Bulletproofs` supports only 128.
    #[schema(value_type = Option<u32>)]
    security_level: Option<Value>,
    /// The decimals of the numbers. Default: 0 for whole numbers, otherwise 2.
    #[schema(value_type = Option<u32>)]
    precision: Option<Value>,
    /// `bls12-381` (default, about 126 bits), `bn254` (about 100 bits: for circom, snarkjs, chains),
    /// `bls24-509` (level 192) or `bls48-575` (level 256). It must agree with `securityLevel`.
    curve: Option<String>,
    /// The verifier and the purpose; bound by the proof. In `verify`: the proof must be bound to
    /// it.
    domain: Option<String>,
    /// A nonce chosen by the verifier, base64; bound by the proof.
    nonce: Option<String>,
    /// Whether the proof is bound to the caller's pseudonym, returned as `owner` in the metadata
    /// and used in signed roots. Default: false.
    #[serde(default)]
    bind_owner: bool,
    /// The end of the statement's validity: RFC 3339 with a time zone, in the future; bound by the
    /// proof. From then on `verify` returns false.
    #[schema(format = DateTime)]
    expires_at: Option<String>,
    /// `json` (default), the format of snarkjs, or `compact`: compressed points and numbers of a
    /// fixed width.
    encoding: Option<String>,
}

/// A zero-knowledge proof.
#[derive(Serialize, ToSchema)]
#[schema(as = ZeroKnowledgeProof)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Proof {
    /// A proof: base64 of snarkjs JSON or of the compact encoding.
    proof: String,
    /// The public inputs, in the same encoding as the proof.
    public_inputs: String,
    metadata: ProofMetadata,
}

/// Metadata of a proof.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProofMetadata {
    /// `Groth16`, `PGHR13` or `Bulletproofs`.
    scheme: &'static str,
    /// The time of the proof: RFC 3339, UTC.
    #[schema(format = DateTime)]
    timestamp: String,
    /// The full name of the circuit, with its size; send it to `verify`.
    circuit: String,
    /// The curve of the proof: `bls12-381`, `bn254`, `bls24-509` or `bls48-575`; absent for `Bulletproofs`.
    #[serde(skip_serializing_if = "Option::is_none")]
    curve: Option<&'static str>,
    /// The SHA-256 of the verification key. Compare it with the digest of a key that you trust.
    #[serde(skip_serializing_if = "Option::is_none")]
    vk_digest: Option<String>,
    /// How the key was created: `wellformed`, `unverified`, `local`, `derived` or `ceremony`, from least to most
    /// trustworthy; `transparent` for `Bulletproofs`, which has no key.
    setup: &'static str,
    /// A sentence about the trustworthiness of proofs under this key.
    assurance: String,
    /// The pseudonym that the proof is bound to, if `bindOwner` was sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    owner: Option<String>,
    /// The end of the statement's validity, if `expiresAt` was sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime)]
    expires_at: Option<String>,
    /// The opening of the commitments. Keep it secret: it reveals the values.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    opening: Option<Value>,
}

/// Prove a statement about secret values without revealing them. A false statement is refused.
#[utoipa::path(post, path = "/v1/encryption/zk/prove", tag = "Encryption", operation_id = "proveStatement",
    request_body = ProveRequest,
    params(("Prefer" = Option<String>, Header, description = "`respond-async` runs the request as a job"),
        ("Idempotency-Key" = Option<String>, Header, description = "A repeated request returns the same job while the server stores the job")),
    responses((status = 200, description = "The proof, or the job that creates it", body = ResultOrJob<Proof>)))]
pub(super) async fn prove(
    State(encryption): State<Encryption>,
    State(jobs): State<Jobs>,
    caller: Caller,
    headers: HeaderMap,
    LargeBody {
        body,
        idempotency_key,
    }: LargeBody<ProveRequest>,
) -> Result<(HeaderMap, Json<ResultOrJob<Proof>>), ApiError> {
    let parameters = body.parameters;
    let scheme = match parameters.scheme.as_deref() {
        None => ProofScheme::Pairing(PairingScheme::default()),
        Some(name) => name.parse().map_err(|UnknownProofScheme| {
            ApiError::encryption_parameter(
                "parameters.scheme",
                "must be Groth16, PGHR13 or Bulletproofs",
            )
        })?,
    };
    let level = level(parameters.security_level.as_ref())?.map(SecurityLevel::bits);
    let curve = curve("parameters.curve", parameters.curve.as_deref())?;
    let nonce = parameters.nonce.as_deref();
    let asked = Prove {
        data: secret_base64("data", &body.data)?,
        circuit: body.circuit,
        scheme,
        curve,
        level,
        precision: precision(parameters.precision.as_ref())?,
        domain: new_domain(parameters.domain)?.unwrap_or_default(),
        nonce: nonce
            .map(|text| base64("parameters.nonce", text))
            .transpose()?
            .unwrap_or_default(),
        bind_owner: parameters.bind_owner,
        expires_at: expiry(parameters.expires_at.as_deref())?,
        encoding: encoding(parameters.encoding.as_deref())?,
    };
    let expires_at = asked.expires_at;
    let (owner, clock) = (caller.owner(), encryption.ctx().clock.clone());
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
                assurance: assurance(proven.setup, proven.curve),
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
        &idempotency_key,
        work,
    )
    .await
}

/// The proof to verify.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct VerifyRequest {
    /// A proof: base64 of snarkjs JSON or of the compact encoding.
    #[schema(example = "eyJwcm90b2NvbCI6Imdyb3RoMTYifQ==")]
    proof: String,
    /// The public inputs, in the same encoding as the proof.
    #[schema(example = "W10=")]
    public_inputs: String,
    /// The circuit that the proof must belong to.
    #[schema(example = "range:16")]
    circuit: String,
    #[serde(default)]
    parameters: VerifyParameters,
}

/// The values that the proof must be bound to. If one field is present, all are compared, and the proof must
/// not be bound to the absent ones. Without any field, the binding is not checked.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct VerifyParameters {
    /// The value that was sent to `prove`.
    domain: Option<String>,
    /// The value that was sent to `prove`, base64.
    nonce: Option<String>,
    /// The pseudonym of the owner, as in the proof's metadata and signed roots.
    owner: Option<String>,
    /// The value that was sent to `prove`. After this time the proof is not valid.
    #[schema(format = DateTime)]
    expires_at: Option<String>,
    /// `json` (default) or `compact`: how proof and public inputs are written.
    encoding: Option<String>,
}

/// The result of a verification.
#[derive(Serialize, ToSchema)]
#[schema(as = VerificationResult)]
#[serde(rename_all = "camelCase")]
pub(crate) struct VerificationResult {
    /// Whether the proof is valid and has the requested binding. A proof that cannot be parsed is refused
    /// with 400 instead.
    verified: bool,
    /// The SHA-256 of the verification key; null for schemes without a verification key.
    vk_digest: Option<String>,
    /// How the key was created; null if unknown to this platform.
    setup: Option<&'static str>,
    /// A sentence about the trustworthiness of proofs under this key.
    assurance: String,
    metadata: VerificationMetadata,
}

/// Metadata of a verification.
#[derive(Serialize, ToSchema)]
pub(crate) struct VerificationMetadata {
    /// The scheme of the proof: `Groth16`, `PGHR13` or `Bulletproofs`.
    scheme: &'static str,
    /// The time of the verification: RFC 3339, UTC.
    #[schema(format = DateTime)]
    timestamp: String,
}

/// Verify a proof with the verification key that it names.
#[utoipa::path(post, path = "/v1/encryption/zk/verify", tag = "Encryption", operation_id = "verifyProof",
    request_body = VerifyRequest,
    params(("Prefer" = Option<String>, Header, description = "`respond-async` runs the request as a job")),
    responses((status = 200, description = "Whether the proof is valid, or the job that verifies it", body = ResultOrJob<VerificationResult>)))]
pub(super) async fn verify(
    State(encryption): State<Encryption>,
    State(jobs): State<Jobs>,
    caller: Caller,
    headers: HeaderMap,
    LargeBody { body, .. }: LargeBody<VerifyRequest>,
) -> Result<(HeaderMap, Json<ResultOrJob<VerificationResult>>), ApiError> {
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
    let (owner, clock) = (caller.owner(), encryption.ctx().clock.clone());
    let work = encryption.clone().verify_proof(owner, asked);
    let work = async move {
        let verdict = work.await?;
        Ok(VerificationResult {
            verified: verdict.verified,
            vk_digest: verdict.digest.map(|digest| HEXLOWER.encode(&digest)),
            setup: verdict.setup.map(Setup::name),
            assurance: verdict.setup.map_or_else(
                || UNKNOWN_KEY.to_owned(),
                |setup| assurance(setup, verdict.curve),
            ),
            metadata: VerificationMetadata {
                scheme: verdict.scheme.name(),
                timestamp: clock.now().to_string(),
            },
        })
    };
    answer(&jobs, (Area::Encryption, &caller.user), &headers, work).await
}

/// Returns the trustworthiness of a proof, by its set-up and its curve.
fn assurance(setup: Setup, curve: Option<CurveName>) -> String {
    curve.map_or_else(
        || setup.assurance().to_owned(),
        |curve| setup.assurance_on(curve),
    )
}

fn encoding(name: Option<&str>) -> Result<Encoding, ApiError> {
    match name {
        None | Some("json") => Ok(Encoding::Json),
        Some("compact") => Ok(Encoding::Compact),
        Some(_) => Err(ApiError::encryption_parameter(
            "parameters.encoding",
            "must be json or compact",
        )),
    }
}

/// Checks the domain with which a proof is compared. Proofs from before the rule of free texts may have any.
fn domain(text: Option<String>) -> Result<Option<String>, ApiError> {
    match text {
        Some(text) if text.len() > 256 => Err(refused_domain("must be 256 bytes at most")),
        text => Ok(text),
    }
}

/// Checks the domain of a new proof.
fn new_domain(text: Option<String>) -> Result<Option<String>, ApiError> {
    let text = domain(text)?;
    free_text::one_line(text.as_deref().unwrap_or_default()).map_err(refused_domain)?;
    Ok(text)
}

fn refused_domain(reason: &'static str) -> ApiError {
    ApiError::encryption_parameter("parameters.domain", reason)
}

fn owner(text: Option<String>) -> Result<Option<String>, ApiError> {
    match text {
        Some(text) if text.is_empty() || text.len() > 64 => Err(ApiError::encryption_parameter(
            "parameters.owner",
            "must be a pseudonym as the proof's metadata names it",
        )),
        text => Ok(text),
    }
}

fn expiry(text: Option<&str>) -> Result<Option<Timestamp>, ApiError> {
    text.map(|text| {
        text.parse().map_err(|_| {
            ApiError::encryption_parameter("parameters.expiresAt", "must be RFC 3339 with a zone")
        })
    })
    .transpose()
}

const UNKNOWN_KEY: &str =
    "the proof names a key that this server does not know, so it cannot be verified";

#[cfg(test)]
mod tests {
    use super::*;

    /// The domain of a proof from before the rule of free texts is still compared.
    #[test]
    fn only_a_new_domain_has_no_control_characters() {
        let long = "a".repeat(257);
        for (text, is_compared, is_made) in [
            ("insurance.example", true, true),
            ("a\tb\u{9b}", true, false),
            (&long, false, false),
        ] {
            let sent = Some(text.to_owned());
            assert_eq!(domain(sent.clone()).is_ok(), is_compared, "{text:?}");
            assert_eq!(new_domain(sent).is_ok(), is_made, "{text:?}");
        }
    }
}
