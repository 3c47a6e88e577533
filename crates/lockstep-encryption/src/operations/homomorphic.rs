//! Mode FHE: BFV ciphertexts in envelopes that only this platform creates.
//!
//! An envelope is a sealed empty message, followed by the ciphertexts. Its header states their kind,
//! parameter set, scale, count, and the bounds of noise and values. The seal is under the platform's own
//! key, and its context binds account, key and SHA-512 of the ciphertexts. Ciphertexts that the seal does
//! not cover are neither decrypted nor computed on, so no client can make the platform decrypt forged ones.
//! Ciphertexts that clients encrypt under their own keys (`client.rs`) are computed on and never decrypted,
//! nor are results computed from them.

use std::sync::Arc;

use lockstep_fhe::{Ciphertext, Plaintext, PublicKey, Reduction, ReductionKind, Scale, Series};
use lockstep_seal::{
    Context, Header, KeyName, Mode, Origin, Purpose, Sealing, Suite, open, seal, sealed_len,
};
use lockstep_store::id::UserId;
use lockstep_vault::Vault;
use lockstep_vault::key::KeyRecord;
use lockstep_vault::material::{LoadedKey, Material, parameters};
use lockstep_vault::rng::Rng;
use lockstep_web::ApiError;
use lockstep_web::jobs::{Cancel, Length};
use sha2::{Digest, Sha512};
use zeroize::Zeroizing;

use crate::number;
use crate::operations::client_envelope::ClientEnvelope;
use crate::operations::envelope::{DecryptedEnvelope, EncryptingKey, NewEnvelope, check_length};
use crate::operations::{BRIEF_DATA, BRIEF_ENVELOPE, cannot_be_opened, numbers_in};

/// The content of an envelope.
pub(crate) enum Content {
    /// Numbers.
    Series(Series),
    /// A number computed from others.
    Reduction(Reduction),
    /// Bytes, which do not support computation, and their number.
    Raw(Vec<Ciphertext>, usize),
}

pub(crate) async fn encrypt(
    vault: &Vault,
    under: EncryptingKey,
    data: Zeroizing<Vec<u8>>,
    precision: Option<u8>,
) -> Result<NewEnvelope, ApiError> {
    let key = under.record().clone();
    let set = key
        .slot
        .set()
        .ok_or_else(|| ApiError::internal("no parameter set"))?;
    let public = match &under {
        EncryptingKey::LoadedKey(_) => None,
        EncryptingKey::Public(record) => Some(vault.mode_keys().public_half(record).await?),
    };
    let (record, vault_of, mut rng) = (key.clone(), vault.clone(), vault.rng());
    let length = Length::of(data.len(), BRIEF_DATA);
    let envelope = vault
        .pool()
        .run_of(length, &key.user, move |cancel| {
            let set = parameters(set);
            let public = public
                .map(|bytes| PublicKey::from_bytes(&set, &bytes))
                .transpose()
                .map_err(|error| ApiError::internal(error.to_string()))?;
            let secret = match &under {
                EncryptingKey::LoadedKey(loaded) => match &loaded.material {
                    Material::Fhe(secret) => Some(secret.open()?),
                    _ => return Err(ApiError::internal("no homomorphic key for FHE")),
                },
                EncryptingKey::Public(_) => None,
            };
            let content = match numbers_in(&data)? {
                Some(values) => {
                    check_length(&set, values.len(), set.slots(), "data")?;
                    let decimals = precision.unwrap_or_else(|| number::usual_decimals(&values));
                    let scale = Scale::precision(decimals).map_err(|error| refused(&error))?;
                    let series = match (&secret, &public) {
                        (Some(secret), _) => secret.encrypt_values(&values, &scale, &mut rng),
                        (None, Some(public)) => public.encrypt_values(&values, &scale, &mut rng),
                        (None, None) => return Err(ApiError::internal("no key")),
                    };
                    Content::Series(series.map_err(|error| out_of_bounds(&error, decimals))?)
                }
                None => {
                    let room = set.slots() * set.bytes_per_slot();
                    check_length(&set, data.len(), room, "data")?;
                    let mut blocks = Vec::new();
                    cancel.expect(data.len().div_ceil(room));
                    for chunk in data.chunks(room) {
                        cancel.check()?;
                        let plain = Plaintext::encode_bytes(&set, chunk)
                            .map_err(|error| refused(&error))?;
                        let block = match (&secret, &public) {
                            (Some(secret), _) => secret.encrypt(&plain, &mut rng),
                            (None, Some(public)) => public.encrypt(&plain, &mut rng),
                            (None, None) => return Err(ApiError::internal("no key")),
                        };
                        blocks.push(block.map_err(|error| refused(&error))?);
                        cancel.advance();
                    }
                    Content::Raw(blocks, data.len())
                }
            };
            envelope(&vault_of, &record, &content, Origin::Server, &mut rng)
        })
        .await?;
    Ok(NewEnvelope {
        envelope,
        key,
        root: None,
    })
}

