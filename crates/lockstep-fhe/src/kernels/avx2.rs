//! The inner loops for CPUs with AVX2 and FMA but without IFMA. Products modulo q use double
//! precision and are exact by fused multiply-add (van der Hoeven, Lecerf, Quintin 2016, section
//! 3.3).
//!
//! The butterflies are written for four values at a time. The other loops are plain Rust compiled
//! with these instructions. The compiler vectorises them; their correctness does not depend on
//! that.

use std::arch::x86_64::*;
use std::mem::MaybeUninit;

use super::Ntt;
use super::avx2_tables::Factor;
use crate::convert::Conversion;
use crate::modulus::{Modulus, Shoup};

/// The modulus q and 1/q.
#[derive(Clone, Copy)]
struct Prime {
    q: f64,
    inverse: f64,
}

impl Prime {
    #[inline(always)]
    fn new(m: &Modulus) -> Self {
        Self {
            q: m.q as f64,
            inverse: 1.0 / m.q as f64,
        }
    }
}

/// 2^52. Or-ing a word below 2^52 into its bits adds the word.
const MAGIC: f64 = 4_503_599_627_370_496.0;

/// Converts a word below 2^52.
#[inline(always)]
fn float(x: u64) -> f64 {
    f64::from_bits(x | MAGIC.to_bits()) - MAGIC
}

/// Converts an integer in (−q, q) to its residue.
#[inline(always)]
fn word(x: f64, p: Prime) -> u64 {
    let x = if x < 0.0 { x + p.q } else { x };
    (x + MAGIC).to_bits() & ((1 << 52) - 1)
}

/// Computes `x·w` in [−q, q], for an integer `x` with |x| ≤ 4q. Before rounding, the quotient is
/// off by less than one half. Every difference below is exact.
#[inline(always)]
fn mul(x: f64, f: Factor, p: Prime) -> f64 {
    let quotient = (x * f.quotient).round_ties_even();
    let high = x * f.w;
    let low = x.mul_add(f.w, -high);
    (-quotient).mul_add(p.q, high) + low
}

/// Reduces an integer x with |x| ≤ 8q to about [−q/2, q/2].
#[inline(always)]
fn reduce(x: f64, p: Prime) -> f64 {
    (-(x * p.inverse).round_ties_even()).mul_add(p.q, x)
}

/// The constants of a butterfly, in all four lanes.
#[derive(Clone, Copy)]
struct Wide {
    w: __m256d,
    quotient: __m256d,
    q: __m256d,
    inverse: __m256d,
}

impl Wide {
    #[inline]
    #[target_feature(enable = "avx2,fma")]
    fn new(f: Factor, p: Prime) -> Self {
        Self {
            w: _mm256_set1_pd(f.w),
            quotient: _mm256_set1_pd(f.quotient),
            q: _mm256_set1_pd(p.q),
            inverse: _mm256_set1_pd(p.inverse),
        }
    }

    /// Does [`mul`] on four values.
    #[inline]
    #[target_feature(enable = "avx2,fma")]
    fn mul(self, x: __m256d) -> __m256d {
        let quotient = round(_mm256_mul_pd(x, self.quotient));
        let high = _mm256_mul_pd(x, self.w);
        let low = _mm256_fmsub_pd(x, self.w, high);
        _mm256_add_pd(_mm256_fnmadd_pd(quotient, self.q, high), low)
    }

    /// Does [`reduce`] on four values.
    #[inline]
    #[target_feature(enable = "avx2,fma")]
    fn reduce(self, x: __m256d) -> __m256d {
        _mm256_fnmadd_pd(round(_mm256_mul_pd(x, self.inverse)), self.q, x)
    }
}

#[inline]
#[target_feature(enable = "avx2,fma")]
fn round(x: __m256d) -> __m256d {
    _mm256_round_pd::<{ _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC }>(x)
}

#[inline]
#[target_feature(enable = "avx2,fma")]
fn load(x: &[f64; 4]) -> __m256d {
    // SAFETY: `x` has four readable numbers, and the load needs no alignment.
    #[expect(unsafe_code, reason = "a vector load")]
    unsafe {
        _mm256_loadu_pd(x.as_ptr())
    }
}

#[inline]
#[target_feature(enable = "avx2,fma")]
fn store(to: &mut [f64; 4], x: __m256d) {
    // SAFETY: `to` has four writable numbers, and the store needs no alignment.
    #[expect(unsafe_code, reason = "a vector store")]
    unsafe {
        _mm256_storeu_pd(to.as_mut_ptr(), x);
    }
}

#[target_feature(enable = "avx2,fma")]
pub(super) fn forward(ntt: &Ntt, a: &mut [u64]) {
    let p = Prime::new(&ntt.modulus);
    let mut values: Vec<f64> = a.iter().map(|x| reduce(float(*x), p)).collect();
    let mut half = ntt.n / 2;
    let mut blocks = 1;
    while half > 0 {
        let factors = &ntt.floats.forward[blocks..];
        for (block, f) in values.chunks_exact_mut(2 * half).zip(factors) {
            let (xs, ys) = block.split_at_mut(half);
            let (xs, xs_rest) = xs.as_chunks_mut::<4>();
            let (ys, ys_rest) = ys.as_chunks_mut::<4>();
            let wide = Wide::new(*f, p);
            for (x, y) in xs.iter_mut().zip(ys) {
                let (u, v) = (load(x), wide.mul(load(y)));
                store(x, wide.reduce(_mm256_add_pd(u, v)));
                store(y, wide.reduce(_mm256_sub_pd(u, v)));
            }
            for (x, y) in xs_rest.iter_mut().zip(ys_rest) {
                let (u, v) = (*x, mul(*y, *f, p));
                *x = reduce(u + v, p);
                *y = reduce(u - v, p);
            }
        }
        half /= 2;
        blocks *= 2;
    }
    for (a, x) in a.iter_mut().zip(&values) {
        *a = word(*x, p);
    }
    zeroize::Zeroize::zeroize(&mut values);
}

