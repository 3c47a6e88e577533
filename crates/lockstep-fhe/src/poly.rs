//! A polynomial, stored as its residues modulo several primes.

use zeroize::Zeroize;

use crate::kernels::AlignedWords;

/// The limbs one after another. Each has `n` residues: coefficients, or transformed values.
#[derive(Clone, Default, PartialEq, Eq)]
pub(crate) struct Poly {
    n: usize,
    words: AlignedWords,
}

impl Poly {
    pub(crate) fn zeros(n: usize, limbs: usize) -> Self {
        Self {
            n,
            words: AlignedWords::zeros(n * limbs),
        }
    }

    /// Creates a polynomial with arbitrary content, for callers that write every residue.
    pub(crate) fn stale(n: usize, limbs: usize) -> Self {
        Self {
            n,
            words: AlignedWords::stale(n * limbs),
        }
    }

    pub(crate) fn count(&self) -> usize {
        self.words.len() / self.n
    }

    pub(crate) fn limb(&self, i: usize) -> &[u64] {
        &self.words[i * self.n..(i + 1) * self.n]
    }

    pub(crate) fn limb_mut(&mut self, i: usize) -> &mut [u64] {
        &mut self.words[i * self.n..(i + 1) * self.n]
    }

    pub(crate) fn limbs(&self) -> impl Iterator<Item = &[u64]> {
        self.words.chunks_exact(self.n)
    }

    pub(crate) fn limbs_mut(&mut self) -> impl Iterator<Item = &mut [u64]> {
        self.words.chunks_exact_mut(self.n)
    }

    /// Returns all limbs as slices.
    pub(crate) fn views(&self) -> Vec<&[u64]> {
        self.limbs().collect()
    }

    /// Returns all limbs as mutable slices.
    pub(crate) fn views_mut(&mut self) -> Vec<&mut [u64]> {
        self.limbs_mut().collect()
    }
}

impl Zeroize for Poly {
    fn zeroize(&mut self) {
        self.words.zeroize();
    }
}
