//! Why the root key fails its test.

use lockstep_vault::VaultError;
use serde::Serialize;
use utoipa::ToSchema;

/// Why the root key where it is kept cannot be used.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum RootKeyProblem {
    /// There is no key.
    Missing,
    /// Other users of the machine can read the file.
    Exposed,
    /// The content is not a key of 32 bytes.
    Malformed,
    /// It is the key of another installation, or an earlier one.
    Other,
    /// It, or the record that checks it, cannot be read. The log of the server says why.
    Unreadable,
}

impl RootKeyProblem {
    /// The paths and programs that an error names are for the log of the server only.
    pub(crate) fn of(error: &VaultError) -> Self {
        match error {
            VaultError::NoRoot(_) => Self::Missing,
            VaultError::Readable(_) => Self::Exposed,
            VaultError::NotAKey { .. } => Self::Malformed,
            VaultError::WrongRoot => Self::Other,
            _ => Self::Unreadable,
        }
    }

    /// Returns the details of the audit entry.
    pub(crate) fn details(self) -> &'static str {
        match self {
            Self::Missing => "the root key is not where the configuration says",
            Self::Exposed => "other users of the machine can read the root key",
            Self::Malformed => "the root key that is kept is not a key of 32 bytes",
            Self::Other => "the root key that is kept does not open the keys of this installation",
            Self::Unreadable => "the root key, or the record that checks it, cannot be read",
        }
    }
}
