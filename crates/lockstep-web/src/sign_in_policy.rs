//! The policy of sign-ins: how long a session lasts, and the cost of a password's hash.

use std::time::Duration;

/// How long a session lasts, and the cost of a password's hash.
#[derive(Clone, Copy, Debug)]
pub struct SignInPolicy {
    /// The age at which a session ends, even if its tokens are renewed.
    pub max_session_age: Duration,
    /// The cost of the hash that is stored for a new password.
    pub password_cost: PasswordCost,
}

impl Default for SignInPolicy {
    fn default() -> Self {
        Self {
            max_session_age: Duration::from_secs(90 * 24 * 3600),
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
