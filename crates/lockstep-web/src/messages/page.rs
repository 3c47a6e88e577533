//! Pages of messages, and the positions of readers.

use std::fmt;
use std::str::FromStr;

use axum::body::Bytes;
use axum::extract::ws::Utf8Bytes;
use lockstep_store::id::UserId;
use lockstep_store::outbox::{EventPosition, OutboxEvent};
use lockstep_store::{EventKind, StoreError, Timestamp, Tx};

use super::includes;

/// A cursor within an event: a part of the event and an offset in that part. Cursors of an event
/// ascend in the order of its messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StreamCursor {
    /// The part's index, from 0.
    pub part: u32,
    /// The part's own offset; for points their timestamp.
    pub at: i64,
}

/// The message that a reader received last. Its text form is the message's `id`: opaque to callers,
/// valid as `lastEventId`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The event.
    pub event: EventPosition,
    /// The last received message of the event; `None` after all of its messages.
    pub inside: Option<StreamCursor>,
}

impl Position {
    /// Returns the position of a reader that skips all earlier events of an account.
    pub(crate) fn newest(newest: Option<EventPosition>) -> Self {
        Self {
            event: newest.unwrap_or(EventPosition::BEFORE_ALL),
            inside: None,
        }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ev_{:x}-{:x}", self.event.seq, self.event.at.0)?;
        match self.inside {
            None => Ok(()),
            Some(StreamCursor { part, at }) => write!(f, "-{part:x}-{at:x}"),
        }
    }
}

/// The error for a text that is not a message's id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("must be a message's id")]
pub struct NotAPosition;

impl FromStr for Position {
    type Err = NotAPosition;

    fn from_str(text: &str) -> Result<Self, NotAPosition> {
        // Events count from 1.
        let position = Self::from_the_beginning(text)?;
        match position.event.seq > 0 {
            true => Ok(position),
            false => Err(NotAPosition),
        }
    }
}

impl Position {
    /// Parses an id that may also precede every event: a message of `/v1/ws` can be sent before the first event.
    pub(crate) fn from_the_beginning(text: &str) -> Result<Self, NotAPosition> {
        let number = |digits: &str| u64::from_str_radix(digits, 16).map(u64::cast_signed).ok();
        let rest = text.strip_prefix("ev_").ok_or(NotAPosition)?;
        let numbers: Option<Vec<i64>> = rest.split('-').take(5).map(number).collect();
        let numbers = numbers.ok_or(NotAPosition)?;
        let (seq, at, inside) = match *numbers {
            [seq, at] => (seq, at, None),
            [seq, at, part, inside] => {
                let part = u32::try_from(part).map_err(|_| NotAPosition)?;
                (seq, at, Some(StreamCursor { part, at: inside }))
            }
            _ => return Err(NotAPosition),
        };
        let position = Self {
            event: EventPosition {
                seq,
                at: Timestamp(at),
            },
            inside,
        };
        // Accepts only the canonical spelling: no capitals, signs or leading zeros.
        let is_event = seq > 0 || position.event == EventPosition::BEFORE_ALL;
        if is_event && position.to_string() == text {
            Ok(position)
        } else {
            Err(NotAPosition)
        }
    }
}

/// The messages that follow a position.
#[derive(Debug)]
pub(crate) struct Page {
    /// The messages in order.
    pub(crate) messages: Vec<PageMessage>,
    /// The position after the last message and after every event without a message.
    pub(crate) end: Position,
    /// Whether more messages may follow.
    pub(crate) more: bool,
}

/// A message of a page.
#[derive(Debug)]
pub(crate) struct PageMessage {
    /// The subscription that selects this message: a channel's name or a resource's id. Empty where a
    /// socket sends every message.
    pub(crate) subject: Box<str>,
    /// The message, as sent.
    pub(crate) text: Utf8Bytes,
}

impl Page {
    /// Reads the messages of an account about these kinds of events after `from`; returns `None` if those
    /// events were deleted.
    pub(crate) fn read(
        tx: &Tx<'_>,
        kinds: &[&EventKind],
        user: &UserId,
        reader: &mut Reader,
        from: Position,
    ) -> Result<Option<Self>, StoreError> {
        let mut writer = PageWriter::new(from);
        let mut more = false;
        let visited = tx.events_from::<StoreError>(user, from.event, |told| {
            let is_first = told.place == from.event;
            if is_first && from.inside.is_none() {
                return Ok(true);
            }
            let after = from.inside.filter(|_| is_first);
            if writer.is_full() {
                more = true;
                return Ok(false);
            }
            writer.event = told.place;
            let ended = !includes(kinds, &told.topic) || reader(tx, told, after, &mut writer)?;
            if ended {
                writer.end = Position::newest(Some(told.place));
            }
            more = !ended;
            Ok(ended)
        })?;
        visited.map(|()| writer.finish(more)).transpose()
    }
}

