//! Searches the records that a caller may see, by the words of their names and descriptions: the search index of the
//! account, its purchases, and the documents of the product.

mod documents;
mod links;
mod matching;

use std::cmp::Reverse;
use std::sync::Arc;

use lockstep_vault::search::SearchPage;
use lockstep_vault::{AccountKeys, Vault};
use lockstep_web::tools::Toolbox;
use lockstep_web::{ApiError, AppState, Caller};
use serde_json::{Map, Value as Json};

use self::links::{keep_reached, linked};
use self::matching::{Match, Query, matches};
use crate::toolset::{Agents, entry};

/// A found record.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct FoundRecord {
    pub(crate) id: String,
    pub(crate) kind: &'static str,
    pub(crate) text: String,
    pub(crate) time: Option<String>,
    score: u32,
}

/// A record that is linked with a found one.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct LinkedHit {
    pub(crate) record: FoundRecord,
    /// The id of the record from which it was reached.
    pub(crate) from: String,
    /// The number of links between it and the found record.
    pub(crate) hops: u32,
}

/// How much a search reads and returns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SearchLimits {
    /// The maximum number of purchases that are examined.
    pub(crate) candidates: u32,
    /// The maximum number of records, and of linked records.
    pub(crate) limit: u32,
    /// The maximum number of links from a found record to a linked one.
    pub(crate) hops: u32,
}

/// The result of a search.
#[derive(Debug, Default)]
pub(crate) struct SearchOutcome {
    pub(crate) hits: Vec<FoundRecord>,
    /// The records that are linked with those of the index among `hits`.
    pub(crate) linked: Vec<LinkedHit>,
    /// The number of records that matched, of which `hits` may be a part.
    pub(crate) total: u64,
    /// The number of records that were compared with the query.
    pub(crate) examined: u64,
    /// The kinds of records that the caller may not read.
    pub(crate) skipped: Vec<&'static str>,
    /// Whether records may be missing, since the index is still being filled.
    pub(crate) is_incomplete: bool,
}

/// Finds records by words of their names and descriptions, or by their id.
pub(crate) async fn find(
    agents: &Agents,
    caller: &Caller,
    text: &str,
    limits: SearchLimits,
) -> Result<SearchOutcome, ApiError> {
    let query = Query::new(text)
        .ok_or_else(|| ApiError::invalid("query", "must contain a letter or a digit"))?;
    let toolbox = agents.toolbox().await?;
    let mut found = indexed(agents, caller, (&toolbox, &query), limits).await?;
    match read_purchases(&toolbox, caller, limits.candidates).await {
        Some(rows) => {
            found.examined += rows.len() as u64;
            for row in &rows {
                let Some(hit) = purchase(row, &query) else {
                    continue;
                };
                found.total += 1;
                if limits.hops > 0 {
                    found.linked.extend(bought(row, &hit.id));
                }
                found.hits.push(hit);
            }
        }
        None => found.skipped.push(PURCHASE),
    }
    found.hits.sort_by(|one, other| {
        let newer = other.time.cmp(&one.time);
        let better = other.score.cmp(&one.score);
        better.then(newer).then_with(|| one.id.cmp(&other.id))
    });
    // A search for records returns documents only if no record matches.
    let documents = match found.hits.is_empty() || query.names(documents::KIND) {
        true => documents::find(&query),
        false => Vec::new(),
    };
    found.total += documents.len() as u64;
    found.hits.extend(documents.into_iter().take(MAX_DOCUMENTS));
    found.hits.truncate(limits.limit as usize);
    found.linked.sort_by_key(|linked| linked.hops);
    keep_reached(&found.hits, &mut found.linked);
    found.linked.truncate(limits.limit as usize);
    Ok(found)
}

