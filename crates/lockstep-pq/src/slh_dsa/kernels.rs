//! The permutation of SHAKE and the compression functions of SHA-2 on several states at once.
//!
//! A lane is the place of a state in the vectors: word w of lane l is at `[w][l]`. A value of [`Avx512`], [`Avx2`] or
//! [`ShaExtensions`] proves that the CPU has the instructions.

mod avx2;
mod avx512;
mod keccak;
#[cfg(test)]
pub(super) mod portable;
mod sha2;
mod sha_ni;
#[cfg(test)]
mod tests;

use std::ops::{Deref, DerefMut};

pub(super) use sha2::{INITIAL_256, INITIAL_512};
use zeroize::{Zeroize, optimization_barrier};

/// Lanes that begin with a cache line, because a vector in two lines takes twice as long to load.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Aligned<T>(pub(super) T);

impl<T> Deref for Aligned<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for Aligned<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

impl<W: Copy + Default, const L: usize, const C: usize> Zeroize for Aligned<[[W; L]; C]> {
    #[inline]
    fn zeroize(&mut self) {
        self.0 = [[W::default(); L]; C];
        // The zeros are written in vectors. Without the barrier the compiler would leave them out.
        optimization_barrier(&self.0);
    }
}

/// The instructions of a kernel, for the work around it.
pub(super) trait Instructions: Copy + Send + Sync {
    /// Runs the work. What is inlined into it uses the instructions, too: a vector that was stored in parts takes long to
    /// load.
    fn run<T>(self, work: impl FnOnce() -> T) -> T;
}

/// Keccak-f[1600] on `L` states.
pub(super) trait Keccak<const L: usize>: Instructions {
    /// Permutes the states.
    fn keccak(self, input: &[[u64; L]; 25], output: &mut [[u64; L]; 25]);
}

/// SHA-256 on `L` states.
pub(super) trait Sha256<const L: usize>: Instructions {
    /// Compresses one block into each state. Words are numbers.
    fn sha256(self, state: &mut [[u32; L]; 8], block: &[[u32; L]; 16]);
}

/// SHA-512 on `L` states.
pub(super) trait Sha512<const L: usize>: Instructions {
    /// Compresses one block into each state. Words are numbers.
    fn sha512(self, state: &mut [[u64; L]; 8], block: &[[u64; L]; 16]);
}

/// Proof that the CPU has the instructions.
macro_rules! instructions {
    ($(#[$attribute:meta])* $name:ident: $($feature:tt)&&+) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug)]
        pub(super) struct $name(());

        impl $name {
            /// Returns `None` if the CPU lacks the instructions.
            pub(super) fn detected() -> Option<Self> {
                ($(is_x86_feature_detected!($feature))&&+).then_some(Self(()))
            }
        }

        impl Instructions for $name {
            #[inline]
            fn run<T>(self, work: impl FnOnce() -> T) -> T {
                $(#[target_feature(enable = $feature)])+
                fn compiled<T>(work: impl FnOnce() -> T) -> T {
                    work()
                }
                #[expect(unsafe_code, reason = "a call into code compiled for detected instructions")]
                // SAFETY: `self` exists only if the instructions were detected.
                unsafe {
                    compiled(work)
                }
            }
        }
    };
}

instructions!(
    /// Vectors of 256 bits.
    Avx2: "avx2"
);
instructions!(
    /// Vectors of 512 bits.
    Avx512: "avx512f"
);
instructions!(
    /// Instructions for SHA-256.
    ShaExtensions: "sha" && "sse4.1" && "ssse3"
);

/// Calls a function that is compiled for the instructions of the type.
macro_rules! calls {
    ($($kernel:ident<$lanes:literal> for $instructions:ty: $function:ident($($argument:ident: $kind:ty),*) in $module:ident;)*) => {$(
        impl $kernel<$lanes> for $instructions {
            #[inline]
            fn $function(self, $($argument: $kind),*) {
                #[expect(unsafe_code, reason = "a call into code compiled for detected instructions")]
                // SAFETY: `self` exists only if the instructions were detected.
                unsafe {
                    $module::$function($($argument),*);
                }
            }
        }
    )*};
}

calls! {
    Keccak<8> for Avx512: keccak(input: &[[u64; 8]; 25], output: &mut [[u64; 8]; 25]) in avx512;
    Sha256<16> for Avx512: sha256(state: &mut [[u32; 16]; 8], block: &[[u32; 16]; 16]) in avx512;
    Sha512<8> for Avx512: sha512(state: &mut [[u64; 8]; 8], block: &[[u64; 8]; 16]) in avx512;
    Keccak<4> for Avx2: keccak(input: &[[u64; 4]; 25], output: &mut [[u64; 4]; 25]) in avx2;
    Sha256<8> for Avx2: sha256(state: &mut [[u32; 8]; 8], block: &[[u32; 8]; 16]) in avx2;
    Sha256<4> for ShaExtensions: sha256(state: &mut [[u32; 4]; 8], block: &[[u32; 4]; 16]) in sha_ni;
    Sha512<4> for Avx2: sha512(state: &mut [[u64; 4]; 8], block: &[[u64; 4]; 16]) in avx2;
}
