//! XML as a stream of opened and closed elements.
//!
//! Refused are: document type declarations (except Apple's, which is skipped unread: see `prologue`),
//! every entity but XML's own five, so nothing expands, elements nested deeper than [`MAX_DEPTH`], and
//! tags or texts longer than [`MAX_EVENT_BYTES`].

pub(super) mod prologue;

use std::borrow::Cow;
use std::fmt;
use std::io::{self, BufRead, Read};
use std::sync::Arc;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::intake::StopReason;
use super::text;

/// The scanner's next tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tag {
    /// An element begins.
    Open,
    /// An element ends; its text is available if it contained only text.
    Close,
}

/// The reason why the stream cannot be read further.
#[derive(Debug)]
pub(super) enum StreamError {
    Damage(String),
    Io(io::Error),
}

impl From<io::Error> for StreamError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl<E> From<StreamError> for StopReason<E> {
    fn from(broken: StreamError) -> Self {
        match broken {
            StreamError::Damage(text) => Self::Damage(text),
            StreamError::Io(error) => error.into(),
        }
    }
}

/// Iterates over the elements of a document.
pub(super) struct Scanner<'r> {
    reader: Reader<MeteredReader<'r>>,
    buffer: Vec<u8>,
    /// The last opened tag: its name and attributes.
    opened: String,
    opened_name: usize,
    /// The name of the last tag, without its prefix.
    name: String,
    text: String,
    depth: usize,
    /// The bytes of the file that were skipped before the scanner started.
    skipped: u64,
}

impl<'r> Scanner<'r> {
    /// Starts at the root element; `skipped` bytes of the file were read before it.
    pub(super) fn new(reader: &'r mut dyn BufRead, skipped: u64) -> Self {
        let mut reader = Reader::from_reader(MeteredReader {
            inner: reader,
            spent: 0,
        });
        reader.config_mut().expand_empty_elements = true;
        Self {
            reader,
            buffer: Vec::new(),
            opened: String::new(),
            opened_name: 0,
            name: String::new(),
            text: String::new(),
            depth: 0,
            skipped,
        }
    }

    /// Advances to the next start or end of an element; `None` at the end of the document.
    pub(super) fn next_tag(&mut self) -> Result<Option<Tag>, StreamError> {
        self.text.clear();
        loop {
            self.reader.get_mut().spent = 0;
            self.buffer.clear();
            let event = match self.reader.read_event_into(&mut self.buffer) {
                Ok(event) => event,
                Err(error) => {
                    let position = self.skipped + self.reader.error_position();
                    return Err(broken(error, position));
                }
            };
            match event {
                Event::Start(element) => {
                    set(&mut self.name, element.local_name().into_inner());
                    set(&mut self.opened, &element);
                    self.opened_name = element.name().0.len();
                    self.depth += 1;
                    if self.depth > MAX_DEPTH {
                        return Err(self.damage("elements are nested too deeply"));
                    }
                    return Ok(Some(Tag::Open));
                }
                Event::End(element) => {
                    set(&mut self.name, element.local_name().into_inner());
                    self.depth = self.depth.saturating_sub(1);
                    return Ok(Some(Tag::Close));
                }
                Event::Text(text) => self.text.push_str(&text),
                Event::CData(text) => self.text.push_str(&text),
                Event::GeneralRef(entity) => {
                    let character = match &*entity {
                        "amp" => Some('&'),
                        "lt" => Some('<'),
                        "gt" => Some('>'),
                        "quot" => Some('"'),
                        "apos" => Some('\''),
                        _ => entity.resolve_char_ref().ok().flatten(),
                    };
                    match character {
                        Some(character) => self.text.push(character),
                        None => return Err(self.damage("entities are refused")),
                    }
                }
                Event::DocType(_) => {
                    return Err(self.damage("document type declarations are refused"));
                }
                Event::Eof if self.depth > 0 => {
                    return Err(self.damage("the file ends in the middle"));
                }
                Event::Eof => return Ok(None),
                Event::Empty(_) | Event::Comment(_) | Event::Decl(_) | Event::PI(_) => {}
            }
            if self.text.len() > MAX_EVENT_BYTES as usize {
                return Err(self.damage("a text is too long"));
            }
        }
    }

