//! Writes `models_gen.go`: a Go type for each model of the API.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::text::{Row, comment, exported, rows};
use crate::clients::contract::{Contract, Field, Model, Shape, Type};
use crate::clients::secrets::is_secret;

/// The models of the API, and the named sets of texts that their fields need.
pub(super) struct Models<'a> {
    contract: &'a Contract,
    /// The models in the bodies of `PATCH`, where null and an absent field differ.
    changes: BTreeSet<String>,
    choices: BTreeMap<String, Vec<String>>,
}

impl<'a> Models<'a> {
    pub(super) fn new(contract: &'a Contract) -> Self {
        let mut models = Self {
            contract,
            changes: BTreeSet::new(),
            choices: BTreeMap::new(),
        };
        let operations = contract.groups.iter().flat_map(|group| &group.operations);
        for operation in operations.filter(|operation| operation.method == "PATCH") {
            let body = operation.body.as_ref();
            if let Some(body) = body.and_then(|body| body.json.as_ref()) {
                models.mark_change(body);
            }
        }
        models
    }

    fn mark_change(&mut self, r#type: &Type) {
        match r#type {
            Type::List(inner) | Type::Map(inner) => self.mark_change(inner),
            Type::Model(name) if self.changes.insert(name.clone()) => {
                let contract = self.contract;
                if let Some(Shape::Object { fields, .. }) =
                    contract.model(name).map(|model| &model.shape)
                {
                    for field in fields {
                        self.mark_change(&field.r#type);
                    }
                }
            }
            _ => {}
        }
    }

    /// Returns the Go type of a value. `place` names a set of texts that has no name of its own.
    pub(super) fn go_type(&mut self, r#type: &Type, place: &str) -> String {
        match r#type {
            Type::Any => "any".to_owned(),
            Type::Boolean => "bool".to_owned(),
            Type::Integer => "int64".to_owned(),
            Type::Number => "float64".to_owned(),
            Type::Text => "string".to_owned(),
            Type::DateTime => "time.Time".to_owned(),
            Type::Date => "Date".to_owned(),
            Type::Bytes => "File".to_owned(),
            Type::Choice(values) if values.len() == 1 => "string".to_owned(),
            Type::Choice(values) => self.choice(place, values),
            Type::List(item) => format!("[]{}", self.go_type(item, place)),
            Type::Map(value) => format!("map[string]{}", self.go_type(value, place)),
            Type::Model(name) => exported(name),
        }
    }

    /// Remembers a set of texts, and returns its name.
    fn choice(&mut self, place: &str, values: &[String]) -> String {
        let models = &self.contract.models;
        let mut name = place.to_owned();
        while models.iter().any(|model| exported(&model.name) == name)
            || self.choices.get(&name).is_some_and(|known| known != values)
        {
            name.push_str("Value");
        }
        self.choices.insert(name.clone(), values.to_vec());
        name
    }

    /// Whether nil is a value of the Go type.
    pub(super) fn is_nilable(&self, r#type: &Type) -> bool {
        match r#type {
            Type::Any | Type::List(_) | Type::Map(_) => true,
            Type::Model(name) => match self.contract.model(name).map(|model| &model.shape) {
                Some(Shape::Alias(inner)) => self.is_nilable(inner),
                _ => false,
            },
            _ => false,
        }
    }

    /// Returns the text of the file. Call it last: it has the sets of texts of all requested types.
    pub(super) fn file(mut self) -> String {
        let contract = self.contract;
        let mut body = String::new();
        for model in &contract.models {
            // Operations return the result or the job, so no caller needs a type for both.
            if !is_result_or_job(model) {
                body.push_str(&self.model(model));
            }
        }
        for (name, values) in &self.choices {
            body.push_str(&choice(
                name,
                &format!("{name} is a text of a set that may grow."),
                values,
            ));
        }
        let imports = ["encoding/json", "fmt", "time"];
        super::file(&imports, &body)
    }

    fn model(&mut self, model: &Model) -> String {
        let name = exported(&model.name);
        let about = match model.description.as_str() {
            "" if matches!(model.shape, Shape::Choice(_)) => {
                format!("{name} is a text of a set that may grow.")
            }
            "" => format!("{name} is a model of the API."),
            text => format!("{name}: {text}"),
        };
        match &model.shape {
            Shape::Choice(values) => choice(&name, &about, values),
            Shape::Alias(inner) => {
                let inner_type = self.go_type(inner, &format!("{name}Value"));
                let sign = if self.is_nilable(inner) { "" } else { "= " };
                format!("\n{}type {name} {sign}{inner_type}\n", comment("", &about))
            }
            Shape::Object { fields, .. } => {
                let rows = fields.iter().map(|field| self.field(model, field));
                structure(&name, &about, &rows.collect::<Vec<_>>())
            }
            Shape::Union { variants, tag } => self.union(&name, &about, variants, tag.as_ref()),
        }
    }

    fn field(&mut self, model: &Model, field: &Field) -> Row {
        let name = exported(&field.name);
        let place = format!("{}{name}", exported(&model.name));
        let mut go_type = self.go_type(&field.r#type, &place);
        if is_secret(&model.name, field) {
            go_type = go_type.replace("string", "Secret");
        }
        if field.has_nullable_entries && matches!(field.r#type, Type::List(_) | Type::Map(_)) {
            go_type = go_type.replacen(']', "]*", 1);
        }
        let is_sent = field.is_required && !field.is_read_only;
        if self.changes.contains(&model.name) && field.is_nullable && !is_sent {
            go_type = format!("Optional[{go_type}]");
        } else if !self.is_nilable(&field.r#type) && (field.is_nullable || !field.is_required) {
            go_type = format!("*{go_type}");
        }
        let omit = if is_sent { "" } else { ",omitzero" };
        Row {
            comment: field.description.clone(),
            columns: vec![name, go_type, format!("`json:\"{}{omit}\"`", field.name)],
        }
    }

    fn union(
        &mut self,
        name: &str,
        about: &str,
        variants: &[Type],
        tag: Option<&(String, Vec<String>)>,
    ) -> String {
        let types: Vec<(String, String)> = variants
            .iter()
            .map(|variant| {
                let go_type = self.go_type(variant, name);
                let field = match variant {
                    Type::Model(_) => go_type.clone(),
                    _ => exported(&go_type),
                };
                (field, go_type)
            })
            .collect();
        match tag {
            Some((tag, values)) => tagged_union(name, about, &types, tag, values),
            None => untagged_union(name, about, &types),
        }
    }
}

