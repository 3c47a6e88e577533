//! AVX-512: eight Keccak states, sixteen of SHA-256 or eight of SHA-512 at once. One instruction rotates, and one computes any
//! function of three bits: its number is the function's value at 0xF0, 0xCC, 0xAA.

use super::keccak::keccak;
use super::sha2::{sha256, sha512};

keccak!(
    #[target_feature(enable = "avx512f")]
    words64,
    8
);
sha256!(
    #[target_feature(enable = "avx512f")]
    words32,
    16
);
sha512!(
    #[target_feature(enable = "avx512f")]
    words64,
    8
);

/// Defines what vectors of both widths have.
macro_rules! words {
    ($word:ty, $lanes:literal, $signed:ty, $all:ident, $add:ident, $right:ident, $shift:ident, $function:ident) => {
        use std::arch::x86_64::*;

        pub(super) type Vector = __m512i;

        #[inline]
        #[target_feature(enable = "avx512f")]
        pub(super) fn load(lanes: &[$word; $lanes]) -> Vector {
            #[expect(unsafe_code, reason = "a vector load")]
            // SAFETY: the array has the vector's size, and the load needs no alignment.
            unsafe {
                _mm512_loadu_si512(lanes.as_ptr().cast())
            }
        }

        #[inline]
        #[target_feature(enable = "avx512f")]
        pub(super) fn store(vector: Vector, lanes: &mut [$word; $lanes]) {
            #[expect(unsafe_code, reason = "a vector store")]
            // SAFETY: the array has the vector's size, and the store needs no alignment.
            unsafe {
                _mm512_storeu_si512(lanes.as_mut_ptr().cast(), vector);
            }
        }

        #[inline]
        #[target_feature(enable = "avx512f")]
        pub(super) fn all(word: $word) -> Vector {
            $all(word as $signed)
        }

        #[inline]
        #[target_feature(enable = "avx512f")]
        pub(super) fn add(a: Vector, b: Vector) -> Vector {
            $add(a, b)
        }

        /// Rotates right by `R` bits. `L` is the rest of the word.
        #[inline]
        #[target_feature(enable = "avx512f")]
        pub(super) fn rotate_right<const R: i32, const L: i32>(a: Vector) -> Vector {
            $right::<R>(a)
        }

        #[inline]
        #[target_feature(enable = "avx512f")]
        pub(super) fn shift_right<const R: u32>(a: Vector) -> Vector {
            $shift::<R>(a)
        }

        #[inline]
        #[target_feature(enable = "avx512f")]
        pub(super) fn xor3(a: Vector, b: Vector, c: Vector) -> Vector {
            $function::<0x96>(a, b, c)
        }

        /// Returns the bits of b where a is set, else those of c.
        #[inline]
        #[target_feature(enable = "avx512f")]
        pub(super) fn choose(a: Vector, b: Vector, c: Vector) -> Vector {
            $function::<0xCA>(a, b, c)
        }

        /// Returns the bits that two of the three have.
        #[inline]
        #[target_feature(enable = "avx512f")]
        pub(super) fn majority(a: Vector, b: Vector, c: Vector) -> Vector {
            $function::<0xE8>(a, b, c)
        }
    };
}

/// Vectors of 8 words of 64 bits.
mod words64 {
    words!(
        u64,
        8,
        i64,
        _mm512_set1_epi64,
        _mm512_add_epi64,
        _mm512_ror_epi64,
        _mm512_srli_epi64,
        _mm512_ternarylogic_epi64
    );

    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) fn xor(a: Vector, b: Vector) -> Vector {
        _mm512_xor_si512(a, b)
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) fn parity(a: Vector, b: Vector, c: Vector, d: Vector, e: Vector) -> Vector {
        xor3(xor3(a, b, c), d, e)
    }

    /// Rotates left by `L` bits. `R` is the rest of the word.
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) fn rotate<const L: i32, const R: i32>(a: Vector) -> Vector {
        _mm512_rol_epi64::<L>(a)
    }

    /// Returns a ⊕ (¬b ∧ c).
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) fn chi(a: Vector, b: Vector, c: Vector) -> Vector {
        _mm512_ternarylogic_epi64::<0xD2>(a, b, c)
    }
}

/// Vectors of 16 words of 32 bits.
mod words32 {
    words!(
        u32,
        16,
        i32,
        _mm512_set1_epi32,
        _mm512_add_epi32,
        _mm512_ror_epi32,
        _mm512_srli_epi32,
        _mm512_ternarylogic_epi32
    );
}
