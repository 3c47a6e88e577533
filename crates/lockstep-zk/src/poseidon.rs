//! Poseidon (eprint 2019/458): 8 full rounds, constants from the Grain generator. The S-box is x⁵ on
//! BN254 and BLS12-381. On BLS24-509 and BLS48-575 it is x⁷, because 5 divides r − 1 on every curve
//! of these families.
//!
//! Circuit rows follow the plain rounds ([`Poseidon::constant`], [`Poseidon::row`]). Hashes outside
//! circuits use the same rounds rewritten with sparse matrices (`schedule`), and `kernels::eight`
//! computes eight hashes at a time.
//!
//! On BN254 with domain 0 this is circomlib's hash. On the other curves the constants are those of
//! the reference script for the same rounds. Collision resistance is about 127 bits, 192 bits on
//! BLS24-509 and 256 bits on BLS48-575.

mod schedule;

use ark_ff::PrimeField;

use crate::kernels::{Eight, LANES};
use schedule::Schedule;

/// Number of full rounds.
const FULL: usize = 8;
/// Number of partial rounds for t = 2, 3, …, 17, from the reference script's table for x⁵ and 128
/// bits.
const PARTIAL: [usize; 16] = [
    56, 57, 56, 60, 60, 63, 64, 63, 60, 66, 60, 65, 70, 60, 64, 68,
];
/// The maximum number of partial rounds that the reference script requires with x⁷ and 192 bits, for t
/// = 2 to 17 (`bench/curves/rounds.py`).
const PARTIAL_192: usize = 71;
/// As [`PARTIAL_192`], for 256 bits.
const PARTIAL_256: usize = 96;

/// The exponent of the S-box. It has no factor in common with r − 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Power {
    /// x⁵, three products.
    Fifth,
    /// x⁷, four products.
    Seventh,
}

impl Power {
    pub(crate) fn of<F: PrimeField>(self, value: F) -> F {
        let square = value.square();
        match self {
            Power::Fifth => square.square() * value,
            Power::Seventh => square.square() * square * value,
        }
    }
}

/// Returns the S-box and the number of partial rounds for a field and a width.
fn parameters<F: PrimeField>(t: usize) -> (Power, usize) {
    match F::MODULUS_BIT_SIZE {
        0..384 => (Power::Fifth, PARTIAL[t - 2]),
        384..512 => (Power::Seventh, PARTIAL_192),
        512.. => (Power::Seventh, PARTIAL_256),
    }
}

/// The permutation of one width.
#[derive(Clone, Debug)]
pub struct Poseidon<F> {
    /// Width: the inputs and one capacity element.
    t: usize,
    power: Power,
    /// Number of partial rounds.
    partial: usize,
    /// t constants per round.
    constants: Vec<F>,
    /// A t×t matrix, row by row.
    matrix: Vec<Vec<F>>,
    schedule: Schedule<F>,
    eight: Option<Eight>,
}

impl<F: PrimeField> Poseidon<F> {
    /// Creates the permutation for 1 to 16 inputs.
    ///
    /// # Panics
    /// If `inputs` is outside 1 to 16. Circuits use fixed numbers of inputs.
    #[must_use]
    pub fn new(inputs: usize) -> Self {
        assert!((1..=16).contains(&inputs), "Poseidon takes 1 to 16 inputs");
        let t = inputs + 1;
        let (power, partial) = parameters::<F>(t);
        let mut grain = Grain::new(F::MODULUS_BIT_SIZE, t, FULL, partial);
        let constants: Vec<F> = (0..t * (FULL + partial))
            .map(|_| grain.below_modulus())
            .collect();
        let matrix = loop {
            let xs: Vec<F> = (0..t).map(|_| grain.reduced()).collect();
            let ys: Vec<F> = (0..t).map(|_| grain.reduced()).collect();
            if let Some(matrix) = cauchy(&xs, &ys) {
                break matrix;
            }
        };
        let schedule = Schedule::new(power, &constants, &matrix);
        let eight = Eight::new(&schedule.rounds());
        Poseidon {
            t,
            power,
            partial,
            constants,
            matrix,
            schedule,
            eight,
        }
    }

    /// Width of the state: the inputs and one capacity element.
    #[must_use]
    pub fn width(&self) -> usize {
        self.t
    }

    /// Number of rounds, full and partial.
    pub(crate) fn rounds(&self) -> usize {
        FULL + self.partial
    }

    /// The S-box.
    pub(crate) fn power(&self) -> Power {
        self.power
    }

    /// Whether this round applies the S-box to every element, rather than only to the first.
    pub(crate) fn is_full(&self, round: usize) -> bool {
        round < FULL / 2 || round >= self.rounds() - FULL / 2
    }

    pub(crate) fn constant(&self, round: usize, position: usize) -> F {
        self.constants[round * self.t + position]
    }

