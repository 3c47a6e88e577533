//! The expensive arithmetic: multi-scalar sums, fixed-base products, transforms, pairings.
//!
//! Provers use arkworks for these operations only through this module, so that faster kernels can
//! replace it here.

mod bases;
mod buckets;
mod digits;
mod eight;
mod fixed_base;
#[cfg(target_arch = "x86_64")]
mod lanes;
mod pairing;
#[cfg(all(feature = "bulletproofs", target_arch = "x86_64"))]
mod ristretto;
mod straus;
mod sum;
mod table;
mod weights;

use ark_ec::{AffineRepr, CurveGroup, PrimeGroup};
use ark_ff::{BitIteratorBE, PrimeField};
use ark_poly::{EvaluationDomain, Radix2EvaluationDomain};
use zeroize::{Zeroize, Zeroizing};

use crate::curve::root_of_unity;
pub(crate) use bases::Bases;
pub(crate) use eight::{Eight, LANES, PartialRound, Rounds};
pub(crate) use fixed_base::FixedBase;
#[cfg(all(feature = "bulletproofs", target_arch = "x86_64"))]
pub(crate) use lanes::FixedRistretto;
pub(crate) use pairing::pairing_product;
pub(crate) use straus::Multiples;
pub(crate) use sum::{sum, sum_of};
pub(crate) use weights::Weights;

/// Multiplies each point by one secret scalar. The results are affine.
pub(crate) fn scaled<G: AffineRepr>(points: &[G], factor: &G::ScalarField) -> Vec<G> {
    let products: Vec<G::Group> = par_map(points, |point| multiplied(&point.into_group(), factor));
    G::Group::normalize_batch(&products)
}

/// Multiplies a point by a secret scalar. On a curve with an endomorphism, arkworks' own multiplication splits the scalar into
/// numbers in the heap, which it does not wipe.
pub(crate) fn multiplied<G: PrimeGroup>(base: &G, scalar: &G::ScalarField) -> G {
    let mut number = scalar.into_bigint();
    let product = base.mul_bits_be(BitIteratorBE::new(&number));
    number.zeroize();
    product
}

/// Applies a function to each element, in order.
pub(crate) fn map<T, U>(items: &[T], apply: impl Fn(&T) -> U) -> Vec<U> {
    items.iter().map(apply).collect()
}

/// Applies a function to each element, in order, on all threads.
pub(crate) fn par_map<T: Sync, U: Send>(
    items: &[T],
    apply: impl Fn(&T) -> U + Sync + Send,
) -> Vec<U> {
    #[cfg(feature = "parallel")]
    {
        use rayon::prelude::*;
        items.par_iter().map(apply).collect()
    }
    #[cfg(not(feature = "parallel"))]
    {
        map(items, apply)
    }
}

/// Runs two closures, on two threads if the feature `parallel` is on.
pub(crate) fn join<A: Send, B: Send>(
    left: impl FnOnce() -> A + Send,
    right: impl FnOnce() -> B + Send,
) -> (A, B) {
    #[cfg(feature = "parallel")]
    {
        rayon::join(left, right)
    }
    #[cfg(not(feature = "parallel"))]
    {
        (left(), right())
    }
}

/// A power-of-two domain with snarkjs's root of unity, and its coset at the odd points of the
/// doubled domain.
#[derive(Clone, Copy)]
pub(crate) struct Domain<F: PrimeField> {
    plain: Radix2EvaluationDomain<F>,
    /// Primitive root for twice the size. The odd points of the doubled domain are the coset.
    pub(crate) shift: F,
}

impl<F: PrimeField> Domain<F> {
    /// log2 of the largest domain with a coset. Fields of level 192 and 256 have more roots than any
    /// memory has elements.
    pub(crate) const MAX_LOG: u32 = if F::TWO_ADICITY > 32 {
        31
    } else {
        F::TWO_ADICITY - 1
    };

    /// Creates a domain of 2^log points. `log` is at most [`Domain::MAX_LOG`].
    pub(crate) fn new(log: u32) -> Self {
        let mut plain =
            Radix2EvaluationDomain::new(1 << log).expect("log is below the two-adicity");
        let shift = root_of_unity::<F>(log + 1);
        plain.group_gen = shift.square();
        plain.group_gen_inv = plain
            .group_gen
            .inverse()
            .expect("a root of unity is not zero");
        Domain { plain, shift }
    }

