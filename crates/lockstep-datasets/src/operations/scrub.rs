//! Opens every stored entry, schema and chunk, and reports those that do not open.

use lockstep_store::StoreError;
use lockstep_store::id::{DatasetId, UserId};
use lockstep_vault::{AccountKeys, Vault};
use lockstep_web::capability::{self, Damage, ScrubResult};
use lockstep_web::{ApiError, AppState};

use super::read::cells_of;
use crate::dataset::DataVersion;
use crate::schema::{Column, Schema};
use crate::store;
use crate::store::scrub::{
    ChunkPosition, Coverage, DatasetRow, chunks_after, coverage, datasets_after, is_ready,
};
use crate::store::versions::{self, VersionName};
use crate::store::{chunks, live};

/// Checks the rows after a cursor: the entries of all accounts, the records of them, then the chunks. See [`lockstep_web::Capability::scrub`].
pub(crate) async fn scrub(state: AppState, after: Option<String>) -> Result<ScrubResult, ApiError> {
    let after = after.unwrap_or_default();
    let parts: Vec<&str> = after.split('.').collect();
    match parts.as_slice() {
        ["c", user, dataset, version, column, row0] => {
            let number = |text: &str| text.parse().unwrap_or(0);
            let position = ChunkPosition {
                user: (*user).to_owned(),
                dataset: (*dataset).to_owned(),
                version: number(version),
                column: number(column),
                row0: number(row0),
            };
            scrub_chunks(&state, position).await
        }
        ["d", user, id] => scrub_entries(&state, (user, id)).await,
        ["s", user] => scrub_records(&state, user).await,
        _ => {
            let mut scrubbed = scrub_entries(&state, ("", "")).await?;
            let repaired = capability::repair_lists(&state.db, store::LISTS, "datasets").await?;
            scrubbed.repaired.extend(repaired);
            Ok(scrubbed)
        }
    }
}

async fn scrub_entries(
    state: &AppState,
    (user, id): (&str, &str),
) -> Result<ScrubResult, ApiError> {
    let after = (user.to_owned(), id.to_owned());
    let rows = state
        .db
        .read::<_, StoreError, _>("datasets.scrub", move |tx| {
            datasets_after(tx, (&after.0, &after.1), ENTRIES_AT_ONCE)
        })
        .await?;
    let next = match rows.last() {
        Some(last) => format!("d.{}.{}", last.user, last.id),
        None => "s.".to_owned(),
    };
    let mut scrubbed = ScrubResult {
        next: Some(next),
        rows: rows.len() as u64,
        ..ScrubResult::default()
    };
    let mut before = user;
    for row in &rows {
        if row.user != before {
            // An account with a record is checked with the records.
            scrubbed.damaged.extend(unrecorded(state, &row.user).await?);
        }
        before = &row.user;
        scrubbed.repaired.extend(repair_states(state, row).await?);
        if let Some(reason) = entry_damage(state, row).await? {
            let place = (row.user.clone(), row.id.clone());
            scrubbed.damaged.push(damage("dataset", place, 0, reason));
        }
        scrubbed.damaged.extend(uncovered_rows(state, row).await?);
    }
    Ok(scrubbed)
}

/// Compares the entries of accounts with the records of them.
async fn scrub_records(state: &AppState, after: &str) -> Result<ScrubResult, ApiError> {
    let after = after.to_owned();
    let accounts = state
        .db
        .read::<_, StoreError, _>("datasets.scrub_records", move |tx| {
            live::accounts_after(tx, &after, RECORDS_AT_ONCE)
        })
        .await?;
    let next = match accounts.last() {
        Some(last) => format!("s.{last}"),
        None => "c.....".to_owned(),
    };
    let mut scrubbed = ScrubResult {
        next: Some(next),
        rows: accounts.len() as u64,
        ..ScrubResult::default()
    };
    for account in accounts {
        scrubbed
            .damaged
            .extend(record_damage(state, account).await?);
    }
    Ok(scrubbed)
}

/// As [`record_damage`], for an account without a record.
async fn unrecorded(state: &AppState, account: &str) -> Result<Option<Damage>, ApiError> {
    let Ok(user) = account.parse::<UserId>() else {
        return Ok(None);
    };
    let read = state
        .db
        .read::<_, StoreError, _>("datasets.scrub_recorded", move |tx| {
            live::is_recorded(tx, &user)
        });
    match read.await? {
        true => Ok(None),
        false => record_damage(state, account.to_owned()).await,
    }
}