pub(crate) async fn decrypt(
    vault: &Vault,
    loaded: Arc<LoadedKey>,
    bytes: Vec<u8>,
) -> Result<DecryptedEnvelope, ApiError> {
    let key = loaded.record.clone();
    let shared_vault = vault.clone();
    let length = Length::of(bytes.len(), BRIEF_ENVELOPE);
    let data = vault
        .pool()
        .run_of(length, &key.user, move |cancel| {
            let (content, origin) = read(&shared_vault, &loaded.record, &bytes, "encryptedData")?;
            if origin == Origin::Client {
                return Err(cannot_be_opened("encryptedData"));
            }
            let Material::Fhe(secret) = &loaded.material else {
                return Err(ApiError::internal("no homomorphic key for FHE"));
            };
            plain(&secret.open()?, &content, cancel)
        })
        .await?;
    Ok(DecryptedEnvelope { data, key })
}

fn plain(
    secret: &lockstep_fhe::SecretKey,
    content: &Content,
    cancel: &Cancel,
) -> Result<Zeroizing<Vec<u8>>, ApiError> {
    let damaged = |error: lockstep_fhe::Error| ApiError::internal(error.to_string());
    Ok(Zeroizing::new(match content {
        Content::Series(series) => {
            let values = secret.decrypt_values(series).map_err(damaged)?;
            number::write_array(&values.integers, values.decimals)
        }
        Content::Reduction(reduction) => {
            let fraction = secret.decrypt_reduction(reduction).map_err(damaged)?;
            let decimals = match reduction.kind() {
                ReductionKind::Sum => fraction.decimals,
                ReductionKind::Mean | ReductionKind::Variance => fraction.decimals.max(6),
            };
            let integer = fraction.rounded(decimals).ok_or_else(|| {
                ApiError::encryption_parameter("encryptedData", "the result exceeds 127 bits")
            })?;
            let mut text = String::new();
            number::write(&mut text, integer, decimals);
            text.into_bytes()
        }
        Content::Raw(blocks, length) => {
            let mut bytes = Vec::with_capacity(*length);
            cancel.expect(blocks.len());
            for block in blocks {
                cancel.check()?;
                let plain = secret.decrypt(block).map_err(damaged)?;
                let set = plain.parameters();
                let room = set.slots() * set.bytes_per_slot();
                let count = room.min(*length - bytes.len());
                bytes.extend_from_slice(&plain.decode_bytes(count).map_err(damaged)?);
                cancel.advance();
            }
            bytes
        }
    }))
}

/// Creates an envelope of the platform. `origin` is the client if any part of the content came from a
/// client.
pub(crate) fn envelope(
    vault: &Vault,
    key: &KeyRecord,
    content: &Content,
    origin: Origin,
    rng: &mut Rng,
) -> Result<Vec<u8>, ApiError> {
    let (kind, decimals, count, body) = match content {
        Content::Series(series) => (SERIES, series.decimals(), series.len(), series.to_bytes()),
        Content::Reduction(reduction) => (REDUCTION, 0, reduction.count(), reduction.to_bytes()),
        Content::Raw(blocks, length) => {
            let mut body = Vec::new();
            for block in blocks {
                let bytes = block.to_bytes();
                body.extend_from_slice(&(bytes.len() as u64).to_be_bytes());
                body.extend_from_slice(&bytes);
            }
            (RAW, 0, *length, body)
        }
    };
    let mut bounds = [0_u32, u32::MAX, 0];
    let mut bound = |block: &Ciphertext| {
        bounds[0] = bounds[0].max(block.noise_bits());
        bounds[1] = bounds[1].min(block.capacity_bits());
        bounds[2] = bounds[2].max(u128::BITS - block.magnitude().leading_zeros());
    };
    match content {
        Content::Series(series) => series.blocks().iter().for_each(&mut bound),
        Content::Reduction(reduction) => reduction.ciphertexts().for_each(&mut bound),
        Content::Raw(blocks, _) => blocks.iter().for_each(&mut bound),
    }
    let mut ext = vec![FORMAT, kind];
    ext.extend_from_slice(&decimals.to_be_bytes());
    ext.extend_from_slice(&(count as u64).to_be_bytes());
    for bound in bounds {
        ext.extend_from_slice(&bound.to_be_bytes());
    }
    let row = row(key, &body);
    let (mac, number) = vault.macs().current();
    let sealing = Sealing {
        mode: Mode::Fhe,
        origin,
        key_name: KeyName {
            id: key.id.to_bytes(),
            version: number,
        },
        context: context(&key.user, &row),
        ext: &ext,
    };
    let mut envelope =
        seal(mac, &sealing, b"", rng).map_err(|error| ApiError::internal(error.to_string()))?;
    envelope.extend_from_slice(&body);
    Ok(envelope)
}

