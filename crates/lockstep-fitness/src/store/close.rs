//! Points that wait to become blocks of their mode: read from one state of things, made into blocks
//! without a transaction, and put in place if nothing of the series has changed meanwhile.

use lockstep_store::id::UserId;
use lockstep_store::{StoreError, Timestamp, Tx, params};
use lockstep_vault::claims::Block;
use lockstep_vault::{Mode, Ring};

use super::roots::pseudonym;
use super::{CHUNK, Chunk, Numbers, SERIES, Series, delete, insert, open};
use crate::catalogue;
use crate::chunk::{Codec, Packed};
use crate::columns::Columns;
use crate::merge::cut;
use crate::upload::{Form, PackedChunk};

/// A series with points that wait.
#[derive(Clone, Debug)]
pub(crate) struct Waiting {
    pub(crate) user: UserId,
    pub(crate) series: i64,
    pub(crate) mode: Option<Mode>,
    /// Since when nothing came.
    pub(crate) since: Timestamp,
}

/// Series with points that wait, those first that have waited longest.
pub(crate) fn waiting(tx: &Tx<'_>, most: usize) -> Result<Vec<Waiting>, StoreError> {
    tx.query(
        "SELECT user_id, id, mode, open_since FROM series WHERE open_since IS NOT NULL
         ORDER BY open_since LIMIT ?1",
        params![most as i64],
        |row| {
            Ok(Waiting {
                user: row.parse(0)?,
                series: row.at(1)?,
                mode: super::mode(row.at(2)?)?,
                since: row.at(3)?,
            })
        },
    )
}

/// Chunks in a row, and their points.
#[derive(Debug)]
pub(crate) struct Run {
    gone: Vec<Chunk>,
    points: Columns,
}

/// What of a series can become blocks: as it stood at one change of it.
#[derive(Debug)]
pub(crate) struct Open {
    series: Series,
    runs: Vec<Run>,
    /// Whether some are left that wait still.
    rest: bool,
}

/// Blocks to be put in place.
#[derive(Debug)]
pub(crate) struct Closing {
    series: Series,
    blocks: Vec<(Vec<Chunk>, Vec<PackedChunk>)>,
    rest: bool,
}

/// The points of a series that are columns still: all of them where it is idle, else those in full
/// chunks. `None` where the series is gone.
pub(crate) fn open_runs(
    tx: &Tx<'_>,
    ring: &Ring,
    series: i64,
    is_idle: bool,
) -> Result<Option<Open>, StoreError> {
    let found = tx.query_opt(
        &format!("SELECT {SERIES} FROM series WHERE user_id = ?1 AND id = ?2"),
        params![ring.user(), series],
        Series::read,
    )?;
    let Some(series) = found else {
        return Ok(None);
    };
    let chunks = tx.query(
        &format!("SELECT {CHUNK} FROM seg WHERE user_id = ?1 AND series_id = ?2 ORDER BY t0"),
        params![ring.user(), series.id],
        Chunk::read,
    )?;
    let sizes = series.form().sizes;
    let mut rows: Vec<Vec<Chunk>> = vec![Vec::new()];
    let mut rest = false;
    for chunk in chunks {
        let is_full = sizes.is_full(chunk.n as usize);
        let is_open = chunk.codec == Codec::Columns && chunk.is_readable(tx, ring)?;
        if is_open && (is_full || is_idle) {
            if let Some(row) = rows.last_mut() {
                row.push(chunk);
            }
            continue;
        }
        rest |= is_open;
        rows.push(Vec::new());
    }
    let mut open_now = Open {
        runs: Vec::new(),
        rest,
        series,
    };
    let mut points = 0;
    for gone in rows.into_iter().filter(|row| !row.is_empty()) {
        let count: usize = gone.iter().map(|chunk| chunk.n as usize).sum();
        if count < least(open_now.series.mode) {
            // It stays as it is: a block of so few points would weigh many times as much.
            continue;
        }
        if points > 0 && points + count > AT_ONCE {
            open_now.rest = true;
            break;
        }
        points += count;
        let mut run = Columns::default();
        for chunk in &gone {
            let part = open(tx, ring, open_now.series.id, chunk)?;
            run.extend_from(&part, 0..part.len());
        }
        open_now.runs.push(Run { gone, points: run });
    }
    Ok(Some(open_now))
}

impl Open {
    /// Whether there is anything to be done about it now.
    pub(crate) fn is_due(&self) -> bool {
        !self.runs.is_empty() || !self.rest
    }

    /// Makes the blocks; this takes time and needs no transaction.
    pub(crate) fn close(self, ring: &Ring) -> Result<Closing, StoreError> {
        let form = self.series.form();
        let mut blocks = Vec::with_capacity(self.runs.len());
        for run in self.runs {
            let ranges = cut(form.sizes, &run.points);
            let mut made = Vec::with_capacity(ranges.len());
            for range in ranges {
                let mut points = Columns::default();
                points.extend_from(&run.points, range);
                made.push(PackedChunk::block(&points, &form, ring)?);
            }
            blocks.push((run.gone, made));
        }
        Ok(Closing {
            series: self.series,
            blocks,
            rest: self.rest,
        })
    }
}

