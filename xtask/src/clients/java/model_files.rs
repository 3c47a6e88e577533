//! Writes the files of the models: records, interfaces of unions, and sets of texts.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::models::{FOLDER, Models};
use super::names::{Tags, constant, file, javadoc, literal};
use super::{records, unions};
use crate::clients::contract::{Shape, pascal};

/// Returns the files. Call it last: they have the sets of texts of all requested types.
pub(super) fn files(mut models: Models<'_>) -> Vec<(String, String)> {
    let contract = models.contract;
    let mut files = Vec::new();
    for model in &contract.models {
        let name = pascal(&model.name);
        let body = match &model.shape {
            Shape::Choice(values) => choice(&name, &model.description, values),
            Shape::Object { fields, .. } => records::record(&mut models, model, fields),
            Shape::Union { variants, tag } if models.is_interface(model) => {
                unions::interface(model, variants, tag.as_ref())
            }
            Shape::Union { .. } | Shape::Alias(_) => continue,
        };
        files.push(file(FOLDER, &name, &[], &body));
    }
    files.push(unions::registry(&models));
    for (name, values) in &models.choices {
        files.push(file(FOLDER, name, &[], &choice(name, "", values)));
    }
    files
}

/// Returns a type of texts with its constants.
fn choice(name: &str, about: &str, values: &[String]) -> String {
    let tags = Tags {
        parameters: vec![("value".to_owned(), "the text".to_owned())],
        returns: None,
    };
    let about = [
        about,
        "A text of a set that may grow: a value of a newer server is not an error.",
    ];
    let mut text = javadoc("", &about, &tags);
    let _ = write!(text, "public record {name}(String value) {{\n\n");
    let mut seen = BTreeSet::new();
    for value in values {
        let mut constant = constant(value);
        while !seen.insert(constant.clone()) {
            constant.push_str("_VALUE");
        }
        let value = literal(value);
        text.push_str(&javadoc(
            "    ",
            &[&format!("The text `{}`.", value.trim_matches('"'))],
            &Tags::default(),
        ));
        let _ = write!(
            text,
            "    public static final {name} {constant} = new {name}({value});\n\n"
        );
    }
    let _ = write!(
        text,
        "    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public {name} {{
        Objects.requireNonNull(value, \"value\");
    }}

    @JsonValue
    @Override
    public String value() {{
        return value;
    }}

    @Override
    public String toString() {{
        return value;
    }}
}}
"
    );
    text
}
