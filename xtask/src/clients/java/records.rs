//! Writes a record for a model, with a builder if callers make values of it.

use std::fmt::Write as _;

use super::models::Models;
use super::names::{Tags, javadoc, literal, member};
use crate::clients::contract::{Field, Model, Type, pascal};
use crate::clients::secrets::is_secret;

const OTHERS: &str = "otherFields";
const ABOUT_OTHERS: &str = "the fields that this version of the client does not know";

/// A component of a record.
struct Component<'a> {
    field: &'a Field,
    name: String,
    /// The type of the component.
    java: String,
    /// The type that the builder takes.
    given: String,
    kind: BuilderFieldKind,
    is_secret: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum BuilderFieldKind {
    Plain,
    List,
    Map,
    /// A fixed text that tells variants of a union apart.
    Fixed,
    /// A field of a change, which null removes.
    Update,
}

impl Component<'_> {
    /// Whether requests must contain it.
    fn is_sent(&self) -> bool {
        self.field.is_required && !self.field.is_read_only
    }

    fn is_nullable(&self) -> bool {
        self.field.is_nullable || !self.field.is_required
    }

    fn about(&self) -> String {
        let about = self.field.description.trim();
        let about = if about.is_empty() {
            format!("the field `{}`", self.field.name)
        } else {
            about.to_owned()
        };
        let note = match self.kind {
            BuilderFieldKind::Update => "; null if the change does not name it",
            _ if self.is_nullable() => "; may be null",
            _ => "",
        };
        format!("{}{note}", about.trim_end_matches('.'))
    }
}

/// Returns the record of a model.
pub(super) fn record(models: &mut Models<'_>, model: &Model, fields: &[Field]) -> String {
    let name = pascal(&model.name);
    let mut components = Vec::new();
    for field in fields {
        components.push(component(models, model, field));
    }
    let mut parameters: Vec<(String, String)> = components
        .iter()
        .map(|one| (one.name.clone(), one.about()))
        .collect();
    parameters.push((OTHERS.to_owned(), ABOUT_OTHERS.to_owned()));
    let tags = Tags {
        parameters,
        returns: None,
    };
    let generic = format!("The model {name} of the API.");
    let about = if model.description.is_empty() {
        &generic
    } else {
        &model.description
    };
    let mut text = javadoc("", &[about], &tags);
    text.push_str("@JsonInclude(JsonInclude.Include.NON_NULL)\n");
    let _ = writeln!(text, "public record {name}(");
    for one in &components {
        let always =
            if one.is_sent() && one.field.is_nullable && one.kind != BuilderFieldKind::Update {
                "@JsonInclude(JsonInclude.Include.ALWAYS) "
            } else {
                ""
            };
        let access = if one.field.is_read_only && models.is_request(model) {
            ", access = JsonProperty.Access.WRITE_ONLY"
        } else {
            ""
        };
        let json = literal(&one.field.name);
        let property = if access.is_empty() {
            format!("@JsonProperty({json})")
        } else {
            format!("@JsonProperty(value = {json}{access})")
        };
        let _ = writeln!(
            text,
            "        {always}{property} {} {},",
            one.java, one.name
        );
    }
    let _ = write!(
        text,
        "        @JsonAnySetter @JsonAnyGetter Map<String, Object> {OTHERS})"
    );
    let interfaces = models.interfaces(model);
    if !interfaces.is_empty() {
        let _ = write!(text, "\n        implements {}", interfaces.join(", "));
    }
    text.push_str(" {\n\n");
    text.push_str(&constructor(&name, &components));
    if components.iter().any(|one| one.is_secret) {
        text.push_str(&shown(&name, &components));
    }
    if models.is_request(model) {
        text.push_str(&builder(&name, &components));
    }
    text.truncate(text.trim_end().len());
    text.push_str("\n}\n");
    text
}

