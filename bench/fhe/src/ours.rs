//! The rows of lockstep-fhe.

use std::cell::RefCell;
use std::hint::black_box;

use chacha20::ChaCha20Rng;
use lockstep_fhe::{
    Backend, Capabilities, Ciphertext, EvaluationKeys, Evaluator, ParameterSet, Plaintext,
    PublicKey, Scale, SecretKey, SetId, Width,
};
use rand_core::{Rng, SeedableRng};

use crate::{Rows, middle, time};

pub(crate) struct Room {
    set: ParameterSet,
    secret: SecretKey,
    public: PublicKey,
    keys: EvaluationKeys,
    rng: RefCell<ChaCha20Rng>,
    values: Vec<i64>,
    plaintext: Plaintext,
    x: Ciphertext,
    y: Ciphertext,
    /// A rotated ciphertext, whose halves are both stored.
    evaluated: Ciphertext,
    bytes: Vec<u8>,
}

impl Room {
    pub(crate) fn new(id: SetId) -> Self {
        let set = ParameterSet::new(id);
        let mut rng = ChaCha20Rng::seed_from_u64(1);
        let secret = SecretKey::generate(&set, &mut rng);
        let public = PublicKey::generate(&secret, &mut rng);
        let keys = EvaluationKeys::generate(&secret, &Capabilities::all(&set), &mut rng)
            .expect("the set has these capabilities");
        let values: Vec<i64> = (0..set.slots() as i64).map(|i| i % 200).collect();
        let plaintext = Plaintext::encode(&set, &values, 200, Width::Narrow).expect("they fit");
        let x = public.encrypt(&plaintext, &mut rng).expect("same set");
        let y = public.encrypt(&plaintext, &mut rng).expect("same set");
        let evaluated = Evaluator::new(&keys).rotate_rows(&x, 1).expect("fits");
        Self {
            set,
            secret,
            public,
            keys,
            rng: RefCell::new(rng),
            values,
            plaintext,
            x,
            y,
            bytes: evaluated.to_bytes(),
            evaluated,
        }
    }

    pub(crate) fn ciphertext_primes(&self) -> Vec<u64> {
        self.set.ciphertext_primes()
    }

    pub(crate) fn plaintext_primes(&self) -> [u64; 2] {
        self.set.plaintext_primes()
    }

    /// Returns the number of primes that the row "switch down" drops.
    pub(crate) fn dropped_primes(&self) -> usize {
        let smaller = Evaluator::keyless().switch_down(&self.x).expect("fits");
        self.x.level() - smaller.level()
    }

    pub(crate) fn slots(&self) -> usize {
        self.set.slots()
    }

    pub(crate) fn rows(&self) -> Rows<'_> {
        let e = Evaluator::new(&self.keys);
        let mut total = self.x.clone();
        let mut left = 0;
        let mut decoded = vec![0; self.slots()];
        let mut rows: Rows<'_> = vec![
            (
                "encode",
                Box::new(|| {
                    time(1, || {
                        black_box(
                            Plaintext::encode(&self.set, &self.values, 200, Width::Narrow).ok(),
                        );
                    })
                }),
            ),
            (
                "decode",
                Box::new(move || {
                    time(1, || {
                        let result = self.plaintext.decode_narrow(&mut decoded);
                        black_box((&decoded, result.is_ok()));
                    })
                }),
            ),
            (
                "decode to 128 bits",
                Box::new(|| time(1, || drop(black_box(self.plaintext.decode())))),
            ),
            (
                "encrypt, public key",
                Box::new(|| {
                    time(1, || {
                        let rng = &mut *self.rng.borrow_mut();
                        black_box(self.public.encrypt(&self.plaintext, rng).ok());
                    })
                }),
            ),
            (
                "encrypt, secret key",
                Box::new(|| {
                    time(1, || {
                        let rng = &mut *self.rng.borrow_mut();
                        black_box(self.secret.encrypt(&self.plaintext, rng).ok());
                    })
                }),
            ),
            (
                "decrypt",
                Box::new(|| time(1, || drop(black_box(self.secret.decrypt(&self.x))))),
            ),
            (
                "add in place",
                Box::new(move || {
                    // The bound of the values is used up after some additions; then start again.
                    if left == 0 {
                        (total, left) = (self.x.clone(), 5);
                    }
                    left -= 1;
                    time(20, || {
                        e.add_assign(&mut total, &self.y)
                            .expect("within the bounds")
                    })
                }),
            ),
            (
                "write",
                Box::new(|| time(1, || drop(black_box(self.evaluated.to_bytes())))),
            ),
            (
                "read",
                Box::new(|| {
                    time(1, || {
                        drop(black_box(Ciphertext::from_bytes(&self.set, &self.bytes)))
                    })
                }),
            ),
            (
                "switch down",
                Box::new(move || time(1, || drop(black_box(e.switch_down(&self.x))))),
            ),
            (
                "8 rotations of one",
                Box::new(move || {
                    let steps = [1, 2, 4, 8, 16, 32, 64, 128];
                    time(1, || {
                        drop(black_box(
                            e.rotate_rows_many(&self.x, &steps).expect("fits"),
                        ))
                    })
                }),
            ),
            (
                "rotate",
                Box::new(move || time(1, || drop(black_box(e.rotate_rows(&self.x, 1))))),
            ),
            (
                "sum of all slots",
                Box::new(move || {
                    time(1, || {
                        drop(black_box(
                            e.sum_windows(&self.x, self.slots()).expect("fits"),
                        ))
                    })
                }),
            ),
        ];
        if self.set.multiplies() {
            rows.push((
                "multiply, relinearize",
                Box::new(move || {
                    time(1, || {
                        drop(black_box(e.multiply(&self.x, &self.y).expect("fits")))
                    })
                }),
            ));
        }
        rows
    }
}

