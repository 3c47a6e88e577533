//! An operation with the data that its methods need, and the classes of its parameters.

use std::fmt::Write as _;

use super::models::Models;
use super::names::{Tags, constant, file, javadoc, literal, member};
use crate::clients::contract::{Contract, Field, JSON, Operation, Pages, Shape, Type, pascal};

/// The package of the operations.
pub(super) const FOLDER: &str = "operations";
const FORM: &str = "multipart/form-data";
/// The import of the models.
pub(super) const MODELS: &str = "example.lockstep.models.*";

/// A parameter of a method.
#[derive(Clone)]
pub(super) struct Parameter {
    pub(super) java: String,
    pub(super) name: String,
    pub(super) about: String,
    /// Whether null stands for no value.
    pub(super) is_optional: bool,
}

/// An operation with the data that its methods need.
pub(super) struct Call<'a> {
    pub(super) operation: &'a Operation,
    /// Those of the path, the query and the body; without options.
    pub(super) parameters: Vec<Parameter>,
    /// The calls that collect the arguments, after `new Arguments()`.
    pub(super) arguments: String,
    /// The type of the JSON answer.
    pub(super) answer: Option<String>,
    /// The type of the entries of a list.
    pub(super) item: Option<String>,
    /// The media types that a body may have in addition to JSON.
    pub(super) contents: Vec<String>,
    /// The class of the synchronous client.
    pub(super) synchronous: String,
}

