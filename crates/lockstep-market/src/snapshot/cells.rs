//! The cells of a snapshot: the points of each calendar day of a series, of which answers are made.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use lockstep_documents::offers::MIN_CELL_POINTS;
use lockstep_points::columns::Columns;
use lockstep_points::store::snapshot::pieces;
use lockstep_points::store::{DeviceNames, Filter, Series, series};
use lockstep_points::total::{Operation, PlainTotal};
use lockstep_store::{StoreError, Tx};
use lockstep_values::Totals;
use lockstep_vault::AccountKeys;
use lockstep_web::ApiError;
use lockstep_web::api_error::ErrorKind;

use crate::token::{DAY_MILLIS, day_of};

/// A calendar day in UTC of a series, with a keyed digest of its points.
#[derive(Clone, Debug)]
pub(crate) struct Cell {
    pub(crate) name: CellName,
    pub(crate) points: u64,
    pub(crate) digest: [u8; 32],
    /// Whether sums, means and variances of the points can be computed.
    pub(crate) is_answerable: bool,
    /// The other devices with nearly the same points on the day, or with nearly all of its points among theirs, of the
    /// snapshot or of earlier tokens: beside their points or answers, an answer would show fewer points than a cell has.
    pub(crate) copies_of: Vec<String>,
}

/// The name of a cell.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct CellName {
    pub(crate) kind: String,
    pub(crate) device: String,
    /// Days since 1970.
    pub(crate) day: i64,
}

/// A point as the digest of its cell covers it. The order of the fields is the order of the points.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct CellPoint {
    at: i64,
    /// The bits of the value.
    value: u64,
    unit: String,
}

/// The points of a cell while a snapshot is made.
pub(super) struct CellContent {
    points: Vec<CellPoint>,
    /// The time of each point and its value as it counts in answers: the unit in which a copy states it changes nothing.
    counted: Vec<(i64, i64)>,
    total: PlainTotal,
    /// Whether each point so far was added to the total, or has no canonical value.
    is_added: bool,
}

/// The contents of the cells while a snapshot is made.
pub(super) type CellContents = BTreeMap<CellName, CellContent>;

/// The other values of `device` by which points may name the devices of cells, by the value of the cell.
pub(crate) type OtherNames = BTreeMap<String, Vec<String>>;

/// Adds points of a series to the cells of their days.
pub(super) fn collect(cells: &mut CellContents, (kind, device): (&str, &str), points: &Columns) {
    let times = points.timestamps();
    let mut start = 0;
    for of_day in times.chunk_by(|one, next| day_of(*one) == day_of(*next)) {
        let places = start..start + of_day.len();
        start = places.end;
        let name = CellName {
            kind: kind.to_owned(),
            device: device.to_owned(),
            day: day_of(of_day[0]),
        };
        let cell = cells.entry(name);
        let cell = cell.or_insert_with(|| CellContent::new(kind));
        cell.add(points, places);
    }
}

impl CellContent {
    fn new(kind: &str) -> Self {
        Self {
            points: Vec::new(),
            counted: Vec::new(),
            // A variance needs everything that a sum and a mean need.
            total: PlainTotal::new(kind, Operation::Variance),
            is_added: true,
        }
    }

    fn add(&mut self, points: &Columns, places: Range<usize>) {
        self.is_added = self.is_added && self.total.add(points, places.clone()).is_ok();
        let times = points.timestamps()[places.clone()].iter().copied();
        let values = self.total.counted(points, places.clone());
        let values = values.map(|value| value.map_or(i64::MIN, |value| value as i64));
        self.counted.extend(times.zip(values));
        let added = places.map(|place| {
            let entry = points.entry(place);
            CellPoint {
                at: entry.timestamp,
                value: entry.value.to_bits(),
                unit: entry.unit.to_owned(),
            }
        });
        self.points.extend(added);
    }

    fn count(&self) -> u64 {
        self.points.len() as u64
    }

    fn sort(&mut self) {
        self.points.sort();
        self.counted.sort_unstable();
    }

    /// Whether an answer about one of the cells shows fewer points than a cell has, beside the points of the other or an
    /// answer about them: the other lacks some of its points, but not that many. Both are sorted.
    fn is_copy_of(&self, other: &Self) -> bool {
        let (lacks_other, lacks_own) = self.lacking(other);
        let is_shown = |content: &Self, lacking: u64| {
            content.count() >= MIN_CELL_POINTS && (1..MIN_CELL_POINTS).contains(&lacking)
        };
        is_shown(self, lacks_other) || is_shown(other, lacks_own)
    }

    /// Whether nearly all points are among those of a cell of which a part was sold, or which has changed since: what the
    /// part lacks is unknown. Both are sorted.
    fn is_mostly_of(&self, changed: &Self) -> bool {
        self.count() >= MIN_CELL_POINTS && self.lacking(changed).0 < MIN_CELL_POINTS
    }

