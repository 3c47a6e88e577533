//! Proofs from a key file equal those from the key in memory, and defects of the file are found.

use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use ark_bls12_381::Bls12_381;
use ark_bn254::Bn254;
use proptest::prelude::*;

use super::*;
use crate::Curve;
use crate::curve::Point;
use crate::formats::zkey;
use crate::groth16::{self, ProvingKey};
use crate::testing::{random_system, rng};

fn open<E: Curve>(bytes: Vec<u8>, portion_bytes: usize) -> Result<KeyFile<E>> {
    KeyFile::open_in_portions(Cursor::new(bytes), portion_bytes, &|| true)
}

fn equals_memory<E: Curve>(seed: u64, rows: u32) {
    let rng = &mut rng(seed);
    let (system, witness) = random_system::<E::ScalarField>(seed, rows);
    let key = groth16::setup::<E>(&system, rng).unwrap();
    let expected = groth16::prove_with_key(&key, &witness, &mut rng.clone()).unwrap();
    let bytes = zkey::write(&key);
    // One element, some, and all of them in a portion.
    for portion_bytes in [1, 1000, PORTION_BYTES] {
        let mut file = open::<E>(bytes.clone(), portion_bytes).unwrap();
        assert_eq!(file.verifying(), &key.verifying);
        assert_eq!(file.wires(), key.wires);
        for _ in 0..2 {
            let proof = file.prove(&witness, &mut rng.clone()).unwrap();
            assert_eq!(proof, expected, "portions of {portion_bytes}");
        }
    }
    let mut values = witness.values().to_vec();
    values.pop();
    let short = Witness::new(values).unwrap();
    let mut file = open::<E>(bytes, 1000).unwrap();
    assert!(matches!(
        file.prove(&short, rng),
        Err(Error::Length {
            what: "witness",
            ..
        })
    ));
    let mut values = witness.values().to_vec();
    *values.last_mut().unwrap() += E::ScalarField::from(1u64);
    let other = Witness::new(values).unwrap();
    // If no row contains the last wire, any value satisfies the circuit.
    let is_false = system.check(other.values()).is_err();
    let refused = file.prove(&other, rng).err() == Some(Error::SelfCheck);
    assert_eq!(refused, is_false);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]
    #[test]
    fn proofs_equal_those_of_the_key_in_memory(seed in any::<u64>(), rows in 0u32..60) {
        equals_memory::<Bn254>(seed, rows);
        equals_memory::<Bls12_381>(seed, rows);
    }
}

#[test]
fn keys_of_higher_levels_are_proven_from_their_file() {
    equals_memory::<crate::Bls24_509>(1, 5);
}

/// A small key with a contribution, and its witness.
fn sample() -> (ProvingKey<Bn254>, Witness<crate::scalar::Bn254>) {
    let rng = &mut rng(5);
    let (system, witness) = random_system(5, 6);
    let mut key = groth16::setup::<Bn254>(&system, rng).unwrap();
    groth16::contribute(&mut key, "first", rng);
    (key, witness)
}

/// Returns the place of each section's header in a file.
fn section_headers(file: &[u8]) -> Vec<usize> {
    let (mut at, mut headers) = (12, Vec::new());
    while at < file.len() {
        headers.push(at);
        let length = u64::from_le_bytes(file[at + 4..at + 12].try_into().unwrap());
        at += 12 + length as usize;
    }
    headers
}

/// A file whose bytes somebody else can change. It notes the largest read, and counts the bytes of all reads.
#[derive(Clone, Default)]
struct Shared {
    bytes: Arc<Mutex<Vec<u8>>>,
    largest: Arc<AtomicUsize>,
    total: Arc<AtomicUsize>,
    at: u64,
}

impl Shared {
    fn new(bytes: Vec<u8>) -> Self {
        Shared {
            bytes: Arc::new(Mutex::new(bytes)),
            ..Shared::default()
        }
    }
}

impl Read for Shared {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.largest.fetch_max(buffer.len(), Ordering::Relaxed);
        let bytes = self.bytes.lock().unwrap();
        let from = bytes.len().min(self.at as usize);
        let count = (&bytes[from..]).read(buffer)?;
        self.at += count as u64;
        self.total.fetch_add(count, Ordering::Relaxed);
        Ok(count)
    }
}

