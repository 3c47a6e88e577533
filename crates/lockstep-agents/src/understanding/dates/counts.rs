//! Numbers that no date and no condition reads: below 0, and counts of units of the calendar that are no period.

use super::day::year;
use super::{MAX_YEARS, Unit};
use crate::understanding::text::{Token, number};

/// Returns why a number of a question cannot be read, and what to ask; `None` if there is no such number. Names and ids are
/// taken before, and are not numbers.
pub(super) fn fault(tokens: &[Token]) -> Option<String> {
    (0..tokens.len()).find_map(|at| {
        let token = free(tokens, at)?;
        let value = value(&token.word)?;
        let is_minus = at > 0 && free(tokens, at - 1).is_some_and(|it| it.word == "minus");
        if token.is_negative || is_minus {
            let reason = format!(
                "-{} is below 0. I read no numbers below 0: ask with another one, such as in “the last 7 days”.",
                token.text
            );
            return Some(reason);
        }
        let next = free(tokens, at + 1)?;
        // Short names of units have other meanings, too: 250 w are watts.
        let is_counted = next.stem.len() > MAX_SHORT_BYTES && !is_repeated(tokens, at + 1);
        let unit = Unit::of(&next.stem).filter(|_| is_counted)?;
        let counted = format!("{} {}", token.text, next.text);
        match () {
            () if value == 0.0 => Some(format!(
                "{counted}: a period has at least one day. Ask with a number from 1, such as “the last 7 days”, or for \
                 “today”."
            )),
            () if value > f64::from(unit.max_count()) && !is_year(tokens, at) => Some(format!(
                "{counted}: a period has {MAX_YEARS} years at most. Ask with a smaller number, or for “all time”."
            )),
            () if value.fract() != 0.0 => Some(format!(
                "{counted}: I read whole numbers of days, weeks, months, quarters and years only. Ask with one, such as \
                 “the last 10 days”."
            )),
            () => None,
        }
    })
}

/// Whether a unit is named twice, so that the number before it does not count it: "over 10000 month by month", "year on year".
fn is_repeated(tokens: &[Token], at: usize) -> bool {
    let joins = ["by", "on", "over", "after", "to"];
    let is_joined = tokens
        .get(at + 1)
        .is_some_and(|it| joins.contains(&&*it.word));
    is_joined
        && tokens
            .get(at + 2)
            .is_some_and(|it| it.stem == tokens[at].stem)
}

/// Whether a number before a unit is a year: "in 2025 quarter 2".
fn is_year(tokens: &[Token], at: usize) -> bool {
    let before = at.checked_sub(1).map_or("", |before| &*tokens[before].word);
    year(&tokens[at].word).is_some() && !["last", "next", "past", "previous"].contains(&before)
}

/// Returns a token that is no quotation and that no slot has used.
fn free(tokens: &[Token], at: usize) -> Option<&Token> {
    let token = tokens.get(at)?;
    (!token.is_taken && !token.is_quoted).then_some(token)
}

/// Returns the number that a word states. One with more digits than the grammar reads is infinite.
fn value(word: &str) -> Option<f64> {
    let is_long = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    number(word).or_else(|| is_long.then_some(f64::INFINITY))
}

/// The longest short name of a unit: `d`, `wk`.
const MAX_SHORT_BYTES: usize = 2;
