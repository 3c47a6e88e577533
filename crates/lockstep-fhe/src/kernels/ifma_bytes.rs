//! Packing residues into bytes, and the sums of checksums, in AVX-512 with the byte permutations of
//! VBMI.

use std::arch::x86_64::*;
use std::mem::MaybeUninit;

use super::lanes::{LANES, all, load, store};
use crate::modulus::Modulus;

/// The bytes of a register.
const BYTES: usize = 64;

/// How eight residues of `bits` bits lie in a row of `bits` bytes. Residue i starts in byte
/// ⌊i·bits/8⌋ of the row, at bit i·bits mod 8 of that byte.
struct Row {
    starts: [usize; LANES],
    /// The bit of its first byte at which each residue starts.
    shifts: __m512i,
}

impl Row {
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn new(bits: usize) -> Self {
        let shifts: [u64; LANES] = std::array::from_fn(|i| (i * bits % 8) as u64);
        Self {
            starts: std::array::from_fn(|i| i * bits / 8),
            shifts: load(&shifts, 0),
        }
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load_bytes(bytes: &[u8; BYTES]) -> __m512i {
    // SAFETY: `bytes` has 64 readable bytes, and the load needs no alignment.
    #[expect(unsafe_code, reason = "a vector load")]
    unsafe {
        _mm512_loadu_si512(bytes.as_ptr().cast())
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store_bytes(bytes: &mut [MaybeUninit<u8>; BYTES], x: __m512i) {
    // SAFETY: `bytes` has 64 writable bytes, and the store needs no alignment.
    #[expect(unsafe_code, reason = "a vector store")]
    unsafe {
        _mm512_storeu_si512(bytes.as_mut_ptr().cast(), x);
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub(super) fn pack(m: &Modulus, limb: &[u64], out: &mut [MaybeUninit<u8>]) {
    let bits = m.bits as usize;
    let row = Row::new(bits);
    // A byte of the row contains the end of one residue, and sometimes the start of the next. After
    // the shifts below, each residue has its bytes at the positions that they have in the row.
    let (mut ends, mut starts, mut shared) = ([0; BYTES], [0; BYTES], 0u64);
    for (i, start) in row.starts.iter().enumerate() {
        for (k, at) in (*start..=((i + 1) * bits - 1) / 8).enumerate() {
            let from = (LANES * i + k) as u8;
            if k == 0 && !(i * bits).is_multiple_of(8) {
                starts[at] = from;
                shared |= 1 << at;
            } else {
                ends[at] = from;
            }
        }
    }
    let (ends, starts) = (load_bytes(&ends), load_bytes(&starts));
    let packed = |from: usize| {
        let residues = _mm512_sllv_epi64(load(limb, from), row.shifts);
        _mm512_or_si512(
            _mm512_permutexvar_epi8(ends, residues),
            _mm512_maskz_permutexvar_epi8(shared, starts, residues),
        )
    };
    let rows = limb.len() / LANES;
    for index in 0..rows {
        let (at, bytes) = (index * bits, packed(index * LANES));
        // A store writes 64 bytes. The next rows overwrite those after the row.
        if let Some(to) = out[at..].first_chunk_mut() {
            store_bytes(to, bytes);
        } else {
            let mut last = [MaybeUninit::uninit(); BYTES];
            store_bytes(&mut last, bytes);
            out[at..at + bits].copy_from_slice(&last[..bits]);
        }
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub(super) fn unpack(m: &Modulus, packed: &[u8], limb: &mut [u64]) -> bool {
    let bits = m.bits as usize;
    let row = Row::new(bits);
    // Eight bytes contain a residue of at most 50 bits that starts at most seven bits into a byte.
    let mut gather = [0; BYTES];
    for (lane, start) in gather.chunks_exact_mut(8).zip(row.starts) {
        for (k, at) in lane.iter_mut().enumerate() {
            *at = (start + k) as u8;
        }
    }
    let (gather, mask, q) = (load_bytes(&gather), all((1 << bits) - 1), all(m.q));
    let mut over = 0;
    for (index, eight) in limb.chunks_exact_mut(LANES).enumerate() {
        let at = index * bits;
        let bytes = if let Some(bytes) = packed[at..].first_chunk() {
            load_bytes(bytes)
        } else {
            let mut last = [0; BYTES];
            last[..bits].copy_from_slice(&packed[at..at + bits]);
            load_bytes(&last)
        };
        let residues = _mm512_srlv_epi64(_mm512_permutexvar_epi8(gather, bytes), row.shifts);
        let residues = _mm512_and_si512(residues, mask);
        over |= _mm512_cmpge_epu64_mask(residues, q);
        store(eight, 0, residues);
    }
    over == 0
}

/// Adds the products in digits of 52 bits. A multiply-add reads the low 52 bits of its operands.
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) fn weighted_sum(bytes: &[u8], weights: &[u64]) -> u128 {
    // No multiply-add waits for another one of the same step.
    let mut low = _mm512_setzero_si512();
    let (mut middle, mut high) = ([low; 3], [low; 3]);
    let weights = weights.chunks_exact(LANES);
    for (bytes, weights) in bytes.as_chunks().0.iter().zip(weights) {
        let (x, y) = (load_bytes(bytes), load(weights, 0));
        let (x_top, y_top) = (_mm512_srli_epi64::<52>(x), _mm512_srli_epi64::<52>(y));
        low = _mm512_madd52lo_epu64(low, x, y);
        middle[0] = _mm512_madd52hi_epu64(middle[0], x, y);
        middle[1] = _mm512_madd52lo_epu64(middle[1], x_top, y);
        middle[2] = _mm512_madd52lo_epu64(middle[2], x, y_top);
        high[0] = _mm512_madd52hi_epu64(high[0], x_top, y);
        high[1] = _mm512_madd52hi_epu64(high[1], x, y_top);
        high[2] = _mm512_madd52lo_epu64(high[2], x_top, y_top);
    }
    // At most 32 steps of at most three addends below 2^52, in eight lanes.
    let [low, middle, high] = [low, sum(middle), sum(high)]
        .map(|digit| u128::from(_mm512_reduce_add_epi64(digit).cast_unsigned()));
    // 2^104 is 2^43 modulo 2^61 − 1.
    low + (middle << 52) + (high << 43)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn sum([a, b, c]: [__m512i; 3]) -> __m512i {
    _mm512_add_epi64(_mm512_add_epi64(a, b), c)
}
