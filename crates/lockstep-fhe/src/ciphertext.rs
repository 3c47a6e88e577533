//! Ciphertexts, encryption and decryption.

use std::fmt;

use rand_core::CryptoRng;
use zeroize::Zeroizing;

use crate::error::Error;
use crate::kernels::AlignedWords;
use crate::keys::{KeyId, PublicKey, SecretKey, expand_uniform, small_values, subtract_product};
use crate::noise::bits_up;
use crate::params::{ParameterSet, PlainModulus};
use crate::plaintext::{Content, Plaintext, Width};
use crate::poly::Poly;
use crate::sampling::{Sampler, Seed};

/// Encrypted slots, with bounds of the noise and of the values. Operations use the bounds to refuse
/// results that could be wrong. The bounds follow from public data only.
#[derive(Clone, PartialEq)]
pub struct Ciphertext {
    pub(crate) set: ParameterSet,
    pub(crate) key: KeyId,
    pub(crate) width: Width,
    pub(crate) content: Content,
    /// The number of remaining ciphertext primes.
    pub(crate) level: usize,
    pub(crate) noise: f64,
    pub(crate) magnitude: u128,
    pub(crate) channels: Vec<Channel>,
}

/// (c0, c1) for one plaintext prime, in transformed form modulo the first primes.
#[derive(Clone, PartialEq)]
pub(crate) struct Channel {
    pub(crate) c0: Poly,
    pub(crate) c1: Poly,
    /// The seed from which c1 was expanded, as long as c1 is unchanged.
    pub(crate) seed: Option<Seed>,
}

impl Ciphertext {
    /// Returns the parameter set.
    pub fn parameters(&self) -> &ParameterSet {
        &self.set
    }

    /// Returns the id of the secret key.
    pub fn key_id(&self) -> KeyId {
        self.key
    }

    /// Returns whether the ciphertext has one channel or two.
    pub fn width(&self) -> Width {
        self.width
    }

    /// Returns the kind of the slots' content.
    pub fn content(&self) -> Content {
        self.content
    }

    /// Returns the bound on the absolute values in the slots.
    pub fn magnitude(&self) -> u128 {
        self.magnitude
    }

    /// Returns the number of remaining ciphertext primes. Operations other than addition need all
    /// of them.
    pub fn level(&self) -> usize {
        self.level
    }

    /// Returns log2 of the noise bound, rounded up. The bound is public and reveals nothing about the
    /// noise itself.
    pub fn noise_bits(&self) -> u32 {
        bits_up(self.noise)
    }

    /// Returns log2 of the largest noise that decrypts correctly, rounded down.
    pub fn capacity_bits(&self) -> u32 {
        self.set.0.noise.capacity(self.level).log2() as u32
    }

    /// Returns (c0, c1) of a channel as coefficients, n residues for each remaining prime, for
    /// transfer to another BFV implementation. Returns `None` if the channel does not exist.
    pub fn coefficients(&self, channel: usize) -> Option<[Vec<Vec<u64>>; 2]> {
        let channel = self.channels.get(channel)?;
        Some([&channel.c0, &channel.c1].map(|values| {
            crate::switch::coefficients(&self.set, values)
                .limbs()
                .map(<[u64]>::to_vec)
                .collect()
        }))
    }

    /// Returns a ciphertext with other contents and bounds. Fails if a ciphertext with these bounds
    /// could decrypt wrongly.
    pub(crate) fn with(
        &self,
        channels: Vec<Channel>,
        noise: f64,
        magnitude: u128,
    ) -> Result<Self, Error> {
        let result = Self {
            set: self.set.clone(),
            key: self.key,
            width: self.width,
            content: self.content,
            level: channels.first().map_or(0, |channel| channel.c0.count()),
            noise,
            magnitude,
            channels,
        };
        result.set.ensure_magnitude(magnitude, result.width)?;
        result.set.ensure_noise(noise, result.level)?;
        Ok(result)
    }
}

impl ParameterSet {
    /// Returns an error unless a ciphertext with this noise decrypts correctly.
    pub(crate) fn ensure_noise(&self, noise: f64, level: usize) -> Result<(), Error> {
        let capacity = self.0.noise.capacity(level);
        if noise < capacity {
            return Ok(());
        }
        Err(Error::Noise {
            needed: bits_up(noise),
            available: capacity.max(1.0).log2() as u32,
        })
    }
}

impl fmt::Debug for Ciphertext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Ciphertext({}, {:?}, {} primes, noise ≤ 2^{}, values ≤ {})",
            self.set.name(),
            self.width,
            self.level,
            self.noise_bits(),
            self.magnitude
        )
    }
}

impl SecretKey {
    /// Encrypts under the secret key. The result has less noise than under the public key, and half
    /// the bytes because c1 is a seed.
    ///
    /// # Errors
    /// [`Error::ParameterMismatch`].
    pub fn encrypt(
        &self,
        plaintext: &Plaintext,
        entropy: &mut impl CryptoRng,
    ) -> Result<Ciphertext, Error> {
        let set = self.parameters();
        set.ensure_same(&plaintext.set)?;
        let mut sampler = Sampler::new(entropy);
        let channels = plaintext
            .channels
            .iter()
            .zip(&set.0.plain)
            .map(|(coefficients, plain)| {
                let seed = sampler.seed();
                let c1 = expand_uniform(set, &seed, 0, set.0.top_level());
                let error = sampler.error(set.slots());
                let mut c0 = Zeroizing::new(scaled(set, plain, coefficients, Some(&error)));
                subtract_product(set, &mut c0, &c1, self.values());
                Channel {
                    c0: std::mem::take(&mut c0),
                    c1,
                    seed: Some(seed),
                }
            })
            .collect();
        Ok(fresh(
            plaintext,
            self.id(),
            channels,
            set.0.noise.fresh_secret(),
        ))
    }

