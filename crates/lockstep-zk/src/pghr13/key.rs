//! The keys and proofs of PGHR13.

use ark_ec::AffineRepr;
use ark_serialize::{CanonicalDeserialize, CanonicalSerialize};
use sha2::{Digest, Sha256};

use crate::curve::{PairingCurve, write_g1, write_g2};
use crate::error::{Error, FileDefect, Format, Result};
use crate::groth16::SparsePoints;
use crate::r1cs::R1cs;

/// The verification key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifyingKey<E: PairingCurve> {
    /// α_A in G2.
    pub alpha_a: E::G2Affine,
    /// α_B in G1.
    pub alpha_b: E::G1Affine,
    /// α_C in G2.
    pub alpha_c: E::G2Affine,
    /// γ in G2.
    pub gamma: E::G2Affine,
    /// βγ in G1.
    pub beta_gamma1: E::G1Affine,
    /// βγ in G2.
    pub beta_gamma2: E::G2Affine,
    /// r_C·Z(τ) in G2.
    pub z: E::G2Affine,
    /// r_A·Aᵢ(τ) in G1, for the constant one and each public input.
    pub ic: Vec<E::G1Affine>,
}

impl<E: PairingCurve> VerifyingKey<E> {
    /// Number of public inputs of the circuit.
    #[must_use]
    pub fn public(&self) -> usize {
        self.ic.len() - 1
    }

    /// SHA-256 of the key. It covers `"lockstep pghr13 vk 1"`, the curve's name, a zero byte, and
    /// the points in field order as Montgomery words.
    #[must_use]
    pub fn digest(&self) -> [u8; 32] {
        let mut bytes = b"lockstep pghr13 vk 1".to_vec();
        bytes.extend(E::NAME.name().as_bytes());
        bytes.push(0);
        write_g2::<E>(&mut bytes, &self.alpha_a);
        write_g1::<E>(&mut bytes, &self.alpha_b);
        write_g2::<E>(&mut bytes, &self.alpha_c);
        write_g2::<E>(&mut bytes, &self.gamma);
        write_g1::<E>(&mut bytes, &self.beta_gamma1);
        write_g2::<E>(&mut bytes, &self.beta_gamma2);
        write_g2::<E>(&mut bytes, &self.z);
        for point in &self.ic {
            write_g1::<E>(&mut bytes, point);
        }
        Sha256::digest(&bytes).into()
    }
}

/// The elements that multiply Z(τ). Zero knowledge needs them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zeta<E: PairingCurve> {
    /// r_A·Z, α_A·r_A·Z, β·r_A·Z in G1.
    pub a: [E::G1Affine; 3],
    /// r_B·Z in G2.
    pub b: E::G2Affine,
    /// α_B·r_B·Z, β·r_B·Z in G1.
    pub b1: [E::G1Affine; 2],
    /// r_C·Z, α_C·r_C·Z, β·r_C·Z in G1.
    pub c: [E::G1Affine; 3],
}

/// The proving key, including the verification key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvingKey<E: PairingCurve> {
    /// Number of wires, including the constant one.
    pub wires: u32,
    /// log2 of the evaluation domain.
    pub domain_log: u32,
    /// The verification key.
    pub verifying: VerifyingKey<E>,
    /// The circuit. The prover needs all three matrices.
    pub system: R1cs<E::ScalarField>,
    /// r_A·Aᵢ, for private wires only.
    pub a: SparsePoints<E::G1Affine>,
    /// α_A·r_A·Aᵢ, for private wires only. For a public wire this element must never exist.
    pub a_shifted: SparsePoints<E::G1Affine>,
    /// r_B·Bᵢ in G2.
    pub b: SparsePoints<E::G2Affine>,
    /// α_B·r_B·Bᵢ.
    pub b_shifted: SparsePoints<E::G1Affine>,
    /// r_C·Cᵢ.
    pub c: SparsePoints<E::G1Affine>,
    /// α_C·r_C·Cᵢ.
    pub c_shifted: SparsePoints<E::G1Affine>,
    /// β(r_A·Aᵢ + r_B·Bᵢ + r_C·Cᵢ).
    pub k: SparsePoints<E::G1Affine>,
    /// τⁱ in G1, for i up to the domain's size.
    pub h: Vec<E::G1Affine>,
    /// The elements that multiply Z(τ).
    pub zeta: Zeta<E>,
}

