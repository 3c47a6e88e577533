//! The point store: series and their chunks in an SQL engine.
//!
//! `append` merges an upload, [`remove`] deletes a range; both are exact. [`page`], [`count`] and
//! [`scan`] read points; [`day`] stores derived values of days. Points are sealed and opened with the
//! account's [`AccountKeys`](lockstep_vault::AccountKeys); reads skip points whose key no longer decrypts. A write first locks the
//! user's row of numbers, so writes of one user are serialized on every engine.

mod account;
mod append;
mod at_rest;
mod changed_times;
pub mod changes;
mod chunk_rows;
mod chunks;
pub mod client;
pub(crate) mod compact;
mod count;
pub(crate) mod damage;
mod damaged_row;
mod date_range;
pub mod day;
pub mod device;
mod growing;
pub(crate) mod ledger;
mod page;
pub(crate) mod portion;
pub mod profile;
mod profile_row;
mod pseudonym;
mod reached;
mod remove;
pub(crate) mod repair;
pub mod roots;
mod scan;
pub(crate) mod scrub;
mod segment;
pub(crate) mod series_repair;
pub(crate) mod set_aside;
pub mod snapshot;
pub mod sum;
mod unread;
pub(crate) mod unreferenced_bodies;
pub(crate) mod upload;

use std::collections::BTreeMap;

use lockstep_store::{Row, StoreError, Timestamp, Tx, params};
use lockstep_vault::Mode;

pub(crate) use account::{BULK, most_series};
pub use account::{count_series, erase, is_there, usage};
pub(crate) use append::{AppendCounts, append};
pub use at_rest::{AtRest, at_rest};
use chunk_rows::{OldBody, delete, delete_all, insert, replace};
pub use chunks::{Chunks, chunks};
pub use count::count;
use count::count_in;
pub use damage::DamagedRows;
pub(crate) use growing::GrowingChunks;
pub use page::{Page, PageRun, Start, next_page, next_page_by_runs, page};
pub use portion::divide;
pub(crate) use remove::remove_moments;
pub use remove::{PointTimes, RemovedPoints, remove};
pub(crate) use remove::{RemovalStart, ensure_removable, remove_part};
pub use scan::{for_each_point, latest, point, scan};
use segment::{
    CHUNK_COLUMN_COUNT, CHUNK_COLUMNS, Chunk, bodies, chunk_at, chunk_at_each, chunks_from,
    chunks_from_each, chunks_in, damaged, decode, must_open, open, open_as_sealed, open_measured,
    retain_readable,
};
pub use unread::{UnreadPoints, unread};

use crate::device::names_of_device;
use crate::layout::{SeriesLayout, fhe_sizes};
use crate::merge::Sizes;
use lockstep_store::id::{DeviceId, UserId};

/// A selection of points; a field that is `None` does not restrict it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Only points of this type.
    pub kind: Option<String>,
    /// Only points whose device has one of these names.
    pub device: Option<DeviceNames>,
    /// Only points at or after this time.
    pub from: Option<Timestamp>,
    /// Only points at or before this time.
    pub to: Option<Timestamp>,
    /// The ends of the range in series where they differ from `from` and `to`, by the number of the series; see
    /// [`Filter::with_dates`]. Both are inclusive.
    pub ends: BTreeMap<i64, (i64, i64)>,
}

/// The values of `device` by which the points of one device name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceNames(Vec<String>);

impl DeviceNames {
    /// Reads the names of the device that a request names: as its points may, by its id or its name. A name of no
    /// registered device is its only name.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn read(tx: &Tx<'_>, user: &UserId, named: String) -> Result<Self, StoreError> {
        let devices = device::devices(tx, user)?;
        Ok(Self(names_of_device(&devices, named)))
    }

    /// Reads the names of each device that is named, as [`DeviceNames::read`] does.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn read_each(
        tx: &Tx<'_>,
        user: &UserId,
        named: impl IntoIterator<Item = String>,
    ) -> Result<Vec<Self>, StoreError> {
        let devices = device::devices(tx, user)?;
        let names = |named| Self(names_of_device(&devices, named));
        Ok(named.into_iter().map(names).collect())
    }

    /// Returns the names, sorted.
    #[must_use]
    pub fn as_slice(&self) -> &[String] {
        &self.0
    }

    /// Returns the ids among the names.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        let names = self.0.iter().map(String::as_str);
        names.filter(|name| name.parse::<DeviceId>().is_ok())
    }
}

