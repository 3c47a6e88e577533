//! Searches the records that a caller may see, with the caller's rights: each list is read by the tool of its
//! capability, and its records are ranked by the words of the query.

use lockstep_web::tools::Toolbox;
use lockstep_web::{ApiError, Caller};
use serde_json::{Map, Value as Json};

use crate::toolset::{Agents, entry};

/// A found record.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Hit {
    pub(crate) id: String,
    pub(crate) kind: &'static str,
    pub(crate) text: String,
    pub(crate) time: Option<String>,
    score: u32,
}

/// The result of a search.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(crate) hits: Vec<Hit>,
    /// The number of records that matched, of which `hits` may be a part.
    pub(crate) total: u64,
    /// The number of records that were compared with the query.
    pub(crate) examined: u64,
    /// The kinds of records that the caller may not read.
    pub(crate) skipped: Vec<&'static str>,
}

/// Finds records by words of their names and descriptions, or by their id.
pub(crate) async fn find(
    agents: &Agents,
    caller: &Caller,
    query: &str,
    (candidates, limit): (u32, u32),
) -> Result<Found, ApiError> {
    let words = words(query);
    if words.is_empty() {
        return Err(ApiError::invalid(
            "query",
            "must contain a letter or a digit",
        ));
    }
    let toolbox = agents.toolbox().await?;
    let mut found = Found::default();
    for source in SOURCES {
        let Some(rows) = read(&toolbox, caller, source, candidates).await else {
            found.skipped.push(source.kind);
            continue;
        };
        let hits = rows.iter().take(candidates as usize).filter_map(|row| {
            found.examined += 1;
            hit(source, row, (query.trim(), &words))
        });
        found.hits.extend(hits);
    }
    found.total = found.hits.len() as u64;
    found.hits.sort_by(|one, other| {
        let newer = other.time.cmp(&one.time);
        other
            .score
            .cmp(&one.score)
            .then(newer)
            .then(one.id.cmp(&other.id))
    });
    found.hits.truncate(limit as usize);
    Ok(found)
}

/// Reads the rows of a list; `None` if the caller may not.
async fn read(
    toolbox: &Toolbox,
    caller: &Caller,
    source: &Source,
    candidates: u32,
) -> Option<Vec<Json>> {
    let limit = &entry(toolbox, source.tool)?.input["properties"]["limit"];
    let mut input = Map::new();
    if !limit.is_null() {
        let most = limit["maximum"].as_u64().unwrap_or(u64::from(candidates));
        input.insert("limit".to_owned(), u64::from(candidates).min(most).into());
    }
    let output = toolbox
        .call(caller.clone(), source.tool, Json::Object(input))
        .await;
    let mut output = output.ok()?;
    match output[source.list].take() {
        Json::Array(rows) => Some(rows),
        _ => None,
    }
}

fn hit(source: &Source, row: &Json, (query, words): (&str, &[String])) -> Option<Hit> {
    let id = row[source.id].as_str()?;
    let texts = source.texts.iter().filter_map(|name| row[*name].as_str());
    let text = texts
        .filter(|text| !text.is_empty())
        .collect::<Vec<_>>()
        .join(", ");
    let score = match id == query {
        true => OF_AN_ID,
        false => score(words, &self::words(&text), source.kind),
    };
    (score > 0).then(|| Hit {
        id: id.to_owned(),
        kind: source.kind,
        text,
        time: row[source.time].as_str().map(str::to_owned),
        score,
    })
}

/// Returns how well a text matches: every word of the query counts, and must match unless it names the kind.
fn score(words: &[String], text: &[String], kind: &str) -> u32 {
    let mut sum = 0;
    for word in words {
        let of_word = text
            .iter()
            .map(|other| likeness(word, other))
            .max()
            .unwrap_or(0);
        let is_kind = singular(word) == kind;
        if of_word == 0 && !is_kind {
            return 0;
        }
        sum += of_word.max(u32::from(is_kind));
    }
    sum
}

/// Compares two words: the same word, the beginning of a word, or one mistyped letter.
fn likeness(word: &str, other: &str) -> u32 {
    let is_long = word.chars().count() >= MIN_FUZZY_CHARS;
    match () {
        () if word == other => 4,
        () if other.starts_with(word) => 3,
        () if other.contains(word) && is_long => 2,
        () if is_long && strsim::osa_distance(word, other) <= 1 => 1,
        () => 0,
    }
}

fn singular(word: &str) -> &str {
    match word {
        "activities" => "activity",
        word => word.strip_suffix('s').unwrap_or(word),
    }
}

/// Returns the words of a text in lower case.
fn words(text: &str) -> Vec<String> {
    let split = text.split(|letter: char| !letter.is_alphanumeric());
    let words = split.filter(|word| !word.is_empty()).take(MAX_WORDS);
    words.map(str::to_lowercase).collect()
}

/// A list of records.
struct Source {
    kind: &'static str,
    tool: &'static str,
    /// The field with the rows.
    list: &'static str,
    id: &'static str,
    texts: &'static [&'static str],
    time: &'static str,
}

const SOURCES: &[Source] = &[
    Source {
        kind: "dataset",
        tool: "datasets.list",
        list: "data",
        id: "id",
        texts: &["name", "description"],
        time: "created_at",
    },
    Source {
        kind: "device",
        tool: "devices.list",
        list: "devices",
        id: "id",
        texts: &["name", "type"],
        time: "lastSync",
    },
    Source {
        kind: "activity",
        tool: "activities.list",
        list: "activities",
        id: "id",
        texts: &["name", "sport", "notes"],
        time: "start",
    },
    Source {
        kind: "import",
        tool: "imports.list",
        list: "imports",
        id: "id",
        texts: &["file", "format"],
        time: "finishedAt",
    },
    Source {
        kind: "token",
        tool: "market.list_tokens",
        list: "tokens",
        id: "id",
        texts: &["description", "status"],
        time: "createdAt",
    },
    Source {
        kind: "purchase",
        tool: "market.list_purchases",
        list: "purchases",
        id: "id",
        texts: &["purpose", "status", "tokenId"],
        time: "purchasedAt",
    },
];

/// The most words of a query and of a text that are compared.
const MAX_WORDS: usize = 200;
/// The shortest word that may have a mistyped letter.
const MIN_FUZZY_CHARS: usize = 4;
/// The score of a record whose id is the query.
const OF_AN_ID: u32 = 1000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_counts() {
        for (query, text, kind, is_found) in [
            ("morning", "Morning runs", "dataset", true),
            ("morn run", "Morning runs", "dataset", true),
            ("mornign", "Morning runs", "dataset", true),
            ("evening", "Morning runs", "dataset", false),
            ("morning rides", "Morning runs", "dataset", false),
            ("morning datasets", "Morning runs", "dataset", true),
            ("activities hill", "Up the hill", "activity", true),
            ("ru", "Morning runs", "dataset", true),
            ("un", "Morning runs", "dataset", false),
        ] {
            let found = score(&words(query), &words(text), kind) > 0;
            assert_eq!(found, is_found, "{query}: {text}");
        }
        assert!(
            score(&words("runs"), &words("runs"), "x")
                > score(&words("runs"), &words("runsx"), "x")
        );
    }
}
