//! Test fixtures: deterministic entropy, the published vectors, and an example `Sealing`.

use std::io::Read;
use std::path::PathBuf;

use rand_core::{Infallible, TryCryptoRng, TryRng};
use serde_json::Value;

use crate::primitives::{Platform, Primitives};
use crate::{Context, KeyName, Mode, Origin, Purpose, Sealing};

/// A deterministic generator: SHA-512 of a counter.
pub(crate) struct DeterministicRng(pub(crate) u64);

impl TryRng for DeterministicRng {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        rand_core::utils::next_word_via_fill(self)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        rand_core::utils::next_word_via_fill(self)
    }

    fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), Infallible> {
        for chunk in out.chunks_mut(64) {
            chunk.copy_from_slice(&Platform::sha512(&[&self.0.to_be_bytes()])[..chunk.len()]);
            self.0 += 1;
        }
        Ok(())
    }
}

impl TryCryptoRng for DeterministicRng {}

/// Returns `len` deterministic bytes.
pub(crate) fn bytes(seed: u64, len: usize) -> Vec<u8> {
    let mut out = vec![0; len];
    let Ok(()) = DeterministicRng(seed << 32).try_fill_bytes(&mut out);
    out
}

pub(crate) const CONTEXT: Context<'static> = Context {
    account: b"usr_01",
    purpose: Purpose::Data,
    row: b"row 7",
};

pub(crate) const SEALING: Sealing<'static> = Sealing {
    mode: Mode::Basic,
    origin: Origin::Client,
    key_name: KeyName {
        id: *b"0123456789abcdef",
        version: 3,
    },
    context: CONTEXT,
    ext: b"ext",
};

/// Returns a file of published vectors. Prints a message and returns `None` if the file is missing.
#[expect(
    clippy::disallowed_methods,
    reason = "an environment variable names the folder of test data"
)]
pub(crate) fn vectors(name: &str) -> Option<Value> {
    let root = std::env::var_os("LOCKSTEP_TESTDATA").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data")),
        PathBuf::from,
    );
    let Ok(file) = std::fs::File::open(root.join("vectors").join(name)) else {
        println!("skipped: no test data ({name})");
        return None;
    };
    let mut json = String::new();
    flate2::read::GzDecoder::new(file)
        .read_to_string(&mut json)
        .unwrap();
    Some(serde_json::from_str(&json).unwrap())
}

/// Iterates over all tests of a Wycheproof file, with their groups.
pub(crate) fn wycheproof(file: &Value) -> impl Iterator<Item = (&Value, &Value)> {
    file["testGroups"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|group| {
            let tests = group["tests"].as_array().unwrap();
            tests.iter().map(move |test| (group, test))
        })
}

pub(crate) fn hex(value: &Value) -> Vec<u8> {
    let text = value.as_str().unwrap();
    (0..text.len() / 2)
        .map(|index| u8::from_str_radix(&text[2 * index..2 * index + 2], 16).unwrap())
        .collect()
}
