//! ZK: committed encryption. The envelope holds the values and what blinds them; its header, which is
//! authenticated, the Poseidon Merkle root they commit to, so that statements about them can be proven.
//!
//! leaf_i = Poseidon(v_i, t_i, i, r_i) with t_i = i and r_i = SHA-512(label ‖ block key ‖ i) modulo the
//! field; the root covers count, type and scale ([`lockstep_zk::circuits::Series`]). The key's level
//! chooses the curve, and the curve the length of a root.

use std::sync::Arc;

use lockstep_seal::{Header, KeyName, Mode, Origin, Sealing, open, seal};
use lockstep_store::clock::entropy_array;
use lockstep_values::fixed_point::rounded;
use lockstep_vault::Vault;
use lockstep_vault::at_rest::blinding;
use lockstep_vault::key::SecurityLevel;
use lockstep_vault::material::{LoadedKey, Material};
use lockstep_web::ApiError;
use lockstep_web::jobs::{Cancel, Length};
use lockstep_zk::ark_ec::pairing::Pairing;
use lockstep_zk::ark_ff::PrimeField;
use lockstep_zk::circuits::{Hasher, Point, Series};
use lockstep_zk::{CurveName, field, on_curve};
use zeroize::Zeroizing;

use crate::number;
use crate::operations::basic::context;
use crate::operations::envelope::{DecryptedEnvelope, EncryptingKey, NewEnvelope, owners_alone};
use crate::operations::{cannot_be_opened, numbers_in};

/// The header of a committed envelope, which is authenticated and not encrypted.
pub(crate) struct Commitment {
    pub(crate) curve: CurveName,
    decimals: u8,
    numbers: bool,
    depth: u8,
    /// Values, or bytes.
    count: u64,
    /// A canonical field element, little-endian.
    root: Vec<u8>,
}

impl Commitment {
    fn ext(&self) -> Vec<u8> {
        let curve = match self.curve {
            CurveName::Bls12_381 => 1,
            CurveName::Bn254 => 2,
            CurveName::Bls24_509 => 3,
            CurveName::Bls48_575 => 4,
        };
        let mut ext = vec![
            FORMAT,
            curve,
            self.decimals,
            u8::from(self.numbers),
            self.depth,
        ];
        ext.extend_from_slice(&self.count.to_be_bytes());
        ext.extend_from_slice(&self.root);
        ext
    }

    fn parse(ext: &[u8]) -> Option<Self> {
        let (&[format, curve, decimals, numbers, depth], rest) = ext.split_first_chunk::<5>()?;
        let (count, root) = rest.split_first_chunk::<8>()?;
        (format == FORMAT && numbers <= 1 && depth <= MAX_DEPTH).then_some(())?;
        let curve = match curve {
            1 => CurveName::Bls12_381,
            2 => CurveName::Bn254,
            3 => CurveName::Bls24_509,
            4 => CurveName::Bls48_575,
            _ => return None,
        };
        // A root that is not canonical has no decimal form.
        decimal(curve, root)?;
        Some(Self {
            curve,
            decimals,
            numbers: numbers == 1,
            depth,
            count: u64::from_be_bytes(*count),
            root: root.to_vec(),
        })
    }
}

/// The field elements that data is committed to as.
struct Values {
    values: Zeroizing<Vec<i64>>,
    decimals: u8,
    /// Whether the data are numbers, not bytes.
    numbers: bool,
    /// Values, or bytes.
    count: usize,
}

