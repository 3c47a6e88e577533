//! A batch made ready for the store: what takes time and needs no transaction is done here.

use std::fmt;

use lockstep_store::StoreError;
use lockstep_vault::at_rest::homomorphic_points;
use lockstep_vault::{AccountKeys, Mode};

use crate::chunk::{self, Packed};
use crate::columns::{Batch, Columns, SeriesPoints};
use crate::merge::{Sizes, cut};
use crate::store::compact::Tail;

/// Points to be stored together, sorted, and packed where it can be foreseen how they will be cut.
#[derive(Debug, Default)]
pub struct Upload {
    pub(crate) series: Vec<SeriesUpload>,
    received: usize,
    under_mode: usize,
}

/// What goes to one series.
#[derive(Debug)]
pub(crate) struct SeriesUpload {
    pub(crate) form: SeriesLayout,
    pub(crate) points: Columns,
    /// The chunks of `points` alone; empty where they are likely to join stored ones.
    pub(crate) packed: Vec<PackedChunk>,
    /// The chunks of `points` together with the tail of their series.
    pub(crate) joined: Option<Joined>,
}

/// Points packed together with those that they follow.
#[derive(Debug)]
pub(crate) struct Joined {
    pub(crate) tail: Tail,
    pub(crate) packed: Vec<PackedChunk>,
}

/// How the chunks of a series are made.
#[derive(Clone, Debug)]
pub struct SeriesLayout {
    /// The wire's `type`.
    pub kind: Box<str>,
    /// A device's id or name.
    pub device: Box<str>,
    /// What the points lie under; none: the account's own key.
    pub mode: Option<Mode>,
    /// How large chunks get.
    pub sizes: Sizes,
}

/// A chunk that has no place yet.
pub(crate) struct PackedChunk {
    pub(crate) t0: i64,
    pub(crate) t1: i64,
    pub(crate) n: u32,
    pub(crate) content: Packed,
}

/// What is asked of the points of an upload.
#[derive(Clone, Copy, Debug, Default)]
pub struct StorageOptions {
    /// The mode they are stored under.
    pub mode: Option<Mode>,
    /// Points to a block of the mode, at most.
    pub chunk_size: Option<u32>,
}

impl StorageOptions {
    fn sizes(self) -> Sizes {
        let asked = self.chunk_size.map(|size| size as usize);
        let usual = usize::min(asked.unwrap_or(USUAL_BLOCK), MAX_BLOCK);
        match self.mode {
            None => Sizes::default(),
            Some(Mode::Basic) => Sizes::columns(usual),
            Some(Mode::Zk) => Sizes::blocks(usual),
            Some(Mode::Fhe) => {
                let slots = homomorphic_points();
                fhe_sizes(asked.unwrap_or(slots).min(slots))
            }
        }
    }
}

/// Sizes for ciphertexts of `most` points. A ciphertext has 150 KB however few points are in it, so
/// none is made of fewer than [`MIN_FHE_BLOCK_POINTS`]: their points stay columns, sealed under the
/// same key.
pub(crate) fn fhe_sizes(most: usize) -> Sizes {
    if most < MIN_FHE_BLOCK_POINTS {
        Sizes::unmade(most)
    } else {
        Sizes::blocks(most)
    }
}

impl Upload {
    /// Sorts and packs; of points with the same identity the last stays. `options` says for the device
    /// of a series what is asked for, `tail` what is stored of a series and followed by these points.
    ///
    /// # Errors
    /// A ring that was not made for a mode that is wished; what `tail` refuses.
    pub(crate) fn new(
        batch: Batch,
        account_keys: &AccountKeys,
        options: impl Fn(&str) -> StorageOptions,
        mut tail: impl FnMut(&SeriesLayout, &Columns) -> Result<Option<Tail>, StoreError>,
    ) -> Result<Self, StoreError> {
        let mut upload = Self {
            received: batch.len(),
            ..Self::default()
        };
        for series in batch.series() {
            if options(&series.device).mode.is_some() {
                upload.under_mode += series.columns.len();
            }
        }
        let mut room = MAX_BLOCKS;
        for SeriesPoints {
            kind,
            device,
            columns,
        } in batch.into_sorted()
        {
            let options = options(&device);
            // What is read of them is the same before and after they have become a block.
            let columns = match options.mode {
                Some(Mode::Fhe) => chunk::rounded(&kind, &columns)?,
                _ => columns,
            };
            let form = SeriesLayout {
                kind,
                device,
                mode: options.mode,
                sizes: options.sizes(),
            };
            let mut series = SeriesUpload {
                form,
                points: columns,
                packed: Vec::new(),
                joined: None,
            };
            series.pack(account_keys, &mut tail, &mut room)?;
            upload.series.push(series);
        }
        Ok(upload)
    }

