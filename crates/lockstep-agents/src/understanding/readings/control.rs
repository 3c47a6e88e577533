//! Commands to devices in words: "start the treadmill", "set the treadmill to 9 km/h".

use serde_json::{Map, Value as Json, json};

use super::super::slots::{Slots, is_stop_word};
use super::super::text::{Token, number};

/// A command to a device.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SpokenCommand {
    /// The name of the command.
    pub(super) name: &'static str,
    /// The parameters; empty for a command without any.
    pub(super) parameters: Map<String, Json>,
}

/// Reads a command: a question that begins with its verb and names a device by id, name or kind. A speed is sent in
/// kilometres per hour, as the parameter `kmh`. Other quantities are not read, since each device names them otherwise.
pub(super) fn command(slots: &Slots) -> Option<SpokenCommand> {
    let mut words = slots.tokens.iter().map(|token| &*token.word);
    if super::begins_as_question(slots) || !names_device(slots) {
        return None;
    }
    let verb = words.find(|word| !is_stop_word(word))?;
    if SETTING.contains(&verb) {
        let speed = speed(&slots.tokens)?;
        let parameters = Map::from_iter([("kmh".to_owned(), speed)]);
        return Some(SpokenCommand {
            name: "set_speed",
            parameters,
        });
    }
    let found = PLAIN.iter().find(|(known, _)| *known == verb);
    // A command with a quantity must not be read as the command without it.
    let mut free = slots.tokens.iter().filter(|token| !token.is_taken);
    let has_number = free.any(|token| number(&token.word).is_some());
    found
        .filter(|_| !has_number)
        .map(|&(_, name)| SpokenCommand {
            name,
            parameters: Map::new(),
        })
}

/// Whether a question names a device that may take commands.
fn names_device(slots: &Slots) -> bool {
    match slots.ids.as_slice() {
        [] => slots.device.is_some() || slots.has(MACHINES),
        [(prefix, _)] => *prefix == "dev",
        _ => false,
    }
}

/// Returns the only speed of a question in kilometres per hour.
fn speed(tokens: &[Token]) -> Option<Json> {
    let mut found = tokens.windows(2).filter_map(|pair| {
        let (_, factor) = UNITS.iter().find(|(unit, _)| *unit == pair[1].word)?;
        Some(number(&pair[0].word)? * factor)
    });
    let speed = (found.next()? * 100.0).round() / 100.0;
    if found.next().is_some() {
        return None;
    }
    let is_whole = speed.fract() == 0.0;
    Some(if is_whole {
        json!(speed as u32)
    } else {
        json!(speed)
    })
}

/// Verbs that set a quantity.
const SETTING: &[&str] = &["adjust", "change", "put", "set"];
/// Verbs of commands without a quantity, with the names of the commands.
const PLAIN: &[(&str, &str)] = &[
    ("begin", "start"),
    ("continue", "resume"),
    ("pause", "pause"),
    ("resume", "resume"),
    ("start", "start"),
    ("stop", "stop"),
];
/// Kinds of devices that take commands.
const MACHINES: &[&str] = &[
    "treadmill",
    "treadmills",
    "ergometer",
    "crosstrainer",
    "elliptical",
    "rower",
    "trainer",
];
/// Units of a speed, with their factor to kilometres per hour.
const UNITS: &[(&str, f64)] = &[
    ("km/h", 1.0),
    ("kmh", 1.0),
    ("kph", 1.0),
    ("mph", 1.609_344),
];
