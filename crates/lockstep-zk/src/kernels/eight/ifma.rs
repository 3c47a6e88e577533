//! The permutation in AVX-512 with the 52-bit multiply-add instructions of IFMA.
//!
//! A product takes 50 multiply-adds into ten columns, and its Montgomery reduction takes 55 more. A
//! sum of products is reduced once.
//!
//! Bounds: p < 2²⁵⁵, so p² < p·2²⁶⁰/32. A sum of products reduces to less than (Σ aᵢbᵢ/p²)·p/32 +
//! p. An element that only accumulates products grows by less than 1.3 p per round. Every
//! [`GATHER`] rounds it is multiplied by one, which reduces it before it reaches 2²⁶⁰.

use std::arch::x86_64::*;

use super::{BITS, Eight, LANES, LIMBS, Limbs};

/// Number of partial rounds in which elements accumulate products before they are reduced.
const GATHER: usize = 16;

/// Eight elements. Limbs are below 2^52.
type Element = [__m512i; LIMBS];
/// Ten columns of unreduced products.
type Wide = [__m512i; 2 * LIMBS];

/// The constants of a reduction, in all lanes.
#[derive(Clone, Copy)]
struct Prime {
    modulus: Element,
    inverse: __m512i,
}

#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) fn permute<const T: usize>(
    tables: &Eight,
    input: &[[[u64; LANES]; LIMBS]; 5],
) -> [[u64; LANES]; LIMBS] {
    let prime = Prime {
        modulus: all_lanes(&tables.modulus),
        inverse: _mm512_set1_epi64(tables.inverse as i64),
    };
    let mut state: [Element; T] = [[_mm512_setzero_si512(); LIMBS]; T];
    let radix_squared = all_lanes(&tables.radix_squared);
    for (element, input) in state.iter_mut().zip(input) {
        *element = product(&prime, &load(input), &radix_squared);
    }
    let half = tables.full.len() / T / 2;
    let (first, last) = tables.full.split_at(half * T);
    for (round, constants) in first.chunks_exact(T).enumerate() {
        let matrix = if round + 1 == half {
            &tables.into_partial
        } else {
            &tables.matrix
        };
        full(&prime, &mut state, constants, matrix);
    }
    for (round, entries) in tables.partial.chunks_exact(2 * T).enumerate() {
        if round % GATHER == 0 {
            let one = all_lanes(&tables.one);
            for element in &mut state[1..] {
                *element = product(&prime, element, &one);
            }
        }
        let (row, column) = entries[1..].split_at(T);
        let power = fifth_power(&prime, &plus(&state[0], &all_lanes(&entries[0])));
        state[0] = power;
        state[0] = dot(&prime, row, &state);
        for (element, weight) in state[1..].iter_mut().zip(column) {
            *element = plus(element, &product(&prime, &power, &all_lanes(weight)));
        }
    }
    for constants in last.chunks_exact(T) {
        full(&prime, &mut state, constants, &tables.matrix);
    }
    let mut wide = [_mm512_setzero_si512(); 2 * LIMBS];
    wide[..LIMBS].copy_from_slice(&state[0]);
    store(&reduced(&prime, wide))
}

#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn full<const T: usize>(
    prime: &Prime,
    state: &mut [Element; T],
    constants: &[Limbs],
    matrix: &[Limbs],
) {
    for (element, constant) in state.iter_mut().zip(constants) {
        *element = fifth_power(prime, &plus(element, &all_lanes(constant)));
    }
    let old = *state;
    for (element, row) in state.iter_mut().zip(matrix.chunks_exact(T)) {
        *element = dot(prime, row, &old);
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn fifth_power(prime: &Prime, value: &Element) -> Element {
    let fourth = square(prime, &square(prime, value));
    product(prime, &fourth, value)
}

#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn dot<const T: usize>(prime: &Prime, row: &[Limbs], state: &[Element; T]) -> Element {
    let mut wide = [_mm512_setzero_si512(); 2 * LIMBS];
    for (weight, element) in row.iter().zip(state) {
        gather(&mut wide, element, &all_lanes(weight));
    }
    reduced(prime, wide)
}

#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn product(prime: &Prime, left: &Element, right: &Element) -> Element {
    let mut wide = [_mm512_setzero_si512(); 2 * LIMBS];
    gather(&mut wide, left, right);
    reduced(prime, wide)
}

