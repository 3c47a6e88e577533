//! The Python client: a module of models, and for each group of operations a module with a class for the synchronous and one for
//! the asynchronous client.
//!
//! Reading order: [`generate`], then `python/models.rs`, `python/operations.rs` and `python/methods.rs`, which share `python/names.rs` and
//! `python/docs.rs`; then `python/check.rs`.

mod check;
mod docs;
mod methods;
mod models;
mod names;
mod operations;
mod parameters;

pub(super) use self::check::{accept, check, library};
use super::contract::Contract;

const FOLDER: &str = "src/lockstep/_generated";
const HEADER: &str = "# Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.\n";

/// Returns the generated files.
pub(super) fn generate(contract: &Contract) -> Vec<(String, String)> {
    let file =
        |name: &str, text: String| (format!("{FOLDER}/{name}.py"), HEADER.to_owned() + &text);
    let mut files = vec![
        file(
            "__init__",
            "\"\"\"Operations and models of the API.\"\"\"\n".to_owned(),
        ),
        file("models", models::text(contract)),
        file("groups", operations::index(contract)),
    ];
    files.extend(
        contract
            .groups
            .iter()
            .map(|group| file(&group.name, operations::text(contract, group))),
    );
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_fields_of_a_class_and_no_two_parameters_share_a_name() {
        use std::collections::BTreeSet;

        use super::super::contract::Shape;

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
            let parameters = parameters::parameters(&contract, operation);
            let named: BTreeSet<&String> = parameters.iter().map(|one| &one.name).collect();
            assert_eq!(named.len(), parameters.len(), "{}", operation.id);
            assert!(!named.contains(&"options".to_owned()), "{}", operation.id);
        }
    }

    #[test]
    fn the_text_does_not_depend_on_the_run() {
        let contract = Contract::read().unwrap();
        assert_eq!(generate(&contract), generate(&Contract::read().unwrap()));
    }
}
