//! Transforms of scalar fields on eight elements at a time.
//!
//! A vector of n elements is cut into eight segments. Lane k of the work array holds segment k, so
//! that only three of log₂ n stages combine lanes; those run while the segments are loaded or
//! stored. The other stages work in place, two at a time, and finish a part of the array that fits
//! the cache before the next one.
//!
//! The way to coefficients leaves them in bit-reversed order, and the way back starts from that
//! order, so nothing is permuted. The coset's shift is part of the second way's roots.

use std::arch::x86_64::*;

use ark_ff::PrimeField;
use zeroize::Zeroize;

use super::field::{
    Element, Prime, all_lanes, blend, minus, nearly_reduced, plus, prime, product,
    propagate_carries, unrolled,
};
use super::modulus::{BITS, Modulus, split};
use super::points::{LANES, limbs_of, put_words, quarters, store_words, transposed};

/// Limbs of both scalar fields.
const L: usize = 5;

/// Smallest transform in lanes.
pub(super) const MIN_LOG: u32 = 8;

/// A scalar field whose Montgomery words for 2^256 are accessible.
pub(super) trait Words: PrimeField {
    fn words(&self) -> [u64; 4];
    fn set_words(&mut self, words: [u64; 4]);
}

impl Words for ark_bn254::Fr {
    fn words(&self) -> [u64; 4] {
        self.0.0
    }

    fn set_words(&mut self, words: [u64; 4]) {
        self.0.0 = words;
    }
}

impl Words for ark_bls12_381::Fr {
    fn words(&self) -> [u64; 4] {
        self.0.0
    }

    fn set_words(&mut self, words: [u64; 4]) {
        self.0.0 = words;
    }
}

/// Powers of a root for each stage.
struct Roots {
    /// For the stages that combine lanes: the powers for halves of n/2, n/4 and n/8 elements, eight
    /// neighbours per vector.
    wide: [Vec<Element<L>>; 3],
    /// For the other stages: powers for halves of n/16, n/32 … 1 vectors.
    narrow: Vec<Vec<[u64; L]>>,
}

impl Roots {
    /// Computes the powers firstᵇ·rootᵇʲ, where b is 1 for the longest half and doubles with each
    /// stage. `root` has the order 2^log.
    #[target_feature(enable = "avx512f,avx512ifma")]
    fn new<F: PrimeField>(prime: &Prime<L>, log: u32, first: F, root: F) -> Self {
        let (mut first, mut root) = (first, root);
        let mut half = 1usize << (log - 1);
        let wide = [(); 3].map(|()| {
            let list = powers(prime, first, root, half.div_ceil(LANES));
            first.square_in_place();
            root.square_in_place();
            half /= 2;
            list
        });
        let mut narrow = Vec::new();
        while half > 0 {
            let mut list = Vec::with_capacity(half.next_multiple_of(LANES));
            for element in powers(prime, first, root, half.div_ceil(LANES)) {
                list.extend(numbers(&element));
            }
            list.truncate(half);
            narrow.push(list);
            first.square_in_place();
            root.square_in_place();
            half /= 2;
        }
        Roots { wide, narrow }
    }
}

/// Computes first·rootⁱ for 8·`count` exponents. `count` is a power of two.
#[target_feature(enable = "avx512f,avx512ifma")]
fn powers<F: PrimeField>(prime: &Prime<L>, first: F, root: F, count: usize) -> Vec<Element<L>> {
    let mut power = first;
    let mut lanes = [[0; LANES]; L];
    for lane in 0..LANES {
        for (limb, number) in lanes.iter_mut().zip(montgomery(power)) {
            limb[lane] = number;
        }
        power *= root;
    }
    let mut start = [_mm512_setzero_si512(); L];
    for (limb, words) in start.iter_mut().zip(&lanes) {
        *limb = super::points::load_words(words);
    }
    let mut list = Vec::with_capacity(count);
    list.push(start);
    let mut step = root.pow([LANES as u64]);
    while list.len() < count {
        let factor = all_lanes(&montgomery(step));
        for index in 0..list.len() {
            list.push(product(prime, &list[index], &factor));
        }
        step.square_in_place();
    }
    list
}

/// Moves values on the domain of this root to values on the coset shift·domain.
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) fn move_to_coset<F: Words>(values: &mut [F], root: F, shift: F) {
    let log = values.len().trailing_zeros();
    let prime = prime(&Modulus::<L>::of::<F>());
    let size = F::from(values.len() as u64);
    let inverse = |value: F| {
        value
            .inverse()
            .expect("a root and a power of two are not zero")
    };
    let mut work = vec![[_mm512_setzero_si512(); L]; values.len() / LANES];
    let down = Roots::new(&prime, log, F::ONE, inverse(root));
    load(
        &prime,
        values,
        &down.wide,
        &all_lanes(&montgomery(inverse(size))),
        &mut work,
    );
    coefficients(&prime, &mut work, &down.narrow);
    let up = Roots::new(&prime, log, shift, root);
    evaluations(&prime, &mut work, &up.narrow);
    store(&prime, &mut work, &up.wide, values);
    // The values are secret.
    work.zeroize();
}

