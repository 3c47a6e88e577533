//! Pages of a search for words.

use crate::audit::NODE;
use crate::audit::index::{entries_of, progress};
use crate::clock::Timestamp;
use crate::error::StoreError;
use crate::params;
use crate::tx::Tx;
use crate::value::Value;
use crate::words::{WordMatch, WordSearch};

use super::{Block, COLUMNS, Condition, Filter, LogPage, MAX_MATCHES, blocks, entry, places};

/// Finds the page by the full-text index, and counts at most [`MAX_MATCHES`] entries.
pub(super) fn page(
    tx: &Tx<'_>,
    filter: &Filter,
    offset: u64,
    limit: u32,
) -> Result<LogPage, StoreError> {
    let (first, last) = match filter.range {
        None => (1, i64::MAX),
        Some(range) => match within(tx, range)? {
            None => return Ok(LogPage::default()),
            Some(numbers) => numbers,
        },
    };
    let search = WordSearch {
        table: "audit_text",
        letters: "_",
        matches: &matches(filter),
        range: Some((first, last)),
    };
    let mut marked = marked(tx, &search, &filter.excluded_actions)?;
    let has_uncounted = marked.len() as u64 > MAX_MATCHES;
    marked.truncate(MAX_MATCHES as usize);
    let wanted = marked.into_iter().filter(|(_, is_wanted)| *is_wanted);
    let found: Vec<i64> = wanted.map(|(seq, _)| seq).collect();
    let total = found.len() as u64;
    let skip = usize::try_from(offset).unwrap_or(usize::MAX);
    let mut entries = Vec::new();
    for seq in found.into_iter().skip(skip).take(limit as usize) {
        entries.extend(tx.query_opt(
            &format!(
                "SELECT {COLUMNS} FROM audit_body b JOIN audit a ON a.node = b.node AND a.seq = b.seq
                 WHERE b.node = ?1 AND b.seq = ?2"
            ),
            params![NODE, seq],
            entry,
        )?);
    }
    Ok(LogPage {
        entries,
        total,
        has_uncounted,
    })
}

/// Returns the numbers of the newest entries that a search finds, one more than are counted, each with whether its action is
/// wanted. The words of an action may begin a longer action, so that the index of words cannot tell the two apart.
fn marked(
    tx: &Tx<'_>,
    search: &WordSearch<'_>,
    excluded_actions: &[String],
) -> Result<Vec<(i64, bool)>, StoreError> {
    let most = MAX_MATCHES as i64 + 1;
    if excluded_actions.is_empty() {
        let found = search.numbers(tx, most, 0)?;
        return Ok(found.into_iter().map(|seq| (seq, true)).collect());
    }
    let mut values = vec![Value::Text(NODE)];
    let actions = places(excluded_actions, &mut values);
    let is_wanted = format!(
        "NOT EXISTS (SELECT 1 FROM audit_body b
            WHERE b.node = ?1 AND b.seq = {}.rowid AND b.action IN ({actions}))",
        search.table
    );
    search.marked_numbers(tx, most, (&is_wanted, &values))
}

/// Returns the first and the last number of the entries in a range of times. The times ascend with the
/// numbers, except where the clock was set back: the first and the last entry decide there.
fn within(tx: &Tx<'_>, range: (Timestamp, Timestamp)) -> Result<Option<(i64, i64)>, StoreError> {
    let indexed = progress(tx)?.indexed;
    let unnamed = Filter {
        range: Some(range),
        ..Filter::default()
    };
    let blocks = blocks(tx, &unnamed)?;
    let ends = |block: &Block| {
        let (first, last) = entries_of(block.number);
        if block.is_whole {
            return Ok(Some((first, last)));
        }
        let condition = Condition::new(&unnamed, first, last.min(indexed));
        let sql = format!(
            "SELECT MIN(b.seq), MAX(b.seq) FROM audit_body b WHERE {}",
            condition.sql
        );
        tx.query_one(&sql, &condition.values, |row| {
            let (first, last): (Option<i64>, Option<i64>) = (row.at(0)?, row.at(1)?);
            Ok::<_, StoreError>(first.zip(last))
        })
    };
    let (mut first, mut last) = (None, None);
    for block in blocks.iter().rev() {
        first = ends(block)?.map(|ends| ends.0);
        if first.is_some() {
            break;
        }
    }
    for block in &blocks {
        last = ends(block)?.map(|ends| ends.1);
        if last.is_some() {
            break;
        }
    }
    Ok(first.zip(last))
}

/// Returns what the words of an entry must contain.
fn matches(filter: &Filter) -> Vec<WordMatch<'_>> {
    let words = filter.words.iter().map(|word| WordMatch {
        columns: &[],
        text: word.text.clone(),
        is_prefix: word.is_prefix,
        is_whole: false,
    });
    let columns: [(&[&str], _); 3] = [
        (&["component"], &filter.component),
        (&["status"], &filter.status),
        (&["actor"], &filter.actor),
    ];
    let values = columns.into_iter().filter_map(|(columns, value)| {
        Some(WordMatch {
            columns,
            text: value.clone()?,
            is_prefix: false,
            is_whole: true,
        })
    });
    words.chain(values).collect()
}