fn values_of(data: &[u8], precision: Option<u8>) -> Result<Values, ApiError> {
    let found = match numbers_in(data)? {
        Some(values) => {
            let decimals = precision.unwrap_or_else(|| number::usual_decimals(&values));
            let fixed = values.iter().enumerate().map(|(index, value)| {
                rounded(*value, decimals).ok_or_else(|| {
                    ApiError::encryption_parameter(
                        &format!("data[{index}]"),
                        format!("must be below 2^53 units of {decimals} decimals in magnitude"),
                    )
                })
            });
            let fixed = Zeroizing::new(fixed.collect::<Result<Vec<i64>, ApiError>>()?);
            Values {
                count: fixed.len(),
                values: fixed,
                decimals,
                numbers: true,
            }
        }
        None => Values {
            values: packed(data),
            decimals: 0,
            numbers: false,
            count: data.len(),
        },
    };
    if found.values.is_empty() || found.values.len() > 1 << MAX_DEPTH {
        return Err(ApiError::encryption_parameter(
            "data",
            format!(
                "a commitment is to 1 to {} values (bytes count seven a value)",
                1 << MAX_DEPTH
            ),
        ));
    }
    Ok(found)
}

pub(crate) async fn encrypt(
    vault: &Vault,
    under: EncryptingKey,
    data: Zeroizing<Vec<u8>>,
    precision: Option<u8>,
    curve: Option<CurveName>,
) -> Result<NewEnvelope, ApiError> {
    let EncryptingKey::LoadedKey(loaded) = under else {
        return Err(owners_alone());
    };
    let curve = curve_of(curve, loaded.record.slot.level)?;
    let key = loaded.record.clone();
    let block: Zeroizing<[u8; 32]> = Zeroizing::new(entropy_array(&*vault.ctx().entropy));
    let mut rng = vault.rng();
    let length = Length::of(data.len(), BRIEF);
    let (envelope, root) = vault
        .pool()
        .run_of(length, &key.user, move |cancel| {
            let Values {
                values,
                decimals,
                numbers,
                count,
            } = values_of(&data, precision)?;
            let depth = values.len().next_power_of_two().trailing_zeros().max(1) as u8;
            let root = on_curve!(curve, E => {
                root_of::<<E as Pairing>::ScalarField>(&values, &block, decimals, depth, cancel)?
            });
            let commitment = Commitment {
                curve,
                decimals,
                numbers,
                depth,
                count: count as u64,
                root,
            };
            let mut plain = Zeroizing::new(Vec::with_capacity(32 + values.len() * 8));
            plain.extend_from_slice(&*block);
            for value in values.iter() {
                plain.extend_from_slice(&value.to_be_bytes());
            }
            let Material::Shared(key) = &loaded.material else {
                return Err(ApiError::internal("no shared key for ZK"));
            };
            let ext = commitment.ext();
            let sealing = Sealing {
                mode: Mode::Zk,
                origin: Origin::Server,
                key_name: KeyName {
                    id: loaded.record.id.to_bytes(),
                    version: 1,
                },
                context: context(&loaded.record.user),
                ext: &ext,
            };
            let envelope = seal(key, &sealing, &plain, &mut rng)
                .map_err(|error| ApiError::internal(error.to_string()))?;
            Ok((envelope, decimal(curve, &commitment.root)))
        })
        .await?;
    Ok(NewEnvelope {
        envelope,
        key,
        root,
    })
}

/// The requested curve, or that of the key's level. A level is never lowered.
fn curve_of(asked: Option<CurveName>, level: SecurityLevel) -> Result<CurveName, ApiError> {
    let curve = asked.or_else(|| CurveName::of_level(level.bits()));
    curve
        .filter(|curve| curve.level() == level.bits())
        .ok_or_else(|| {
            ApiError::encryption_parameter(
                "parameters.curve",
                format!("the security level of the key is {level}, which this curve does not have"),
            )
        })
}

pub(crate) async fn decrypt(
    vault: &Vault,
    loaded: Arc<LoadedKey>,
    envelope: Vec<u8>,
) -> Result<DecryptedEnvelope, ApiError> {
    let key = loaded.record.clone();
    let length = Length::of(envelope.len(), BRIEF);
    let data = vault
        .pool()
        .run_of(length, &key.user, move |cancel| {
            let refused = || cannot_be_opened("encryptedData");
            let CommittedContent {
                commitment,
                values,
                block,
            } = opened(&loaded, &envelope).ok_or_else(refused)?;
            let depth = commitment.depth;
            let decimals = commitment.decimals;
            let root = on_curve!(commitment.curve, E => {
                root_of::<<E as Pairing>::ScalarField>(&values, &block, decimals, depth, cancel)
            });
            // The values must match the commitment, otherwise the envelope was altered.
            if root? != commitment.root {
                return Err(refused());
            }
            if commitment.numbers {
                let integers: Zeroizing<Vec<i128>> =
                    Zeroizing::new(values.iter().map(|value| i128::from(*value)).collect());
                return Ok(Zeroizing::new(number::write_array(
                    &integers,
                    u32::from(commitment.decimals),
                )));
            }
            unpacked(&values, commitment.count).ok_or_else(refused)
        })
        .await?;
    Ok(DecryptedEnvelope { data, key })
}

