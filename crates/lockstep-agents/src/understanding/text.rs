//! Words of a question: tokens without accents and case, stems, and the correction of typos.

use std::collections::BTreeSet;

use icu_normalizer::DecomposingNormalizerBorrowed;

/// A word, number or quoted text of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    /// The text as written.
    pub(super) text: String,
    /// The text in lower case, without accents, with typos corrected.
    pub(super) word: String,
    /// The stem of the word.
    pub(super) stem: String,
    /// Whether the text was in quotation marks.
    pub(super) is_quoted: bool,
    /// Whether a full stop follows the text: `24.11.` is a day and a month.
    pub(super) is_before_stop: bool,
    /// Whether the sign of a number below 0 precedes the text.
    pub(super) is_negative: bool,
    /// Whether a slot has used the token.
    pub(super) is_taken: bool,
}

impl Token {
    fn new(text: &str, is_quoted: bool) -> Self {
        let word = fold(text);
        Self {
            text: text.to_owned(),
            stem: stem(&word),
            word,
            is_quoted,
            is_before_stop: false,
            is_negative: false,
            is_taken: false,
        }
    }

    /// Replaces the word.
    fn correct(&mut self, word: &str) {
        word.clone_into(&mut self.word);
        self.stem = stem(word);
    }
}

/// Splits a question into at most [`MAX_TOKENS`] tokens.
pub(super) fn tokens(question: &str) -> Vec<Token> {
    let letters: Vec<char> = question.chars().collect();
    let mut tokens = Vec::new();
    let mut is_negative = false;
    let mut at = 0;
    while at < letters.len() && tokens.len() < MAX_TOKENS {
        let letter = letters[at];
        if let Some(length) = quoted_length(&letters[at..]) {
            let text: String = letters[at + 1..at + 1 + length].iter().collect();
            tokens.push(Token::new(text.trim(), true));
            at += length + 2;
        } else if is_sign(&letters, at, &tokens) {
            is_negative = true;
            at += 1;
        } else if is_word(letter) {
            let end = end_of_word(&letters, at);
            let text: String = letters[at..end].iter().collect();
            let first = tokens.len();
            split(&text, &mut tokens);
            if let Some(first) = tokens.get_mut(first) {
                first.is_negative = std::mem::take(&mut is_negative);
            }
            if let Some(last) = tokens.last_mut() {
                last.is_before_stop = letters.get(end) == Some(&'.');
            }
            at = end;
        } else {
            if let Some(word) = SYMBOLS.iter().find(|(symbol, _)| *symbol == letter) {
                tokens.push(Token::new(word.1, false));
            }
            at += 1;
        }
    }
    tokens
}

/// Returns the length of a quoted text that begins here, without its marks.
fn quoted_length(letters: &[char]) -> Option<usize> {
    let close = match letters[0] {
        '"' => '"',
        '“' | '„' => '”',
        '«' => '»',
        _ => return None,
    };
    let inside = &letters[1..letters.len().min(MAX_QUOTED_CHARS)];
    let length = inside
        .iter()
        .position(|letter| *letter == close || (close == '”' && *letter == '“'))?;
    (length > 0).then_some(length)
}

