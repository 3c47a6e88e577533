//! The operator's limits of sign-ins.

use std::time::Duration;

/// The limits of sign-ins.
#[derive(Clone, Copy, Debug)]
pub struct SessionPolicy {
    /// The age at which a sign-in ends, however often its tokens are renewed.
    pub max_age: Duration,
}

impl Default for SessionPolicy {
    fn default() -> Self {
        Self {
            max_age: Duration::from_secs(90 * 24 * 3600),
        }
    }
}
