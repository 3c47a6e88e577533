//! Rotations of the slots: the automorphisms X → X^g of the ring.
//!
//! The n slots form two rows of n/2. Slot j of the first row is the value at ψ^(3^j), and slot j of
//! the second row the value at ψ^(−3^j). Therefore X → X^3 moves both rows one slot to the left,
//! and X → X^(2n−1) swaps them.

use std::fmt;

use crate::error::Error;
use crate::kernels::Ntt;
use crate::params::ParameterSet;

/// An automorphism.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Rotation {
    /// Both rows move to the left, by less than n/2 slots.
    Rows(usize),
    /// The rows are swapped.
    Swap,
}

impl Rotation {
    /// Returns the rotation by any number of steps, to the left if positive.
    pub(crate) fn rows(set: &ParameterSet, steps: i64) -> Self {
        let row = set.slots() as i64 / 2;
        Self::Rows(steps.rem_euclid(row) as usize)
    }

    /// Returns the rotations that sum windows of `window` slots by repeated doubling.
    pub(crate) fn of_window(set: &ParameterSet, window: usize) -> Result<Vec<Self>, Error> {
        if !window.is_power_of_two() || window > set.slots() {
            return Err(Error::OutOfRange {
                what: "window",
                value: window,
                limit: set.slots(),
            });
        }
        let row = set.slots() / 2;
        let mut rotations: Vec<Self> = (0..window.min(row).ilog2())
            .map(|level| Self::Rows(1 << level))
            .collect();
        if window > row {
            rotations.push(Self::Swap);
        }
        Ok(rotations)
    }

    /// Returns g modulo 2n.
    pub(crate) fn element(self, n: usize) -> u32 {
        match self {
            Self::Rows(steps) => power_of_three(n, steps),
            Self::Swap => 2 * n as u32 - 1,
        }
    }

    /// Returns g^−1 modulo 2n.
    pub(crate) fn inverse_element(self, n: usize) -> u32 {
        match self {
            Self::Rows(steps) => power_of_three(n, (n / 2 - steps) % (n / 2)),
            Self::Swap => self.element(n),
        }
    }

    /// Returns the rotation with this element, if there is one.
    pub(crate) fn from_element(n: usize, element: u32) -> Option<Self> {
        if element == 2 * n as u32 - 1 {
            return Some(Self::Swap);
        }
        let mut power = 1;
        for steps in 0..n / 2 {
            if power == element {
                return Some(Self::Rows(steps));
            }
            power = power * 3 % (2 * n as u32);
        }
        None
    }
}

impl fmt::Display for Rotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rows(steps) => write!(f, "a rotation by {steps}"),
            Self::Swap => write!(f, "the swap of the rows"),
        }
    }
}

/// Computes 3^steps modulo 2n.
fn power_of_three(n: usize, steps: usize) -> u32 {
    let modulus = 2 * n as u64;
    let (mut base, mut power, mut exponent) = (3, 1, steps);
    while exponent > 0 {
        if exponent & 1 == 1 {
            power = power * base % modulus;
        }
        base = base * base % modulus;
        exponent >>= 1;
    }
    power as u32
}

/// Returns the source index of each transformed value under X → X^element.
pub(crate) fn permutation(n: usize, element: u32) -> Vec<u32> {
    let order = 2 * n as u64;
    (0..n)
        .map(|i| {
            let exponent = Ntt::exponent(n, i) as u64 * u64::from(element) % order;
            Ntt::index(n, exponent as usize) as u32
        })
        .collect()
}

/// Sets `to[i] = from[indices[i]]`.
pub(crate) fn permute(indices: &[u32], from: &[u64], to: &mut [u64]) {
    for (to, index) in to.iter_mut().zip(indices) {
        *to = from[*index as usize];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::slots::slot_indices;

    #[test]
    fn elements_and_rotations_are_one_to_one() {
        let n = 64;
        for steps in 0..n / 2 {
            let rotation = Rotation::Rows(steps);
            let element = rotation.element(n);
            assert_eq!(Rotation::from_element(n, element), Some(rotation));
            let product = element * rotation.inverse_element(n) % (2 * n as u32);
            assert_eq!(product, 1, "{rotation}");
        }
        assert_eq!(Rotation::from_element(n, 127), Some(Rotation::Swap));
        for element in [0, 2, 5, 129] {
            assert_eq!(Rotation::from_element(n, element), None);
        }
    }

    #[test]
    fn slots_are_a_permutation_that_rotates_under_three() {
        let n = 32;
        let indices = slot_indices(n);
        let by_three = permutation(n, 3);
        let swap = permutation(n, 63);
        for j in 0..n / 2 {
            let next = (j + 1) % (n / 2);
            assert_eq!(by_three[indices[j] as usize], indices[next]);
            assert_eq!(by_three[indices[j + n / 2] as usize], indices[next + n / 2]);
            assert_eq!(swap[indices[j] as usize], indices[j + n / 2]);
        }
        let mut sorted = indices.clone();
        sorted.sort_unstable();
        assert!(sorted.iter().enumerate().all(|(i, p)| i == *p as usize));
    }
}
