//! Keys, as a `.zkey` holds them.

use ark_ec::AffineRepr;
use sha2::{Digest, Sha256};

use super::contribution::Contribution;
use crate::curve::{Curve, write_g1, write_g2};

/// The factor of a row that a coefficient belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    /// The left factor, A.
    A,
    /// The right factor, B.
    B,
}

/// One entry of the A or B matrix, input rows included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coefficient<F> {
    /// Which matrix.
    pub side: Side,
    /// Row.
    pub row: u32,
    /// Column.
    pub wire: u32,
    /// Entry.
    pub value: F,
}

/// A list of points, one a wire, most wires of which may have none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SparsePoints<G> {
    /// The wires that have a point other than infinity, ascending.
    pub wires: Vec<u32>,
    /// Their points.
    pub points: Vec<G>,
}

impl<G: AffineRepr> SparsePoints<G> {
    /// From one point a wire, infinity where there is none.
    #[must_use]
    pub fn from_dense(dense: &[G]) -> Self {
        let (wires, points) = dense
            .iter()
            .enumerate()
            .filter(|(_, point)| !point.is_zero())
            .map(|(wire, point)| (wire as u32, *point))
            .unzip();
        SparsePoints { wires, points }
    }

    /// One point a wire, infinity where there is none.
    #[must_use]
    pub fn to_dense(&self, wires: usize) -> Vec<G> {
        let mut dense = vec![G::zero(); wires];
        for (wire, point) in self.wires.iter().zip(&self.points) {
            dense[*wire as usize] = *point;
        }
        dense
    }
}

/// The verification key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifyingKey<E: Curve> {
    /// α in G1.
    pub alpha: E::G1Affine,
    /// β in G2.
    pub beta: E::G2Affine,
    /// γ in G2; the generator in keys of snarkjs and ours.
    pub gamma: E::G2Affine,
    /// δ in G2.
    pub delta: E::G2Affine,
    /// One point for the constant one and each public input.
    pub ic: Vec<E::G1Affine>,
}

impl<E: Curve> VerifyingKey<E> {
    /// Public inputs of the circuit.
    #[must_use]
    pub fn public(&self) -> usize {
        self.ic.len() - 1
    }

    /// SHA-256 of the key: what a third party pins.
    ///
    /// Over `"lockstep groth16 vk 1"`, the curve's name, a zero byte, then α, β, γ, δ and the input
    /// points as coordinates in Montgomery form, little-endian, as they stand in a `.zkey`.
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

/// The proving key, including the verification key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvingKey<E: Curve> {
    /// Wires, the constant one included.
    pub wires: u32,
    /// log2 of the evaluation domain.
    pub domain_log: u32,
    /// The verifier's half.
    pub verifying: VerifyingKey<E>,
    /// β in G1.
    pub beta1: E::G1Affine,
    /// δ in G1.
    pub delta1: E::G1Affine,
    /// The A and B matrices, input rows included.
    pub coefficients: Vec<Coefficient<E::ScalarField>>,
    /// Aᵢ(τ) in G1.
    pub a: SparsePoints<E::G1Affine>,
    /// Bᵢ(τ) in G1.
    pub b1: SparsePoints<E::G1Affine>,
    /// Bᵢ(τ) in G2.
    pub b2: SparsePoints<E::G2Affine>,
    /// (β Aᵢ + α Bᵢ + Cᵢ)(τ) / δ in G1, for the wires that are not public.
    pub c: Vec<E::G1Affine>,
    /// L₂ᵢ₊₁(τ) / δ in G1, L over twice the domain: the quotient's basis on the coset.
    pub h: Vec<E::G1Affine>,
    /// snarkjs's hash of the circuit, which starts the transcript of contributions.
    pub circuit_hash: [u8; 64],
    /// The contributions to δ.
    pub contributions: Vec<Contribution<E>>,
}

impl<E: Curve> ProvingKey<E> {
    /// Public inputs of the circuit.
    #[must_use]
    pub fn public(&self) -> usize {
        self.verifying.public()
    }
}