/// Writes the messages of an event after a cursor in it (`None`: all of them) until the event ends
/// or the page is full. Returns whether the event ended. Reads the contents from the store with the
/// account's rights.
pub type Reader = Box<
    dyn FnMut(
            &Tx<'_>,
            &OutboxEvent,
            Option<StreamCursor>,
            &mut PageWriter,
        ) -> Result<bool, StoreError>
        + Send,
>;

/// Collects the messages of a page, up to about 32 KiB.
#[derive(Debug)]
pub struct PageWriter {
    bytes: Vec<u8>,
    /// The subject of each message, and its end offset in `bytes`.
    ends: Vec<(Box<str>, usize)>,
    event: EventPosition,
    end: Position,
}

impl PageWriter {
    pub(super) fn new(from: Position) -> Self {
        Self {
            bytes: Vec::new(),
            ends: Vec::new(),
            event: from.event,
            end: from,
        }
    }

    /// Whether the page is full.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.bytes.len() >= PAGE_BYTES
    }

    /// Adds a message, `{"type", "payload", "id"}`: its type, its cursor in the event, and a
    /// function that writes the payload's JSON.
    pub fn message(&mut self, kind: &str, place: StreamCursor, payload: impl FnOnce(&mut Vec<u8>)) {
        self.end = Position {
            event: self.event,
            inside: Some(place),
        };
        write_message(&mut self.bytes, kind, self.end, payload);
        self.ends.push((Box::default(), self.bytes.len()));
    }

    /// Adds the one message of an event, in a form of its own: the subject that clients subscribe to, and a function
    /// that writes the message with its id.
    pub fn update(&mut self, subject: &str, write: impl FnOnce(&mut Vec<u8>, Position)) {
        let id = Position::newest(Some(self.event));
        self.add(subject, id, write);
    }

    /// Adds a message with an id.
    pub(super) fn add(
        &mut self,
        subject: &str,
        id: Position,
        write: impl FnOnce(&mut Vec<u8>, Position),
    ) {
        self.end = id;
        write(&mut self.bytes, id);
        self.ends.push((subject.into(), self.bytes.len()));
    }

    /// Moves the end of the page behind events without a message.
    pub(super) fn skip_to(&mut self, end: Position) {
        self.end = end;
    }

    pub(super) fn finish(self, more: bool) -> Result<Page, StoreError> {
        let bytes = Bytes::from(self.bytes);
        let mut start = 0;
        let cut = self.ends.into_iter().map(|(subject, end)| {
            let text = Utf8Bytes::try_from(bytes.slice(start..end))
                .map_err(|_| StoreError::Damaged("a message is not UTF-8".to_owned()))?;
            start = end;
            Ok::<_, StoreError>(PageMessage { subject, text })
        });
        Ok(Page {
            messages: cut.collect::<Result<_, _>>()?,
            end: self.end,
            more,
        })
    }
}

/// Writes a message in the shape that all messages share.
pub(crate) fn write_message(
    bytes: &mut Vec<u8>,
    kind: &str,
    id: Position,
    payload: impl FnOnce(&mut Vec<u8>),
) {
    bytes.extend(b"{\"type\":\"");
    bytes.extend(kind.as_bytes());
    bytes.extend(b"\",\"payload\":");
    payload(bytes);
    bytes.extend(format!(",\"id\":\"{id}\"}}").as_bytes());
}

/// The maximum number of bytes that a socket holds at a time and that one transaction renders.
const PAGE_BYTES: usize = 32 << 10;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn others_are_refused() {
        for text in [
            "",
            "ev_",
            "ev_1",
            "ev_1-2-3",
            "ev_1-2-3-4-5",
            "ev_0-0",
            "ev_01-2",
            "ev_1-A",
            "ev_+1-2",
            "ev_1-2-100000000-4",
            "ev_1-2-",
            "pt_1-2",
            "ev_ffffffffffffffff-2",
            "ev_11111111111111111-2",
        ] {
            assert_eq!(text.parse::<Position>(), Err(NotAPosition), "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn made_and_read_back(
            seq in 1_i64..,
            at in any::<i64>(),
            inside in prop::option::of((any::<u32>(), any::<i64>())),
        ) {
            let position = Position {
                event: EventPosition { seq, at: Timestamp(at) },
                inside: inside.map(|(part, at)| StreamCursor { part, at }),
            };
            prop_assert_eq!(position.to_string().parse(), Ok(position));
        }

        #[test]
        fn whatever_comes_it_ends(text in "ev_[0-9a-f+-]{0,40}|\\PC{0,20}") {
            if let Ok(position) = text.parse::<Position>() {
                prop_assert_eq!(position.to_string(), text);
            }
        }
    }
}
