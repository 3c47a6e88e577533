//! Compares the words of a query with the words of records.

use std::sync::Arc;

use lockstep_store::Timestamp;
use lockstep_vault::search::{SearchPage, words};
use memchr::memmem::Finder;

/// A query.
#[derive(Clone, Debug)]
pub(super) struct Query {
    /// The text, which may be an id.
    text: String,
    words: Vec<String>,
}

/// A record that matches, by its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Match {
    pub(super) page: usize,
    pub(super) record: usize,
    pub(super) score: u32,
    pub(super) time: Option<Timestamp>,
}

impl Query {
    /// Reads a query; `None` for one without a word.
    pub(super) fn new(text: &str) -> Option<Self> {
        let words: Vec<_> = words(text).take(MAX_WORDS).collect();
        (!words.is_empty()).then(|| Self {
            text: text.trim().to_owned(),
            words,
        })
    }

    /// Returns how well a record that is on no page matches; 0 if it does not.
    pub(super) fn score_of(&self, (id, text): (&str, &str), kind: &str) -> u32 {
        if id == self.text {
            return OF_AN_ID;
        }
        let mut line = String::new();
        for word in words(text) {
            line.push(' ');
            line.push_str(&word);
        }
        line.push_str(" \n");
        let sought = SearchWords::of(&self.words);
        match sought.score(&line, kind) {
            0 => sought.typo_score(&line, kind),
            score => score,
        }
    }

    /// Whether the query may be the id of a record.
    fn is_id(&self) -> bool {
        self.text.contains('_') && !self.text.contains(char::is_whitespace)
    }

    /// Whether a word of the query names this kind of records.
    pub(super) fn names(&self, kind: &str) -> bool {
        self.words.iter().any(|word| singular(word) == kind)
    }

    /// Whether a word of the query names a kind of records other than this.
    pub(super) fn names_other_kind(&self, kind: &str) -> bool {
        let names = |word: &String| KINDS.contains(&singular(word)) && singular(word) != kind;
        self.words.iter().any(names)
    }

    /// The word by which candidates are found: the longest that names no kind.
    fn rarest(&self) -> Option<&str> {
        let named = |word: &&String| !KINDS.contains(&singular(word));
        let longest = self
            .words
            .iter()
            .filter(named)
            .max_by_key(|word| word.len());
        longest.map(String::as_str)
    }
}

/// The words of a query, each with its search.
struct SearchWords<'q> {
    words: Vec<(&'q str, Finder<'q>)>,
}

impl<'q> SearchWords<'q> {
    fn of(words: &'q [String]) -> Self {
        let words = words.iter().map(|word| (&**word, Finder::new(word)));
        Self {
            words: words.collect(),
        }
    }

    /// Returns how well a line of words matches; 0 if a word of the query is missing.
    fn score(&self, line: &str, kind: &str) -> u32 {
        self.sum(kind, |(word, finder)| {
            let (bytes, mut best) = (line.as_bytes(), 0);
            for at in finder.find_iter(bytes) {
                let begins = at > 0 && bytes[at - 1] == b' ';
                let ends = bytes.get(at + word.len()) == Some(&b' ');
                best = best.max(match (begins, ends) {
                    (true, true) => return SAME,
                    (true, false) => BEGINNING,
                    (false, _) if is_long(word) => PART,
                    (false, _) => 0,
                });
            }
            best
        })
    }

    /// Returns how well a line of words matches if each word may have one mistyped letter.
    fn typo_score(&self, line: &str, kind: &str) -> u32 {
        self.sum(kind, |(word, _)| {
            let likeness = |other: &str| match () {
                () if other == *word => SAME,
                () if other.starts_with(word) => BEGINNING,
                () if is_mistyped(word, other) => MISTYPED,
                () => 0,
            };
            line.split(' ').map(likeness).max().unwrap_or(0)
        })
    }

