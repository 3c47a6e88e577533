//! Reads JSON in which no object has a member twice. Readers differ in which of the two values they take, so that one text
//! would mean two things.

use std::collections::HashSet;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, de};
use serde_json::{Map, Value};

/// A JSON object in which no object, at any depth, has a member twice.
#[derive(Clone, Debug, PartialEq)]
pub struct UniqueObject(pub Map<String, Value>);

impl<'de> Deserialize<'de> for UniqueObject {
    fn deserialize<D: Deserializer<'de>>(json: D) -> Result<Self, D::Error> {
        match json.deserialize_map(UniqueMembers::<true>)? {
            Value::Object(members) => Ok(Self(members)),
            _ => Err(D::Error::custom("must be an object")),
        }
    }
}

/// Reads a value; refuses a text in which an object has a member twice, at any depth.
///
/// # Errors
/// The text is not JSON of this type, or has a member twice.
pub fn from_slice<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> Result<T, serde_json::Error> {
    let mut json = serde_json::Deserializer::from_slice(bytes);
    UniqueMembers::<false>.deserialize(&mut json)?;
    json.end()?;
    serde_json::from_slice(bytes)
}

/// Walks a value, and returns it if `KEEPS`.
#[derive(Clone, Copy)]
struct UniqueMembers<const KEEPS: bool>;

impl<'de, const KEEPS: bool> DeserializeSeed<'de> for UniqueMembers<KEEPS> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<Value, D::Error> {
        json.deserialize_any(self)
    }
}

impl<'de, const KEEPS: bool> Visitor<'de> for UniqueMembers<KEEPS> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E: de::Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Value, E> {
        Ok(match KEEPS {
            true => text.into(),
            false => Value::Null,
        })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut kept = Vec::new();
        while let Some(item) = items.next_element_seed(self)? {
            if KEEPS {
                kept.push(item);
            }
        }
        Ok(kept.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let (mut names, mut kept) = (HashSet::new(), Map::new());
        while let Some(name) = members.next_key::<String>()? {
            if names.contains(&name) {
                let shown: String = name.chars().take(MAX_SHOWN_CHARS).collect();
                return Err(A::Error::custom(format!(
                    "it has the member {shown:?} twice"
                )));
            }
            let member = members.next_value_seed(self)?;
            if KEEPS {
                kept.insert(name.clone(), member);
            }
            names.insert(name);
        }
        Ok(kept.into())
    }
}

/// The characters of a name that an error shows.
const MAX_SHOWN_CHARS: usize = 64;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_member_is_there_once_at_any_depth() {
        for (text, is_read) in [
            (r#"{}"#, true),
            (r#"{"a":1,"b":[{"a":2},{"a":3}]}"#, true),
            (r#"{"a":{"a":{"a":null}},"A":true}"#, true),
            (r#"{"a":-1.5e3,"b":18446744073709551615,"c":"é"}"#, true),
            (r#"{"a":1,"a":1}"#, false),
            (r#"{"a":1,"b":2,"a":3}"#, false),
            (r#"{"a":1,"\u0061":1}"#, false),
            (r#"{"":1,"":1}"#, false),
            (r#"{"b":{"a":1,"a":2}}"#, false),
            (r#"{"b":[0,{"c":[{"a":[],"a":{}}]}]}"#, false),
            (r#"{"a":1} {"a":1}"#, false),
            (r#"{"a":1"#, false),
            ("{\"a\":1}\u{feff}", false),
        ] {
            let checked = from_slice::<Value>(text.as_bytes());
            let kept = serde_json::from_str::<UniqueObject>(text);
            assert_eq!(checked.is_ok(), is_read, "{text}: {checked:?}");
            assert_eq!(kept.is_ok(), is_read, "{text}: {kept:?}");
            if is_read {
                let plain: Value = serde_json::from_str(text).unwrap();
                assert_eq!(checked.unwrap(), plain);
                assert_eq!(Value::Object(kept.unwrap().0), plain);
            }
        }
        assert!(from_slice::<Value>(b"[{\"a\":1,\"a\":1}]").is_err());
        assert!(serde_json::from_str::<UniqueObject>("[]").is_err());
        let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        assert!(from_slice::<Value>(deep.as_bytes()).is_err());
    }
}
