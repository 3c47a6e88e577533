//! The negacyclic number theoretic transform. It maps coefficients of Z_q[X]/(X^n + 1) to the
//! values at the odd powers of a primitive 2n-th root of unity ψ, and back.
//!
//! Value `i` of the transform is the value at ψ^(2·rev(i) + 1), where rev reverses log2(n) bits.
//! Sources: Longa and Naehrig, 2016; Harvey's lazy butterflies, 2014.

use super::Backend;
#[cfg(target_arch = "x86_64")]
use super::{InstructionSet, avx2_tables::FloatTables, ifma_tables::LaneTables};
use crate::modulus::{Modulus, Shoup};

/// The powers of ψ for one prime and one degree, in the order in which the butterflies read them.
pub(crate) struct Ntt {
    pub(super) n: usize,
    pub(super) modulus: Modulus,
    /// ψ^rev(i).
    pub(super) forward: Vec<Shoup>,
    /// ψ^−rev(i).
    pub(super) inverse: Vec<Shoup>,
    /// n^−1, and n^−1·ψ^−rev(1) for the last butterfly.
    pub(super) scale: Shoup,
    pub(super) scale_last: Shoup,
    #[cfg(target_arch = "x86_64")]
    pub(super) lanes: LaneTables,
    #[cfg(target_arch = "x86_64")]
    pub(super) floats: FloatTables,
    pub(super) backend: Backend,
}

impl Ntt {
    /// Creates a transform. `n` is a power of two of at least 16, and 2n divides q − 1.
    pub(crate) fn new(n: usize, modulus: Modulus, backend: Backend) -> Self {
        assert!(n.is_power_of_two() && n >= 16);
        assert_eq!((modulus.q - 1) % (2 * n as u64), 0);
        let psi = modulus.root(2 * n as u64);
        let forward = powers(n, &modulus, psi);
        let inverse = powers(n, &modulus, modulus.invert(psi));
        let scale = modulus.invert(n as u64);
        Self {
            n,
            modulus,
            scale: modulus.shoup(scale),
            scale_last: modulus.shoup(modulus.mul(scale, inverse[1].w)),
            #[cfg(target_arch = "x86_64")]
            lanes: LaneTables::new(backend.0 == InstructionSet::Ifma, &forward, &inverse),
            #[cfg(target_arch = "x86_64")]
            floats: FloatTables::new(
                backend.0 == InstructionSet::Avx2,
                &modulus,
                &forward,
                &inverse,
            ),
            forward,
            inverse,
            backend,
        }
    }

    /// Returns the exponent of ψ for the value at index `i`.
    pub(crate) fn exponent(n: usize, i: usize) -> usize {
        2 * reverse(n, i) + 1
    }

    /// Returns the index of the value at ψ^`exponent` (odd, below 2n).
    pub(crate) fn index(n: usize, exponent: usize) -> usize {
        reverse(n, (exponent - 1) / 2)
    }
}

fn reverse(n: usize, i: usize) -> usize {
    i.reverse_bits() >> (usize::BITS - n.trailing_zeros())
}

/// Computes `root`^rev(i) for all i below n.
fn powers(n: usize, modulus: &Modulus, root: u64) -> Vec<Shoup> {
    let mut table = vec![modulus.one; n];
    let mut power = 1;
    for i in 0..n {
        table[reverse(n, i)] = modulus.shoup(power);
        power = modulus.mul(power, root);
    }
    table
}
