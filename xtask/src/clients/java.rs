//! The Java client: its generated files, and its checks.
//!
//! Reading order: [`generate`], then `java/models.rs` and `java/model_files.rs` with `java/records.rs` and `java/unions.rs`, then
//! `java/operations.rs` with `java/methods.rs` and `java/call.rs`, which share `java/names.rs`; then `java/check.rs`.

mod call;
mod check;
mod methods;
mod model_files;
mod models;
mod names;
mod operations;
mod records;
mod unions;

pub(super) use self::check::{accept, check};
use self::models::Models;
use super::contract::Contract;

/// Returns the generated files: a class for each model, and two for each group of operations.
pub(super) fn generate(contract: &Contract) -> Vec<(String, String)> {
    let mut models = Models::new(contract);
    let mut files = operations::files(contract, &mut models);
    files.extend(model_files::files(models));
    files.sort();
    files
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_operation_has_its_methods_and_no_two_files_share_a_path() {
        let contract = Contract::read().unwrap();
        let files = generate(&contract);
        assert_eq!(files, generate(&Contract::read().unwrap()));
        let paths: BTreeSet<String> = files
            .iter()
            .map(|(path, _)| path.to_ascii_lowercase())
            .collect();
        assert_eq!(paths.len(), files.len());
        for group in &contract.groups {
            let class = format!("operations/{}.java", operations::class(group, ""));
            let (_, text) = files
                .iter()
                .find(|(path, _)| path.ends_with(&class))
                .unwrap();
            for operation in &group.operations {
                let has = |suffix: &str| text.contains(&format!(" {}{suffix}(", operation.id));
                assert!(has("") || has("Stream"), "{}", operation.id);
                assert_eq!(has("All"), operation.pages.is_some(), "{}", operation.id);
                assert_eq!(has("AsJob"), operation.runs_as_job, "{}", operation.id);
            }
        }
    }
}
