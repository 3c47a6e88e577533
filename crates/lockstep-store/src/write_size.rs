//! Measures writing transactions: the largest of each name.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use crate::lock::lock;

/// The size of a writing transaction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WriteSize {
    /// The rows that were added, changed or removed, also by triggers.
    pub rows: u64,
    /// The bytes of texts and blobs that the statements were given.
    pub bytes: u64,
}

/// The largest transaction of each name since the start.
#[derive(Clone, Debug, Default)]
pub(crate) struct WriteSizes(Arc<Mutex<BTreeMap<&'static str, WriteSize>>>);

impl WriteSizes {
    pub(crate) fn note(&self, name: &'static str, size: WriteSize) {
        let mut all = lock(&self.0);
        let largest = all.entry(name).or_default();
        largest.rows = largest.rows.max(size.rows);
        largest.bytes = largest.bytes.max(size.bytes);
    }

    pub(crate) fn all(&self) -> BTreeMap<&'static str, WriteSize> {
        lock(&self.0).clone()
    }
}
