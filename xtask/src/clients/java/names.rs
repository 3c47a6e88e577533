//! The conventions of Java: names, literals, comments and imports.

use std::fmt::Write as _;

use crate::clients::contract::{camel, words};

/// Words that cannot be names, and names that every object has.
const RESERVED: &[&str] = &[
    "abstract",
    "assert",
    "boolean",
    "break",
    "byte",
    "case",
    "catch",
    "char",
    "class",
    "clone",
    "const",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extends",
    "final",
    "finalize",
    "finally",
    "float",
    "for",
    "getClass",
    "goto",
    "hashCode",
    "if",
    "implements",
    "import",
    "instanceof",
    "int",
    "interface",
    "long",
    "native",
    "new",
    "notify",
    "notifyAll",
    "package",
    "private",
    "protected",
    "public",
    "return",
    "short",
    "static",
    "strictfp",
    "super",
    "switch",
    "synchronized",
    "this",
    "throw",
    "throws",
    "toString",
    "transient",
    "try",
    "void",
    "volatile",
    "wait",
    "while",
];
const MAX_COMMENT_COLUMNS: usize = 116;
const HEAD: &str = "// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.\n";
pub(super) const ROOT: &str = "src/main/java/example/lockstep";

/// The types that generated files import, by their simple names.
const IMPORTS: &[(&str, &str)] = &[
    ("AsyncJob", "example.lockstep.AsyncJob"),
    ("AsyncPages", "example.lockstep.AsyncPages"),
    ("CallOptions", "example.lockstep.CallOptions"),
    ("Content", "example.lockstep.Content"),
    ("Download", "example.lockstep.Download"),
    ("FilePart", "example.lockstep.FilePart"),
    ("Job", "example.lockstep.Job"),
    ("Pages", "example.lockstep.Pages"),
    ("Update", "example.lockstep.Update"),
    ("Arguments", "example.lockstep.internal.Arguments"),
    ("Form", "example.lockstep.internal.Form"),
    ("Futures", "example.lockstep.internal.Futures"),
    ("Operation", "example.lockstep.internal.Operation"),
    ("Paging", "example.lockstep.internal.Paging"),
    ("Query", "example.lockstep.internal.Query"),
    ("Transport", "example.lockstep.internal.Transport"),
    ("UnionReader", "example.lockstep.internal.UnionReader"),
    ("Values", "example.lockstep.internal.Values"),
    (
        "JsonAnyGetter",
        "com.fasterxml.jackson.annotation.JsonAnyGetter",
    ),
    (
        "JsonAnySetter",
        "com.fasterxml.jackson.annotation.JsonAnySetter",
    ),
    (
        "JsonCreator",
        "com.fasterxml.jackson.annotation.JsonCreator",
    ),
    (
        "JsonInclude",
        "com.fasterxml.jackson.annotation.JsonInclude",
    ),
    (
        "JsonProperty",
        "com.fasterxml.jackson.annotation.JsonProperty",
    ),
    ("JsonValue", "com.fasterxml.jackson.annotation.JsonValue"),
    (
        "TypeReference",
        "com.fasterxml.jackson.core.type.TypeReference",
    ),
    (
        "SimpleModule",
        "com.fasterxml.jackson.databind.module.SimpleModule",
    ),
    ("LocalDate", "java.time.LocalDate"),
    ("OffsetDateTime", "java.time.OffsetDateTime"),
    ("LinkedHashMap", "java.util.LinkedHashMap"),
    ("List", "java.util.List"),
    ("Map", "java.util.Map"),
    ("Objects", "java.util.Objects"),
    (
        "CompletableFuture",
        "java.util.concurrent.CompletableFuture",
    ),
];

/// Returns a file of the package `folder`: its path, and its text with the imports that it needs.
pub(super) fn file(folder: &str, class: &str, others: &[&str], body: &str) -> (String, String) {
    let used = used(body);
    let mut imports: Vec<String> = IMPORTS
        .iter()
        .filter(|(name, path)| {
            used.contains(name) && *path != format!("example.lockstep.{folder}.{name}")
        })
        .map(|(_, path)| format!("import {path};\n"))
        .collect();
    imports.extend(others.iter().map(|path| format!("import {path};\n")));
    imports.sort();
    let imports = if imports.is_empty() {
        String::new()
    } else {
        imports.concat() + "\n"
    };
    let text = format!("{HEAD}package example.lockstep.{folder};\n\n{imports}{body}");
    (format!("{ROOT}/{folder}/{class}.java"), text)
}