impl Seek for Shared {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let length = self.bytes.lock().unwrap().len() as u64;
        self.at = match to {
            SeekFrom::Start(at) => at,
            SeekFrom::End(0) => length,
            _ => return Err(io::Error::from(io::ErrorKind::Unsupported)),
        };
        Ok(self.at)
    }
}

#[test]
fn no_read_is_larger_than_a_portion_and_a_proof_reads_each_list_once() {
    let rng = &mut rng(8);
    let (system, witness) = random_system(8, 200);
    let key = groth16::setup::<Bn254>(&system, rng).unwrap();
    let bytes = zkey::write(&key);
    let headers = section_headers(&bytes);
    assert_eq!(headers.len(), 10);
    let shared = Shared::new(bytes.clone());
    let portion = 1024;
    assert!(bytes.len() > 50 * portion);
    let mut file = KeyFile::<Bn254>::open_in_portions(shared.clone(), portion, &|| true).unwrap();
    assert!(shared.largest.load(Ordering::Relaxed) <= portion);
    assert!(shared.total.swap(0, Ordering::Relaxed) <= bytes.len());
    file.prove(&witness, rng).unwrap();
    assert!(shared.largest.load(Ordering::Relaxed) <= portion);
    // Sections 4 to 9 without their headers and the number of coefficients.
    let lists = headers[9] - headers[3] - 6 * 12 - 4;
    assert_eq!(shared.total.load(Ordering::Relaxed), lists);
}

#[test]
fn a_file_that_is_changed_while_it_is_in_use_is_refused() {
    let (key, witness) = sample();
    let original = zkey::write(&key);
    let shared = Shared::new(original.clone());
    let mut file = KeyFile::<Bn254>::open_in_portions(shared.clone(), 500, &|| true).unwrap();
    let mut prove = |bytes: Vec<u8>| {
        *shared.bytes.lock().unwrap() = bytes;
        file.prove(&witness, &mut rng(1)).map(drop)
    };
    let is_changed = |result: Result<()>| {
        matches!(
            result,
            Err(Error::Malformed {
                format: Format::Zkey,
                fault: FileDefect::Changed { .. }
            })
        )
    };
    let headers = section_headers(&original);
    for section in 4..=9 {
        let (start, end) = (headers[section - 1] + 12, headers[section]);
        for at in [start + 4, end - 1] {
            let mut changed = original.clone();
            changed[at] ^= 1;
            assert!(is_changed(prove(changed)), "byte {at} of section {section}");
        }
        assert!(is_changed(prove(original[..end - 1].to_vec())), "{section}");
    }
    // Another valid key of the same circuit.
    let mut other = key.clone();
    groth16::contribute(&mut other, "later", &mut rng(9));
    assert!(is_changed(prove(zkey::write(&other))));
    assert_eq!(prove(original), Ok(()));
}

/// A key that was checked before is not checked for the subgroup again, and another key is refused.
#[test]
fn a_known_key_is_opened_by_its_digest() {
    let (key, witness) = sample();
    let bytes = zkey::write(&key);
    let digest = open::<Bn254>(bytes.clone(), 500).unwrap().digest();
    let open_known = |bytes: Vec<u8>, digest: &[u8; 32]| {
        KeyFile::<Bn254>::open_known(Cursor::new(bytes), digest, 1000, &|| true)
    };
    let mut known = open_known(bytes.clone(), &digest).unwrap();
    assert_eq!(known.digest(), digest);
    let expected = groth16::prove_with_key(&key, &witness, &mut rng(1)).unwrap();
    assert_eq!(known.prove(&witness, &mut rng(1)).unwrap(), expected);
    // The first point of the curve of G2 outside the subgroup.
    let outside = (1u64..)
        .filter_map(|x| <ark_bn254::G2Affine as Point>::with_x(x.into()))
        .map(|[point, _]| point)
        .find(|point| point.checks() == (true, false))
        .unwrap();
    let mut other = key.clone();
    other.b2.points[0] = outside;
    let other = zkey::write(&other);
    let is = |error: Option<Error>, expected: fn(&FileDefect) -> bool| match error {
        Some(Error::Malformed { fault, .. }) => assert!(expected(&fault), "{fault:?}"),
        other => panic!("{other:?}"),
    };
    is(open::<Bn254>(other.clone(), 500).err(), |fault| {
        matches!(fault, FileDefect::OutOfSubgroup { .. })
    });
    is(open_known(other, &digest).err(), |fault| {
        matches!(fault, FileDefect::Shape(_))
    });
    // What the digest covers, by its description.
    let headers = section_headers(&bytes);
    let mut hash = Sha256::new_with_prefix("lockstep zkey 1");
    for section in [1, 2, 3, 9, 5, 6, 8, 7, 4] {
        hash.update(&bytes[headers[section - 1]..headers[section]]);
    }
    let described: [u8; 32] = hash.finalize().into();
    assert_eq!(digest, described);
}

