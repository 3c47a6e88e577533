//! The access of the marketplace to datasets: entries by owner and id, and the rows of a frozen
//! version.
//!
//! A listing takes [`Dataset::data`]'s number when it is created, and [`hold`](crate::hold::hold)s that version.

use std::collections::BTreeSet;
use std::ops::Range;

use axum::response::Response;
use lockstep_store::id::{DatasetId, KeyId, UserId};
use lockstep_store::{StoreError, Tx};
use lockstep_vault::AccountKeys;
use lockstep_web::{ApiError, AppState};

use crate::api_platform::data::{DataQuery, stream};
use crate::cell::Cells;
use crate::dataset::{Dataset, EncryptionMode};
use crate::operations::read::VersionReader;
use crate::operations::statistics;
pub use crate::operations::statistics::ColumnStatistics;
use crate::output::DataFormat;
use crate::schema::Schema;
use crate::store;
use crate::version::VersionName;

/// Returns the entry of a dataset that is not deleted, with its schema, in a transaction of the caller.
/// `owner_keys` are the keys of the dataset's owner.
///
/// # Errors
/// [`StoreError`].
pub fn entry(
    tx: &Tx<'_>,
    owner_keys: &AccountKeys,
    id: &DatasetId,
) -> Result<Option<Dataset>, StoreError> {
    store::by_id(tx, owner_keys, id)
}

/// The rows of a version that a client requests.
#[derive(Clone, Debug, Default)]
pub struct RowsRequest {
    /// The names of the columns, separated by commas; all without names.
    pub columns: Option<String>,
    /// The number of rows to skip.
    pub offset: Option<u64>,
    /// The number of rows to return; all without it.
    pub limit: Option<u64>,
    /// The header `Accept`.
    pub accept: Option<String>,
}

/// Whether the header `Accept` requests a file instead of a JSON object.
///
/// # Errors
/// None of its types is known.
pub fn is_file(accept: Option<&str>) -> Result<bool, ApiError> {
    Ok(DataFormat::accepted(accept)? != DataFormat::Json)
}

/// A frozen version of a dataset, which can be read while a hold keeps it.
pub struct FrozenVersion(VersionReader);

/// Returns the encryption mode of a dataset, also of a deleted one.
///
/// # Errors
/// [`StoreError`].
pub fn mode(
    tx: &Tx<'_>,
    owner: &UserId,
    id: &DatasetId,
) -> Result<Option<EncryptionMode>, StoreError> {
    store::mode(tx, owner, id)
}

/// Returns the keys that seal the first and the last group of rows of a version, in its first columns; data without a
/// mode are sealed under the key of the account. A version is converted to its mode group by group: usually one key seals
/// all of it, or two after a rotation. Reading every header would read all of the data.
///
/// # Errors
/// [`StoreError`].
pub fn sealing_keys(
    tx: &Tx<'_>,
    owner: &UserId,
    (dataset, number): (&DatasetId, i64),
) -> Result<BTreeSet<KeyId>, StoreError> {
    let version = VersionName {
        dataset: dataset.clone(),
        number,
    };
    store::chunks::outer_keys(tx, owner, &version)
}

impl FrozenVersion {
    /// Opens a version of a dataset, also of a deleted one.
    ///
    /// # Errors
    /// The version does not exist, or its schema is damaged.
    pub async fn open(
        state: &AppState,
        owner: &UserId,
        id: DatasetId,
        version: i64,
    ) -> Result<Self, ApiError> {
        VersionReader::frozen(state, owner, (id, version))
            .await
            .map(Self)
    }

    /// Returns the schema.
    #[must_use]
    pub fn schema(&self) -> &Schema {
        &self.0.schema
    }

    /// Streams rows, in the format that [`RowsRequest::accept`] names. When this function returns, the first rows
    /// have been read.
    ///
    /// # Errors
    /// An unknown column or format; data that cannot be read.
    pub async fn stream(self, request: RowsRequest) -> Result<Response, ApiError> {
        let format = DataFormat::accepted(request.accept.as_deref())?;
        let query = DataQuery {
            columns: request.columns,
            offset: request.offset,
            limit: request.limit,
        };
        stream(self.0, &query, format).await
    }

    /// Returns the number of rows.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.0.rows
    }

    /// Returns the rows that are stored together with `row`, counted from 0; `None` after the last row. A group has at
    /// most 8192 rows.
    ///
    /// # Errors
    /// A version that is no longer stored.
    pub async fn group(&self, row: u64) -> Result<Option<Range<u64>>, ApiError> {
        self.0.group(row).await
    }

    /// Returns the cells of columns, by their index in the schema, in a group of [`FrozenVersion::group`].
    ///
    /// # Errors
    /// Data that cannot be read.
    pub async fn cells(
        &self,
        columns: &[usize],
        group: &Range<u64>,
    ) -> Result<Vec<Cells>, ApiError> {
        self.0.cells(columns, group).await
    }

    /// Returns the count, sum, mean and variance of columns of numbers, by their names separated by commas; without
    /// names, of every column of numbers. Those of columns of mode `fhe` are computed on the ciphertexts.
    ///
    /// # Errors
    /// A column that is unknown or has no numbers; data that cannot be read.
    pub async fn statistics(&self, names: Option<&str>) -> Result<Vec<ColumnStatistics>, ApiError> {
        statistics::of_columns(&self.0, names).await
    }
}
