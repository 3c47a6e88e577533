//! A Groth16 proof and its compact encoding.

use ark_ec::AffineRepr;
use ark_serialize::{CanonicalDeserialize, CanonicalSerialize};

use crate::curve::PairingCurve;
use crate::error::{Error, FileDefect, Format, Result};

/// arkworks' reader ignores bits above a number that does not fill its bytes.
pub(crate) const NOT_CANONICAL: &str = "a point is not canonically encoded";

/// Three points, and the digest of the proof's key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof<E: PairingCurve> {
    /// In G1.
    pub a: E::G1Affine,
    /// In G2.
    pub b: E::G2Affine,
    /// In G1.
    pub c: E::G1Affine,
    /// SHA-256 of the verifying key ([`super::VerifyingKey::digest`]). Proofs from other software
    /// have none.
    pub key_digest: Option<[u8; 32]>,
}

impl<E: PairingCurve> Proof<E> {
    /// Encodes the key's digest and the compressed points A, B, C: 160 bytes on BN254, 224 on
    /// BLS12-381, 416 on BLS24-509, 755 on BLS48-575.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = self.key_digest.unwrap_or_default().to_vec();
        self.a
            .serialize_compressed(&mut bytes)
            .and_then(|()| self.b.serialize_compressed(&mut bytes))
            .and_then(|()| self.c.serialize_compressed(&mut bytes))
            .expect("writing to memory does not fail");
        bytes
    }

    /// Reads the encoding of [`Proof::to_bytes`]. Points must be on the curve, in the subgroup and
    /// not at infinity. Extra bytes are an error.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        let truncated = |missing| {
            Error::malformed(
                Format::Compact,
                FileDefect::Truncated {
                    what: "the proof",
                    missing,
                },
            )
        };
        let (digest, mut rest) = bytes
            .split_first_chunk::<32>()
            .ok_or_else(|| truncated((32 - bytes.len()) as u64))?;
        let point = |_| {
            Error::shape(
                Format::Compact,
                "a point is invalid: it must be canonically encoded, on the curve and in the subgroup",
            )
        };
        let a = E::G1Affine::deserialize_compressed(&mut rest).map_err(point)?;
        let b = E::G2Affine::deserialize_compressed(&mut rest).map_err(point)?;
        let c = E::G1Affine::deserialize_compressed(&mut rest).map_err(point)?;
        if !rest.is_empty() {
            return Err(Error::malformed(
                Format::Compact,
                FileDefect::Trailing {
                    what: "the proof",
                    left: rest.len(),
                },
            ));
        }
        for (index, at_infinity) in [a.is_zero(), b.is_zero(), c.is_zero()].iter().enumerate() {
            if *at_infinity {
                return Err(Error::malformed(
                    Format::Compact,
                    FileDefect::Infinity {
                        what: "proof point",
                        index,
                    },
                ));
            }
        }
        let proof = Proof {
            a,
            b,
            c,
            key_digest: (*digest != [0; 32]).then_some(*digest),
        };
        if proof.to_bytes() != bytes {
            return Err(Error::shape(Format::Compact, NOT_CANONICAL));
        }
        Ok(proof)
    }
}
