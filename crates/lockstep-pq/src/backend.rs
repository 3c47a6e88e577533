//! Chooses the implementation.

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
/// | SLH-DSA with AVX2 | lanes | lanes | lanes |
/// | SLH-DSA otherwise | `slh-dsa` | `slh-dsa` | `slh-dsa` |
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
