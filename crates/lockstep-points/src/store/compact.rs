//! Compaction of points that wait to become blocks of their mode. Points are read from one state of a
//! series and made into blocks outside a transaction. The blocks are stored only if the series has not
//! changed since. Work is done in portions, so that memory and the writer are never occupied for long.

use lockstep_documents::signed_root::Block;
use lockstep_formats::catalogue;
use lockstep_store::id::UserId;
use lockstep_store::{RowName, StoreError, Timestamp, Tx, params};
use lockstep_vault::key::{Status, UnusableKeyReason};
use lockstep_vault::{AccountKeys, Mode};

use super::ledger::{self, Ledger};
use super::pseudonym::pseudonym;
use super::{CHUNK_COLUMNS, Chunk, SERIES_COLUMNS, Series, delete, insert, open};
use crate::chunk::{Codec, PackedContent};
use crate::columns::Columns;
use crate::layout::{MIN_FHE_BLOCK_POINTS, PackedChunk, SeriesLayout, block_weight, waiting};
use crate::merge::{LEFT_NEIGHBOURS, Sizes, cut};

/// A series with points that wait for compaction.
#[derive(Clone, Debug)]
pub(crate) struct PendingSeries {
    pub(crate) user: UserId,
    pub(crate) series: i64,
    pub(crate) mode: Option<Mode>,
    /// The time of the last new point; [`FULL`] if a block can be filled.
    since: Timestamp,
}

impl PendingSeries {
    /// A series to compact now, without waiting.
    pub(crate) fn now(user: UserId, series: &Series) -> Self {
        Self {
            user,
            series: series.id,
            mode: series.mode,
            since: series.open_since.unwrap_or(FULL),
        }
    }

    /// Returns whether no point has arrived for so long that the incomplete tail becomes a block too.
    pub(crate) fn is_idle(&self) -> bool {
        self.since != FULL
    }
}

/// A marker earlier than every time: the series has a full block.
pub(super) const FULL: Timestamp = Timestamp(i64::MIN);

/// Returns the series to compact: series with full blocks first, then series without new points since
/// `idle`, longest wait first. Returns at most `most` series after `last`.
pub(crate) fn due(
    tx: &Tx<'_>,
    idle: Timestamp,
    last: Option<&PendingSeries>,
    most: usize,
) -> Result<Vec<PendingSeries>, StoreError> {
    let (since, user, series) = last.map_or((FULL, "", 0), |last| {
        (last.since, last.user.as_str(), last.series)
    });
    let name = RowName {
        table: "series",
        account: Some(0),
        row: Some(1),
    };
    tx.query_skipping(
        name,
        "SELECT user_id, id, mode, open_since FROM series
         WHERE open_since IS NOT NULL AND open_since <= ?1 AND open_since >= ?2
             AND (open_since > ?2 OR user_id > ?3 OR (user_id = ?3 AND id > ?4))
         ORDER BY open_since, user_id, id LIMIT ?5",
        params![idle, since, user, series, most as i64],
        |row| {
            Ok(PendingSeries {
                user: row.parse(0)?,
                series: row.at(1)?,
                mode: super::mode(row.at(2)?).map_err(|_| row.wrong(2, "a mode"))?,
                since: row.at(3)?,
            })
        },
    )
}

/// Records that points of a series wait: from now on, or, for a full block, ahead of all incomplete
/// ones.
pub(super) fn note_waiting(
    tx: &mut Tx<'_>,
    user: &UserId,
    series: i64,
    is_full: bool,
) -> Result<(), StoreError> {
    let since = if is_full { FULL } else { tx.now() };
    tx.send(
        "UPDATE series SET open_since = ?3
         WHERE user_id = ?1 AND id = ?2 AND (open_since IS NULL OR open_since <> ?4)",
        params![user, series, since, FULL],
    )
}

/// Consecutive chunks and their points.
#[derive(Debug)]
pub(crate) struct Run {
    gone: Vec<Chunk>,
    points: Columns,
}

/// A portion of a series that can become blocks, as of one generation of the series.
#[derive(Debug)]
pub(crate) struct CompactablePortion {
    series: Series,
    runs: Vec<Run>,
    is_idle: bool,
    /// Whether the last run continues after this portion.
    is_cut: bool,
    left: PendingPoints,
}

