//! The text of a signed record: the common fields first, then the fields of its format.

use std::fmt;
use std::marker::PhantomData;

use lockstep_values::Timestamp;
use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeSeed, Error, IntoDeserializer, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value as Json};

use crate::signed::Record;

/// Writes the text that is signed. The common fields come first. The fields of `body` follow in
/// alphabetical order, regardless of their order in the type.
///
/// # Panics
/// If `body` does not serialize as an object.
#[must_use]
pub fn text(format: &str, installation: &str, at: Timestamp, body: &impl Serialize) -> String {
    #[derive(Serialize)]
    struct Text<'a> {
        format: &'a str,
        installation: &'a str,
        at: String,
        #[serde(flatten)]
        body: Map<String, Json>,
    }
    let body = match serde_json::to_value(body) {
        Ok(Json::Object(body)) => body,
        _ => unreachable!("a struct of texts and numbers is an object"),
    };
    let text = Text {
        format,
        installation,
        at: at.to_string(),
        body,
    };
    serde_json::to_string(&text).expect("texts and values are JSON")
}

/// Reads the common fields and the fields of `B` in one pass, so that `B` sees every other member and can
/// deny unknown ones. `#[serde(flatten)]` would hide them from `B`.
impl<'de, B: Deserialize<'de>> Deserialize<'de> for Record<B> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(RecordVisitor(PhantomData))
    }
}

struct RecordVisitor<B>(PhantomData<B>);

impl<'de, B: Deserialize<'de>> Visitor<'de> for RecordVisitor<B> {
    type Value = Record<B>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a signed record")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Record<B>, A::Error> {
        let mut common = CommonFields::default();
        let body = B::deserialize(MapAccessDeserializer::new(BodyFields {
            map,
            common: &mut common,
        }))?;
        let at = common.at.ok_or_else(|| A::Error::missing_field("at"))?;
        Ok(Record {
            format: common
                .format
                .ok_or_else(|| A::Error::missing_field("format"))?,
            installation: common
                .installation
                .ok_or_else(|| A::Error::missing_field("installation"))?,
            at: at
                .parse()
                .map_err(|_| A::Error::custom("at is not a time in RFC 3339"))?,
            body,
        })
    }
}

/// The fields that every record has.
#[derive(Default)]
struct CommonFields {
    format: Option<String>,
    installation: Option<String>,
    at: Option<String>,
}

/// The members of a record in addition to the common ones, which are put aside.
struct BodyFields<'a, A> {
    map: A,
    common: &'a mut CommonFields,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for BodyFields<'_, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, A::Error> {
        while let Some(name) = self.map.next_key::<String>()? {
            let (name, field) = match name.as_str() {
                "format" => ("format", &mut self.common.format),
                "installation" => ("installation", &mut self.common.installation),
                "at" => ("at", &mut self.common.at),
                _ => return seed.deserialize(name.into_deserializer()).map(Some),
            };
            if field.replace(self.map.next_value()?).is_some() {
                return Err(A::Error::duplicate_field(name));
            }
        }
        Ok(None)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        self.map.next_value_seed(seed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Body {
        zebra: u64,
        ant: Option<String>,
    }

    #[test]
    fn records_are_read_strictly_and_written_in_one_order() {
        let body = Body {
            zebra: 3,
            ant: None,
        };
        let written = text("x/1", "ab", Timestamp(7), &body);
        assert_eq!(
            written,
            r#"{"format":"x/1","installation":"ab","at":"1970-01-01T00:00:00.007Z","ant":null,"zebra":3}"#
        );
        let record: Record<Body> = serde_json::from_str(&written).unwrap();
        assert_eq!((record.at, record.body), (Timestamp(7), body));
        let open: Record = serde_json::from_str(&written).unwrap();
        assert_eq!(open.body.len(), 2);
        for (text, reason) in [
            (
                written.replace(r#""zebra":3"#, r#""zebra":3,"more":1"#),
                "unknown field `more`",
            ),
            (
                written.replace(r#","zebra":3"#, ""),
                "missing field `zebra`",
            ),
            (
                written.replace(r#""at":"1970-01-01T00:00:00.007Z","#, ""),
                "missing field `at`",
            ),
            (
                written.replace("1970-01-01T", "yesterday "),
                "at is not a time",
            ),
            (
                written.replace(r#""zebra":3"#, r#""zebra":3,"format":"y/1""#),
                "duplicate field `format`",
            ),
            (
                written.replace(r#""zebra":3"#, r#""zebra":3,"zebra":4"#),
                "duplicate field `zebra`",
            ),
            ("[]".to_owned(), "expected a signed record"),
        ] {
            let error = serde_json::from_str::<Record<Body>>(&text)
                .unwrap_err()
                .to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }
}