    /// Creates a domain of 2^log points without a coset. `log` is at most the two-adicity.
    pub(crate) fn unshifted(log: u32) -> Self {
        let mut plain =
            Radix2EvaluationDomain::new(1 << log).expect("log is at most the two-adicity");
        plain.group_gen = root_of_unity::<F>(log);
        plain.group_gen_inv = plain
            .group_gen
            .inverse()
            .expect("a root of unity is not zero");
        Domain {
            plain,
            shift: F::ONE,
        }
    }

    pub(crate) fn root(&self) -> F {
        self.plain.group_gen
    }

    pub(crate) fn size(&self) -> usize {
        self.plain.size as usize
    }

    /// Converts values on the domain to coefficients.
    pub(crate) fn interpolate(&self, values: &mut Vec<F>) {
        self.plain.ifft_in_place(values);
    }

    /// Converts coefficients to values on the domain.
    pub(crate) fn evaluate(&self, coefficients: &mut Vec<F>) {
        self.plain.fft_in_place(coefficients);
    }

    /// Converts values on the domain to values on the coset `shift`·domain.
    pub(crate) fn move_to_coset(&self, values: &mut Vec<F>) {
        #[cfg(target_arch = "x86_64")]
        if lanes::move_to_coset(values, &self.root(), &self.shift) {
            return;
        }
        self.portable_move_to_coset(values);
    }

    /// Transforms one value at a time, on any CPU.
    fn portable_move_to_coset(&self, values: &mut Vec<F>) {
        self.interpolate(values);
        let mut power = F::ONE;
        for coefficient in values.iter_mut() {
            *coefficient *= power;
            power *= self.shift;
        }
        self.evaluate(values);
    }

    /// Converts values on the coset to coefficients.
    pub(crate) fn interpolate_coset(&self, values: &mut Vec<F>) {
        self.interpolate(values);
        let inverse = self.shift.inverse().expect("a root of unity is not zero");
        let mut power = F::ONE;
        for coefficient in values.iter_mut() {
            *coefficient *= power;
            power *= inverse;
        }
    }

    /// Evaluates the Lagrange polynomials of this domain at a point outside it: Lᵢ(τ). They reveal
    /// τ, so they are wiped.
    pub(crate) fn lagrange_at(&self, tau: &F) -> Zeroizing<Vec<F>> {
        lagrange(self.root(), self.size(), tau)
    }

    /// Evaluates the odd Lagrange polynomials of the doubled domain at a point outside it:
    /// L₂ᵢ₊₁(τ).
    pub(crate) fn odd_lagrange_at(&self, tau: &F) -> Zeroizing<Vec<F>> {
        let all = lagrange(self.shift, 2 * self.size(), tau);
        Zeroizing::new(all.iter().skip(1).step_by(2).copied().collect())
    }
}

/// Returns x⁰ to xⁿ⁻¹ for n = `count`, for a secret x. Their memory is taken at once: a list that grows leaves copies, which
/// are not wiped.
pub(crate) fn powers<F: PrimeField>(x: &F, count: usize) -> Zeroizing<Vec<F>> {
    let mut powers = Zeroizing::new(Vec::with_capacity(count));
    let mut power = Zeroizing::new(F::ONE);
    for _ in 0..count {
        powers.push(*power);
        *power *= x;
    }
    powers
}

