//! Tests: published vectors, second implementations, laws and refusals, one file each.

use std::io::Read;
use std::path::PathBuf;

use rand_core::{Infallible, TryCryptoRng, TryRng};
use serde_json::Value;
use sha3::Shake128;
use sha3::digest::{ExtendableOutput, Update, XofReader};

use crate::{Algorithm, Level, Variant};

mod acvp;
mod cctv;
mod differential;
mod laws;
mod refusals;
mod wycheproof;

/// A deterministic generator: SHAKE128 of a seed.
pub(crate) struct DeterministicRng(sha3::Shake128Reader);

impl DeterministicRng {
    pub(crate) fn seeded(seed: &[u8]) -> Self {
        let mut hash = Shake128::default();
        hash.update(seed);
        Self(hash.finalize_xof())
    }

    pub(crate) fn bytes<const N: usize>(&mut self) -> [u8; N] {
        let mut bytes = [0; N];
        self.0.read(&mut bytes);
        bytes
    }

    pub(crate) fn vec(&mut self, len: usize) -> Vec<u8> {
        let mut bytes = vec![0; len];
        self.0.read(&mut bytes);
        bytes
    }
}

impl TryRng for DeterministicRng {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        rand_core::utils::next_word_via_fill(self)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        rand_core::utils::next_word_via_fill(self)
    }

    fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), Infallible> {
        self.0.read(out);
        Ok(())
    }
}

impl TryCryptoRng for DeterministicRng {}

const LEVELS: [Level; 3] = [Level::One, Level::Three, Level::Five];

/// Returns the parameter sets that are fast enough for a test build.
fn quick() -> impl Iterator<Item = Algorithm> {
    Algorithm::ALL.into_iter().filter(|algorithm| {
        !matches!(
            algorithm,
            Algorithm::SlhDsa {
                variant: Variant::Small,
                ..
            }
        )
    })
}

/// Returns the parameter set with this standard name.
fn named(name: &Value) -> Algorithm {
    let name = name.as_str().unwrap();
    Algorithm::ALL
        .into_iter()
        .find(|algorithm| algorithm.to_string() == name)
        .unwrap()
}

/// Returns the text of a file of published vectors. Prints a message and returns `None` if the file
/// is missing.
#[expect(
    clippy::disallowed_methods,
    reason = "an environment variable names the folder of test data"
)]
fn text(name: &str) -> Option<String> {
    let root = std::env::var_os("LOCKSTEP_TESTDATA").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data")),
        PathBuf::from,
    );
    let Ok(mut file) = std::fs::File::open(root.join("vectors").join(name)) else {
        println!("skipped: no test data ({name})");
        return None;
    };
    let mut text = String::new();
    if name.ends_with(".gz") {
        flate2::read::GzDecoder::new(file)
            .read_to_string(&mut text)
            .unwrap();
    } else {
        file.read_to_string(&mut text).unwrap();
    }
    Some(text)
}

fn vectors(name: &str) -> Option<Value> {
    text(name).map(|text| serde_json::from_str(&text).unwrap())
}

/// Iterates over all tests of a vector file, with their groups.
fn tests_of(file: &Value) -> impl Iterator<Item = (&Value, &Value)> {
    file["testGroups"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|group| {
            let tests = group["tests"].as_array().unwrap();
            tests.iter().map(move |test| (group, test))
        })
}

/// Decodes a hexadecimal string. Returns no bytes if the value is not a string.
fn hex(value: &Value) -> Vec<u8> {
    unhex(value.as_str().unwrap_or_default())
}

fn unhex(text: &str) -> Vec<u8> {
    (0..text.len() / 2)
        .map(|index| u8::from_str_radix(&text[2 * index..2 * index + 2], 16).unwrap())
        .collect()
}
