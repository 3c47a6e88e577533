//! Tests of the whole scheme: its laws, its bounds, its errors.

mod bounds;
mod circuits;
mod laws;
mod series;
mod switch;
mod wire;

use chacha20::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};

use crate::ciphertext::Ciphertext;
use crate::kernels::Backend;
use crate::keys::{Capabilities, EvaluationKeys, PublicKey, SecretKey};
use crate::params::ParameterSet;
use crate::plaintext::{Plaintext, Width};
use crate::sets::Recipe;

/// Returns an insecure small ring with the structure of `bfv-128`.
pub(crate) fn small(n: usize, backend: Backend) -> ParameterSet {
    let recipe = Recipe {
        id: None,
        name: "small",
        level: None,
        n,
        q_bits: &[50; 3],
        special_bits: 50,
        t_bits: 45,
        multiplies: true,
    };
    ParameterSet::from_recipe(&recipe, backend).unwrap()
}

pub(crate) fn rng(seed: u64) -> ChaCha20Rng {
    ChaCha20Rng::seed_from_u64(seed)
}

/// Test fixture: a parameter set, keys and entropy.
pub(crate) struct Fixture {
    pub(crate) set: ParameterSet,
    pub(crate) secret: SecretKey,
    pub(crate) public: PublicKey,
    pub(crate) keys: EvaluationKeys,
    pub(crate) rng: ChaCha20Rng,
}

impl Fixture {
    pub(crate) fn new(set: &ParameterSet, rotations: &[i64], seed: u64) -> Self {
        Self::with_keys(set, rotations, set.slots(), seed)
    }

    /// Creates a fixture with keys for sums of smaller windows and for the swap of the rows.
    pub(crate) fn with_keys(
        set: &ParameterSet,
        rotations: &[i64],
        sum_window: usize,
        seed: u64,
    ) -> Self {
        let mut rng = rng(seed);
        let secret = SecretKey::generate(set, &mut rng);
        let public = PublicKey::generate(&secret, &mut rng);
        let wanted = Capabilities {
            rotations: rotations.to_vec(),
            sum_window,
            swap: true,
            ..Capabilities::all(set)
        };
        let keys = EvaluationKeys::generate(&secret, &wanted, &mut rng).unwrap();
        Self {
            set: set.clone(),
            secret,
            public,
            keys,
            rng,
        }
    }

    pub(crate) fn values(&mut self, count: usize, bound: u128) -> Vec<i128> {
        (0..count)
            .map(|i| {
                let wide = u128::from(self.rng.next_u64()) << 64 | u128::from(self.rng.next_u64());
                match i % 7 {
                    0 => bound as i128,
                    1 => -(bound as i128),
                    _ => (wide % (2 * bound + 1)) as i128 - bound as i128,
                }
            })
            .collect()
    }

    pub(crate) fn encode(&self, values: &[i128], bound: u128, width: Width) -> Plaintext {
        Plaintext::encode(&self.set, values, bound, width).unwrap()
    }

    pub(crate) fn encrypt(&mut self, values: &[i128], bound: u128, width: Width) -> Ciphertext {
        let plaintext = self.encode(values, bound, width);
        self.secret.encrypt(&plaintext, &mut self.rng).unwrap()
    }

    pub(crate) fn open(&self, ciphertext: &Ciphertext) -> Vec<i128> {
        self.secret.decrypt(ciphertext).unwrap().decode().to_vec()
    }

    /// Measures log2 of the largest noise coefficient with the secret key. The noise is the phase
    /// minus round(Q·m/t), converted from its residues to an integer.
    pub(crate) fn noise_bits(&self, ciphertext: &Ciphertext) -> f64 {
        use crate::ciphertext::scaled;
        let plaintext = self.secret.decrypt(ciphertext).unwrap();
        let mut largest = 0.0f64;
        for ((channel, coefficients), plain) in ciphertext
            .channels
            .iter()
            .zip(&plaintext.channels)
            .zip(&self.set.0.plain)
        {
            assert_eq!(
                ciphertext.level,
                self.set.0.top_level(),
                "only ciphertexts with all primes can be measured"
            );
            let phase = self.secret.phase(channel);
            let mut exact = scaled(&self.set, plain, coefficients, None);
            for (limb, prime) in exact.limbs_mut().zip(&self.set.0.q) {
                prime.ntt.inverse(limb);
            }
            for i in 0..self.set.slots() {
                // The residues of the difference modulo each prime.
                let residues: Vec<u64> = (0..ciphertext.level)
                    .map(|j| {
                        self.set.0.q[j]
                            .modulus
                            .sub(phase.limb(j)[i], exact.limb(j)[i])
                    })
                    .collect();
                largest = largest.max(self.size(&residues));
            }
        }
        largest.log2()
    }

    /// Returns the size of the smallest integer with these residues, by mixed-radix conversion
    /// (Garner).
    fn size(&self, residues: &[u64]) -> f64 {
        let garner = |residues: &[u64]| {
            let mut digits: Vec<u64> = Vec::new();
            for (j, residue) in residues.iter().enumerate() {
                let m = &self.set.0.q[j].modulus;
                let (mut sum, mut weight) = (0, 1);
                for (i, digit) in digits.iter().enumerate() {
                    sum = m.add(sum, m.mul(digit % m.q, weight));
                    weight = m.mul(weight, self.set.0.q[i].modulus.q % m.q);
                }
                digits.push(m.mul(m.sub(*residue, sum), m.invert(weight)));
            }
            let (mut size, mut weight) = (0.0, 1.0);
            for (i, digit) in digits.iter().enumerate() {
                size += *digit as f64 * weight;
                weight *= self.set.0.q[i].modulus.q as f64;
            }
            size
        };
        let negated: Vec<u64> = residues
            .iter()
            .enumerate()
            .map(|(j, residue)| self.set.0.q[j].modulus.sub(0, *residue))
            .collect();
        garner(residues).min(garner(&negated))
    }
}