fn is_result_or_job(model: &Model) -> bool {
    match &model.shape {
        Shape::Union { variants, .. } => variants.contains(&Type::Model("AcceptedJob".to_owned())),
        _ => false,
    }
}

/// Returns the declaration of a struct.
pub(super) fn structure(name: &str, about: &str, fields: &[Row]) -> String {
    let about = comment("", about);
    if fields.is_empty() {
        return format!("\n{about}type {name} struct{{}}\n");
    }
    format!("\n{about}type {name} struct {{\n{}}}\n", rows(fields))
}

/// Returns a type of texts with its constants.
fn choice(name: &str, about: &str, values: &[String]) -> String {
    let mut seen = BTreeSet::new();
    let mut constants = Vec::new();
    for value in values {
        let mut constant = format!("{name}{}", exported(value));
        while constant == name || !seen.insert(constant.clone()) {
            constant.push_str("Value");
        }
        constants.push(Row {
            comment: String::new(),
            columns: vec![constant, name.to_owned(), format!("= {value:?}")],
        });
    }
    format!(
        "\n{}type {name} string\n\n// The known values of {name}; the server may add more.\nconst (\n{})\n",
        comment("", about),
        rows(&constants)
    )
}

/// Returns a struct with a pointer for each variant, of which the tag selects one.
fn tagged_union(
    name: &str,
    about: &str,
    types: &[(String, String)],
    tag: &str,
    values: &[String],
) -> String {
    let about =
        format!("{about}\n\nOne field is set; the text of `{tag}` in JSON follows from it.");
    let mut fields: Vec<Row> = types
        .iter()
        .map(|(field, go_type)| Row {
            comment: String::new(),
            columns: vec![field.clone(), format!("*{go_type}")],
        })
        .collect();
    fields.push(Row {
        comment: "Other is the JSON of a variant that this version of the client does not know."
            .to_owned(),
        columns: vec!["Other".to_owned(), "json.RawMessage".to_owned()],
    });
    let mut text = structure(name, &about, &fields);
    let tag_field = exported(tag);
    let (mut write, mut read) = (String::new(), String::new());
    for ((field, go_type), value) in types.iter().zip(values) {
        let _ = write!(
            write,
            "\tcase u.{field} != nil:\n\t\tvariant := *u.{field}\n\t\tvariant.{tag_field} = {value:?}\n\t\treturn json.Marshal(variant)\n"
        );
        let _ = write!(
            read,
            "\tcase {value:?}:\n\t\tu.{field} = new({go_type})\n\t\treturn json.Unmarshal(data, u.{field})\n"
        );
    }
    let _ = write!(
        text,
        "
// MarshalJSON writes the variant that is set.
func (u {name}) MarshalJSON() ([]byte, error) {{
\tswitch {{
{write}\tcase u.Other != nil:
\t\treturn u.Other, nil
\tdefault:
\t\treturn nil, fmt.Errorf(\"lockstep: a {name} needs one of its variants\")
\t}}
}}

// UnmarshalJSON reads any variant.
func (u *{name}) UnmarshalJSON(data []byte) error {{
\t*u = {name}{{}}
\tswitch textField(data, {tag:?}) {{
{read}\tdefault:
\t\tu.Other = append(u.Other, data...)
\t\treturn nil
\t}}
}}
"
    );
    text
}

/// Returns a type that keeps the JSON, and methods that read it as each variant.
fn untagged_union(name: &str, about: &str, types: &[(String, String)]) -> String {
    let about = format!("{about}\n\nIt holds the JSON; the methods read it as one of its types.");
    let fields = [Row {
        comment: String::new(),
        columns: vec!["json.RawMessage".to_owned()],
    }];
    let mut text = structure(name, &about, &fields);
    for (suffix, go_type) in types {
        let _ = write!(
            text,
            "
// {name}Of{suffix} holds a value of this type.
func {name}Of{suffix}(value {go_type}) ({name}, error) {{
\traw, err := json.Marshal(value)
\treturn {name}{{raw}}, err
}}

// As{suffix} reads the JSON as this type.
func (u {name}) As{suffix}() ({go_type}, error) {{
\tvar value {go_type}
\terr := json.Unmarshal(u.RawMessage, &value)
\treturn value, err
}}
"
        );
    }
    text
}
