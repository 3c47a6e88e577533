//! `[auth]`.

use std::time::Duration;

use lockstep_web::{PasswordCost, SignInPolicy};
use serde::{Deserialize, Serialize};

/// Settings of accounts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Auth {
    /// Whether anyone may register an account: `open` or `closed`.
    pub registration: Registration,
    /// The days after which a sign-in ends, however often its tokens are renewed.
    pub session_max_days: u32,
    /// The cost of a password's hash. No setting lowers it; tests that create many accounts do.
    #[serde(skip)]
    pub password_cost: PasswordCost,
}

/// Whether anyone may register an account.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Registration {
    /// Only administrators create accounts.
    #[default]
    Closed,
    /// Any client may register an account.
    Open,
}

impl Default for Auth {
    fn default() -> Self {
        Self {
            registration: Registration::default(),
            session_max_days: 90,
            password_cost: PasswordCost::default(),
        }
    }
}

impl Auth {
    pub(super) fn check(&self) -> Result<(), String> {
        if (1..=MAX_SESSION_DAYS).contains(&self.session_max_days) {
            return Ok(());
        }
        Err(format!(
            "auth.session_max_days must be 1 to {MAX_SESSION_DAYS}"
        ))
    }

    /// Returns the policy of sign-ins.
    pub fn sign_in_policy(&self) -> SignInPolicy {
        SignInPolicy {
            max_session_age: Duration::from_secs(u64::from(self.session_max_days) * 24 * 3600),
            password_cost: self.password_cost,
        }
    }
}

/// Ten years.
const MAX_SESSION_DAYS: u32 = 3650;
