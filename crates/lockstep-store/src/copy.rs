//! Copies a store from one engine to the other, and compares both.
//!
//! Rows are copied as they are: sealed columns stay sealed, and rows keep their numbers. Indexes of words are built
//! again. Until the copy is complete, the target has a table of its progress, and no server opens it.
//!
//! A copy has two passes. [`prepare`] works beside a running server, in short reads of portions, so that its copy is of no
//! one moment. [`copy`] is for a stopped server: it compares digests of ranges of rows, copies and removes those that
//! differ, and compares all of them. Without a preparation, it copies every row.

mod begun;
mod encoding;
mod indexes;
mod key;
mod table;

use crate::audit;
use crate::background;
use crate::connection::Connection;
use crate::database_location::DatabaseLocation;
use crate::error::StoreError;
use crate::migrate::{self, Migration};
use crate::options::Options;
use crate::tx::Tx;
use begun::{Ledger, PROGRESS};
use key::Range;
use table::{Table, read_by_key};

/// The content of a copy, which was compared with the original.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CopyReport {
    /// The number of tables.
    pub tables: u64,
    /// The number of their rows.
    pub rows: u64,
    /// The number of entries of the audit chain, which was verified.
    pub entries: u64,
    /// What this pass changed in the copy.
    pub changes: Changes,
    /// Why an earlier copy was removed, if it was.
    pub discarded: Option<Discarded>,
}

/// The result of a preparation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PreparationReport {
    /// The number of tables.
    pub tables: u64,
    /// The number of the original's rows that were compared or copied.
    pub rows: u64,
    /// What this pass changed in the copy.
    pub changes: Changes,
    /// Why an earlier copy was removed, if it was.
    pub discarded: Option<Discarded>,
}

/// The changes of a copy in one pass. A row that changed counts as removed and as copied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// The number of rows that were added.
    pub copied: u64,
    /// The number of rows that were removed.
    pub removed: u64,
}

impl Changes {
    fn add(&mut self, other: Self) {
        self.copied += other.copied;
        self.removed += other.removed;
    }
}

/// Why an earlier copy in the target was removed, and all rows are copied again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Discarded {
    /// The tables of the store have changed since.
    OtherSchema,
    /// It was the copy of another installation.
    OtherInstallation,
}

/// How far a pass is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CopyProgress {
    /// What is done now.
    pub stage: CopyStage,
    /// The rows of the original that are done in this stage.
    pub rows: u64,
    /// The rows of the original when the pass began.
    pub total: u64,
    /// The bytes of texts and blobs that were copied.
    pub bytes: u64,
}

/// A part of a pass, with a progress of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopyStage {
    /// Rows are compared, and copied where they differ.
    Copying,
    /// All rows are compared.
    Comparing,
}

/// Copies the store of `from` to the other engine and compares every row. No server may use either. A copy that was prepared
/// or interrupted gets the rows that it lacks; a complete and equal copy is reported again. Blocks.
///
/// # Errors
/// [`StoreError::Migration`] if `to` holds another store, a row does not fit, or the copy differs.
pub fn copy(
    from: &Options,
    to: &Options,
    migrations: &[Migration],
    mut progress: impl FnMut(CopyProgress) + Send,
) -> Result<CopyReport, StoreError> {
    // A connection to PostgreSQL waits with a runtime of its own.
    let report = std::thread::scope(|scope| {
        let copying = scope.spawn(|| run(from, to, migrations, &mut progress));
        copying.join().unwrap_or(Err(StoreError::Panicked {
            transaction: "store.copy",
        }))
    })?;
    // Each file is whole without its write-ahead log.
    DatabaseLocation::of(from).checkpoint()?;
    DatabaseLocation::of(to).checkpoint()?;
    Ok(report)
}

/// Copies the store of `from`, which a server may use, to the other engine as far as it is at this time, so that [`copy`]
/// has less to do. Reads portions, each in a short transaction that holds nothing up. Can be repeated, also after an
/// interruption: only the rows that differ are copied. Blocks.
///
/// # Errors
/// [`StoreError::Migration`] if `to` holds another store, a row does not fit, or the server's program is of another
/// version.
pub fn prepare(
    from: &Options,
    to: &Options,
    migrations: &[Migration],
    mut progress: impl FnMut(CopyProgress) + Send,
) -> Result<PreparationReport, StoreError> {
    let report = std::thread::scope(|scope| {
        let preparing = scope.spawn(|| run_preparation(from, to, migrations, &mut progress));
        preparing.join().unwrap_or(Err(StoreError::Panicked {
            transaction: "store.prepare_copy",
        }))
    })?;
    DatabaseLocation::of(to).checkpoint()?;
    Ok(report)
}

