//! A page of the index: a line of text for each record.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::sync::{Arc, OnceLock};

use lockstep_store::Timestamp;
use zeroize::Zeroizing;

/// A record with the texts that a search compares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchRecord {
    /// The kind, such as `dataset`: letters and `-`.
    pub kind: &'static str,
    /// The id; no other record of the kind has it.
    pub id: String,
    /// The time that orders equally good matches.
    pub time: Option<Timestamp>,
    /// The name.
    pub title: String,
    /// The description and other texts about the record.
    pub notes: String,
    /// The ids of the records that it refers to, such as the dataset of a listing.
    pub links: Vec<String>,
}

/// A change of the index.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Change<'r> {
    Put(&'r SearchRecord),
    Remove { kind: &'r str, id: &'r str },
}

/// Returns the words of a text as the index compares them: in lower case.
pub fn words(text: &str) -> impl Iterator<Item = String> {
    written_words(text).map(str::to_lowercase)
}

fn written_words(text: &str) -> impl Iterator<Item = &str> {
    let split = text.split(|letter: char| !letter.is_alphanumeric());
    split.filter(|word| !word.is_empty())
}

/// Adds the [`words`] of a text to a line, a space before each. Words in ASCII, which most are, need no text of their own.
fn push_words(line: &mut String, text: &str) {
    for word in written_words(text) {
        line.push(' ');
        match word.is_ascii() {
            true => line.extend(word.chars().map(|letter| letter.to_ascii_lowercase())),
            false => line.push_str(&word.to_lowercase()),
        }
    }
}

/// A page of the index, opened.
#[derive(Default)]
pub struct SearchPage {
    /// The lines of the records: kind, id, time, title, notes and links, separated by tabs. Lines of earlier versions have
    /// no links.
    text: Zeroizing<String>,
    /// The words of title and notes of each line. A space precedes and follows each word, and a line feed ends a line.
    words: Zeroizing<String>,
    records: Vec<RecordPosition>,
    /// The kinds that `records` name by their numbers.
    kinds: Vec<String>,
    /// The different words of the page, in order: where each begins in `words`, and its length. Only a search for mistyped
    /// words needs them, so the first one collects them.
    vocabulary: OnceLock<Vec<(u32, u32)>>,
    links: Vec<LinkPosition>,
}

/// A link of a record: where its id is in the text, and the number of the record.
#[derive(Clone, Copy)]
struct LinkPosition {
    start: u32,
    length: u32,
    record: u32,
}

/// A record of a page without its texts.
#[derive(Clone, Copy)]
struct RecordPosition {
    /// The offset of the record's line in the text.
    text: u32,
    /// The offset of the record's line in the words.
    words: u32,
    kind: u16,
    time: Option<Timestamp>,
}

/// A record of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchLine<'p> {
    /// The kind.
    pub kind: &'p str,
    /// The id.
    pub id: &'p str,
    /// The time that orders equally good matches.
    pub time: Option<Timestamp>,
    /// The name.
    pub title: &'p str,
    /// The description.
    pub notes: &'p str,
    /// The ids of the records that it refers to, separated by spaces.
    pub links: &'p str,
}

/// The opened index of an account.
#[derive(Default)]
pub(crate) struct CachedIndex {
    pub(crate) generation: i64,
    /// The pages with their revisions.
    pub(crate) pages: BTreeMap<i64, (i64, Arc<SearchPage>)>,
}

impl CachedIndex {
    /// Returns the bytes that the index takes in memory.
    pub(crate) fn bytes(&self) -> usize {
        let pages = self.pages.values();
        pages
            .map(|(_, page)| page.text.len() + page.words.len())
            .sum()
    }
}

impl SearchPage {
    /// Reads the plaintext of a page; `None` if it is not one.
    pub(crate) fn parse(text: Zeroizing<String>) -> Option<Self> {
        let mut page = Self {
            words: Zeroizing::new(String::with_capacity(text.len())),
            records: Vec::new(),
            kinds: Vec::new(),
            vocabulary: OnceLock::new(),
            links: Vec::new(),
            text,
        };
        let mut start = 0;
        for line in page.text.split_inclusive('\n') {
            let parsed = parse_line(line.strip_suffix('\n')?)?;
            let known = page.kinds.iter().position(|kind| kind == parsed.kind);
            let kind = known.unwrap_or_else(|| {
                page.kinds.push(parsed.kind.to_owned());
                page.kinds.len() - 1
            });
            page.records.push(RecordPosition {
                text: u32::try_from(start).ok()?,
                words: u32::try_from(page.words.len()).ok()?,
                kind: u16::try_from(kind).ok()?,
                time: parsed.time,
            });
            start += line.len();
            // The links are at the end of the line.
            let mut at = start - 1 - parsed.links.len();
            for id in parsed.links.split(' ') {
                if !id.is_empty() {
                    page.links.push(LinkPosition {
                        start: u32::try_from(at).ok()?,
                        length: u32::try_from(id.len()).ok()?,
                        record: u32::try_from(page.records.len() - 1).ok()?,
                    });
                }
                at += id.len() + 1;
            }
            push_words(&mut page.words, parsed.title);
            push_words(&mut page.words, parsed.notes);
            page.words.push_str(" \n");
        }
        Some(page)
    }