/// Puts blocks where their points were columns; `false` where the series has changed since.
pub(crate) fn close(tx: &mut Tx<'_>, ring: &Ring, closing: &Closing) -> Result<bool, StoreError> {
    let (user, series) = (ring.user(), &closing.series);
    let made: usize = closing.blocks.iter().map(|(_, made)| made.len()).sum();
    let mut numbers = Numbers::lock(tx, user, made.max(1))?;
    if !stands(tx, user, series)? {
        return Ok(false);
    }
    for (gone, made) in &closing.blocks {
        for chunk in gone {
            delete(tx, user, series.id, chunk)?;
        }
        for chunk in made {
            let body = numbers.next(tx, user)?;
            insert(tx, ring, (series.id, series.mode), chunk, body)?;
            attest(tx, ring, (series.id, &series.kind), chunk)?;
        }
    }
    // Other chunks are there now: whoever packed with those before sees it by this.
    let changes = i64::from(!closing.blocks.is_empty());
    tx.execute(
        "UPDATE series SET gen = gen + ?3 WHERE user_id = ?1 AND id = ?2",
        params![user, series.id, changes],
    )?;
    if !closing.rest {
        tx.execute(
            "UPDATE series SET open_since = NULL WHERE user_id = ?1 AND id = ?2",
            params![user, series.id],
        )?;
    }
    Ok(true)
}

/// Has a commitment's root signed in the transaction that puts its block in place.
pub(super) fn attest(
    tx: &mut Tx<'_>,
    ring: &Ring,
    (series, kind): (i64, &str),
    chunk: &PackedChunk,
) -> Result<(), StoreError> {
    let Packed::Committed {
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
        series: &pseudonym(ring, series),
        decimals: *decimals,
        // What is committed to lies after 1970.
        times: [chunk.t0.unsigned_abs(), chunk.t1.unsigned_abs()],
        count: u64::from(chunk.n),
        root: commitment.root,
    };
    ring.attest(tx, &block).map(drop)
}

/// Whether a series is as it was seen.
pub(super) fn stands(tx: &Tx<'_>, user: &UserId, seen: &Series) -> Result<bool, StoreError> {
    let now = tx.query_opt(
        "SELECT gen FROM series WHERE user_id = ?1 AND id = ?2",
        params![user, seen.id],
        |row| row.at::<i64>(0),
    )?;
    Ok(now == Some(seen.gen_no))
}

/// The end of a series that is columns still, for points that follow it: together they are packed
/// without a transaction.
#[derive(Debug)]
pub(crate) struct Tail {
    pub(super) series: Series,
    pub(super) gone: Vec<Chunk>,
    pub(crate) points: Columns,
}

/// The tail of a form's series, where these points come after all that it holds and fill a block with
/// it.
pub(crate) fn tail(
    tx: &Tx<'_>,
    ring: &Ring,
    form: &Form,
    points: &Columns,
) -> Result<Option<Tail>, StoreError> {
    let Some(from) = points.timestamps().first().copied() else {
        return Ok(None);
    };
    let found = super::append::named(tx, ring.user(), form)?.into_iter();
    let mut of_mode = found.filter(|series| series.mode == form.mode);
    let Some(series) = of_mode.next().filter(|series| series.last.0 < from) else {
        return Ok(None);
    };
    let mut gone = Vec::new();
    for chunk in tx.query(
        &format!(
            "SELECT {CHUNK} FROM seg WHERE user_id = ?1 AND series_id = ?2
             ORDER BY t0 DESC LIMIT {LONGEST_TAIL}"
        ),
        params![ring.user(), series.id],
        Chunk::read,
    )? {
        let is_open = chunk.codec == Codec::Columns
            && !form.sizes.is_full(chunk.n as usize)
            && chunk.is_readable(tx, ring)?;
        if !is_open {
            break;
        }
        gone.push(chunk);
    }
    gone.reverse();
    let waiting: usize = gone.iter().map(|chunk| chunk.n as usize).sum();
    if !form.sizes.is_full(waiting + points.len()) {
        return Ok(None);
    }
    let mut points = Columns::default();
    for chunk in &gone {
        let part = open(tx, ring, series.id, chunk)?;
        points.extend_from(&part, 0..part.len());
    }
    Ok(Some(Tail {
        series,
        gone,
        points,
    }))
}

/// The fewest points that become a block before there is a whole one.
fn least(mode: Option<Mode>) -> usize {
    match mode {
        // 150 KB whatever is in it; until then the columns are sealed like those of any mode.
        Some(Mode::Fhe) => 256,
        _ => 1,
    }
}

/// Points that are made into blocks at once, about.
const AT_ONCE: usize = 65_536;
/// Chunks of a tail: they halve in size.
const LONGEST_TAIL: usize = 16;
