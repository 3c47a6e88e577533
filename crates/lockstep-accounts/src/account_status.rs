//! The status of an account.

use serde::{Deserialize, Serialize};

/// The status of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = AccountStatus)]
#[serde(rename_all = "lowercase")]
pub enum AccountStatus {
    /// The account's credentials are accepted.
    Active,
    /// The account's credentials are refused.
    Suspended,
    /// The account is erased; its id remains.
    Deleted,
}

impl AccountStatus {
    /// Returns the text form.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Suspended => "suspended",
            Self::Deleted => "deleted",
        }
    }
}

impl std::str::FromStr for AccountStatus {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        [Self::Active, Self::Suspended, Self::Deleted]
            .into_iter()
            .find(|status| status.as_str() == text)
            .ok_or_else(|| "must be one of active, suspended, deleted".to_owned())
    }
}
