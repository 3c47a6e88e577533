//! Paged memory of field cells. A page is mapped when it is first written.

use std::collections::BTreeMap;

use ark_ff::PrimeField;
use sha2::{Digest, Sha256};
use zeroize::Zeroize;

use super::MachineError;
use crate::field;

/// Number of cells in a page.
pub const PAGE_CELLS: usize = 256;

/// Paged memory. Cells never written read as zero. Wiped on drop.
pub(crate) struct Memory<F: PrimeField> {
    pages: BTreeMap<u32, Vec<F>>,
    limit: u64,
}

impl<F: PrimeField> Memory<F> {
    pub(crate) fn new(limit: u64) -> Self {
        Memory {
            pages: BTreeMap::new(),
            limit,
        }
    }

    fn page_bytes() -> u64 {
        (PAGE_CELLS * field::width::<F>()) as u64
    }

    pub(crate) fn pages(&self) -> u64 {
        self.pages.len() as u64
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.pages() * Self::page_bytes()
    }

    pub(crate) fn read(&self, cell: u32) -> F {
        self.pages
            .get(&(cell / PAGE_CELLS as u32))
            .map_or(F::ZERO, |page| page[cell as usize % PAGE_CELLS])
    }

    pub(crate) fn write(&mut self, cell: u32, value: F) -> Result<(), MachineError> {
        let number = cell / PAGE_CELLS as u32;
        if !self.pages.contains_key(&number) {
            let requested = self.bytes() + Self::page_bytes();
            if requested > self.limit {
                return Err(MachineError::Memory {
                    limit: self.limit,
                    requested,
                });
            }
        }
        let page = self
            .pages
            .entry(number)
            .or_insert_with(|| vec![F::ZERO; PAGE_CELLS]);
        page[cell as usize % PAGE_CELLS] = value;
        Ok(())
    }

    pub(crate) fn digest(&self) -> [u8; 32] {
        let mut hash = Sha256::new();
        for (number, page) in &self.pages {
            hash.update(number.to_le_bytes());
            for value in page {
                hash.update(field::to_bytes(value));
            }
        }
        hash.finalize().into()
    }
}

impl<F: PrimeField> Drop for Memory<F> {
    fn drop(&mut self) {
        for page in self.pages.values_mut() {
            page.zeroize();
        }
    }
}
