//! AVX2: four Keccak states, eight of SHA-256 or four of SHA-512 at once.

use super::keccak::keccak;
use super::sha2::{sha256, sha512};

keccak!(
    #[target_feature(enable = "avx2")]
    words64,
    4
);
sha256!(
    #[target_feature(enable = "avx2")]
    words32,
    8
);
sha512!(
    #[target_feature(enable = "avx2")]
    words64,
    4
);

/// Vectors of 4 words of 64 bits.
mod words64 {
    use std::arch::x86_64::*;

    pub(super) type Vector = __m256i;

    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn load(lanes: &[u64; 4]) -> Vector {
        #[expect(unsafe_code, reason = "a vector load")]
        // SAFETY: the array has the vector's size, and the load needs no alignment.
        unsafe {
            _mm256_loadu_si256(lanes.as_ptr().cast())
        }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn store(vector: Vector, lanes: &mut [u64; 4]) {
        #[expect(unsafe_code, reason = "a vector store")]
        // SAFETY: the array has the vector's size, and the store needs no alignment.
        unsafe {
            _mm256_storeu_si256(lanes.as_mut_ptr().cast(), vector);
        }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn all(word: u64) -> Vector {
        _mm256_set1_epi64x(word as i64)
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn xor(a: Vector, b: Vector) -> Vector {
        _mm256_xor_si256(a, b)
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn parity(a: Vector, b: Vector, c: Vector, d: Vector, e: Vector) -> Vector {
        xor(xor(xor(a, b), xor(c, d)), e)
    }

    /// Rotates left by `L` bits. `R` is the rest of the word.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn rotate<const L: i32, const R: i32>(a: Vector) -> Vector {
        if L == 8 {
            let bytes = _mm256_set_epi64x(
                0x0E0D_0C0B_0A09_080F,
                0x0605_0403_0201_0007,
                0x0E0D_0C0B_0A09_080F,
                0x0605_0403_0201_0007,
            );
            return _mm256_shuffle_epi8(a, bytes);
        }
        if L == 56 {
            let bytes = _mm256_set_epi64x(
                0x080F_0E0D_0C0B_0A09,
                0x0007_0605_0403_0201,
                0x080F_0E0D_0C0B_0A09,
                0x0007_0605_0403_0201,
            );
            return _mm256_shuffle_epi8(a, bytes);
        }
        _mm256_or_si256(_mm256_slli_epi64::<L>(a), _mm256_srli_epi64::<R>(a))
    }

    /// Returns a ⊕ (¬b ∧ c).
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn chi(a: Vector, b: Vector, c: Vector) -> Vector {
        xor(a, _mm256_andnot_si256(b, c))
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn add(a: Vector, b: Vector) -> Vector {
        _mm256_add_epi64(a, b)
    }

    /// Rotates right by `R` bits. `L` is the rest of the word.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn rotate_right<const R: i32, const L: i32>(a: Vector) -> Vector {
        _mm256_or_si256(_mm256_srli_epi64::<R>(a), _mm256_slli_epi64::<L>(a))
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn shift_right<const R: i32>(a: Vector) -> Vector {
        _mm256_srli_epi64::<R>(a)
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn xor3(a: Vector, b: Vector, c: Vector) -> Vector {
        _mm256_xor_si256(_mm256_xor_si256(a, b), c)
    }

    /// Returns the bits of b where a is set, else those of c.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn choose(a: Vector, b: Vector, c: Vector) -> Vector {
        _mm256_xor_si256(c, _mm256_and_si256(a, _mm256_xor_si256(b, c)))
    }

    /// Returns the bits that two of the three have.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn majority(a: Vector, b: Vector, c: Vector) -> Vector {
        _mm256_or_si256(
            _mm256_and_si256(a, b),
            _mm256_and_si256(c, _mm256_or_si256(a, b)),
        )
    }
}

/// Vectors of 8 words of 32 bits.
mod words32 {
    use std::arch::x86_64::*;

    pub(super) type Vector = __m256i;

    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn load(lanes: &[u32; 8]) -> Vector {
        #[expect(unsafe_code, reason = "a vector load")]
        // SAFETY: the array has the vector's size, and the load needs no alignment.
        unsafe {
            _mm256_loadu_si256(lanes.as_ptr().cast())
        }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn store(vector: Vector, lanes: &mut [u32; 8]) {
        #[expect(unsafe_code, reason = "a vector store")]
        // SAFETY: the array has the vector's size, and the store needs no alignment.
        unsafe {
            _mm256_storeu_si256(lanes.as_mut_ptr().cast(), vector);
        }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn all(word: u32) -> Vector {
        _mm256_set1_epi32(word as i32)
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn add(a: Vector, b: Vector) -> Vector {
        _mm256_add_epi32(a, b)
    }

    /// Rotates right by `R` bits. `L` is the rest of the word.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn rotate_right<const R: i32, const L: i32>(a: Vector) -> Vector {
        _mm256_or_si256(_mm256_srli_epi32::<R>(a), _mm256_slli_epi32::<L>(a))
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn shift_right<const R: i32>(a: Vector) -> Vector {
        _mm256_srli_epi32::<R>(a)
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn xor3(a: Vector, b: Vector, c: Vector) -> Vector {
        _mm256_xor_si256(_mm256_xor_si256(a, b), c)
    }

    /// Returns the bits of b where a is set, else those of c.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn choose(a: Vector, b: Vector, c: Vector) -> Vector {
        _mm256_xor_si256(c, _mm256_and_si256(a, _mm256_xor_si256(b, c)))
    }

    /// Returns the bits that two of the three have.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn majority(a: Vector, b: Vector, c: Vector) -> Vector {
        _mm256_or_si256(
            _mm256_and_si256(a, b),
            _mm256_and_si256(c, _mm256_or_si256(a, b)),
        )
    }
}
