//! The selection of audit log entries in a request.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use lockstep_store::Timestamp;
use lockstep_store::audit::log::SearchWord;
use lockstep_web::ApiError;

/// Parses the range of times: `day`, `week`, `month` or `year` before `now`, or `FROM/TO` with RFC 3339
/// times or dates in UTC. Both ends are inclusive.
///
/// # Errors
/// 400 for another form, or if the range ends before it begins.
pub(crate) fn range(text: &str, now: Timestamp) -> Result<(Timestamp, Timestamp), ApiError> {
    let days = match text {
        "day" => Some(1),
        "week" => Some(7),
        "month" => Some(30),
        "year" => Some(365),
        _ => None,
    };
    if let Some(days) = days {
        return Ok((Timestamp(now.0.saturating_sub(days * DAY_MS)), now));
    }
    let invalid = || {
        ApiError::invalid(
            RANGE,
            "must be day, week, month, year, or FROM/TO with RFC 3339 times or dates, such as \
             2026-01-01/2026-01-31",
        )
    };
    let (from, to) = text.split_once('/').ok_or_else(invalid)?;
    let (from, to) = (
        moment(from, 0).ok_or_else(invalid)?,
        moment(to, DAY_MS - 1).ok_or_else(invalid)?,
    );
    if from > to {
        return Err(ApiError::invalid(RANGE, "the range ends before it begins"));
    }
    Ok((from, to))
}

/// Parses a time, or a date as the moment `in_day` milliseconds after its midnight in UTC.
fn moment(text: &str, in_day: i64) -> Option<Timestamp> {
    if let Ok(moment) = text.parse::<Timestamp>() {
        return Some(moment);
    }
    // Ten characters: jiff would accept a date within a longer text.
    let date: Date = (text.len() == 10).then(|| text.parse().ok()).flatten()?;
    let midnight = date.to_zoned(TimeZone::UTC).ok()?.timestamp();
    Some(Timestamp(midnight.as_millisecond() + in_day))
}

/// Checks the names of actions that a page leaves out. A name that no entry has leaves out nothing.
///
/// # Errors
/// 400 for too many names, and for a text that cannot be the name of an action.
pub(crate) fn excluded_actions(names: Vec<String>) -> Result<Vec<String>, ApiError> {
    if names.len() > MAX_EXCLUDED {
        let reason = format!("must have at most {MAX_EXCLUDED} names of actions");
        return Err(ApiError::invalid(EXCLUDED, reason));
    }
    let is_name = |name: &String| {
        (1..=MAX_ACTION_BYTES).contains(&name.len()) && !name.chars().any(char::is_control)
    };
    if !names.iter().all(is_name) {
        let reason = format!(
            "must be names of actions as entries have them, such as audit.read: 1 to {MAX_ACTION_BYTES} bytes without \
             control characters"
        );
        return Err(ApiError::invalid(EXCLUDED, reason));
    }
    Ok(names)
}

/// Splits a search into its words. A word that ends with `*` finds all words that begin so.
///
/// # Errors
/// 400 for a search that is too long or has too many words.
pub(crate) fn words(search: &str) -> Result<Vec<SearchWord>, ApiError> {
    if search.len() > MAX_SEARCH_BYTES {
        let reason = format!("must be at most {MAX_SEARCH_BYTES} bytes long");
        return Err(ApiError::invalid("searchQuery", reason));
    }
    if search.contains('\0') {
        return Err(ApiError::invalid("searchQuery", "contains a NUL character"));
    }
    let words: Vec<SearchWord> = search
        .split_whitespace()
        .map(|word| {
            let text = word.strip_suffix('*');
            SearchWord {
                text: text.unwrap_or(word).to_owned(),
                is_prefix: text.is_some(),
            }
        })
        .collect();
    if words.len() > MAX_WORDS {
        let reason = format!("must be at most {MAX_WORDS} words");
        return Err(ApiError::invalid("searchQuery", reason));
    }
    Ok(words)
}

const RANGE: &str = "filters.dateRange";
const DAY_MS: i64 = 86_400_000;
const MAX_SEARCH_BYTES: usize = 500;
const MAX_WORDS: usize = 16;
const EXCLUDED: &str = "filters.excludedActions";
const MAX_EXCLUDED: usize = 16;
const MAX_ACTION_BYTES: usize = 200;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_as_written() {
        let now = Timestamp(1_767_225_600_000);
        for (text, expected) in [
            ("day", Some((now.0 - DAY_MS, now.0))),
            ("week", Some((now.0 - 7 * DAY_MS, now.0))),
            ("month", Some((now.0 - 30 * DAY_MS, now.0))),
            ("year", Some((now.0 - 365 * DAY_MS, now.0))),
            ("1970-01-02/1970-01-02", Some((DAY_MS, 2 * DAY_MS - 1))),
            ("1970-01-01T00:00:01Z/1970-01-01", Some((1000, DAY_MS - 1))),
            (
                "1970-01-01T01:00:01+01:00/1970-01-01T00:00:01.5Z",
                Some((1000, 1500)),
            ),
            ("1970-01-02/1970-01-01", None),
            ("1970-01-01", None),
            ("1970-01-01/", None),
            ("1970-01-01/1970-01-01/1970-01-02", None),
            ("1970-13-01/1971-01-01", None),
            ("1970-01-01T00:00:00/1971-01-01", None),
            ("hour", None),
            ("", None),
        ] {
            let found = range(text, now).ok().map(|(from, to)| (from.0, to.0));
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn excluded_actions_are_few_and_have_the_form_of_a_name() {
        let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        let both: Vec<String> = names(&["audit.read", "read /v1/sfdp/data/{id}"]);
        assert_eq!(excluded_actions(both.clone()).unwrap(), both);
        assert!(excluded_actions(names(&["several"; 16])).is_ok());
        assert!(excluded_actions(names(&["several"; 17])).is_err());
        for wrong in ["", "audit\0read", "audit.read\n", &"a".repeat(201)] {
            assert!(excluded_actions(names(&[wrong])).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn searches_are_split_into_words() {
        let found: Vec<(String, bool)> = words(" points.upload  usr_01* * ")
            .unwrap()
            .into_iter()
            .map(|word| (word.text, word.is_prefix))
            .collect();
        let expected = [("points.upload", false), ("usr_01", true), ("", true)];
        assert_eq!(found, expected.map(|(text, is)| (text.to_owned(), is)));
        assert!(words(&"a ".repeat(17)).is_err());
        assert!(words(&"a".repeat(501)).is_err());
    }
}
