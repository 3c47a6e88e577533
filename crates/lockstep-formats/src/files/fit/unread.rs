//! Counts the fields of known messages that have no type in the catalogue, and developer fields.

use std::collections::BTreeMap;
use std::ops::Range;

use super::base_type::Base;
use super::profile::{self, Message};
use crate::files::{MAX_SKIPPED, text};
use crate::files::{NO_TYPE, TOO_MANY_KINDS};

/// The fields of one file that are not read.
#[derive(Default)]
pub(super) struct UnreadFields {
    /// The place of each field in `counts`; at most [`MAX_SKIPPED`], and one for all others.
    places: BTreeMap<Field, usize>,
    /// The number of messages with a value in the field.
    counts: Vec<u64>,
    /// The described developer fields, by the developer's index and the field's number.
    described: BTreeMap<[u8; 2], DeveloperField>,
}

/// A field of one file that is not read.
pub(super) struct UnreadField {
    pub(super) name: String,
    /// The number of messages with a value in the field.
    pub(super) messages: u64,
    /// The reason why the field is not read.
    pub(super) reason: &'static str,
}

/// The unread fields in the data messages of one definition.
#[derive(Default)]
pub(super) struct UnreadLayout {
    fields: Vec<FieldLocation>,
    /// Set if the messages describe developer fields.
    description: Option<DescriptionLayout>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Field {
    /// A field of a message with readings, by the message's name in FIT's profile and the field's number.
    Reading(&'static str, u8),
    /// Any field of a message with the figures of a part of an activity.
    Figure(&'static str),
    /// A developer field, by the developer's index and the field's number.
    Developer([u8; 2]),
    /// Any field after the first [`MAX_SKIPPED`].
    Other,
}

struct FieldLocation {
    place: usize,
    /// The type; `None` if no message describes it.
    base: Option<Base>,
    from: usize,
    size: usize,
}

struct DeveloperField {
    name: String,
    base: Option<Base>,
}

/// The locations in a message `field_description`.
#[derive(Default)]
struct DescriptionLayout {
    /// The bytes of the developer's index, the field's number and its base type.
    bytes: [Option<usize>; 3],
    name: Range<usize>,
}

impl UnreadFields {
    /// Returns the layout of a message's unread fields. A definition has three bytes: number, size, type.
    pub(super) fn layout(
        &mut self,
        message: Option<Message>,
        number: u16,
        definitions: &[u8],
    ) -> UnreadLayout {
        let mut layout = UnreadLayout::default();
        let mut from = 0;
        for definition in definitions.chunks_exact(3) {
            let size = usize::from(definition[1]);
            if number == FIELD_DESCRIPTION {
                let description = layout.description.get_or_insert_default();
                description.add(definition[0], from, size);
            } else if let Some(field) = message.and_then(|it| Field::unread(it, definition[0]))
                && let Some(base) = Base::of(definition[2])
            {
                layout.fields.push(FieldLocation {
                    place: self.place(field),
                    base: Some(base),
                    from,
                    size,
                });
            }
            from += size;
        }
        layout
    }

    /// Adds the developer fields of a known message, which begin at byte `from`. A definition has three
    /// bytes: number, size, developer.
    pub(super) fn add_developer_fields(
        &mut self,
        layout: &mut UnreadLayout,
        message: Option<Message>,
        mut from: usize,
        definitions: &[u8],
    ) {
        if message.is_none() {
            return;
        }
        for definition in definitions.chunks_exact(3) {
            let id = [definition[2], definition[0]];
            let size = usize::from(definition[1]);
            layout.fields.push(FieldLocation {
                place: self.place(Field::Developer(id)),
                base: self.described.get(&id).and_then(|field| field.base),
                from,
                size,
            });
            from += size;
        }
    }

    fn place(&mut self, field: Field) -> usize {
        if let Some(place) = self.places.get(&field) {
            return *place;
        }
        let next = self.counts.len();
        let field = if next < MAX_SKIPPED {
            field
        } else {
            Field::Other
        };
        let place = *self.places.entry(field).or_insert(next);
        if place == next {
            self.counts.push(0);
        }
        place
    }

    /// Counts the fields of a data message that have a value, and reads a description.
    pub(super) fn message(&mut self, layout: &UnreadLayout, body: &[u8], big_endian: bool) {
        // The figures of a session share a place and count once.
        let mut counted = None;
        for field in &layout.fields {
            if counted != Some(field.place) && field.has_value(body, big_endian) {
                self.counts[field.place] += 1;
                counted = Some(field.place);
            }
        }
        if let Some(description) = &layout.description {
            self.describe(description, body);
        }
    }

    fn describe(&mut self, description: &DescriptionLayout, body: &[u8]) {
        let bytes = description.bytes.map(|at| at.map(|at| body[at]));
        let [Some(developer), Some(number), base] = bytes else {
            return;
        };
        if self.described.len() == MAX_SKIPPED {
            return;
        }
        let raw = &body[description.name.clone()];
        let end = raw.iter().position(|byte| *byte == 0).unwrap_or(raw.len());
        let field = DeveloperField {
            name: text::name(&String::from_utf8_lossy(&raw[..end])),
            base: base.and_then(Base::of),
        };
        self.described.insert([developer, number], field);
    }

    /// Returns the fields that had values, and starts the next file.
    pub(super) fn take(&mut self) -> Vec<UnreadField> {
        let Self {
            places,
            counts,
            described,
        } = std::mem::take(self);
        let found = places.into_iter().filter(|(_, index)| counts[*index] > 0);
        found
            .map(|(field, index)| {
                let (name, reason) = field.entry(&described);
                UnreadField {
                    name,
                    messages: counts[index],
                    reason,
                }
            })
            .collect()
    }
}

impl Field {
    /// Returns a field of a message; `None` if the reader uses it, or if it is about the recorder.
    fn unread(message: Message, number: u8) -> Option<Self> {
        if profile::slot(Some(message), number).is_some() {
            return None;
        }
        let name = match message {
            Message::FileId
            | Message::Sport
            | Message::DeviceInfo
            | Message::MonitoringInfo
            | Message::Hrv => return None,
            Message::Session => return Some(Self::Figure("session")),
            Message::Lap => return Some(Self::Figure("lap")),
            Message::Record => "record",
            Message::WeightScale => "weight_scale",
            Message::Monitoring => "monitoring",
            Message::MonitoringHeartRate => "monitoring_hr_data",
            Message::Stress => "stress_level",
            Message::MaximalMetabolism => "max_met_data",
            Message::BloodOxygen => "spo2_data",
            Message::Respiration => "respiration_rate",
            Message::HrvStatus => "hrv_status_summary",
        };
        Some(Self::Reading(name, number))
    }

    /// Returns the entry in `skipped` and its reason.
    fn entry(self, described: &BTreeMap<[u8; 2], DeveloperField>) -> (String, &'static str) {
        let what = match self {
            Self::Reading(message, number) => format!("FIT {message} field {number}"),
            Self::Figure(message) => return (format!("FIT {message}, other fields"), FIGURES),
            Self::Developer(id) => match described.get(&id) {
                Some(field) if !field.name.is_empty() => format!("developer field {}", field.name),
                _ => format!("developer field {} of developer {}", id[1], id[0]),
            },
            Self::Other => return ("others".to_owned(), TOO_MANY_KINDS),
        };
        (what, NO_TYPE)
    }
}

impl FieldLocation {
    /// Returns whether a message has a valid value in this field.
    fn has_value(&self, body: &[u8], big_endian: bool) -> bool {
        let raw = &body[self.from..self.from + self.size];
        match self.base {
            Some(Base::Text) => raw.first().is_some_and(|byte| *byte != 0),
            Some(base) => raw
                .chunks_exact(base.bytes())
                .any(|raw| !base.number(raw, big_endian).is_nan()),
            None => !raw.is_empty(),
        }
    }
}

impl DescriptionLayout {
    fn add(&mut self, number: u8, from: usize, size: usize) {
        match number {
            0..=2 if size > 0 => self.bytes[usize::from(number)] = Some(from),
            3 => self.name = from..from + size,
            _ => {}
        }
    }
}

/// The global number of the message that describes a developer field.
const FIELD_DESCRIPTION: u16 = 206;
const FIGURES: &str = "are summaries that have no type in the catalogue";