fn component<'a>(models: &mut Models<'_>, model: &Model, field: &'a Field) -> Component<'a> {
    let name = member(&field.name);
    let place = format!("{}{}", pascal(&model.name), pascal(&field.name));
    let boxed = models.boxed(&field.r#type, &place);
    let is_nullable = field.is_nullable || !field.is_required;
    let is_update =
        models.is_change(model) && field.is_nullable && (!field.is_required || field.is_read_only);
    let kind = match models.resolve(&field.r#type) {
        _ if is_update => BuilderFieldKind::Update,
        Type::List(_) => BuilderFieldKind::List,
        Type::Map(_) => BuilderFieldKind::Map,
        Type::Choice(values) if values.len() == 1 && field.is_required => BuilderFieldKind::Fixed,
        _ => BuilderFieldKind::Plain,
    };
    let java = match kind {
        BuilderFieldKind::Update => format!("Update<{boxed}>"),
        _ if is_nullable => boxed.clone(),
        _ => models.plain(&field.r#type, &place),
    };
    let is_secret = is_secret(&model.name, field);
    Component {
        field,
        name,
        java,
        given: boxed,
        kind,
        is_secret,
    }
}

/// Returns the constructor, which makes lists unchangeable.
fn constructor(name: &str, components: &[Component<'_>]) -> String {
    let mut text = javadoc("    ", &["Makes a value of all fields."], &Tags::default());
    let _ = writeln!(text, "    public {name} {{");
    for one in components {
        let field = &one.name;
        let fixed = match (&one.field.r#type, one.kind) {
            (Type::Choice(values), BuilderFieldKind::Fixed) => {
                values.first().map(|value| literal(value))
            }
            _ => None,
        };
        let or = if one.is_nullable() { "" } else { "OrEmpty" };
        let _ = match (one.kind, fixed) {
            (BuilderFieldKind::List, _) => {
                writeln!(text, "        {field} = Values.list{or}({field});")
            }
            (BuilderFieldKind::Map, _) => {
                writeln!(text, "        {field} = Values.map{or}({field});")
            }
            (_, Some(fixed)) => {
                writeln!(
                    text,
                    "        {field} = {field} == null ? {fixed} : {field};"
                )
            }
            _ => Ok(()),
        };
    }
    let _ = write!(
        text,
        "        {OTHERS} = Values.hidden({OTHERS});\n    }}\n\n"
    );
    text
}

/// Returns `toString` of a record with secrets.
fn shown(name: &str, components: &[Component<'_>]) -> String {
    let fields = components.iter().enumerate().map(|(at, one)| {
        let comma = if at == 0 { "" } else { ", " };
        let field = &one.name;
        if one.is_secret {
            format!("                + \"{comma}{field}=\" + Values.secret({field})\n")
        } else {
            format!("                + \"{comma}{field}=\" + {field}\n")
        }
    });
    format!(
        "    /** Shows no secret. */
    @Override
    public String toString() {{
        return \"{name}[\"
{}                + \"]\";
    }}

",
        fields.collect::<String>()
    )
}

fn builder(name: &str, components: &[Component<'_>]) -> String {
    let built: Vec<&Component<'_>> = components
        .iter()
        .filter(|one| one.kind != BuilderFieldKind::Fixed && !one.field.is_read_only)
        .collect();
    let mut text = String::new();
    text.push_str(&javadoc(
        "    ",
        &["Returns a builder without fields."],
        &Tags::default(),
    ));
    text.push_str(
        "    public static Builder builder() {\n        return new Builder();\n    }\n\n",
    );
    text.push_str(&javadoc(
        "    ",
        &["Returns a builder with the fields of this value."],
        &Tags::default(),
    ));
    text.push_str("    public Builder toBuilder() {\n        Builder builder = new Builder();\n");
    for one in &built {
        let _ = writeln!(text, "        builder.{0} = {0};", one.name);
    }
    let _ = write!(
        text,
        "        builder.{OTHERS}.putAll({OTHERS});\n        return builder;\n    }}\n\n"
    );
    let about = format!("Makes a {name}.");
    text.push_str(&javadoc("    ", &[&about], &Tags::default()));
    text.push_str("    public static final class Builder {\n\n");
    for one in &built {
        let java = if one.kind == BuilderFieldKind::Update {
            &one.java
        } else {
            &one.given
        };
        let _ = writeln!(text, "        private {java} {};", one.name);
    }
    let _ = write!(
        text,
        "        private final Map<String, Object> {OTHERS} = new LinkedHashMap<>();\n\n        private Builder() {{}}\n\n"
    );
    for one in &built {
        text.push_str(&setter(one));
    }
    text.push_str(&other_setter());
    text.push_str(&build(name, components));
    text.push_str("    }\n");
    text
}

/// Returns the setter of a field. An optional number has two, so that null and a literal of another type are accepted.
fn setter(one: &Component<'_>) -> String {
    let name = &one.name;
    let is_update = one.kind == BuilderFieldKind::Update;
    let about = if is_update {
        let unnamed = "; null if the change does not name it";
        one.about().replace(unnamed, "; null removes it")
    } else {
        one.about()
    };
    let value = if is_update {
        format!("Update.of({name})")
    } else {
        name.clone()
    };
    let number = match one.given.as_str() {
        "Long" => Some("long"),
        "Double" => Some("double"),
        _ => None,
    };
    let is_sent = one.is_sent() && !one.field.is_nullable;
    let types = match number {
        Some(number) if is_sent => vec![number],
        Some(number) => vec![one.given.as_str(), number],
        None => vec![one.given.as_str()],
    };
    let described = if one.field.description.is_empty() {
        format!("Sets the field `{}`.", one.field.name)
    } else {
        format!("Sets the field `{}`: {about}.", one.field.name)
    };
    let comment = javadoc("        ", &[&described], &Tags::default());
    let setters = types.iter().map(|java| {
        format!(
            "{comment}        public Builder {name}({java} {name}) {{\n            this.{name} = {value};\n            return this;\n        }}\n\n"
        )
    });
    setters.collect()
}

fn other_setter() -> String {
    let about =
        "Sets a field that this version of the client does not know, to a value that JSON has.";
    format!(
        "{}        public Builder otherField(String name, Object value) {{
            {OTHERS}.put(name, value);
            return this;
        }}

",
        javadoc("        ", &[about], &Tags::default())
    )
}

fn build(name: &str, components: &[Component<'_>]) -> String {
    let about =
        "Returns the value, or throws an `IllegalStateException` if a required field is missing.";
    let arguments = components.iter().map(|one| {
        let field = &one.name;
        match one.kind {
            _ if one.field.is_read_only => nothing(&one.java),
            BuilderFieldKind::Fixed => "null".to_owned(),
            _ if one.is_sent() && !one.field.is_nullable => format!(
                "Values.required({field}, {}, {})",
                literal(name),
                literal(&one.field.name)
            ),
            _ => field.clone(),
        }
    });
    let mut arguments: Vec<String> = arguments
        .map(|one| format!("                    {one}"))
        .collect();
    arguments.push(format!("                    {OTHERS}"));
    format!(
        "{}        public {name} build() {{\n            return new {name}(\n{});\n        }}\n",
        javadoc("        ", &[about], &Tags::default()),
        arguments.join(",\n")
    )
}

/// Returns the value of a field that only answers have.
fn nothing(java: &str) -> String {
    match java {
        "boolean" => "false",
        "long" => "0L",
        "double" => "0.0",
        _ => "null",
    }
    .to_owned()
}
