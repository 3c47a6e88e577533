//! Poseidon on eight states at a time, for CPUs with eight-lane 52-bit multiplication.
//!
//! Elements are five limbs of 52 bits in Montgomery form for 2²⁶⁰. Values stay below 35 moduli and
//! are fully reduced only at the end: five spare bits allow that. The outputs equal those of
//! [`crate::poseidon::Poseidon::hash`] bit for bit.

#[cfg(target_arch = "x86_64")]
mod ifma;

use ark_ff::PrimeField;

/// Number of states processed at a time.
pub(crate) const LANES: usize = 8;

/// Number of limbs in an element.
const LIMBS: usize = 5;
/// Number of bits in a limb.
const BITS: usize = 52;

/// The limbs of an element, lowest first.
type Limbs = [u64; LIMBS];

/// The round constants and matrices of one permutation. A matrix is a list of its rows.
pub(crate) struct Rounds<'a, F> {
    /// The matrix of all full rounds except the last round of the first half.
    pub(crate) matrix: &'a [Vec<F>],
    /// The matrix of that last round.
    pub(crate) into_partial: &'a [Vec<F>],
    /// The constants of the full rounds, in order.
    pub(crate) full: &'a [Vec<F>],
    pub(crate) partial: Vec<PartialRound<'a, F>>,
}

/// A partial round with a sparse matrix.
pub(crate) struct PartialRound<'a, F> {
    /// The constant added to the first element before its S-box.
    pub(crate) constant: &'a F,
    /// The first row of the matrix.
    pub(crate) row: &'a [F],
    /// The first column below that row. The rest of the matrix is the identity.
    pub(crate) column: &'a [F],
}

/// The round constants and matrices of one permutation, in limbs.
#[derive(Clone, Debug)]
#[cfg_attr(
    not(target_arch = "x86_64"),
    expect(dead_code, reason = "other CPUs never have the tables")
)]
pub(crate) struct Eight {
    t: usize,
    modulus: Limbs,
    /// −1 / modulus modulo 2^52.
    inverse: u64,
    /// 2^520 modulo the modulus. It converts values to Montgomery form.
    radix_squared: Limbs,
    /// 2^260 modulo the modulus: one in Montgomery form.
    one: Limbs,
    /// The matrix, t² entries row by row.
    matrix: Vec<Limbs>,
    /// The matrix before the partial rounds, t² entries.
    into_partial: Vec<Limbs>,
    /// t constants per full round.
    full: Vec<Limbs>,
    /// For each partial round its constant, row and column: 2t entries.
    partial: Vec<Limbs>,
}

impl Eight {
    /// Creates the tables. Returns `None` if the CPU lacks the instructions, the modulus does not
    /// have 249 to 255 bits, or the state has more than five elements.
    pub(crate) fn new<F: PrimeField>(rounds: &Rounds<'_, F>) -> Option<Self> {
        let t = rounds.matrix.len();
        if !available() || !(249..=255).contains(&F::MODULUS_BIT_SIZE) || !(2..=5).contains(&t) {
            return None;
        }
        let radix = F::from(2u64).pow([(LIMBS * BITS) as u64]);
        let montgomery = |value: &F| limbs(&(*value * radix));
        let flat = |rows: &[Vec<F>]| rows.iter().flatten().map(montgomery).collect::<Vec<_>>();
        let mut partial = Vec::with_capacity(rounds.partial.len() * 2 * t);
        for round in &rounds.partial {
            partial.push(montgomery(round.constant));
            partial.extend(round.row.iter().chain(round.column).map(montgomery));
        }
        let modulus = split(F::MODULUS.as_ref());
        Some(Eight {
            t,
            modulus,
            inverse: negative_inverse(modulus[0]),
            radix_squared: limbs(&(radix * radix)),
            one: limbs(&radix),
            matrix: flat(rounds.matrix),
            into_partial: flat(rounds.into_partial),
            full: flat(rounds.full),
            partial,
        })
    }

    /// Appends the hashes of one to eight inputs of t − 1 elements each.
    pub(crate) fn hash<F: PrimeField>(&self, domain: F, inputs: &[F], hashes: &mut Vec<F>) {
        let width = self.t - 1;
        let count = inputs.len() / width;
        debug_assert!((1..=LANES).contains(&count) && inputs.len() == count * width);
        let mut first = [[0; LANES]; LIMBS];
        for (limb, lanes) in limbs(&domain).into_iter().zip(&mut first) {
            *lanes = [limb; LANES];
        }
        let mut state = [[[0; LANES]; LIMBS]; 5];
        state[0] = first;
        for (lane, input) in inputs.chunks_exact(width).enumerate() {
            for (element, value) in state[1..].iter_mut().zip(input) {
                for (limb, lanes) in limbs(value).into_iter().zip(element) {
                    lanes[lane] = limb;
                }
            }
        }
        let hash = self.first_of_permuted(&state);
        hashes.extend((0..count).map(|lane| {
            let limbs: Limbs = std::array::from_fn(|limb| hash[limb][lane]);
            // The last reduction can give the modulus itself, which represents zero.
            joined(&limbs).unwrap_or(F::ZERO)
        }));
    }

