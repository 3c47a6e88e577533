//! Walks over the stored rows of all accounts, to open each of them.

use lockstep_store::{RowName, StoreError, Tx, params};

use super::versions::VersionName;

/// A row of `dataset`, by its identifiers as stored.
pub(crate) struct DatasetRow {
    pub(crate) user: String,
    pub(crate) id: String,
}

/// The place of a chunk among all chunks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ChunkPosition {
    pub(crate) user: String,
    pub(crate) dataset: String,
    pub(crate) version: i64,
    pub(crate) column: i64,
    pub(crate) row0: i64,
}

/// Returns the datasets after a place, in order. Rows whose identifiers are not texts are skipped and logged.
pub(crate) fn datasets_after(
    tx: &Tx<'_>,
    (user, id): (&str, &str),
    limit: i64,
) -> Result<Vec<DatasetRow>, StoreError> {
    let name = RowName {
        table: "dataset",
        account: Some(0),
        row: Some(1),
    };
    tx.query_skipping(
        name,
        "SELECT user_id, id FROM dataset WHERE (user_id, id) > (?1, ?2) ORDER BY user_id, id LIMIT ?3",
        params![user, id, limit],
        |row| {
            Ok(DatasetRow {
                user: row.at(0)?,
                id: row.at(1)?,
            })
        },
    )
}

/// Returns the chunks after a place, in order.
pub(crate) fn chunks_after(
    tx: &Tx<'_>,
    after: &ChunkPosition,
    limit: i64,
) -> Result<Vec<ChunkPosition>, StoreError> {
    let name = RowName {
        table: "dataset_chunk",
        account: Some(0),
        row: Some(1),
    };
    tx.query_skipping(
        name,
        "SELECT user_id, dataset_id, version, col, row0 FROM dataset_chunk
         WHERE (user_id, dataset_id, version, col, row0) > (?1, ?2, ?3, ?4, ?5)
         ORDER BY user_id, dataset_id, version, col, row0 LIMIT ?6",
        params![
            &after.user,
            &after.dataset,
            after.version,
            after.column,
            after.row0,
            limit
        ],
        |row| {
            Ok(ChunkPosition {
                user: row.at(0)?,
                dataset: row.at(1)?,
                version: row.at(2)?,
                column: row.at(3)?,
                row0: row.at(4)?,
            })
        },
    )
}

/// Whether a version is read: chunks of other versions are removed soon.
pub(crate) fn is_ready(tx: &Tx<'_>, user: &str, version: &VersionName) -> Result<bool, StoreError> {
    let found = tx.query_opt(
        "SELECT 1 FROM dataset_version
         WHERE user_id = ?1 AND dataset_id = ?2 AND version = ?3 AND state = 'ready'",
        params![user, &version.dataset, version.number],
        |_| Ok(()),
    )?;
    Ok(found.is_some())
}

/// The chunks of a column of a version.
pub(crate) struct ColumnChunks {
    pub(crate) column: i64,
    /// The number of chunks.
    pub(crate) count: u64,
    /// The first row of the first chunk.
    pub(crate) first: u64,
}

/// The chunks of a version.
pub(crate) struct Coverage {
    /// The first row of each group of rows, and the row after its last.
    pub(crate) groups: Vec<(u64, u64)>,
    pub(crate) columns: Vec<ColumnChunks>,
}

/// Returns the groups of rows of a version, and the chunks of each column.
pub(crate) fn coverage(
    tx: &Tx<'_>,
    user: &str,
    version: &VersionName,
) -> Result<Coverage, StoreError> {
    let groups = tx.query(
        "SELECT row0, n FROM dataset_chunk
         WHERE user_id = ?1 AND dataset_id = ?2 AND version = ?3 AND col = 0 ORDER BY row0",
        params![user, &version.dataset, version.number],
        |row| {
            let row0: u64 = row.at(0).unwrap_or(u64::MAX);
            Ok((row0, row0.saturating_add(row.at(1).unwrap_or(0))))
        },
    )?;
    let columns = tx.query(
        "SELECT col, COUNT(*), MIN(row0) FROM dataset_chunk
         WHERE user_id = ?1 AND dataset_id = ?2 AND version = ?3 AND typeof(col) = 'integer' GROUP BY col",
        params![user, &version.dataset, version.number],
        |row| {
            Ok(ColumnChunks {
                column: row.at(0)?,
                count: row.at(1)?,
                first: row.at(2).unwrap_or(u64::MAX),
            })
        },
    )?;
    Ok(Coverage { groups, columns })
}
