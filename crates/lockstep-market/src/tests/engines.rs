//! Stores of property tests: on the embedded engine, and on PostgreSQL if `LOCKSTEP_TEST_POSTGRES` names a server.

use std::path::Path;
use std::sync::Once;

use data_encoding::HEXLOWER;
use lockstep_store::{Db, PostgresUrl};

/// The variable with the address of a server for tests.
const SERVER: &str = "LOCKSTEP_TEST_POSTGRES";
/// The beginning of the name of every schema. The number of the process follows.
const PREFIX: &str = "lockstep_market_test_";

/// An engine on which a property must hold.
pub(super) struct Engine {
    /// The schema on the server; `None` for the embedded engine.
    schema: Option<PostgresUrl>,
}

impl Engine {
    /// Returns the engines. The schema has the name of the folder, which no other test uses.
    pub(super) fn all(folder: &tempfile::TempDir) -> Vec<Self> {
        static CLEANED: Once = Once::new();
        let mut engines = vec![Self { schema: None }];
        let Some(server) = server() else {
            CLEANED.call_once(|| println!("skipped: {SERVER} is not set"));
            return engines;
        };
        CLEANED.call_once(|| remove_earlier(&server));
        let name = folder.path().file_name().unwrap().as_encoded_bytes();
        // In hexadecimal digits: a name of a schema has no capital letters.
        let digits = HEXLOWER.encode(name);
        let name = format!("{PREFIX}{}_{digits}", std::process::id());
        engines.push(Self {
            schema: Some(server.in_schema(&name).unwrap()),
        });
        engines
    }

    /// Opens the store of a folder on the engine.
    pub(super) fn open(&self, folder: &tempfile::TempDir) -> Db {
        super::open_on(folder, self.schema.clone())
    }

    /// Removes the schema that the closed store left on the server.
    pub(super) fn remove(self) {
        if let Some(schema) = self.schema {
            schema.remove_schema().unwrap();
        }
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "an environment variable names the server for tests"
)]
fn server() -> Option<PostgresUrl> {
    let server = std::env::var(SERVER).ok()?;
    Some(server.parse().unwrap())
}

/// Removes the schemas that failed tests of ended processes left.
fn remove_earlier(server: &PostgresUrl) {
    for name in server.schemas(PREFIX).unwrap() {
        let process = name.trim_start_matches(PREFIX).split('_').next().unwrap();
        if !Path::new("/proc").join(process).exists() {
            server.in_schema(&name).unwrap().remove_schema().unwrap();
        }
    }
}