/// Seven points of G1, one point of G2, and the digest of the proof's key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof<E: PairingCurve> {
    /// A, over the private wires.
    pub a: E::G1Affine,
    /// A′ = α_A·A.
    pub a_shifted: E::G1Affine,
    /// B in G2.
    pub b: E::G2Affine,
    /// B′ = α_B·B in G1.
    pub b_shifted: E::G1Affine,
    /// C.
    pub c: E::G1Affine,
    /// C′ = α_C·C.
    pub c_shifted: E::G1Affine,
    /// K.
    pub k: E::G1Affine,
    /// H.
    pub h: E::G1Affine,
    /// SHA-256 of the verifying key. Proofs from other software have none.
    pub key_digest: Option<[u8; 32]>,
}

impl<E: PairingCurve> Proof<E> {
    /// The points of G1, in field order.
    pub(crate) fn g1(&self) -> [&E::G1Affine; 7] {
        [
            &self.a,
            &self.a_shifted,
            &self.b_shifted,
            &self.c,
            &self.c_shifted,
            &self.k,
            &self.h,
        ]
    }

    /// Encodes the key's digest, then the compressed points with B last: 32 + 288 bytes on BN254,
    /// 32 + 432 on BLS12-381, 32 + 704 on BLS24-509, 32 + 1088 on BLS48-575.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = self.key_digest.unwrap_or_default().to_vec();
        for point in self.g1() {
            point
                .serialize_compressed(&mut bytes)
                .expect("writing to memory does not fail");
        }
        self.b
            .serialize_compressed(&mut bytes)
            .expect("writing to memory does not fail");
        bytes
    }

    /// Reads the encoding of [`Proof::to_bytes`]. Points must be on the curve, in the subgroup and
    /// not at infinity. Extra bytes are an error.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        let (digest, mut rest) = bytes.split_first_chunk::<32>().ok_or_else(|| {
            Error::malformed(
                Format::Compact,
                FileDefect::Truncated {
                    what: "the proof",
                    missing: (32 - bytes.len()) as u64,
                },
            )
        })?;
        let mut index = 0;
        let mut point = || -> Result<E::G1Affine> {
            let point = E::G1Affine::deserialize_compressed(&mut rest)
                .map_err(|_| Error::shape(Format::Compact, "a point is invalid: it must be canonically encoded, on the curve and in the subgroup"))?;
            index += 1;
            if point.is_zero() {
                let (what, index) = ("proof point", index - 1);
                return Err(Error::malformed(
                    Format::Compact,
                    FileDefect::Infinity { what, index },
                ));
            }
            Ok(point)
        };
        let [a, a_shifted, b_shifted, c, c_shifted, k, h] = [
            point()?,
            point()?,
            point()?,
            point()?,
            point()?,
            point()?,
            point()?,
        ];
        let b = E::G2Affine::deserialize_compressed(&mut rest)
            .map_err(|_| Error::shape(Format::Compact, "a point is invalid: it must be canonically encoded, on the curve and in the subgroup"))?;
        if b.is_zero() {
            let (what, index) = ("proof point", 7);
            return Err(Error::malformed(
                Format::Compact,
                FileDefect::Infinity { what, index },
            ));
        }
        if !rest.is_empty() {
            let (what, left) = ("the proof", rest.len());
            return Err(Error::malformed(
                Format::Compact,
                FileDefect::Trailing { what, left },
            ));
        }
        let proof = Proof {
            a,
            a_shifted,
            b,
            b_shifted,
            c,
            c_shifted,
            k,
            h,
            key_digest: (*digest != [0; 32]).then_some(*digest),
        };
        if proof.to_bytes() != bytes {
            return Err(Error::shape(Format::Compact, crate::groth16::NOT_CANONICAL));
        }
        Ok(proof)
    }
}