/// The points of a series that still wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum PendingPoints {
    Nothing,
    /// Points that do not fill a block yet; more may arrive.
    Tail,
    /// Further blocks, possible now or when their key is active again.
    More,
}

/// Finished blocks to store.
#[derive(Debug)]
pub(crate) struct FinishedBlocks {
    series: Series,
    blocks: Vec<(Vec<Chunk>, Vec<PackedChunk>)>,
    left: PendingPoints,
}

/// Returns the first points of a series that are still columns, as many as one portion compacts: all of
/// them if the series is idle, otherwise those in full chunks. `None` if the series no longer exists.
pub(crate) fn open_runs(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    series: i64,
    is_idle: bool,
) -> Result<Option<CompactablePortion>, StoreError> {
    let found = tx.query_opt(
        &format!("SELECT {SERIES_COLUMNS} FROM series WHERE user_id = ?1 AND id = ?2"),
        params![account_keys.user(), series],
        Series::read,
    )?;
    let Some(series) = found else {
        return Ok(None);
    };
    let mut rows = Rows::new(&series, is_idle);
    tx.visit(
        &format!(
            "SELECT {CHUNK_COLUMNS} FROM seg WHERE user_id = ?1 AND series_id = ?2
                 AND t0 >= (SELECT MIN(t0) FROM seg
                     WHERE user_id = ?1 AND series_id = ?2 AND codec = ?3)
             ORDER BY t0"
        ),
        params![account_keys.user(), series.id, Codec::Columns.code()],
        |row| {
            let chunk = Chunk::read(row)?;
            let stopped = match chunk.codec {
                Codec::Columns => chunk.stopped(tx, account_keys)?,
                _ => None,
            };
            Ok::<_, StoreError>(rows.take(chunk, stopped))
        },
    )?;
    rows.end_row();
    let mut runs = Vec::with_capacity(rows.rows.len());
    for gone in rows.rows {
        let mut points = Columns::default();
        for chunk in &gone {
            let part = open(tx, account_keys, series.id, chunk)?;
            points.extend_from(&part, 0..part.len());
        }
        runs.push(Run { gone, points });
    }
    Ok(Some(CompactablePortion {
        runs,
        is_idle,
        is_cut: rows.is_cut,
        left: rows.left,
        series,
    }))
}

/// Consecutive chunks of columns, as many as one portion compacts.
struct Rows {
    sizes: Sizes,
    mode: Option<Mode>,
    is_idle: bool,
    rows: Vec<Vec<Chunk>>,
    /// The chunks collected for the next run, and their points.
    row: Vec<Chunk>,
    in_row: usize,
    /// The number of points and blocks of the runs.
    points: usize,
    blocks: usize,
    is_cut: bool,
    left: PendingPoints,
}

impl Rows {
    fn new(series: &Series, is_idle: bool) -> Self {
        Self {
            sizes: series.layout().sizes,
            mode: series.mode,
            is_idle,
            rows: Vec::new(),
            row: Vec::new(),
            in_row: 0,
            points: 0,
            blocks: 0,
            is_cut: false,
            left: PendingPoints::Nothing,
        }
    }

    /// Adds the next chunk; returns whether to continue.
    fn take(&mut self, chunk: Chunk, stopped: Option<UnusableKeyReason>) -> bool {
        if self.sizes.stays_columns() {
            return false;
        }
        let n = chunk.n as usize;
        let is_open = chunk.codec == Codec::Columns && stopped.is_none();
        if !is_open || !(self.is_idle || self.sizes.is_full(n)) {
            self.left = self.left.max(match stopped {
                // Keys in these states can become active again; points under other keys wait for
                // nothing.
                Some(
                    UnusableKeyReason::Status(Status::Suspended | Status::PendingDestruction)
                    | UnusableKeyReason::Damaged,
                ) => PendingPoints::More,
                None if is_open => PendingPoints::Tail,
                _ => PendingPoints::Nothing,
            });
            self.end_row();
            return true;
        }
        let blocks = self.blocks + self.in_row.div_ceil(self.sizes.most);
        if blocks >= most_blocks(self.mode) || self.points + self.in_row >= AT_ONCE {
            self.is_cut = true;
            self.left = PendingPoints::More;
            return false;
        }
        self.in_row += n;
        self.row.push(chunk);
        true
    }