/// The size of some hundred values: hashing them counts as brief work in the pool.
const BRIEF: usize = 4 << 10;

/// The committed points of an envelope.
pub(crate) struct CommittedPoints<F> {
    pub(crate) points: Vec<Point<F>>,
    pub(crate) decimals: u8,
    /// The depth of the Merkle tree.
    pub(crate) depth: u8,
}

/// The points behind a committed envelope, for a proof about them. A caller who can open the
/// envelope receives the reason why no proof is possible.
pub(crate) fn points<F: PrimeField>(
    key: &LoadedKey,
    envelope: &[u8],
    curve: CurveName,
) -> Result<CommittedPoints<F>, ApiError> {
    let CommittedContent {
        commitment,
        values,
        block,
    } = opened(key, envelope).ok_or_else(|| cannot_be_opened("data"))?;
    if !commitment.numbers {
        return Err(ApiError::encryption_parameter(
            "data",
            "holds bytes, and proofs are about numbers: encrypt a JSON array of them",
        ));
    }
    if commitment.curve != curve {
        let own = commitment.curve.name();
        return Err(ApiError::encryption_parameter(
            "parameters.curve",
            format!(
                "the envelope is committed on the curve {own}: prove on that curve at level {}, or encrypt the \
                    data again",
                commitment.curve.level()
            ),
        ));
    }
    Ok(CommittedPoints {
        points: points_of(&values, &block),
        decimals: commitment.decimals,
        depth: commitment.depth,
    })
}

/// The content of a committed envelope.
struct CommittedContent {
    commitment: Commitment,
    values: Zeroizing<Vec<i64>>,
    /// The block key, from which all blindings are derived.
    block: Zeroizing<[u8; 32]>,
}

fn opened(loaded: &LoadedKey, envelope: &[u8]) -> Option<CommittedContent> {
    let Material::Shared(key) = &loaded.material else {
        return None;
    };
    let plain = open(key, envelope, &context(&loaded.record.user)).ok()?;
    let header = Header::parse(envelope).ok()?;
    let commitment = Commitment::parse(header.ext)?;
    let (block, rest) = plain.split_first_chunk::<32>()?;
    let (values, odd) = rest.as_chunks::<8>();
    if !odd.is_empty() || values.is_empty() {
        return None;
    }
    let values = values.iter().map(|value| i64::from_be_bytes(*value));
    Some(CommittedContent {
        commitment,
        values: Zeroizing::new(values.collect()),
        block: Zeroizing::new(*block),
    })
}

fn points_of<F: PrimeField>(values: &[i64], block: &[u8; 32]) -> Vec<Point<F>> {
    values
        .iter()
        .enumerate()
        .map(|(index, value)| Point {
            value: *value,
            time: index as u64,
            blinding: blinding(block, index as u64),
        })
        .collect()
}

fn root_of<F: PrimeField>(
    values: &[i64],
    block: &[u8; 32],
    decimals: u8,
    depth: u8,
    cancel: &Cancel,
) -> Result<Vec<u8>, ApiError> {
    cancel.check()?;
    let points = points_of::<F>(values, block);
    let root = Series::root_of(&Hasher::new(), &points, 0, decimals, u32::from(depth))
        .map_err(|error| ApiError::encryption_parameter("data", error.to_string()))?;
    Ok(field::to_bytes(&root))
}

