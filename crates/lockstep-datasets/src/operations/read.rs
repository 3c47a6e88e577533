//! Reads the data of a version: groups of rows, column by column, each in one short read of the store.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use lockstep_store::id::{DatasetId, UserId};
use lockstep_store::{StoreError, Tx};
use lockstep_vault::AccountKeys;
use lockstep_web::{ApiError, AppState};

use crate::cell::Cells;
use crate::chunk;
use crate::dataset::DataVersion;
use crate::schema::Schema;
use crate::store::chunks::{self, ChunkLocation, Codec, StoredChunk};
use crate::store::scrub::is_ready;
use crate::store::versions::{self, VersionName};
use crate::{schema, store};

/// A version that is being read.
#[derive(Clone)]
pub(crate) struct VersionReader {
    pub(crate) state: AppState,
    pub(crate) keys: AccountKeys,
    pub(crate) version: VersionName,
    pub(crate) schema: Schema,
    pub(crate) rows: u64,
}

impl VersionReader {
    /// Opens the current version of a dataset. A dataset without data has no rows and no columns.
    ///
    /// # Errors
    /// The dataset does not exist, or its schema is damaged.
    pub(crate) async fn current(
        state: &AppState,
        user: &UserId,
        id: DatasetId,
    ) -> Result<Self, ApiError> {
        let keys = super::account_keys(state, user).await?;
        let (reading, dataset_id) = (keys.clone(), id.clone());
        let dataset = state
            .db
            .read::<_, ApiError, _>("datasets.version", move |tx| {
                let found = store::by_id(tx, &reading, &dataset_id)?;
                found.ok_or_else(|| ApiError::not_found("dataset"))
            })
            .await?;
        let data = dataset.data.unwrap_or(DataVersion {
            number: 0,
            rows: 0,
            schema: Some(Schema::default()),
        });
        Self::over(state, keys, id, data)
    }

    /// Opens a frozen version, also of a deleted dataset.
    ///
    /// # Errors
    /// The version does not exist, or its schema is damaged.
    pub(crate) async fn frozen(
        state: &AppState,
        user: &UserId,
        (id, number): (DatasetId, i64),
    ) -> Result<Self, ApiError> {
        let keys = super::account_keys(state, user).await?;
        let (reading, dataset_id) = (keys.clone(), id.clone());
        let data = state
            .db
            .read::<_, ApiError, _>("datasets.frozen", move |tx| {
                let found = versions::ready(tx, &reading, &dataset_id, number)?;
                found.ok_or_else(|| ApiError::not_found("version of the dataset"))
            })
            .await?;
        Self::over(state, keys, id, data)
    }

    fn over(
        state: &AppState,
        keys: AccountKeys,
        dataset: DatasetId,
        data: DataVersion,
    ) -> Result<Self, ApiError> {
        let schema = data.schema.ok_or_else(|| {
            ApiError::encryption("the schema of the data is damaged: upload the data again")
        })?;
        Ok(Self {
            state: state.clone(),
            keys,
            version: VersionName {
                dataset,
                number: data.number,
            },
            schema,
            rows: data.rows,
        })
    }

    /// Returns the indexes of the named columns in the order of the names; without names, all of them. See
    /// [`schema::named`].
    ///
    /// # Errors
    /// An unknown name, or a name that is given twice.
    pub(crate) fn columns(&self, names: Option<&str>) -> Result<Vec<usize>, ApiError> {
        let Some(names) = names else {
            return Ok((0..self.schema.columns.len()).collect());
        };
        let refused = |name: &str, reason: &str| {
            let shown: String = name.chars().take(schema::MAX_SHOWN_CHARS).collect();
            ApiError::invalid("columns", format!("{shown:?} {reason}"))
        };
        let places = self.schema.columns.iter().map(|column| &*column.name);
        let places: HashMap<&str, usize> = places.zip(0..).collect();
        let (mut found, mut seen) = (Vec::new(), HashSet::new());
        for name in schema::named(names) {
            let name = &*name;
            let place = places.get(name).copied();
            let place = place.ok_or_else(|| refused(name, "is not a column of the dataset"))?;
            // Each name is read once, so an answer needs no more memory than a group of rows.
            if !seen.insert(place) {
                return Err(refused(name, "is named twice: name each column once"));
            }
            found.push(place);
        }
        Ok(found)
    }

