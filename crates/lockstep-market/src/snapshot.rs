//! A frozen snapshot: copies of the selected points, sealed under the seller's keys, with the facts that
//! buyers may know before they pay.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use data_encoding::HEXLOWER;
use lockstep_points::chunk::{ChunkLocation, PackedColumns, unpack};
use lockstep_points::columns::Columns;
use lockstep_points::store::DeviceNames;
use lockstep_points::store::snapshot::{
    SealedBlock, SelectedPoints, open_ciphertext, open_points, pieces,
};
use lockstep_points::store::sum::Values;
use lockstep_points::total::{Operation, PlainTotal};
use lockstep_store::id::{KeyId, TokenId};
use lockstep_store::{StoreError, Tx};
use lockstep_values::Totals;
use lockstep_vault::AccountKeys;
use lockstep_vault::at_rest::{AadContext, UnsealError};
use lockstep_web::ApiError;
use sha2::{Digest, Sha256};

use crate::selection::SeriesRanges;
use crate::token::{SeriesFacts, day_of};

/// A snapshot that is not stored yet.
#[derive(Debug, Default)]
pub(crate) struct Snapshot {
    pub(crate) facts: Vec<SeriesFacts>,
    pub(crate) chunks: Vec<SnapshotChunk>,
    pub(crate) points: u64,
    /// The bytes of the chunks.
    pub(crate) bytes: u64,
    /// The root over the sealed bytes of all chunks, in order.
    pub(crate) root: [u8; 32],
    /// The cells of the snapshot.
    pub(crate) cells: Vec<Cell>,
}

/// A sealed piece of a snapshot.
#[derive(Clone, Debug)]
pub(crate) struct SnapshotChunk {
    /// The index of the series in the facts.
    pub(crate) series: u32,
    pub(crate) t0: i64,
    pub(crate) t1: i64,
    pub(crate) n: u32,
    /// The key of the bytes; `None` for the seller's own.
    pub(crate) key: Option<KeyId>,
    /// The location of a homomorphic block; `None` for columns that were sealed for the snapshot.
    pub(crate) place: Option<(i64, Option<i64>)>,
    pub(crate) bytes: Vec<u8>,
}

/// A calendar day in UTC of a series, with a keyed digest of its points.
#[derive(Clone, Debug)]
pub(crate) struct Cell {
    pub(crate) name: CellName,
    pub(crate) points: u64,
    pub(crate) digest: [u8; 32],
    /// Whether sums, means and variances of the points can be computed.
    pub(crate) is_answerable: bool,
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
struct CellContent {
    points: Vec<CellPoint>,
    total: PlainTotal,
    /// Whether each point so far was added to the total, or has no canonical value.
    is_added: bool,
}

/// The contents of the cells while a snapshot is made.
type CellContents = BTreeMap<CellName, CellContent>;

/// The other values of `device` by which points may name the devices of cells, by the value of the cell.
pub(crate) type OtherNames = BTreeMap<String, Vec<String>>;

/// Copies the selected points, and digests the points of each day.
///
/// # Errors
/// Points that cannot be opened; a snapshot over the limits.
pub(crate) fn take(
    tx: &Tx<'_>,
    keys: &AccountKeys,
    token: &TokenId,
    selected: &[SeriesRanges],
) -> Result<Snapshot, ApiError> {
    let mut snapshot = Snapshot::default();
    let mut root = RootHasher::default();
    let (mut cells, mut days) = (CellContents::new(), 0);
    for SeriesRanges { series, ranges } in selected {
        let mut facts = SeriesFacts {
            r#type: series.kind.clone(),
            device: series.device.clone(),
            mode: series.mode.map(|mode| mode.to_string()),
            points: 0,
            first: 0,
            last: 0,
            days: BTreeMap::new(),
            roots: Vec::new(),
        };
        pieces(tx, keys, series, ranges, |piece| {
            note_points(&mut facts, &piece.points);
            facts
                .roots
                .extend(piece.root.map(|root| HEXLOWER.encode(&root)));
            collect(&mut cells, &facts, &piece.points);
            snapshot.points += piece.points.len() as u64;
            let nth = snapshot.chunks.len();
            let mut chunk = seal(tx, keys, (token, nth), series.mode, piece)?;
            chunk.series = snapshot.facts.len() as u32;
            snapshot.bytes += chunk.bytes.len() as u64;
            if snapshot.points > MAX_POINTS || snapshot.bytes > MAX_BYTES {
                return Err(ApiError::invalid(
                    "dataPoints",
                    format!(
                        "selects more than {MAX_POINTS} points or {MAX_BYTES} stored bytes: offer them as \
                         several tokens"
                    ),
                ));
            }
            root.add(&chunk.bytes);
            snapshot.chunks.push(chunk);
            Ok(())
        })?;
        days += facts.days.len();
        if days > MAX_DAYS {
            return Err(ApiError::invalid(
                "dataPoints",
                format!("selects points of more than {MAX_DAYS} days, counted for each series"),
            ));
        }
        if facts.points > 0 {
            snapshot.facts.push(facts);
        }
    }
    snapshot.root = root.finish();
    snapshot.cells = digests(keys, cells);
    Ok(snapshot)
}

/// Computes the root over the sealed bytes of chunks, in their order.
pub(crate) struct RootHasher(Sha256);

impl Default for RootHasher {
    fn default() -> Self {
        Self(Sha256::new_with_prefix(ROOT_LABEL))
    }
}

impl RootHasher {
    pub(crate) fn add(&mut self, bytes: &[u8]) {
        self.0.update(Sha256::digest(bytes));
    }

