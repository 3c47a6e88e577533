//! Tests of the division by ciphertext primes.

use super::*;
use crate::modulus::Modulus;
use crate::poly::Poly;
use crate::switch::drop_primes;

/// Transforms the polynomial with these coefficients over the first `limbs` primes.
fn transformed(
    set: &ParameterSet,
    limbs: usize,
    coefficient: impl Fn(&Modulus, usize) -> u64,
) -> Poly {
    let mut poly = Poly::stale(set.slots(), limbs);
    for (limb, prime) in poly.limbs_mut().zip(&set.0.q) {
        for (i, residue) in limb.iter_mut().enumerate() {
            *residue = coefficient(&prime.modulus, i);
        }
        prime.ntt.forward(limb);
    }
    poly
}

#[test]
fn dropped_primes_divide_and_round_to_the_nearest() {
    for backend in Backend::available() {
        let set = small(64, backend);
        let q: Vec<i128> = set
            .ciphertext_primes()
            .into_iter()
            .map(i128::from)
            .collect();
        for (level, kept) in [(2, 1), (3, 1), (3, 2)] {
            let divisor: i128 = q[kept..level].iter().product();
            // The fixed-point rounding is not exact closer to one half than this.
            let half = divisor / 2 - (divisor >> 20);
            let quotient = |m: &Modulus, i: usize| m.residue((i as i128 - 32) * 1_000_003);
            let rest = |i: usize| {
                let step = half / 64 * i as i128;
                [0, half, -half, step, -step][i % 5]
            };
            let x = transformed(&set, level, |m, i| {
                let product = m.mul(quotient(m, i), m.residue(divisor));
                m.add(product, m.residue(rest(i)))
            });
            let expected = transformed(&set, kept, quotient);
            assert!(
                drop_primes(&set, &x, kept) == expected,
                "{} {level} to {kept}",
                backend.name()
            );
        }
    }
}
