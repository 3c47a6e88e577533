//! Registers of eight words in AVX-512.

use std::arch::x86_64::*;

/// The number of words in a register.
pub(super) const LANES: usize = 8;

/// Returns `x` in all lanes.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn all(x: u64) -> __m512i {
    _mm512_set1_epi64(x.cast_signed())
}

/// Loads eight words from `slice[offset..offset + 8]`.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn load(slice: &[u64], offset: usize) -> __m512i {
    let words: &[u64; LANES] = slice[offset..offset + LANES]
        .try_into()
        .expect("the range is eight long");
    // SAFETY: `words` has eight readable words, and the load needs no alignment.
    #[expect(unsafe_code, reason = "a vector load")]
    unsafe {
        _mm512_loadu_si512(words.as_ptr().cast())
    }
}

/// Stores eight words to `slice[offset..offset + 8]`.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn store(slice: &mut [u64], offset: usize, x: __m512i) {
    let words: &mut [u64; LANES] = (&mut slice[offset..offset + LANES])
        .try_into()
        .expect("the range is eight long");
    // SAFETY: `words` has eight writable words, and the store needs no alignment.
    #[expect(unsafe_code, reason = "a vector store")]
    unsafe {
        _mm512_storeu_si512(words.as_mut_ptr().cast(), x);
    }
}