    fn end_row(&mut self) {
        let row = std::mem::take(&mut self.row);
        let n = std::mem::take(&mut self.in_row);
        // Fewer points stay columns: a block of so few points would take many times the space.
        if n >= self.sizes.most || (self.is_idle && n >= minimum_points(self.mode)) {
            self.points += n;
            self.blocks += n.div_ceil(self.sizes.most);
            self.rows.push(row);
        }
    }
}

impl CompactablePortion {
    /// Returns whether the portion has work to do now.
    pub(crate) fn is_due(&self) -> bool {
        !self.runs.is_empty()
            || (self.left != PendingPoints::More && self.series.open_since.is_some())
    }

    /// Returns an estimate of the bytes that ciphertexts of its points take at most.
    pub(crate) fn ciphertext_bytes(&self) -> u64 {
        let limit = self.series.layout().sizes.most;
        let blocks = self.runs.iter().map(|run| run.points.len().div_ceil(limit));
        blocks.sum::<usize>() as u64 * CIPHERTEXT_BYTES
    }

    /// Builds the blocks; this is slow and needs no transaction.
    pub(crate) fn compact(self, account_keys: &AccountKeys) -> Result<FinishedBlocks, StoreError> {
        let (layout, mode) = (self.series.layout(), self.series.mode);
        let (mut left, mut room) = (self.left, most_blocks(mode));
        let runs = self.runs.len();
        let mut blocks = Vec::with_capacity(runs);
        for (nth, Run { gone, points }) in self.runs.into_iter().enumerate() {
            let is_cut = self.is_cut && nth + 1 == runs;
            let ranges = cut(layout.sizes, &points);
            let mut made = Vec::new();
            let mut rest = points.len();
            for (index, range) in ranges.iter().enumerate() {
                let is_short = index + 1 == ranges.len() && !layout.sizes.is_full(range.len());
                // A chunk with much text has few points at any position.
                let stays =
                    range.len() < minimum_points(mode) || (is_short && (is_cut || !self.is_idle));
                if stays || room == 0 {
                    if !stays {
                        left = PendingPoints::More;
                    } else if !self.is_idle {
                        left = left.max(PendingPoints::Tail);
                    }
                    rest = range.start;
                    break;
                }
                room -= 1;
                made.push(PackedChunk::block(
                    &points.part(range.clone()),
                    &layout,
                    account_keys,
                )?);
            }
            if !made.is_empty() {
                made.extend(waiting(&points.part(rest..points.len()), layout.sizes));
                blocks.push((gone, made));
            }
        }
        Ok(FinishedBlocks {
            series: self.series,
            blocks,
            left,
        })
    }
}

/// Replaces the columns by the blocks; returns `false` if the series has changed since it was read.
pub(crate) fn compact(
    tx: &mut Tx<'_>,
    account_keys: &AccountKeys,
    closing: &FinishedBlocks,
) -> Result<bool, StoreError> {
    let made: usize = closing.blocks.iter().map(|(_, made)| made.len()).sum();
    ledger::change(tx, account_keys, made, |tx, ledger| {
        close_changing(tx, ledger, closing)
    })
}

fn close_changing(
    tx: &mut Tx<'_>,
    ledger: &mut Ledger<'_>,
    closing: &FinishedBlocks,
) -> Result<bool, StoreError> {
    let (account_keys, user, series) = (ledger.account_keys(), ledger.user(), &closing.series);
    if !is_unchanged(tx, user, series)? {
        return Ok(false);
    }
    for (gone, made) in &closing.blocks {
        for chunk in gone {
            delete(tx, ledger, series.id, chunk)?;
        }
        for chunk in made {
            insert(tx, ledger, (series.id, series.mode), chunk)?;
            attest(tx, account_keys, (series.id, &series.kind), chunk)?;
        }
    }
    // The chunks have changed: the new generation shows this to uploads that packed with the old ones.
    let changes = i64::from(!closing.blocks.is_empty());
    let since = match closing.left {
        PendingPoints::Nothing => None,
        PendingPoints::Tail => Some(tx.now()),
        PendingPoints::More => Some(series.open_since.unwrap_or(tx.now())),
    };
    tx.execute(
        "UPDATE series SET gen = gen + ?3, open_since = ?4 WHERE user_id = ?1 AND id = ?2",
        params![user, series.id, changes, since],
    )?;
    Ok(true)
}

