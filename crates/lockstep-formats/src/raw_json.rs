//! Single JSON values, read from their text without a tree of values.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;

/// The text of a JSON string.
#[must_use]
pub fn string(raw: &RawValue) -> Option<Cow<'_, str>> {
    serde_json::from_str::<Text<'_>>(raw.get())
        .ok()
        .map(|text| text.0)
}

/// A finite JSON number, rounded to the nearest double.
#[must_use]
pub fn number(raw: &RawValue) -> Option<f64> {
    let text = raw.get();
    // The grammar was checked when the raw value was cut out: only its kind is open.
    if !text.starts_with(|first: char| first == '-' || first.is_ascii_digit()) {
        return None;
    }
    text.parse().ok().filter(|number: &f64| number.is_finite())
}

/// The fields of an object in their order, the same name twice too; at most [`MAX_FIELDS`].
///
/// # Errors
/// The value is no object, or a name is not Unicode text; the error begins with `otherwise`.
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

/// At most 64 characters of a name, for an error message.
#[must_use]
pub fn shown(name: &str) -> String {
    name.chars().take(NAME_SHOWN).collect()
}

/// Field by field, doubles too, which a map would hide. Of more than [`MAX_FIELDS`] one is unknown
/// or a double, or they are too many; the rest need not be kept to say so.
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
                while all.len() < MAX_FIELDS {
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

/// A string, borrowed where it holds no escape.
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

/// Fields of an object that are kept: one more than metadata may have, and than a point has names.
const MAX_FIELDS: usize = crate::metadata::MAX_FIELDS + 1;

/// Characters of a caller's own name that a fault shows.
pub const NAME_SHOWN: usize = 64;
