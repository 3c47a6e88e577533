//! Which implementation does the work.

/// The implementation that computes. All implementations return the same results, which tests check.
///
/// | | `Fastest` | `Libcrux` | `AwsLc` |
/// |---|---|---|---|
/// | ML-KEM | libcrux, held unpacked | libcrux | AWS-LC |
/// | ML-KEM, `decapsulate` on an expanded key's bytes | AWS-LC | – | – |
/// | ML-DSA signing, context empty and hedged | libcrux | libcrux | AWS-LC |
/// | ML-DSA verifying, context empty | AWS-LC | libcrux | AWS-LC |
/// | ML-DSA otherwise | libcrux | libcrux | libcrux |
/// | key generation, X-Wing | libcrux | libcrux | libcrux |
/// | SLH-DSA | `slh-dsa` | `slh-dsa` | `slh-dsa` |
///
/// AWS-LC takes no entropy from a caller: where it encapsulates or signs, it draws its own, and the
/// generator passed in is left alone. In the browser there is no AWS-LC, and `Fastest` is libcrux.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Backend {
    /// Whichever was measured to be ahead, operation by operation (`bench/RESULTS.md`).
    #[default]
    Fastest,
    /// `libcrux`: its arithmetic is formally verified, and it runs in the browser.
    Libcrux,
    /// AWS-LC, the library AWS uses; its FIPS branch is validated, this build of it is not.
    #[cfg(not(target_family = "wasm"))]
    AwsLc,
}
