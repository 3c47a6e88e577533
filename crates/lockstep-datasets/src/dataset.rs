//! A dataset: its entry, its encryption mode and status.

use std::fmt;
use std::str::FromStr;

use lockstep_store::Timestamp;
use lockstep_store::id::DatasetId;
use lockstep_vault::Mode;
use lockstep_web::{ApiError, free_text};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::schema::Schema;

/// The entry of a dataset.
#[derive(Clone, Debug, PartialEq)]
pub struct Dataset {
    /// The id.
    pub id: DatasetId,
    /// The name; empty if it cannot be read.
    pub name: String,
    /// The description.
    pub description: String,
    /// The time of creation.
    pub created_at: Timestamp,
    /// The time of the last change.
    pub updated_at: Timestamp,
    /// The encryption mode.
    pub mode: EncryptionMode,
    /// The state of the encryption.
    pub status: EncryptionStatus,
    /// The version of the data; `None` without data.
    pub data: Option<DataVersion>,
    /// Whether the stored name, mode or status cannot be read. Such a dataset takes no new data.
    pub is_damaged: bool,
}

/// A version of a dataset's data.
#[derive(Clone, Debug, PartialEq)]
pub struct DataVersion {
    /// The number of the version, from 1.
    pub number: i64,
    /// The number of rows.
    pub rows: u64,
    /// The schema; `None` if it was not requested or cannot be read.
    pub schema: Option<Schema>,
}

/// The encryption mode of a dataset. `none`: sealed under the account's own key. `basic`: sealed under a key of the
/// mode Basic. `fhe`: columns of numbers are homomorphic ciphertexts. `zk`: columns of numbers are also committed to.
// The spelling of requests, answers, certificates and the store. Keys have a `Mode`: see `key_mode`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = DatasetEncryptionMode)]
pub enum EncryptionMode {
    /// Sealed at rest under the account's own key.
    None,
    /// Sealed under a key of the mode Basic.
    Basic,
    /// Numeric columns are homomorphic ciphertexts; the other columns are sealed.
    Fhe,
    /// Sealed, and numeric columns are committed to.
    Zk,
}

/// The state of the encryption of a dataset. `unencrypted`: the mode is `none`. `pending`: a key is being created, or
/// columns are being converted. `encrypted`: all data are in their mode. `failed`: the data stay sealed, and the
/// conversion is tried again each minute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = DatasetEncryptionStatus)]
pub enum EncryptionStatus {
    /// The mode is `none`.
    Unencrypted,
    /// A key is being created, or columns are being converted.
    Pending,
    /// All data are in their mode.
    Encrypted,
    /// The data could not be converted, since a key does not encrypt or the quota is used up. They stay sealed, and the
    /// conversion is tried again each minute.
    Failed,
}

impl EncryptionMode {
    /// Returns the key mode that seals the data; `None` for the account's own key.
    #[must_use]
    pub(crate) fn key_mode(self) -> Option<Mode> {
        match self {
            Self::None => None,
            Self::Basic => Some(Mode::Basic),
            Self::Fhe => Some(Mode::Fhe),
            Self::Zk => Some(Mode::Zk),
        }
    }

    /// Returns the name in requests and in the store.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Basic => "basic",
            Self::Fhe => "fhe",
            Self::Zk => "zk",
        }
    }

    /// Returns the status of new data.
    #[must_use]
    pub(crate) fn first_status(self) -> EncryptionStatus {
        match self {
            Self::None => EncryptionStatus::Unencrypted,
            Self::Basic => EncryptionStatus::Encrypted,
            Self::Fhe | Self::Zk => EncryptionStatus::Pending,
        }
    }
}

impl FromStr for EncryptionMode {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let all = [Self::None, Self::Basic, Self::Fhe, Self::Zk];
        all.into_iter().find(|mode| mode.as_str() == text).ok_or(())
    }
}

impl EncryptionStatus {
    /// Returns the name in responses and in the store.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Unencrypted => "unencrypted",
            Self::Pending => "pending",
            Self::Encrypted => "encrypted",
            Self::Failed => "failed",
        }
    }
}

impl FromStr for EncryptionStatus {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let all = [
            Self::Unencrypted,
            Self::Pending,
            Self::Encrypted,
            Self::Failed,
        ];
        all.into_iter().find(|one| one.as_str() == text).ok_or(())
    }
}

impl fmt::Display for EncryptionMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A dataset to create, with valid fields.
#[derive(Clone, Debug)]
pub(crate) struct NewDataset {
    pub(crate) name: String,
    pub(crate) description: String,
    pub(crate) mode: EncryptionMode,
}

impl NewDataset {
    /// Checks the fields: `name` has 1 to [`MAX_NAME_CHARS`] printable characters, `description` at most
    /// [`MAX_DESCRIPTION_CHARS`] characters.
    pub(crate) fn new(
        name: String,
        description: String,
        mode: EncryptionMode,
    ) -> Result<Self, ApiError> {
        let fits = (1..=MAX_NAME_CHARS).contains(&name.chars().count());
        if !fits || free_text::one_line(&name).is_err() || name.trim().is_empty() {
            let reason = format!("must be 1 to {MAX_NAME_CHARS} printable characters");
            return Err(ApiError::invalid("name", reason));
        }
        if description.chars().count() > MAX_DESCRIPTION_CHARS {
            let reason = format!("must be {MAX_DESCRIPTION_CHARS} characters at most");
            return Err(ApiError::invalid("description", reason));
        }
        free_text::lines(&description)
            .map_err(|reason| ApiError::invalid("description", reason))?;
        Ok(Self {
            name,
            description,
            mode,
        })
    }
}

/// The order of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(title = "DatasetSortField")]
pub(crate) enum DatasetSortField {
    /// By name, in the order of Unicode code points without regard to ASCII case.
    Name,
    /// By time of creation.
    CreatedAt,
    /// By status, then by time of creation.
    EncryptionStatus,
}

/// The maximum number of characters of a name.
const MAX_NAME_CHARS: usize = 256;
/// The maximum number of characters of a description.
const MAX_DESCRIPTION_CHARS: usize = 10_000;
/// The maximum number of datasets of an account.
pub(crate) const MAX_DATASETS: u64 = 1_000_000;