/// Lᵢ(τ) = ωⁱ (τⁿ − 1) / (n (τ − ωⁱ)), with one batch inversion. arkworks' batch inversion would
/// leave secret products in memory.
fn lagrange<F: PrimeField>(root: F, size: usize, tau: &F) -> Zeroizing<Vec<F>> {
    let mut power = F::ONE;
    let mut powers = Vec::with_capacity(size);
    let mut values = Zeroizing::new(Vec::with_capacity(size));
    // Prefix products of the denominators.
    let mut products = Zeroizing::new(Vec::with_capacity(size));
    let mut product = Zeroizing::new(F::ONE);
    for _ in 0..size {
        values.push(*tau - power);
        *product *= values[values.len() - 1];
        products.push(*product);
        powers.push(power);
        power *= root;
    }
    let mut inverse = Zeroizing::new(
        product
            .inverse()
            .expect("the point is outside of the domain"),
    );
    *inverse *= tau.pow([size as u64]) - F::ONE;
    *inverse *= F::from(size as u64)
        .inverse()
        .expect("a power of two is not zero");
    for index in (0..size).rev() {
        let denominator = Zeroizing::new(values[index]);
        values[index] = *inverse * powers[index];
        if index > 0 {
            values[index] *= products[index - 1];
        }
        *inverse *= *denominator;
    }
    values
}

#[cfg(test)]
mod tests {
    use ark_bls12_381::{Fr, G1Affine, G1Projective};
    use ark_ec::PrimeGroup;
    use ark_ff::{Field, UniformRand};
    use rand_chacha::ChaCha20Rng;
    use rand_core::SeedableRng;

    use super::*;

    #[test]
    fn lagrange_values_interpolate_a_polynomial() {
        let domain = Domain::<Fr>::new(3);
        let tau = Fr::from(987_654_321u64);
        let coefficients: Vec<Fr> = (0..8u64).map(|i| Fr::from(3 + i * i)).collect();
        let at_tau: Fr = coefficients
            .iter()
            .enumerate()
            .map(|(i, c)| *c * tau.pow([i as u64]))
            .sum();
        let mut values = coefficients.clone();
        domain.evaluate(&mut values);
        let weighted = |values: &[Fr], weights: &[Fr]| -> Fr {
            values.iter().zip(weights).map(|(v, l)| *v * l).sum()
        };
        assert_eq!(weighted(&values, &domain.lagrange_at(&tau)), at_tau);
        // On the doubled domain, even points are the domain and odd points are the coset.
        let mut coset = values.clone();
        domain.move_to_coset(&mut coset);
        let doubled = Domain::<Fr>::new(4);
        let all = doubled.lagrange_at(&tau);
        let odd = domain.odd_lagrange_at(&tau);
        assert!(all.iter().skip(1).step_by(2).eq(odd.iter()));
        let even: Vec<Fr> = all.iter().step_by(2).copied().collect();
        assert_eq!(weighted(&values, &even) + weighted(&coset, &odd), at_tau);
    }

    #[test]
    fn both_ways_to_the_coset_give_equal_values() {
        fn check<F: PrimeField>() {
            let rng = &mut ChaCha20Rng::from_seed([8; 32]);
            for log in 0..13 {
                let domain = Domain::<F>::new(log);
                for edge in [F::rand(rng), F::ZERO, -F::ONE] {
                    let mut values: Vec<F> = (0..domain.size())
                        .map(|index| if index % 3 == 0 { edge } else { F::rand(rng) })
                        .collect();
                    let mut expected = values.clone();
                    domain.move_to_coset(&mut values);
                    domain.portable_move_to_coset(&mut expected);
                    assert!(values == expected, "2^{log} values");
                }
            }
        }
        check::<Fr>();
        check::<ark_bn254::Fr>();
        check::<crate::scalar::Bls24_509>();
    }

    #[test]
    fn sums_and_multiples_equal_naive_arithmetic() {
        let rng = &mut ChaCha20Rng::from_seed([7; 32]);
        let scalars: Vec<Fr> = (0..600u64)
            .map(|i| match i % 4 {
                0 => Fr::from(0u64),
                1 => Fr::from(1u64),
                2 => -Fr::from(i),
                _ => Fr::rand(rng),
            })
            .collect();
        let points: Vec<G1Affine> =
            FixedBase::new(G1Projective::generator(), scalars.len()).multiples(&scalars);
        let expected: Fr = scalars.iter().map(Field::square).sum();
        assert_eq!(sum(&points, &scalars), G1Projective::generator() * expected);
        let thirds = scaled(&points, &Fr::from(3u64));
        assert_eq!(thirds[3], (points[3] * Fr::from(3u64)).into_affine());
    }
}
