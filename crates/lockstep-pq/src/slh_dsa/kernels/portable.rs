//! The same kernels on arrays, so that tests run those for eight and sixteen lanes on every CPU. Nothing is inlined, which
//! keeps their compilation short.

use super::keccak::keccak;
use super::sha2::{sha256, sha512};
use super::{Instructions, Keccak, Sha256, Sha512};

/// Vectors of `$lanes` words.
macro_rules! words {
    ($(#[$attribute:meta])* $module:ident, $word:ty, $lanes:literal) => {
        $(#[$attribute])*
        mod $module {
            pub(super) type Vector = [$word; $lanes];

            fn each(f: impl Fn(usize) -> $word) -> Vector {
                std::array::from_fn(f)
            }

            #[inline(never)]
            pub(super) fn load(lanes: &Vector) -> Vector {
                *lanes
            }

            #[inline(never)]
            pub(super) fn store(vector: Vector, lanes: &mut Vector) {
                *lanes = vector;
            }

            #[inline(never)]
            pub(super) fn all(word: $word) -> Vector {
                [word; $lanes]
            }

            #[inline(never)]
            pub(super) fn add(a: Vector, b: Vector) -> Vector {
                each(|lane| a[lane].wrapping_add(b[lane]))
            }

            #[inline(never)]
            pub(super) fn xor3(a: Vector, b: Vector, c: Vector) -> Vector {
                each(|lane| a[lane] ^ b[lane] ^ c[lane])
            }

            #[inline(never)]
            pub(super) fn rotate_right<const R: u32, const L: u32>(a: Vector) -> Vector {
                each(|lane| a[lane].rotate_right(R))
            }

            #[inline(never)]
            pub(super) fn shift_right<const R: u32>(a: Vector) -> Vector {
                each(|lane| a[lane] >> R)
            }

            #[inline(never)]
            pub(super) fn choose(a: Vector, b: Vector, c: Vector) -> Vector {
                each(|lane| (a[lane] & b[lane]) | (!a[lane] & c[lane]))
            }

            #[inline(never)]
            pub(super) fn majority(a: Vector, b: Vector, c: Vector) -> Vector {
                each(|lane| (a[lane] & b[lane]) | (a[lane] & c[lane]) | (b[lane] & c[lane]))
            }

            #[inline(never)]
            pub(super) fn xor(a: Vector, b: Vector) -> Vector {
                each(|lane| a[lane] ^ b[lane])
            }

            #[inline(never)]
            pub(super) fn parity(a: Vector, b: Vector, c: Vector, d: Vector, e: Vector) -> Vector {
                xor3(xor3(a, b, c), d, e)
            }

            #[inline(never)]
            pub(super) fn rotate<const L: u32, const R: u32>(a: Vector) -> Vector {
                each(|lane| a[lane].rotate_left(L))
            }

            #[inline(never)]
            pub(super) fn chi(a: Vector, b: Vector, c: Vector) -> Vector {
                each(|lane| a[lane] ^ (!b[lane] & c[lane]))
            }
        }
    };
}

words!(words64, u64, 8);
words!(
    #[expect(dead_code, reason = "Keccak has no words of 32 bits")]
    words32,
    u32,
    16
);

keccak!(words64, 8);
sha256!(words32, 16);
sha512!(words64, 8);

/// Eight and sixteen lanes, one after the other.
#[derive(Clone, Copy)]
pub(in crate::slh_dsa) struct Portable;

impl Instructions for Portable {
    fn run<T>(self, work: impl FnOnce() -> T) -> T {
        work()
    }
}

impl Keccak<8> for Portable {
    fn keccak(self, input: &[[u64; 8]; 25], output: &mut [[u64; 8]; 25]) {
        keccak(input, output);
    }
}

impl Sha256<16> for Portable {
    fn sha256(self, state: &mut [[u32; 16]; 8], block: &[[u32; 16]; 16]) {
        sha256(state, block);
    }
}

impl Sha512<8> for Portable {
    fn sha512(self, state: &mut [[u64; 8]; 8], block: &[[u64; 8]; 16]) {
        sha512(state, block);
    }
}
