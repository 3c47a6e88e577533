//! Key switching: converts a polynomial that is multiplied by one secret into a ciphertext under
//! another secret.

use crate::keys::SwitchKey;
use crate::params::{ParameterSet, Prime};
use crate::poly::Poly;

/// The digits of a polynomial c: its residues modulo each ciphertext prime, each transformed modulo
/// all primes. Several keys can use them (hoisting; Halevi and Shoup 2018).
pub(crate) struct Digits {
    /// For each prime, with the special prime last, the k digits modulo it.
    by_prime: Vec<Poly>,
}

impl Digits {
    /// Computes the digits of c. `values` is the transform of c and `coefficients` is c itself,
    /// both over the ciphertext primes.
    pub(crate) fn new(set: &ParameterSet, values: &Poly, coefficients: &Poly) -> Self {
        let by_prime = set
            .0
            .q_and_special
            .iter()
            .enumerate()
            .map(|(j, prime)| {
                let mut digits = Poly::stale(set.slots(), set.0.top_level());
                digits_modulo(j, prime, values, coefficients, &mut digits);
                digits
            })
            .collect();
        Self { by_prime }
    }

    /// Computes the digits of the polynomial with these transformed values.
    pub(crate) fn of_values(set: &ParameterSet, values: &Poly) -> Self {
        let coefficients = coefficients(set, values);
        Self::new(set, values, &coefficients)
    }

    /// Computes Σ digit·key: a ciphertext over all primes, multiplied by P.
    pub(crate) fn apply(&self, set: &ParameterSet, key: &SwitchKey) -> [Poly; 2] {
        let mut sums = [(); 2].map(|()| Poly::stale(set.slots(), self.by_prime.len()));
        for (j, digits) in self.by_prime.iter().enumerate() {
            accumulate(set, key, j, digits, &mut sums);
        }
        sums
    }
}

/// Does [`Digits::new`] and [`Digits::apply`] for one key, without storing all digits.
pub(crate) fn switch(
    set: &ParameterSet,
    values: &Poly,
    coefficients: &Poly,
    key: &SwitchKey,
) -> [Poly; 2] {
    let primes = &set.0.q_and_special;
    let mut sums = [(); 2].map(|()| Poly::stale(set.slots(), primes.len()));
    let mut digits = Poly::stale(set.slots(), set.0.top_level());
    for (j, prime) in primes.iter().enumerate() {
        digits_modulo(j, prime, values, coefficients, &mut digits);
        accumulate(set, key, j, &digits, &mut sums);
    }
    sums
}

/// Computes the coefficients from transformed values.
pub(crate) fn coefficients(set: &ParameterSet, values: &Poly) -> Poly {
    let mut coefficients = values.clone();
    for (limb, prime) in coefficients.limbs_mut().zip(&set.0.q) {
        prime.ntt.inverse(limb);
    }
    coefficients
}

/// Transforms all digits modulo prime `j`.
fn digits_modulo(j: usize, prime: &Prime, values: &Poly, coefficients: &Poly, digits: &mut Poly) {
    for (i, digit) in digits.limbs_mut().enumerate() {
        if i == j {
            digit.copy_from_slice(values.limb(i));
        } else {
            // The coefficients are below 4q, because the primes have similar sizes (`sets.rs`).
            digit.copy_from_slice(coefficients.limb(i));
            prime.ntt.forward(digit);
        }
    }
}

/// Computes limb `j` of Σ digit·key.
fn accumulate(
    set: &ParameterSet,
    key: &SwitchKey,
    j: usize,
    digits: &Poly,
    [s0, s1]: &mut [Poly; 2],
) {
    let m = &set.0.q_and_special[j].modulus;
    let digits = digits.views();
    let b: Vec<&[u64]> = key.digits.iter().map(|digit| digit.b.limb(j)).collect();
    let a: Vec<&[u64]> = key.digits.iter().map(|digit| digit.a.limb(j)).collect();
    set.0.backend.dot(m, s0.limb_mut(j), &digits, &b);
    set.0.backend.dot(m, s1.limb_mut(j), &digits, &a);
}

/// Computes round(x/P) over the ciphertext primes, for x over all primes.
pub(crate) fn divide_by_special(set: &ParameterSet, x: &mut Poly) -> Poly {
    let top = set.0.top_level();
    let special = set.0.special();
    special.ntt.inverse(x.limb_mut(top));
    let mut quotient = Poly::stale(set.slots(), top);
    for ((j, limb), prime) in quotient.limbs_mut().enumerate().zip(&set.0.q) {
        let m = &prime.modulus;
        let half = set.0.special_half[j];
        set.0
            .backend
            .remainder(&special.modulus, m, half, limb, x.limb(top));
        prime.ntt.forward(limb);
        set.0
            .backend
            .rescale(m, limb, x.limb(j), set.0.special_inverse[j]);
    }
    quotient
}

/// Computes round(x/D) over the first `kept` primes, where D is the product of the others of x.
///
/// It transforms each limb once: those of the dropped primes back, and a remainder for each other.
pub(crate) fn drop_primes(set: &ParameterSet, x: &Poly, kept: usize) -> Poly {
    let plan = &set.0.drops[x.count() - 1][kept - 1];
    let mut dropped = Poly::stale(set.slots(), x.count() - kept);
    let primes = &set.0.q[kept..];
    for ((limb, prime), values) in dropped.limbs_mut().zip(primes).zip(x.limbs().skip(kept)) {
        limb.copy_from_slice(values);
        prime.ntt.inverse(limb);
    }
    let mut quotient = Poly::stale(set.slots(), kept);
    set.0
        .backend
        .convert(&plan.remainder, &dropped.views(), &mut quotient.views_mut());
    for ((j, limb), prime) in quotient.limbs_mut().enumerate().zip(&set.0.q) {
        prime.ntt.forward(limb);
        set.0
            .backend
            .rescale(&prime.modulus, limb, x.limb(j), plan.inverses[j]);
    }
    quotient
}