    /// The name of the last tag, without its prefix.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// The text between the last two tags, without surrounding white space.
    pub(super) fn text(&self) -> &str {
        self.text.trim()
    }

    /// The text as a number.
    pub(super) fn number(&self) -> Option<f64> {
        text::number(self.text())
    }

    /// Returns an attribute of the element opened last.
    pub(super) fn attribute(&self, name: &str) -> Option<String> {
        let element = BytesStart::from_content(self.opened.as_str(), self.opened_name);
        let attribute = element.try_get_attribute(name).ok()??;
        let value = attribute
            .normalized_value(quick_xml::XmlVersion::Implicit1_0)
            .ok()?;
        Some(value.into_owned())
    }

    /// Calls `each` with the name and value of every attribute of the element opened last. The rest of
    /// a malformed tag is left out, and so is a value with a refused entity.
    pub(super) fn attributes(&self, mut each: impl FnMut(&str, &str)) {
        let element = BytesStart::from_content(self.opened.as_str(), self.opened_name);
        for attribute in element.attributes().with_checks(false) {
            let Ok(attribute) = attribute else { return };
            let value = if attribute.value.contains(['&', '\t', '\r', '\n']) {
                attribute.normalized_value(quick_xml::XmlVersion::Implicit1_0)
            } else {
                Ok(Cow::Borrowed(&*attribute.value))
            };
            if let Ok(value) = value {
                each(attribute.key.0, &value);
            }
        }
    }

    /// Returns the number of open elements.
    pub(super) fn depth(&self) -> usize {
        self.depth
    }

    fn damage(&self, text: &str) -> StreamError {
        let position = self.skipped + self.reader.buffer_position();
        StreamError::Damage(format!("byte {position}: {text}"))
    }
}

fn set(string: &mut String, text: &str) {
    string.clear();
    string.push_str(text);
}

fn broken(error: quick_xml::Error, position: u64) -> StreamError {
    match error {
        quick_xml::Error::Io(error) => {
            let error = Arc::try_unwrap(error)
                .unwrap_or_else(|error| io::Error::new(error.kind(), error.to_string()));
            if matches!(error.get_ref(), Some(inner) if inner.is::<TooLong>()) {
                StreamError::Damage(format!("byte {position}: a tag or text is too long"))
            } else {
                StreamError::Io(error)
            }
        }
        error => StreamError::Damage(format!("byte {position}: {error}")),
    }
}

/// A reader that fails if a single event reads more than [`MAX_EVENT_BYTES`] bytes, because the buffer would
/// grow with the file.
struct MeteredReader<'r> {
    inner: &'r mut dyn BufRead,
    spent: u64,
}

#[derive(Debug)]
struct TooLong;

impl fmt::Display for TooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("too long")
    }
}

impl std::error::Error for TooLong {}

impl Read for MeteredReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let available = self.fill_buf()?;
        let count = available.len().min(buffer.len());
        buffer[..count].copy_from_slice(&available[..count]);
        self.consume(count);
        Ok(count)
    }
}

impl BufRead for MeteredReader<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.spent > MAX_EVENT_BYTES {
            return Err(io::Error::other(TooLong));
        }
        self.inner.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        self.spent += count as u64;
        self.inner.consume(count);
    }
}

/// The maximum depth of elements: TCX needs 9, GPX 6, Apple Health 5.
const MAX_DEPTH: usize = 64;
/// The maximum bytes of one tag, text or comment.
const MAX_EVENT_BYTES: u64 = 1 << 20;
/// The reason for an element of a track point in `skipped`.
pub(super) const UNREAD_ELEMENT: &str = "are elements of track points without a type in the catalogue: to keep them, upload them as points of a type of your own";
