//! Unions of models: a sealed interface for each, and the member that tells its variants apart.

use std::fmt::Write as _;

use super::models::{FOLDER, Models, variants};
use super::names::{Tags, file, javadoc, literal};
use crate::clients::contract::{Model, Shape, Type, pascal};

/// Returns the interface of a union.
pub(super) fn interface(
    model: &Model,
    variants: &[Type],
    tag: Option<&(String, Vec<String>)>,
) -> String {
    let name = pascal(&model.name);
    let apart = match tag {
        Some((tag, _)) => format!("The text of `{tag}` tells the variants apart."),
        None => "The required fields tell the variants apart.".to_owned(),
    };
    let about = if model.description.is_empty() {
        "One of several models."
    } else {
        &model.description
    };
    let mut text = javadoc("", &[about, &apart], &Tags::default());
    let names = variants.iter().filter_map(|variant| match variant {
        Type::Model(name) => Some(pascal(name)),
        _ => None,
    });
    let mut permitted: Vec<String> = names.collect();
    permitted.push(format!("{name}.Other"));
    let tags = Tags {
        parameters: vec![("json".to_owned(), "its fields".to_owned())],
        returns: None,
    };
    let _ = write!(
        text,
        "public sealed interface {name} permits {} {{

{}    record Other(@JsonValue Map<String, Object> json) implements {name} {{

        @Override
        public String toString() {{
            return \"Other[\" + json.keySet() + \"]\";
        }}
    }}
}}
",
        permitted.join(", "),
        javadoc(
            "    ",
            &["A variant that this version of the client does not know."],
            &tags
        ),
    );
    text
}

/// Returns the class that registers how unions are read.
pub(super) fn registry(models: &Models<'_>) -> (String, String) {
    let mut readers = String::new();
    let mut imports = Vec::new();
    let unions = models.contract.models.iter();
    for model in unions.filter(|model| models.is_interface(model)) {
        let name = pascal(&model.name);
        imports.push(format!("example.lockstep.{FOLDER}.{name}"));
        let Shape::Union { tag, .. } = &model.shape else {
            continue;
        };
        let begin = match tag {
            Some((tag, _)) => format!("tagged({}, {name}.Other::new)", literal(tag)),
            None => format!("untagged({name}.Other::new)"),
        };
        let _ = write!(
            readers,
            "        module.addDeserializer(\n                {name}.class,\n                UnionReader.<{name}>{begin}"
        );
        for (at, variant) in variants(model).into_iter().enumerate() {
            let class = pascal(variant);
            imports.push(format!("example.lockstep.{FOLDER}.{class}"));
            let signs = match tag {
                Some((_, values)) => {
                    vec![values.get(at).map(|one| literal(one)).unwrap_or_default()]
                }
                None => fields(models, variant, true),
            };
            let (method, signs) = if signs.is_empty() {
                ("withAny", fields(models, variant, false))
            } else {
                ("with", signs)
            };
            let signs = signs.join(", ");
            let _ = write!(
                readers,
                "\n                        .{method}({class}.class, {signs})"
            );
        }
        readers.push_str(");\n");
    }
    let body = format!(
        "/** How the variants of unions are told apart. */
final class Unions {{

    private Unions() {{}}

    static SimpleModule module() {{
        SimpleModule module = new SimpleModule();
{readers}        return module;
    }}
}}
"
    );
    imports.sort();
    imports.dedup();
    let imports: Vec<&str> = imports.iter().map(String::as_str).collect();
    file("internal", "Unions", &imports, &body)
}

/// Returns the names of the fields of a model, or of those that it requires.
fn fields(models: &Models<'_>, name: &str, are_required: bool) -> Vec<String> {
    let fields = match models.contract.model(name).map(|model| &model.shape) {
        Some(Shape::Object { fields, .. }) => fields.as_slice(),
        _ => &[],
    };
    let chosen = fields
        .iter()
        .filter(|field| field.is_required || !are_required);
    chosen.map(|field| literal(&field.name)).collect()
}
