//! Chooses the implementation, and names the one that runs.

use std::fmt;

/// The implementation to use. All implementations return the same results, which tests check.
///
/// | | `Fastest` | `Libcrux` | `AwsLc` |
/// |---|---|---|---|
/// | ML-KEM | libcrux, unpacked | libcrux | AWS-LC |
/// | ML-KEM, `decapsulate` on an expanded key's bytes | AWS-LC | – | – |
/// | ML-DSA signing, context empty and hedged | libcrux | libcrux | AWS-LC |
/// | ML-DSA verifying, context empty | AWS-LC | libcrux | AWS-LC |
/// | ML-DSA otherwise | libcrux | libcrux | libcrux |
/// | key generation, X-Wing | libcrux | libcrux | libcrux |
/// | SLH-DSA with AVX-512 or AVX2 | lanes | lanes | lanes |
/// | SLH-DSA otherwise | `slh-dsa` | `slh-dsa` | `slh-dsa` |
///
/// A back end that does not support an operation leaves it to another one, as the table says. Keys tell
/// which one runs: [`Key::decapsulates_with`](crate::Key::decapsulates_with) and the functions beside it.
///
/// AWS-LC takes no entropy from a caller. It encapsulates and signs with its own entropy, and the
/// caller's generator is not used. AWS-LC is not available on wasm32, where `Fastest` is libcrux.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Backend {
    /// The fastest implementation of each operation, according to measurements
    /// (`bench/RESULTS.md`).
    #[default]
    Fastest,
    /// `libcrux`: its arithmetic is formally verified, and it works on wasm32.
    Libcrux,
    /// AWS-LC, the library that AWS uses. Its FIPS branch is validated, but this build is not.
    #[cfg(not(target_family = "wasm"))]
    AwsLc,
}

/// The implementation that runs an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Implementation {
    /// `libcrux`: ML-KEM, ML-DSA, and the part of X-Wing that is ML-KEM.
    Libcrux,
    /// AWS-LC: ML-KEM and ML-DSA.
    AwsLc,
    /// This crate's SLH-DSA, which hashes in lanes.
    Lanes,
    /// SLH-DSA of RustCrypto's crate `slh-dsa`.
    RustCrypto,
}

impl Implementation {
    /// Returns its name: `libcrux`, `aws-lc`, `lanes` or `rustcrypto`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Libcrux => "libcrux",
            Self::AwsLc => "aws-lc",
            Self::Lanes => "lanes",
            Self::RustCrypto => "rustcrypto",
        }
    }
}

impl fmt::Display for Implementation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
