//! Time and randomness as values of the `Ctx`, so that a test can fix both.

use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use lockstep_values::milliseconds;

pub use lockstep_values::{CivilDate, NotAMoment, Timestamp, civil};

/// A source of time.
pub trait Clock: Send + Sync + 'static {
    /// Returns the wall clock; may jump.
    fn now(&self) -> Timestamp;
    /// Returns the time since a fixed moment; never goes back.
    fn monotonic(&self) -> Duration;
}

/// The machine's clocks.
#[derive(Debug)]
pub struct SystemClock {
    start: Instant,
}

impl SystemClock {
    /// Creates a shared clock.
    #[must_use]
    pub fn shared() -> Arc<dyn Clock> {
        #[expect(
            clippy::disallowed_methods,
            reason = "this module is the only one that reads the clock"
        )]
        Arc::new(Self {
            start: Instant::now(),
        })
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        #[expect(
            clippy::disallowed_methods,
            reason = "this module is the only one that reads the clock"
        )]
        let now = SystemTime::now();
        match now.duration_since(UNIX_EPOCH) {
            Ok(after) => Timestamp(milliseconds(after)),
            Err(before) => Timestamp(-milliseconds(before.duration())),
        }
    }

    fn monotonic(&self) -> Duration {
        self.start.elapsed()
    }
}

/// A source of randomness.
pub trait Entropy: Send + Sync + 'static {
    /// Fills all of `bytes` with unpredictable bytes.
    fn fill(&self, bytes: &mut [u8]);
}

/// Returns random bytes as an array: `entropy_array::<32>(&*ctx.entropy)`.
pub fn entropy_array<const N: usize>(entropy: &dyn Entropy) -> [u8; N] {
    let mut bytes = [0; N];
    entropy.fill(&mut bytes);
    bytes
}

/// The operating system's generator.
#[derive(Debug)]
pub struct SystemEntropy;

impl Entropy for SystemEntropy {
    fn fill(&self, bytes: &mut [u8]) {
        getrandom::fill(bytes).expect("an operating system without randomness can keep no secret");
    }
}