/// Reads an envelope of the platform for this account and key, or an envelope that a client created under
/// the key. Also returns whether any part of the content came from a client.
pub(crate) fn read(
    vault: &Vault,
    key: &KeyRecord,
    bytes: &[u8],
    parameter: &str,
) -> Result<(Content, Origin), ApiError> {
    if let Some(envelope) = ClientEnvelope::read(bytes, parameter) {
        let series = envelope?.series(key, parameter)?;
        return Ok((Content::Series(series), Origin::Client));
    }
    let refused = || cannot_be_opened(parameter);
    let header = Header::parse(bytes).map_err(|_| refused())?;
    let macs = vault.macs();
    let mac = macs.of(header.key_name.version, key.created_at);
    let mac = mac.ok_or_else(refused)?;
    if header.suite != Suite::Shared(mac.cipher()) || header.mode != Mode::Fhe {
        return Err(refused());
    }
    let length =
        usize::try_from(sealed_len(header.suite, header.ext.len(), 0)).map_err(|_| refused())?;
    let (sealed, body) = bytes.split_at_checked(length).ok_or_else(refused)?;
    let row = row(key, body);
    let nothing = open(mac, sealed, &context(&key.user, &row)).map_err(|_| refused())?;
    // From here on the platform wrote the bytes: a mismatch is an internal error.
    let broken = || ApiError::internal("an envelope of our own cannot be read");
    let (Some(&FORMAT), Some(&kind), true) =
        (header.ext.first(), header.ext.get(1), nothing.is_empty())
    else {
        return Err(broken());
    };
    let set = parameters(key.slot.set().ok_or_else(broken)?);
    let damaged = |_| broken();
    let content = match kind {
        SERIES => Content::Series(Series::from_bytes(&set, body).map_err(damaged)?),
        REDUCTION => Content::Reduction(Reduction::from_bytes(&set, body).map_err(damaged)?),
        RAW => {
            let count = header
                .ext
                .get(6..14)
                .and_then(|eight| eight.first_chunk::<8>());
            let count = u64::from_be_bytes(*count.ok_or_else(broken)?);
            let (mut blocks, mut rest) = (Vec::new(), body);
            while let Some((length, after)) = rest.split_first_chunk::<8>() {
                let length = usize::try_from(u64::from_be_bytes(*length)).map_err(|_| broken())?;
                let (block, after) = after.split_at_checked(length).ok_or_else(broken)?;
                blocks.push(Ciphertext::from_bytes(&set, block).map_err(damaged)?);
                rest = after;
            }
            Content::Raw(blocks, usize::try_from(count).map_err(|_| broken())?)
        }
        _ => return Err(broken()),
    };
    Ok((content, header.origin))
}

fn row(key: &KeyRecord, body: &[u8]) -> [u8; 80] {
    let mut row = [0; 80];
    row[..16].copy_from_slice(&key.id.to_bytes());
    row[16..].copy_from_slice(&Sha512::digest(body));
    row
}

fn context<'a>(user: &'a UserId, row: &'a [u8]) -> Context<'a> {
    Context {
        account: user.as_str().as_bytes(),
        purpose: Purpose::Named("fhe"),
        row,
    }
}

fn out_of_bounds(error: &lockstep_fhe::Error, decimals: u8) -> ApiError {
    match error {
        lockstep_fhe::Error::ValueOutOfBounds { index, bound } => ApiError::encryption_parameter(
            &format!("data[{index}]"),
            format!(
                "must be within ±{} at {decimals} decimals: the bound keeps sums and products exact",
                *bound as f64 / 10f64.powi(i32::from(decimals))
            ),
        ),
        other => refused(other),
    }
}

fn refused(error: &lockstep_fhe::Error) -> ApiError {
    ApiError::encryption_parameter("data", error.to_string())
}

const FORMAT: u8 = 1;
const SERIES: u8 = 1;
const REDUCTION: u8 = 2;
const RAW: u8 = 3;
