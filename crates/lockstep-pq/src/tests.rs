//! Published vectors, second implementations, laws and refusals; a file each.

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

/// SHAKE128 of a seed, as a generator: the same bytes in every run.
struct Repeating(sha3::Shake128Reader);

impl Repeating {
    fn seeded(seed: &[u8]) -> Self {
        let mut hash = Shake128::default();
        hash.update(seed);
        Self(hash.finalize_xof())
    }

    fn bytes<const N: usize>(&mut self) -> [u8; N] {
        let mut bytes = [0; N];
        self.0.read(&mut bytes);
        bytes
    }

    fn vec(&mut self, len: usize) -> Vec<u8> {
        let mut bytes = vec![0; len];
        self.0.read(&mut bytes);
        bytes
    }
}

impl TryRng for Repeating {
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

impl TryCryptoRng for Repeating {}

const LEVELS: [Level; 3] = [Level::One, Level::Three, Level::Five];

/// The parameter sets that are quick enough to go through in a test build.
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

/// The parameter set of a standard's name.
fn named(name: &Value) -> Algorithm {
    let name = name.as_str().unwrap();
    Algorithm::ALL
        .into_iter()
        .find(|algorithm| algorithm.to_string() == name)
        .unwrap()
}

/// The text of a file of the published vectors, or `None`, said aloud, where they are not on this
/// machine.
#[expect(
    clippy::disallowed_methods,
    reason = "a test is told where its data lies"
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

/// Every test of a file of groups, with its group.
fn each(file: &Value) -> impl Iterator<Item = (&Value, &Value)> {
    file["testGroups"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|group| {
            let tests = group["tests"].as_array().unwrap();
            tests.iter().map(move |test| (group, test))
        })
}

/// Bytes of a hexadecimal string; none where there is none.
fn hex(value: &Value) -> Vec<u8> {
    unhex(value.as_str().unwrap_or_default())
}

fn unhex(text: &str) -> Vec<u8> {
    (0..text.len() / 2)
        .map(|at| u8::from_str_radix(&text[2 * at..2 * at + 2], 16).unwrap())
        .collect()
}