/// Squares a value. Each mixed product is computed once and doubled.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn square(prime: &Prime, value: &Element) -> Element {
    let mut wide = [_mm512_setzero_si512(); 2 * LIMBS];
    for i in 0..LIMBS {
        for j in i + 1..LIMBS {
            wide[i + j] = _mm512_madd52lo_epu64(wide[i + j], value[i], value[j]);
            wide[i + j + 1] = _mm512_madd52hi_epu64(wide[i + j + 1], value[i], value[j]);
        }
    }
    for column in &mut wide {
        *column = _mm512_add_epi64(*column, *column);
    }
    for i in 0..LIMBS {
        wide[2 * i] = _mm512_madd52lo_epu64(wide[2 * i], value[i], value[i]);
        wide[2 * i + 1] = _mm512_madd52hi_epu64(wide[2 * i + 1], value[i], value[i]);
    }
    reduced(prime, wide)
}

/// Adds a product to the columns. Five products add less than 2^58 to a column.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn gather(wide: &mut Wide, left: &Element, right: &Element) {
    for i in 0..LIMBS {
        for j in 0..LIMBS {
            wide[i + j] = _mm512_madd52lo_epu64(wide[i + j], left[i], right[j]);
            wide[i + j + 1] = _mm512_madd52hi_epu64(wide[i + j + 1], left[i], right[j]);
        }
    }
}

/// Reduces columns: divides by 2^260 modulo the prime, limb by limb.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn reduced(prime: &Prime, mut wide: Wide) -> Element {
    let zero = _mm512_setzero_si512();
    for i in 0..LIMBS {
        let factor = _mm512_madd52lo_epu64(zero, wide[i], prime.inverse);
        for j in 0..LIMBS {
            wide[i + j] = _mm512_madd52lo_epu64(wide[i + j], factor, prime.modulus[j]);
            wide[i + j + 1] = _mm512_madd52hi_epu64(wide[i + j + 1], factor, prime.modulus[j]);
        }
        // The low 52 bits of this column are now zero.
        let carry = _mm512_srli_epi64::<{ BITS as u32 }>(wide[i]);
        wide[i + 1] = _mm512_add_epi64(wide[i + 1], carry);
    }
    let mut high = [zero; LIMBS];
    high.copy_from_slice(&wide[LIMBS..]);
    propagate_carries(high)
}

#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn plus(left: &Element, right: &Element) -> Element {
    let mut sum = *left;
    for (limb, other) in sum.iter_mut().zip(right) {
        *limb = _mm512_add_epi64(*limb, *other);
    }
    propagate_carries(sum)
}

/// Propagates carries so that limbs are below 2^52. The value is below 2^260.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn propagate_carries(mut value: Element) -> Element {
    let mask = _mm512_set1_epi64((1 << BITS) - 1);
    for limb in 0..LIMBS - 1 {
        let carry = _mm512_srli_epi64::<{ BITS as u32 }>(value[limb]);
        value[limb] = _mm512_and_si512(value[limb], mask);
        value[limb + 1] = _mm512_add_epi64(value[limb + 1], carry);
    }
    value
}

#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn all_lanes(limbs: &Limbs) -> Element {
    let mut element = [_mm512_setzero_si512(); LIMBS];
    for (lanes, limb) in element.iter_mut().zip(limbs) {
        *lanes = _mm512_set1_epi64(*limb as i64);
    }
    element
}

#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn load(element: &[[u64; LANES]; LIMBS]) -> Element {
    let mut limbs = [_mm512_setzero_si512(); LIMBS];
    for (lanes, words) in limbs.iter_mut().zip(element) {
        // SAFETY: eight words are 64 bytes, and the load needs no alignment.
        #[expect(unsafe_code, reason = "a vector load")]
        unsafe {
            *lanes = _mm512_loadu_si512(words.as_ptr().cast());
        }
    }
    limbs
}

#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn store(element: &Element) -> [[u64; LANES]; LIMBS] {
    let mut words = [[0; LANES]; LIMBS];
    for (words, lanes) in words.iter_mut().zip(element) {
        // SAFETY: eight words are 64 bytes, and the store needs no alignment.
        #[expect(unsafe_code, reason = "a vector store")]
        unsafe {
            _mm512_storeu_si512(words.as_mut_ptr().cast(), *lanes);
        }
    }
    words
}