    /// Returns how many of the points, as they count in answers, the other cell lacks, and how many of its points this cell
    /// lacks. Counting ends when both are as many as a cell has.
    fn lacking(&self, other: &Self) -> (u64, u64) {
        let (mut own, mut others) = (self.counted.iter(), other.counted.iter());
        let (mut point, mut of_other) = (own.next(), others.next());
        let (mut lacks_other, mut lacks_own) = (0, 0);
        while lacks_other < MIN_CELL_POINTS || lacks_own < MIN_CELL_POINTS {
            let order = match (point, of_other) {
                (Some(point), Some(of_other)) => point.cmp(of_other),
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (None, None) => break,
            };
            if order.is_le() {
                point = own.next();
            }
            if order.is_ge() {
                of_other = others.next();
            }
            lacks_other += u64::from(order.is_lt());
            lacks_own += u64::from(order.is_gt());
        }
        (lacks_other, lacks_own)
    }

    /// Whether every point is part of the total: none has a unit that the others lack, no canonical value, or a value
    /// that is too large.
    fn is_answerable(&self) -> bool {
        let mut totals = Totals::default();
        self.is_added && self.total.join(&mut totals).is_ok() && totals.count == self.count()
    }
}

/// Returns the other names of the devices of cells: the points of a registered device name it by its id or its name. A
/// device that was revoked and registered again under its name has a further id, under which the same points may be
/// uploaded.
///
/// # Errors
/// A store that cannot be read.
pub(crate) fn other_names(
    tx: &Tx<'_>,
    keys: &AccountKeys,
    cells: &[Cell],
) -> Result<OtherNames, StoreError> {
    let devices: BTreeSet<&String> = cells.iter().map(|cell| &cell.name.device).collect();
    let named = devices.iter().map(|device| (*device).clone());
    let names = DeviceNames::read_each(tx, keys.user(), named)?;
    let known: BTreeSet<&String> = names.iter().flat_map(DeviceNames::as_slice).collect();
    let named = known.iter().map(|name| (*name).clone());
    let registered = DeviceNames::read_each(tx, keys.user(), named)?;
    let registered: BTreeMap<&String, DeviceNames> = known.into_iter().zip(registered).collect();
    let others = devices.into_iter().zip(&names).map(|(device, names)| {
        let of_names = names.as_slice().iter();
        let of_names = of_names.filter_map(|name| registered.get(name));
        let all: BTreeSet<&String> = of_names.flat_map(DeviceNames::as_slice).collect();
        let others = all.into_iter().filter(|other| *other != device);
        (device.clone(), others.cloned().collect())
    });
    Ok(others.collect())
}

/// The contents of the cells of each type and day.
type ContentsOfDays<'c> = BTreeMap<(&'c str, i64), Vec<(&'c CellName, &'c CellContent)>>;

/// The devices that [`Cell::copies_of`] names, by the name of the cell.
type Copies = BTreeMap<CellName, Vec<String>>;

fn by_days(cells: &CellContents) -> ContentsOfDays<'_> {
    let mut days = ContentsOfDays::new();
    for (name, content) in cells {
        let of_day = days.entry((name.kind.as_str(), name.day)).or_default();
        of_day.push((name, content));
    }
    days
}

/// Finds the copies among the cells of a snapshot, whose points are sorted, and those of cells of earlier tokens.
fn copies(
    tx: &Tx<'_>,
    keys: &AccountKeys,
    cells: &CellContents,
    earlier: &[(CellName, u64)],
) -> Result<Copies, ApiError> {
    let days = by_days(cells);
    let mut copies = copies_within(&days);
    add_copies_of_earlier(tx, keys, (cells, &days), earlier, &mut copies)?;
    Ok(copies)
}

/// Finds the copies among the cells of a snapshot. Two small ones, such as a weight a day of each of two scales, are not
/// compared: neither is ever answered.
fn copies_within(days: &ContentsOfDays<'_>) -> Copies {
    let mut copies = Copies::new();
    for of_day in days.values() {
        for (nth, (name, content)) in of_day.iter().enumerate() {
            for (other, of_other) in &of_day[nth + 1..] {
                let larger = content.count().max(of_other.count());
                if larger >= MIN_CELL_POINTS && content.is_copy_of(of_other) {
                    for (one, device) in [(name, &other.device), (other, &name.device)] {
                        let of_one = copies.entry((*one).clone()).or_default();
                        of_one.push(device.clone());
                    }
                }
            }
        }
    }
    copies
}

