//! Quantities with units, comparisons with them, and orders of rows.

use super::text::{Token, number};
use super::{Comparison, Condition, Field, Order};

/// Takes the conditions and the order of a question.
pub(super) fn conditions(tokens: &mut [Token]) -> (Vec<Condition>, Option<Order>) {
    let mut conditions = Vec::new();
    let mut at = 0;
    while at < tokens.len() && conditions.len() < MAX_CONDITIONS {
        let both = between(tokens, at).map(|(both, end)| (both.to_vec(), end));
        let found = both.or_else(|| condition(tokens, at).map(|(one, end)| (vec![one], end)));
        match found {
            Some((read, end)) => {
                tokens[at..end]
                    .iter_mut()
                    .for_each(|token| token.is_taken = true);
                conditions.extend(read);
                at = end;
            }
            None => at += 1,
        }
    }
    (conditions, order(tokens))
}

/// Reads "between 5 and 10 km" as two conditions.
fn between(tokens: &[Token], at: usize) -> Option<([Condition; 2], usize)> {
    let word = |at: usize| free_word(tokens, at);
    let leads = ["between", "from"].contains(&word(at));
    if !leads || !["and", "to"].contains(&word(at + 2)) {
        return None;
    }
    let (minimum, maximum) = (number(word(at + 1))?, number(word(at + 3))?);
    let stem = tokens.get(at + 4).map_or("", |token| &*token.stem);
    let mut units = UNITS.iter();
    let unit = units.find(|(name, ..)| *name == word(at + 4) || *name == stem);
    let Some((_, Quantity::Plain(field), factor)) = unit else {
        return None;
    };
    let bound = |comparison: Comparison, amount: f64| Condition {
        field: *field,
        comparison,
        value: rounded(amount * factor),
    };
    let both = [
        bound(Comparison::AtLeast, minimum),
        bound(Comparison::AtMost, maximum),
    ];
    (minimum <= maximum).then_some((both, at + 5))
}

/// Rounds a value to four decimals.
fn rounded(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}

/// Reads "over 10 miles", "faster than 5:00 min/km", "more than 1000 m of climbing".
fn condition(tokens: &[Token], at: usize) -> Option<(Condition, usize)> {
    let word = |at: usize| free_word(tokens, at);
    let stem = |at: usize| tokens.get(at).map_or("", |token| &*token.stem);
    let (mut comparison, mut next) = comparison(tokens, at)?;
    let is_pace_word = ["faster", "slower", "quicker"].contains(&word(at));
    let (amount, after) = match word(next) {
        "a" | "an" => (1.0, next + 1),
        "half" => {
            let skipped = usize::from(["a", "an"].contains(&word(next + 1)));
            (0.5, next + 1 + skipped)
        }
        text => (clock(text).or_else(|| number(text))?, next + 1),
    };
    let text = word(next);
    let colons = text.matches(':').count();
    let (is_clock, is_number) = (colons > 0, number(text).is_some());
    next = after;
    let unit = UNITS
        .iter()
        .find(|(name, ..)| *name == word(next) || *name == stem(next));
    let (field, value) = match unit {
        Some((_, Quantity::Pace(metres), _)) if is_clock || amount > 0.0 => {
            let seconds = if is_clock { amount } else { amount * 60.0 };
            // A lower pace is a higher speed, except where the words speak of speed.
            if !is_pace_word {
                comparison = opposite(comparison);
            }
            (Field::Speed, metres / seconds)
        }
        Some((_, Quantity::Pace(_), _)) => return None,
        // `1:30 h` is hours and minutes, `5:00 min` minutes and seconds.
        Some((_, Quantity::Plain(Field::Duration), factor)) if is_clock => {
            (Field::Duration, amount * (factor / 60.0).max(1.0))
        }
        Some((_, Quantity::Plain(field), factor)) => (*field, amount * factor),
        None if is_clock && is_pace_word => {
            next -= 1;
            (Field::Speed, 1000.0 / amount)
        }
        // Without a unit, `1:30` is hours and minutes.
        None if is_clock => {
            next -= 1;
            let factor = if colons == 1 { 60.0 } else { 1.0 };
            (Field::Duration, amount * factor)
        }
        // A number without a unit compares values; with a time it is not a condition.
        None if is_number && !is_unit(word(next)) => {
            next -= 1;
            (Field::Value, amount)
        }
        None => return None,
    };
    let mut end = next + 1;
    let mut field = field;
    let of = end + usize::from(["of", "in"].contains(&word(end)));
    if field == Field::Distance && ["climb", "ascent", "elevation", "altitude"].contains(&stem(of))
    {
        (field, end) = (Field::Climb, of + 1);
    }
    if !value.is_finite() {
        return None;
    }
    let condition = Condition {
        field,
        comparison,
        value: rounded(value),
    };
    Some((condition, end.min(tokens.len())))
}

