//! Key switching: a polynomial that multiplies one secret, made into a ciphertext under another.

use crate::keys::SwitchKey;
use crate::params::ParameterSet;
use crate::poly::Poly;

/// The digits of a polynomial c, its residues modulo each ciphertext prime, each as a transform over
/// all primes: they can serve several keys (hoisting; Halevi and Shoup 2018).
pub(crate) struct Digits {
    /// For each prime, special one last, the k digits modulo it.
    by_prime: Vec<Poly>,
}

impl Digits {
    /// `values` is the transform of c, `coefficients` c itself, over the ciphertext primes.
    pub(crate) fn new(set: &ParameterSet, values: &Poly, coefficients: &Poly) -> Self {
        let by_prime = set
            .0
            .q_and_special
            .iter()
            .enumerate()
            .map(|(j, prime)| {
                let mut digits = Poly::zeros(set.slots(), set.0.top());
                for (i, digit) in digits.limbs_mut().enumerate() {
                    if i == j {
                        digit.copy_from_slice(values.limb(i));
                    } else {
                        // Below 4q, because the primes are of one size (`sets.rs`).
                        digit.copy_from_slice(coefficients.limb(i));
                        prime.ntt.forward(digit);
                    }
                }
                digits
            })
            .collect();
        Self { by_prime }
    }

    /// Of the polynomial with these values.
    pub(crate) fn of_values(set: &ParameterSet, values: &Poly) -> Self {
        let mut coefficients = values.clone();
        for (limb, prime) in coefficients.limbs_mut().zip(&set.0.q) {
            prime.ntt.inverse(limb);
        }
        Self::new(set, values, &coefficients)
    }

    /// Σ digit·key, a ciphertext over all primes, P times too large.
    pub(crate) fn apply(&self, set: &ParameterSet, key: &SwitchKey) -> [Poly; 2] {
        let limbs = self.by_prime.len();
        let mut sums = [
            Poly::zeros(set.slots(), limbs),
            Poly::zeros(set.slots(), limbs),
        ];
        for (j, prime) in set.0.q_and_special.iter().enumerate() {
            let digits = self.by_prime[j].views();
            let b: Vec<&[u64]> = key.digits.iter().map(|digit| digit.b.limb(j)).collect();
            let a: Vec<&[u64]> = key.digits.iter().map(|digit| digit.a.limb(j)).collect();
            let [s0, s1] = &mut sums;
            set.0
                .backend
                .dot(&prime.modulus, s0.limb_mut(j), &digits, &b);
            set.0
                .backend
                .dot(&prime.modulus, s1.limb_mut(j), &digits, &a);
        }
        sums
    }
}

/// round(x/P) over the ciphertext primes, for values x over all primes.
pub(crate) fn divide_by_special(set: &ParameterSet, x: &mut Poly) -> Poly {
    let top = set.0.top();
    let special = set.0.special();
    special.ntt.inverse(x.limb_mut(top));
    let mut quotient = x.first(top);
    let mut remainder = vec![0; set.slots()];
    for ((j, limb), prime) in quotient.limbs_mut().enumerate().zip(&set.0.q) {
        let m = &prime.modulus;
        let half = set.0.special_half[j];
        set.0
            .backend
            .remainder(&special.modulus, m, half, &mut remainder, x.limb(top));
        prime.ntt.forward(&mut remainder);
        set.0
            .backend
            .sub_scale(m, limb, &remainder, set.0.special_inverse[j]);
    }
    quotient
}

/// round(x/q) over the primes before the last, q the last.
pub(crate) fn drop_last_prime(set: &ParameterSet, x: &Poly) -> Poly {
    let last = x.count() - 1;
    let dropped = &set.0.q[last];
    let mut tail = x.limb(last).to_vec();
    dropped.ntt.inverse(&mut tail);
    let mut quotient = x.first(last);
    let mut remainder = vec![0; set.slots()];
    for ((j, limb), prime) in quotient.limbs_mut().enumerate().zip(&set.0.q) {
        let m = &prime.modulus;
        let (inverse, half) = set.0.drops[last][j];
        set.0
            .backend
            .remainder(&dropped.modulus, m, half, &mut remainder, &tail);
        prime.ntt.forward(&mut remainder);
        set.0.backend.sub_scale(m, limb, &remainder, inverse);
    }
    quotient
}
