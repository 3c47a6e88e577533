//! `PostQuantumScheme`: ML-KEM, ML-DSA, SLH-DSA and X-Wing.

use std::sync::{Mutex, PoisonError};

use chacha20::ChaCha20Rng;
use lockstep_client_crypto::{PostQuantumConfig, PostQuantumScheme};
use serde::Deserialize;

use crate::answer::Answer;
use crate::executor::block_on;
use crate::failure::Failure;
#[cfg(feature = "full")]
use crate::request::HandleFields;
use crate::request::{ByteRange, Empty, Request};
use crate::{entropy, handles};

use super::Operation;

/// The inputs of a signature verification.
pub(super) const VERIFICATION: &[Operation] = &[
    ("PostQuantumScheme.new", new),
    ("PostQuantumScheme.initialize", initialize),
    ("PostQuantumScheme.verify", verify),
];

#[cfg(feature = "full")]
pub(super) const OPERATIONS: &[Operation] = &[
    ("PostQuantumScheme.params", params),
    ("PostQuantumScheme.generateKeyPair", generate_key_pair),
    ("PostQuantumScheme.encapsulate", encapsulate),
    ("PostQuantumScheme.decapsulate", decapsulate),
    ("PostQuantumScheme.sign", sign),
];

/// The object of a handle: the configuration. Each call has a scheme of its own, so calls never wait for
/// each other.
#[derive(Default)]
struct ConfigurationCell(Mutex<Option<PostQuantumConfig>>);

fn new(request: &Request<'_>) -> Result<Answer, Failure> {
    let Empty {} = request.fields()?;
    Ok(Answer::new().with("handle", handles::insert(ConfigurationCell::default())))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Initialize {
    handle: u64,
    config: PostQuantumConfig,
}

fn initialize(request: &Request<'_>) -> Result<Answer, Failure> {
    let Initialize { handle, config } = request.fields()?;
    let chosen = handles::find::<ConfigurationCell>(handle)?;
    let mut scheme = PostQuantumScheme::new(entropy::generator()?);
    block_on(scheme.initialize(&config))?;
    *chosen.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(config);
    Ok(Answer::new())
}

/// A scheme for one call; not initialized if the handle is not, so that its methods return that error.
fn scheme(handle: u64) -> Result<PostQuantumScheme<ChaCha20Rng>, Failure> {
    let chosen = handles::find::<ConfigurationCell>(handle)?;
    let config = chosen
        .0
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .clone();
    let mut scheme = PostQuantumScheme::new(entropy::generator()?);
    if let Some(config) = config {
        block_on(scheme.initialize(&config))?;
    }
    Ok(scheme)
}

#[cfg(feature = "full")]
fn params(request: &Request<'_>) -> Result<Answer, Failure> {
    let HandleFields { handle } = request.fields()?;
    let params = block_on(scheme(handle)?.params())?;
    Ok(Answer::new().with("params", serde_json::json!(params)))
}

#[cfg(feature = "full")]
fn generate_key_pair(request: &Request<'_>) -> Result<Answer, Failure> {
    let HandleFields { handle } = request.fields()?;
    let pair = block_on(scheme(handle)?.generate_key_pair())?;
    Ok(Answer::new()
        .with_bytes("publicKey", pair.public_key)
        .with_bytes("privateKey", pair.private_key.expose()))
}

#[cfg(feature = "full")]
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Encapsulate {
    handle: u64,
    public_key: ByteRange,
}

#[cfg(feature = "full")]
fn encapsulate(request: &Request<'_>) -> Result<Answer, Failure> {
    let Encapsulate { handle, public_key } = request.fields()?;
    let sent = block_on(scheme(handle)?.encapsulate(request.bytes(public_key)?))?;
    Ok(Answer::new()
        .with_bytes("ciphertext", sent.ciphertext)
        .with_bytes("sharedSecret", sent.shared_secret.expose().as_slice()))
}

#[cfg(feature = "full")]
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Decapsulate {
    handle: u64,
    ciphertext: ByteRange,
    private_key: ByteRange,
}

#[cfg(feature = "full")]
fn decapsulate(request: &Request<'_>) -> Result<Answer, Failure> {
    let fields: Decapsulate = request.fields()?;
    let scheme = scheme(fields.handle)?;
    let (ciphertext, private_key) = (
        request.bytes(fields.ciphertext)?,
        request.bytes(fields.private_key)?,
    );
    let secret = block_on(scheme.decapsulate(ciphertext, private_key))?;
    Ok(Answer::new().with_bytes("sharedSecret", secret.expose().as_slice()))
}

#[cfg(feature = "full")]
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Sign {
    handle: u64,
    message: ByteRange,
    private_key: ByteRange,
}

#[cfg(feature = "full")]
fn sign(request: &Request<'_>) -> Result<Answer, Failure> {
    let fields: Sign = request.fields()?;
    let mut scheme = scheme(fields.handle)?;
    let (message, private_key) = (
        request.bytes(fields.message)?,
        request.bytes(fields.private_key)?,
    );
    let signature = block_on(scheme.sign(message, private_key))?;
    Ok(Answer::new().with_bytes("signature", signature))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Verify {
    handle: u64,
    message: ByteRange,
    signature: ByteRange,
    public_key: ByteRange,
}

fn verify(request: &Request<'_>) -> Result<Answer, Failure> {
    let fields: Verify = request.fields()?;
    let scheme = scheme(fields.handle)?;
    let (message, signature, public_key) = (
        request.bytes(fields.message)?,
        request.bytes(fields.signature)?,
        request.bytes(fields.public_key)?,
    );
    let verified = block_on(scheme.verify(message, signature, public_key))?;
    Ok(Answer::new().with("verified", verified))
}