    pub(crate) fn row(&self, position: usize) -> &[F] {
        &self.matrix[position]
    }

    /// Applies the permutation in place.
    ///
    /// # Panics
    /// If the state has another width.
    pub fn permute(&self, state: &mut [F]) {
        assert_eq!(state.len(), self.t, "a state of the permutation's width");
        self.schedule.permute(state);
    }

    /// Hashes the inputs to one element. `domain` is the capacity element; circomlib uses 0.
    ///
    /// # Panics
    /// If the number of inputs differs from the permutation's.
    #[must_use]
    pub fn hash(&self, domain: F, inputs: &[F]) -> F {
        let mut state = Vec::with_capacity(self.t);
        state.push(domain);
        state.extend_from_slice(inputs);
        self.permute(&mut state);
        state[0]
    }

    /// Hashes many groups of inputs, stored one after another. Each group has as many elements as
    /// one hash takes. Computes eight hashes at a time where the CPU supports it.
    ///
    /// # Panics
    /// If the inputs do not form a whole number of groups.
    #[must_use]
    pub(crate) fn hash_all(&self, domain: F, inputs: &[F]) -> Vec<F> {
        let width = self.t - 1;
        assert!(
            inputs.len().is_multiple_of(width),
            "the inputs form whole groups"
        );
        let mut hashes = Vec::with_capacity(inputs.len() / width);
        for inputs in inputs.chunks(LANES * width) {
            match &self.eight {
                // Eight hashes at a time cost less than two single hashes.
                Some(eight) if inputs.len() > width => eight.hash(domain, inputs, &mut hashes),
                _ => hashes.extend(
                    inputs
                        .chunks_exact(width)
                        .map(|input| self.hash(domain, input)),
                ),
            }
        }
        hashes
    }
}

/// Computes M[i][j] = 1 / (xᵢ + yⱼ). Returns `None` if a value repeats or a sum is zero.
fn cauchy<F: PrimeField>(xs: &[F], ys: &[F]) -> Option<Vec<Vec<F>>> {
    let mut all: Vec<F> = xs.iter().chain(ys).copied().collect();
    all.sort();
    all.dedup();
    if all.len() != xs.len() + ys.len() {
        return None;
    }
    xs.iter()
        .map(|x| ys.iter().map(|y| (*x + y).inverse()).collect())
        .collect()
}

/// The self-shrinking Grain generator of the reference script.
struct Grain {
    state: [bool; 80],
    position: usize,
    bits: usize,
}

impl Grain {
    fn new(field_bits: u32, t: usize, full: usize, partial: usize) -> Self {
        let mut state = [true; 80];
        let fields: [(u64, usize); 6] = [
            (1, 2),
            (0, 4),
            (u64::from(field_bits), 12),
            (t as u64, 12),
            (full as u64, 10),
            (partial as u64, 10),
        ];
        let mut position = 0;
        for (value, bits) in fields {
            for bit in (0..bits).rev() {
                state[position] = value >> bit & 1 == 1;
                position += 1;
            }
        }
        let mut grain = Grain {
            state,
            position: 0,
            bits: field_bits as usize,
        };
        for _ in 0..160 {
            grain.clock();
        }
        grain
    }

    fn clock(&mut self) -> bool {
        let tap = |offset: usize| self.state[(self.position + offset) % 80];
        let bit = tap(62) ^ tap(51) ^ tap(38) ^ tap(23) ^ tap(13) ^ tap(0);
        self.state[self.position] = bit;
        self.position = (self.position + 1) % 80;
        bit
    }

    fn bit(&mut self) -> bool {
        loop {
            let keep = self.clock();
            let bit = self.clock();
            if keep {
                return bit;
            }
        }
    }

    fn number<F: PrimeField>(&mut self) -> F::BigInt {
        let mut number = F::BigInt::from(0u64);
        for bit in (0..self.bits).rev() {
            if self.bit() {
                number.as_mut()[bit / 64] |= 1 << (bit % 64);
            }
        }
        number
    }

    fn below_modulus<F: PrimeField>(&mut self) -> F {
        loop {
            if let Some(value) = F::from_bigint(self.number::<F>()) {
                return value;
            }
        }
    }

    fn reduced<F: PrimeField>(&mut self) -> F {
        use ark_ff::BigInteger;
        F::from_le_bytes_mod_order(&self.number::<F>().to_bytes_le())
    }
}

#[cfg(test)]
mod tests {
    use ark_ff::{AdditiveGroup, BigInteger};

    use super::schedule::times;
    use super::*;

    fn hex<F: PrimeField>(value: &F) -> String {
        crate::formats::json::hex(&value.into_bigint().to_bytes_be())
    }

