//! Members of JSON whose null has a meaning of its own.

use serde::{Deserialize, Deserializer};

/// Reads a field that is there, also if it is null; with `#[serde(default)]`, an absent field is `None`. For
/// `#[serde(deserialize_with = "…")]`.
///
/// # Errors
/// A value of another type.
pub fn present<'de, T, D>(field: D) -> Result<Option<T>, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    T::deserialize(field).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Deserialize)]
    struct Change {
        #[serde(default, deserialize_with = "present")]
        name: Option<Option<String>>,
    }

    #[test]
    fn null_and_an_absent_field_differ() {
        for (text, name) in [
            ("{}", None),
            (r#"{"name":null}"#, Some(None)),
            (r#"{"name":"ada"}"#, Some(Some("ada".to_owned()))),
        ] {
            let change: Change = serde_json::from_str(text).unwrap();
            assert_eq!(change.name, name, "{text}");
        }
    }
}
