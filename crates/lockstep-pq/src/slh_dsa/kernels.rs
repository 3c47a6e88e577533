//! The permutation of SHAKE and the compression functions of SHA-2 on several states at once.
//!
//! A lane is the place of a state in the vectors: word w of lane l is at `[w][l]`. A value of [`Avx2`] or
//! [`ShaExtensions`] proves that the CPU has the instructions.

mod avx2;
mod keccak;
#[cfg(test)]
pub(super) mod portable;
mod sha2;
mod sha_ni;
#[cfg(test)]
mod tests;

pub(super) use sha2::{INITIAL_256, INITIAL_512};

/// Keccak-f[1600] on `L` states.
pub(super) trait Keccak<const L: usize>: Copy + Send + Sync {
    /// Permutes the states.
    fn keccak(self, input: &[[u64; L]; 25], output: &mut [[u64; L]; 25]);
}

/// SHA-256 on `L` states.
pub(super) trait Sha256<const L: usize>: Copy + Send + Sync {
    /// Compresses one block into each state. Words are numbers.
    fn sha256(self, state: &mut [[u32; L]; 8], block: &[[u32; L]; 16]);
}

/// SHA-512 on `L` states.
pub(super) trait Sha512<const L: usize>: Copy + Send + Sync {
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
    };
}

instructions!(
    /// Vectors of 256 bits.
    Avx2: "avx2"
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
    Keccak<4> for Avx2: keccak(input: &[[u64; 4]; 25], output: &mut [[u64; 4]; 25]) in avx2;
    Sha256<8> for Avx2: sha256(state: &mut [[u32; 8]; 8], block: &[[u32; 8]; 16]) in avx2;
    Sha256<4> for ShaExtensions: sha256(state: &mut [[u32; 4]; 8], block: &[[u32; 4]; 16]) in sha_ni;
    Sha512<4> for Avx2: sha512(state: &mut [[u64; 4]; 8], block: &[[u64; 4]; 16]) in avx2;
}
