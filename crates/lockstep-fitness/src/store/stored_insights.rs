//! Stored insights: sealed copies of generated insights for the account's open streams and lists.

use std::collections::BTreeMap;

use lockstep_store::id::{InsightId, UserId};
use lockstep_store::{StoreError, Timestamp, Tx, params};
use lockstep_vault::AccountKeys;
use lockstep_vault::at_rest::AadContext;
use lockstep_vault::search::{self, SearchRecord};
use serde::Deserialize;

/// Stores an insight as answered in English, for streams that read the event later; returns its record for the search index.
pub(crate) fn keep_insight(
    tx: &mut Tx<'_>,
    account_keys: &AccountKeys,
    id: &InsightId,
    body: &str,
) -> Result<SearchRecord, StoreError> {
    let sealed = account_keys.seal(tx, None, context(id), b"", body.as_bytes())?;
    tx.execute(
        "INSERT INTO told_insight(user_id, id, at, body) VALUES (?1, ?2, ?3, ?4)",
        params![account_keys.user(), id.as_str(), tx.now(), &sealed],
    )?;
    Ok(search_record(id.as_str(), tx.now(), body))
}

/// The parts of an insight as answered that its record in the search index has.
#[derive(Default, Deserialize)]
struct Indexed {
    #[serde(default)]
    r#type: String,
    #[serde(default)]
    metadata: IndexedMetadata,
}

#[derive(Default, Deserialize)]
struct IndexedMetadata {
    #[serde(default)]
    metric: Option<String>,
    #[serde(default)]
    rule: String,
}