    /// Permutes the states and returns the first element of each, at most the modulus.
    #[cfg(target_arch = "x86_64")]
    #[expect(
        unsafe_code,
        reason = "a call into code compiled for detected instructions"
    )]
    fn first_of_permuted(&self, state: &[[[u64; LANES]; LIMBS]; 5]) -> [[u64; LANES]; LIMBS] {
        // SAFETY: only `new` creates an `Eight`, after it has detected the instructions.
        unsafe {
            match self.t {
                2 => ifma::permute::<2>(self, state),
                3 => ifma::permute::<3>(self, state),
                4 => ifma::permute::<4>(self, state),
                _ => ifma::permute::<5>(self, state),
            }
        }
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn first_of_permuted(&self, _: &[[[u64; LANES]; LIMBS]; 5]) -> [[u64; LANES]; LIMBS] {
        unreachable!("`Eight::new` returns `None` on this architecture")
    }
}

#[cfg(target_arch = "x86_64")]
fn available() -> bool {
    is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512ifma")
}

#[cfg(not(target_arch = "x86_64"))]
fn available() -> bool {
    false
}

/// Computes −1 / odd modulo 2^52 with Newton's iteration.
fn negative_inverse(odd: u64) -> u64 {
    let mut inverse = 1u64;
    for _ in 0..6 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(inverse)));
    }
    inverse.wrapping_neg() & ((1 << BITS) - 1)
}

/// Returns the canonical number of an element, in limbs.
fn limbs<F: PrimeField>(value: &F) -> Limbs {
    split(value.into_bigint().as_ref())
}

/// Splits four words into five limbs.
fn split(words: &[u64]) -> Limbs {
    std::array::from_fn(|limb| {
        let (word, shift) = (limb * BITS / 64, limb * BITS % 64);
        let mut bits = words[word] >> shift;
        if shift > 64 - BITS
            && let Some(next) = words.get(word + 1)
        {
            bits |= next << (64 - shift);
        }
        bits & ((1 << BITS) - 1)
    })
}

/// Returns the element of a number in limbs, or `None` if the number is not canonical.
fn joined<F: PrimeField>(limbs: &Limbs) -> Option<F> {
    let mut number = F::BigInt::from(0u64);
    for (index, limb) in limbs.iter().enumerate() {
        let (word, shift) = (index * BITS / 64, index * BITS % 64);
        let words = number.as_mut();
        words[word] |= limb << shift;
        if shift > 64 - BITS && word + 1 < words.len() {
            words[word + 1] |= limb >> (64 - shift);
        }
    }
    F::from_bigint(number)
}

#[cfg(test)]
mod tests {
    use ark_ff::UniformRand;

    use super::*;
    use crate::poseidon::Poseidon;
    use crate::testing::rng;

    #[test]
    fn limbs_round_trip() {
        let rng = &mut rng(3);
        for _ in 0..64 {
            let value = ark_bls12_381::Fr::rand(rng);
            assert_eq!(joined(&limbs(&value)), Some(value));
        }
        let modulus = split(ark_bls12_381::Fr::MODULUS.as_ref());
        assert_eq!(joined::<ark_bls12_381::Fr>(&modulus), None);
        let product = negative_inverse(modulus[0]).wrapping_mul(modulus[0]);
        assert_eq!(product & ((1 << BITS) - 1), (1 << BITS) - 1);
    }

    /// Covers every width, all numbers of used lanes, edge values and random elements.
    #[test]
    fn eight_hashes_equal_single_hashes() {
        fn check<F: PrimeField>() {
            let rng = &mut rng(4);
            for width in 1..=5 {
                let poseidon = Poseidon::<F>::new(width);
                for count in [0, 1, 2, 7, 8, 9, 17, 40] {
                    let inputs: Vec<F> = (0..count * width)
                        .map(|index| match index % 5 {
                            0 => -F::ONE,
                            1 => F::ZERO,
                            2 => F::from(index as u64),
                            _ => F::rand(rng),
                        })
                        .collect();
                    let domain = F::rand(rng);
                    let expected: Vec<F> = inputs
                        .chunks_exact(width)
                        .map(|input| poseidon.hash(domain, input))
                        .collect();
                    assert_eq!(poseidon.hash_all(domain, &inputs), expected);
                }
            }
        }
        check::<ark_bls12_381::Fr>();
        check::<ark_bn254::Fr>();
    }
}
