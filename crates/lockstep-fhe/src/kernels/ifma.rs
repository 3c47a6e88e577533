//! The inner loops in AVX-512 with the 52-bit multiply-add instructions of IFMA, eight residues at
//! a time.
//!
//! A product x·w modulo q with a precomputed w takes three multiply-adds (Shoup's trick in base
//! 2^52). The transform does two levels per pass over memory. Its three narrowest levels work on
//! sixteen values in two registers.

use std::arch::x86_64::*;

use super::Ntt;
pub(super) use super::ifma_bytes::{pack, unpack, weighted_sum};
use super::ifma_tables::LaneFactor;
use super::lanes::{LANES, all, load, store};
use crate::convert::Conversion;
use crate::modulus::{Modulus, Shoup};

/// A precomputed factor in all lanes, or one per lane: w and ⌊w·2^52/q⌋.
#[derive(Clone, Copy)]
struct Factor {
    w: __m512i,
    quotient: __m512i,
}

/// A modulus in all lanes.
#[derive(Clone, Copy)]
struct Prime {
    q: __m512i,
    q2: __m512i,
}

#[inline]
#[target_feature(enable = "avx512f")]
fn prime(m: &Modulus) -> Prime {
    Prime {
        q: all(m.q),
        q2: all(2 * m.q),
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn factor(w: Shoup) -> Factor {
    Factor {
        w: all(w.w),
        quotient: all(w.quotient52()),
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn lane_factor(f: &LaneFactor) -> Factor {
    Factor {
        w: load(&f.w, 0),
        quotient: load(&f.quotient, 0),
    }
}

/// Reduces `x` from [0, 2m) to [0, m).
#[inline]
#[target_feature(enable = "avx512f")]
fn below(x: __m512i, m: __m512i) -> __m512i {
    _mm512_min_epu64(x, _mm512_sub_epi64(x, m))
}

/// Computes `x·w` in [0, 2q) for `x` below 2^52.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn mul_lazy(x: __m512i, f: Factor, p: Prime) -> __m512i {
    let zero = _mm512_setzero_si512();
    let quotient = _mm512_madd52hi_epu64(zero, x, f.quotient);
    let product = _mm512_madd52lo_epu64(zero, x, f.w);
    let multiple = _mm512_madd52lo_epu64(zero, quotient, p.q);
    _mm512_and_si512(_mm512_sub_epi64(product, multiple), all((1 << 52) - 1))
}

/// Harvey's forward butterfly. Values below 4q stay below 4q.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn cooley_tukey(x: __m512i, y: __m512i, f: Factor, p: Prime) -> (__m512i, __m512i) {
    let u = below(x, p.q2);
    let v = mul_lazy(y, f, p);
    (
        _mm512_add_epi64(u, v),
        _mm512_add_epi64(_mm512_sub_epi64(u, v), p.q2),
    )
}

/// Harvey's inverse butterfly. Values below 2q stay below 2q.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn gentleman_sande(x: __m512i, y: __m512i, f: Factor, p: Prime) -> (__m512i, __m512i) {
    let sum = below(_mm512_add_epi64(x, y), p.q2);
    let difference = _mm512_add_epi64(_mm512_sub_epi64(x, y), p.q2);
    (sum, mul_lazy(difference, f, p))
}

/// Selects eight values of `x` and `y` by position. Positions from 8 on are those of `y`.
macro_rules! pick {
    ($x:expr, $y:expr, $($index:literal),*) => {
        _mm512_permutex2var_epi64($x, _mm512_setr_epi64($($index),*), $y)
    };
}

#[target_feature(enable = "avx512f,avx512ifma,avx512dq,avx512vl")]
pub(super) fn forward(ntt: &Ntt, a: &mut [u64]) {
    let p = prime(&ntt.modulus);
    let powers = &ntt.forward[..];
    let mut half = ntt.n / 2;
    let mut blocks = 1;
    while half >= 2 * LANES {
        forward_two_levels(a, half, &powers[blocks..], &powers[2 * blocks..], p);
        half /= 4;
        blocks *= 4;
    }
    if half == LANES {
        for (block, w) in a.chunks_exact_mut(2 * LANES).zip(&powers[blocks..]) {
            let (x, y) = cooley_tukey(load(block, 0), load(block, LANES), factor(*w), p);
            store(block, 0, x);
            store(block, LANES, y);
        }
    }
    let levels = &ntt.lanes.forward;
    let factors = levels.four.iter().zip(&levels.two).zip(&levels.one);
    for (block, ((four, two), one)) in a.chunks_exact_mut(2 * LANES).zip(factors) {
        let (u, v) = (load(block, 0), load(block, LANES));
        let (x, y) = (
            pick!(u, v, 0, 1, 2, 3, 8, 9, 10, 11),
            pick!(u, v, 4, 5, 6, 7, 12, 13, 14, 15),
        );
        let (u, v) = cooley_tukey(x, y, lane_factor(four), p);
        let (x, y) = (
            pick!(u, v, 0, 1, 8, 9, 4, 5, 12, 13),
            pick!(u, v, 2, 3, 10, 11, 6, 7, 14, 15),
        );
        let (u, v) = cooley_tukey(x, y, lane_factor(two), p);
        let (x, y) = (
            pick!(u, v, 0, 8, 2, 10, 4, 12, 6, 14),
            pick!(u, v, 1, 9, 3, 11, 5, 13, 7, 15),
        );
        let (u, v) = cooley_tukey(x, y, lane_factor(one), p);
        let (u, v) = (below(below(u, p.q2), p.q), below(below(v, p.q2), p.q));
        store(block, 0, pick!(u, v, 0, 8, 1, 9, 2, 10, 3, 11));
        store(block, LANES, pick!(u, v, 4, 12, 5, 13, 6, 14, 7, 15));
    }
}

/// Does the levels `half` and `half/2` in one pass. `half` is at least 16.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma,avx512dq,avx512vl")]
fn forward_two_levels(a: &mut [u64], half: usize, wide: &[Shoup], narrow: &[Shoup], p: Prime) {
    let quarter = half / 2;
    let factors = wide.iter().zip(narrow.chunks_exact(2));
    for (block, (w, pair)) in a.chunks_exact_mut(2 * half).zip(factors) {
        let (f, left, right) = (factor(*w), factor(pair[0]), factor(pair[1]));
        let (low, high) = block.split_at_mut(half);
        let (a0, a1) = low.split_at_mut(quarter);
        let (a2, a3) = high.split_at_mut(quarter);
        for offset in (0..quarter).step_by(LANES) {
            let (x0, x2) = cooley_tukey(load(a0, offset), load(a2, offset), f, p);
            let (x1, x3) = cooley_tukey(load(a1, offset), load(a3, offset), f, p);
            let (x0, x1) = cooley_tukey(x0, x1, left, p);
            let (x2, x3) = cooley_tukey(x2, x3, right, p);
            store(a0, offset, x0);
            store(a1, offset, x1);
            store(a2, offset, x2);
            store(a3, offset, x3);
        }
    }
}

#[target_feature(enable = "avx512f,avx512ifma,avx512dq,avx512vl")]
pub(super) fn inverse(ntt: &Ntt, a: &mut [u64]) {
    let p = prime(&ntt.modulus);
    let powers = &ntt.inverse[..];
    if ntt.n == 2 * LANES {
        return super::portable::inverse(ntt, a);
    }
    let levels = &ntt.lanes.inverse;
    let factors = levels.four.iter().zip(&levels.two).zip(&levels.one);
    for (block, ((four, two), one)) in a.chunks_exact_mut(2 * LANES).zip(factors) {
        let (u, v) = (load(block, 0), load(block, LANES));
        let (x, y) = (
            pick!(u, v, 0, 2, 4, 6, 8, 10, 12, 14),
            pick!(u, v, 1, 3, 5, 7, 9, 11, 13, 15),
        );
        let (u, v) = gentleman_sande(x, y, lane_factor(one), p);
        let (x, y) = (
            pick!(u, v, 0, 8, 2, 10, 4, 12, 6, 14),
            pick!(u, v, 1, 9, 3, 11, 5, 13, 7, 15),
        );
        let (u, v) = gentleman_sande(x, y, lane_factor(two), p);
        let (x, y) = (
            pick!(u, v, 0, 1, 8, 9, 4, 5, 12, 13),
            pick!(u, v, 2, 3, 10, 11, 6, 7, 14, 15),
        );
        let (u, v) = gentleman_sande(x, y, lane_factor(four), p);
        store(block, 0, pick!(u, v, 0, 1, 2, 3, 8, 9, 10, 11));
        store(block, LANES, pick!(u, v, 4, 5, 6, 7, 12, 13, 14, 15));
    }
    let mut half = LANES;
    let mut blocks = ntt.n / (2 * LANES);
    while blocks >= 4 {
        inverse_two_levels(a, half, &powers[blocks..], &powers[blocks / 2..], p);
        half *= 4;
        blocks /= 4;
    }
    if blocks == 2 {
        inverse_last_two(ntt, a, p);
    } else {
        let (scale, last) = (factor(ntt.scale), factor(ntt.scale_last));
        let (xs, ys) = a.split_at_mut(half);
        for offset in (0..half).step_by(LANES) {
            let (x, y) = (load(xs, offset), load(ys, offset));
            let sum = _mm512_add_epi64(x, y);
            let difference = _mm512_add_epi64(_mm512_sub_epi64(x, y), p.q2);
            store(xs, offset, below(mul_lazy(sum, scale, p), p.q));
            store(ys, offset, below(mul_lazy(difference, last, p), p.q));
        }
    }
}

/// Does the levels `half` and `2·half` in one pass. Neither is the last level.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma,avx512dq,avx512vl")]
fn inverse_two_levels(a: &mut [u64], half: usize, narrow: &[Shoup], wide: &[Shoup], p: Prime) {
    let factors = wide.iter().zip(narrow.chunks_exact(2));
    for (block, (w, pair)) in a.chunks_exact_mut(4 * half).zip(factors) {
        let (f, left, right) = (factor(*w), factor(pair[0]), factor(pair[1]));
        let (low, high) = block.split_at_mut(2 * half);
        let (a0, a1) = low.split_at_mut(half);
        let (a2, a3) = high.split_at_mut(half);
        for offset in (0..half).step_by(LANES) {
            let (x0, x1) = gentleman_sande(load(a0, offset), load(a1, offset), left, p);
            let (x2, x3) = gentleman_sande(load(a2, offset), load(a3, offset), right, p);
            let (x0, x2) = gentleman_sande(x0, x2, f, p);
            let (x1, x3) = gentleman_sande(x1, x3, f, p);
            store(a0, offset, x0);
            store(a1, offset, x1);
            store(a2, offset, x2);
            store(a3, offset, x3);
        }
    }
}

/// Does the levels n/4 and n/2, and the division by n.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma,avx512dq,avx512vl")]
fn inverse_last_two(ntt: &Ntt, a: &mut [u64], p: Prime) {
    let (left, right) = (factor(ntt.inverse[2]), factor(ntt.inverse[3]));
    let (scale, last) = (factor(ntt.scale), factor(ntt.scale_last));
    let (low, high) = a.split_at_mut(ntt.n / 2);
    let (a0, a1) = low.split_at_mut(ntt.n / 4);
    let (a2, a3) = high.split_at_mut(ntt.n / 4);
    for offset in (0..ntt.n / 4).step_by(LANES) {
        let (x0, x1) = gentleman_sande(load(a0, offset), load(a1, offset), left, p);
        let (x2, x3) = gentleman_sande(load(a2, offset), load(a3, offset), right, p);
        let sums = (_mm512_add_epi64(x0, x2), _mm512_add_epi64(x1, x3));
        let differences = (
            _mm512_add_epi64(_mm512_sub_epi64(x0, x2), p.q2),
            _mm512_add_epi64(_mm512_sub_epi64(x1, x3), p.q2),
        );
        store(a0, offset, below(mul_lazy(sums.0, scale, p), p.q));
        store(a1, offset, below(mul_lazy(sums.1, scale, p), p.q));
        store(a2, offset, below(mul_lazy(differences.0, last, p), p.q));
        store(a3, offset, below(mul_lazy(differences.1, last, p), p.q));
    }
}

#[target_feature(enable = "avx512f,avx512dq,avx512vl")]
pub(super) fn add(m: &Modulus, a: &mut [u64], b: &[u64]) {
    super::portable::add(m, a, b);
}

#[target_feature(enable = "avx512f,avx512dq,avx512vl")]
pub(super) fn add_small(m: &Modulus, a: &mut [u64], b: &[i8]) {
    super::portable::add_small(m, a, b);
}

#[target_feature(enable = "avx512f,avx512dq,avx512vl")]
pub(super) fn recentre(from: &Modulus, to: &Modulus, out: &mut [u64], x: &[u64]) {
    super::portable::recentre(from, to, out, x);
}

#[target_feature(enable = "avx512f,avx512dq,avx512vl")]
pub(super) fn remainder(from: &Modulus, to: &Modulus, half: u64, out: &mut [u64], x: &[u64]) {
    super::portable::remainder(from, to, half, out, x);
}

#[target_feature(enable = "avx512f,avx512dq,avx512vl")]
pub(super) fn sub(m: &Modulus, a: &mut [u64], b: &[u64]) {
    super::portable::sub(m, a, b);
}

#[target_feature(enable = "avx512f,avx512ifma,avx512dq,avx512vl")]
pub(super) fn scale(m: &Modulus, a: &mut [u64], w: Shoup) {
    let (p, f) = (prime(m), factor(w));
    for block in a.chunks_exact_mut(LANES) {
        let x = mul_lazy(load(block, 0), f, p);
        store(block, 0, below(x, p.q));
    }
}

#[target_feature(enable = "avx512f,avx512ifma,avx512dq,avx512vl")]
pub(super) fn rescale(m: &Modulus, a: &mut [u64], b: &[u64], w: Shoup) {
    let (p, f) = (prime(m), factor(w));
    for (block, b) in a.chunks_exact_mut(LANES).zip(b.chunks_exact(LANES)) {
        let difference = _mm512_sub_epi64(_mm512_add_epi64(load(b, 0), p.q), load(block, 0));
        store(block, 0, below(mul_lazy(difference, f, p), p.q));
    }
}

/// Reduces high·2^52 + low, for high below 2^52 and low below 2^64.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn fold(high: __m512i, low: __m512i, r52: Factor, one: Factor, p: Prime) -> __m512i {
    let high = _mm512_add_epi64(high, _mm512_srli_epi64::<52>(low));
    let low = _mm512_and_si512(low, all((1 << 52) - 1));
    let sum = _mm512_add_epi64(mul_lazy(high, r52, p), mul_lazy(low, one, p));
    below(below(sum, p.q2), p.q)
}

