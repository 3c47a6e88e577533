//! The Ruby client: a file of models, for each group of operations a file with a class, and the signatures of both.
//!
//! Reading order: [`generate`], then `ruby/models.rs`, `ruby/operations.rs`, `ruby/methods.rs` and `ruby/parameters.rs`, which share
//! `ruby/names.rs` and `ruby/docs.rs`; `ruby/signatures.rs`; then `ruby/check.rs`.

mod check;
mod docs;
mod methods;
mod models;
mod names;
mod operations;
mod parameters;
mod signatures;

pub(super) use self::check::{accept, check};
use super::contract::Contract;

const FOLDER: &str = "lib/lockstep/generated";
const HEADER: &str = "# frozen_string_literal: true\n\n# Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.\n";

/// Returns the generated files.
pub(super) fn generate(contract: &Contract) -> Vec<(String, String)> {
    let file =
        |name: &str, text: String| (format!("{FOLDER}/{name}.rb"), HEADER.to_owned() + &text);
    let mut files = vec![
        file("models", models::text(contract)),
        file("groups", operations::index(contract)),
    ];
    for (name, text) in [
        ("models", signatures::models(contract)),
        ("operations", signatures::operations(contract)),
    ] {
        files.push((format!("sig/generated/{name}.rbs"), text));
    }
    files.extend(contract.groups.iter().map(|group| {
        let name = format!("{}_operations", group.name);
        file(&name, operations::text(contract, group))
    }));
    files
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::contract::Shape;
    use super::*;

    #[test]
    fn no_two_fields_of_a_class_and_no_two_parameters_share_a_name() {
        let contract = Contract::read().unwrap();
        for model in &contract.models {
            if let Shape::Object { fields, .. } = &model.shape {
                let named: BTreeSet<String> = fields
                    .iter()
                    .map(|field| names::attribute(&field.name))
                    .collect();
                assert_eq!(named.len(), fields.len(), "{}", model.name);
            }
        }
        for operation in contract.groups.iter().flat_map(|group| &group.operations) {
            for variant in parameters::method_variants(operation) {
                let parameters = parameters::parameters(&contract, operation, variant);
                let named: BTreeSet<&String> = parameters.iter().map(|one| &one.name).collect();
                assert_eq!(named.len(), parameters.len(), "{}", operation.id);
                let mut taken = vec!["options"];
                if variant == parameters::MethodVariant::Stream {
                    taken.extend(["accept", "block"]);
                }
                for name in taken {
                    assert!(!named.contains(&name.to_owned()), "{}", operation.id);
                }
            }
        }
    }

    #[test]
    fn every_operation_has_a_method_and_the_text_does_not_depend_on_the_run() {
        let contract = Contract::read().unwrap();
        let files = generate(&contract);
        assert_eq!(files, generate(&Contract::read().unwrap()));
        let text: String = files.iter().map(|(_, text)| text.as_str()).collect();
        for operation in contract.groups.iter().flat_map(|group| &group.operations) {
            let name = super::super::contract::snake(&operation.id);
            for variant in parameters::method_variants(operation) {
                let method = format!("    def {name}{}", variant.suffix());
                let is_there = text.lines().any(|line| {
                    line.strip_prefix(&method)
                        .is_some_and(|rest| rest.is_empty() || rest.starts_with('('))
                });
                assert!(is_there, "{method}");
            }
        }
    }

    #[test]
    fn every_body_is_an_object_or_is_sent_as_it_is() {
        let contract = Contract::read().unwrap();
        for operation in contract.groups.iter().flat_map(|group| &group.operations) {
            if operation
                .body
                .as_ref()
                .is_some_and(|body| body.json.is_some())
            {
                assert!(
                    parameters::json_fields(&contract, operation).is_some(),
                    "{}: the fields of its body cannot be parameters",
                    operation.id
                );
            }
        }
    }
}