/// Compares the entries of an account with its record.
async fn record_damage(state: &AppState, account: String) -> Result<Option<Damage>, ApiError> {
    let Ok(user) = account.parse::<UserId>() else {
        let reason = "its account is not an id".to_owned();
        return Ok(Some(damage(
            "dataset_state",
            (account, String::new()),
            0,
            reason,
        )));
    };
    // A scrub reports the missing keys of an account with its entries.
    let Ok(keys) = Vault::of(state)?.account_keys(&user).await else {
        return Ok(None);
    };
    let read = state
        .db
        .read::<_, StoreError, _>("datasets.scrub_record", move |tx| live::check(tx, &keys));
    let found = read.await?;
    Ok(found.map(|(table, reason)| damage(table, (account, String::new()), 0, reason)))
}

/// Makes versions ready again that their dataset reads, or that are held, and whose rows say otherwise.
async fn repair_states(state: &AppState, row: &DatasetRow) -> Result<Vec<Damage>, ApiError> {
    let (Ok(user), Ok(id)) = (row.user.parse::<UserId>(), row.id.parse::<DatasetId>()) else {
        return Ok(Vec::new());
    };
    let (owner, dataset) = (user.clone(), id.clone());
    let read = state
        .db
        .read::<_, StoreError, _>("datasets.scrub_states", move |tx| {
            versions::versions_in_wrong_state(tx, &owner, &dataset)
        });
    let mut repaired = Vec::new();
    for version in read.await? {
        let (owner, name) = (user.clone(), version.clone());
        let write = state
            .db
            .write::<_, StoreError, _>("datasets.repair_state", move |tx| {
                versions::repair_state(tx, &owner, &name)
            });
        if write.await? {
            let place = (user.to_string(), format!("{id} version {}", version.number));
            let reason = "the state of a version that is read or held was wrong, and was repaired";
            repaired.push(damage("dataset_version", place, 0, reason.to_owned()));
        }
    }
    Ok(repaired)
}

/// Opens an entry and the schema of its version; returns what is damaged.
async fn entry_damage(state: &AppState, row: &DatasetRow) -> Result<Option<String>, ApiError> {
    let (Ok(user), Ok(id)) = (row.user.parse::<UserId>(), row.id.parse::<DatasetId>()) else {
        return Ok(Some("its id or its account is not an id".to_owned()));
    };
    let Ok(keys) = Vault::of(state)?.account_keys(&user).await else {
        return Ok(Some("the keys of its account are missing".to_owned()));
    };
    let found = state
        .db
        .read::<_, StoreError, _>("datasets.scrub_entry", move |tx| {
            store::by_id(tx, &keys, &id)
        })
        .await?;
    let Some(dataset) = found else {
        return Ok(None);
    };
    let remedy = "its owner must delete the dataset and create it again, or the operator must restore it from a backup";
    if dataset.is_damaged {
        return Ok(Some(format!(
            "name, mode or status cannot be read; {remedy}"
        )));
    }
    let is_whole = dataset.data.is_none_or(|data| data.schema.is_some());
    Ok((!is_whole).then(|| format!("the schema cannot be read; {remedy}")))
}

/// Returns the rows that no chunk covers in the ready versions of a dataset, also of a deleted one.
async fn uncovered_rows(state: &AppState, row: &DatasetRow) -> Result<Vec<Damage>, ApiError> {
    let (Ok(user), Ok(id)) = (row.user.parse::<UserId>(), row.id.parse::<DatasetId>()) else {
        return Ok(Vec::new());
    };
    let Ok(keys) = Vault::of(state)?.account_keys(&user).await else {
        return Ok(Vec::new());
    };
    let read = state
        .db
        .read::<_, StoreError, _>("datasets.scrub_gaps", move |tx| {
            let mut found = Vec::new();
            for number in versions::all_ready(tx, &user, &id)? {
                let Some(DataVersion {
                    rows,
                    schema: Some(schema),
                    ..
                }) = versions::ready(tx, &keys, &id, number)?
                else {
                    continue;
                };
                let version = VersionName {
                    dataset: id.clone(),
                    number,
                };
                let coverage = coverage(tx, user.as_str(), &version)?;
                for column in columns_with_gaps(&schema, rows, &coverage) {
                    let row = format!("{id} version {number} column {column}");
                    let reason = "rows of the column are missing: the owner uploads the data again, or the operator \
                                  restores the rows from a backup"
                        .to_owned();
                    let place = (user.to_string(), row);
                    found.push(damage("dataset_chunk", place, 0, reason));
                }
            }
            Ok(found)
        });
    Ok(read.await?)
}