/// Signs the root of a commitment in the transaction that stores its block.
pub(super) fn attest(
    tx: &mut Tx<'_>,
    account_keys: &AccountKeys,
    (series, kind): (i64, &str),
    chunk: &PackedChunk,
) -> Result<(), StoreError> {
    let PackedContent::Committed {
        commitment,
        decimals,
        ..
    } = &chunk.content
    else {
        return Ok(());
    };
    let block = Block {
        kind,
        type_number: catalogue::number(kind),
        series: &pseudonym(account_keys.user(), series),
        decimals: *decimals,
        // Committed points are later than 1970.
        times: [chunk.t0.unsigned_abs(), chunk.t1.unsigned_abs()],
        count: u64::from(chunk.n),
        root: commitment.root,
    };
    account_keys.attest(tx, &block).map(drop)
}

/// Returns whether a series is unchanged since it was read.
pub(super) fn is_unchanged(tx: &Tx<'_>, user: &UserId, seen: &Series) -> Result<bool, StoreError> {
    let now = tx.query_opt(
        "SELECT gen FROM series WHERE user_id = ?1 AND id = ?2",
        params![user, seen.id],
        |row| row.at::<i64>(0),
    )?;
    Ok(now == Some(seen.gen_no))
}

/// The end of a series that is still columns. Points that follow it are packed together with it,
/// outside a transaction.
#[derive(Debug)]
pub(crate) struct SeriesTail {
    pub(super) series: Series,
    pub(super) gone: Vec<Chunk>,
    pub(crate) points: Columns,
}

/// Returns the tail of the layout's series if these points come after all its points and fill a block
/// with it.
pub(crate) fn tail(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    layout: &SeriesLayout,
    points: &Columns,
) -> Result<Option<SeriesTail>, StoreError> {
    let Some(from) = points.timestamps().first().copied() else {
        return Ok(None);
    };
    let found = super::series_of(tx, account_keys.user(), layout)?.into_iter();
    let mut of_mode = found.filter(|series| series.mode == layout.mode);
    let Some(series) = of_mode.next().filter(|series| series.last.0 < from) else {
        return Ok(None);
    };
    let mut gone = Vec::new();
    for chunk in tx.query(
        &format!(
            "SELECT {CHUNK_COLUMNS} FROM seg WHERE user_id = ?1 AND series_id = ?2
             ORDER BY t0 DESC LIMIT {LEFT_NEIGHBOURS}"
        ),
        params![account_keys.user(), series.id],
        Chunk::read,
    )? {
        let is_open = chunk.codec == Codec::Columns
            && !layout.sizes.is_full(chunk.n as usize)
            && chunk.is_readable(tx, account_keys)?;
        if !is_open {
            break;
        }
        gone.push(chunk);
    }
    gone.reverse();
    let waiting: usize = gone.iter().map(|chunk| chunk.n as usize).sum();
    let all = waiting + points.len();
    if !layout.sizes.completes_block(all, points.len()) {
        return Ok(None);
    }
    let mut points = Columns::default();
    for chunk in &gone {
        // The merge meets a damaged chunk again and sets it aside.
        let Ok(part) = open(tx, account_keys, series.id, chunk) else {
            return Ok(None);
        };
        points.extend_from(&part, 0..part.len());
    }
    Ok(Some(SeriesTail {
        series,
        gone,
        points,
    }))
}

/// The minimum number of points in a block that is not full.
fn minimum_points(mode: Option<Mode>) -> usize {
    match mode {
        // Smaller portions stay columns, sealed like those of any mode.
        Some(Mode::Fhe) => MIN_FHE_BLOCK_POINTS,
        _ => 1,
    }
}

/// The maximum number of blocks stored in one transaction; it bounds the time for which the writer is
/// held.
fn most_blocks(mode: Option<Mode>) -> usize {
    MAX_BLOCKS / block_weight(mode)
}

/// The approximate bytes of a ciphertext and its columns.
pub(crate) const CIPHERTEXT_BYTES: u64 = 160_000;
const MAX_BLOCKS: usize = 64;
/// The approximate number of points compacted at a time.
const AT_ONCE: usize = 65_536;
