//! The rows of the other libraries.

use std::cell::RefCell;
use std::hint::black_box;
use std::process::Command;

use fhe::bfv::{
    BfvParametersBuilder, Ciphertext, Encoding, EvaluationKey, EvaluationKeyBuilder, Multiplicator,
    Plaintext, PublicKey, RelinearizationKey, SecretKey,
};
use fhe_traits::{FheDecrypter, FheEncoder, FheEncrypter};

use crate::process::Process;
use crate::{Rows, time};

/// The crate `fhe`.
pub(crate) struct Fhe {
    rng: RefCell<rand::rngs::ThreadRng>,
    secret: SecretKey,
    public: PublicKey,
    keys: EvaluationKey,
    multiplicator: Option<Multiplicator>,
    plaintext: Plaintext,
    x: Ciphertext,
    y: Ciphertext,
}

impl Fhe {
    pub(crate) fn new(n: usize, q_bits: &[u32], t_bits: u32) -> Self {
        let sizes: Vec<usize> = q_bits.iter().map(|bits| *bits as usize).collect();
        let parameters = BfvParametersBuilder::new()
            .set_degree(n)
            .set_plaintext_modulus(plain_prime(n as u64, t_bits))
            .set_moduli_sizes(&sizes)
            .build_arc()
            .expect("fhe takes the parameters");
        let mut rng = rand::rng();
        let secret = SecretKey::random(&parameters, &mut rng);
        let public = PublicKey::new(&secret, &mut rng);
        let keys = EvaluationKeyBuilder::new(&secret)
            .and_then(|mut builder| {
                builder.enable_inner_sum()?;
                builder.enable_column_rotation(1)?;
                builder.build(&mut rng)
            })
            .expect("fhe makes keys");
        let multiplicator = (q_bits.len() > 2).then(|| {
            let relin = RelinearizationKey::new(&secret, &mut rng).expect("fhe makes keys");
            Multiplicator::default(&relin).expect("fhe has a default")
        });
        let values: Vec<u64> = (0..n as u64).map(|i| i % 200).collect();
        let plaintext =
            Plaintext::try_encode(&values, Encoding::simd(), &parameters).expect("they fit");
        let x = public.try_encrypt(&plaintext, &mut rng).expect("same set");
        let y = public.try_encrypt(&plaintext, &mut rng).expect("same set");
        Self {
            rng: RefCell::new(rng),
            secret,
            public,
            keys,
            multiplicator,
            plaintext,
            x,
            y,
        }
    }

    pub(crate) fn rows(&self) -> Rows<'_> {
        let mut total = self.x.clone();
        let mut rows: Rows<'_> = vec![
            (
                "encrypt, public key",
                Box::new(|| {
                    time(1, || {
                        let c: Ciphertext = self
                            .public
                            .try_encrypt(&self.plaintext, &mut *self.rng.borrow_mut())
                            .expect("encrypts");
                        black_box(c);
                    })
                }),
            ),
            (
                "encrypt, secret key",
                Box::new(|| {
                    time(1, || {
                        let c: Ciphertext = self
                            .secret
                            .try_encrypt(&self.plaintext, &mut *self.rng.borrow_mut())
                            .expect("encrypts");
                        black_box(c);
                    })
                }),
            ),
            (
                "decrypt",
                Box::new(|| time(1, || drop(black_box(self.secret.try_decrypt(&self.x))))),
            ),
            (
                "add in place",
                Box::new(move || time(20, || total += &self.y)),
            ),
            (
                "rotate",
                Box::new(|| {
                    time(1, || {
                        drop(black_box(self.keys.rotates_columns_by(&self.x, 1)))
                    })
                }),
            ),
            (
                "sum of all slots",
                Box::new(|| time(1, || drop(black_box(self.keys.computes_inner_sum(&self.x))))),
            ),
        ];
        if let Some(multiplicator) = &self.multiplicator {
            rows.push((
                "multiply, relinearize",
                Box::new(|| {
                    time(1, || {
                        drop(black_box(multiplicator.multiply(&self.x, &self.y)))
                    })
                }),
            ));
        }
        rows
    }
}

/// Returns the largest prime of this many bits that is 1 modulo 2n.
fn plain_prime(n: u64, bits: u32) -> u64 {
    let step = 2 * n;
    let prime = |q: u64| (2u64..).take_while(|d| d * d <= q).all(|d| q % d != 0);
    let mut q = ((1u64 << bits) - 2) / step * step + 1;
    while !prime(q) {
        q -= step;
    }
    q
}

/// Starts SEAL and OpenFHE in one Python process. It reads lines `peer row`.
pub(crate) fn scripts(python: &str, n: usize, t: u32, special: u32, q_bits: &[u32]) -> Process {
    let mut command = Command::new(python);
    command.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/peers.py"));
    for number in [n as u32, t, special].iter().chain(q_bits) {
        command.arg(number.to_string());
    }
    Process::start(command, "SEAL and OpenFHE")
}