/// Adds the cells that are copies of cells of earlier tokens, as the points of these are stored now. If they are not as many as
/// the token offered or sold, a part was sold or points were added since. Two cells without an answer are not compared.
fn add_copies_of_earlier(
    tx: &Tx<'_>,
    keys: &AccountKeys,
    (cells, days): (&CellContents, &ContentsOfDays<'_>),
    earlier: &[(CellName, u64)],
    copies: &mut Copies,
) -> Result<(), ApiError> {
    let counts: BTreeMap<&CellName, u64> = earlier.iter().map(|(name, n)| (name, *n)).collect();
    let mut near: BTreeMap<(&str, &str), Vec<i64>> = BTreeMap::new();
    for (name, count) in earlier {
        let of_day = match days.get(&(name.kind.as_str(), name.day)) {
            Some(of_day) if !cells.contains_key(name) => of_day,
            _ => continue,
        };
        let may_be_answered =
            |content: &CellContent| content.count().max(*count) >= MIN_CELL_POINTS;
        if of_day.iter().any(|(_, content)| may_be_answered(content)) {
            let of_device = near.entry((name.kind.as_str(), name.device.as_str()));
            of_device.or_default().push(name.day);
        }
    }
    if near.is_empty() {
        return Ok(());
    }
    let all = series(tx, keys.user(), &Filter::default())?;
    for ((kind, device), of_device) in near {
        let is_meant = |series: &&Series| series.kind == kind && series.device == device;
        let stored = stored(tx, keys, all.iter().filter(is_meant), &of_device)?;
        for (other, content) in &stored {
            for (own, of_own) in days.get(&(kind, other.day)).into_iter().flatten() {
                let has_changed = counts.get(other) != Some(&content.count());
                if of_own.is_copy_of(content) || has_changed && of_own.is_mostly_of(content) {
                    let of_own = copies.entry((*own).clone()).or_default();
                    of_own.push(device.to_owned());
                }
            }
        }
    }
    Ok(())
}

/// Reads the stored points of some days of the series of a device, sorted. Days of a series with points under a stopped key
/// are left out: nothing is compared with them.
fn stored<'s>(
    tx: &Tx<'_>,
    keys: &AccountKeys,
    all: impl Iterator<Item = &'s Series>,
    days: &[i64],
) -> Result<CellContents, ApiError> {
    let mut contents = CellContents::new();
    for series in all {
        add_stored(tx, keys, (series, days), &mut contents)?;
    }
    for content in contents.values_mut() {
        content.sort();
    }
    Ok(contents)
}

/// Adds the stored points of some days, which are sorted. A chunk has points of many days: the days are read together, and
/// in halves while a stopped key prevents that.
fn add_stored(
    tx: &Tx<'_>,
    keys: &AccountKeys,
    (series, days): (&Series, &[i64]),
    contents: &mut CellContents,
) -> Result<(), ApiError> {
    let range_of = |day: &i64| (day * DAY_MILLIS, (day + 1) * DAY_MILLIS - 1);
    let ranges: Vec<(i64, i64)> = days.iter().map(range_of).collect();
    let mut read = Vec::new();
    let outcome = pieces(tx, keys, series, &ranges, |piece| {
        read.push(piece.points);
        Ok(())
    });
    match outcome {
        Ok(()) => {}
        Err(error) if error.kind == ErrorKind::Encryption => {
            if days.len() > 1 {
                let (before, after) = days.split_at(days.len() / 2);
                add_stored(tx, keys, (series, before), contents)?;
                add_stored(tx, keys, (series, after), contents)?;
            }
            return Ok(());
        }
        Err(error) => return Err(error),
    }
    for points in &read {
        collect(contents, (&series.kind, &series.device), points);
    }
    Ok(())
}

/// Digests each cell under the seller's own key, and compares it with the others and with those of `earlier` tokens, of
/// which the names and the numbers of points are given. The digest depends on the points alone: not on chunks, modes and
/// keys.
///
/// # Errors
/// Points of earlier cells that cannot be read.
pub(super) fn digests(
    tx: &Tx<'_>,
    keys: &AccountKeys,
    mut cells: CellContents,
    earlier: &[(CellName, u64)],
) -> Result<Vec<Cell>, ApiError> {
    for content in cells.values_mut() {
        content.sort();
    }
    let mut copies = copies(tx, keys, &cells, earlier)?;
    let digest = |(name, content): (CellName, CellContent)| {
        let is_answerable = content.is_answerable();
        let points = content.points;
        let mut text = Vec::with_capacity(points.len() * 24);
        for CellPoint { at, value, unit } in &points {
            text.extend_from_slice(&at.to_be_bytes());
            text.extend_from_slice(&value.to_be_bytes());
            text.extend_from_slice(&(unit.len() as u64).to_be_bytes());
            text.extend_from_slice(unit.as_bytes());
        }
        Cell {
            digest: keys.row_digests().digest(CELL_DIGEST_LABEL, &[&text]),
            points: points.len() as u64,
            is_answerable,
            copies_of: copies.remove(&name).unwrap_or_default(),
            name,
        }
    };
    Ok(cells.into_iter().map(digest).collect())
}

const CELL_DIGEST_LABEL: &str = "market cell v1";
