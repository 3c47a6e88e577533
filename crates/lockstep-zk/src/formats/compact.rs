//! Proofs and public inputs as few bytes as they can be, with one encoding each.
//!
//! A proof begins with `LKP`, version 1, scheme (1 Groth16, 2 PGHR13) and curve (1 BLS12-381, 2
//! BN254); the digest of its verifying key follows, zeros where it names none, and the points
//! compressed: of Groth16 A, B, C, of PGHR13 A, A′, B′, C, C′, K, H and B. On BLS12-381 a point is
//! written as zcash does (big-endian, flags in the highest bits), on BN254 as arkworks does
//! (little-endian, flags in the highest bits). Public inputs are numbers of 32 bytes, little-endian,
//! below the scalar field's modulus.

use ark_ff::PrimeField;

use crate::curve::{Curve, CurveName};
use crate::error::{Error, Fault, Format, Result};
use crate::scheme::PairingScheme;
use crate::{field, groth16, pghr13};

/// What a proof says of itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// Its scheme.
    pub scheme: PairingScheme,
    /// Its curve.
    pub curve: CurveName,
    /// SHA-256 of the verifying key it was made for, if it names one.
    pub key_digest: Option<[u8; 32]>,
}

/// A Groth16 proof: 166 bytes on BN254, 230 on BLS12-381.
#[must_use]
pub fn write_proof<E: Curve>(proof: &groth16::Proof<E>) -> Vec<u8> {
    [&start::<E>(PairingScheme::Groth16)[..], &proof.to_bytes()].concat()
}

/// A PGHR13 proof: 326 bytes on BN254, 470 on BLS12-381.
#[must_use]
pub fn write_pghr13_proof<E: Curve>(proof: &pghr13::Proof<E>) -> Vec<u8> {
    [&start::<E>(PairingScheme::Pghr13)[..], &proof.to_bytes()].concat()
}

/// Reads the beginning of a proof, whatever its scheme and curve.
///
/// # Errors
/// [`Error::Malformed`] for bytes that begin otherwise.
pub fn read_head(bytes: &[u8]) -> Result<Head> {
    let Some((start, rest)) = bytes.split_first_chunk::<START>() else {
        return Err(truncated("the proof", START - bytes.len()));
    };
    let [b'L', b'K', b'P', version, scheme, curve] = *start else {
        return Err(Error::malformed(Format::Compact, Fault::Magic));
    };
    let unsupported = |what, found: u8| {
        let found = u64::from(found);
        Err(Error::malformed(
            Format::Compact,
            Fault::Unsupported { what, found },
        ))
    };
    if version != VERSION {
        return unsupported("version", version);
    }
    let scheme = match scheme {
        1 => PairingScheme::Groth16,
        2 => PairingScheme::Pghr13,
        other => return unsupported("scheme", other),
    };
    let curve = match curve {
        1 => CurveName::Bls12_381,
        2 => CurveName::Bn254,
        other => return unsupported("curve", other),
    };
    let Some(digest) = rest.first_chunk::<32>() else {
        return Err(truncated("the proof", 32 - rest.len()));
    };
    Ok(Head {
        scheme,
        curve,
        key_digest: (*digest != [0; 32]).then_some(*digest),
    })
}

/// Reads a Groth16 proof: points on the curve, in the subgroup, not at infinity, each in its one
/// encoding, nothing left over.
///
/// # Errors
/// [`Error::Malformed`].
pub fn read_proof<E: Curve>(bytes: &[u8]) -> Result<groth16::Proof<E>> {
    groth16::Proof::from_bytes(points::<E>(bytes, PairingScheme::Groth16)?)
}

/// Reads a PGHR13 proof, as strictly.
///
/// # Errors
/// [`Error::Malformed`].
pub fn read_pghr13_proof<E: Curve>(bytes: &[u8]) -> Result<pghr13::Proof<E>> {
    pghr13::Proof::from_bytes(points::<E>(bytes, PairingScheme::Pghr13)?)
}

/// Public inputs, 32 bytes each.
#[must_use]
pub fn write_public<F: PrimeField>(values: &[F]) -> Vec<u8> {
    values.iter().flat_map(field::to_bytes).collect()
}

/// Reads public inputs; each must be below the scalar field's modulus.
///
/// # Errors
/// [`Error::Malformed`].
pub fn read_public<F: PrimeField>(bytes: &[u8]) -> Result<Vec<F>> {
    let width = field::width::<F>();
    let left = bytes.len() % width;
    if left > 0 {
        return Err(truncated("public inputs", width - left));
    }
    let numbers = bytes.chunks_exact(width).enumerate();
    numbers
        .map(|(index, number)| {
            let what = "public input";
            field::from_bytes(number).ok_or(Error::malformed(
                Format::Compact,
                Fault::NotCanonical { what, index },
            ))
        })
        .collect()
}