/// Searches the index of the account.
async fn indexed(
    agents: &Agents,
    caller: &Caller,
    (toolbox, query): (&Toolbox, &Query),
    limits: SearchLimits,
) -> Result<SearchOutcome, ApiError> {
    let mut found = SearchOutcome::default();
    let mut kinds = Vec::new();
    for (kind, tool) in INDEXED {
        let may_read = entry(toolbox, tool).is_some_and(|entry| entry.is_allowed_to(caller));
        match may_read {
            true => kinds.push(*kind),
            false => found.skipped.push(*kind),
        }
    }
    let vault = Vault::of(agents)?;
    let keys = vault.account_keys(&caller.user).await?;
    found.is_incomplete = !vault
        .search_indexes()
        .fill(agents, &caller.user, PORTIONS_BEFORE_SEARCH)
        .await?;
    let query = query.clone();
    let scan = move |pages: &[Arc<SearchPage>]| {
        let mut matched = matches(pages, &query, &kinds);
        let total = matched.len() as u64;
        keep_best(&mut matched, limits.limit as usize);
        let found = |(page, record): (usize, usize), score| {
            let line = pages.get(page)?.line(record)?;
            Some(FoundRecord {
                id: line.id.to_owned(),
                kind: kinds.iter().copied().find(|kind| *kind == line.kind)?,
                text: hit_text(line.title, line.notes),
                time: line.time.map(|time| time.to_string()),
                score,
            })
        };
        let hits = matched
            .iter()
            .filter_map(|matched| found((matched.page, matched.record), matched.score));
        let hits: Vec<FoundRecord> = hits.collect();
        let ids: Vec<String> = hits.iter().map(|hit| hit.id.clone()).collect();
        let places = linked(pages, &ids, &kinds, (limits.hops, limits.limit as usize));
        let linked = places.into_iter().filter_map(|place| {
            Some(LinkedHit {
                record: found((place.page, place.record), 0)?,
                from: place.from,
                hops: place.hops,
            })
        });
        let linked: Vec<LinkedHit> = linked.collect();
        let examined: usize = pages.iter().map(|page| count_of(page, &kinds)).sum();
        (hits, linked, total, examined as u64)
    };
    (found.hits, found.linked, found.total, found.examined) =
        vault.search_indexes().search(&keys, scan).await?;
    Ok(found)
}

/// Returns the records of an account whose ids have a prefix, the newest first. The search index has no record of others.
///
/// # Errors
/// The index cannot be read or filled, or it lacks records.
pub(crate) async fn own(
    state: &AppState,
    keys: &AccountKeys,
    prefix: &'static str,
) -> Result<Vec<FoundRecord>, ApiError> {
    let indexes = Vault::of(state)?.search_indexes();
    let filled = indexes.fill(state, keys.user(), PORTIONS_BEFORE_SEARCH);
    if !filled.await? {
        return Err(ApiError::conflict(
            "the search index of the account is not complete yet: repeat the request in a minute, or name the id of the record",
        ));
    }
    let scan = move |pages: &[Arc<SearchPage>]| {
        let mut found = Vec::new();
        for page in pages {
            for line in (0..page.len()).filter_map(|record| page.line(record)) {
                let rest = line.id.strip_prefix(prefix);
                let mut kinds = INDEXED.iter().map(|(kind, _)| *kind);
                if let Some(kind) = kinds.find(|kind| *kind == line.kind)
                    && rest.is_some_and(|rest| rest.starts_with('_'))
                {
                    found.push(FoundRecord {
                        id: line.id.to_owned(),
                        kind,
                        text: hit_text(line.title, line.notes),
                        time: line.time.map(|time| time.to_string()),
                        score: 0,
                    });
                }
            }
        }
        found
    };
    let mut found = indexes.search(keys, scan).await?;
    found.sort_by(|one, other| other.time.cmp(&one.time));
    Ok(found)
}

/// Returns the number of records of some kinds. The numbers of the others are not for this caller.
fn count_of(page: &SearchPage, kinds: &[&str]) -> usize {
    let page_kinds = page.kinds().iter();
    let counts: Vec<bool> = page_kinds
        .map(|kind| kinds.contains(&kind.as_str()))
        .collect();
    if counts.iter().all(|counts| *counts) {
        return page.len();
    }
    let records = (0..page.len()).filter_map(|record| page.kind_of(record));
    records
        .filter(|kind| counts.get(*kind) == Some(&true))
        .count()
}

/// Keeps the best matches, the best first.
fn keep_best(matched: &mut Vec<Match>, limit: usize) {
    let order = |one: &Match| (Reverse(one.score), Reverse(one.time), one.page, one.record);
    if matched.len() > limit {
        matched.select_nth_unstable_by_key(limit, order);
        matched.truncate(limit);
    }
    matched.sort_unstable_by_key(order);
}

