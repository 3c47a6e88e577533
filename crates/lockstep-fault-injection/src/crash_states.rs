//! The possible states of files after a power cut.
//!
//! The model: data of a file whose fsync returned is on disk. The drive decides about everything
//! later: all of it, none of it, a prefix of the writes with the last one torn, or each 512-byte
//! sector on its own in any state it went through. Space that was allocated but never written may
//! hold any bytes. A created or removed name is durable once its folder is fsynced. SQLite does
//! that with the first fsync of a journal or log that it created. Until then the drive decides,
//! name by name.

use std::collections::BTreeMap;

use crate::log::{Files, Log, Step};

/// A log replayed up to some step: the data on disk by then, and the data that is still pending.
#[derive(Debug)]
pub struct Replay<'l> {
    log: &'l Log,
    at: usize,
    files: Vec<File<'l>>,
    /// The durable names.
    names: BTreeMap<String, usize>,
    /// The pending changes of names, in order; `None` for a removed name.
    renamed: Vec<(&'l str, Option<usize>)>,
}

#[derive(Debug, Default)]
struct File<'l> {
    durable: Vec<u8>,
    pending: Vec<Change<'l>>,
}

#[derive(Clone, Copy, Debug)]
enum Change<'l> {
    Write(u64, &'l [u8]),
    Truncate(u64),
}

impl Log {
    /// Starts a replay at the initial files.
    #[must_use]
    pub fn replay(&self) -> Replay<'_> {
        Replay::new(self)
    }
}

impl<'l> Replay<'l> {
    pub(crate) fn new(log: &'l Log) -> Self {
        let files = log.before.0.values().map(|content| File {
            durable: content.clone(),
            pending: Vec::new(),
        });
        let names = log.before.names().enumerate();
        Self {
            log,
            at: 0,
            files: files.collect(),
            names: names.map(|(file, name)| (name.to_owned(), file)).collect(),
            renamed: Vec::new(),
        }
    }

    /// Replays until `at` steps are done; never goes back.
    pub fn advance(&mut self, at: usize) {
        let log = self.log;
        while self.at < at.min(log.steps.len()) {
            match &log.steps[self.at] {
                Step::Make {
                    name,
                    file,
                    content,
                } => {
                    self.files.resize_with(file + 1, File::default);
                    self.files[*file].durable.clone_from(content);
                    self.renamed.push((name, Some(*file)));
                }
                Step::Write {
                    file,
                    offset,
                    bytes,
                } => self.files[*file]
                    .pending
                    .push(Change::Write(*offset, bytes)),
                Step::Truncate { file, size } => {
                    self.files[*file].pending.push(Change::Truncate(*size));
                }
                Step::Sync { file, names } => {
                    let file = &mut self.files[*file];
                    for change in std::mem::take(&mut file.pending) {
                        change.apply(&mut file.durable);
                    }
                    if *names {
                        self.keep_names();
                    }
                }
                Step::SyncFailed { file } => self.files[*file].pending.clear(),
                Step::Remove { name, names } => {
                    self.renamed.push((name, None));
                    if *names {
                        self.keep_names();
                    }
                }
            }
            self.at += 1;
        }
    }

    fn keep_names(&mut self) {
        for (name, file) in std::mem::take(&mut self.renamed) {
            rename(&mut self.names, name, file);
        }
    }

    /// Cuts the power here and returns the resulting files. The same numbers give the same files.
    #[must_use]
    pub fn cut(&self, dice: &mut SeededRandom) -> Files {
        let mut names = self.names.clone();
        let mut kept: BTreeMap<&str, bool> = BTreeMap::new();
        for (name, file) in &self.renamed {
            // For each name, a prefix of its changes is durable.
            let lasts = kept.entry(name).or_insert(true);
            *lasts = *lasts && dice.below(2) == 0;
            if *lasts {
                rename(&mut names, name, *file);
            }
        }
        let contents: Vec<Vec<u8>> = self.files.iter().map(|file| file.cut(dice)).collect();
        let named = names.into_iter();
        Files(
            named
                .map(|(name, file)| (name, contents[file].clone()))
                .collect(),
        )
    }
}

