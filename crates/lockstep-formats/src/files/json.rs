//! JSON exports: the reader walks through a document and holds one element of its arrays at a time.
//!
//! A file contains one or more documents, for example one per line. A document is an array of elements,
//! an object with such arrays as fields (`"Data Points"`), or a single object. The fields of an element
//! determine its export, otherwise the file's name does; each export has a module.

mod cost;
mod element;
mod fitbit;
mod garmin;
mod google_fit;
mod health_connect;
mod meter;
mod open_mhealth;
mod oura;
mod polar;
mod samsung;
mod suunto;

use std::fmt;
use std::io::{self, BufRead};

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use self::cost::{CountedValue, ElementCost};
use self::element::{Element, PointOutput};
use self::meter::{Meter, TooLong};
use super::ReadFault;
use super::intake::{Intake, StopReason};
use super::nights::Nights;

/// Reads documents of any supported export.
pub(super) fn read<E>(
    reader: &mut dyn BufRead,
    intake: &mut Intake<'_, E>,
) -> Result<(), StopReason<E>> {
    let spent = ElementCost::default();
    let mut text = serde_json::Deserializer::from_reader(Meter::new(reader, &spent));
    let path = intake.path().to_owned();
    let file = path.rsplit('/').next().unwrap_or_default().to_lowercase();
    let mut walk = ElementReader {
        path,
        file,
        nights: Nights::default(),
        intake,
        spent: &spent,
        header: Map::new(),
        siblings: 0,
        known: false,
        stop: None,
    };
    let outcome = walk.documents(&mut text);
    let outcome = outcome.map_err(|error| walk.stop.take().unwrap_or_else(|| broken(error)));
    match outcome {
        Err(StopReason::Fault(_)) => return outcome,
        Err(StopReason::Damage(text)) if !walk.known => return Err(unrecognised(text)),
        Ok(()) if !walk.known => return Err(unrecognised("JSON of an unknown export".to_owned())),
        _ => {}
    }
    walk.nights.end(walk.intake)?;
    outcome
}

fn unrecognised<E>(seen: String) -> StopReason<E> {
    StopReason::Fault(ReadFault::Unrecognised { seen: Some(seen) })
}

fn broken<E>(error: serde_json::Error) -> StopReason<E> {
    if !error.is_io() {
        return StopReason::Damage(error.to_string());
    }
    let line = error.line();
    let error = io::Error::from(error);
    match error.get_ref() {
        Some(inner) if inner.is::<TooLong>() => {
            StopReason::Damage(format!("line {line}: one element is too long"))
        }
        _ => error.into(),
    }
}

struct ElementReader<'w, 'i, E> {
    path: String,
    /// The name in the path, in lower case: an archive has millions of elements.
    file: String,
    nights: Nights,
    intake: &'w mut Intake<'i, E>,
    /// The bytes and the memory of the current element.
    spent: &'w ElementCost,
    /// The fields of the document's object so far, apart from arrays.
    header: Map<String, Value>,
    /// The number of elements in the arrays of the document so far.
    siblings: u64,
    /// Whether any element belonged to a known export.
    known: bool,
    /// The reason for stopping, if it is not a syntax error.
    stop: Option<StopReason<E>>,
}

impl<E> ElementReader<'_, '_, E> {
    fn documents<'de, R: serde_json::de::Read<'de>>(
        &mut self,
        text: &mut serde_json::Deserializer<R>,
    ) -> Result<(), serde_json::Error> {
        loop {
            Document(self).deserialize(&mut *text)?;
            self.spent.reset();
            match text.end() {
                Ok(()) => return Ok(()),
                Err(error) if error.is_io() => return Err(error),
                // The next document of the same file.
                Err(_) => {}
            }
        }
    }

    /// Passes an element to the reader of its export.
    fn element(&mut self, key: &str, value: &Value) -> Result<(), StopReason<E>> {
        let Value::Object(fields) = value else {
            return Ok(());
        };
        let element = Element {
            key,
            path: &self.path,
            file: &self.file,
            header: &self.header,
            siblings: self.siblings,
            fields,
        };
        let mut out = PointOutput {
            nights: &mut self.nights,
            intake: self.intake,
        };
        let known = open_mhealth::read(&element, &mut out)?
            || google_fit::read(&element, &mut out)?
            || fitbit::read(&element, &mut out)?
            || garmin::read(&element, &mut out)?
            || health_connect::read(&element, &mut out)?
            || oura::read(&element, &mut out)?
            || polar::read(&element, &mut out)?
            || samsung::read(&element, &mut out)?
            || suunto::read(&element, &mut out)?;
        self.known |= known;
        Ok(())
    }

    fn elements<'de, A: SeqAccess<'de>>(
        &mut self,
        key: &str,
        mut elements: A,
    ) -> Result<(), A::Error> {
        loop {
            self.spent.reset();
            // A day of readings is too long for one element.
            if key == DAYS {
                match elements.next_element_seed(Document(self))? {
                    Some(()) => continue,
                    None => return Ok(()),
                }
            }
            let Some(value) = elements.next_element_seed(Item(self))? else {
                return Ok(());
            };
            self.siblings += 1;
            self.take(key, &value)?;
        }
    }