    fn different_words(&self) -> Vec<(u32, u32)> {
        let mut places = HashMap::new();
        let mut start = 0;
        for word in self.words.split([' ', '\n']) {
            if !word.is_empty() {
                places.insert(word, start);
            }
            start += word.len() + 1;
        }
        let mut places: Vec<(&str, usize)> = places.into_iter().collect();
        places.sort_unstable();
        let places = places.into_iter().filter_map(|(word, start)| {
            let length = u32::try_from(word.len()).ok()?;
            Some((u32::try_from(start).ok()?, length))
        });
        places.collect()
    }

    /// Returns the different words of the page, in order.
    pub fn vocabulary(&self) -> impl Iterator<Item = &str> {
        let word = |(start, length): &(u32, u32)| {
            let start = *start as usize;
            self.words.get(start..start + *length as usize)
        };
        let places = self.vocabulary.get_or_init(|| self.different_words());
        places.iter().filter_map(word)
    }

    /// Makes a page of records that are in no store.
    #[must_use]
    pub fn of(records: &[SearchRecord]) -> Self {
        let lines: Vec<_> = records.iter().map(PageLines::of).collect();
        let text: String = lines.iter().map(|line| line.as_str()).collect();
        Self::parse(Zeroizing::new(text)).unwrap_or_default()
    }

    /// Returns the words of all records, one line for each. A space precedes and follows each word.
    #[must_use]
    pub fn words(&self) -> &str {
        &self.words
    }

    /// Returns the number of records.
    #[must_use]
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether the page has no record.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// Returns the number of the record whose line of [`SearchPage::words`] contains the byte at `offset`; it is not
    /// before the record `from`.
    #[must_use]
    pub fn record_at(&self, from: usize, offset: usize) -> usize {
        let rest = self.records.get(from..).unwrap_or_default();
        let begun = rest
            .iter()
            .take_while(|record| record.words as usize <= offset);
        from + begun.count().saturating_sub(1)
    }

    /// Returns a record by its number.
    #[must_use]
    pub fn line(&self, number: usize) -> Option<SearchLine<'_>> {
        let start = self.records.get(number)?.text as usize;
        parse_line(self.text.get(start..)?.split('\n').next()?)
    }

    /// Returns the number of the record with an id.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<usize> {
        let sought = format!("\t{id}\t");
        let found = memchr::memmem::find(self.text.as_bytes(), sought.as_bytes())?;
        let after = self
            .records
            .partition_point(|record| record.text as usize <= found);
        let number = after.saturating_sub(1);
        self.line(number)
            .filter(|line| line.id == id)
            .map(|_| number)
    }

    /// Returns the ids that records refer to, each with the number of the record.
    pub fn links(&self) -> impl Iterator<Item = (&str, usize)> {
        let link = |link: &LinkPosition| {
            let start = link.start as usize;
            let id = self.text.get(start..start + link.length as usize)?;
            Some((id, link.record as usize))
        };
        self.links.iter().filter_map(link)
    }

    /// Returns the kinds of the records.
    #[must_use]
    pub fn kinds(&self) -> &[String] {
        &self.kinds
    }

    /// Returns the place of a record's kind in [`SearchPage::kinds`].
    #[must_use]
    pub fn kind_of(&self, number: usize) -> Option<usize> {
        Some(self.records.get(number)?.kind.into())
    }

    /// Returns the time of a record.
    #[must_use]
    pub fn time_of(&self, number: usize) -> Option<Timestamp> {
        self.records.get(number)?.time
    }

    /// Returns the words of a record.
    #[must_use]
    pub fn words_of(&self, number: usize) -> Option<&str> {
        let start = self.records.get(number)?.words as usize;
        let next = self.records.get(number + 1);
        let end = next.map_or(self.words.len(), |next| next.words as usize);
        self.words.get(start..end)
    }
}

fn parse_line(line: &str) -> Option<SearchLine<'_>> {
    let mut fields = line.splitn(6, '\t');
    Some(SearchLine {
        kind: fields.next()?,
        id: fields.next()?,
        time: fields.next()?.parse().ok().map(Timestamp),
        title: fields.next()?,
        notes: fields.next()?,
        links: fields.next().unwrap_or_default(),
    })
}

/// The lines of a page while it is changed.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct PageLines(pub(crate) Zeroizing<String>);

impl PageLines {
    /// Returns the line of a record with its end.
    pub(crate) fn of(record: &SearchRecord) -> Zeroizing<String> {
        let SearchRecord {
            kind,
            id,
            time,
            title,
            notes,
            links,
        } = record;
        let mut line = Zeroizing::new(prefix(kind, id));
        if let Some(Timestamp(time)) = time {
            // Writing to a text cannot fail.
            let _ = write!(line, "{time}");
        }
        line.push('\t');
        line.push_str(&one_line(title));
        line.push('\t');
        line.push_str(&one_line(notes));
        line.push('\t');
        line.push_str(&one_line(&links.join(" ")));
        line.push('\n');
        line
    }