/// Returns the words of the code, without those of comments.
fn used(body: &str) -> std::collections::BTreeSet<&str> {
    let lines = body
        .lines()
        .filter(|line| !line.trim_start().starts_with(['*', '/']));
    lines
        .flat_map(|line| line.split(|c: char| !c.is_ascii_alphanumeric() && c != '_'))
        .collect()
}

/// Returns `datasetId` for `dataset_id`, and `defaultValue` for `default`.
pub(super) fn member(name: &str) -> String {
    let name = camel(name);
    if RESERVED.contains(&name.as_str()) {
        name + "Value"
    } else {
        name
    }
}

/// Returns `AT_REST` for `at rest`.
pub(super) fn constant(name: &str) -> String {
    let name = words(name).join("_").to_ascii_uppercase();
    if name.starts_with(|c: char| c.is_ascii_digit()) || name.is_empty() {
        format!("VALUE_{name}")
    } else {
        name
    }
}

/// Returns a string literal.
pub(super) fn literal(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// The parts of a documentation comment after its text.
#[derive(Default)]
pub(super) struct Tags {
    /// The names of parameters, with their descriptions.
    pub(super) parameters: Vec<(String, String)>,
    pub(super) returns: Option<String>,
}

/// Returns a documentation comment.
pub(super) fn javadoc(indent: &str, paragraphs: &[&str], tags: &Tags) -> String {
    let mut lines = Vec::new();
    let paragraphs = paragraphs.iter().flat_map(|one| one.split("\n\n"));
    for paragraph in paragraphs.filter(|one| !one.trim().is_empty()) {
        let begin = if lines.is_empty() {
            ""
        } else {
            lines.push(String::new());
            "<p>"
        };
        wrap(
            &format!("{begin}{}", markup(paragraph)),
            "",
            indent,
            &mut lines,
        );
    }
    let described: Vec<_> = tags.parameters.iter().collect();
    if !lines.is_empty() && (!described.is_empty() || tags.returns.is_some()) {
        lines.push(String::new());
    }
    for (name, about) in described {
        wrap(
            &format!("@param {name} {}", markup(about)),
            "    ",
            indent,
            &mut lines,
        );
    }
    if let Some(about) = &tags.returns {
        wrap(
            &format!("@return {}", markup(about)),
            "    ",
            indent,
            &mut lines,
        );
    }
    match lines.as_slice() {
        [] => String::new(),
        [only] if !only.starts_with('@') => format!("{indent}/** {only} */\n"),
        _ => {
            let mut text = format!("{indent}/**\n");
            for line in lines {
                let _ = writeln!(text, "{}", format!("{indent} * {line}").trim_end());
            }
            text + &format!("{indent} */\n")
        }
    }
}

fn wrap(text: &str, hanging: &str, indent: &str, lines: &mut Vec<String>) {
    let width = MAX_COMMENT_COLUMNS.saturating_sub(indent.len());
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() && line.chars().count() + word.chars().count() >= width {
            lines.push(std::mem::replace(&mut line, hanging.to_owned()));
        } else if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(line);
}

/// Returns a text as Javadoc takes it: code in tags, and signs escaped.
fn markup(text: &str) -> String {
    let mut marked = String::new();
    for (at, part) in text.split('`').enumerate() {
        let escaped = escape(part);
        if at % 2 == 1 {
            let _ = write!(marked, "<code>{escaped}</code>");
        } else {
            marked.push_str(&escaped);
        }
    }
    marked
}

fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '{' | '}' | '@' | '\\' => {
                let _ = write!(escaped, "&#{};", u32::from(letter));
            }
            // `*/` would end the comment.
            '/' if escaped.ends_with('*') => escaped.push_str("&#47;"),
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_follow_java() {
        for (name, expected) in [
            ("dataset_id", "datasetId"),
            ("default", "defaultValue"),
            ("MCPAnswer", "mcpAnswer"),
        ] {
            assert_eq!(member(name), expected);
        }
        for (name, expected) in [
            ("at rest", "AT_REST"),
            ("AES-256-GCM", "AES_256_GCM"),
            ("90d", "VALUE_90D"),
            ("", "VALUE_"),
        ] {
            assert_eq!(constant(name), expected);
        }
    }

    #[test]
    fn comments_are_escaped() {
        let tags = Tags {
            parameters: vec![("id".to_owned(), "`{\"a\": 1}` & */".to_owned())],
            returns: None,
        };
        assert_eq!(
            javadoc("", &["A <b>."], &tags),
            "/**\n * A &lt;b&gt;.\n *\n * @param id <code>&#123;\"a\": 1&#125;</code> &amp; *&#47;\n */\n"
        );
        assert_eq!(
            javadoc("  ", &["Short."], &Tags::default()),
            "  /** Short. */\n"
        );
    }
}