/// Loads values times a factor, and runs the stages that combine segments.
#[target_feature(enable = "avx512f,avx512ifma")]
fn load<F: Words>(
    prime: &Prime<L>,
    values: &[F],
    roots: &[Vec<Element<L>>; 3],
    factor: &Element<L>,
    work: &mut [Element<L>],
) {
    let segment = work.len();
    for (block, work) in work.chunks_exact_mut(LANES).enumerate() {
        let mut segments = [[_mm512_setzero_si512(); L]; LANES];
        for (k, element) in segments.iter_mut().enumerate() {
            let from = k * segment + block * LANES;
            *element = product(prime, &loaded(&values[from..from + LANES]), factor);
        }
        for (stage, roots) in roots.iter().enumerate() {
            let half = 4 >> stage;
            for pair in 0..LANES / 2 {
                let k = pair / half * 2 * half + pair % half;
                let root = &roots[(k % half) * (segment / LANES) + block];
                (segments[k], segments[k + half]) =
                    gentleman_sande(prime, &segments[k], &segments[k + half], root);
            }
        }
        transpose_block(&segments, work);
    }
}

/// Runs the stages that combine segments, and stores the values.
#[target_feature(enable = "avx512f,avx512ifma")]
fn store<F: Words>(
    prime: &Prime<L>,
    work: &mut [Element<L>],
    roots: &[Vec<Element<L>>; 3],
    values: &mut [F],
) {
    let segment = work.len();
    for (block, work) in work.chunks_exact(LANES).enumerate() {
        let mut segments = [[_mm512_setzero_si512(); L]; LANES];
        transpose_block(work, &mut segments);
        for (stage, roots) in roots.iter().enumerate().rev() {
            let half = 4 >> stage;
            for pair in 0..LANES / 2 {
                let k = pair / half * 2 * half + pair % half;
                let root = &roots[(k % half) * (segment / LANES) + block];
                (segments[k], segments[k + half]) =
                    cooley_tukey(prime, &segments[k], &segments[k + half], root);
            }
        }
        for (k, element) in segments.iter().enumerate() {
            let from = k * segment + block * LANES;
            stored(prime, element, &mut values[from..from + LANES]);
        }
    }
}

/// Transposes eight vectors of eight elements.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn transpose_block(from: &[Element<L>], to: &mut [Element<L>]) {
    unrolled!(limb < L => {
        let mut rows = [_mm512_setzero_si512(); LANES];
        unrolled!(row < LANES => {
            rows[row] = from[row][limb];
        });
        let rows = transposed(rows);
        unrolled!(row < LANES => {
            to[row][limb] = rows[row];
        });
    });
}

/// Computes coefficients in bit-reversed order.
#[target_feature(enable = "avx512f,avx512ifma")]
fn coefficients(prime: &Prime<L>, work: &mut [Element<L>], roots: &[Vec<[u64; L]>]) {
    if let [roots] = roots {
        (work[0], work[1]) = gentleman_sande(prime, &work[0], &work[1], &all_lanes(&roots[0]));
    }
    let [outer, inner, rest @ ..] = roots else {
        return;
    };
    let quarter = work.len() / 4;
    let (low, high) = work.split_at_mut(2 * quarter);
    let (first, second) = low.split_at_mut(quarter);
    let (third, fourth) = high.split_at_mut(quarter);
    for index in 0..quarter {
        let (a, c) = gentleman_sande(
            prime,
            &first[index],
            &third[index],
            &all_lanes(&outer[index]),
        );
        let root = all_lanes(&outer[index + quarter]);
        let (b, d) = gentleman_sande(prime, &second[index], &fourth[index], &root);
        let root = all_lanes(&inner[index]);
        (first[index], second[index]) = gentleman_sande(prime, &a, &b, &root);
        (third[index], fourth[index]) = gentleman_sande(prime, &c, &d, &root);
    }
    for part in [first, second, third, fourth] {
        coefficients(prime, part, rest);
    }
}