    /// Whether every word is like a word of the page, or names a kind of it.
    fn may_be_in(&self, page: &SearchPage) -> bool {
        self.words.iter().all(|(word, _)| {
            let is_like = |other: &str| other.starts_with(word) || is_mistyped(word, other);
            let is_kind = |kind: &String| singular(word) == kind;
            page.kinds().iter().any(is_kind) || page.vocabulary().any(is_like)
        })
    }

    /// Adds the likeness of each word; 0 if a word matches nothing and does not name the kind.
    fn sum(&self, kind: &str, likeness: impl Fn(&(&str, Finder<'_>)) -> u32) -> u32 {
        let mut sum = 0;
        for word in &self.words {
            let likeness = likeness(word).max(u32::from(singular(word.0) == kind));
            if likeness == 0 {
                return 0;
            }
            sum += likeness;
        }
        sum
    }
}

/// Returns the records of some kinds that match: each word of the query is a word of the record, the beginning of one
/// or a part of one, or names the kind. If there is none, words with one mistyped letter match, too.
pub(super) fn matches(pages: &[Arc<SearchPage>], query: &Query, kinds: &[&str]) -> Vec<Match> {
    let sought = SearchWords::of(&query.words);
    let needle = query.rarest().map(|word| match is_long(word) {
        true => word.to_owned(),
        false => format!(" {word}"),
    });
    let finder = needle.as_ref().map(Finder::new);
    let score = |line: &str, kind: &str| sought.score(line, kind);
    let mut all = Vec::new();
    for (number, page) in pages.iter().enumerate() {
        let mut found = PageMatches::of((number, page), kinds, &mut all);
        if let Some(record) = query.is_id().then(|| page.find(&query.text)).flatten() {
            found.add(record, |_, _| OF_AN_ID);
        }
        let Some(finder) = &finder else {
            (0..page.len()).for_each(|record| found.add(record, score));
            continue;
        };
        let (mut last, mut from) = (None, 0);
        for offset in finder.find_iter(page.words().as_bytes()) {
            from = page.record_at(from, offset);
            if last.replace(from) != Some(from) {
                found.add(from, score);
            }
        }
    }
    if all.is_empty() {
        let score = |line: &str, kind: &str| sought.typo_score(line, kind);
        for (number, page) in pages.iter().enumerate() {
            if sought.may_be_in(page) {
                let mut found = PageMatches::of((number, page), kinds, &mut all);
                (0..page.len()).for_each(|record| found.add(record, score));
            }
        }
    }
    all
}

/// The matches in a page.
struct PageMatches<'p> {
    number: usize,
    page: &'p SearchPage,
    /// The kinds of the page; `None` for one that the caller may not read.
    kinds: Vec<Option<&'p str>>,
    all: &'p mut Vec<Match>,
}

impl<'p> PageMatches<'p> {
    fn of(
        (number, page): (usize, &'p SearchPage),
        readable: &[&str],
        all: &'p mut Vec<Match>,
    ) -> Self {
        let kinds = page.kinds().iter().map(String::as_str);
        Self {
            number,
            page,
            kinds: kinds
                .map(|kind| readable.contains(&kind).then_some(kind))
                .collect(),
            all,
        }
    }

    /// Adds a record if the caller may read its kind and its score is not 0.
    fn add(&mut self, record: usize, score: impl Fn(&str, &str) -> u32) {
        let kind = self.page.kind_of(record).and_then(|kind| self.kinds[kind]);
        let (Some(kind), Some(line)) = (kind, self.page.words_of(record)) else {
            return;
        };
        let score = score(line, kind);
        if score > 0 {
            self.all.push(Match {
                page: self.number,
                record,
                score,
                time: self.page.time_of(record),
            });
        }
    }
}

/// Whether one letter is wrong, missing, extra, or swapped with the next.
fn is_mistyped(word: &str, other: &str) -> bool {
    // Most words differ in length or at both ends: they are not compared letter by letter.
    let bytes = match word.is_ascii() && other.is_ascii() {
        true => 1,
        false => MAX_LETTER_BYTES,
    };
    if word.len().abs_diff(other.len()) > bytes {
        return false;
    }
    let same = |(one, other): &(u8, u8)| one == other;
    let begin = word.bytes().zip(other.bytes()).take_while(same).count();
    let end = word.bytes().rev().zip(other.bytes().rev());
    let end = end.take_while(same).count();
    let shorter = word.len().min(other.len());
    begin + end + 2 * bytes >= shorter && is_long(word) && strsim::osa_distance(word, other) <= 1
}

fn is_long(word: &str) -> bool {
    word.chars().count() >= MIN_LONG_CHARS
}

fn singular(word: &str) -> &str {
    match word {
        "activities" => "activity",
        "docs" | "documentation" => "document",
        word => word.strip_suffix('s').unwrap_or(word),
    }
}

/// The words that name kinds of records.
const KINDS: [&str; 9] = [
    "dataset", "device", "activity", "import", "insight", "token", "listing", "purchase",
    "document",
];
/// Returns the similarity of two words.
const SAME: u32 = 4;
const BEGINNING: u32 = 3;
const PART: u32 = 2;
const MISTYPED: u32 = 1;
/// The score of a record whose id is the query.
const OF_AN_ID: u32 = 1000;
/// The maximum number of words of a query that are compared.
const MAX_WORDS: usize = 200;
/// The shortest word that matches a part of a word, and that may have a mistyped letter.
const MIN_LONG_CHARS: usize = 4;
/// The maximum number of bytes of a letter.
const MAX_LETTER_BYTES: usize = 4;

#[cfg(test)]
mod tests {
    use lockstep_vault::search::SearchRecord;

