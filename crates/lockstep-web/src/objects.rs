//! A deserializer that reads a structure only from a JSON object: serde would also read an array as
//! the fields in their order. The deserializer also charges the memory of the values to a
//! [`Meter`]. Two bytes of JSON (`0,`) can become a value of 32 bytes, and `{"":0},` nearly 700.
//!
//! Serde buffers some values first: untagged and internally tagged enums and flattened structures.
//! Those are read from serde's buffer and not through this deserializer, so arrays are still
//! accepted there.

use std::fmt;

use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, SeqAccess, Unexpected,
    VariantAccess, Visitor,
};

use crate::meter::Meter;

/// A deserializer, an access or a seed that reads structures only from objects, at every depth.
pub(crate) struct Objects<'m, T>(pub(crate) T, pub(crate) &'m Meter);

/// The visitor of a value, and whether that value is a structure.
struct Inside<'m, V> {
    visitor: V,
    structure: bool,
    meter: &'m Meter,
}

impl<'m, V> Inside<'m, V> {
    const fn any(visitor: V, meter: &'m Meter) -> Self {
        Self {
            visitor,
            structure: false,
            meter,
        }
    }

    const fn structure(visitor: V, meter: &'m Meter) -> Self {
        Self {
            visitor,
            structure: true,
            meter,
        }
    }
}

/// Defines methods that take a visitor after the given arguments.
macro_rules! passed_on {
    ($($method:ident($($name:ident: $of:ty),*);)*) => {$(
        fn $method<V: Visitor<'de>>(self, $($name: $of,)* visitor: V) -> Result<V::Value, D::Error> {
            self.0.$method($($name,)* Inside::any(visitor, self.1))
        }
    )*};
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Objects<'_, D> {
    type Error = D::Error;

    passed_on! {
        deserialize_any();
        deserialize_bool();
        deserialize_i8();
        deserialize_i16();
        deserialize_i32();
        deserialize_i64();
        deserialize_i128();
        deserialize_u8();
        deserialize_u16();
        deserialize_u32();
        deserialize_u64();
        deserialize_u128();
        deserialize_f32();
        deserialize_f64();
        deserialize_char();
        deserialize_str();
        deserialize_string();
        deserialize_bytes();
        deserialize_byte_buf();
        deserialize_option();
        deserialize_unit();
        deserialize_unit_struct(name: &'static str);
        deserialize_newtype_struct(name: &'static str);
        deserialize_seq();
        deserialize_tuple(length: usize);
        deserialize_tuple_struct(name: &'static str, length: usize);
        deserialize_map();
        deserialize_enum(name: &'static str, variants: &'static [&'static str]);
        deserialize_identifier();
        deserialize_ignored_any();
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        let visitor = Inside::structure(visitor, self.1);
        self.0.deserialize_struct(name, fields, visitor)
    }

    fn is_human_readable(&self) -> bool {
        self.0.is_human_readable()
    }
}

macro_rules! visits {
    ($($method:ident($of:ty);)*) => {$(
        fn $method<E: Error>(self, value: $of) -> Result<V::Value, E> {
            self.visitor.$method(value)
        }
    )*};
}

macro_rules! visits_text {
    ($($method:ident($of:ty);)*) => {$(
        fn $method<E: Error>(self, value: $of) -> Result<V::Value, E> {
            self.meter.charge(TEXT_BYTES + value.len())?;
            self.visitor.$method(value)
        }
    )*};
}

impl<'de, V: Visitor<'de>> Visitor<'de> for Inside<'_, V> {
    type Value = V::Value;

    visits! {
        visit_bool(bool);
        visit_i8(i8);
        visit_i16(i16);
        visit_i32(i32);
        visit_i64(i64);
        visit_i128(i128);
        visit_u8(u8);
        visit_u16(u16);
        visit_u32(u32);
        visit_u64(u64);
        visit_u128(u128);
        visit_f32(f32);
        visit_f64(f64);
        visit_char(char);
    }

    visits_text! {
        visit_str(&str);
        visit_borrowed_str(&'de str);
        visit_string(String);
        visit_bytes(&[u8]);
        visit_borrowed_bytes(&'de [u8]);
        visit_byte_buf(Vec<u8>);
    }

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.visitor.expecting(formatter)
    }

    fn visit_none<E: Error>(self) -> Result<V::Value, E> {
        self.visitor.visit_none()
    }

    fn visit_unit<E: Error>(self) -> Result<V::Value, E> {
        self.visitor.visit_unit()
    }

    fn visit_some<D: Deserializer<'de>>(self, value: D) -> Result<V::Value, D::Error> {
        self.visitor.visit_some(Objects(value, self.meter))
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, value: D) -> Result<V::Value, D::Error> {
        self.visitor
            .visit_newtype_struct(Objects(value, self.meter))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, values: A) -> Result<V::Value, A::Error> {
        if self.structure {
            return Err(A::Error::invalid_type(Unexpected::Seq, &self));
        }
        self.visitor.visit_seq(Objects(values, self.meter))
    }

    fn visit_map<A: MapAccess<'de>>(self, entries: A) -> Result<V::Value, A::Error> {
        self.meter.charge(match self.structure {
            true => STRUCTURE_BYTES,
            false => MAP_BYTES,
        })?;
        self.visitor.visit_map(Objects(entries, self.meter))
    }

    fn visit_enum<A: EnumAccess<'de>>(self, variant: A) -> Result<V::Value, A::Error> {
        self.visitor.visit_enum(Objects(variant, self.meter))
    }
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for Objects<'_, S> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(self, value: D) -> Result<S::Value, D::Error> {
        self.0.deserialize(Objects(value, self.1))
    }
}

impl<'de, A: SeqAccess<'de>> SeqAccess<'de> for Objects<'_, A> {
    type Error = A::Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, A::Error> {
        self.1.charge(ELEMENT_BYTES)?;
        self.0.next_element_seed(Objects(seed, self.1))
    }

    fn size_hint(&self) -> Option<usize> {
        self.0.size_hint()
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Objects<'_, A> {
    type Error = A::Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, A::Error> {
        self.1.charge(ENTRY_BYTES)?;
        self.0.next_key_seed(Objects(seed, self.1))
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        self.0.next_value_seed(Objects(seed, self.1))
    }

    fn size_hint(&self) -> Option<usize> {
        self.0.size_hint()
    }
}

impl<'de, 'm, A: EnumAccess<'de>> EnumAccess<'de> for Objects<'m, A> {
    type Error = A::Error;
    type Variant = Objects<'m, A::Variant>;

    fn variant_seed<S: DeserializeSeed<'de>>(
        self,
        seed: S,
    ) -> Result<(S::Value, Self::Variant), A::Error> {
        let (name, content) = self.0.variant_seed(Objects(seed, self.1))?;
        Ok((name, Objects(content, self.1)))
    }
}

