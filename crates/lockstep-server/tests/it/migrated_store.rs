//! A store with every table and no row. Fresh servers of the tests begin with a copy of it, since the migrations are a fifth
//! of the work of a start. A first start that was killed before it made the keys leaves the same file.

use std::fs::OpenOptions;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use lockstep_server::app::migrations;
use lockstep_store::db::Options;
use lockstep_store::{Db, SystemClock, SystemEntropy};

/// Writes the store to a file that does not exist yet.
pub(crate) fn write(file: &Path) {
    static STORE: OnceLock<Vec<u8>> = OnceLock::new();
    let mut options = OpenOptions::new();
    let mut file = options
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(file)
        .unwrap();
    file.write_all(STORE.get_or_init(migrated)).unwrap();
}

/// Applies all migrations as a first start does; returns the bytes of the file.
fn migrated() -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("store.db");
    let options = Options {
        file: file.clone(),
        postgres: None,
        readers: 1,
        clock: SystemClock::shared(),
        entropy: Arc::new(SystemEntropy),
    };
    let store = Db::open(options, &migrations()).unwrap();
    // All pages are in the file then, and none in its log.
    store.checkpoint().unwrap();
    drop(store);
    std::fs::read(file).unwrap()
}