    use super::*;

    fn record(kind: &'static str, id: &str, title: &str) -> SearchRecord {
        SearchRecord {
            kind,
            id: id.to_owned(),
            time: None,
            title: title.to_owned(),
            notes: String::new(),
            links: Vec::new(),
        }
    }

    /// Compares the pages with a record on none, which is compared without an index.
    #[test]
    fn every_word_counts() {
        for (query, text, kind, is_found) in [
            ("morning", "Morning runs", "dataset", true),
            ("morn run", "Morning runs", "dataset", true),
            ("mornign", "Morning runs", "dataset", true),
            ("mornin run", "Morning runs", "dataset", true),
            ("zorning", "Morning runs", "dataset", true),
            ("orning", "Morning runs", "dataset", true),
            ("mroning rnus", "Morning runs", "dataset", true),
            ("mrnoing", "Morning runs", "dataset", false),
            ("evening", "Morning runs", "dataset", false),
            ("morning rides", "Morning runs", "dataset", false),
            ("morning datasets", "Morning runs", "dataset", true),
            ("datasets", "Morning runs", "dataset", true),
            ("devices", "Morning runs", "dataset", false),
            ("activities hill", "Up the hill", "activity", true),
            ("ru", "Morning runs", "dataset", true),
            ("un", "Morning runs", "dataset", false),
            ("ÄRGER", "Kein Ärger", "dataset", true),
            ("ärgre", "Kein Ärger", "dataset", true),
            ("ds_7", "Morning runs", "dataset", true),
            ("ds_8", "Morning runs", "dataset", false),
        ] {
            let query = Query::new(query).unwrap();
            let page = SearchPage::of(&[record("other", "ds_8", text), record(kind, "ds_7", text)]);
            let found = matches(&[Arc::new(page)], &query, &["dataset", "activity"]);
            let records: Vec<_> = found.iter().map(|found| found.record).collect();
            let expected = if is_found { vec![1] } else { vec![] };
            assert_eq!(records, expected, "{query:?}: {text}");
            let direct = query.score_of(("ds_7", text), kind);
            assert_eq!(direct > 0, is_found, "{query:?}: {text}");
        }
    }

    #[test]
    fn whole_words_are_better_than_beginnings_and_typos() {
        let query = Query::new("runs").unwrap();
        let texts = ["rums", "overruns", "runsx", "runs"];
        let scores = texts.map(|text| query.score_of(("", text), "x"));
        assert!(scores.is_sorted() && scores[0] > 0, "{scores:?}");
        assert_eq!(scores[0], MISTYPED);
    }
}