/// Whether a mark is the sign of a number below 0. After a number, or a number and its unit, it is between the ends of a
/// range: "8 am -10 am", "3rd of June -10th of June".
fn is_sign(letters: &[char], at: usize, tokens: &[Token]) -> bool {
    let is_mark = matches!(letters[at], '-' | '–' | '−');
    let before = at.checked_sub(1).map_or(' ', |before| letters[before]);
    let begins_number = letters.get(at + 1).is_some_and(char::is_ascii_digit);
    let is_number = |token: &Token| {
        token
            .word
            .starts_with(|letter: char| letter.is_ascii_digit())
    };
    let last = tokens.iter().rev().filter(|token| token.word != "of");
    let is_range = last.take(2).any(is_number);
    is_mark && begins_number && !is_word(before) && !is_range
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// Returns the end of a word: letters and digits, and single marks between them that belong to a
/// number, a date or a unit.
fn end_of_word(letters: &[char], start: usize) -> usize {
    let mut end = start;
    while end < letters.len() {
        let (before, here) = (letters[end.saturating_sub(1)], letters[end]);
        let after = letters.get(end + 1).copied().unwrap_or(' ');
        let digits = before.is_ascii_digit() && after.is_ascii_digit();
        let joins = match here {
            '.' | ',' | ':' | '-' | '–' => digits,
            '/' => digits || before.is_alphabetic() && after.is_alphabetic(),
            '\u{300}'..='\u{36f}' => true,
            _ => false,
        };
        if !is_word(here) && !joins {
            break;
        }
        end += 1;
    }
    end
}

/// Adds a word, split where a number ends: `5km` is `5` and `km`, `3-10` is `3`, `to` and `10`.
fn split(text: &str, tokens: &mut Vec<Token>) {
    let number = text
        .find(|letter: char| !letter.is_ascii_digit() && !['.', ',', ':'].contains(&letter))
        .unwrap_or(text.len());
    let (head, tail) = text.split_at(number);
    let parts: Vec<&str> = text.split(['-', '–']).collect();
    let is_short = |part: &&str| part.len() <= 2 && part.bytes().all(|b| b.is_ascii_digit());
    if parts.len() == 2 && parts.iter().all(is_short) {
        tokens.extend([parts[0], "to", parts[1]].map(|part| Token::new(part, false)));
    } else if !head.is_empty() && tail.starts_with(char::is_alphabetic) {
        let tail_word = fold(tail);
        tokens.push(Token::new(head, false));
        if !["st", "nd", "rd", "th"].contains(&&*tail_word) {
            tokens.push(Token::new(tail, false));
        }
    } else {
        tokens.push(Token::new(text, false));
    }
}

/// Writes a text in lower case without accents.
pub(super) fn fold(text: &str) -> String {
    let normalizer = DecomposingNormalizerBorrowed::new_nfkd();
    let lower = text.to_lowercase();
    let mut folded = normalizer.normalize(&lower).into_owned();
    folded.retain(|letter| !('\u{300}'..='\u{36f}').contains(&letter));
    folded
}

/// Returns the stem of an English word: without endings of plural and tense. Two words of one stem
/// count as equal, so a stem only has to be the same for both, not a word.
pub(super) fn stem(word: &str) -> String {
    let length = word.len();
    if !word.bytes().all(|byte| byte.is_ascii_lowercase()) || length < 4 {
        return word.to_owned();
    }
    let is_plural =
        word.ends_with('s') && !["ss", "us", "is"].iter().any(|end| word.ends_with(end));
    let word = match word.strip_suffix("ies") {
        Some(head) => format!("{head}y"),
        None if is_plural => word[..length - 1].to_owned(),
        None => word.to_owned(),
    };
    let head = ["ing", "ed"]
        .iter()
        .find_map(|end| word.strip_suffix(end))
        .filter(|head| head.len() >= 3);
    let mut word = head.unwrap_or(&word).to_owned();
    let doubled =
        word.len() > 3 && head_is_doubled(&word) && !word.ends_with("ll") && !word.ends_with("ss");
    if doubled || word.len() > 3 && word.ends_with('e') {
        word.pop();
    }
    word
}

fn head_is_doubled(word: &str) -> bool {
    let bytes = word.as_bytes();
    bytes.len() > 1 && bytes[bytes.len() - 1] == bytes[bytes.len() - 2]
}

/// Corrects typos: a word that no lexicon has becomes the nearest word of all of them with the same first
/// letter, within [`typos_allowed`]. A tie goes to the word with the same last letter, then to the
/// first in the alphabet.
pub(super) fn correct(tokens: &mut [Token], known: &[&Lexicon]) {
    for token in tokens {
        let is_plain = token.word.bytes().all(|byte| byte.is_ascii_lowercase());
        let is_known = known.iter().any(|lexicon| lexicon.contains(token));
        if token.is_quoted || !is_plain || is_known {
            continue;
        }
        let nearest = known
            .iter()
            .filter_map(|lexicon| lexicon.nearest(&token.word))
            .min();
        if let Some((_, _, word)) = nearest {
            token.correct(word);
        }
    }
}

/// The words that questions may contain.
#[derive(Clone, Debug, Default)]
pub(super) struct Lexicon {
    words: BTreeSet<String>,
    stems: BTreeSet<String>,
}

impl Lexicon {
    /// Adds the words of a text.
    pub(super) fn add(&mut self, text: &str) {
        for token in tokens(text) {
            if token.word.bytes().all(|byte| byte.is_ascii_lowercase()) {
                self.stems.insert(token.stem);
                self.words.insert(token.word);
            }
        }
    }

    /// Whether a word is known, or has the stem of a known one.
    pub(super) fn contains(&self, token: &Token) -> bool {
        self.words.contains(&token.word) || self.stems.contains(&token.stem)
    }

    /// Returns the nearest word, after its distance and whether its last letter is another one.
    fn nearest(&self, word: &str) -> Option<(usize, bool, &str)> {
        let first = word.get(..1)?;
        let allowed = typos_allowed(word);
        if allowed == 0 || word.len() > MAX_CORRECTED_BYTES {
            return None;
        }
        let from = self.words.range(first.to_owned()..);
        let candidates = from.take_while(|known| known.starts_with(first));
        let near = candidates.filter_map(|known| {
            let is_near = known.len().abs_diff(word.len()) <= allowed;
            let is_near = is_near && is_typo_of(word, known);
            let distance = is_near.then(|| strsim::osa_distance(word, known))?;
            let same_end = known.as_bytes().last() == word.as_bytes().last();
            (distance <= allowed).then_some((distance, !same_end, known.as_str()))
        });
        near.min()
    }
}

/// Whether a word may be a typo of a known one by its letters. A short word lacks a letter, or has two of them in the
/// wrong order. It has no wrong letter, since other words differ from it in one: "hide" is not "hike", "rain" not "ran".
fn is_typo_of(word: &str, known: &str) -> bool {
    let sorted = |word: &str| {
        let mut letters: Vec<char> = word.chars().collect();
        letters.sort_unstable();
        letters
    };
    let is_long = word.len() > MAX_SHORT_BYTES;
    let has_same_letters = word.len() == MAX_SHORT_BYTES && sorted(word) == sorted(known);
    is_long || known.len() == word.len() + 1 || has_same_letters
}

/// Returns the edits in which a word may differ from a known one: none up to 2 letters, one up to
/// 7, two from 8.
fn typos_allowed(word: &str) -> usize {
    match word.len() {
        0..=2 => 0,
        3..=7 => 1,
        _ => 2,
    }
}

/// Returns the number that a token states, as digits or as a word.
pub(super) fn number(word: &str) -> Option<f64> {
    if let Some((_, value)) = NUMBER_WORDS.iter().find(|(name, _)| *name == word) {
        return Some(*value);
    }
    let starts = word.starts_with(|letter: char| letter.is_ascii_digit());
    let value = without_commas(word)
        .parse::<f64>()
        .ok()
        .filter(|_| starts)?;
    (value <= MAX_NUMBER).then_some(value)
}

/// Writes a number with a decimal point and without separators of thousands. Commas that divide the digits into groups of
/// three separate thousands: "10,000". A single other comma, and one after a point, is a decimal one: "8,5", "1.234,5".
fn without_commas(word: &str) -> String {
    let Some((whole, rest)) = word.split_once(',') else {
        return word.to_owned();
    };
    if whole.contains('.') {
        return match is_grouped(whole, '.') {
            true => format!("{}.{rest}", whole.replace('.', "")),
            false => word.to_owned(),
        };
    }
    let (digits, fraction) = word.split_once('.').unwrap_or((word, ""));
    let has_thousands = is_grouped(digits, ',') && !fraction.contains(',');
    match has_thousands && whole != "0" {
        true => word.replace(',', ""),
        false => word.replacen(',', ".", 1),
    }
}

/// Whether separators divide digits into groups of three, the first of which may be shorter: "12,345,678".
fn is_grouped(digits: &str, separator: char) -> bool {
    let mut groups = digits.split(separator);
    let first = groups.next().map_or(0, str::len);
    (1..=3).contains(&first) && groups.all(|group| group.len() == 3)
}

/// Returns the whole number that a token states.
pub(super) fn whole(word: &str) -> Option<u32> {
    let value = number(word)?;
    (value.fract() == 0.0 && value >= 0.0).then_some(value as u32)
}

const NUMBER_WORDS: &[(&str, f64)] = &[
    ("one", 1.0),
    ("two", 2.0),
    ("three", 3.0),
    ("four", 4.0),
    ("five", 5.0),
    ("six", 6.0),
    ("seven", 7.0),
    ("eight", 8.0),
    ("nine", 9.0),
    ("ten", 10.0),
    ("eleven", 11.0),
    ("twelve", 12.0),
    ("fifteen", 15.0),
    ("twenty", 20.0),
    ("thirty", 30.0),
    ("fifty", 50.0),
    ("ninety", 90.0),
    ("hundred", 100.0),
    ("dozen", 12.0),
];

/// Symbols that stand for words.
const SYMBOLS: &[(char, &str)] = &[
    ('>', "over"),
    ('<', "under"),
    ('≥', "atleast"),
    ('≤', "atmost"),
    ('–', "to"),
];

/// The maximum number of tokens of a question.
pub(super) const MAX_TOKENS: usize = 300;
/// The longest quoted text in characters, with the first mark.
const MAX_QUOTED_CHARS: usize = 257;
/// The longest word that is short for the correction of typos.
const MAX_SHORT_BYTES: usize = 4;
/// The longest word whose typos are corrected.
const MAX_CORRECTED_BYTES: usize = 24;
/// The greatest number that is read.
const MAX_NUMBER: f64 = 1e9;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_separate_thousands_or_decimals() {
        for (word, expected) in [
            ("8,5", Some(8.5)),
            ("8,50", Some(8.5)),
            ("0,125", Some(0.125)),
            ("10,000", Some(10_000.0)),
            ("1,234,567", Some(1_234_567.0)),
            ("1,234.5", Some(1234.5)),
            ("1.234,5", Some(1234.5)),
            ("1234,567", Some(1234.567)),
            ("1,2,3", None),
            ("1,5,600", None),
            ("1.5,2", None),
            ("1,234.5,6", None),
            ("0,125,000", None),
            ("8.5", Some(8.5)),
        ] {
            assert_eq!(number(word), expected, "{word}");
        }
    }

    /// Several lexicons correct as one with all their words would.
    #[test]
    fn words_are_corrected_to_the_nearest_of_all_lexicons() {
        let lexicon = |text: &str| {
            let mut lexicon = Lexicon::default();
            lexicon.add(text);
            lexicon
        };
        let (field, names) = (lexicon("steps average"), lexicon("garmin stela"));
        for (question, expected) in [
            ("avrage", "average"),
            ("gamrin", "garmin"),
            ("stepz", "steps"),
            // As near as "steps", and with the same last letter.
            ("stepa", "stela"),
            ("zebra", "zebra"),
        ] {
            for known in [[&field, &names], [&names, &field]] {
                let mut tokens = tokens(question);
                correct(&mut tokens, &known);
                assert_eq!(tokens[0].word, expected, "{question}");
            }
        }
    }

    #[test]
    fn a_sign_is_told_from_a_range_and_from_a_hyphen() {
        for (question, negative) in [
            ("the last -3 days", "3"),
            ("form below −10", "10"),
            ("last –3 days", "3"),
            ("the last (-2) weeks", "2"),
            ("-4", "4"),
            ("3-10 June", ""),
            ("3 -10 June", ""),
            ("from 8 am -10 am", ""),
            ("3 June -10 June", ""),
            ("3rd of June -10th of June", ""),
            ("zone-2 runs", ""),
            ("2026-06-01", ""),
            ("steps - 3 days", ""),
        ] {
            let tokens = tokens(question);
            let found: Vec<&str> = tokens
                .iter()
                .filter(|token| token.is_negative)
                .map(|token| &*token.word)
                .collect();
            assert_eq!(found.join(" "), negative, "{question}");
        }
    }

    #[test]
    fn numbers_are_split_from_their_units() {
        for (question, expected) in [
            ("8,5km", "8,5 km"),
            ("5km", "5 km"),
            ("3-10", "3 to 10"),
            ("10,000 steps", "10,000 steps"),
        ] {
            let tokens = tokens(question);
            let words: Vec<&str> = tokens.iter().map(|token| &*token.word).collect();
            assert_eq!(words.join(" "), expected);
        }
    }
}