/// Computes values from coefficients in bit-reversed order.
#[target_feature(enable = "avx512f,avx512ifma")]
fn evaluations(prime: &Prime<L>, work: &mut [Element<L>], roots: &[Vec<[u64; L]>]) {
    if let [roots] = roots {
        (work[0], work[1]) = cooley_tukey(prime, &work[0], &work[1], &all_lanes(&roots[0]));
    }
    let [outer, inner, rest @ ..] = roots else {
        return;
    };
    let quarter = work.len() / 4;
    for part in work.chunks_exact_mut(quarter) {
        evaluations(prime, part, rest);
    }
    let (low, high) = work.split_at_mut(2 * quarter);
    let (first, second) = low.split_at_mut(quarter);
    let (third, fourth) = high.split_at_mut(quarter);
    for index in 0..quarter {
        let root = all_lanes(&inner[index]);
        let (a, b) = cooley_tukey(prime, &first[index], &second[index], &root);
        let (c, d) = cooley_tukey(prime, &third[index], &fourth[index], &root);
        (first[index], third[index]) = cooley_tukey(prime, &a, &c, &all_lanes(&outer[index]));
        let root = all_lanes(&outer[index + quarter]);
        (second[index], fourth[index]) = cooley_tukey(prime, &b, &d, &root);
    }
}

/// The butterfly of Gentleman and Sande: x + y below 1.01 p and (x − y)·root below 2.4 p, for x and y below 2.4 p.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn gentleman_sande(
    prime: &Prime<L>,
    x: &Element<L>,
    y: &Element<L>,
    root: &Element<L>,
) -> (Element<L>, Element<L>) {
    let twice = plus(&prime.modulus, &prime.modulus);
    let rest = propagate_carries(plus(&minus(x, y), &plus(&twice, &prime.modulus)));
    (
        nearly_reduced(prime, plus(x, y)),
        product(prime, &rest, root),
    )
}

/// The butterfly of Cooley and Tukey: x + y·root and x − y·root below 1.01 p, for x and y below 2.4 p.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn cooley_tukey(
    prime: &Prime<L>,
    x: &Element<L>,
    y: &Element<L>,
    root: &Element<L>,
) -> (Element<L>, Element<L>) {
    let term = product(prime, y, root);
    (
        nearly_reduced(prime, plus(x, &term)),
        nearly_reduced(prime, minus(x, &term)),
    )
}

/// Loads the words of eight elements. A transform is linear, so their Montgomery form for 2^256 can
/// stand for another element's form for R.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn loaded<F: Words>(values: &[F]) -> Element<L> {
    let mut rows = [_mm512_setzero_si512(); 4];
    for (row, pair) in rows.iter_mut().zip(values.chunks_exact(2)) {
        let mut words = [0; LANES];
        words[..4].copy_from_slice(&pair[0].words());
        words[4..].copy_from_slice(&pair[1].words());
        *row = super::points::load_words(&words);
    }
    let [even, even_high, odd, odd_high] = quarters(rows);
    let zero = _mm512_setzero_si512();
    let words = [
        _mm512_unpacklo_epi64(even, odd),
        _mm512_unpackhi_epi64(even, odd),
        _mm512_unpacklo_epi64(even_high, odd_high),
        _mm512_unpackhi_epi64(even_high, odd_high),
    ];
    limbs_of::<L, 1>(
        &[[
            words[0], words[1], words[2], words[3], zero, zero, zero, zero,
        ]],
        0,
    )
}

/// Stores eight elements below 2 p, fully reduced.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn stored<F: Words>(prime: &Prime<L>, element: &Element<L>, values: &mut [F]) {
    let rest = propagate_carries(minus(element, &prime.modulus));
    let negative = _mm512_cmplt_epi64_mask(rest[L - 1], _mm512_setzero_si512());
    let mut all = [[_mm512_setzero_si512(); LANES]];
    put_words(&mut all, 0, &blend(negative, &rest, element));
    let [a, b, c, d, ..] = all[0];
    let rows = quarters([
        _mm512_unpacklo_epi64(a, b),
        _mm512_unpacklo_epi64(c, d),
        _mm512_unpackhi_epi64(a, b),
        _mm512_unpackhi_epi64(c, d),
    ]);
    for (row, pair) in rows.iter().zip(values.chunks_exact_mut(2)) {
        let mut words = [0; LANES];
        store_words(&mut words, *row);
        let (even, odd) = words.split_at(4);
        pair[0].set_words(even.try_into().expect("half of eight words"));
        pair[1].set_words(odd.try_into().expect("half of eight words"));
    }
}

/// Returns value·R in limbs.
fn montgomery<F: PrimeField>(value: F) -> [u64; L] {
    let radix = F::from(2u64).pow([(L * BITS) as u64]);
    split((value * radix).into_bigint().as_ref())
}

/// Returns the limbs of each lane.
#[target_feature(enable = "avx512f,avx512ifma")]
fn numbers(element: &Element<L>) -> [[u64; L]; LANES] {
    let mut numbers = [[0; L]; LANES];
    for (limb, lanes) in element.iter().enumerate() {
        let mut words = [0; LANES];
        store_words(&mut words, *lanes);
        for (number, word) in numbers.iter_mut().zip(words) {
            number[limb] = word;
        }
    }
    numbers
}