/// Any changed byte, and any end, gives the error of [`zkey::read`].
#[test]
fn defects_are_those_of_a_key_in_memory() {
    let (key, _) = sample();
    let file = zkey::write(&key);
    // The contributions are not read.
    let end = *section_headers(&file).last().unwrap();
    let mut defects = 0;
    for at in (0..end).step_by(7) {
        let mut changed = file.clone();
        changed[at] ^= 1 << (at % 8);
        let expected = zkey::read::<Bn254>(&changed).err();
        defects += usize::from(expected.is_some());
        assert_eq!(open::<Bn254>(changed, 500).err(), expected, "byte {at}");
        let cut = file[..at].to_vec();
        let expected = zkey::read::<Bn254>(&cut).err();
        assert!(expected.is_some());
        assert_eq!(open::<Bn254>(cut, 500).err(), expected, "{at} bytes");
    }
    assert!(defects > end / 7 / 2, "{defects} of {end}");
    let mut without = [key.clone(), key.clone(), key.clone(), key.clone(), key];
    without[0].h[1] = ark_bn254::G1Affine::identity();
    without[1].verifying.ic[1] = ark_bn254::G1Affine::identity();
    without[2].b1.wires.pop();
    without[2].b1.points.pop();
    without[3].c[0] = ark_bn254::G1Affine::new_unchecked(1.into(), 1.into());
    without[4].coefficients[0].wire = u32::MAX;
    for bad in without {
        let bytes = zkey::write(&bad);
        let expected = zkey::read::<Bn254>(&bytes).err();
        assert!(expected.is_some());
        assert_eq!(open::<Bn254>(bytes, 500).err(), expected);
    }
}

/// A disk that fails.
struct Failing;

impl Read for Failing {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::Error::other("the disk is gone"))
    }
}

impl Seek for Failing {
    fn seek(&mut self, _: SeekFrom) -> io::Result<u64> {
        Ok(1000)
    }
}

#[test]
fn the_error_of_the_source_is_reported() {
    let error = KeyFile::<Bn254>::open(Failing).err().unwrap();
    assert_eq!(
        error.to_string(),
        "the .zkey cannot be read: the disk is gone"
    );
}

/// Stopped at any question, opening and proving end. They finish if they are not stopped.
#[test]
fn opening_and_proving_stop_when_the_caller_leaves() {
    let (key, witness) = sample();
    let bytes = zkey::write(&key);
    let asked = AtomicUsize::new(0);
    let mut last = None;
    for answered in 0.. {
        asked.store(0, Ordering::Relaxed);
        let is_active = || asked.fetch_add(1, Ordering::Relaxed) < answered;
        match KeyFile::<Bn254>::open_in_portions(Cursor::new(bytes.clone()), 500, &is_active) {
            Ok(file) => {
                last = Some(file);
                break;
            }
            Err(error) => assert_eq!(error, Error::Interrupted),
        }
        assert_eq!(asked.load(Ordering::Relaxed), answered + 1);
    }
    let mut file = last.unwrap();
    assert!(asked.load(Ordering::Relaxed) > 8);
    for answered in 0.. {
        asked.store(0, Ordering::Relaxed);
        let is_active = || asked.fetch_add(1, Ordering::Relaxed) < answered;
        match file.prove_while(&witness, &mut rng(1), &is_active) {
            Ok(_) => break,
            Err(error) => assert_eq!(error, Error::Interrupted),
        }
        assert_eq!(asked.load(Ordering::Relaxed), answered + 1);
    }
    assert!(asked.load(Ordering::Relaxed) > 8);
}