    /// Whether the page has exactly this line.
    pub(crate) fn contains(&self, line: &str) -> bool {
        self.0.split_inclusive('\n').any(|other| other == line)
    }

    /// Removes the line of a record; returns whether there was one.
    pub(crate) fn remove(&mut self, kind: &str, id: &str) -> bool {
        let prefix = prefix(kind, id);
        let mut kept = Zeroizing::new(String::with_capacity(self.0.len()));
        for line in self.0.split_inclusive('\n') {
            if !line.starts_with(&prefix) {
                kept.push_str(line);
            }
        }
        let is_removed = kept.len() < self.0.len();
        self.0 = kept;
        is_removed
    }

    /// Whether another line belongs to this page.
    pub(crate) fn has_room(&self, line: &str) -> bool {
        self.0.is_empty() || self.0.len() + line.len() <= PAGE_BYTES
    }
}

fn prefix(kind: &str, id: &str) -> String {
    format!("{kind}\t{id}\t")
}

/// Writes white space as one space, and clips the text.
fn one_line(text: &str) -> Zeroizing<String> {
    let mut line = Zeroizing::new(String::with_capacity(text.len()));
    for word in text.split(|letter: char| letter.is_whitespace() || letter.is_control()) {
        if word.is_empty() {
            continue;
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    if let Some((end, _)) = line.char_indices().nth(MAX_TEXT_CHARS) {
        line.truncate(end);
    }
    line
}

/// The bytes of a page's plaintext: its row fits in one page of the store.
const PAGE_BYTES: usize = 7000;
/// The characters of a title or a description that are indexed.
const MAX_TEXT_CHARS: usize = 4000;

#[cfg(test)]
mod tests {
    use super::*;

    fn record(id: &str, title: &str) -> SearchRecord {
        SearchRecord {
            kind: "dataset",
            id: id.to_owned(),
            time: Some(Timestamp(7)),
            title: title.to_owned(),
            notes: "a\tb\nc".to_owned(),
            links: vec![format!("{id}_1"), "shared".to_owned()],
        }
    }

    #[test]
    fn lines_are_read_as_written() {
        let mut lines = PageLines::default();
        for (id, title) in [
            ("one", "Morning  Runs"),
            ("two", "ÄRGER-über"),
            ("three", ""),
        ] {
            lines.0.push_str(&PageLines::of(&record(id, title)));
        }
        let page = SearchPage::parse(lines.0.clone()).unwrap();
        assert_eq!(
            page.words(),
            " morning runs a b c \n ärger über a b c \n a b c \n"
        );
        assert_eq!(page.len(), 3);
        let found = page.record_at(0, page.words().find(" über").unwrap());
        let line = page.line(found).unwrap();
        assert_eq!(
            (line.id, line.title, line.notes),
            ("two", "ÄRGER-über", "a b c")
        );
        assert_eq!(line.time, Some(Timestamp(7)));
        assert_eq!(page.find("two"), Some(1));
        assert_eq!(page.find("tw"), None);
        assert_eq!(
            (page.kind_of(1), page.time_of(1)),
            (Some(0), Some(Timestamp(7)))
        );
        assert_eq!(page.kinds(), ["dataset"]);
        assert_eq!(page.record_at(1, 0), 1);
        let words: Vec<&str> = page.vocabulary().collect();
        assert_eq!(words, ["a", "b", "c", "morning", "runs", "ärger", "über"]);
        assert_eq!(line.links, "two_1 shared");
        let links: Vec<(&str, usize)> = page.links().collect();
        assert_eq!(
            links,
            [
                ("one_1", 0),
                ("shared", 0),
                ("two_1", 1),
                ("shared", 1),
                ("three_1", 2),
                ("shared", 2)
            ]
        );
        assert_eq!(page.find("shared"), None);
        assert!(lines.contains(&PageLines::of(&record("two", "ÄRGER-über"))));
        assert!(lines.remove("dataset", "two") && !lines.remove("dataset", "two"));
        assert!(!lines.remove("device", "one"));
        assert_eq!(SearchPage::parse(lines.0).unwrap().len(), 2);
        let earlier = Zeroizing::new("dataset\tid\t7\ttitle\tnotes\n".to_owned());
        let earlier = SearchPage::parse(earlier).unwrap();
        assert_eq!(
            earlier.line(0).map(|line| (line.notes, line.links)),
            Some(("notes", ""))
        );
        assert_eq!(earlier.links().count(), 0);
        for wrong in ["no tabs\n", "dataset\tid\t7\ttitle\tnotes"] {
            assert!(SearchPage::parse(Zeroizing::new(wrong.to_owned())).is_none());
        }
    }
}
