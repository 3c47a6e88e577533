//! Every statement that the sources spell out, and every migration, on PostgreSQL. Statements that are put together when
//! they run are left to the tests that run them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use lockstep_server::app;
use lockstep_store::db::Options;
use lockstep_store::{Db, PostgresUrl, StoreError, SystemClock, SystemEntropy};

/// A statement and its place in the sources.
pub(crate) struct Found {
    pub(crate) place: String,
    pub(crate) sql: String,
}

#[tokio::test]
async fn postgres_accepts_every_migration_and_statement() {
    let Some(server) = crate::postgres::variable("LOCKSTEP_TEST_POSTGRES") else {
        println!("skipped: LOCKSTEP_TEST_POSTGRES is not set");
        return;
    };
    let server: PostgresUrl = server.parse().unwrap();
    let schema = format!("lockstep_statements_{}", std::process::id());
    let url = server.in_schema(&schema).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let options = Options {
        file: folder.path().join("unused.db"),
        postgres: Some(url.clone()),
        readers: 1,
        clock: SystemClock::shared(),
        entropy: Arc::new(SystemEntropy),
    };
    let db = Db::open(options, &app::migrations()).unwrap();
    let (all, built) = every();
    let count = all.len();
    let refused = db.read::<_, StoreError, _>("test.statements", move |tx| {
        let refused = all.iter().filter_map(|found| {
            let error = tx.try_prepare(&found.sql).err()?;
            Some(format!("{}: {error}\n  {}", found.place, found.sql))
        });
        Ok(refused.collect::<Vec<String>>())
    });
    let refused = refused.await.unwrap();
    db.close().await;
    url.remove_schema().unwrap();
    println!("{count} statements; {built} that are put together when they run are not prepared");
    assert!(
        count > 600,
        "{count} statements: the search of the sources misses some"
    );
    assert!(refused.is_empty(), "{}", refused.join("\n"));
}

/// Returns every statement that the sources spell out, and the number of those that are put together when they run.
pub(crate) fn every() -> (Vec<Found>, usize) {
    let (mut all, mut built) = (Vec::new(), 0);
    for file in sources() {
        collect(&file, &mut all, &mut built);
    }
    (all, built)
}

/// Returns the source files of the product: no tests, and nothing that only the embedded engine runs.
fn sources() -> Vec<PathBuf> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut folders = vec![crates.to_owned()];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let inner = path.strip_prefix(crates).unwrap().to_str().unwrap();
            let is_left_out = |part: &str| inner.contains(part);
            if ELSEWHERE.iter().any(|part| is_left_out(part)) {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else if inner.contains("/src/") && inner.ends_with(".rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// Parts of paths without statements for this schema: tests, files of other programs, the pages of SQLite, and the keys, which have
/// a schema of their own (`lockstep-vault`, `src/tests/postgres.rs`).
const ELSEWHERE: &[&str] = &[
    "/tests",
    "/target",
    "/examples",
    "lockstep-fault-injection",
    "lockstep-formats",
    "lockstep-store/src/connection.rs",
    "lockstep-store/src/copy",
    "lockstep-store/src/free_pages.rs",
    "lockstep-store/src/integrity.rs",
    "lockstep-store/src/postgres",
    "lockstep-store/src/schema.rs",
    "lockstep-store/src/sqlite.rs",
    "lockstep-vault/src/store/keys",
    "lockstep-vault/src/store/tampering.rs",
];

fn collect(file: &Path, all: &mut Vec<Found>, built: &mut usize) {
    let source = std::fs::read_to_string(file).unwrap();
    let product = source.split("#[cfg(test)]\nmod tests {").next().unwrap();
    for (line, text) in literals(product) {
        let first = text.split_whitespace().next().unwrap_or_default();
        let is_statement = ["SELECT", "INSERT", "UPDATE", "DELETE", "WITH"].contains(&first);
        let has_object = ["FROM ", "INTO ", " SET ", "SELECT "]
            .iter()
            .any(|word| text.contains(word));
        if !is_statement || !has_object || text.split_whitespace().count() < 3 {
            continue;
        }
        let without_macros = ["{blob}", "{json}", "{lock}", "{without_rowid}"]
            .iter()
            .fold(text.clone(), |text, name| text.replace(name, ""));
        if without_macros.contains('{') {
            *built += 1;
            continue;
        }
        all.push(Found {
            place: format!("{}:{line}", file.display()),
            sql: text,
        });
    }
}

/// Returns the text literals of a source file with their lines.
fn literals(source: &str) -> Vec<(usize, String)> {
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some(rest) = source.get(at..).filter(|rest| !rest.is_empty()) {
        if rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
        } else if rest.starts_with("'\"'") {
            at += 3;
        } else if rest.starts_with("'\\\"'") {
            at += 4;
        } else if let Some(raw) = rest.strip_prefix("r#\"") {
            let end = raw.find("\"#").unwrap_or(raw.len());
            found.push((line_of(source, at), raw[..end].to_owned()));
            at += 3 + end + 2;
        } else if let Some(text) = rest.strip_prefix('"') {
            let (literal, length) = unescaped(text);
            found.push((line_of(source, at), literal));
            at += 1 + length;
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    found
}

/// Returns the value of a literal that begins after its quotation mark, and its length with the closing mark.
fn unescaped(text: &str) -> (String, usize) {
    let mut value = String::new();
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return (value, at + 1),
            '\\' => match chars.next() {
                Some((_, 'n')) => value.push('\n'),
                // The line break and the spaces after it are not part of the value.
                Some((_, '\n')) => while chars.next_if(|(_, c)| c.is_whitespace()).is_some() {},
                Some((_, c)) => value.push(c),
                None => {}
            },
            c => value.push(c),
        }
    }
    let length = text.len();
    (value, length)
}

fn line_of(source: &str, at: usize) -> usize {
    source[..at].matches('\n').count() + 1
}

#[test]
fn literals_are_read_as_the_compiler_reads_them() {
    let source =
        "// \"no\"\nlet a = \"one \\\n    two\\\"\"; let b = '\"'; let c = r#\"three \"x\"\"#;";
    assert_eq!(
        literals(source),
        [(2, "one two\"".to_owned()), (3, "three \"x\"".to_owned())]
    );
}
