//! The proving and verification keys of Groth16. A `.zkey` file contains them.

use ark_ec::AffineRepr;
use sha2::{Digest, Sha256};

use crate::curve::{PairingCurve, write_g1, write_g2};

/// The factor of a row to which a coefficient belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RowFactor {
    /// The left factor, A.
    A,
    /// The right factor, B.
    B,
}

/// One entry of the A or B matrix, which include the input rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coefficient<F> {
    /// The matrix.
    pub side: RowFactor,
    /// Row of the entry.
    pub row: u32,
    /// Wire, the column of the entry.
    pub wire: u32,
    /// Value of the entry.
    pub value: F,
}

/// A list with at most one point per wire. Many wires have none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SparsePoints<G> {
    /// The wires with a point other than infinity, in ascending order.
    pub wires: Vec<u32>,
    /// The points of these wires.
    pub points: Vec<G>,
}

impl<G: AffineRepr> SparsePoints<G> {
    /// Converts a list with one point per wire. Infinity means no point.
    #[must_use]
    pub(crate) fn from_dense(dense: &[G]) -> Self {
        let (wires, points) = dense
            .iter()
            .enumerate()
            .filter(|(_, point)| !point.is_zero())
            .map(|(wire, point)| (wire as u32, *point))
            .unzip();
        SparsePoints { wires, points }
    }

    /// Returns one point per wire. Wires without a point get infinity.
    #[must_use]
    pub(crate) fn to_dense(&self, wires: usize) -> Vec<G> {
        let mut dense = vec![G::zero(); wires];
        for (wire, point) in self.wires.iter().zip(&self.points) {
            dense[*wire as usize] = *point;
        }
        dense
    }
}

/// The verification key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifyingKey<E: PairingCurve> {
    /// α in G1.
    pub alpha: E::G1Affine,
    /// β in G2.
    pub beta: E::G2Affine,
    /// γ in G2. In keys of snarkjs and Lockstep it is the generator.
    pub gamma: E::G2Affine,
    /// δ in G2.
    pub delta: E::G2Affine,
    /// Points for the constant one and for each public input.
    pub ic: Vec<E::G1Affine>,
}

impl<E: PairingCurve> VerifyingKey<E> {
    /// Number of public inputs of the circuit.
    #[must_use]
    pub fn public(&self) -> usize {
        self.ic.len() - 1
    }

    /// SHA-256 of the key. A verifier pins this digest.
    ///
    /// It covers `"lockstep groth16 vk 1"`, the curve's name, a zero byte, then α, β, γ, δ and the
    /// input points. Points are coordinates in little-endian Montgomery form, as in a `.zkey`.
    #[must_use]
    pub fn digest(&self) -> [u8; 32] {
        let mut bytes = b"lockstep groth16 vk 1".to_vec();
        bytes.extend(E::NAME.name().as_bytes());
        bytes.push(0);
        write_g1::<E>(&mut bytes, &self.alpha);
        write_g2::<E>(&mut bytes, &self.beta);
        write_g2::<E>(&mut bytes, &self.gamma);
        write_g2::<E>(&mut bytes, &self.delta);
        for point in &self.ic {
            write_g1::<E>(&mut bytes, point);
        }
        Sha256::digest(&bytes).into()
    }
}

/// A factor of δ, with the proof that its contributor knew it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contribution<E: PairingCurve> {
    /// δ in G1 after this contribution.
    pub delta_after: E::G1Affine,
    /// A random point s of G1.
    pub s: E::G1Affine,
    /// The factor times s.
    pub s_x: E::G1Affine,
    /// The factor times the point of G2 to which the transcript hashes.
    pub sp_x: E::G2Affine,
    /// BLAKE2b-512 of the circuit hash, the earlier contributions, s and s·x.
    pub transcript: [u8; 64],
    /// 0 for a contribution by a person, 1 for a beacon.
    pub kind: u32,
    /// Name and beacon parameters, as stored.
    pub parameters: Vec<u8>,
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
    /// β in G1.
    pub beta1: E::G1Affine,
    /// δ in G1.
    pub delta1: E::G1Affine,
    /// The A and B matrices, including the input rows.
    pub coefficients: Vec<Coefficient<E::ScalarField>>,
    /// Aᵢ(τ) in G1.
    pub a: SparsePoints<E::G1Affine>,
    /// Bᵢ(τ) in G1.
    pub b1: SparsePoints<E::G1Affine>,
    /// Bᵢ(τ) in G2.
    pub b2: SparsePoints<E::G2Affine>,
    /// (β Aᵢ + α Bᵢ + Cᵢ)(τ) / δ in G1, for the wires that are not public.
    pub c: Vec<E::G1Affine>,
    /// L₂ᵢ₊₁(τ) / δ in G1, where L is over twice the domain. The quotient is expressed in this
    /// basis on the coset.
    pub h: Vec<E::G1Affine>,
    /// snarkjs's hash of the circuit. The transcript of contributions begins with it.
    pub circuit_hash: [u8; 64],
    /// The contributions to δ.
    pub contributions: Vec<Contribution<E>>,
}

impl<E: PairingCurve> ProvingKey<E> {
    /// Number of public inputs of the circuit.
    #[must_use]
    pub fn public(&self) -> usize {
        self.verifying.public()
    }
}
