//! SHA-256 with the SHA extensions: four states at once, in interleaved pairs. The instruction for two
//! rounds takes four cycles, and a new one starts every two.

use std::arch::x86_64::*;

use super::sha2::CONSTANTS_256;

/// The two halves of a state in the order of the instructions: F E B A, H G D C.
type State = [__m128i; 2];
/// Sixteen words, the first in the lowest place.
type Block = [__m128i; 4];

#[target_feature(enable = "sha,sse4.1,ssse3")]
pub(in crate::slh_dsa) fn sha256(state: &mut [[u32; 4]; 8], block: &[[u32; 4]; 16]) {
    let [a, b, c, d, e, f, g, h] = [0, 1, 2, 3, 4, 5, 6, 7].map(|index| load(&state[index]));
    let [first, second] = [transposed([f, e, b, a]), transposed([h, g, d, c])];
    let rows: [[__m128i; 4]; 4] =
        [0, 4, 8, 12].map(|from| transposed([0, 1, 2, 3].map(|at| load(&block[from + at]))));
    let mut ends = [first, second];
    for pair in [0, 2] {
        let lanes = [pair, pair + 1];
        let before = lanes.map(|lane| [first[lane], second[lane]]);
        let blocks = lanes.map(|lane| [rows[0][lane], rows[1][lane], rows[2][lane], rows[3][lane]]);
        let after = pair_compressed(before, blocks);
        for (lane, after) in lanes.into_iter().zip(after) {
            ends[0][lane] = after[0];
            ends[1][lane] = after[1];
        }
    }
    let [f, e, b, a] = transposed(ends[0]);
    let [h, g, d, c] = transposed(ends[1]);
    for (vector, lanes) in [a, b, c, d, e, f, g, h].into_iter().zip(state) {
        store(vector, lanes);
    }
}

/// Compresses two blocks into two states.
#[inline]
#[target_feature(enable = "sha,sse4.1,ssse3")]
fn pair_compressed(before: [State; 2], mut blocks: [Block; 2]) -> [State; 2] {
    let mut states = before;
    let constants = CONSTANTS_256.as_chunks().0;
    sixteen_rounds::<true>(&mut states, &mut blocks, &constants[0]);
    sixteen_rounds::<true>(&mut states, &mut blocks, &constants[1]);
    sixteen_rounds::<true>(&mut states, &mut blocks, &constants[2]);
    sixteen_rounds::<false>(&mut states, &mut blocks, &constants[3]);
    for (state, before) in states.iter_mut().zip(before) {
        for (half, before) in state.iter_mut().zip(before) {
            *half = _mm_add_epi32(*half, before);
        }
    }
    states
}

/// Runs sixteen rounds, and replaces the blocks by the next sixteen words unless these are the last rounds.
#[inline]
#[target_feature(enable = "sha,sse4.1,ssse3")]
fn sixteen_rounds<const MORE: bool>(
    states: &mut [State; 2],
    [left, right]: &mut [Block; 2],
    constants: &[u32; 16],
) {
    let [first, second] = states;
    let [k0, k4, k8, k12] = [0, 1, 2, 3].map(|index| load(&constants.as_chunks().0[index]));
    group::<0, MORE>(first, left, k0);
    group::<0, MORE>(second, right, k0);
    group::<1, MORE>(first, left, k4);
    group::<1, MORE>(second, right, k4);
    group::<2, MORE>(first, left, k8);
    group::<2, MORE>(second, right, k8);
    group::<3, MORE>(first, left, k12);
    group::<3, MORE>(second, right, k12);
}

/// Runs the rounds of four words, which the words sixteen rounds later then replace.
#[inline]
#[target_feature(enable = "sha,sse4.1,ssse3")]
fn group<const AT: usize, const MORE: bool>(
    state: &mut State,
    block: &mut Block,
    constants: __m128i,
) {
    four_rounds(state, _mm_add_epi32(block[AT], constants));
    if MORE {
        let oldest_first = [AT, (AT + 1) % 4, (AT + 2) % 4, (AT + 3) % 4];
        block[AT] = scheduled(oldest_first.map(|index| block[index]));
    }
}

/// Runs four rounds with four words that include their constants.
#[inline]
#[target_feature(enable = "sha,sse4.1,ssse3")]
fn four_rounds(state: &mut State, words: __m128i) {
    let [feba, hgdc] = *state;
    let hgdc = _mm_sha256rnds2_epu32(hgdc, feba, words);
    let feba = _mm_sha256rnds2_epu32(feba, hgdc, _mm_shuffle_epi32::<0x0E>(words));
    *state = [feba, hgdc];
}

/// Returns the four words after these sixteen.
#[inline]
#[target_feature(enable = "sha,sse4.1,ssse3")]
fn scheduled([w0, w4, w8, w12]: Block) -> __m128i {
    let sum = _mm_add_epi32(_mm_sha256msg1_epu32(w0, w4), _mm_alignr_epi8::<4>(w12, w8));
    _mm_sha256msg2_epu32(sum, w12)
}

/// Exchanges rows and columns.
#[inline]
#[target_feature(enable = "sha,sse4.1,ssse3")]
fn transposed([a, b, c, d]: [__m128i; 4]) -> [__m128i; 4] {
    let [ab, cd] = [_mm_unpacklo_epi32(a, b), _mm_unpacklo_epi32(c, d)];
    let [upper_ab, upper_cd] = [_mm_unpackhi_epi32(a, b), _mm_unpackhi_epi32(c, d)];
    [
        _mm_unpacklo_epi64(ab, cd),
        _mm_unpackhi_epi64(ab, cd),
        _mm_unpacklo_epi64(upper_ab, upper_cd),
        _mm_unpackhi_epi64(upper_ab, upper_cd),
    ]
}

#[inline]
#[target_feature(enable = "sse4.1")]
fn load(lanes: &[u32; 4]) -> __m128i {
    #[expect(unsafe_code, reason = "a vector load")]
    // SAFETY: the array has the vector's size, and the load needs no alignment.
    unsafe {
        _mm_loadu_si128(lanes.as_ptr().cast())
    }
}

#[inline]
#[target_feature(enable = "sse4.1")]
fn store(vector: __m128i, lanes: &mut [u32; 4]) {
    #[expect(unsafe_code, reason = "a vector store")]
    // SAFETY: the array has the vector's size, and the store needs no alignment.
    unsafe {
        _mm_storeu_si128(lanes.as_mut_ptr().cast(), vector);
    }
}
