//! Parses single JSON values from their text without a tree of values.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;

/// Returns the text of a JSON string.
#[must_use]
pub fn string(raw: &RawValue) -> Option<Cow<'_, str>> {
    serde_json::from_str::<Text<'_>>(raw.get())
        .ok()
        .map(|text| text.0)
}

/// Returns a finite JSON number, rounded to the nearest double.
#[must_use]
pub fn number(raw: &RawValue) -> Option<f64> {
    let text = raw.get();
    // The grammar was checked when the raw value was parsed; only its type is unknown.
    if !text.starts_with(|first: char| first == '-' || first.is_ascii_digit()) {
        return None;
    }
    text.parse().ok().filter(|number: &f64| number.is_finite())
}

/// Returns the fields of an object in order, including duplicate names; at most `MAX_COLLECTED_FIELDS`.
///
/// # Errors
/// The value is not an object, or a name is not valid Unicode; the error begins with `otherwise`.
pub fn fields<'a>(
    raw: &'a RawValue,
    otherwise: &str,
) -> Result<Vec<(Cow<'a, str>, &'a RawValue)>, String> {
    match serde_json::from_str::<Fields<'a>>(raw.get()) {
        Ok(fields) => Ok(fields.0),
        Err(_) if raw.get().starts_with('{') => {
            Err(format!("{otherwise}, and its names Unicode text"))
        }
        Err(_) => Err(otherwise.to_owned()),
    }
}

/// Returns at most 64 characters of a name, for an error message.
#[must_use]
pub fn quoted_name(name: &str) -> String {
    name.chars().take(NAME_SHOWN).collect()
}

/// Collects the fields one by one, including duplicates, which a map would hide. Beyond `MAX_COLLECTED_FIELDS`
/// fields, one must be unknown or a duplicate, or the number exceeds the limit, so the rest is not
/// needed for an error.
struct Fields<'a>(Vec<(Cow<'a, str>, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for Fields<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Each;
        impl<'de> Visitor<'de> for Each {
            type Value = Vec<(Cow<'de, str>, &'de RawValue)>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut all = Vec::with_capacity(8);
                while all.len() < MAX_COLLECTED_FIELDS {
                    match map.next_entry::<Text<'de>, &'de RawValue>()? {
                        Some((name, raw)) => all.push((name.0, raw)),
                        None => return Ok(all),
                    }
                }
                while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
                Ok(all)
            }
        }
        deserializer.deserialize_map(Each).map(Fields)
    }
}

/// A string, borrowed if it has no escape.
struct Text<'a>(Cow<'a, str>);

impl<'de: 'a, 'a> Deserialize<'de> for Text<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = Cow<'de, str>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }

            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
                Ok(Cow::Borrowed(text))
            }

            fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
                Ok(Cow::Owned(text.to_owned()))
            }
        }
        deserializer.deserialize_str(Either).map(Text)
    }
}

/// The maximum number of collected fields: more than metadata or a point may have, so that an excess is
/// noticed.
pub(crate) const MAX_COLLECTED_FIELDS: usize = 17;

/// The maximum characters of a caller's name in an error message.
pub const NAME_SHOWN: usize = 64;