/// Returns the word at a place; empty if it is read already, quoted, or absent.
fn free_word(tokens: &[Token], at: usize) -> &str {
    let token = tokens.get(at);
    let token = token.filter(|token| !token.is_taken && !token.is_quoted);
    token.map_or("", |token| &*token.word)
}

/// Reads the words of a comparison, such as "more than"; returns the position after them.
fn comparison(tokens: &[Token], at: usize) -> Option<(Comparison, usize)> {
    COMPARISONS.iter().find_map(|(words, comparison)| {
        let words: Vec<&str> = words.split(' ').collect();
        let mut read = words.iter().enumerate();
        read.all(|(nth, known)| free_word(tokens, at + nth) == *known)
            .then_some((*comparison, at + words.len()))
    })
}

/// Reads `5:00` as seconds of minutes and seconds, `1:30:00` as hours too.
fn clock(word: &str) -> Option<f64> {
    let parts: Vec<&str> = word.split(':').collect();
    if !(2..=3).contains(&parts.len()) {
        return None;
    }
    let parts: Option<Vec<u32>> = parts.iter().map(|part| part.parse().ok()).collect();
    let seconds = parts?
        .into_iter()
        .try_fold(0_u32, |sum, part| sum.checked_mul(60)?.checked_add(part))?;
    (seconds > 0).then_some(f64::from(seconds))
}

fn opposite(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Over => Comparison::Under,
        Comparison::AtLeast => Comparison::AtMost,
        Comparison::Under => Comparison::Over,
        Comparison::AtMost => Comparison::AtLeast,
    }
}

/// Reads the sort order that a superlative implies: "longest", "fastest", "oldest".
fn order(tokens: &[Token]) -> Option<Order> {
    let found = tokens
        .iter()
        .filter(|token| !token.is_quoted)
        .find_map(|token| SUPERLATIVES.iter().find(|(word, ..)| *word == token.word));
    found.map(|(_, field, descending)| Order {
        field: *field,
        descending: *descending,
    })
}

/// Whether a word is a unit.
pub(super) fn is_unit(word: &str) -> bool {
    let stem = super::text::stem(word);
    let names = [
        "second", "minute", "min", "week", "month", "day", "year", "am", "pm",
    ];
    names.contains(&&*stem)
        || UNITS
            .iter()
            .any(|(name, ..)| *name == word || *name == stem)
}

/// A comparison by its words; the longer phrase precedes its beginning.
const COMPARISONS: &[(&str, Comparison)] = &[
    ("more than", Comparison::Over),
    ("longer than", Comparison::Over),
    ("further than", Comparison::Over),
    ("farther than", Comparison::Over),
    ("greater than", Comparison::Over),
    ("higher than", Comparison::Over),
    ("faster than", Comparison::Over),
    ("quicker than", Comparison::Over),
    ("slower than", Comparison::Under),
    ("less than", Comparison::Under),
    ("fewer than", Comparison::Under),
    ("shorter than", Comparison::Under),
    ("lower than", Comparison::Under),
    ("no more than", Comparison::AtMost),
    ("no longer than", Comparison::AtMost),
    ("at least", Comparison::AtLeast),
    ("reach", Comparison::AtLeast),
    ("reached", Comparison::AtLeast),
    ("hit", Comparison::AtLeast),
    ("at most", Comparison::AtMost),
    ("atleast", Comparison::AtLeast),
    ("atmost", Comparison::AtMost),
    ("up to", Comparison::AtMost),
    ("of over", Comparison::Over),
    ("over", Comparison::Over),
    ("above", Comparison::Over),
    ("exceeding", Comparison::Over),
    ("under", Comparison::Under),
    ("below", Comparison::Under),
];