fn start<E: Curve>(scheme: PairingScheme) -> [u8; START] {
    let scheme = match scheme {
        PairingScheme::Groth16 => 1,
        PairingScheme::Pghr13 => 2,
    };
    let curve = match E::NAME {
        CurveName::Bls12_381 => 1,
        CurveName::Bn254 => 2,
    };
    [b'L', b'K', b'P', VERSION, scheme, curve]
}

/// What follows the beginning of a proof of this scheme and curve.
fn points<E: Curve>(bytes: &[u8], scheme: PairingScheme) -> Result<&[u8]> {
    let head = read_head(bytes)?;
    if head.curve != E::NAME {
        return Err(Error::malformed(Format::Compact, Fault::WrongCurve));
    }
    if head.scheme != scheme {
        return Err(Error::shape(Format::Compact, "is of another scheme"));
    }
    Ok(&bytes[START..])
}

fn truncated(what: &'static str, missing: usize) -> Error {
    let missing = missing as u64;
    Error::malformed(Format::Compact, Fault::Truncated { what, missing })
}

const VERSION: u8 = 1;
const START: usize = 6;

#[cfg(test)]
mod tests {
    use ark_bls12_381::Bls12_381;
    use ark_bn254::Bn254;
    use ark_ec::{AffineRepr, CurveGroup};
    use ark_ff::UniformRand;
    use rand_chacha::ChaCha20Rng;
    use rand_core::SeedableRng;

    use super::*;

    fn proofs<E: Curve>(lengths: [usize; 2]) {
        let mut rng = ChaCha20Rng::seed_from_u64(7);
        let mut one = || (E::G1Affine::generator() * E::ScalarField::rand(&mut rng)).into_affine();
        let [a, c, b_shifted, k, h] = [one(), one(), one(), one(), one()];
        let b = (E::G2Affine::generator() * E::ScalarField::from(5u64)).into_affine();
        for key_digest in [None, Some([7; 32])] {
            let three = groth16::Proof::<E> {
                a,
                b,
                c,
                key_digest,
            };
            let eight = pghr13::Proof::<E> {
                a,
                a_shifted: -a,
                b,
                b_shifted,
                c,
                c_shifted: -c,
                k,
                h,
                key_digest,
            };
            let all = [write_proof(&three), write_pghr13_proof(&eight)];
            assert_eq!(all.each_ref().map(Vec::len), lengths);
            assert_eq!(read_proof(&all[0]), Ok(three));
            assert_eq!(read_pghr13_proof(&all[1]), Ok(eight));
            for (place, bytes) in all.iter().enumerate() {
                let head = read_head(bytes).unwrap();
                assert_eq!((head.curve, head.key_digest), (E::NAME, key_digest));
                assert_eq!(head.scheme, PairingScheme::ALL[place]);
                let read = |bytes: &[u8]| -> Option<Vec<u8>> {
                    match place {
                        0 => read_proof::<E>(bytes).ok().map(|read| write_proof(&read)),
                        _ => read_pghr13_proof::<E>(bytes)
                            .ok()
                            .map(|read| write_pghr13_proof(&read)),
                    }
                };
                for length in 0..bytes.len() {
                    assert_eq!(read(&bytes[..length]), None, "cut at {length}");
                }
                assert_eq!(read(&[&bytes[..], b"x"].concat()), None);
                for at in 0..bytes.len() {
                    for flip in [1, 0x20, 0x40, 0x80] {
                        let mut changed = bytes.clone();
                        changed[at] ^= flip;
                        // What is read has this one encoding.
                        if let Some(written) = read(&changed) {
                            assert!(at >= START, "{at}");
                            assert_eq!(written, changed, "{at}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn proofs_have_one_encoding() {
        proofs::<Bn254>([166, 326]);
        proofs::<Bls12_381>([230, 470]);
    }

    #[test]
    fn public_inputs_are_canonical() {
        fn check<F: PrimeField>() {
            let values = [F::ZERO, F::ONE, -F::ONE, F::from(77u64)];
            let bytes = write_public(&values);
            assert_eq!(bytes.len(), 128);
            assert_eq!(read_public::<F>(&bytes), Ok(values.to_vec()));
            assert_eq!(read_public::<F>(&[]), Ok(Vec::new()));
            for length in [1, 31, 33, 127] {
                assert!(read_public::<F>(&bytes[..length]).is_err(), "{length}");
            }
            let mut over = bytes.clone();
            over[64..96].copy_from_slice(&field::modulus::<F>());
            let what = "public input";
            let fault = Fault::NotCanonical { what, index: 2 };
            assert_eq!(
                read_public::<F>(&over),
                Err(Error::malformed(Format::Compact, fault))
            );
        }
        check::<ark_bn254::Fr>();
        check::<ark_bls12_381::Fr>();
    }
}