#[target_feature(enable = "avx512f,avx512ifma,avx512dq,avx512vl")]
pub(super) fn dot(m: &Modulus, out: &mut [u64], xs: &[&[u64]], ys: &[&[u64]]) {
    let (p, r52, one) = (prime(m), factor(m.r52), factor(m.one));
    for offset in (0..out.len()).step_by(LANES) {
        let (mut high, mut low) = (_mm512_setzero_si512(), _mm512_setzero_si512());
        for (x, y) in xs.iter().zip(ys) {
            let (x, y) = (load(x, offset), load(y, offset));
            high = _mm512_madd52hi_epu64(high, x, y);
            low = _mm512_madd52lo_epu64(low, x, y);
        }
        store(out, offset, fold(high, low, r52, one, p));
    }
}

#[target_feature(enable = "avx512f,avx512ifma,avx512dq,avx512vl")]
pub(super) fn convert(plan: &Conversion, inputs: &[&[u64]], outputs: &mut [&mut [u64]]) {
    let zero = _mm512_setzero_si512();
    let mut digits = [zero; Conversion::MAX_INPUTS];
    for offset in (0..inputs[0].len()).step_by(LANES) {
        let mut fraction = all(Conversion::HALF);
        for ((digit, input), from) in digits.iter_mut().zip(inputs).zip(&plan.inputs) {
            let p = prime(&from.modulus);
            *digit = below(mul_lazy(load(input, offset), factor(from.factor), p), p.q);
            fraction = _mm512_madd52hi_epu64(fraction, *digit, all(from.fraction));
        }
        let wraps = _mm512_srli_epi64::<{ Conversion::FRACTION_BITS }>(fraction);
        for (output, to) in outputs.iter_mut().zip(&plan.outputs) {
            let minus_product = all(to.minus_product);
            let mut high = _mm512_madd52hi_epu64(zero, wraps, minus_product);
            let mut low = _mm512_madd52lo_epu64(zero, wraps, minus_product);
            for (digit, weight) in digits.iter().zip(&to.weights) {
                high = _mm512_madd52hi_epu64(high, *digit, all(*weight));
                low = _mm512_madd52lo_epu64(low, *digit, all(*weight));
            }
            let m = &to.modulus;
            store(
                output,
                offset,
                fold(high, low, factor(m.r52), factor(m.one), prime(m)),
            );
        }
    }
}