#[target_feature(enable = "avx2,fma")]
pub(super) fn inverse(ntt: &Ntt, a: &mut [u64]) {
    let p = Prime::new(&ntt.modulus);
    let mut values: Vec<f64> = a.iter().map(|x| reduce(float(*x), p)).collect();
    let mut half = 1;
    let mut blocks = ntt.n / 2;
    while blocks > 0 {
        let factors = &ntt.floats.inverse[blocks..];
        for (block, f) in values.chunks_exact_mut(2 * half).zip(factors) {
            let (xs, ys) = block.split_at_mut(half);
            let (xs, xs_rest) = xs.as_chunks_mut::<4>();
            let (ys, ys_rest) = ys.as_chunks_mut::<4>();
            let wide = Wide::new(*f, p);
            for (x, y) in xs.iter_mut().zip(ys) {
                let (u, v) = (load(x), load(y));
                store(x, wide.reduce(_mm256_add_pd(u, v)));
                store(y, wide.mul(_mm256_sub_pd(u, v)));
            }
            for (x, y) in xs_rest.iter_mut().zip(ys_rest) {
                let (u, v) = (*x, *y);
                *x = reduce(u + v, p);
                *y = mul(u - v, *f, p);
            }
        }
        half *= 2;
        blocks /= 2;
    }
    let scale = Factor::new(ntt.scale, &ntt.modulus);
    for (a, x) in a.iter_mut().zip(&values) {
        *a = word(reduce(mul(*x, scale, p), p), p);
    }
    zeroize::Zeroize::zeroize(&mut values);
}

#[target_feature(enable = "avx2,fma")]
pub(super) fn add(m: &Modulus, a: &mut [u64], b: &[u64]) {
    super::portable::add(m, a, b);
}

#[target_feature(enable = "avx2,fma")]
pub(super) fn add_small(m: &Modulus, a: &mut [u64], b: &[i8]) {
    super::portable::add_small(m, a, b);
}

#[target_feature(enable = "avx2,fma")]
pub(super) fn recentre(from: &Modulus, to: &Modulus, out: &mut [u64], x: &[u64]) {
    super::portable::recentre(from, to, out, x);
}

#[target_feature(enable = "avx2,fma")]
pub(super) fn remainder(from: &Modulus, to: &Modulus, half: u64, out: &mut [u64], x: &[u64]) {
    super::portable::remainder(from, to, half, out, x);
}

#[target_feature(enable = "avx2,fma")]
pub(super) fn sub(m: &Modulus, a: &mut [u64], b: &[u64]) {
    super::portable::sub(m, a, b);
}

#[target_feature(enable = "avx2,fma")]
pub(super) fn scale(m: &Modulus, a: &mut [u64], w: Shoup) {
    let (p, f) = (Prime::new(m), Factor::new(w, m));
    for a in a {
        *a = word(reduce(mul(float(*a), f, p), p), p);
    }
}

#[target_feature(enable = "avx2,fma")]
pub(super) fn rescale(m: &Modulus, a: &mut [u64], b: &[u64], w: Shoup) {
    let (p, f) = (Prime::new(m), Factor::new(w, m));
    for (a, b) in a.iter_mut().zip(b) {
        *a = word(reduce(mul(float(*b) - float(*a), f, p), p), p);
    }
}

#[target_feature(enable = "avx2,fma")]
pub(super) fn dot(m: &Modulus, out: &mut [u64], xs: &[&[u64]], ys: &[&[u64]]) {
    let p = Prime::new(m);
    let (Some((x, xs)), Some((y, ys))) = (xs.split_first(), ys.split_first()) else {
        return out.fill(0);
    };
    for ((out, x), y) in out.iter_mut().zip(*x).zip(*y) {
        *out = word(product(float(*x), float(*y), p), p);
    }
    for (x, y) in xs.iter().zip(ys) {
        for ((out, x), y) in out.iter_mut().zip(*x).zip(*y) {
            let sum = float(*out) + product(float(*x), float(*y), p);
            *out = word(reduce(sum, p), p);
        }
    }
}

/// Computes `x·y` in about [−q/2, q/2], for residues.
#[inline(always)]
fn product(x: f64, y: f64, p: Prime) -> f64 {
    let high = x * y;
    let low = x.mul_add(y, -high);
    let quotient = (high * p.inverse).round_ties_even();
    reduce((-quotient).mul_add(p.q, high) + low, p)
}

#[target_feature(enable = "avx2,fma")]
pub(super) fn convert(plan: &Conversion, inputs: &[&[u64]], outputs: &mut [&mut [u64]]) {
    super::portable::convert(plan, inputs, outputs);
}

#[target_feature(enable = "avx2,fma")]
pub(super) fn pack(m: &Modulus, limb: &[u64], out: &mut [MaybeUninit<u8>]) {
    super::portable::pack(m, limb, out);
}

#[target_feature(enable = "avx2,fma")]
pub(super) fn unpack(m: &Modulus, packed: &[u8], limb: &mut [u64]) -> bool {
    super::portable::unpack(m, packed, limb)
}

#[target_feature(enable = "avx2,fma")]
pub(super) fn weighted_sum(words: &[u8], weights: &[u64]) -> u128 {
    super::portable::weighted_sum(words, weights)
}
