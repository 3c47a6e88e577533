//! Byte patterns that must not be in a file or an answer, searched for all at once.

use std::sync::OnceLock;

use aho_corasick::AhoCorasick;

/// Named byte patterns.
#[derive(Default)]
pub(crate) struct Patterns {
    names: Vec<String>,
    bytes: Vec<Vec<u8>>,
    /// Built for the first search.
    search: OnceLock<AhoCorasick>,
}

impl Patterns {
    pub(crate) fn insert(&mut self, name: &str, bytes: Vec<u8>) {
        self.names.push(name.to_owned());
        self.bytes.push(bytes);
        self.search = OnceLock::new();
    }

    /// Returns the number of patterns.
    pub(crate) fn count(&self) -> usize {
        self.bytes.len()
    }

    /// Returns the names of the patterns found, with their positions.
    pub(crate) fn found_in(&self, bytes: &[u8]) -> Vec<(&str, usize)> {
        let search = self
            .search
            .get_or_init(|| AhoCorasick::new(&self.bytes).unwrap());
        search
            .find_overlapping_iter(bytes)
            .map(|found| (&*self.names[found.pattern()], found.start()))
            .collect()
    }
}
