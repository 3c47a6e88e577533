//! The limits of sign-ins, and what a guess of a password costs.

use std::time::Duration;

/// The limits of sign-ins, and what a guess of a password costs.
#[derive(Clone, Copy, Debug)]
pub struct SessionPolicy {
    /// The age at which a sign-in ends, however often its tokens are renewed.
    pub max_age: Duration,
    /// The cost of the hash of a password that is set.
    pub password_cost: PasswordCost,
}

impl Default for SessionPolicy {
    fn default() -> Self {
        Self {
            max_age: Duration::from_secs(90 * 24 * 3600),
            password_cost: PasswordCost::default(),
        }
    }
}

/// The cost of a password's hash with Argon2id (RFC 9106). A stored hash contains its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PasswordCost {
    /// The memory in KiB, at least 8.
    pub memory_kib: u32,
    /// The number of passes over the memory, at least 1.
    pub passes: u32,
}

impl Default for PasswordCost {
    fn default() -> Self {
        Self {
            memory_kib: 19 * 1024,
            passes: 2,
        }
    }
}
