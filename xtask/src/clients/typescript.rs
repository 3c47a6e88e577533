//! The TypeScript client: `npm run generate` writes its types and operations, and [`generate`] the places of secrets.

use std::fs;
use std::path::Path;

use super::contract::{Contract, Shape, Type};
use super::exchange;
use super::secrets::is_secret;
use crate::run::{output, program, root, succeed};
use crate::{abuse, npm};

/// Returns the table of the secrets in answers. The types are gone when a program runs, so the table names the operation and the
/// path of each field.
pub(super) fn generate(contract: &Contract) -> Vec<(String, String)> {
    const HEADER: &str = "// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
import type { OperationId } from \"./operations.js\";

/** The fields of answers that are not printed: names, joined by dots; `*` stands for the entries of a list or a map. */
export const SECRETS: { readonly [id in OperationId]?: readonly string[] } = {
";
    let mut lines: Vec<String> = Vec::new();
    for operation in contract.groups.iter().flat_map(|group| &group.operations) {
        let mut found = Vec::new();
        if let Some(answer) = &operation.answer.json {
            secrets(contract, answer, &mut Vec::new(), "", &mut found);
        }
        if !found.is_empty() {
            lines.push(format!("  {}: [{}],\n", operation.id, found.join(", ")));
        }
    }
    lines.sort();
    let text = format!("{HEADER}{}}};\n", lines.concat());
    vec![("src/generated/secrets.ts".to_owned(), text)]
}

/// Adds the quoted paths of the secrets in a value of this type, which is at `path`. `outer` are the models that contain it.
fn secrets<'a>(
    contract: &'a Contract,
    r#type: &'a Type,
    outer: &mut Vec<&'a str>,
    path: &str,
    found: &mut Vec<String>,
) {
    match r#type {
        Type::List(item) | Type::Map(item) => {
            secrets(contract, item, outer, &format!("{path}*."), found);
        }
        Type::Model(name) if !outer.contains(&name.as_str()) => {
            outer.push(name);
            match contract.model(name).map(|model| &model.shape) {
                Some(Shape::Object { fields, .. }) => {
                    for field in fields {
                        let inner = format!("{path}{}", field.name);
                        if is_secret(name, field) {
                            found.push(format!("\"{inner}\""));
                        }
                        secrets(contract, &field.r#type, outer, &format!("{inner}."), found);
                    }
                }
                Some(Shape::Union { variants, .. }) => {
                    for variant in variants {
                        secrets(contract, variant, outer, path, found);
                    }
                }
                Some(Shape::Alias(other)) => secrets(contract, other, outer, path, found),
                Some(Shape::Choice(_)) | None => {}
            }
            outer.pop();
        }
        _ => {}
    }
}

const FOLDER: &str = "clients/typescript";

/// Compares the generated files, then runs the linter, the types and the tests.
pub(super) fn check() -> Result<(), String> {
    /// The client needs `AbortSignal.any`.
    const OLDEST_NODE: u32 = 20;
    if !npm::is_available("the TypeScript client") {
        return Ok(());
    }
    let version = output(program("node", ".", &["--version"]))?;
    let major = version.trim().trim_start_matches('v').split('.').next();
    if major.and_then(|text| text.parse().ok()).unwrap_or(0) < OLDEST_NODE {
        println!(
            "the TypeScript client skipped: Node {OLDEST_NODE} is needed, this is {}",
            version.trim()
        );
        return Ok(());
    }
    let install = ["ci", "--no-audit", "--no-fund", "--ignore-scripts"];
    if let Err(reason) = succeed(program("npm", FOLDER, &install)) {
        println!("the TypeScript client skipped: its packages cannot be installed: {reason}");
        return Ok(());
    }
    let generated = ["schema.ts", "operations.ts"]
        .map(|name| root().join(FOLDER).join("src/generated").join(name));
    let committed = read(&generated)?;
    succeed(program("npm", FOLDER, &["run", "generate"]))?;
    if read(&generated)? != committed {
        return Err(format!(
            "{FOLDER}/src/generated differed from what `npm run generate` writes; it is written again: commit it"
        ));
    }
    succeed(program("npm", FOLDER, &["run", "check"]))?;
    let mut test = program("npm", FOLDER, &["test"]);
    test.env("LOCKSTEP_PROGRAM", abuse::binary()?);
    test.env(exchange::VARIABLE, exchange::folder());
    succeed(test)
}

/// Runs the compiled test of the values of all languages.
pub(super) fn accept() -> Result<(), String> {
    let words = [
        "--test",
        "--test-timeout=300000",
        "build/test/exchange.test.js",
    ];
    let mut test = program("node", FOLDER, &words);
    test.env(exchange::VARIABLE, exchange::folder());
    succeed(test)
}

fn read(paths: &[impl AsRef<Path>]) -> Result<Vec<String>, String> {
    let text = |path: &Path| {
        fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
    };
    paths.iter().map(|path| text(path.as_ref())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_secrets_of_answers_are_found_at_every_depth() {
        let (_, text) = generate(&Contract::read().unwrap()).remove(0);
        for line in [
            "  createApiKey: [\"key\"],\n",
            "  createSocketTicket: [\"ticket\"],\n",
        ] {
            assert!(text.contains(line), "{line}{text}");
        }
        let is_short = |line: &str| line.starts_with("/**") || line.len() <= 110;
        assert!(text.lines().all(is_short), "Biome breaks longer lines");
    }
}
