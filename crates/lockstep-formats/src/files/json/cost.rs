//! Builds values while it counts the memory that they take, so that an element of many small values ends as
//! early as a long one.

use std::cell::Cell;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

/// The bytes of the file and of memory that the current element takes.
#[derive(Default)]
pub(super) struct ElementCost {
    bytes: Cell<u64>,
    memory: Cell<u64>,
}

impl ElementCost {
    /// Begins an element.
    pub(super) fn reset(&self) {
        self.bytes.set(0);
        self.memory.set(0);
    }

    /// Returns the bytes of the file.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes.get()
    }

    /// Counts bytes of the file; returns whether the element may have them.
    pub(super) fn take_bytes(&self, count: u64) -> bool {
        self.bytes.set(self.bytes.get().saturating_add(count));
        self.bytes.get() <= MAX_ELEMENT_BYTES && self.memory.get() <= MAX_ELEMENT_MEMORY
    }

    /// Counts bytes of memory. The reader of the file fails at the next byte if there are too many.
    fn take_memory(&self, count: usize) {
        self.memory
            .set(self.memory.get().saturating_add(count as u64));
    }
}

/// Builds one value.
pub(super) struct CountedValue<'s>(pub(super) &'s ElementCost);

impl CountedValue<'_> {
    /// Builds the value of a map whose opening was read.
    pub(super) fn map<'de, A: MapAccess<'de>>(self, fields: A) -> Result<Value, A::Error> {
        self.visit_map(fields)
    }

    /// Builds the value of an array whose opening was read.
    pub(super) fn array<'de, A: SeqAccess<'de>>(self, elements: A) -> Result<Value, A::Error> {
        self.visit_seq(elements)
    }
}

impl<'de> DeserializeSeed<'de> for CountedValue<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        self.0.take_memory(VALUE_MEMORY);
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for CountedValue<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
        self.0.take_memory(MAP_MEMORY);
        let mut map = Map::new();
        while let Some(key) = fields.next_key::<String>()? {
            self.0.take_memory(ENTRY_MEMORY + key.len());
            let value = fields.next_value_seed(CountedValue(self.0))?;
            map.insert(key, value);
        }
        Ok(Value::Object(map))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Value, A::Error> {
        let mut all = Vec::new();
        while let Some(value) = elements.next_element_seed(CountedValue(self.0))? {
            all.push(value);
        }
        Ok(Value::Array(all))
    }

    fn visit_str<D: Error>(self, text: &str) -> Result<Value, D> {
        self.0.take_memory(text.len());
        Ok(Value::String(text.to_owned()))
    }

    fn visit_f64<D: Error>(self, number: f64) -> Result<Value, D> {
        Ok(Number::from_f64(number).map_or(Value::Null, Value::Number))
    }

    fn visit_i64<D: Error>(self, number: i64) -> Result<Value, D> {
        Ok(number.into())
    }

    fn visit_u64<D: Error>(self, number: u64) -> Result<Value, D> {
        Ok(number.into())
    }

    fn visit_bool<D: Error>(self, value: bool) -> Result<Value, D> {
        Ok(Value::Bool(value))
    }

    fn visit_unit<D: Error>(self) -> Result<Value, D> {
        Ok(Value::Null)
    }
}

/// The maximum bytes of an element in the file: a ride of a day at 1 Hz with its route takes about 12 MB.
const MAX_ELEMENT_BYTES: u64 = 16 << 20;
/// The maximum memory of an element, counted by the constants below.
const MAX_ELEMENT_MEMORY: u64 = 96 << 20;
/// The memory of a value in an array, which has up to twice as many places as values.
const VALUE_MEMORY: usize = 2 * size_of::<Value>();
/// The memory of a map with its first node.
const MAP_MEMORY: usize = 640;
/// The memory of an entry in addition to the characters of its key.
const ENTRY_MEMORY: usize = 32;
