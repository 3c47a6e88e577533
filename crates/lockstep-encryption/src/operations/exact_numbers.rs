//! The numbers of a statement, from the texts that the caller sent: as integers of one scale, never rounded.

use std::fmt;

use lockstep_values::fixed_point::Decimal;
use lockstep_web::ApiError;
use serde::de::{Deserializer, Error, SeqAccess, Visitor};
use serde_json::value::RawValue;

use crate::number::inexact;
use crate::operations::proof::CallerInput;
use crate::operations::refused;

/// A numeric input of a statement, by its name.
#[derive(Clone, Copy)]
pub(crate) enum NumericInput<'a> {
    /// One number.
    Number(&'a str),
    /// A number, or a list of at most so many.
    List(&'a str, usize),
}

/// Reads the inputs in order, as integers of one scale. Returns the scale: `precision`, or else the default number of
/// decimals. A list cannot take the place of a number, since the numbers after it would be read as others.
///
/// # Errors
/// An input that is absent, of another form, or would be rounded; the error names it.
pub(crate) fn exact_numbers(
    given: &CallerInput,
    inputs: &[NumericInput<'_>],
    precision: Option<u8>,
) -> Result<(u8, Vec<i64>), ApiError> {
    let mut all = Vec::new();
    for input in inputs {
        all.extend(input.read(given)?);
    }
    let are_whole = all.iter().all(|(_, number)| number.is_whole());
    let scale = precision.unwrap_or(if are_whole { 0 } else { USUAL_DECIMALS });
    let mut integers = Vec::with_capacity(all.len());
    for (name, number) in &all {
        let integer = number.units(scale);
        integers.push(integer.map_err(|error| refused("data", inexact(name, error)))?);
    }
    Ok((scale, integers))
}

impl NumericInput<'_> {
    /// Returns the numbers of the input, each with the name that an error gives it.
    fn read(self, given: &CallerInput) -> Result<Vec<(String, Decimal)>, ApiError> {
        match self {
            Self::Number(name) => {
                let number = given.get(name).and_then(|raw| Decimal::parse(raw.get()));
                let number = number
                    .ok_or_else(|| refused("data", format!("{name} is required: one number")))?;
                Ok(vec![(name.to_owned(), number)])
            }
            Self::List(name, most) => {
                let numbers = given.get(name).and_then(|raw| list(raw, name, most));
                numbers.ok_or_else(|| {
                    refused(
                        "data",
                        format!("{name} is required: a number, or a list of 1 to {most} numbers"),
                    )
                })
            }
        }
    }
}

/// Reads a number, or a list of 1 to `most` numbers; `None` for another value.
fn list(raw: &RawValue, name: &str, most: usize) -> Option<Vec<(String, Decimal)>> {
    if let Some(number) = Decimal::parse(raw.get()) {
        return Some(vec![(name.to_owned(), number)]);
    }
    let texts = elements(raw, most)?;
    let numbers = texts.iter().enumerate().map(|(index, text)| {
        let number = Decimal::parse(text.get())?;
        Some((format!("{name}[{index}]"), number))
    });
    numbers
        .collect::<Option<Vec<_>>>()
        .filter(|numbers| !numbers.is_empty())
}

/// Returns the texts of the elements of a list; `None` for another value, and for a list of more than `most`.
pub(crate) fn elements(raw: &RawValue, most: usize) -> Option<Vec<&RawValue>> {
    let mut json = serde_json::Deserializer::from_str(raw.get());
    json.deserialize_seq(Elements { most }).ok()
}

/// Reads the texts of the elements of a list, at most so many: memory is taken for no more.
struct Elements {
    most: usize,
}

impl<'de> Visitor<'de> for Elements {
    type Value = Vec<&'de RawValue>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of numbers")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Self::Value, A::Error> {
        let mut texts = Vec::new();
        while let Some(text) = elements.next_element::<&'de RawValue>()? {
            if texts.len() == self.most {
                return Err(A::Error::custom("the list is too long"));
            }
            texts.push(text);
        }
        Ok(texts)
    }
}

/// The default number of decimals of numbers that are not whole.
pub(crate) const USUAL_DECIMALS: u8 = 2;