    /// Returns the rows of the group that contains `row`; `None` after the last row.
    pub(crate) async fn group(&self, row: u64) -> Result<Option<Range<u64>>, ApiError> {
        if row >= self.rows {
            return Ok(None);
        }
        let (keys, version) = (self.keys.clone(), self.version.clone());
        let (found, is_ready) = self
            .state
            .db
            .read::<_, StoreError, _>("datasets.group", move |tx| {
                let found = chunks::group_at(tx, &keys, &version, row)?;
                Ok((found, is_ready(tx, keys.user().as_str(), &version)?))
            })
            .await?;
        let (row0, n) = found.ok_or_else(|| match is_ready {
            true => chunks::missing(ChunkLocation {
                column: 0,
                row0: row,
                n: 1,
            }),
            // A version that was replaced is removed some time later.
            false => ApiError::conflict("the data was replaced during the read: read it again"),
        })?;
        Ok(Some(row0..row0 + u64::from(n)))
    }

    /// Returns the cells of columns in a group of rows.
    pub(crate) async fn cells(
        &self,
        columns: &[usize],
        rows: &Range<u64>,
    ) -> Result<Vec<Cells>, ApiError> {
        let (keys, version, columns) = (self.keys.clone(), self.version.clone(), columns.to_vec());
        let (row0, end) = (rows.start, rows.end);
        // Columns that may have no chunk here, since they came later.
        let may_lack: Vec<bool> = columns
            .iter()
            .map(|column| self.schema.columns[*column].may_lack(row0, end))
            .collect();
        self.state
            .db
            .read("datasets.cells", move |tx| {
                let mut all = Vec::with_capacity(columns.len());
                for (column, may_lack) in columns.into_iter().zip(may_lack) {
                    let stored = chunks::chunk(tx, &keys, &version, (column, row0))?;
                    all.push(match stored {
                        Some(stored) => cells_of(tx, &keys, &version, &stored)?,
                        None => {
                            let at = (column, row0);
                            if !may_lack || chunks::has_earlier(tx, &keys, &version, at)? {
                                return Err(absent(tx, &keys, &version, (at, end))?);
                            }
                            Cells::nulls((end - row0) as usize)
                        }
                    });
                }
                Ok(all)
            })
            .await
    }
}

/// Returns the error of a chunk that is not there: it is missing, or the version was replaced.
fn absent(
    tx: &Tx<'_>,
    keys: &AccountKeys,
    version: &VersionName,
    ((column, row0), end): ((usize, u64), u64),
) -> Result<ApiError, StoreError> {
    if !is_ready(tx, keys.user().as_str(), version)? {
        return Ok(ApiError::conflict(
            "the data was replaced during the read: read it again",
        ));
    }
    let n = u32::try_from(end - row0).unwrap_or(u32::MAX);
    Ok(chunks::missing(ChunkLocation { column, row0, n }))
}

/// Returns the cells of a chunk.
pub(crate) fn cells_of(
    tx: &Tx<'_>,
    keys: &AccountKeys,
    version: &VersionName,
    stored: &StoredChunk,
) -> Result<Cells, ApiError> {
    let unreadable = |_| chunks::unreadable(stored);
    let n = stored.location.n as usize;
    let (plain, _) = chunks::open(tx, keys, version, stored)?;
    match stored.codec {
        Codec::Cells => chunk::unpack(&plain, n).map_err(unreadable),
        Codec::Homomorphic => {
            let packed = chunk::unpack_homomorphic(&plain, n).map_err(unreadable)?;
            let key = AccountKeys::key_named_by(&stored.body).flatten();
            let key = key.ok_or_else(|| chunks::unreadable(stored))?;
            let integers = keys
                .decrypt(tx, &key, packed.ciphertext)
                .map_err(|reason| chunks::unopened(reason, stored))?;
            packed.cells(&integers).map_err(unreadable)
        }
        Codec::Committed => {
            let cells = plain.get(BLINDING_BYTES..);
            let cells = cells.ok_or_else(|| chunks::unreadable(stored))?;
            chunk::unpack(cells, n).map_err(unreadable)
        }
    }
}

/// Bytes of the key of a commitment's blindings, before the packed cells.
const BLINDING_BYTES: usize = 32;