    /// test_vectors.txt of the reference implementation: x⁵, t = 3, input (0, 1, 2).
    #[test]
    fn permutation_matches_the_reference_vectors() {
        fn check<F: PrimeField>(expected: [&str; 3]) {
            let mut state: Vec<F> = (0..3u64).map(F::from).collect();
            Poseidon::new(2).permute(&mut state);
            assert_eq!(state.iter().map(hex).collect::<Vec<_>>(), expected);
        }
        check::<ark_bn254::Fr>([
            "115cc0f5e7d690413df64c6b9662e9cf2a3617f2743245519e19607a4417189a",
            "0fca49b798923ab0239de1c9e7a4a9a2210312b6a2f616d18b5a87f9b628ae29",
            "0e7ae82e40091e63cbd4f16a6d16310b3729d4b6e138fcf54110e2867045a30c",
        ]);
        check::<ark_bls12_381::Fr>([
            "28ce19420fc246a05553ad1e8c98f5c9d67166be2c18e9e4cb4b4e317dd2a78a",
            "51f3e312c95343a896cfd8945ea82ba956c1118ce9b9859b6ea56637b4b1ddc4",
            "3b2b69139b235626a0bfb56c9527ae66a7bf486ad8c11c14d1da0c69bbe0f79a",
        ]);
    }

    /// circomlib's own test values.
    #[test]
    fn hash_matches_circomlibs_test_values() {
        let numbers = |last: u64| (1..=last).map(ark_bn254::Fr::from).collect::<Vec<_>>();
        for (inputs, expected) in [
            (
                1,
                "18586133768512220936620570745912940619677854269274689475585506675881198879027",
            ),
            (
                2,
                "7853200120776062878684798364095072458815029376092732009249414926327459813530",
            ),
            (
                4,
                "18821383157269793795438455681495246036402687001665670618754263018637548127333",
            ),
            (
                6,
                "20400040500897583745843009878988256314335038853985262692600694741116813247201",
            ),
        ] {
            let hash = Poseidon::new(inputs).hash(ark_bn254::Fr::ZERO, &numbers(inputs as u64));
            assert_eq!(crate::field::to_decimal(&hash), expected, "{inputs} inputs");
        }
    }

    /// The rounds as the paper defines them.
    fn plain<F: PrimeField>(poseidon: &Poseidon<F>, state: &mut [F]) {
        for round in 0..poseidon.rounds() {
            for (place, element) in state.iter_mut().enumerate() {
                *element += poseidon.constant(round, place);
                if place == 0 || poseidon.is_full(round) {
                    *element = poseidon.power.of(*element);
                }
            }
            let next = times(&poseidon.matrix, state);
            state.copy_from_slice(&next);
        }
    }

    #[test]
    fn sparse_rounds_equal_the_plain_rounds() {
        fn check<F: PrimeField>() {
            for inputs in 1..=16 {
                let poseidon = Poseidon::<F>::new(inputs);
                let mut state: Vec<F> = (0..=inputs as u64)
                    .map(|place| F::from(place * place + 3) * poseidon.constants[0])
                    .collect();
                let mut expected = state.clone();
                plain(&poseidon, &mut expected);
                poseidon.permute(&mut state);
                assert_eq!(state, expected, "{inputs} inputs");
            }
        }
        check::<ark_bn254::Fr>();
        check::<ark_bls12_381::Fr>();
        check::<crate::scalar::Bls24_509>();
        check::<crate::scalar::Bls48_575>();
    }

    /// Vectors of a second implementation, `bench/curves/poseidon.py`.
    #[test]
    fn permutation_matches_the_second_implementation() {
        fn check<F: PrimeField>(name: &str) {
            let all: serde_json::Value =
                serde_json::from_str(include_str!("poseidon/vectors.json")).unwrap();
            for case in all[name].as_array().unwrap() {
                let expected: Vec<&str> = case
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|number| number.as_str().unwrap())
                    .collect();
                let mut state: Vec<F> = (0..expected.len() as u64).map(F::from).collect();
                Poseidon::new(expected.len() - 1).permute(&mut state);
                let found: Vec<String> = state.iter().map(crate::field::to_decimal).collect();
                assert_eq!(found, expected, "{name}");
            }
        }
        check::<ark_bn254::Fr>("bn254");
        check::<crate::scalar::Bls24_509>("bls24-509");
        check::<crate::scalar::Bls48_575>("bls48-575");
    }

    #[test]
    fn different_domains_give_different_hashes() {
        let poseidon = Poseidon::<ark_bls12_381::Fr>::new(2);
        let inputs = [1u64, 2].map(ark_bls12_381::Fr::from);
        let one = poseidon.hash(ark_bls12_381::Fr::from(1u64), &inputs);
        assert_ne!(one, poseidon.hash(ark_bls12_381::Fr::from(2u64), &inputs));
        assert_eq!(poseidon.width(), 3);
    }
}