/// Measures one limb of the transform on every available back end.
pub(crate) fn transforms(rounds: usize) {
    println!("### One limb of the transform\n");
    println!("| n | back end | forward | inverse |\n|---:|---|---:|---:|");
    for id in [SetId::Bfv128Sum, SetId::Bfv128, SetId::Bfv192] {
        for backend in Backend::available() {
            let set = ParameterSet::with_backend(id, backend);
            let mut limb = vec![1; set.slots()];
            let (mut forward, mut inverse) = (Vec::new(), Vec::new());
            for _ in 0..10 * rounds {
                forward.push(time(4, || set.transform_limb(black_box(&mut limb), false)));
                inverse.push(time(4, || set.transform_limb(black_box(&mut limb), true)));
            }
            let (forward, inverse) = (middle(&mut forward), middle(&mut inverse));
            let (n, name) = (set.slots(), backend.name());
            println!("| {n} | {name} | {forward:.2} | {inverse:.2} |");
        }
    }
    println!();
}

/// Measures the sum of a million points in 123 ciphertexts of `bfv-128`.
pub(crate) fn million(rounds: usize) {
    let set = ParameterSet::new(SetId::Bfv128);
    let mut rng = ChaCha20Rng::seed_from_u64(2);
    let secret = SecretKey::generate(&set, &mut rng);
    let keys = EvaluationKeys::generate(&secret, &Capabilities::all(&set), &mut rng)
        .expect("the set has these capabilities");
    let values = vec![71.0; 1_000_000];
    let scale = Scale::new(0, 0, 255, Width::Narrow).expect("a scale");
    let series = secret
        .encrypt_values(&values, &scale, &mut rng)
        .expect("they fit");
    let blocks = series.blocks();
    let e = Evaluator::new(&keys);
    let (mut adding, mut all) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        adding.push(time(1, || {
            let mut total = blocks[0].clone();
            for block in &blocks[1..] {
                e.add_assign(&mut total, block).expect("within the bounds");
            }
            black_box(total);
        }));
        all.push(time(1, || {
            drop(black_box(series.sum(&e).expect("within the bounds")))
        }));
    }
    let size = series.to_bytes().len() as f64 / values.len() as f64;
    println!(
        "### A sum of 1 000 000 points in {} ciphertexts of bfv-128\n",
        blocks.len()
    );
    println!(
        "additions {:.2} ms, with the inner sums {:.2} ms; {size:.2} bytes a point",
        middle(&mut adding) / 1e3,
        middle(&mut all) / 1e3
    );
}

/// Tests whether decryption takes the same time for zeros, random values and another key, with
/// Welch's t over runs in random order (Reparaz, Balasch, Verbauwhede 2017). The first class is
/// measured twice: its difference from itself is noise of the machine, and only larger differences
/// are evidence.
pub(crate) fn constant_time(rounds: usize) {
    let set = ParameterSet::new(SetId::Bfv128Sum);
    let mut rng = ChaCha20Rng::seed_from_u64(3);
    let keys = [(); 2].map(|()| SecretKey::generate(&set, &mut rng).to_bytes());
    let zeros = vec![0; set.slots()];
    let mixed: Vec<i128> = (0..set.slots() as i128)
        .map(|i| i * 7919 % 100_001 - 50_000)
        .collect();
    let classes = [
        ("random values, first key", &mixed, 0),
        ("the same again", &mixed, 0),
        ("zeros, first key", &zeros, 0),
        ("random values, second key", &mixed, 1),
    ]
    .map(|(name, values, key)| {
        let key = &keys[key];
        let secret = SecretKey::from_bytes(&set, key).expect("the bytes of a key");
        let plaintext = Plaintext::encode(&set, values, 50_000, Width::Narrow).expect("they fit");
        (
            name,
            key,
            secret.encrypt(&plaintext, &mut rng).expect("same set"),
        )
    });
    let mut times = [(); 4].map(|()| Vec::new());
    for _ in 0..400 * rounds {
        let class = (rng.next_u32() % 4) as usize;
        let (_, key, x) = &classes[class];
        let secret = SecretKey::from_bytes(&set, key).expect("the bytes of a key");
        let x = x.clone();
        times[class].push(time(1, || drop(black_box(secret.decrypt(&x)))));
    }
    for times in &mut times {
        // Excludes runs that the scheduler interrupted.
        middle(times);
        times.truncate(times.len() * 9 / 10);
    }
    let moments = times.map(|times| {
        let count = times.len() as f64;
        let mean = times.iter().sum::<f64>() / count;
        let variance = times.iter().map(|t| (t - mean).powi(2)).sum::<f64>() / count;
        (mean, variance / count)
    });
    println!("\n### Decryption of bfv-128-sum: mean µs, Welch's t against the first row\n");
    println!("| | mean | t |\n|---|---:|---:|");
    for ((name, ..), (mean, spread)) in classes.iter().zip(moments) {
        let t = (mean - moments[0].0).abs() / (spread + moments[0].1).sqrt();
        println!("| {name} | {mean:.2} | {t:.1} |");
    }
}
