//! `ZkHandler`: keys, proofs and verification.

use lockstep_client_crypto::zk_handler::{KeyPair, Proof, ProvingKey, Range, ZkConfig};
use lockstep_client_crypto::{Circuit, ZkHandler, cancellable};
use lockstep_zk::{CurveName, PairingScheme};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::answer::Answer;
use crate::executor::block_on;
use crate::failure::Failure;
use crate::request::{Empty, HandleFields, Request};
use crate::{entropy, handles};

use super::Operation;
use super::circuits::{Inputs, OptimizationLevel};
use super::verification::ProofFields;

pub(super) const OPERATIONS: &[Operation] = &[
    ("ZkHandler.new", new),
    ("ZkHandler.initialize", initialize),
    ("ZkHandler.generateKeys", generate_keys),
    ("ZkHandler.generateProof", generate_proof),
    ("ZkHandler.verifyProof", verify_proof),
    ("ZkHandler.generateRangeProof", generate_range_proof),
    ("ZkHandler.generateEqualityProof", generate_equality_proof),
    (
        "ZkHandler.generateMembershipProof",
        generate_membership_proof,
    ),
    ("ZkHandler.opening", opening),
    ("ZkHandler.verificationKey", verification_key),
    ("ZkHandler.cleanup", cleanup),
    ("ProvingKey.toZkey", to_zkey),
];

/// Runs the method of the handler, which asks the request's cancellation between its steps.
fn on_handler<T, F>(
    request: &Request<'_>,
    handle: u64,
    method: impl FnOnce(std::sync::Arc<ZkHandler>) -> F,
) -> Result<T, Failure>
where
    F: Future<Output = Result<T, lockstep_client_crypto::ZKError>>,
{
    let handler = handles::find::<ZkHandler>(handle)?;
    // A process that forked has the handler's seed twice.
    handler.add_entropy(entropy::generator()?);
    Ok(block_on(cancellable(
        request.cancellation.as_function(),
        method(handler),
    ))?)
}