impl<'de, A: VariantAccess<'de>> VariantAccess<'de> for Objects<'_, A> {
    type Error = A::Error;

    fn unit_variant(self) -> Result<(), A::Error> {
        self.0.unit_variant()
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, A::Error> {
        self.0.newtype_variant_seed(Objects(seed, self.1))
    }

    fn tuple_variant<V: Visitor<'de>>(
        self,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, A::Error> {
        self.0.tuple_variant(length, Inside::any(visitor, self.1))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, A::Error> {
        self.0
            .struct_variant(fields, Inside::structure(visitor, self.1))
    }
}

/// Bytes charged for an array element: a `serde_json::Value` of 32 bytes, in a vector that doubles
/// as it grows.
const ELEMENT_BYTES: usize = 64;
/// Bytes charged for the first node of a map, which holds up to 11 entries of a key and a value.
const MAP_BYTES: usize = 640;
/// Bytes charged for a map entry: its part of a half-full node.
const ENTRY_BYTES: usize = 112;
/// Bytes charged for a structure of the API.
const STRUCTURE_BYTES: usize = 256;
/// Bytes charged for a string in addition to its contents.
const TEXT_BYTES: usize = 32;

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::value::RawValue;

    use super::*;

    #[derive(Deserialize)]
    #[expect(dead_code, reason = "only read")]
    struct Outer {
        inner: Option<Inner>,
        #[serde(default)]
        list: Vec<Inner>,
        wrapped: Option<Wrapped>,
        choice: Option<Choice>,
        either: Option<Either>,
        raw: Option<Box<RawValue>>,
        json: Option<serde_json::Value>,
        named: Option<std::collections::BTreeMap<String, Inner>>,
        pair: Option<(u8, Inner)>,
    }

    #[derive(Deserialize)]
    #[expect(dead_code, reason = "only read")]
    struct Inner {
        one: u64,
        two: f64,
    }

    #[derive(Deserialize)]
    #[expect(dead_code, reason = "only read")]
    struct Wrapped(Inner);

    #[derive(Deserialize)]
    #[serde(rename_all = "lowercase")]
    #[expect(dead_code, reason = "only read")]
    enum Choice {
        Unit,
        New(Inner),
        Tuple(u8, Inner),
        Struct { one: u64, two: f64 },
    }

    #[derive(Deserialize)]
    #[serde(untagged)]
    #[expect(dead_code, reason = "only read")]
    enum Either {
        Text(String),
        List(Vec<u8>),
        Object { one: u64 },
    }

    #[test]
    fn structures_come_from_objects_alone() {
        let object = r#"{"one":1,"two":2.5}"#;
        let rows = [
            ("@", "[null,[],null,null,null,null,null,null,null]", false),
            (r#"{"inner":@}"#, object, true),
            (r#"{"inner":@}"#, "null", true),
            (r#"{"inner":@}"#, "[1,2.5]", false),
            (r#"{"list":[@]}"#, object, true),
            (r#"{"list":@}"#, "[]", true),
            (r#"{"list":[@]}"#, "[1,2.5]", false),
            (r#"{"wrapped":@}"#, object, true),
            (r#"{"wrapped":@}"#, "[1,2.5]", false),
            (r#"{"choice":@}"#, r#""unit""#, true),
            (r#"{"choice":{"new":@}}"#, object, true),
            (r#"{"choice":{"new":@}}"#, "[1,2.5]", false),
            (r#"{"choice":{"struct":@}}"#, object, true),
            (r#"{"choice":{"struct":@}}"#, "[1,2.5]", false),
            (r#"{"choice":{"tuple":[7,@]}}"#, object, true),
            (r#"{"choice":{"tuple":[7,@]}}"#, "[1,2.5]", false),
            (r#"{"either":@}"#, r#""text""#, true),
            (r#"{"either":@}"#, "[1,2]", true),
            (r#"{"either":@}"#, r#"{"one":1}"#, true),
            (r#"{"either":@}"#, "1", false),
            (r#"{"raw":@}"#, "[1,2.5]", true),
            (r#"{"json":@}"#, "[[1],{}]", true),
            (r#"{"named":{"a":@}}"#, object, true),
            (r#"{"named":{"a":@}}"#, "[1,2.5]", false),
            (r#"{"pair":[1,@]}"#, object, true),
            (r#"{"pair":[1,@]}"#, "[1,2.5]", false),
        ];
        for (body, value, taken) in rows {
            let body = body.replace('@', value);
            let mut json = serde_json::Deserializer::from_str(&body);
            let read = Outer::deserialize(Objects(&mut json, &Meter::default()));
            assert_eq!(read.is_ok(), taken, "{body}: {:?}", read.err());
            // Serde alone would accept all of them except a number for a text, a list or an object.
            let plain = serde_json::from_str::<Outer>(&body);
            assert_eq!(plain.is_ok(), value != "1", "{body}: {:?}", plain.err());
        }
    }

    #[test]
    fn refusals_name_the_field() {
        let meter = Meter::default();
        let mut json = serde_json::Deserializer::from_str(r#"{"list":[{"one":1,"two":2},[1,2]]}"#);
        let read = serde_path_to_error::deserialize::<_, Outer>(Objects(&mut json, &meter));
        let error = read.err().unwrap();
        assert_eq!(error.path().to_string(), "list[1]");
        let text = error.inner().to_string();
        assert!(
            text.starts_with("invalid type: sequence, expected struct Inner"),
            "{text}"
        );
    }
}
