//! Set-ups leave no copy of their secrets in the heap: neither of the scalars that they draw, nor of powers and inverses of
//! them.
//!
//! This program has no thread of its own beside the main one, so that its lists are in the part of its memory that Linux
//! names `[heap]`. Copies on the stack are not looked for: later calls overwrite them.

use std::fs::File;
use std::hint::black_box;
use std::io::{Read, Seek, SeekFrom};

use lockstep_zk::ark_ff::{AdditiveGroup, Field, PrimeField, UniformRand};
use lockstep_zk::circuits::{Circuit, Kind};
use lockstep_zk::formats::ptau;
use lockstep_zk::{Bn254, groth16, pghr13, scalar};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;
use zeroize::Zeroizing;

type Scalar = scalar::Bn254;
/// The limbs of a scalar in Montgomery form, or of its number, with every bit flipped: a list of what is sought must not be
/// found.
type Masked = [u64; 4];

fn main() {
    let Some(mut memory) = Memory::open() else {
        println!("skipped: the heap of the process cannot be read here");
        return;
    };
    let fences = fragmented_heap();
    let circuit = Circuit::<Scalar>::new(Kind::Range { bits: 16 });
    let system = circuit.system();
    // What the other checks exclude: a list that grows leaves copies of its elements.
    let left = memory.copies_after(1, |rng| {
        let tau = Scalar::rand(rng);
        let powers = std::iter::successors(Some(Scalar::ONE), |last| Some(*last * tau));
        let grown: Zeroizing<Vec<Scalar>> = Zeroizing::new(powers.take(100).collect());
        drop(black_box(grown));
    });
    assert!(left > 0, "a copy is not found");
    is_wiped(&mut memory, "Groth16", 2, |rng| {
        drop(groth16::setup::<Bn254>(system, rng).expect("the circuit has a key"));
    });
    let key = groth16::setup::<Bn254>(system, &mut ChaCha20Rng::from_seed([3; 32]));
    let mut key = key.expect("the circuit has a key");
    is_wiped(&mut memory, "a contribution", 4, |rng| {
        groth16::contribute::<Bn254>(&mut key, "", rng);
    });
    is_wiped(&mut memory, "PGHR13", 5, |rng| {
        drop(pghr13::setup::<Bn254>(system, rng).expect("the circuit has a key"));
    });
    is_wiped(&mut memory, "powers of tau", 6, |rng| {
        drop(ptau::local::<Bn254>(5, rng));
    });
    is_wiped(&mut memory, "contributed powers of tau", 7, |rng| {
        drop(ptau::contributed::<Bn254>(5, rng));
    });
    drop(fences);
}

fn is_wiped(memory: &mut Memory, name: &str, seed: u8, set_up: impl FnOnce(&mut ChaCha20Rng)) {
    let left = memory.copies_after(seed, set_up);
    assert_eq!(left, 0, "{name}: copies of secrets in the heap");
    println!("{name}: wiped");
}

/// Leaves holes in the heap, so that a list that grows has to move. Returns what keeps the holes apart.
fn fragmented_heap() -> Vec<Vec<u8>> {
    let (mut holes, mut fences) = (Vec::new(), Vec::new());
    for bytes in (7..16).map(|log| 1 << log) {
        for _ in 0..8 {
            holes.push(black_box(vec![1; bytes]));
            fences.push(black_box(vec![1; bytes]));
        }
    }
    drop::<Vec<Vec<u8>>>(holes);
    fences
}

/// Returns the first scalars that a set-up can draw with this seed, their inverses and powers, sorted.
fn sought(seed: u8) -> Vec<Masked> {
    let rng = &mut ChaCha20Rng::from_seed([seed; 32]);
    let mut all = Vec::with_capacity(2 * DRAWS * (POWERS + 1));
    for _ in 0..DRAWS {
        let drawn = Scalar::rand(rng);
        assert_ne!(drawn, Scalar::ZERO);
        all.extend(masked(&drawn.inverse().expect("it is not zero")));
        let mut power = drawn;
        for _ in 0..POWERS {
            all.extend(masked(&power));
            power *= drawn;
        }
    }
    all.sort_unstable();
    all
}

fn masked(scalar: &Scalar) -> [Masked; 2] {
    [scalar.0.0, scalar.into_bigint().0].map(|limbs| limbs.map(|limb| !limb))
}

/// The memory of this process.
struct Memory {
    maps: File,
    bytes: File,
}

impl Memory {
    fn open() -> Option<Self> {
        let mut memory = Self {
            maps: File::open("/proc/self/maps").ok()?,
            bytes: File::open("/proc/self/mem").ok()?,
        };
        memory.heap()?;
        Some(memory)
    }

    /// Runs a set-up, and counts the copies of its secrets that are in the heap after it.
    fn copies_after(&mut self, seed: u8, set_up: impl FnOnce(&mut ChaCha20Rng)) -> usize {
        let sought = sought(seed);
        set_up(&mut ChaCha20Rng::from_seed([seed; 32]));
        self.copies(&sought)
    }

    /// Counts copies in the heap. Takes no memory of the heap, which would overwrite what was left in it.
    fn copies(&mut self, sought: &[Masked]) -> usize {
        let mut begins = [false; 1 << 16];
        for scalar in sought {
            begins[beginning(scalar[0])] = true;
        }
        let (mut at, end) = self.heap().expect("the heap does not go away");
        let mut buffer = [0; BUFFER];
        let mut count = 0;
        while at + (WIDTH as u64) <= end {
            let bytes = (end - at).min(BUFFER as u64) as usize;
            let read = &mut buffer[..bytes];
            self.bytes
                .seek(SeekFrom::Start(at))
                .and_then(|_| self.bytes.read_exact(read))
                .expect("the heap can be read");
            for place in (0..=bytes - WIDTH).step_by(LIMB) {
                if begins[beginning(limb(read, place))] {
                    let found: Masked = [0, 1, 2, 3].map(|nth| limb(read, place + nth * LIMB));
                    count += usize::from(sought.binary_search(&found).is_ok());
                }
            }
            // The last places of the buffer are the first ones of the next.
            at += (bytes - WIDTH + LIMB) as u64;
        }
        count
    }

    /// Returns the first address of the heap and the one after it.
    fn heap(&mut self) -> Option<(u64, u64)> {
        let mut buffer = [0; BUFFER];
        let mut length = 0;
        self.maps.rewind().ok()?;
        loop {
            match self.maps.read(&mut buffer[length..]).ok()? {
                0 => break,
                read => length += read,
            }
        }
        let text = std::str::from_utf8(&buffer[..length]).ok()?;
        let line = text.lines().find(|line| line.ends_with("[heap]"))?;
        let (start, rest) = line.split_once('-')?;
        let (end, _) = rest.split_once(' ')?;
        let address = |digits: &str| u64::from_str_radix(digits, 16).ok();
        Some((address(start)?, address(end)?))
    }
}

/// Returns the limb at a place, masked.
fn limb(bytes: &[u8], place: usize) -> u64 {
    let mut limb = [0; LIMB];
    limb.copy_from_slice(&bytes[place..place + LIMB]);
    !u64::from_ne_bytes(limb)
}

/// Returns the part of a scalar's first limb by which most memory is passed over.
fn beginning(limb: u64) -> usize {
    (limb & 0xFFFF) as usize
}

/// More scalars than a set-up draws.
const DRAWS: usize = 12;
const POWERS: usize = 16;
const LIMB: usize = 8;
/// The bytes of a scalar.
const WIDTH: usize = 4 * LIMB;
const BUFFER: usize = 64 << 10;