/// Reads a store that no server uses, as it is: without its migrations. Blocks.
///
/// # Errors
/// [`StoreError`] if the store cannot be opened, and the errors of `job`.
pub fn read<T: Send>(
    from: &Options,
    job: impl FnOnce(&Tx<'_>) -> Result<T, StoreError> + Send,
) -> Result<T, StoreError> {
    // As in `copy`.
    std::thread::scope(|scope| {
        let read = scope.spawn(|| {
            let mut source = DatabaseLocation::of(from).open_reader()?;
            reading(&mut source, from, |tx| job(tx))
        });
        read.join().unwrap_or(Err(StoreError::Panicked {
            transaction: "store.read_closed",
        }))
    })
}

/// Refuses a store whose copy is not complete.
///
/// # Errors
/// [`StoreError::Migration`] for such a store; [`StoreError`].
pub(crate) fn ensure_complete(
    connection: &mut Connection,
    options: &Options,
) -> Result<(), StoreError> {
    match begun::is_begun(connection, options)? {
        None | Some(false) => Ok(()),
        Some(true) => Err(begun::incomplete()),
    }
}

fn run(
    from: &Options,
    to: &Options,
    migrations: &[Migration],
    progress: &mut dyn FnMut(CopyProgress),
) -> Result<CopyReport, StoreError> {
    let mut source = DatabaseLocation::of(from).open_writer()?;
    ensure_complete(&mut source, from)?;
    migrate::run(&mut source, from, migrations)?;
    let mut target = DatabaseLocation::of(to).open_writer()?;
    source.begin_write()?;
    let mut source = Tx::new(&source, &*from.clock, &*from.entropy);
    read_by_key(&mut source)?;
    let was_begun = begun::is_begun(&mut target, to)?;
    if was_begun == Some(false) {
        return transaction(&mut target, to, |tx| {
            earlier_copy(&source, (tx, to), progress)
        });
    }
    let (mut target, discarded) = begun::begin(target, to, migrations, &source)?;
    let all = transaction(&mut target, to, |tx| Table::all(&source, tx))?;
    let mut meter = Meter::new(progress, CopyStage::Copying, &all, |table| {
        table.count(&source, &Range::all())
    })?;
    let mut changes = Changes::default();
    for table in &all {
        let copied = transaction(&mut target, to, |tx| {
            read_by_key(tx)?;
            table.synchronize(&source, tx, &mut meter)
        });
        changes.add(copied.map_err(|error| in_table(&table.name, &error))?);
    }
    transaction(&mut target, to, |tx| {
        indexes::fill_words(tx, &source, migrations)
    })?;
    meter.begin(CopyStage::Comparing);
    let rows = transaction(&mut target, to, |tx| {
        read_by_key(tx)?;
        equal_rows(&all, &source, tx, &mut meter)
    })?;
    if was_begun == Some(true) {
        erase_removed(&mut target, to)?;
    }
    let entries = transaction(&mut target, to, |tx| {
        let (verdict, copied) = (audit::verify(&source)?, audit::verify(tx)?);
        if verdict != copied {
            return Err(StoreError::Migration(
                "the audit chain of the copy does not verify as the original does".to_owned(),
            ));
        }
        tx.batch(&format!("DROP TABLE {PROGRESS}"))?;
        Ok(copied.entries)
    })?;
    meter.end();
    Ok(CopyReport {
        tables: all.len() as u64,
        rows,
        entries,
        changes,
        discarded,
    })
}

fn run_preparation(
    from: &Options,
    to: &Options,
    migrations: &[Migration],
    progress: &mut dyn FnMut(CopyProgress),
) -> Result<PreparationReport, StoreError> {
    background::lower_this_thread();
    let mut source = DatabaseLocation::of(from).open_reader()?;
    let tables = reading(&mut source, from, begun::table_names)?;
    if begun::begun(&tables) == Some(true) {
        return Err(begun::incomplete());
    }
    let target = DatabaseLocation::of(to).open_writer()?;
    let (mut target, discarded) = reading(&mut source, from, |source| {
        begun::begin(target, to, migrations, source)
    })?;
    let all = reading(&mut source, from, |source| {
        transaction(&mut target, to, |tx| Table::all(source, tx))
    })?;
    let mut meter = Meter::new(progress, CopyStage::Copying, &all, |table| {
        reading(&mut source, from, |source| {
            table.count(source, &Range::all())
        })
    })?;
    let mut changes = Changes::default();
    for table in &all {
        let (mut after, mut is_last) = (None, false);
        while !is_last {
            let portion = reading(&mut source, from, |source| {
                read_by_key(source)?;
                transaction(&mut target, to, |tx| {
                    read_by_key(tx)?;
                    table.prepare_portion(source, tx, after.take(), &mut meter)
                })
            });
            let (changed, end) = portion.map_err(|error| in_table(&table.name, &error))?;
            changes.add(changed);
            is_last = end.is_none();
            after = end;
        }
    }
    // A table whose VACUUM takes too long here is left to the last pass. Its copy is complete all the same.
    drop(erase_removed(&mut target, to));
    let rows = meter.at.rows;
    meter.end();
    Ok(PreparationReport {
        tables: all.len() as u64,
        rows,
        changes,
        discarded,
    })
}

/// Runs `job` in a transaction of its own.
fn transaction<T>(
    connection: &mut Connection,
    options: &Options,
    job: impl FnOnce(&mut Tx<'_>) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    connection.begin_write()?;
    let outcome = job(&mut Tx::new(connection, &*options.clock, &*options.entropy));
    match outcome {
        Ok(value) => {
            connection.commit()?;
            Ok(value)
        }
        Err(error) => {
            // The caller needs the error of the job, not of this rollback.
            drop(connection.rollback());
            Err(error)
        }
    }
}

/// Runs `job` on one snapshot of a store that a server may change at the same time.
fn reading<T>(
    connection: &mut Connection,
    options: &Options,
    job: impl FnOnce(&mut Tx<'_>) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    connection.begin_read()?;
    let outcome = job(&mut Tx::new(connection, &*options.clock, &*options.entropy));
    let ended = connection.rollback();
    let value = outcome?;
    ended?;
    Ok(value)
}

/// Compares all rows of both stores; returns their number.
fn equal_rows(
    all: &[Table],
    source: &Tx<'_>,
    target: &Tx<'_>,
    meter: &mut Meter<'_>,
) -> Result<u64, StoreError> {
    let mut rows = 0;
    for table in all {
        let compared = table.equal_rows(source, target, meter)?;
        rows += compared.ok_or_else(|| {
            let name = &table.name;
            StoreError::Migration(format!(
                "table {name}: the rows of the copy differ from those of the original"
            ))
        })?;
    }
    Ok(rows)
}

/// Reports a target that is already a complete copy: a crash came before the caller could use it. Any other store is
/// refused, and not changed.
fn earlier_copy(
    source: &Tx<'_>,
    (target, to): (&mut Tx<'_>, &Options),
    progress: &mut dyn FnMut(CopyProgress),
) -> Result<CopyReport, StoreError> {
    read_by_key(target)?;
    let has_ledger = target
        .table_names()?
        .iter()
        .any(|table| table == migrate::LEDGER_TABLE);
    if !has_ledger || !Ledger::read(target)?.has_schema_of(&Ledger::read(source)?) {
        return Err(begun::other_store(to));
    }
    let all = Table::all(source, target)?;
    let mut meter = Meter::new(progress, CopyStage::Comparing, &all, |table| {
        table.count(source, &Range::all())
    })?;
    let mut rows = 0;
    for table in &all {
        let compared = table.equal_rows(source, target, &mut meter)?;
        rows += compared.ok_or_else(|| begun::other_store(to))?;
    }
    let verdict = audit::verify(target)?;
    if verdict != audit::verify(source)? {
        return Err(begun::other_store(to));
    }
    meter.end();
    Ok(CopyReport {
        tables: all.len() as u64,
        rows,
        entries: verdict.entries,
        changes: Changes::default(),
        discarded: None,
    })
}

/// Removes what removed rows have left in a copy: among them may be those of an account that was erased since the
/// preparation.
fn erase_removed(target: &mut Connection, to: &Options) -> Result<(), StoreError> {
    if matches!(target, Connection::Postgres(_)) {
        return DatabaseLocation::of(to).vacuum();
    }
    let mut from = Some(1);
    while let Some(page) = from {
        let portion = transaction(target, to, |tx| tx.overwrite_unused(page, PORTION_PAGES))?;
        from = portion.next;
    }
    Ok(())
}

/// Counts the rows and bytes of a pass, and reports them.
struct Meter<'p> {
    at: CopyProgress,
    report: &'p mut dyn FnMut(CopyProgress),
}

impl<'p> Meter<'p> {
    /// Begins a stage; `count` returns the number of rows of a table.
    fn new(
        report: &'p mut dyn FnMut(CopyProgress),
        stage: CopyStage,
        all: &[Table],
        mut count: impl FnMut(&Table) -> Result<u64, StoreError>,
    ) -> Result<Self, StoreError> {
        let mut total = 0;
        for table in all {
            total += count(table)?;
        }
        let at = CopyProgress {
            stage,
            rows: 0,
            total,
            bytes: 0,
        };
        let mut meter = Self { at, report };
        meter.step(0, 0);
        Ok(meter)
    }

    /// Reports rows that are done, and bytes that were copied.
    fn step(&mut self, rows: u64, bytes: u64) {
        self.at.rows += rows;
        self.at.bytes += bytes;
        (self.report)(self.at);
    }

    /// Ends this stage and begins another one.
    fn begin(&mut self, stage: CopyStage) {
        self.end();
        self.at.stage = stage;
        self.at.rows = 0;
        self.step(0, 0);
    }

    /// Reports the end of the stage: rows may have been added and removed since their number was counted.
    fn end(&mut self) {
        self.at.total = self.at.rows;
        self.step(0, 0);
    }
}

fn in_table(table: &str, error: &StoreError) -> StoreError {
    StoreError::Migration(format!("table {table}: {error}"))
}

/// The pages of a copy that one transaction overwrites.
const PORTION_PAGES: u32 = 1024;
