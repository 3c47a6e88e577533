//! Tells files of tests from product code.

use crate::layers;

/// Whether a file is part of tests, by its path from the root.
pub(crate) fn is_test(path: &str) -> bool {
    path.contains("/tests/")
        || path.contains("/benches/")
        || path.contains("/examples/")
        || path.ends_with("/tests.rs")
        || path.ends_with("/testing.rs")
        || layers::FOR_TESTS
            .iter()
            .any(|name| path.starts_with(&format!("crates/{name}/")))
}
