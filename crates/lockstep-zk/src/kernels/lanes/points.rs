//! Affine points in memory: their coordinates in words of 64 bits, and their transposition into
//! lanes.

use std::arch::x86_64::*;

use super::extension::Coordinate;
use super::field::{Element, unrolled};
use super::modulus::BITS;

/// Number of lanes.
pub(super) const LANES: usize = 8;

/// A point: the words of x, then those of y, then zeros. Coordinates are in Montgomery form for
/// R = 2^(52·L) and below 1.01 p. Infinity is all zeros; no other point has y = 0, because the
/// groups have odd order.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct LanePoints<const C: usize>(pub(super) [[u64; LANES]; C]);

impl<const C: usize> LanePoints<C> {
    pub(super) const INFINITY: Self = LanePoints([[0; LANES]; C]);
}

/// Words of eight points, one point per lane.
type Words<const C: usize> = [[__m512i; LANES]; C];

/// Number of words of an element of `L` limbs: 4 for BN254, 6 for BLS12-381.
pub(super) const fn words(limbs: usize) -> usize {
    if limbs == 5 { 4 } else { 6 }
}

/// Eight points, one point per lane.
pub(super) struct LoadedPoints<const L: usize, const D: usize> {
    pub(super) x: Coordinate<L, D>,
    pub(super) y: Coordinate<L, D>,
    /// The lanes with infinity.
    pub(super) infinite: __mmask8,
}

/// Loads eight points.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) fn load<const L: usize, const D: usize, const C: usize>(
    points: [&LanePoints<C>; LANES],
) -> LoadedPoints<L, D> {
    let zero = _mm512_setzero_si512();
    let mut all: Words<C> = [[zero; LANES]; C];
    unrolled!(chunk < C => {
        let mut rows = [zero; LANES];
        unrolled!(lane < LANES => {
            rows[lane] = load_words(&points[lane].0[chunk]);
        });
        all[chunk] = transposed(rows);
    });
    let mut any = zero;
    let mut coordinates = [[[zero; L]; D]; 2];
    unrolled!(axis < 2 => {
        unrolled!(part < D => {
            let from = (axis * D + part) * words(L);
            unrolled!(word < words(L) => {
                if axis == 1 {
                    any = _mm512_or_si512(any, word_at(&all, from + word));
                }
            });
            coordinates[axis][part] = limbs_of(&all, from);
        });
    });
    LoadedPoints {
        x: coordinates[0],
        y: coordinates[1],
        infinite: _mm512_testn_epi64_mask(any, any),
    }
}

/// Stores eight points, whose coordinates are below 2^(64·words).
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) fn store<const L: usize, const D: usize, const C: usize>(
    x: &Coordinate<L, D>,
    y: &Coordinate<L, D>,
) -> [LanePoints<C>; LANES] {
    let zero = _mm512_setzero_si512();
    let mut all: Words<C> = [[zero; LANES]; C];
    unrolled!(part < D => {
        put_words(&mut all, part * words(L), &x[part]);
        put_words(&mut all, (D + part) * words(L), &y[part]);
    });
    let mut points = [LanePoints::INFINITY; LANES];
    unrolled!(chunk < C => {
        let rows = transposed(all[chunk]);
        unrolled!(lane < LANES => {
            store_words(&mut points[lane].0[chunk], rows[lane]);
        });
    });
    points
}

#[inline]
#[target_feature(enable = "avx512f")]
fn word_at<const C: usize>(all: &Words<C>, word: usize) -> __m512i {
    all[word / LANES][word % LANES]
}

/// Cuts the words from `from` on into limbs.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) fn limbs_of<const L: usize, const C: usize>(all: &Words<C>, from: usize) -> Element<L> {
    let mask = _mm512_set1_epi64((1 << BITS) - 1);
    let mut limbs = [_mm512_setzero_si512(); L];
    unrolled!(limb < L => {
        let (word, shift) = (limb * BITS / 64, limb * BITS % 64);
        let mut bits = shifted_down(word_at(all, from + word), shift);
        if shift > 64 - BITS && word + 1 < words(L) {
            let next = shifted_up(word_at(all, from + word + 1), 64 - shift);
            bits = _mm512_or_si512(bits, next);
        }
        limbs[limb] = _mm512_and_si512(bits, mask);
    });
    limbs
}