impl From<String> for DeviceNames {
    /// Returns one name as it is stored in points.
    fn from(name: String) -> Self {
        Self(vec![name])
    }
}

impl Filter {
    /// Whether points that name this device match.
    fn is_of_device(&self, name: &str) -> bool {
        let names = self.device.as_ref();
        names.is_none_or(|names| names.0.iter().any(|wanted| wanted == name))
    }

    /// Returns the names for a statement that takes one device, or `None` for all.
    fn each_device(&self) -> Vec<Option<&str>> {
        match &self.device {
            None => vec![None],
            Some(names) => names.0.iter().map(|name| Some(name.as_str())).collect(),
        }
    }

    fn range(&self) -> (i64, i64) {
        (
            self.from.map_or(i64::MIN, |from| from.0),
            self.to.map_or(i64::MAX, |to| to.0),
        )
    }

    /// Returns the range in a series.
    fn range_of(&self, series: &Series) -> (i64, i64) {
        let own = self.ends.get(&series.id);
        own.copied().unwrap_or_else(|| self.range())
    }

    /// Returns a range that contains the ranges in all series.
    fn reach(&self) -> (i64, i64) {
        let all = self.ends.values();
        all.fold(self.range(), |reach, own| {
            (reach.0.min(own.0), reach.1.max(own.1))
        })
    }
}

/// A series: the points of one type from one device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Series {
    /// The series' number, unique within the account and never reused.
    pub id: i64,
    /// The value of `type` in points.
    pub kind: String,
    /// A device's id or name.
    pub device: String,
    /// The encryption mode of the points; `None`: the account's own key.
    pub mode: Option<Mode>,
    /// Points per block of the mode.
    pub block: u32,
    /// The generation: each change of the series increments it.
    pub gen_no: i64,
    /// The time since which points wait to become a block; [`compact::FULL`] if they fill a block.
    pub open_since: Option<Timestamp>,
    /// Number of points.
    pub total: u64,
    /// The time of the first point.
    pub first: Timestamp,
    /// The time of the last point.
    pub last: Timestamp,
}

/// The change to one series, without values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The series' number; 0 of blocks that their owner sealed.
    pub series: i64,
    /// The type of the points, as the API names it.
    pub kind: String,
    /// A device's id or name.
    pub device: String,
    /// The first added or removed point.
    pub from: Timestamp,
    /// The last added or removed point.
    pub to: Timestamp,
    /// The number of points.
    pub count: u64,
}

/// Returns the user's series that match a filter's type and device and overlap its range, by type, then
/// device.
pub fn series(tx: &Tx<'_>, user: &UserId, filter: &Filter) -> Result<Vec<Series>, StoreError> {
    let (from, to) = filter.reach();
    // A damaged row causes an error, because skipping it would hide its points.
    let mut all = tx.query(
        &format!(
            "SELECT {SERIES_COLUMNS} FROM series WHERE user_id = ?1
                 AND ((last_ts >= ?2 AND first_ts <= ?3)
                     OR typeof(first_ts) <> 'integer' OR typeof(last_ts) <> 'integer')"
        ),
        params![user, from, to],
        Series::read,
    )?;
    let is_of_kind = |name: &str| filter.kind.as_ref().is_none_or(|kind| kind == name);
    all.retain(|series| is_of_kind(&series.kind) && filter.is_of_device(&series.device));
    all.sort_by(|one, other| {
        let place = |series: &Series| series.mode.map_or("", Mode::as_str);
        (&one.kind, &one.device, place(one)).cmp(&(&other.kind, &other.device, place(other)))
    });
    Ok(all)
}

