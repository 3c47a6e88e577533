//! Compact encoding of proofs and public inputs. Each value has exactly one encoding.
//!
//! A proof begins with `LKP`, version 1, scheme (1 Groth16, 2 PGHR13) and curve (1 BLS12-381, 2
//! BN254, 3 BLS24-509, 4 BLS48-575). The digest of its verifying key follows, all zeros if the proof names none. Then come
//! the compressed points: A, B, C for Groth16; A, A′, B′, C, C′, K, H and B for PGHR13.
//!
//! On BLS12-381 points have the encoding of zcash (big-endian, flags in the highest bits). On the
//! other curves they have the encoding of arkworks (little-endian, flags in the highest bits). Public
//! inputs are little-endian numbers below the scalar field's modulus: of 32 bytes, on BLS24-509 of
//! 56 and on BLS48-575 of 72.

use ark_ff::PrimeField;

use crate::curve::{CurveName, PairingCurve};
use crate::error::{Error, FileDefect, Format, Result};
use crate::scheme::PairingScheme;
use crate::{field, groth16, pghr13};

/// The header of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofHeader {
    /// The scheme of the proof.
    pub scheme: PairingScheme,
    /// The proof's curve.
    pub curve: CurveName,
    /// SHA-256 of the proof's verifying key, if the proof names it.
    pub key_digest: Option<[u8; 32]>,
}

/// Encodes a Groth16 proof: 166 bytes on BN254, 230 on BLS12-381, 422 on BLS24-509, 761 on
/// BLS48-575.
#[must_use]
pub fn write_proof<E: PairingCurve>(proof: &groth16::Proof<E>) -> Vec<u8> {
    [&header::<E>(PairingScheme::Groth16)[..], &proof.to_bytes()].concat()
}

/// Encodes a PGHR13 proof: 326 bytes on BN254, 470 on BLS12-381, 742 on BLS24-509, 1126 on
/// BLS48-575.
#[must_use]
pub fn write_pghr13_proof<E: PairingCurve>(proof: &pghr13::Proof<E>) -> Vec<u8> {
    [&header::<E>(PairingScheme::Pghr13)[..], &proof.to_bytes()].concat()
}

/// Reads the header of a proof of any scheme and curve.
///
/// # Errors
/// [`Error::Malformed`] for bytes without a valid header.
pub fn read_head(bytes: &[u8]) -> Result<ProofHeader> {
    let Some((start, rest)) = bytes.split_first_chunk::<START>() else {
        return Err(truncated("the proof", START - bytes.len()));
    };
    let [b'L', b'K', b'P', version, scheme, curve] = *start else {
        return Err(Error::malformed(Format::Compact, FileDefect::Magic));
    };
    let unsupported = |what, found: u8| {
        let found = u64::from(found);
        Err(Error::malformed(
            Format::Compact,
            FileDefect::Unsupported { what, found },
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
        3 => CurveName::Bls24_509,
        4 => CurveName::Bls48_575,
        other => return unsupported("curve", other),
    };
    let Some(digest) = rest.first_chunk::<32>() else {
        return Err(truncated("the proof", 32 - rest.len()));
    };
    Ok(ProofHeader {
        scheme,
        curve,
        key_digest: (*digest != [0; 32]).then_some(*digest),
    })
}

/// Reads a Groth16 proof. Points must be on the curve, in the subgroup, not at infinity and
/// canonically encoded. Extra bytes are an error.
///
/// # Errors
/// [`Error::Malformed`].
pub fn read_proof<E: PairingCurve>(bytes: &[u8]) -> Result<groth16::Proof<E>> {
    groth16::Proof::from_bytes(points::<E>(bytes, PairingScheme::Groth16)?)
}

/// Reads a PGHR13 proof, with the checks of [`read_proof`].
///
/// # Errors
/// [`Error::Malformed`].
pub fn read_pghr13_proof<E: PairingCurve>(bytes: &[u8]) -> Result<pghr13::Proof<E>> {
    pghr13::Proof::from_bytes(points::<E>(bytes, PairingScheme::Pghr13)?)
}

/// Encodes public inputs, each in [`field::width`] bytes.
#[must_use]
pub fn write_public<F: PrimeField>(values: &[F]) -> Vec<u8> {
    values.iter().flat_map(field::to_bytes).collect()
}

/// Reads public inputs. Each must be below the scalar field's modulus.
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
                FileDefect::NotCanonical { what, index },
            ))
        })
        .collect()
}

fn header<E: PairingCurve>(scheme: PairingScheme) -> [u8; START] {
    let scheme = match scheme {
        PairingScheme::Groth16 => 1,
        PairingScheme::Pghr13 => 2,
    };
    let curve = match E::NAME {
        CurveName::Bls12_381 => 1,
        CurveName::Bn254 => 2,
        CurveName::Bls24_509 => 3,
        CurveName::Bls48_575 => 4,
    };
    [b'L', b'K', b'P', VERSION, scheme, curve]
}

/// Returns the bytes after the header, which must name this scheme and curve.
fn points<E: PairingCurve>(bytes: &[u8], scheme: PairingScheme) -> Result<&[u8]> {
    let head = read_head(bytes)?;
    if head.curve != E::NAME {
        return Err(Error::malformed(Format::Compact, FileDefect::WrongCurve));
    }
    if head.scheme != scheme {
        return Err(Error::shape(
            Format::Compact,
            "has a scheme other than expected",
        ));
    }
    Ok(&bytes[START..])
}

fn truncated(what: &'static str, missing: usize) -> Error {
    let missing = missing as u64;
    Error::malformed(Format::Compact, FileDefect::Truncated { what, missing })
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

    fn check_proofs<E: PairingCurve>(lengths: [usize; 2]) {
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
            for (index, bytes) in all.iter().enumerate() {
                let head = read_head(bytes).unwrap();
                assert_eq!((head.curve, head.key_digest), (E::NAME, key_digest));
                assert_eq!(head.scheme, PairingScheme::ALL[index]);
                let read = |bytes: &[u8]| -> Option<Vec<u8>> {
                    match index {
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
                for position in 0..bytes.len() {
                    for flip in [1, 0x20, 0x40, 0x80] {
                        let mut changed = bytes.clone();
                        changed[position] ^= flip;
                        // If changed bytes are read, they are the only encoding of the value read.
                        if let Some(written) = read(&changed) {
                            assert!(position >= START, "{position}");
                            assert_eq!(written, changed, "{position}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn proofs_have_one_encoding() {
        check_proofs::<Bn254>([166, 326]);
        check_proofs::<Bls12_381>([230, 470]);
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
            let fault = FileDefect::NotCanonical { what, index: 2 };
            assert_eq!(
                read_public::<F>(&over),
                Err(Error::malformed(Format::Compact, fault))
            );
        }
        check::<ark_bn254::Fr>();
        check::<ark_bls12_381::Fr>();
    }
}
