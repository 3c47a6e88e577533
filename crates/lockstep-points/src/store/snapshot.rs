//! Copies of stored points for another table: the selected points of each chunk, and homomorphic blocks
//! with their ciphertexts. A copy of a block opens at the location of the original, under its key.

use std::ops::Range;

use lockstep_store::id::KeyId;
use lockstep_store::{StoreError, Tx};
use lockstep_vault::AccountKeys;
use lockstep_vault::at_rest::UnsealError;
use lockstep_web::ApiError;

use super::segment::must_open;
use super::sum::Values;
use super::{Series, chunks_in, open};
use crate::chunk::{self, ChunkLocation, Codec};
use crate::columns::Columns;
use lockstep_store::params;

/// The selected points of a chunk.
pub struct SelectedPoints {
    /// The points, with their values.
    pub points: Columns,
    /// The block itself, if it is homomorphic and all its points are selected.
    pub block: Option<SealedBlock>,
    /// The root of the commitment, if the chunk has one and all its points are selected.
    pub root: Option<[u8; 32]>,
}

/// A homomorphic block as it is stored.
#[derive(Clone, Debug)]
pub struct SealedBlock {
    /// The location that the bytes are bound to: they open at no other.
    pub place: ChunkLocation,
    /// The key of the block.
    pub key: KeyId,
    /// The sealed bytes.
    pub bytes: Vec<u8>,
}

/// Calls `each` for each chunk of a series that has points in one of the ranges, in order of time. The
/// ranges are sorted, include both ends, and do not overlap.
///
/// # Errors
/// Points in a range whose key does not decrypt; the errors of `each`.
pub fn pieces(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    series: &Series,
    ranges: &[(i64, i64)],
    mut each: impl FnMut(SelectedPoints) -> Result<(), ApiError>,
) -> Result<(), ApiError> {
    let (Some((from, _)), Some((_, to))) = (ranges.first(), ranges.last()) else {
        return Ok(());
    };
    for chunk in chunks_in(tx, account_keys.user(), series.id, *from, *to)? {
        let is_meant = |(from, to): &&(i64, i64)| *from <= chunk.t1 && *to >= chunk.t0;
        if !ranges.iter().any(|range| is_meant(&range)) {
            continue;
        }
        must_open(tx, account_keys, &chunk)?;
        let points = open(tx, account_keys, series.id, &chunk)?;
        let mut selected = Columns::default();
        for (from, to) in ranges.iter().filter(is_meant) {
            let places: Range<usize> = points.places(*from, *to);
            selected.extend_from(&points, places);
        }
        if selected.is_empty() {
            continue;
        }
        let is_whole = selected.len() == points.len();
        let mut piece = SelectedPoints {
            points: selected,
            block: None,
            root: None,
        };
        if is_whole && chunk.codec != Codec::Columns {
            let bytes = tx.query_one(
                "SELECT body FROM seg_body WHERE user_id = ?1 AND id = ?2",
                params![account_keys.user(), chunk.body],
                |row| row.at::<Vec<u8>>(0),
            )?;
            let place = chunk.location(series.id);
            let key = chunk.key.clone();
            match (chunk.codec, key) {
                (Codec::Homomorphic, Some(key)) => {
                    piece.block = Some(SealedBlock { place, key, bytes });
                }
                (Codec::Committed, key) => {
                    let root =
                        chunk::committed_root(tx, account_keys, key.as_ref(), &place, &bytes)
                            .map_err(unopened)?;
                    piece.root = Some(root);
                }
                _ => {}
            }
        }
        each(piece)?;
    }
    Ok(())
}

/// Opens a copy of a homomorphic block: its points with zeros as values, and the ciphertext of the values.
///
/// # Errors
/// [`UnsealError`].
pub fn open_ciphertext(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    block: &SealedBlock,
) -> Result<(Columns, Values), UnsealError> {
    let opened = chunk::open_block(tx, account_keys, &block.key, &block.place, &block.bytes)?;
    Ok((opened.columns.clone(), Values::new(opened)))
}

/// Opens a copy of a homomorphic block with its values.
///
/// # Errors
/// [`UnsealError`].
pub fn open_points(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    block: &SealedBlock,
) -> Result<Columns, UnsealError> {
    let under = (Some(&block.key), Codec::Homomorphic);
    chunk::open(tx, account_keys, under, &block.place, &block.bytes)
}

fn unopened(error: UnsealError) -> StoreError {
    match error {
        UnsealError::Store(error) => error,
        error => StoreError::Damaged(error.to_string()),
    }
}
