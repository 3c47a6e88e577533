//! What is stored around the points of an upload. It is read for all series of the upload together, since each answer of a
//! database on another machine takes time.

use std::collections::{HashMap, HashSet};

use lockstep_store::id::UserId;
use lockstep_store::{StoreError, Tx, params};
use lockstep_vault::AccountKeys;

use super::upload::SeriesUpload;
use super::{
    CHUNK_COLUMNS, Chunk, Series, bodies, decode, open_measured, series_named_each, series_of,
};
use crate::columns::Columns;
use crate::layout::SeriesLayout;
use crate::merge::{LEFT_NEIGHBOURS, Sizes};

/// The stored series with the names of an upload's series.
pub(super) struct StoredSeries<'u> {
    uploads: &'u [SeriesUpload],
    /// `None`: not read.
    found: Vec<Option<NamedSeries>>,
    taken: HashSet<(&'u str, &'u str)>,
}

/// The series with one type and device.
pub(super) struct NamedSeries {
    /// One for each mode.
    pub(super) all: Vec<Series>,
    /// The chunks of the upload's mode that begin up to its first point, the last first; `None`: not read.
    pub(super) left: Option<Vec<Chunk>>,
}

impl<'u> StoredSeries<'u> {
    /// Reads the stored series, without those that `is_in_memory` finds: they are read when they are taken, if ever.
    pub(super) fn read(
        tx: &Tx<'_>,
        user: &UserId,
        uploads: &'u [SeriesUpload],
        is_in_memory: impl Fn(&SeriesLayout) -> bool,
    ) -> Result<Self, StoreError> {
        let mut read: Vec<usize> = (0..uploads.len()).collect();
        read.retain(|nth| !is_in_memory(&uploads[*nth].layout));
        let names = read.iter().map(|nth| name(&uploads[*nth]));
        let all = series_named_each(tx, user, names)?;
        let mut found: Vec<Option<NamedSeries>> = uploads.iter().map(|_| None).collect();
        let (mut known, mut places) = (Vec::new(), Vec::new());
        for (nth, all) in read.into_iter().zip(all) {
            let upload = &uploads[nth];
            let mode = upload.layout.mode;
            let series = all.iter().find(|series| series.mode == mode);
            // Points that were packed with the end of their series usually need no other chunk.
            if let (Some(series), Some(from), None) =
                (series, upload.points.timestamps().first(), &upload.joined)
            {
                known.push(nth);
                places.push((series.id, *from));
            }
            found[nth] = Some(NamedSeries { all, left: None });
        }
        for (nth, left) in known.into_iter().zip(left_of_each(tx, user, &places)?) {
            if let Some(named) = &mut found[nth] {
                named.left = Some(left);
            }
        }
        Ok(Self {
            uploads,
            found,
            taken: HashSet::new(),
        })
    }

    /// Returns the places of the upload's series that were read.
    #[cfg(test)]
    pub(super) fn places_read(&self) -> Vec<usize> {
        let places = 0..self.found.len();
        places.filter(|nth| self.found[*nth].is_some()).collect()
    }

    /// Returns a series of the upload.
    pub(super) fn upload(&self, nth: usize) -> &'u SeriesUpload {
        &self.uploads[nth]
    }

    /// Returns what is stored under the name of a series of the upload, each of which is stored before the next is taken.
    pub(super) fn take(
        &mut self,
        tx: &Tx<'_>,
        user: &UserId,
        nth: usize,
    ) -> Result<NamedSeries, StoreError> {
        let upload = &self.uploads[nth];
        if self.taken.insert(name(upload))
            && let Some(found) = self.found[nth].take()
        {
            return Ok(found);
        }
        // It was not read, or has changed since: another part of the upload has the same name.
        Ok(NamedSeries {
            all: series_of(tx, user, &upload.layout)?,
            left: None,
        })
    }
}

fn name(upload: &SeriesUpload) -> (&str, &str) {
    (&upload.layout.kind, &upload.layout.device)
}

/// Returns the chunks of each series that begin up to a time, the last first, as many as a merge considers.
fn left_of_each(
    tx: &Tx<'_>,
    user: &UserId,
    places: &[(i64, i64)],
) -> Result<Vec<Vec<Chunk>>, StoreError> {
    let lists: Vec<_> = places
        .iter()
        .map(|(series, from)| *params![user, *series, *from, LEFT_NEIGHBOURS as i64])
        .collect();
    tx.query_each(
        &format!(
            "SELECT {CHUNK_COLUMNS} FROM seg
             WHERE user_id = ?1 AND series_id = ?2 AND t0 <= ?3 ORDER BY t0 DESC LIMIT ?4"
        ),
        &lists,
        Chunk::read,
    )
}

/// Returns the chunks that points from `from` to `to` can touch, and the chunks to their left that can be absorbed. `left`
/// are those to the left, if they were read.
pub(super) fn reached(
    tx: &Tx<'_>,
    user: &UserId,
    (series, sizes, left): (&Series, Sizes, Option<Vec<Chunk>>),
    (from, to): (i64, i64),
) -> Result<Vec<Chunk>, StoreError> {
    let left = match left {
        Some(left) => left,
        None => left_of_each(tx, user, &[(series.id, from)])?
            .pop()
            .unwrap_or_default(),
    };
    let mut chunks: Vec<Chunk> = Vec::new();
    for chunk in left {
        // One that overlaps the points is opened, however many points it has.
        let is_end = chunk.t1 < from && sizes.ends_absorption(chunk.n as usize);
        chunks.push(chunk);
        if is_end {
            break;
        }
    }
    chunks.reverse();
    if from <= series.last.0 {
        let right = super::chunks_from(tx, user, series.id, (from, to), i64::MAX)?;
        chunks.extend(right);
    }
    Ok(chunks)
}

/// The bytes of stored chunks to the left of an upload's points, by the numbers of their bodies.
#[derive(Default)]
pub(super) struct LeftBytes(HashMap<i64, Vec<u8>>);

impl LeftBytes {
    /// Returns the points of a chunk, and the number of its stored bytes. A merge that opens a chunk to the left of all points,
    /// which begin at `from`, opens each chunk between them: their bytes are read together.
    pub(super) fn open_measured(
        &mut self,
        tx: &Tx<'_>,
        account_keys: &AccountKeys,
        series: i64,
        (stored, nth, from): (&[Chunk], usize, i64),
    ) -> Result<(Columns, usize), StoreError> {
        let chunk = &stored[nth];
        let left = stored[nth..].iter().take_while(|chunk| chunk.t1 < from);
        if !self.0.contains_key(&chunk.body) && left.clone().count() > 1 {
            let numbers: Vec<i64> = left.map(|chunk| chunk.body).collect();
            let read = bodies(tx, account_keys.user(), &numbers)?;
            let found = numbers.into_iter().zip(read);
            self.0
                .extend(found.filter_map(|(number, bytes)| Some((number, bytes?))));
        }
        match self.0.remove(&chunk.body) {
            Some(bytes) => {
                let points = decode(tx, &bytes, account_keys, series, chunk)?;
                Ok((points, bytes.len()))
            }
            None => open_measured(tx, account_keys, series, chunk),
        }
    }
}
