//! Servers of tests on PostgreSQL, each in a schema of its own, if `LOCKSTEP_TEST_STORES_ON_POSTGRES` is set.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::path::Path;

use lockstep_config::StoreUrl;

/// Returns a variable that configures the tests.
#[expect(
    clippy::disallowed_methods,
    reason = "environment variables configure the tests"
)]
pub(crate) fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// The address of the schema for the server in a folder; `None` for the embedded engine.
pub(crate) fn schema_of(folder: &Path) -> Option<StoreUrl> {
    url_of(folder).map(|url| url.try_into().unwrap())
}

/// The same address as text, with its password.
pub(crate) fn url_of(folder: &Path) -> Option<String> {
    variable("LOCKSTEP_TEST_STORES_ON_POSTGRES")?;
    let server = variable("LOCKSTEP_TEST_POSTGRES").unwrap();
    let mut hasher = DefaultHasher::new();
    folder.hash(&mut hasher);
    let schema = format!("lockstep_server_test_{:016x}", hasher.finish());
    Some(format!("{server}?options=-csearch_path%3D{schema}"))
}