fn new(request: &Request<'_>) -> Result<Answer, Failure> {
    let Empty {} = request.fields()?;
    let handler = ZkHandler::new(entropy::generator()?);
    Ok(Answer::new().with("handle", handles::insert(handler)))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Initialize {
    handle: u64,
    config: Option<Config>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Config {
    scheme: Option<SchemeName>,
    security_level: Option<u8>,
    #[serde(rename = "useGPU")]
    use_gpu: Option<bool>,
    optimization_level: Option<OptimizationLevel>,
    curve: Option<CurveName>,
    precision: Option<u8>,
}

/// The names that the interface has for the proof systems.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum SchemeName {
    Groth16,
    Pghr13,
}

fn initialize(request: &Request<'_>) -> Result<Answer, Failure> {
    let Initialize { handle, config } = request.fields()?;
    let config = config.map(|given| {
        let default = ZkConfig::default();
        ZkConfig {
            scheme: match given.scheme {
                None => default.scheme,
                Some(SchemeName::Groth16) => PairingScheme::Groth16,
                Some(SchemeName::Pghr13) => PairingScheme::Pghr13,
            },
            security_level: given.security_level.unwrap_or(default.security_level),
            use_gpu: given.use_gpu.unwrap_or(default.use_gpu),
            optimization_level: given.optimization_level.map(Into::into),
            curve: given.curve,
            precision: given.precision.unwrap_or(default.precision),
        }
    });
    on_handler(request, handle, |handler| async move {
        handler.initialize(config).await
    })?;
    Ok(Answer::new())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GenerateKeys {
    handle: u64,
    circuit: u64,
}

fn generate_keys(request: &Request<'_>) -> Result<Answer, Failure> {
    let GenerateKeys { handle, circuit } = request.fields()?;
    let circuit = handles::find::<Circuit>(circuit)?;
    let pair = on_handler(request, handle, |handler| async move {
        handler.generate_keys(&circuit).await
    })?;
    let answer = public_half(&pair).with("vkDigest", pair.vk_digest);
    Ok(answer.with("provingKey", handles::insert(pair.proving_key)))
}

fn public_half(pair: &KeyPair) -> Answer {
    Answer::new()
        .with("verificationKey", pair.verification_key.as_str())
        .with("setup", pair.setup.name())
        .with("assurance", pair.setup.assurance())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct GenerateProof {
    handle: u64,
    circuit: u64,
    private_inputs: Inputs,
    public_inputs: Inputs,
}

fn generate_proof(request: &Request<'_>) -> Result<Answer, Failure> {
    let fields: GenerateProof = request.fields()?;
    let circuit = handles::find::<Circuit>(fields.circuit)?;
    let (private, public) = (fields.private_inputs.into(), fields.public_inputs.into());
    let (private, public): (Vec<_>, Vec<_>) = (private, public);
    let proof = on_handler(request, fields.handle, |handler| async move {
        handler.generate_proof(&circuit, &private, &public).await
    })?;
    Ok(Answer::new().with("proof", written(&proof)))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HandleAndProof {
    handle: u64,
    proof: ProofFields,
}

fn verify_proof(request: &Request<'_>) -> Result<Answer, Failure> {
    let HandleAndProof { handle, proof } = request.fields()?;
    let proof = Proof::from(proof);
    let verified = on_handler(request, handle, |handler| async move {
        handler.verify_proof(&proof).await
    })?;
    Ok(Answer::new().with("verified", verified))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GenerateRangeProof {
    handle: u64,
    value: f64,
    range: Bounds,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Bounds {
    min: f64,
    max: f64,
}

fn generate_range_proof(request: &Request<'_>) -> Result<Answer, Failure> {
    let fields: GenerateRangeProof = request.fields()?;
    let (value, Bounds { min, max }) = (fields.value, fields.range);
    let proof = on_handler(request, fields.handle, |handler| async move {
        handler
            .generate_range_proof(value, Range { min, max })
            .await
    })?;
    Ok(Answer::new().with("proof", written(&proof)))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GenerateEqualityProof {
    handle: u64,
    value1: f64,
    value2: f64,
}

fn generate_equality_proof(request: &Request<'_>) -> Result<Answer, Failure> {
    let fields: GenerateEqualityProof = request.fields()?;
    let (value1, value2) = (fields.value1, fields.value2);
    let proof = on_handler(request, fields.handle, |handler| async move {
        handler.generate_equality_proof(value1, value2).await
    })?;
    Ok(Answer::new().with("proof", written(&proof)))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GenerateMembershipProof {
    handle: u64,
    value: f64,
    set: Vec<f64>,
}

fn generate_membership_proof(request: &Request<'_>) -> Result<Answer, Failure> {
    let fields: GenerateMembershipProof = request.fields()?;
    let (value, set) = (fields.value, fields.set);
    let proof = on_handler(request, fields.handle, |handler| async move {
        handler.generate_membership_proof(value, &set).await
    })?;
    Ok(Answer::new().with("proof", written(&proof)))
}

fn opening(request: &Request<'_>) -> Result<Answer, Failure> {
    let HandleAndProof { handle, proof } = request.fields()?;
    let opening = handles::find::<ZkHandler>(handle)?.opening(&proof.into());
    let opening = opening.map_or(
        Value::Null,
        |opening| json!({ "blindings": opening.blindings, "scale": opening.scale }),
    );
    Ok(Answer::new().with("opening", opening))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct OfDigest {
    handle: u64,
    vk_digest: String,
}

fn verification_key(request: &Request<'_>) -> Result<Answer, Failure> {
    let OfDigest { handle, vk_digest } = request.fields()?;
    let pair = handles::find::<ZkHandler>(handle)?.keys(&vk_digest)?;
    let pair = pair.ok_or_else(|| {
        Failure::invalid(format!(
            "this handler has no key with the digest {vk_digest:?}"
        ))
    })?;
    Ok(public_half(&pair))
}

fn cleanup(request: &Request<'_>) -> Result<Answer, Failure> {
    let HandleFields { handle } = request.fields()?;
    let handler = handles::find::<ZkHandler>(handle)?;
    block_on(handler.cleanup())?;
    Ok(Answer::new())
}

fn to_zkey(request: &Request<'_>) -> Result<Answer, Failure> {
    let HandleFields { handle } = request.fields()?;
    Ok(match handles::find::<ProvingKey>(handle)?.to_zkey() {
        Some(zkey) => Answer::new().with_bytes("zkey", zkey),
        None => Answer::new().with("zkey", Value::Null),
    })
}

fn written(proof: &Proof) -> Value {
    json!({
        "scheme": proof.scheme,
        "curve": proof.curve,
        "circuit": proof.circuit,
        "proof": proof.proof,
        "publicSignals": proof.public_signals,
        "vkDigest": proof.vk_digest,
        "setup": proof.setup,
        "device": proof.device,
    })
}