    pub(crate) fn finish(self) -> [u8; 32] {
        self.0.finalize().into()
    }
}

fn note_points(facts: &mut SeriesFacts, points: &Columns) {
    let times = points.timestamps();
    if facts.points == 0 {
        facts.first = times.first().copied().unwrap_or_default();
    }
    facts.last = times.last().copied().unwrap_or(facts.last);
    facts.points += times.len() as u64;
    for at in times {
        *facts.days.entry(day_of(*at)).or_default() += 1;
    }
}

fn collect(cells: &mut CellContents, facts: &SeriesFacts, points: &Columns) {
    let times = points.timestamps();
    let mut start = 0;
    for of_day in times.chunk_by(|one, next| day_of(*one) == day_of(*next)) {
        let places = start..start + of_day.len();
        start = places.end;
        let name = CellName {
            kind: facts.r#type.clone(),
            device: facts.device.clone(),
            day: day_of(of_day[0]),
        };
        let cell = cells.entry(name);
        let cell = cell.or_insert_with(|| CellContent::new(&facts.r#type));
        cell.add(points, places);
    }
}

impl CellContent {
    fn new(kind: &str) -> Self {
        Self {
            points: Vec::new(),
            // A variance needs everything that a sum and a mean need.
            total: PlainTotal::new(kind, Operation::Variance),
            is_added: true,
        }
    }

    fn add(&mut self, points: &Columns, places: Range<usize>) {
        self.is_added = self.is_added && self.total.add(points, places.clone()).is_ok();
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

    /// Whether every point is part of the total: none has a unit that the others lack, no canonical value, or a value
    /// that is too large.
    fn is_answerable(&self) -> bool {
        let mut totals = Totals::default();
        self.is_added
            && self.total.join(&mut totals).is_ok()
            && totals.count == self.points.len() as u64
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

/// Digests each cell under the seller's own key. The digest depends on the points alone: not on chunks,
/// modes and keys.
fn digests(keys: &AccountKeys, cells: CellContents) -> Vec<Cell> {
    let digest = |(name, content): (CellName, CellContent)| {
        let is_answerable = content.is_answerable();
        let mut points = content.points;
        points.sort();
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
            name,
        }
    };
    cells.into_iter().map(digest).collect()
}

fn seal(
    tx: &Tx<'_>,
    keys: &AccountKeys,
    (token, nth): (&TokenId, usize),
    mode: Option<lockstep_vault::Mode>,
    piece: SelectedPoints,
) -> Result<SnapshotChunk, ApiError> {
    let times = piece.points.timestamps();
    let (t0, t1) = match (times.first(), times.last()) {
        (Some(first), Some(last)) => (*first, *last),
        _ => return Err(ApiError::internal("a piece of a snapshot has no point")),
    };
    let chunk = SnapshotChunk {
        series: 0,
        t0,
        t1,
        n: piece.points.len() as u32,
        key: None,
        place: None,
        bytes: Vec::new(),
    };
    if let Some(block) = piece.block {
        return Ok(SnapshotChunk {
            key: Some(block.key),
            place: Some((block.place.series, block.place.version)),
            bytes: block.bytes,
            ..chunk
        });
    }
    if let Some(mode) = mode
        && keys.current(Some(mode)).is_none()
    {
        return Err(ApiError::encryption(format!(
            "the current key of mode {mode} is not available: resume it, or generate another"
        )));
    }
    let row = row(token, nth as i64);
    let packed = PackedColumns::pack(&piece.points).into_bytes();
    Ok(SnapshotChunk {
        key: keys.current(mode).cloned(),
        bytes: keys.seal(tx, mode, context(&row), b"", &packed)?,
        ..chunk
    })
}

/// The points of a stored chunk: open, or with their values as a ciphertext.
pub(crate) enum OpenedChunk {
    Points(Columns),
    Ciphertext(KeyId, Columns, Values),
}

/// Opens a stored chunk; leaves the values of a homomorphic block encrypted.
///
/// # Errors
/// The seller's key does not decrypt, or the bytes are damaged.
pub(crate) fn open_sealed(
    tx: &Tx<'_>,
    keys: &AccountKeys,
    (token, nth): (&TokenId, i64),
    chunk: &SnapshotChunk,
) -> Result<OpenedChunk, ApiError> {
    match block_of(chunk) {
        Some(block) => {
            let (points, values) =
                open_ciphertext(tx, keys, &block).map_err(|error| unopened(error, token))?;
            Ok(OpenedChunk::Ciphertext(block.key, points, values))
        }
        None => open_columns(tx, keys, (token, nth), chunk).map(OpenedChunk::Points),
    }
}

impl OpenedChunk {
    /// Whether a row states the number of its points and their first and last time.
    pub(crate) fn is_of(&self, chunk: &SnapshotChunk) -> bool {
        let (Self::Points(points) | Self::Ciphertext(_, points, _)) = self;
        let times = points.timestamps();
        times.len() as u64 == u64::from(chunk.n)
            && times.first() == Some(&chunk.t0)
            && times.last() == Some(&chunk.t1)
    }
}

/// Opens a stored chunk with its values.
///
/// # Errors
/// The seller's key does not decrypt, or the bytes are damaged.
pub(crate) fn open_whole(
    tx: &Tx<'_>,
    keys: &AccountKeys,
    (token, nth): (&TokenId, i64),
    chunk: &SnapshotChunk,
) -> Result<Columns, ApiError> {
    match block_of(chunk) {
        Some(block) => open_points(tx, keys, &block).map_err(|error| unopened(error, token)),
        None => open_columns(tx, keys, (token, nth), chunk),
    }
}

fn block_of(chunk: &SnapshotChunk) -> Option<SealedBlock> {
    let ((series, version), key) = chunk.place.zip(chunk.key.clone())?;
    Some(SealedBlock {
        place: ChunkLocation {
            series,
            t0: chunk.t0,
            n: chunk.n,
            version,
        },
        key,
        bytes: chunk.bytes.clone(),
    })
}

fn open_columns(
    tx: &Tx<'_>,
    keys: &AccountKeys,
    (token, nth): (&TokenId, i64),
    chunk: &SnapshotChunk,
) -> Result<Columns, ApiError> {
    let row = row(token, nth);
    let (plain, _) = keys
        .open(tx, chunk.key.as_ref(), context(&row), &chunk.bytes)
        .map_err(|error| unopened(error, token))?;
    let points = unpack(&plain).map_err(|_| unopened(UnsealError::Damaged, token))?;
    Ok(points)
}

fn unopened(error: UnsealError, token: &TokenId) -> ApiError {
    match error {
        UnsealError::Store(error) => error.into(),
        UnsealError::Stopped(..) => stopped(),
        UnsealError::Damaged => {
            StoreError::Damaged(format!("a chunk of the snapshot {token} does not open")).into()
        }
    }
}

/// The error of points under a key of the seller that does not decrypt.
pub(crate) fn stopped() -> ApiError {
    ApiError::encryption(
        "the seller's key of these points is stopped: they cannot be read until it is resumed",
    )
}

/// Returns the row name that the seal of a chunk binds: the token's id and the chunk's number.
fn row(token: &TokenId, nth: i64) -> Vec<u8> {
    let mut row = token.to_bytes().to_vec();
    row.extend_from_slice(&nth.to_be_bytes());
    row
}

fn context(row: &[u8]) -> AadContext<'_> {
    AadContext {
        what: "market.chunk",
        row,
    }
}

const ROOT_LABEL: &[u8] = b"lockstep snapshot v1";
const CELL_DIGEST_LABEL: &str = "market cell v1";
/// The maximum number of days of a snapshot, counted for each series: a certificate names them all.
const MAX_DAYS: usize = 20_000;
/// The maximum number of points of a snapshot.
pub(crate) const MAX_POINTS: u64 = 1 << 20;
/// The maximum number of sealed bytes of a snapshot: they are stored in one transaction.
pub(crate) const MAX_BYTES: u64 = 32 << 20;