/// A root as a decimal number, or `None` if it is not a canonical element of the curve's field.
fn decimal(curve: CurveName, root: &[u8]) -> Option<String> {
    on_curve!(curve, E => {
        field::from_bytes::<<E as Pairing>::ScalarField>(root).map(|root| field::to_decimal(&root))
    })
}

/// Packs seven bytes into a value; no bytes become a single zero.
fn packed(data: &[u8]) -> Zeroizing<Vec<i64>> {
    let mut values = Zeroizing::new(Vec::with_capacity(data.len() / 7 + 1));
    for chunk in data.chunks(7) {
        let mut eight = [0; 8];
        eight[1..=chunk.len()].copy_from_slice(chunk);
        values.push(i64::from_be_bytes(eight));
    }
    if data.is_empty() {
        values.push(0);
    }
    values
}

fn unpacked(values: &[i64], count: u64) -> Option<Zeroizing<Vec<u8>>> {
    let count = usize::try_from(count).ok()?;
    if values.len() != count.div_ceil(7).max(1) {
        return None;
    }
    let mut bytes = Zeroizing::new(Vec::with_capacity(values.len() * 7));
    for value in values {
        bytes.extend_from_slice(&value.to_be_bytes()[1..]);
    }
    bytes.truncate(count);
    Some(bytes)
}

const FORMAT: u8 = 1;
/// log2 of the maximum number of values: a commitment to that many takes some seconds.
const MAX_DEPTH: u8 = 17;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_packed_and_unpacked() {
        for length in [0, 1, 6, 7, 8, 13, 14, 15, 100] {
            let data: Vec<u8> = (0..length).map(|byte| 255 - byte as u8).collect();
            let values = packed(&data);
            assert!(values.iter().all(|value| *value >= 0));
            let back = unpacked(&values, length as u64).unwrap();
            assert_eq!(*back, data, "{length}");
            assert!(unpacked(&values, length as u64 + 8).is_none());
        }
    }

    #[test]
    fn headers_are_read_or_refused() {
        for curve in CurveName::ALL {
            let root =
                on_curve!(curve, E => field::to_bytes(&<E as Pairing>::ScalarField::from(5u64)));
            let commitment = Commitment {
                curve,
                decimals: 2,
                numbers: true,
                depth: 3,
                count: 7,
                root,
            };
            let ext = commitment.ext();
            let read = Commitment::parse(&ext).unwrap();
            assert_eq!((read.ext(), read.curve), (ext.clone(), curve));
            for end in 0..ext.len() {
                assert!(Commitment::parse(&ext[..end]).is_none(), "{end} bytes");
            }
            let longer = [&ext[..], &[0]].concat();
            assert!(Commitment::parse(&longer).is_none(), "{curve}");
            // The last byte makes the root exceed the modulus, or no number of that length.
            for (index, value) in [
                (0, 2),
                (1, 0),
                (1, 5),
                (3, 2),
                (4, 30),
                (ext.len() - 1, 255),
            ] {
                let mut bad = ext.clone();
                bad[index] = value;
                assert!(Commitment::parse(&bad).is_none(), "byte {index}");
            }
            // A root of another curve's length.
            let mut bad = ext.clone();
            bad[1] = if curve.level() == 128 { 3 } else { 1 };
            assert!(Commitment::parse(&bad).is_none(), "{curve}");
        }
    }

    #[test]
    fn a_key_commits_on_a_curve_of_its_level() {
        use SecurityLevel::{Bits128, Bits192, Bits256};
        for (asked, level, expected) in [
            (None, Bits128, Some(CurveName::Bls12_381)),
            (Some(CurveName::Bn254), Bits128, Some(CurveName::Bn254)),
            (None, Bits192, Some(CurveName::Bls24_509)),
            (None, Bits256, Some(CurveName::Bls48_575)),
            (Some(CurveName::Bls12_381), Bits192, None),
            (Some(CurveName::Bls48_575), Bits192, None),
            (Some(CurveName::Bls24_509), Bits128, None),
        ] {
            assert_eq!(curve_of(asked, level).ok(), expected, "{asked:?} {level}");
        }
    }
}