impl<'a> Call<'a> {
    pub(super) fn new(
        operation: &'a Operation,
        synchronous: String,
        models: &mut Models<'_>,
        files: &mut Vec<(String, String)>,
    ) -> Self {
        let name = pascal(&operation.id);
        let answer = operation.answer.json.as_ref();
        let mut call = Self {
            operation,
            parameters: Vec::new(),
            arguments: String::new(),
            answer: answer.map(|json| models.boxed(json, &format!("{name}Result"))),
            item: None,
            contents: Vec::new(),
            synchronous,
        };
        if let Some(pages) = &operation.pages {
            call.item = Some(models.boxed(&pages.item, &format!("{name}Item")));
        }
        for field in &operation.path_parameters {
            let java = models.plain(&field.r#type, &format!("{name}{}", pascal(&field.name)));
            let parameter = member(&field.name);
            let _ = write!(
                call.arguments,
                ".path({}, {parameter})",
                literal(&field.name)
            );
            call.add(&java, &parameter, &field.description, false);
        }
        let query = &operation.query_parameters;
        if !query.is_empty() {
            let class = format!("{name}Params");
            files.push(fields_class(models, operation, &class, query, "Query"));
            call.arguments.push_str(".query(params)");
            let is_optional = !query.iter().any(|field| field.is_required);
            call.add(&class, "params", "the parameters of the query", is_optional);
        }
        call.add_body(models, files);
        call
    }

    fn add(&mut self, java: &str, name: &str, about: &str, is_optional: bool) {
        self.parameters.push(Parameter {
            java: java.to_owned(),
            name: name.to_owned(),
            about: about.to_owned(),
            is_optional,
        });
    }

    fn add_body(&mut self, models: &mut Models<'_>, files: &mut Vec<(String, String)>) {
        let operation = self.operation;
        let Some(body) = &operation.body else {
            return;
        };
        let name = pascal(&operation.id);
        self.contents = body
            .media_types
            .iter()
            .filter(|one| ![JSON, FORM].contains(&one.as_str()))
            .cloned()
            .collect();
        if let Some(json) = &body.json {
            let java = models.boxed(json, &format!("{name}Body"));
            self.add(&java, "body", "the body of the request", !body.is_required);
            self.arguments.push_str(".json(body)");
        } else if !body.form.is_empty() {
            let class = format!("{name}Form");
            files.push(fields_class(models, operation, &class, &body.form, "Form"));
            self.add(&class, "form", "the form", false);
            self.arguments.push_str(".form(form)");
        }
    }

    /// Returns the declarations of the operation and of its pages.
    pub(super) fn constants(&self, contract: &Contract) -> String {
        let operation = self.operation;
        let name = self.constant();
        let java = self.answer.as_deref().unwrap_or("Void");
        let class = if java.contains('<') {
            format!("new TypeReference<{java}>() {{}}")
        } else {
            format!("{java}.class")
        };
        let mut flags = String::new();
        if operation.takes_idempotency_key {
            flags.push_str(".withIdempotencyKey()");
        }
        if operation.is_open {
            flags.push_str(".withoutCredential()");
        }
        let operation_type = format!("Operation<{java}>");
        let mut text = format!(
            "    private static final {operation_type} {name} =\n            new {operation_type}({}, {}, {class}){flags};\n",
            literal(&operation.method),
            literal(&operation.path)
        );
        if let (Some(pages), Some(item), Some(page)) = (&operation.pages, &self.item, &self.answer)
        {
            let made = paging(contract, operation, pages, page);
            let _ = writeln!(
                text,
                "    private static final Paging<{page}, {item}> {name}_PAGES =\n            {made};"
            );
        }
        text + "\n"
    }

    pub(super) fn constant(&self) -> String {
        constant(&self.operation.id)
    }
}

/// Returns the expression that makes the paging of an operation.
fn paging(contract: &Contract, operation: &Operation, pages: &Pages, page: &str) -> String {
    let items = member(&pages.items);
    if let Some(cursor) = &pages.cursor {
        return format!(
            "Paging.byCursor({page}::{items}, {page}::{})",
            member(cursor)
        );
    }
    let fields = match &operation.answer.json {
        Some(Type::Model(model)) => match contract.model(model).map(|model| &model.shape) {
            Some(Shape::Object { fields, .. }) => fields.as_slice(),
            _ => &[],
        },
        _ => &[],
    };
    let is_known = |name: &&&str| fields.iter().any(|field| field.name == ***name);
    let numbers: Vec<String> = ["page", "limit", "total"]
        .iter()
        .filter(is_known)
        .map(|name| format!(", {page}::{}", member(name)))
        .collect();
    format!("Paging.byNumber({page}::{items}{})", numbers.concat())
}

/// Returns the class of the parameters of a query, or of the fields of a form.
fn fields_class(
    models: &mut Models<'_>,
    operation: &Operation,
    class: &str,
    fields: &[Field],
    base: &str,
) -> (String, String) {
    let about = format!(
        "The {} of the operation `{}`. Those that are not set, or null, are not sent.",
        if base == "Query" {
            "parameters"
        } else {
            "fields"
        },
        operation.id
    );
    let mut text = javadoc("", &[&about], &Tags::default());
    let _ = write!(text, "public final class {class} extends {base} {{\n\n");
    let place = |field: &Field| format!("{}{}", pascal(&operation.id), pascal(&field.name));
    let (required, optional): (Vec<&Field>, Vec<&Field>) =
        fields.iter().partition(|field| field.is_required);
    let mut signature = Vec::new();
    let mut sets = String::new();
    for field in &required {
        let java = models.boxed(&field.r#type, &place(field));
        let name = member(&field.name);
        let _ = writeln!(sets, "        require({}, {name});", literal(&field.name));
        signature.push(format!("{java} {name}"));
    }
    if !sets.is_empty() {
        sets = format!("\n{sets}    ");
    }
    let tags = Tags {
        parameters: described(&required),
        returns: None,
    };
    let first = if required.is_empty() {
        "Makes parameters of which none is set."
    } else {
        "Makes parameters with the required values."
    };
    let _ = writeln!(
        text,
        "{}    public {class}({}) {{{sets}}}",
        javadoc("    ", &[first], &tags),
        signature.join(", ")
    );
    for field in optional {
        let java = models.boxed(&field.r#type, &place(field));
        let number = match java.as_str() {
            "Long" => Some("long".to_owned()),
            "Double" => Some("double".to_owned()),
            _ => None,
        };
        for java in [Some(java), number].into_iter().flatten() {
            text.push_str(&setter(class, field, &java));
        }
    }
    text.push_str("}\n");
    let wildcard = if text.contains("example.lockstep.models") || names_model(models, &text) {
        &[MODELS][..]
    } else {
        &[]
    };
    file(FOLDER, class, wildcard, &text)
}

fn setter(class: &str, field: &Field, java: &str) -> String {
    let name = member(&field.name);
    let about = match field.description.trim_end_matches('.') {
        "" => format!("Sets `{}`.", field.name),
        described => format!("Sets `{}`: {described}.", field.name),
    };
    format!(
        "\n{}    public {class} {name}({java} {name}) {{\n        set({}, {name});\n        return this;\n    }}\n",
        javadoc("    ", &[&about], &Tags::default()),
        literal(&field.name)
    )
}

/// Whether a setter takes a type of the package of models.
fn names_model(models: &Models<'_>, text: &str) -> bool {
    text.lines()
        .filter(|line| line.trim_start().starts_with("public "))
        .flat_map(|line| line.split(|c: char| !c.is_ascii_alphanumeric()))
        .any(|word| models.has_type(word))
}

fn described(fields: &[&Field]) -> Vec<(String, String)> {
    let described = fields
        .iter()
        .map(|field| (member(&field.name), about(field)));
    described.collect()
}

fn about(field: &Field) -> String {
    if field.description.is_empty() {
        format!("the value of `{}`", field.name)
    } else {
        field.description.clone()
    }
}
