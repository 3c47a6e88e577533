//! Numbers in JSON input, and the text form of fixed-point integers.

use serde::de::{Deserializer, SeqAccess, Visitor};
use serde_json::value::RawValue;
use zeroize::Zeroizing;

pub(crate) use lockstep_documents::decimal::write;
use lockstep_values::fixed_point::NotExact;

/// Parses a JSON array of numbers; `None` for any other data, which is treated as bytes.
///
/// # Errors
/// [`NotNumbers`] for an invalid array of numbers: it is not treated as bytes.
pub(crate) fn array(data: &[u8]) -> Result<Option<Zeroizing<Vec<f64>>>, NotNumbers> {
    if data.trim_ascii_start().first() != Some(&b'[') {
        return Ok(None);
    }
    let mut read = Numbers::default();
    let mut json = serde_json::Deserializer::from_slice(data);
    let parsed = json.deserialize_seq(&mut read).and_then(|()| json.end());
    match (parsed, read.refused) {
        (Ok(()), _) => Ok(Some(read.numbers)),
        (Err(_), Some(refused)) => Err(refused),
        (Err(_), None) => Ok(None),
    }
}

/// The reason why an array of numbers is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotNumbers {
    /// The number at this index exceeds 64 bits.
    OutOfRange(usize),
    /// The array has more than [`MAX_NUMBERS`] numbers.
    TooMany,
}

/// The maximum length of an array: 8 MiB of memory. A number takes at least two bytes of JSON and eight of
/// memory.
pub(crate) const MAX_NUMBERS: usize = 1 << 20;

/// Collects the numbers before the first invalid element.
#[derive(Default)]
struct Numbers {
    numbers: Zeroizing<Vec<f64>>,
    refused: Option<NotNumbers>,
}

impl<'de> Visitor<'de> for &mut Numbers {
    type Value = ();

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("numbers")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut all: A) -> Result<(), A::Error> {
        // The text of each element: the deserializer reports a number out of range only as a message.
        while let Some(raw) = all.next_element::<&'de RawValue>()? {
            let refused = match number(raw) {
                None => None,
                Some(number) if number.is_infinite() => {
                    Some(NotNumbers::OutOfRange(self.numbers.len()))
                }
                Some(_) if self.numbers.len() == MAX_NUMBERS => Some(NotNumbers::TooMany),
                Some(number) => {
                    self.numbers.push(number);
                    continue;
                }
            };
            self.refused = refused;
            return Err(serde::de::Error::custom("not an array of numbers"));
        }
        Ok(())
    }
}

/// Returns a JSON number, infinite out of the range of a double; `None` for another value.
fn number(raw: &RawValue) -> Option<f64> {
    let text = raw.get();
    let is_number = text.starts_with(|first: char| first == '-' || first.is_ascii_digit());
    is_number.then(|| text.parse().ok()).flatten()
}

/// The default number of decimals: 0 if all values are whole numbers.
pub(crate) fn usual_decimals(values: &[f64]) -> u8 {
    if values.iter().all(|value| value.fract() == 0.0) {
        0
    } else {
        2
    }
}

/// Returns the reason why a number is refused that would be rounded, with its name and the remedy.
pub(crate) fn inexact(name: &str, error: NotExact) -> String {
    let remedy = match error {
        NotExact::NotANumber => "send a finite number".to_owned(),
        NotExact::MoreDecimals(_) => format!(
            "it would be rounded. Name up to {MAX_DECIMALS} decimals in parameters.precision, or round it yourself"
        ),
        NotExact::TooLarge(_) => {
            "2^53 units of the last decimal is the limit. Name fewer decimals in parameters.precision, or use a \
             larger unit"
                .to_owned()
        }
    };
    format!("{name} {error}: {remedy}")
}

/// The maximum of `parameters.precision`.
const MAX_DECIMALS: u8 = 6;

/// Writes a JSON array of integers with `decimals` decimals.
pub(crate) fn write_array(integers: &[i128], decimals: u32) -> Vec<u8> {
    let mut out = String::with_capacity(integers.len() * 8 + 2);
    out.push('[');
    for (place, integer) in integers.iter().enumerate() {
        if place > 0 {
            out.push(',');
        }
        write(&mut out, *integer, decimals);
    }
    out.push(']');
    out.into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_are_written_exactly() {
        assert_eq!(write_array(&[1, -250], 2), b"[0.01,-2.5]");
    }

    #[test]
    fn arrays_of_numbers_and_everything_else() {
        let read = |bytes: &[u8]| array(bytes).map(|all| all.map(|all| all.to_vec()));
        assert_eq!(read(b" [61, 64.5] "), Ok(Some(vec![61.0, 64.5])));
        assert_eq!(read(b"[]"), Ok(Some(vec![])));
        for bytes in [
            &b"[1, \"a\"]"[..],
            b"61",
            b"",
            b"[1,",
            b"{}",
            b"[null]",
            b"[NaN]",
            b"[1] 2",
        ] {
            assert_eq!(read(bytes), Ok(None));
        }
        for (bytes, place) in [(&b"[1e400]"[..], 0), (b"[1, 2, -1e999, 4]", 2)] {
            assert_eq!(read(bytes), Err(NotNumbers::OutOfRange(place)));
        }
        let numbers = |count: usize| format!("[{}1]", "1,".repeat(count - 1));
        let limit = read(numbers(MAX_NUMBERS).as_bytes());
        assert_eq!(
            limit.map(|all| all.map(|all| all.len())),
            Ok(Some(MAX_NUMBERS))
        );
        let more = read(numbers(MAX_NUMBERS + 1).as_bytes());
        assert_eq!(more, Err(NotNumbers::TooMany));
    }
}
