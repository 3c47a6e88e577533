//! The types of the values of the API, as the generators of the client libraries see them.

use serde_json::Value;

/// How the pages of a list are requested.
#[derive(Debug)]
pub(crate) struct Pages {
    /// The field of the answer with the entries, under its name in JSON.
    pub(crate) items: String,
    pub(crate) item: Type,
    /// The field of the answer with the value for the parameter `cursor`; `None`: the parameters `page` and `limit` select a page.
    pub(crate) cursor: Option<String>,
}

/// A field of a model, or a parameter of an operation.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    /// As in JSON or in the URL.
    pub(crate) name: String,
    pub(crate) description: String,
    pub(crate) r#type: Type,
    /// Whether requests must contain it.
    pub(crate) is_required: bool,
    /// Whether null is a value.
    pub(crate) is_nullable: bool,
    /// Whether null is an entry of the list or the map.
    pub(crate) has_nullable_entries: bool,
    /// Only in answers.
    pub(crate) is_read_only: bool,
    pub(crate) default: Option<Value>,
}

/// A type of a value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Type {
    /// Any JSON value.
    Any,
    Boolean,
    /// At most 64 bits.
    Integer,
    Number,
    Text,
    /// RFC 3339 with a time zone.
    DateTime,
    /// A calendar date, `2026-01-31`.
    Date,
    /// A part of a form with the bytes of a file.
    Bytes,
    /// A text of a closed set, without a name of its own. More values may be added later.
    Choice(Vec<String>),
    List(Box<Type>),
    Map(Box<Type>),
    /// A model, by name.
    Model(String),
}

/// A named type.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    /// In Pascal case.
    pub(crate) name: String,
    pub(crate) description: String,
    pub(crate) shape: Shape,
}

/// The structure of a named type.
#[derive(Clone, Debug)]
pub(crate) enum Shape {
    Object {
        fields: Vec<Field>,
        /// The type of fields that the document does not name; `None` if only the named fields are accepted in a request.
        /// Answers may have unknown fields in every case.
        others: Option<Type>,
    },
    /// A text of a closed set. More values may be added later.
    Choice(Vec<String>),
    /// One of several types.
    Union {
        variants: Vec<Type>,
        /// The field with a fixed text that tells the variants apart, with the text for each variant.
        tag: Option<(String, Vec<String>)>,
    },
    /// Another name of a type.
    Alias(Type),
}