    /// Decrypts. The time does not depend on the key or the contents.
    pub fn decrypt(&self, ciphertext: &Ciphertext) -> Result<Plaintext, Error> {
        let set = self.parameters();
        set.ensure_same(&ciphertext.set)?;
        if self.id() != ciphertext.key {
            return Err(Error::KeyMismatch);
        }
        let channels = ciphertext
            .channels
            .iter()
            .zip(&set.0.plain)
            .map(|(channel, plain)| {
                let phase = self.phase(channel);
                let mut coefficients = Zeroizing::new(AlignedWords::stale(set.slots()));
                set.0.backend.convert(
                    &plain.decrypt[ciphertext.level - 1],
                    &phase.views(),
                    &mut [&mut coefficients],
                );
                coefficients
            })
            .collect();
        Ok(Plaintext {
            set: set.clone(),
            width: ciphertext.width,
            content: ciphertext.content,
            magnitude: ciphertext.magnitude,
            channels,
        })
    }

    /// Computes c0 + c1·s, as coefficients.
    pub(crate) fn phase(&self, channel: &Channel) -> Zeroizing<Poly> {
        let set = self.parameters();
        let mut phase = Zeroizing::new(Poly::stale(set.slots(), channel.c0.count()));
        for ((j, limb), prime) in phase.limbs_mut().enumerate().zip(&set.0.q) {
            let (m, s) = (&prime.modulus, self.values().limb(j));
            set.0.backend.dot(m, limb, &[channel.c1.limb(j)], &[s]);
            set.0.backend.add(m, limb, channel.c0.limb(j));
            prime.ntt.inverse(limb);
        }
        phase
    }
}

impl PublicKey {
    /// Encrypts for the holder of the secret key.
    ///
    /// # Errors
    /// [`Error::ParameterMismatch`].
    pub fn encrypt(
        &self,
        plaintext: &Plaintext,
        entropy: &mut impl CryptoRng,
    ) -> Result<Ciphertext, Error> {
        let set = &self.set;
        set.ensure_same(&plaintext.set)?;
        let mut sampler = Sampler::new(entropy);
        let channels = plaintext
            .channels
            .iter()
            .zip(&set.0.plain)
            .map(|(coefficients, plain)| {
                let top = set.0.top_level();
                let u = Zeroizing::new(small_values(set, &sampler.ternary(set.slots()), top));
                let error = sampler.error(set.slots());
                let mut c0 = scaled(set, plain, coefficients, Some(&error));
                let mut c1 = small_values(set, &sampler.error(set.slots()), top);
                let mut product = Zeroizing::new(AlignedWords::stale(set.slots()));
                for (c, key) in [(&mut c0, &self.b), (&mut c1, &self.a)] {
                    for ((j, limb), prime) in c.limbs_mut().enumerate().zip(&set.0.q) {
                        let m = &prime.modulus;
                        set.0
                            .backend
                            .dot(m, &mut product, &[key.limb(j)], &[u.limb(j)]);
                        set.0.backend.add(m, limb, &product);
                    }
                }
                Channel { c0, c1, seed: None }
            })
            .collect();
        Ok(fresh(
            plaintext,
            self.key,
            channels,
            set.0.noise.fresh_public(),
        ))
    }
}

fn fresh(plaintext: &Plaintext, key: KeyId, channels: Vec<Channel>, noise: f64) -> Ciphertext {
    Ciphertext {
        set: plaintext.set.clone(),
        key,
        width: plaintext.width,
        content: plaintext.content,
        level: plaintext.set.0.top_level(),
        noise,
        magnitude: plaintext.magnitude,
        channels,
    }
}

/// Transforms round(Q/t·m) plus an error, modulo all ciphertext primes.
///
/// With r = [Q·m]_t the smallest residue, round(Q·m/t) = (Q·m − r)/t, which is −r·t^−1 modulo each
/// prime of Q (Kim, Polyakov, Zucca 2021, section 3.1).
pub(crate) fn scaled(
    set: &ParameterSet,
    plain: &PlainModulus,
    coefficients: &[u64],
    error: Option<&[i8]>,
) -> Poly {
    let t = &plain.ntt_prime.modulus;
    let mut residue = Zeroizing::new(AlignedWords::from_words(coefficients));
    set.0
        .backend
        .scale(t, &mut residue, plain.q_mod_t[set.0.top_level() - 1]);
    let mut poly = Poly::stale(set.slots(), set.0.top_level());
    for ((limb, prime), factor) in poly.limbs_mut().zip(&set.0.q).zip(&plain.minus_t_inverse) {
        let m = &prime.modulus;
        set.0.backend.recentre(t, m, limb, &residue);
        set.0.backend.scale(m, limb, *factor);
        if let Some(error) = error {
            set.0.backend.add_small(m, limb, error);
        }
        prime.ntt.forward(limb);
    }
    poly
}