/// The names of an insight's type, metric and rule. Its description and its evidence have values, which the index must
/// not contain.
fn search_record(id: &str, at: Timestamp, body: &str) -> SearchRecord {
    let Indexed { r#type, metadata } = serde_json::from_str(body).unwrap_or_default();
    let metric = metadata.metric.map(|metric| metric.replace('_', " "));
    let title = [Some(r#type), metric].into_iter().flatten();
    SearchRecord {
        kind: SEARCH_KIND,
        id: id.to_owned(),
        time: Some(at),
        title: title.collect::<Vec<_>>().join(", "),
        notes: metadata.rule,
        links: Vec::new(),
    }
}

/// Adds the stored insights of an account to its search index.
pub(crate) fn index_all(tx: &mut Tx<'_>, account_keys: &AccountKeys) -> Result<(), StoreError> {
    let mut records = Vec::new();
    let reading: &Tx<'_> = tx;
    reading.visit(
        "SELECT id, at, body FROM told_insight WHERE user_id = ?1",
        params![account_keys.user()],
        |row| {
            let id = row.shown(0);
            let context = AadContext {
                what: "insight",
                row: id.as_bytes(),
            };
            let sealed = row.at(2).unwrap_or_default();
            if let Some(body) = opened(reading, account_keys, context, sealed) {
                records.push(search_record(&id, row.at(1)?, &body));
            }
            Ok::<_, StoreError>(true)
        },
    )?;
    search::index(tx, account_keys, &records)
}

/// Returns the newest insights as answered, at most `limit`. A damaged insight is left out.
pub(crate) fn newest(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    limit: u32,
) -> Result<Vec<String>, StoreError> {
    let mut bodies = Vec::new();
    tx.visit(
        "SELECT id, body FROM told_insight WHERE user_id = ?1 ORDER BY id DESC LIMIT ?2",
        params![account_keys.user(), limit],
        |row| {
            let id = row.shown(0);
            let context = AadContext {
                what: "insight",
                row: id.as_bytes(),
            };
            let sealed = row.at(1).unwrap_or_default();
            bodies.extend(opened(tx, account_keys, context, sealed));
            Ok::<_, StoreError>(true)
        },
    )?;
    Ok(bodies)
}

/// Opens every stored insight of an account and returns their number. Calls `bad` with the ids of those
/// that do not open.
pub(crate) fn check(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    mut bad: impl FnMut(&str),
) -> Result<u64, StoreError> {
    let mut count = 0;
    tx.visit(
        "SELECT id, body FROM told_insight WHERE user_id = ?1",
        params![account_keys.user()],
        |row| {
            let id = row.shown(0);
            let context = AadContext {
                what: "insight",
                row: id.as_bytes(),
            };
            let sealed = row.at(1).unwrap_or_default();
            if opened(tx, account_keys, context, sealed).is_none() {
                bad(&id);
            }
            count += 1;
            Ok::<_, StoreError>(true)
        },
    )?;
    Ok(count)
}

/// Returns an insight as answered, while it is stored. A damaged insight is skipped, so that the others
/// are still delivered.
pub(crate) fn insight(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    id: &InsightId,
) -> Result<Option<String>, StoreError> {
    let sealed = tx.query_opt(
        "SELECT body FROM told_insight WHERE user_id = ?1 AND id = ?2",
        params![account_keys.user(), id.as_str()],
        |row| row.at::<Vec<u8>>(0),
    )?;
    Ok(sealed.and_then(|sealed| opened(tx, account_keys, context(id), &sealed)))
}

/// Opens the text of an insight; `None` if it is damaged.
fn opened(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    context: AadContext<'_>,
    sealed: &[u8],
) -> Option<String> {
    let (plain, _) = account_keys.open(tx, None, context, sealed).ok()?;
    String::from_utf8(plain.into_bytes()).ok()
}

fn context(id: &InsightId) -> AadContext<'_> {
    AadContext {
        what: "insight",
        row: id.as_str().as_bytes(),
    }
}

/// Insights to be removed.
#[derive(Default)]
pub(crate) struct OldInsights {
    /// The ids by account.
    pub(crate) of_accounts: BTreeMap<UserId, Vec<String>>,
    /// The stored bytes of the account and of the id, where one of both cannot be read.
    pub(crate) unreadable: Vec<(Vec<u8>, Vec<u8>)>,
}

impl OldInsights {
    pub(crate) fn is_empty(&self) -> bool {
        self.of_accounts.is_empty() && self.unreadable.is_empty()
    }
}

/// Returns the insights answered before `before` that come after the `kept` oldest ones, at most `limit`.
pub(crate) fn before(
    tx: &Tx<'_>,
    before: Timestamp,
    (limit, kept): (i64, usize),
) -> Result<OldInsights, StoreError> {
    let mut old = OldInsights::default();
    let kept = i64::try_from(kept).unwrap_or(i64::MAX);
    tx.visit(
        "SELECT user_id, id, CAST(user_id AS BLOB), CAST(id AS BLOB) FROM told_insight
         WHERE at < ?1 ORDER BY at, user_id, id LIMIT ?2 OFFSET ?3",
        params![before, limit, kept],
        |row| {
            match (row.parse::<UserId>(0), row.at::<String>(1)) {
                (Ok(user), Ok(id)) => old.of_accounts.entry(user).or_default().push(id),
                _ => old.unreadable.push((row.at(2)?, row.at(3)?)),
            }
            Ok::<_, StoreError>(true)
        },
    )?;
    Ok(old)
}

/// Removes insights of an account, also from its search index; returns their number. Without keys, the index is built
/// again.
pub(crate) fn remove(
    tx: &mut Tx<'_>,
    (user, account_keys): (&UserId, Option<&AccountKeys>),
    ids: &[String],
) -> Result<usize, StoreError> {
    let mut removed = 0;
    for id in ids {
        removed += tx.execute(
            "DELETE FROM told_insight WHERE user_id = ?1 AND id = ?2",
            params![user, id],
        )?;
    }
    match account_keys {
        // The account was erased in the meantime, and its index with it.
        _ if removed == 0 => {}
        Some(keys) => search::unindex(tx, keys, SEARCH_KIND, ids.iter().map(String::as_str))?,
        None => search::rebuild(tx, user)?,
    }
    Ok(removed)
}

/// Removes insights, answered before `before`, whose account or id cannot be read; no search index names them. Returns
/// their number.
pub(crate) fn remove_unreadable(
    tx: &mut Tx<'_>,
    before: Timestamp,
    rows: &[(Vec<u8>, Vec<u8>)],
) -> Result<usize, StoreError> {
    let mut removed = 0;
    for (user, id) in rows {
        // No index has the bytes of the columns.
        removed += tx.execute(
            "DELETE FROM told_insight WHERE at < ?1 AND CAST(user_id AS BLOB) = ?2 AND CAST(id AS BLOB) = ?3",
            params![before, user, id],
        )?;
    }
    Ok(removed)
}

/// The kind of insights in the search index.
const SEARCH_KIND: &str = "insight";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_index_has_the_names_of_an_insight_and_no_values() {
        let body = r#"{"id":"ins_1","type":"trend","confidence":0.9,"description":"61 to 58 bpm",
            "metadata":{"metric":"resting_heart_rate","rule":"trend.mann-kendall","evidence":{"slope":-0.1}}}"#;
        let record = search_record("ins_1", Timestamp(7), body);
        assert_eq!(
            (record.title.as_str(), record.notes.as_str()),
            ("trend, resting heart rate", "trend.mann-kendall")
        );
        let damaged = search_record("ins_1", Timestamp(7), "{");
        assert_eq!((damaged.title.as_str(), damaged.notes.as_str()), ("", ""));
    }
}