    /// Points that came in, those that a later one replaced too.
    #[must_use]
    pub fn received(&self) -> usize {
        self.received
    }

    /// How many of these are stored under a mode.
    #[must_use]
    pub fn under_mode(&self) -> usize {
        self.under_mode
    }

    /// Type and device of each series it brings points for.
    pub fn names(&self) -> impl Iterator<Item = (&str, &str)> {
        self.series
            .iter()
            .map(|series| (&*series.form.kind, &*series.form.device))
    }
}

impl SeriesUpload {
    fn pack(
        &mut self,
        account_keys: &AccountKeys,
        tail: &mut impl FnMut(&SeriesLayout, &Columns) -> Result<Option<Tail>, StoreError>,
        room: &mut usize,
    ) -> Result<(), StoreError> {
        if matches!(self.form.mode, Some(Mode::Fhe | Mode::Zk))
            && let Some(tail) = tail(&self.form, &self.points)?
        {
            let mut all = tail.points.clone();
            all.extend_from(&self.points, 0..self.points.len());
            let packed = pack(&all, &self.form, account_keys, room)?;
            self.joined = Some(Joined { tail, packed });
        } else if self.form.sizes.stands_alone(self.points.len()) {
            self.packed = pack(&self.points, &self.form, account_keys, room)?;
        }
        Ok(())
    }
}

/// Cuts sorted points into chunks and packs each: into a block of its mode what is a full one. Where
/// there is no room for more blocks the rest stays columns: they are made of it afterwards.
fn pack(
    points: &Columns,
    form: &SeriesLayout,
    account_keys: &AccountKeys,
    room: &mut usize,
) -> Result<Vec<PackedChunk>, StoreError> {
    let weight = block_weight(form.mode);
    let ranges = cut(form.sizes, points);
    let mut chunks = Vec::with_capacity(ranges.len().min(MAX_BLOCKS));
    for range in ranges {
        let is_full = form.sizes.is_full(range.len());
        if is_full && *room < weight {
            let rest = points.part(range.start..points.len());
            chunks.extend(waiting(&rest, form.sizes));
            return Ok(chunks);
        }
        let part = points.part(range);
        chunks.push(if is_full {
            *room -= weight;
            PackedChunk::block(&part, form, account_keys)?
        } else {
            PackedChunk::columns(&part)
        });
    }
    Ok(chunks)
}

/// Points as columns, whatever the mode: those of a mode that has blocks wait to become some.
pub(crate) fn waiting(points: &Columns, sizes: Sizes) -> Vec<PackedChunk> {
    let ranges = cut(sizes.waiting(), points).into_iter();
    ranges
        .map(|range| PackedChunk::columns(&points.part(range)))
        .collect()
}

/// What a block of a mode takes of [`MAX_BLOCKS`].
pub(crate) fn block_weight(mode: Option<Mode>) -> usize {
    match mode {
        // 150 KB of ciphertext or more.
        Some(Mode::Fhe) => 4,
        _ => 1,
    }
}

impl PackedChunk {
    /// Columns, whatever the mode.
    pub(crate) fn columns(points: &Columns) -> Self {
        Self::of(points, Packed::columns(points))
    }

    /// A block of its mode, however many points there are.
    pub(crate) fn block(
        points: &Columns,
        form: &SeriesLayout,
        account_keys: &AccountKeys,
    ) -> Result<Self, StoreError> {
        let content = Packed::block(points, &form.kind, form.mode, account_keys)?;
        Ok(Self::of(points, content))
    }

    fn of(points: &Columns, content: Packed) -> Self {
        let times = points.timestamps();
        Self {
            t0: times.first().copied().unwrap_or_default(),
            t1: times.last().copied().unwrap_or_default(),
            n: points.len() as u32,
            content,
        }
    }
}

impl fmt::Debug for PackedChunk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { t0, t1, n, .. } = self;
        write!(f, "PackedChunk({t0}..={t1}, {n} points)")
    }
}

/// Blocks that an upload brings ready: for so long it may hold the writer, and so much memory. Each takes
/// [`block_weight`] of it.
const MAX_BLOCKS: usize = 128;
/// The fewest points of a ciphertext: a point takes 600 bytes of it at most.
pub const MIN_FHE_BLOCK_POINTS: usize = 256;
/// Points to a block where nothing else is said.
pub const USUAL_BLOCK: usize = 1024;
/// Points to a block, at most.
pub const MAX_BLOCK: usize = 8192;