    fn take<D: Error>(&mut self, key: &str, value: &Value) -> Result<(), D> {
        self.element(key, value).map_err(|stop| {
            self.stop = Some(stop);
            D::custom("stopped")
        })
    }
}

/// A single document.
struct Document<'s, 'w, 'i, E>(&'s mut ElementReader<'w, 'i, E>);

impl<'de, E> DeserializeSeed<'de> for Document<'_, '_, '_, E> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de, E> Visitor<'de> for Document<'_, '_, '_, E> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array or an object")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, elements: A) -> Result<(), A::Error> {
        self.0.elements("", elements)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<(), A::Error> {
        let walk = self.0;
        walk.header.clear();
        walk.siblings = 0;
        walk.spent.reset();
        while let Some(key) = fields.next_key::<String>()? {
            let field = Field { key: &key, walk };
            match fields.next_value_seed(field)? {
                Some(value) if key == BEATS => walk.take(&key, &value)?,
                Some(value)
                    if walk.spent.bytes() <= MAX_FIELD_BYTES && walk.header.len() < MAX_FIELDS =>
                {
                    walk.header.insert(key, value);
                }
                _ => {}
            }
            walk.spent.reset();
        }
        // An object without arrays may be an element itself.
        let alone = Value::Object(std::mem::take(&mut walk.header));
        walk.take("", &alone)
    }
}

/// An element of an array; an array of activities inside it is walked through.
struct Item<'s, 'w, 'i, E>(&'s mut ElementReader<'w, 'i, E>);

impl<'de, E> DeserializeSeed<'de> for Item<'_, '_, '_, E> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de, E> Visitor<'de> for Item<'_, '_, '_, E> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        while let Some(key) = fields.next_key::<String>()? {
            if key == ACTIVITIES {
                let walk = &mut *self.0;
                fields.next_value_seed(Field { key: &key, walk })?;
            } else {
                let value = fields.next_value_seed(CountedValue(self.0.spent))?;
                map.insert(key, value);
            }
        }
        Ok(Value::Object(map))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, elements: A) -> Result<Value, A::Error> {
        CountedValue(self.0.spent).array(elements)
    }

    // Only objects are elements.
    fn visit_str<D: Error>(self, _: &str) -> Result<Value, D> {
        Ok(Value::Null)
    }

    fn visit_f64<D: Error>(self, _: f64) -> Result<Value, D> {
        Ok(Value::Null)
    }

    fn visit_i64<D: Error>(self, _: i64) -> Result<Value, D> {
        Ok(Value::Null)
    }

    fn visit_u64<D: Error>(self, _: u64) -> Result<Value, D> {
        Ok(Value::Null)
    }

    fn visit_bool<D: Error>(self, _: bool) -> Result<Value, D> {
        Ok(Value::Null)
    }

    fn visit_unit<D: Error>(self) -> Result<Value, D> {
        Ok(Value::Null)
    }
}

/// A field of a document's object: an array is walked through, any other value is returned.
struct Field<'s, 'w, 'i, E> {
    key: &'s str,
    walk: &'s mut ElementReader<'w, 'i, E>,
}

impl<'de, E> DeserializeSeed<'de> for Field<'_, '_, '_, E> {
    type Value = Option<Value>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de, E> Visitor<'de> for Field<'_, '_, '_, E> {
    type Value = Option<Value>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, elements: A) -> Result<Self::Value, A::Error> {
        self.walk.elements(self.key, elements)?;
        Ok(None)
    }

    fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<Self::Value, A::Error> {
        if self.key == LOG {
            return Document(self.walk).visit_map(fields).map(|()| None);
        }
        CountedValue(self.walk.spent).map(fields).map(Some)
    }

    fn visit_str<D: Error>(self, text: &str) -> Result<Self::Value, D> {
        Ok(Some(text.into()))
    }

    fn visit_f64<D: Error>(self, number: f64) -> Result<Self::Value, D> {
        Ok(Some(number.into()))
    }

    fn visit_i64<D: Error>(self, number: i64) -> Result<Self::Value, D> {
        Ok(Some(number.into()))
    }

    fn visit_u64<D: Error>(self, number: u64) -> Result<Self::Value, D> {
        Ok(Some(number.into()))
    }

    fn visit_bool<D: Error>(self, _: bool) -> Result<Self::Value, D> {
        Ok(None)
    }

    fn visit_unit<D: Error>(self) -> Result<Self::Value, D> {
        Ok(None)
    }
}

/// The field with the whole of Suunto's log; its arrays are walked through like those of a document.
const LOG: &str = "DeviceLog";
/// The object with the beats of Suunto's log, which is longer than other fields.
const BEATS: &str = "R-R";
/// The array of Garmin's activities, inside the only element of an array.
const ACTIVITIES: &str = "summarizedActivitiesExport";
/// The array of Polar's days, each of which has an array of readings.
const DAYS: &str = "deviceDays";
/// The maximum bytes of a field that is kept until its document ends, and the maximum number of such
/// fields.
const MAX_FIELD_BYTES: u64 = 64 << 10;
const MAX_FIELDS: usize = 100;
