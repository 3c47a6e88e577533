//! Writes `operations_gen.go`: a type for each group of operations, with methods for each operation.

use std::fmt::Write as _;

use super::models::{Models, structure};
use super::text::{Row, bullets, comment, exported, rows, unexported};
use crate::clients::contract::{Body, Contract, Field, Group, JSON, Operation, Pages, Shape, Type};

/// The refusals that most operations have; their comments do not repeat them.
const COMMON_REFUSALS: &[&str] = &[
    "400", "401", "403", "408", "415", "429", "431", "500", "503",
];
const FORM: &str = "multipart/form-data";

/// Returns the text of the file.
pub(super) fn file(contract: &Contract, models: &mut Models<'_>) -> String {
    let mut groups = String::new();
    let mut fields = Vec::new();
    let mut values = Vec::new();
    for group in &contract.groups {
        let name = exported(&group.name);
        fields.push(Row {
            comment: String::new(),
            columns: vec![name.clone(), format!("*{name}Operations")],
        });
        values.push(Row {
            comment: String::new(),
            columns: vec![
                format!("{name}:"),
                format!("&{name}Operations{{transport}},"),
            ],
        });
        groups.push_str(&group_text(contract, group, models));
    }
    let all = structure(
        "Operations",
        "Operations are the operations of the API, in groups.",
        &fields,
    );
    let values = rows(&values).replace("\n\t", "\n\t\t");
    let body = format!(
        "{all}
func newOperations(transport *transport) Operations {{
\treturn Operations{{
\t{values}\t}}
}}
{groups}"
    );
    super::file(&["context", "iter", "time"], &body)
}

fn group_text(contract: &Contract, group: &Group, models: &mut Models<'_>) -> String {
    let name = format!("{}Operations", exported(&group.name));
    let about = format!("{name}: {}", group.description);
    let transport = Row {
        comment: String::new(),
        columns: vec!["transport".to_owned(), "*transport".to_owned()],
    };
    let mut text = structure(&name, about.trim_end_matches([':', ' ']), &[transport]);
    for operation in &group.operations {
        let call = Call::new(operation, &name, models);
        text.push_str(&call.text(contract, models));
    }
    text
}

/// The parts of the methods of one operation.
struct Call<'a> {
    operation: &'a Operation,
    /// The type of the receiver.
    group: &'a str,
    /// The method's name.
    name: String,
    /// The parameters between the context and the options, as `name type`.
    parameters: Vec<(String, String)>,
    /// The fields of the runtime's `input`.
    input: Vec<String>,
    /// The declarations of the types of parameters and forms.
    types: String,
}

impl<'a> Call<'a> {
    fn new(operation: &'a Operation, group: &'a str, models: &mut Models<'_>) -> Self {
        let name = exported(&operation.id);
        let mut call = Self {
            operation,
            group,
            name,
            parameters: Vec::new(),
            input: Vec::new(),
            types: String::new(),
        };
        let paths = &operation.path_parameters;
        let paths: Vec<String> = paths.iter().map(|field| unexported(&field.name)).collect();
        if !paths.is_empty() {
            call.input
                .push(format!("path: []string{{{}}}", paths.join(", ")));
        }
        for path in paths {
            call.parameters.push((path, "string".to_owned()));
        }
        if !operation.query_parameters.is_empty() {
            let name = format!("{}Params", call.name);
            let about = format!("{name} are the parameters of {}.", call.name);
            let fields = operation.query_parameters.iter();
            let fields = fields.map(|field| call.query(models, field));
            let fields: Vec<Row> = fields.collect();
            call.types.push_str(&structure(&name, &about, &fields));
            call.parameters
                .push(("params".to_owned(), format!("*{name}")));
            call.input.push("query: params".to_owned());
        }
        if let Some(body) = &operation.body {
            call.add_body(body, models);
        }
        call
    }