/// Returns the columns whose chunks do not cover the rows of a version. The first column has a chunk of each group of
/// rows, the others from the group in which they came.
fn columns_with_gaps(
    schema: &Schema,
    rows: u64,
    Coverage {
        groups,
        columns: chunks,
    }: &Coverage,
) -> Vec<usize> {
    let mut end = 0;
    let follow = |(row0, next): &(u64, u64)| {
        let follows = *row0 == end && *next > *row0;
        end = *next;
        follows
    };
    if !groups.iter().all(follow) || end != rows {
        return vec![0];
    }
    let has_gap = |(place, column): &(usize, &Column)| {
        let found = chunks.iter().find(|one| one.column == *place as i64);
        let first = found.map_or(rows, |one| one.first);
        let expected = groups.iter().filter(|(row0, _)| *row0 >= first).count() as u64;
        let is_late = match column.first_row {
            Some(first_row) => first != first_row,
            None => first > column.null_count,
        };
        is_late || found.map_or(0, |one| one.count) != expected
    };
    let columns = schema.columns.iter().enumerate();
    columns.filter(has_gap).map(|(place, _)| place).collect()
}

async fn scrub_chunks(state: &AppState, after: ChunkPosition) -> Result<ScrubResult, ApiError> {
    let places = state
        .db
        .read::<_, StoreError, _>("datasets.scrub_chunks", move |tx| {
            chunks_after(tx, &after, CHUNKS_AT_ONCE)
        })
        .await?;
    let next = places.last().map(|last| {
        let ChunkPosition {
            user,
            dataset,
            version,
            column,
            row0,
        } = last;
        format!("c.{user}.{dataset}.{version}.{column}.{row0}")
    });
    let mut scrubbed = ScrubResult {
        next,
        rows: places.len() as u64,
        ..ScrubResult::default()
    };
    for place in places {
        let user = place.user.clone();
        let row = format!(
            "{} version {} column {} row {}",
            place.dataset, place.version, place.column, place.row0
        );
        if let Some((rows, reason)) = chunk_damage(state, place).await? {
            let damaged = damage("dataset_chunk", (user, row), rows, reason);
            scrubbed.damaged.push(damaged);
        }
    }
    Ok(scrubbed)
}

/// Opens a chunk; returns the number of its rows and the reason if it is damaged. A chunk whose key is stopped is not.
async fn chunk_damage(
    state: &AppState,
    place: ChunkPosition,
) -> Result<Option<(u64, String)>, ApiError> {
    let (user, dataset) = (place.user.parse::<UserId>(), place.dataset.parse());
    let (Ok(user), Ok(dataset)) = (user, dataset) else {
        return Ok(Some((
            0,
            "its dataset or its account is not an id".to_owned(),
        )));
    };
    let Ok(keys) = Vault::of(state)?.account_keys(&user).await else {
        return Ok(Some((0, "the keys of its account are missing".to_owned())));
    };
    let version = VersionName {
        dataset,
        number: place.version,
    };
    state
        .db
        .read("datasets.scrub_chunk", move |tx| {
            if !is_ready(tx, user.as_str(), &version)? {
                return Ok(None);
            }
            let at = (
                usize::try_from(place.column).unwrap_or(usize::MAX),
                u64::try_from(place.row0).unwrap_or(u64::MAX),
            );
            let stored = match chunks::chunk(tx, &keys, &version, at) {
                Ok(Some(stored)) => stored,
                Ok(None) => return Ok(Some((0, "its place is impossible".to_owned()))),
                Err(error) if error.is_damage() => return Ok(Some((0, error.to_string()))),
                Err(error) => return Err(error.into()),
            };
            match cells_of(tx, &keys, &version, &stored) {
                Ok(_) => Ok(None),
                // Only a damaged chunk has a text for the log.
                Err(fault) if fault.log.is_some() => {
                    let rows = u64::from(stored.location.n);
                    Ok(Some((rows, fault.message.into_owned())))
                }
                // The rows of destroyed keys stay, so that an unknown key means a damaged name of the key.
                Err(_) => match AccountKeys::key_named_by(&stored.body).flatten() {
                    Some(key) if !keys.knows(tx, &key)? => Ok(Some((
                        u64::from(stored.location.n),
                        "it names a key that its account never had".to_owned(),
                    ))),
                    _ => Ok(None),
                },
            }
        })
        .await
}

fn damage(
    table: &'static str,
    (account, row): (String, String),
    rows: u64,
    reason: String,
) -> Damage {
    Damage {
        table: table.into(),
        account: Some(account),
        row,
        from: None,
        to: None,
        points: rows,
        reason,
    }
}

const ENTRIES_AT_ONCE: i64 = 100;
const RECORDS_AT_ONCE: i64 = 100;
const CHUNKS_AT_ONCE: i64 = 16;
