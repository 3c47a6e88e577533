//! Entropy: of the operating system, or of the host of the WebAssembly module.

use chacha20::ChaCha20Rng;
use rand_core::SeedableRng;
use zeroize::Zeroizing;

use crate::failure::{Failure, Status};

/// A generator for one call, with a new seed. Nothing is kept between calls, so a process that forks never
/// draws the same numbers twice.
pub(crate) fn generator() -> Result<ChaCha20Rng, Failure> {
    let mut seed = Zeroizing::new([0; 32]);
    if !fill(&mut *seed) {
        return Err(Failure::new(
            Status::EntropyError,
            "the source of entropy failed: no key can be made and no message sealed",
        ));
    }
    Ok(ChaCha20Rng::from_seed(*seed))
}

#[cfg(target_family = "wasm")]
use crate::host::entropy as fill;

#[cfg(not(target_family = "wasm"))]
fn fill(seed: &mut [u8]) -> bool {
    getrandom::fill(seed).is_ok()
}