    /// A text, a time or a list is sent unless it is empty; a number or truth value, unless its pointer is nil.
    fn query(&self, models: &mut Models<'_>, field: &Field) -> Row {
        let name = exported(&field.name);
        let mut go_type = models.go_type(&field.r#type, &format!("{}{name}", self.name));
        if matches!(field.r#type, Type::Boolean | Type::Integer | Type::Number) {
            go_type = format!("*{go_type}");
        }
        let required = if field.is_required { ",required" } else { "" };
        Row {
            comment: field.description.clone(),
            columns: vec![
                name,
                go_type,
                format!("`query:\"{}{required}\"`", field.name),
            ],
        }
    }

    fn add_body(&mut self, body: &Body, models: &mut Models<'_>) {
        if let Some(json) = &body.json {
            let mut go_type = models.go_type(json, &format!("{}Body", self.name));
            if !body.is_required && !models.is_nilable(json) {
                go_type = format!("*{go_type}");
            }
            self.parameters.push(("body".to_owned(), go_type));
            self.input.push("body: jsonBody(body)".to_owned());
        } else if body.media_types.iter().any(|one| one == FORM) {
            let name = format!("{}Form", self.name);
            let fields = body.form.iter().map(|field| {
                let field_name = exported(&field.name);
                let go_type = models.go_type(&field.r#type, &format!("{}{field_name}", self.name));
                Row {
                    comment: field.description.clone(),
                    columns: vec![field_name, go_type, format!("`form:\"{}\"`", field.name)],
                }
            });
            let fields: Vec<Row> = fields.collect();
            let about = format!("{name} is the form of {}.", self.name);
            self.types.push_str(&structure(&name, &about, &fields));
            self.parameters.push(("form".to_owned(), name));
            self.input.push("body: formBody(form)".to_owned());
        } else {
            self.parameters
                .push(("upload".to_owned(), "Upload".to_owned()));
            let types: Vec<String> = body
                .media_types
                .iter()
                .map(|one| format!("{one:?}"))
                .collect();
            self.input
                .push(format!("body: upload.body({})", types.join(", ")));
        }
    }

    /// Returns the declarations of all forms of the operation.
    fn text(&self, contract: &Contract, models: &mut Models<'_>) -> String {
        let mut text = self.types.clone();
        let _ = write!(text, "\nvar {} = {}\n", self.variable(), self.facts());
        let json = self.operation.answer.json.as_ref().map(|json| {
            let go_type = models.go_type(json, &format!("{}Result", self.name));
            (go_type, models.is_nilable(json))
        });
        let name = &self.name;
        if let Some((go_type, is_nilable)) = &json {
            let (answer, function) = if *is_nilable {
                (go_type.clone(), "callValue")
            } else {
                (format!("*{go_type}"), "call")
            };
            let result = format!("({answer}, error)");
            let call = format!(
                "{function}[{go_type}](ctx, o.transport, {})",
                self.arguments()
            );
            text.push_str(&self.method("", &self.about(), &result, &call));
            text.push_str(&self.content(&result, function, go_type));
            if self.operation.runs_as_job {
                let about = format!(
                    "{name}AsJob does so as a job, for work that takes longer than a call."
                );
                let result = format!("(*Job[{go_type}], error)");
                let call = format!(
                    "startJob[{go_type}](ctx, o.transport, {})",
                    self.arguments()
                );
                text.push_str(&self.method("AsJob", &comment("", &about), &result, &call));
            }
            if let Some(pages) = &self.operation.pages {
                text.push_str(&self.all(contract, models, pages));
            }
        }
        let types = &self.operation.answer.media_types;
        if types.iter().any(|media_type| media_type != JSON) {
            text.push_str(&self.stream(json.is_some(), types));
        }
        text
    }

    fn variable(&self) -> String {
        format!("op{}", self.name)
    }

    fn facts(&self) -> String {
        let operation = self.operation;
        let mut facts = format!(
            "operation{{method: {:?}, path: {:?}",
            operation.method, operation.path
        );
        if operation.takes_idempotency_key {
            facts.push_str(", takesKey: true");
        }
        if operation.is_open {
            facts.push_str(", isOpen: true");
        }
        facts + "}"
    }

    /// Returns the arguments of the runtime's functions after the transport.
    fn arguments(&self) -> String {
        let input = self.input.join(", ");
        format!("&{}, input{{{input}}}, options", self.variable())
    }

    fn signature(&self, suffix: &str, last: &str, result: &str) -> String {
        let parameters = self.parameters.iter();
        let parameters: String = parameters
            .map(|(name, go_type)| match (suffix, name.as_str()) {
                ("Content", "body") => "upload Upload, ".to_owned(),
                _ => format!("{name} {go_type}, "),
            })
            .collect();
        format!(
            "func (o *{}) {}{suffix}(ctx context.Context, {parameters}{last}options ...CallOption) {result}",
            self.group, self.name
        )
    }

    fn method(&self, suffix: &str, about: &str, result: &str, call: &str) -> String {
        let signature = self.signature(suffix, "", result);
        format!("\n{about}{signature} {{\n\treturn {call}\n}}\n")
    }

    fn about(&self) -> String {
        let operation = self.operation;
        let mut text = comment(
            "",
            &format!(
                "{} ({} {}): {}",
                self.name, operation.method, operation.path, operation.summary
            ),
        );
        if !operation.description.is_empty() {
            text.push_str("//\n");
            text.push_str(&comment("", &operation.description));
        }
        let refusals = operation.errors.iter();
        let mut refusals = refusals
            .filter(|(status, _)| !COMMON_REFUSALS.contains(&status.as_str()))
            .peekable();
        if refusals.peek().is_some() {
            text.push_str("//\n// Refusals:\n");
            text.push_str(&bullets(
                refusals.map(|(status, reason)| format!("{status} {reason}")),
            ));
        }
        text
    }

    /// Returns the method that sends a body in a media type other than JSON, if the operation also accepts one.
    fn content(&self, result: &str, function: &str, go_type: &str) -> String {
        let body = self.operation.body.as_ref();
        let types = body.filter(|body| body.json.is_some()).into_iter();
        let types: Vec<&str> = types
            .flat_map(|body| &body.media_types)
            .map(String::as_str)
            .filter(|one| ![JSON, FORM].contains(one))
            .collect();
        if types.is_empty() {
            return String::new();
        }
        let known = types.join(", ");
        let about = format!(
            "{}Content does so with a body that is not JSON: {known}.",
            self.name
        );
        let accepted: Vec<String> = types.iter().map(|one| format!("{one:?}")).collect();
        let call = format!(
            "{function}[{go_type}](ctx, o.transport, {})",
            self.arguments()
        );
        let call = call.replace(
            "jsonBody(body)",
            &format!("upload.body({})", accepted.join(", ")),
        );
        self.method("Content", &comment("", &about), result, &call)
    }

    /// Returns the method that returns the entries of all pages.
    fn all(&self, contract: &Contract, models: &mut Models<'_>, pages: &Pages) -> String {
        let name = &self.name;
        let item = models.go_type(&pages.item, &format!("{name}Item"));
        let page = match &self.operation.answer.json {
            Some(Type::Model(model)) => contract.model(model).map(|model| &model.shape),
            _ => None,
        };
        let Some(Shape::Object { fields, .. }) = page else {
            return String::new();
        };
        let items = exported(&pages.items);
        let step = match &pages.cursor {
            Some(cursor) => {
                let cursor = exported(cursor);
                let queries = &self.operation.query_parameters;
                let offset = if queries.iter().any(|field| field.name == "offset") {
                    "\t\tasked.Offset = nil\n"
                } else {
                    ""
                };
                format!(
                    "\t\tif page.{cursor} == nil {{
\t\t\treturn page.{items}, false, nil
\t\t}}
\t\tasked.Cursor = *page.{cursor}
{offset}\t\treturn page.{items}, true, nil\n"
                )
            }
            None => {
                let is_plain = |name: &&str| {
                    fields
                        .iter()
                        .any(|one| one.name == **name && one.is_required)
                };
                if !["page", "limit", "total"].iter().all(is_plain) {
                    return String::new();
                }
                format!(
                    "\t\tasked.Page = Ptr(page.Page + 1)
\t\treturn page.{items}, len(page.{items}) > 0 && page.Page*page.Limit < page.Total, nil\n"
                )
            }
        };
        let about = format!(
            "{name}All returns the entries of all pages; a page is requested when its first entry is."
        );
        let signature = self.signature("All", "", &format!("iter.Seq2[{item}, error]"));
        let arguments = self.parameters.iter().map(|(name, _)| match name.as_str() {
            "params" => "asked, ".to_owned(),
            name => format!("{name}, "),
        });
        let arguments: String = arguments.collect();
        format!(
            "
{}{signature} {{
\treturn pages(params, func(asked *{name}Params) ([]{item}, bool, error) {{
\t\tpage, err := o.{name}(ctx, {arguments}options...)
\t\tif err != nil {{
\t\t\treturn nil, false, err
\t\t}}
{step}\t}})
}}
",
            comment("", &about)
        )
    }

    /// Returns the method that returns the answer as a stream.
    fn stream(&self, has_json: bool, types: &[String]) -> String {
        let name = &self.name;
        let known = types.join(", ");
        let about = if has_json {
            comment(
                "",
                &format!(
                    "{name}Stream returns the answer as a stream, in the media type `accept`: {known}."
                ),
            )
        } else {
            self.about().replacen(name, &format!("{name}Stream"), 1)
                + "//\n"
                + &comment("", &format!("The media type `accept` is one of: {known}."))
        };
        let signature = self.signature("Stream", "accept string, ", "(*Download, error)");
        let call = format!("download(ctx, o.transport, accept, {})", self.arguments());
        format!("\n{about}{signature} {{\n\treturn {call}\n}}\n")
    }
}
