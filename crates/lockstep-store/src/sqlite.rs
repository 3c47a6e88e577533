//! The embedded engine: SQLite in WAL mode with `synchronous=FULL`.

use std::path::Path;
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use crate::connection::connect;
use crate::error::StoreError;
use crate::no_follow::{in_resolved_folder, private_options};

/// Opens or creates the file, with the settings of the connection that writes. A file that has pages
/// keeps their size.
pub(crate) fn open_writer(file: &Path) -> Result<Connection, StoreError> {
    private(file)?;
    let connection = connect(file, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    connection.pragma_update(None, "page_size", PAGE_BYTES)?;
    if number(&connection, "PRAGMA page_count")? == 0 {
        // Must precede the journal mode, which writes the first page. A file that already has
        // pages keeps its mode.
        connection.pragma_update(None, "auto_vacuum", "INCREMENTAL")?;
    }
    // The value FAST would leave removed data on free pages.
    connection.pragma_update(None, "secure_delete", "ON")?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "journal_size_limit", WAL_KEPT_BYTES)?;
    connection.pragma_update(None, "wal_autocheckpoint", WAL_CHECKPOINT_PAGES)?;
    Ok(connection)
}

/// Copies the write-ahead log into the database file and truncates it.
pub(crate) fn checkpoint(file: &Path) -> Result<(), StoreError> {
    let connection = connect(file, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    connection.busy_timeout(CHECKPOINT_WAIT)?;
    for _ in 1..CHECKPOINT_TRIES {
        match checkpoint_log(&connection) {
            Err(StoreError::Unfolded) => pause(),
            outcome => return outcome,
        }
    }
    checkpoint_log(&connection)
}

/// Returns the size of the write-ahead log of a database, whose pages a copy contains, too.
pub(crate) fn log_bytes(file: &Path) -> u64 {
    let mut log = file.as_os_str().to_owned();
    log.push("-wal");
    std::fs::metadata(log).map_or(0, |about| about.len())
}

/// Copies a consistent snapshot into `file`. An error of `progress` stops the copy and is returned.
pub(crate) fn backup(
    from: &Path,
    file: &Path,
    mut progress: impl FnMut(u64, u64) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    private(file)?;
    let pages = |file: &Path| {
        let bytes = std::fs::metadata(file).map_or(0, |about| about.len());
        bytes / PAGE_BYTES.unsigned_abs()
    };
    let total = pages(from);
    let (result, ended) = std::sync::mpsc::channel();
    let source = connect(from, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    let interrupt = source.get_interrupt_handle();
    let to = file.to_owned();
    std::thread::Builder::new()
        .name("store-copy".to_owned())
        .spawn(move || {
            let copied = copy(&source, &to);
            drop(source);
            result.send(copied)
        })
        .map_err(|source| StoreError::File {
            path: file.to_owned(),
            source,
        })?;
    let mut refusal = None;
    loop {
        match ended.recv_timeout(COPY_TICK) {
            Ok(copied) => {
                // A copy that was stopped says only that it was.
                copied.map_err(|error| refusal.unwrap_or(error))?;
                return progress(total.max(1), total.max(1));
            }
            Err(RecvTimeoutError::Timeout) => {
                if let Err(error) = progress(pages(file).min(total), total.max(1)) {
                    interrupt.interrupt();
                    refusal.get_or_insert(error);
                }
            }
            Err(RecvTimeoutError::Disconnected) => {
                return Err(StoreError::Panicked {
                    transaction: "store.copy",
                });
            }
        }
    }
}

/// Creates the file, readable by its owner only, if it is missing. The engine gives its other files
/// the same mode. Refuses a symbolic link.
fn private(file: &Path) -> Result<(), StoreError> {
    let made = private_options().open(file);
    made.map(drop).map_err(|source| StoreError::File {
        path: file.to_owned(),
        source,
    })
}

fn number(connection: &Connection, pragma: &str) -> Result<i64, StoreError> {
    Ok(connection.query_row(pragma, [], |row| row.get(0))?)
}

/// Writes the rows of one snapshot into a new empty file. It writes new pages instead of copying
/// them, so that removed data is not in the copy.
fn copy(source: &Connection, to: &Path) -> Result<(), StoreError> {
    if number(source, "PRAGMA auto_vacuum")? == 0 {
        source.pragma_update(None, "auto_vacuum", "INCREMENTAL")?;
    }
    // The source keeps its size; the copy of a store from an earlier version gets the present one.
    source.pragma_update(None, "page_size", PAGE_BYTES)?;
    let to = in_resolved_folder(to)?;
    let name = to.to_str().ok_or_else(|| StoreError::File {
        path: to.clone(),
        source: std::io::Error::other("the path is not UTF-8"),
    })?;
    source.execute("VACUUM INTO ?1", [name])?;
    Ok(())
}

/// Copies the whole write-ahead log into the database and truncates it. Waits for readers up to the
/// connection's busy timeout; then returns [`StoreError::Unfolded`].
pub(crate) fn checkpoint_log(connection: &Connection) -> Result<(), StoreError> {
    let busy = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0));
    if busy? {
        return Err(StoreError::Unfolded);
    }
    Ok(())
}

/// Waits before the next try. The engine runs one checkpoint at a time and signals no end of it;
/// the writer's own checkpoints take some milliseconds.
#[expect(clippy::disallowed_methods, reason = "there is no event to wait for")]
fn pause() {
    std::thread::sleep(CHECKPOINT_PAUSE);
}

/// The size of pages of a new store. Each table and index takes a page, however few rows it has, and a
/// store has 230 of one page. A chunk of 16 384 points takes several pages, and its rest lies beside
/// other chunks. At 15 M points, pages of 8 KiB take 0.06 bytes a point more.
const PAGE_BYTES: i64 = 4096;
/// 16 MiB in a new store.
const WAL_CHECKPOINT_PAGES: i64 = 4000;
const WAL_KEPT_BYTES: i64 = 64 << 20;
/// The time that one try waits for readers.
const CHECKPOINT_WAIT: Duration = Duration::from_millis(100);
const CHECKPOINT_TRIES: u32 = 40;
/// The pause between two tries while another checkpoint runs.
const CHECKPOINT_PAUSE: Duration = Duration::from_millis(10);
/// The interval of progress reports of a copy.
const COPY_TICK: Duration = Duration::from_millis(200);