impl File<'_> {
    fn cut(&self, dice: &mut SeededRandom) -> Vec<u8> {
        let mut content = self.durable.clone();
        let pending = self.pending.len() as u64;
        if pending == 0 {
            return content;
        }
        match dice.below(6) {
            0 => {}
            1 => {
                for change in &self.pending {
                    change.apply(&mut content);
                }
            }
            2 | 3 => {
                let last = dice.below(pending) as usize;
                for change in &self.pending[..last] {
                    change.apply(&mut content);
                }
                match self.pending[last] {
                    Change::Write(offset, bytes) => {
                        let torn = dice.below(bytes.len() as u64 + 1) as usize;
                        Change::Write(offset, &bytes[..torn]).apply(&mut content);
                    }
                    truncate @ Change::Truncate(_) => truncate.apply(&mut content),
                }
            }
            _ => content = self.sectors(dice),
        }
        content
    }

    /// Chooses a state for every sector.
    fn sectors(&self, dice: &mut SeededRandom) -> Vec<u8> {
        let (mut size, mut longest) = (self.durable.len() as u64, self.durable.len() as u64);
        let size_after = dice.below(self.pending.len() as u64 + 1) as usize;
        let mut size_kept = size;
        for (nth, change) in self.pending.iter().enumerate() {
            size = change.size(size);
            longest = longest.max(size);
            if nth < size_after {
                size_kept = size;
            }
        }
        let mut content = self.durable.clone();
        // Allocated bytes that were never written contain zeros or another file's old data.
        let filler = if dice.below(2) == 0 { 0 } else { 0xa5 };
        content.resize(longest as usize, filler);
        let mut touched: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
        for (nth, change) in self.pending.iter().enumerate() {
            if let Change::Write(offset, bytes) = change {
                let end = offset + bytes.len() as u64;
                for sector in offset / SECTOR..end.div_ceil(SECTOR) {
                    touched.entry(sector).or_default().push(nth);
                }
            }
        }
        for (sector, changes) in touched {
            let kept = dice.below(changes.len() as u64 + 1) as usize;
            for nth in &changes[..kept] {
                if let Change::Write(offset, bytes) = self.pending[*nth] {
                    let from = offset.max(sector * SECTOR);
                    let to = (offset + bytes.len() as u64).min((sector + 1) * SECTOR);
                    let part = &bytes[(from - offset) as usize..(to - offset) as usize];
                    content[from as usize..to as usize].copy_from_slice(part);
                }
            }
        }
        content.truncate(size_kept as usize);
        content
    }
}

impl Change<'_> {
    fn apply(self, content: &mut Vec<u8>) {
        match self {
            Self::Write(offset, bytes) => {
                let offset = offset as usize;
                let end = offset + bytes.len();
                if content.len() < end {
                    content.resize(end, 0);
                }
                content[offset..end].copy_from_slice(bytes);
            }
            Self::Truncate(size) => content.resize(size as usize, 0),
        }
    }

    /// Returns the file's size after the step.
    fn size(self, before: u64) -> u64 {
        match self {
            Self::Write(offset, bytes) => before.max(offset + bytes.len() as u64),
            Self::Truncate(size) => size,
        }
    }
}

fn rename(names: &mut BTreeMap<String, usize>, name: &str, file: Option<usize>) {
    match file {
        Some(file) => names.insert(name.to_owned(), file),
        None => names.remove(name),
    };
}

/// A pseudo-random generator with the same sequence in every run with the same seed (SplitMix64).
#[derive(Clone, Debug)]
pub struct SeededRandom(pub u64);

impl SeededRandom {
    /// Returns any number.
    pub fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number below `limit`, which must not be 0.
    pub fn below(&mut self, limit: u64) -> u64 {
        self.roll() % limit
    }
}

/// The bytes that a drive writes atomically.
const SECTOR: u64 = 512;