/// Joins limbs to words, from `from` on.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) fn put_words<const L: usize, const C: usize>(
    all: &mut Words<C>,
    from: usize,
    limbs: &Element<L>,
) {
    unrolled!(word < words(L) => {
        let (limb, shift) = (word * 64 / BITS, word * 64 % BITS);
        let mut bits = shifted_down(limbs[limb], shift);
        if limb + 1 < L {
            bits = _mm512_or_si512(bits, shifted_up(limbs[limb + 1], BITS - shift));
        }
        if limb + 2 < L && 2 * BITS - shift < 64 {
            bits = _mm512_or_si512(bits, shifted_up(limbs[limb + 2], 2 * BITS - shift));
        }
        all[(from + word) / LANES][(from + word) % LANES] = bits;
    });
}

#[inline]
#[target_feature(enable = "avx512f")]
fn shifted_down(words: __m512i, bits: usize) -> __m512i {
    _mm512_srlv_epi64(words, _mm512_set1_epi64(bits as i64))
}

#[inline]
#[target_feature(enable = "avx512f")]
fn shifted_up(words: __m512i, bits: usize) -> __m512i {
    _mm512_sllv_epi64(words, _mm512_set1_epi64(bits as i64))
}

/// Transposes eight rows of eight words.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn transposed(rows: [__m512i; LANES]) -> [__m512i; LANES] {
    // Swap single words, then pairs of words, then halves between rows.
    let [a, b, c, d, e, f, g, h] = rows;
    let (ab, ab_odd) = (_mm512_unpacklo_epi64(a, b), _mm512_unpackhi_epi64(a, b));
    let (cd, cd_odd) = (_mm512_unpacklo_epi64(c, d), _mm512_unpackhi_epi64(c, d));
    let (ef, ef_odd) = (_mm512_unpacklo_epi64(e, f), _mm512_unpackhi_epi64(e, f));
    let (gh, gh_odd) = (_mm512_unpacklo_epi64(g, h), _mm512_unpackhi_epi64(g, h));
    let even = quarters([ab, cd, ef, gh]);
    let odd = quarters([ab_odd, cd_odd, ef_odd, gh_odd]);
    [
        even[0], odd[0], even[1], odd[1], even[2], odd[2], even[3], odd[3],
    ]
}

/// Transposes four rows of four pairs of words.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn quarters([a, b, c, d]: [__m512i; 4]) -> [__m512i; 4] {
    let (ab, ab_high) = (
        _mm512_shuffle_i64x2::<0x44>(a, b),
        _mm512_shuffle_i64x2::<0xee>(a, b),
    );
    let (cd, cd_high) = (
        _mm512_shuffle_i64x2::<0x44>(c, d),
        _mm512_shuffle_i64x2::<0xee>(c, d),
    );
    [
        _mm512_shuffle_i64x2::<0x88>(ab, cd),
        _mm512_shuffle_i64x2::<0xdd>(ab, cd),
        _mm512_shuffle_i64x2::<0x88>(ab_high, cd_high),
        _mm512_shuffle_i64x2::<0xdd>(ab_high, cd_high),
    ]
}

#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn load_words(words: &[u64; LANES]) -> __m512i {
    // SAFETY: eight words are 64 bytes, and the load needs no alignment.
    #[expect(unsafe_code, reason = "a vector load")]
    unsafe {
        _mm512_loadu_si512(words.as_ptr().cast())
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn store_words(words: &mut [u64; LANES], lanes: __m512i) {
    // SAFETY: eight words are 64 bytes, and the store needs no alignment.
    #[expect(unsafe_code, reason = "a vector store")]
    unsafe {
        _mm512_storeu_si512(words.as_mut_ptr().cast(), lanes);
    }
}