#[cfg(test)]
mod tests {
    use super::NumericInput::{List, Number};
    use super::*;

    fn read(
        json: &str,
        inputs: &[NumericInput<'_>],
        precision: Option<u8>,
    ) -> Result<(u8, Vec<i64>), String> {
        let given: CallerInput = serde_json::from_str(json).unwrap();
        exact_numbers(&given, inputs, precision).map_err(|refused| refused.message.into_owned())
    }

    #[test]
    fn numbers_are_read_as_they_were_sent_or_refused() {
        let pair = [Number("a"), Number("b")];
        for (json, precision, expected) in [
            (r#"{"a":7,"b":-9}"#, None, Ok((0, vec![7, -9]))),
            (r#"{"a":7.0,"b":1e3}"#, None, Ok((0, vec![7, 1000]))),
            (r#"{"a":7,"b":52.5}"#, None, Ok((2, vec![700, 5250]))),
            (r#"{"a":0.29,"b":1.125}"#, Some(3), Ok((3, vec![290, 1125]))),
            (
                r#"{"a":6000000.004,"b":0}"#,
                None,
                Err("a has more than 2 decimals"),
            ),
            (
                r#"{"a":0,"b":600.0000004}"#,
                Some(6),
                Err("b has more than 6 decimals"),
            ),
            (
                r#"{"a":599999999.6,"b":0}"#,
                Some(0),
                Err("a has more than 0 decimals"),
            ),
            // No double has these digits.
            (
                r#"{"a":6000000.0000000001,"b":0}"#,
                None,
                Err("a has more than 2 decimals"),
            ),
            (
                r#"{"a":9007199254740991.4,"b":0}"#,
                Some(0),
                Err("a has more than 0 decimals"),
            ),
            (
                r#"{"a":9007199254740993,"b":0}"#,
                None,
                Err("a is too large to keep 0 decimals"),
            ),
            (
                r#"{"a":0,"b":1e400}"#,
                None,
                Err("b is too large to keep 0 decimals"),
            ),
            // A list would shift the numbers after it.
            (
                r#"{"a":[7,7],"b":9}"#,
                None,
                Err("a is required: one number"),
            ),
            (r#"{"a":[7],"b":9}"#, None, Err("a is required: one number")),
            (r#"{"a":7,"b":[9]}"#, None, Err("b is required: one number")),
            (r#"{"a":"7","b":9}"#, None, Err("a is required: one number")),
            (
                r#"{"a":null,"b":9}"#,
                None,
                Err("a is required: one number"),
            ),
            (r#"{"a":7}"#, None, Err("b is required: one number")),
        ] {
            match (read(json, &pair, precision), expected) {
                (Ok(found), Ok(expected)) => assert_eq!(found, expected, "{json}"),
                (Err(said), Err(expected)) => assert!(said.contains(expected), "{json}: {said}"),
                (found, expected) => panic!("{json}: {found:?}, {expected:?}"),
            }
        }
    }

    #[test]
    fn lists_have_their_own_place() {
        let inputs = [Number("value"), List("set", 3)];
        for (json, expected) in [
            (r#"{"value":7,"set":[1, 7 ,9]}"#, Ok(vec![7, 1, 7, 9])),
            (r#"{"value":7,"set":7}"#, Ok(vec![7, 7])),
            (r#"{"value":7,"set":[]}"#, Err("set is required")),
            (
                r#"{"value":7,"set":[1,2,3,4]}"#,
                Err("a list of 1 to 3 numbers"),
            ),
            (r#"{"value":7,"set":[1,[2]]}"#, Err("set is required")),
            (r#"{"value":7,"set":{"a":1}}"#, Err("set is required")),
            (
                r#"{"value":7.5,"set":[1,0.125]}"#,
                Err("set[1] has more than 2 decimals"),
            ),
        ] {
            match (read(json, &inputs, None), expected) {
                (Ok((_, found)), Ok(expected)) => assert_eq!(found, expected, "{json}"),
                (Err(said), Err(expected)) => assert!(said.contains(expected), "{json}: {said}"),
                (found, expected) => panic!("{json}: {found:?}, {expected:?}"),
            }
        }
    }
}