/// The quantity of a unit.
enum Quantity {
    /// A field; the factor converts to its unit.
    Plain(Field),
    /// A time for this number of metres.
    Pace(f64),
}

const UNITS: &[(&str, Quantity, f64)] = &[
    ("min/km", Quantity::Pace(1000.0), 1.0),
    ("/km", Quantity::Pace(1000.0), 1.0),
    ("min/mi", Quantity::Pace(MILE), 1.0),
    ("min/mile", Quantity::Pace(MILE), 1.0),
    ("min/100m", Quantity::Pace(100.0), 1.0),
    ("km/h", Quantity::Plain(Field::Speed), 1.0 / 3.6),
    ("kmh", Quantity::Plain(Field::Speed), 1.0 / 3.6),
    ("kph", Quantity::Plain(Field::Speed), 1.0 / 3.6),
    ("mph", Quantity::Plain(Field::Speed), 0.447_04),
    ("m/s", Quantity::Plain(Field::Speed), 1.0),
    ("km", Quantity::Plain(Field::Distance), 1000.0),
    ("k", Quantity::Plain(Field::Distance), 1000.0),
    ("kilometre", Quantity::Plain(Field::Distance), 1000.0),
    ("kilometer", Quantity::Plain(Field::Distance), 1000.0),
    ("kilometr", Quantity::Plain(Field::Distance), 1000.0),
    ("mi", Quantity::Plain(Field::Distance), MILE),
    ("mile", Quantity::Plain(Field::Distance), MILE),
    ("mil", Quantity::Plain(Field::Distance), MILE),
    ("m", Quantity::Plain(Field::Distance), 1.0),
    ("metr", Quantity::Plain(Field::Distance), 1.0),
    ("meter", Quantity::Plain(Field::Distance), 1.0),
    ("ft", Quantity::Plain(Field::Distance), 0.3048),
    ("feet", Quantity::Plain(Field::Distance), 0.3048),
    ("h", Quantity::Plain(Field::Duration), 3600.0),
    ("hour", Quantity::Plain(Field::Duration), 3600.0),
    ("min", Quantity::Plain(Field::Duration), 60.0),
    ("minut", Quantity::Plain(Field::Duration), 60.0),
    ("second", Quantity::Plain(Field::Duration), 1.0),
    ("kcal", Quantity::Plain(Field::Energy), 1.0),
    ("calory", Quantity::Plain(Field::Energy), 1.0),
    ("calori", Quantity::Plain(Field::Energy), 1.0),
    ("kj", Quantity::Plain(Field::Energy), 1.0 / 4.184),
    ("bpm", Quantity::Plain(Field::Value), 1.0),
    ("w", Quantity::Plain(Field::Value), 1.0),
    ("watt", Quantity::Plain(Field::Value), 1.0),
];

/// Words that order rows, with the field and whether the greatest is first.
pub(super) const SUPERLATIVES: &[(&str, Field, bool)] = &[
    ("longest", Field::Duration, true),
    ("shortest", Field::Duration, false),
    ("furthest", Field::Distance, true),
    ("farthest", Field::Distance, true),
    ("fastest", Field::Speed, true),
    ("slowest", Field::Speed, false),
    ("hilliest", Field::Climb, true),
    ("oldest", Field::Time, false),
];

/// The metres of a mile.
const MILE: f64 = 1609.344;
/// The maximum number of conditions of a question.
const MAX_CONDITIONS: usize = 4;
