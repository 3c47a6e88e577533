//! The order of the slots: see [`crate::galois`] for the two rows.

use crate::kernels::Ntt;

/// Returns the index of each slot among the transformed values, first row first.
pub(crate) fn slot_indices(n: usize) -> Vec<u32> {
    let mut exponent = 1;
    let mut indices = vec![0; n];
    for j in 0..n / 2 {
        indices[j] = Ntt::index(n, exponent) as u32;
        indices[j + n / 2] = Ntt::index(n, 2 * n - exponent) as u32;
        exponent = exponent * 3 % (2 * n);
    }
    indices
}

/// Returns the position of each number in a permutation.
pub(crate) fn inverse(permutation: &[u32]) -> Vec<u32> {
    let mut positions = vec![0; permutation.len()];
    for (position, number) in (0..).zip(permutation) {
        positions[*number as usize] = position;
    }
    positions
}