/// Returns the text of a hit. Notes that say the title once more, as the type of a device may, are left out.
fn hit_text(title: &str, notes: &str) -> String {
    let notes = match notes.to_lowercase() == title.to_lowercase() {
        true => "",
        false => notes,
    };
    let texts = [title, notes].into_iter().filter(|text| !text.is_empty());
    let text = texts.collect::<Vec<_>>().join(", ");
    match text.char_indices().nth(MAX_SHOWN_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// Reads the latest purchases; `None` if the caller lacks the permission.
async fn read_purchases(toolbox: &Toolbox, caller: &Caller, candidates: u32) -> Option<Vec<Json>> {
    let limit = &entry(toolbox, PURCHASES)?.input["properties"]["limit"];
    let maximum = limit["maximum"].as_u64().unwrap_or(u64::from(candidates));
    let limit = u64::from(candidates).min(maximum);
    let input = Map::from_iter([("limit".to_owned(), limit.into())]);
    let output = toolbox.call(caller.clone(), PURCHASES, Json::Object(input));
    let Json::Array(rows) = output.await.ok()?["purchases"].take() else {
        return None;
    };
    Some(rows)
}

fn purchase(row: &Json, query: &Query) -> Option<FoundRecord> {
    let id = row["id"].as_str()?;
    let texts = ["purpose", "status", "tokenId"].map(|name| row[name].as_str().unwrap_or_default());
    let text = texts.into_iter().filter(|text| !text.is_empty());
    let text = text.collect::<Vec<_>>().join(", ");
    let score = query.score_of((id, &text), PURCHASE);
    (score > 0).then(|| FoundRecord {
        id: id.to_owned(),
        kind: PURCHASE,
        text,
        time: row["purchasedAt"].as_str().map(str::to_owned),
        score,
    })
}

/// Returns what a purchase bought: a data token, a listing or an item, of whose texts the purchase says nothing.
fn bought(row: &Json, purchase: &str) -> Option<LinkedHit> {
    let mut offers = BOUGHT.iter();
    let (id, kind) = offers.find_map(|(field, kind)| Some((row[*field].as_str()?, *kind)))?;
    Some(LinkedHit {
        record: FoundRecord {
            id: id.to_owned(),
            kind,
            text: String::new(),
            time: None,
            score: 0,
        },
        from: purchase.to_owned(),
        hops: 1,
    })
}

/// Returns the tools whose records a search reads.
pub(crate) fn tools() -> impl Iterator<Item = &'static str> {
    let indexed = INDEXED.iter().map(|(_, tool)| *tool);
    indexed.chain([PURCHASES])
}

/// The kinds of the search index, and the tools whose permission reading them needs.
const INDEXED: &[(&str, &str)] = &[
    ("dataset", "datasets.list"),
    ("device", "devices.list"),
    ("activity", "activities.list"),
    ("import", "imports.list"),
    ("insight", "insights.list"),
    ("token", "market.list_tokens"),
    ("listing", "market.list_listings"),
];
const PURCHASE: &str = "purchase";
/// The fields of a purchase that have the id of what was bought, with its kind.
const BOUGHT: &[(&str, &str)] = &[
    ("tokenId", "token"),
    ("listingId", "listing"),
    ("itemId", "item"),
];
const PURCHASES: &str = "market.list_purchases";
/// The portions of records that are added to an incomplete index before a search.
const PORTIONS_BEFORE_SEARCH: u32 = 8;
/// The maximum number of sections of documents that are found.
const MAX_DOCUMENTS: usize = 5;
/// The characters of a hit's text.
const MAX_SHOWN_CHARS: usize = 200;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_a_hit_says_nothing_twice() {
        for (title, notes, expected) in [
            ("Treadmill", "treadmill", "Treadmill"),
            ("Fenix", "watch", "Fenix, watch"),
            ("Fenix", "", "Fenix"),
            ("", "running", "running"),
        ] {
            assert_eq!(hit_text(title, notes), expected);
        }
        let long = "ä".repeat(MAX_SHOWN_CHARS + 1);
        let shown = hit_text(&long, "");
        assert_eq!(shown.chars().count(), MAX_SHOWN_CHARS + 1);
        assert!(shown.ends_with('…'), "{shown}");
    }
}