const SERIES_COLUMNS: &str =
    "id, type, device, mode, block, total, first_ts, last_ts, gen, open_since";

impl Series {
    fn read(row: &Row<'_>) -> Result<Self, StoreError> {
        Ok(Self {
            id: row.at(0)?,
            kind: row.at(1)?,
            device: row.at(2)?,
            mode: mode(row.at(3)?).map_err(|_| row.wrong(3, "a mode"))?,
            block: row.at(4)?,
            total: row.at(5)?,
            first: row.at(6)?,
            last: row.at(7)?,
            gen_no: row.at(8)?,
            open_since: row.at(9)?,
        })
    }

    /// The layout of the series' chunks.
    pub(crate) fn layout(&self) -> SeriesLayout {
        let block = self.block as usize;
        SeriesLayout {
            kind: self.kind.as_str().into(),
            device: self.device.as_str().into(),
            mode: self.mode,
            sizes: match self.mode {
                None | Some(Mode::Basic) => Sizes::columns(block),
                Some(Mode::Zk) => Sizes::blocks(block),
                Some(Mode::Fhe) => fhe_sizes(block),
            },
        }
    }
}

/// Returns the series of a type and device, one for each mode.
fn series_of(tx: &Tx<'_>, user: &UserId, layout: &SeriesLayout) -> Result<Vec<Series>, StoreError> {
    series_named(tx, user, &layout.kind, &layout.device)
}

/// Returns the series with a type and device, one for each mode, by mode. Without the order, SQLite's planner prefers
/// the primary key to the index of names, and reads every series of the account.
fn series_named(
    tx: &Tx<'_>,
    user: &UserId,
    kind: &str,
    device: &str,
) -> Result<Vec<Series>, StoreError> {
    let mut found = series_named_each(tx, user, [(kind, device)])?;
    Ok(found.pop().unwrap_or_default())
}

/// Returns the series of each type and device, one for each mode.
pub(crate) fn series_named_each<'n>(
    tx: &Tx<'_>,
    user: &UserId,
    names: impl IntoIterator<Item = (&'n str, &'n str)>,
) -> Result<Vec<Vec<Series>>, StoreError> {
    let list = |(kind, device): (&'n str, &'n str)| *params![user, kind, device];
    let lists: Vec<_> = names.into_iter().map(list).collect();
    tx.query_each(
        &format!(
            "SELECT {SERIES_COLUMNS} FROM series WHERE user_id = ?1 AND type = ?2 AND device = ?3
             ORDER BY mode"
        ),
        &lists,
        Series::read,
    )
}

/// Parses the column `mode`.
fn mode(text: &str) -> Result<Option<Mode>, StoreError> {
    let mode = (!text.is_empty()).then(|| text.parse()).transpose();
    mode.map_err(|_| StoreError::Damaged("an encryption mode".to_owned()))
}

/// Returns the key of a series' newest chunk; `None` if the account's own key seals it.
pub fn newest_key(tx: &Tx<'_>, user: &UserId, series: i64) -> Result<Option<String>, StoreError> {
    let keys = tx.query(
        "SELECT key_id FROM seg WHERE user_id = ?1 AND series_id = ?2 ORDER BY t0 DESC LIMIT 1",
        params![user, series],
        |row| row.at(0),
    )?;
    Ok(keys.into_iter().next().flatten())
}

/// Returns the modes in which the account has points.
pub fn modes(tx: &Tx<'_>, user: &UserId) -> Result<Vec<Mode>, StoreError> {
    let modes = tx.query(MODES, params![user], |row| mode(row.at(0)?))?;
    Ok(modes.into_iter().flatten().collect())
}

/// Selects the modes of an account's series. With the order, the planner prefers the index of series with a mode to
/// reading every series of the account.
const MODES: &str =
    "SELECT DISTINCT mode FROM series WHERE user_id = ?1 AND mode <> '' ORDER BY mode";

#[cfg(test)]
mod tests;
