//! A frozen snapshot: copies of the selected points, sealed under the seller's keys, with the facts that
//! buyers may know before they pay.

mod cells;

use std::collections::BTreeMap;

use data_encoding::HEXLOWER;
use lockstep_points::chunk::{ChunkLocation, PackedColumns, unpack};
use lockstep_points::columns::Columns;
use lockstep_points::store::snapshot::{
    SealedBlock, SelectedPoints, open_ciphertext, open_points, pieces,
};
use lockstep_points::store::sum::Values;
use lockstep_store::id::{KeyId, TokenId};
use lockstep_store::{StoreError, Tx};
use lockstep_vault::AccountKeys;
use lockstep_vault::at_rest::{AadContext, UnsealError};
use lockstep_web::ApiError;
use sha2::{Digest, Sha256};

use self::cells::CellContents;
use crate::selection::SeriesRanges;
use crate::token::{SeriesFacts, day_of};

pub(crate) use self::cells::{Cell, CellName, OtherNames, other_names};

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

/// Copies the selected points, and digests the points of each day. `earlier` are the cells of earlier tokens of the account,
/// with the numbers of their points.
///
/// # Errors
/// Points that cannot be opened; a snapshot over the limits.
pub(crate) fn take(
    tx: &Tx<'_>,
    keys: &AccountKeys,
    token: &TokenId,
    selected: &[SeriesRanges],
    earlier: &[(CellName, u64)],
) -> Result<Snapshot, ApiError> {
    let mut snapshot = Snapshot::default();
    let mut root = RootHasher::default();
    let (mut contents, mut days) = (CellContents::new(), 0);
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
            cells::collect(&mut contents, (&facts.r#type, &facts.device), &piece.points);
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
    snapshot.cells = cells::digests(tx, keys, contents, earlier)?;
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
/// The maximum number of days of a snapshot, counted for each series: a certificate names them all.
const MAX_DAYS: usize = 20_000;
/// The maximum number of points of a snapshot.
pub(crate) const MAX_POINTS: u64 = 1 << 20;
/// The maximum number of sealed bytes of a snapshot: they are stored in one transaction.
pub(crate) const MAX_BYTES: u64 = 32 << 20;
