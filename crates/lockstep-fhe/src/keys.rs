//! The keys: secret, public, and evaluation keys.

use std::collections::BTreeMap;
use std::fmt;

use rand_core::CryptoRng;
use subtle::ConstantTimeEq;
use zeroize::Zeroizing;

use crate::error::Error;
use crate::galois::{Rotation, permutation};
use crate::kernels::AlignedWords;
use crate::params::ParameterSet;
use crate::poly::Poly;
use crate::sampling::{Sampler, Seed, uniform};

/// The public id of a secret key: 16 random bytes, generated together with the key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct KeyId(pub [u8; 16]);

/// The secret polynomial s with n coefficients −1, 0 or 1. Zeroised when dropped, never printed.
pub struct SecretKey {
    set: ParameterSet,
    id: KeyId,
    coefficients: Zeroizing<Vec<i8>>,
    /// The transform of s modulo the ciphertext primes and the special prime.
    values: Zeroizing<Poly>,
}

impl SecretKey {
    /// Generates a key from entropy.
    pub fn generate(set: &ParameterSet, entropy: &mut impl CryptoRng) -> Self {
        let mut id = [0; 16];
        entropy.fill_bytes(&mut id);
        let coefficients = Sampler::new(entropy).ternary(set.slots());
        Self::from_coefficients(set, KeyId(id), coefficients)
    }

    /// Builds a key from n coefficients of −1, 0 or 1. The callers check them.
    pub(crate) fn from_coefficients(
        set: &ParameterSet,
        id: KeyId,
        coefficients: Zeroizing<Vec<i8>>,
    ) -> Self {
        let values = Zeroizing::new(small_values(set, &coefficients, set.0.top_level() + 1));
        Self {
            set: set.clone(),
            id,
            coefficients,
            values,
        }
    }

    /// Returns the parameter set.
    pub fn parameters(&self) -> &ParameterSet {
        &self.set
    }

    /// Returns the key's id.
    pub fn id(&self) -> KeyId {
        self.id
    }

    /// Returns the n coefficients, for transfer to another BFV implementation.
    pub fn coefficients(&self) -> &[i8] {
        &self.coefficients
    }

    pub(crate) fn values(&self) -> &Poly {
        &self.values
    }
}

impl ConstantTimeEq for SecretKey {
    fn ct_eq(&self, other: &Self) -> subtle::Choice {
        let bytes = |key: &Self| -> Zeroizing<Vec<u8>> {
            Zeroizing::new(key.coefficients.iter().map(|c| c.cast_unsigned()).collect())
        };
        bytes(self).ct_eq(&bytes(other))
    }
}

impl fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SecretKey({}, …)", self.set.name())
    }
}

/// A public key: (b, a) with b = −a·s + e, where a comes from a seed. Any party can encrypt with
/// it.
#[derive(Clone)]
pub struct PublicKey {
    pub(crate) set: ParameterSet,
    pub(crate) key: KeyId,
    pub(crate) seed: Seed,
    pub(crate) b: Poly,
    pub(crate) a: Poly,
}

impl PublicKey {
    /// Generates a public key of `secret`. Each call returns a different valid key.
    pub fn generate(secret: &SecretKey, entropy: &mut impl CryptoRng) -> Self {
        let set = secret.parameters();
        let mut sampler = Sampler::new(entropy);
        let seed = sampler.seed();
        let error = sampler.error(set.slots());
        let a = expand_uniform(set, &seed, 0, set.0.top_level());
        let mut b = Zeroizing::new(small_values(set, &error, set.0.top_level()));
        subtract_product(set, &mut b, &a, secret.values());
        Self {
            set: set.clone(),
            key: secret.id(),
            seed,
            b: std::mem::take(&mut b),
            a,
        }
    }

    /// Returns the parameter set.
    pub fn parameters(&self) -> &ParameterSet {
        &self.set
    }

    /// Returns the id of the secret key.
    pub fn key_id(&self) -> KeyId {
        self.key
    }
}

impl fmt::Debug for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PublicKey({}, {:?})", self.set.name(), self.key)
    }
}

/// The required capabilities of evaluation keys. A rotation key of `bfv-128` takes 600 kB
/// serialized and 1.5 MB in memory, so only the required keys are generated.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Capabilities {
    /// Products of ciphertexts.
    pub multiplication: bool,
    /// Sums over windows of up to this many slots, a power of two. 0 and 1 mean no sums.
    pub sum_window: usize,
    /// Rotations of the rows, in slots to the left. Negative numbers rotate to the right.
    pub rotations: Vec<i64>,
    /// The swap of the rows. A window of all slots includes it.
    pub swap: bool,
}

impl Capabilities {
    /// Returns all capabilities of the set except single rotations: products, if supported, and
    /// sums of all slots.
    pub fn all(set: &ParameterSet) -> Self {
        Self {
            multiplication: set.multiplies(),
            sum_window: set.slots(),
            rotations: Vec::new(),
            swap: false,
        }
    }

    /// Returns the rotations that need a key.
    fn rotations_needed(&self, set: &ParameterSet) -> Result<Vec<Rotation>, Error> {
        let mut needed: Vec<Rotation> = self
            .rotations
            .iter()
            .map(|steps| Rotation::rows(set, *steps))
            .filter(|rotation| *rotation != Rotation::Rows(0))
            .collect();
        if self.swap {
            needed.push(Rotation::Swap);
        }
        if self.sum_window > 1 {
            needed.extend(Rotation::of_window(set, self.sum_window)?);
        }
        needed.sort_unstable();
        needed.dedup();
        Ok(needed)
    }
}

/// Relinearization and rotation keys. They are public, and the holder of the secret key generates
/// them.
#[derive(Clone)]
pub struct EvaluationKeys {
    pub(crate) set: ParameterSet,
    pub(crate) key: KeyId,
    pub(crate) seed: Seed,
    pub(crate) relinearization: Option<SwitchKey>,
    pub(crate) rotations: BTreeMap<Rotation, RotationKey>,
}

/// A key that switches c·s' to a ciphertext under s. For each ciphertext prime i it contains an
/// encryption of P·g_i·s'. Here g_i is 1 modulo prime i and 0 modulo the other primes. This is
/// hybrid key switching with one special prime P and one digit per prime. Sources: Gentry, Halevi,
/// Smart 2012; Han and Ki 2020 for the RNS form, with dnum = k.
#[derive(Clone)]
pub(crate) struct SwitchKey {
    pub(crate) digits: Vec<Digit>,
}

/// (b, a) with b = −a·s + e + P·g_i·s', modulo the ciphertext primes and P.
#[derive(Clone)]
pub(crate) struct Digit {
    pub(crate) b: Poly,
    pub(crate) a: Poly,
}

/// A switch key from s to φ^−1(s), so that the rotation φ is applied after the switch, and the
/// source index of each value.
#[derive(Clone)]
pub(crate) struct RotationKey {
    pub(crate) switch: SwitchKey,
    pub(crate) indices: Vec<u32>,
}

impl EvaluationKeys {
    /// Generates exactly the required keys.
    ///
    /// # Errors
    /// [`Error::Unsupported`] for multiplication in a set without it. [`Error::OutOfRange`] for a
    /// window that is not a power of two or exceeds the slots.
    pub fn generate(
        secret: &SecretKey,
        wanted: &Capabilities,
        entropy: &mut impl CryptoRng,
    ) -> Result<Self, Error> {
        let set = secret.parameters();
        let needed = wanted.rotations_needed(set)?;
        if wanted.multiplication && !set.multiplies() {
            return Err(Error::Unsupported {
                operation: "multiplication",
                reason: "the parameter set is for sums and means only",
            });
        }
        let mut sampler = Sampler::new(entropy);
        let seed = sampler.seed();
        let relinearization = wanted.multiplication.then(|| {
            let mut square = Zeroizing::new(Poly::zeros(set.slots(), set.0.top_level() + 1));
            for (j, prime) in set.0.q_and_special.iter().enumerate() {
                let s = secret.values().limb(j);
                set.0
                    .backend
                    .dot(&prime.modulus, square.limb_mut(j), &[s], &[s]);
            }
            SwitchKey::generate(set, &square, secret.values(), &seed, 0, &mut sampler)
        });
        let rotations = needed
            .into_iter()
            .map(|rotation| {
                let element = rotation.element(set.slots());
                let mut target = Zeroizing::new(Poly::zeros(set.slots(), set.0.top_level() + 1));
                let back = permutation(set.slots(), rotation.inverse_element(set.slots()));
                for (j, limb) in target.limbs_mut().enumerate() {
                    crate::galois::permute(&back, secret.values().limb(j), limb);
                }
                let key = RotationKey {
                    switch: SwitchKey::generate(
                        set,
                        secret.values(),
                        &target,
                        &seed,
                        element,
                        &mut sampler,
                    ),
                    indices: permutation(set.slots(), element),
                };
                (rotation, key)
            })
            .collect();
        Ok(Self {
            set: set.clone(),
            key: secret.id(),
            seed,
            relinearization,
            rotations,
        })
    }

    /// Returns the parameter set.
    pub fn parameters(&self) -> &ParameterSet {
        &self.set
    }

    /// Returns the id of the secret key.
    pub fn key_id(&self) -> KeyId {
        self.key
    }

    /// Returns the approximate size in memory, in bytes. It is two and a half to four times the
    /// encoded size, because the seed is expanded and residues are whole words.
    pub fn memory(&self) -> usize {
        let top = self.set.0.top_level();
        let key = top * 2 * (top + 1) * self.set.slots() * size_of::<u64>();
        let indices = self.rotations.len() * self.set.slots() * size_of::<u32>();
        let keys = self.rotations.len() + usize::from(self.relinearization.is_some());
        keys * key + indices
    }

    /// Checks that these keys provide all required capabilities.
    ///
    /// # Errors
    /// [`Error::MissingKey`] with the first missing key. [`Error::OutOfRange`] as in
    /// [`EvaluationKeys::generate`].
    pub fn provides(&self, wanted: &Capabilities) -> Result<(), Error> {
        if wanted.multiplication {
            self.relinearization()?;
        }
        for rotation in wanted.rotations_needed(&self.set)? {
            self.rotation(rotation)?;
        }
        Ok(())
    }

    pub(crate) fn relinearization(&self) -> Result<&SwitchKey, Error> {
        self.relinearization
            .as_ref()
            .ok_or_else(|| Error::MissingKey {
                what: "relinearization".to_owned(),
            })
    }

    pub(crate) fn rotation(&self, rotation: Rotation) -> Result<&RotationKey, Error> {
        self.rotations
            .get(&rotation)
            .ok_or_else(|| Error::MissingKey {
                what: rotation.to_string(),
            })
    }
}

impl fmt::Debug for EvaluationKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EvaluationKeys")
            .field("set", &self.set.name())
            .field("key", &self.key)
            .field("multiplication", &self.relinearization.is_some())
            .field("rotations", &self.rotations.keys())
            .finish()
    }
}

impl SwitchKey {
    /// Generates a key from `source` to `target`, both in transformed form over all primes.
    /// `element` separates the random streams.
    fn generate(
        set: &ParameterSet,
        source: &Poly,
        target: &Poly,
        seed: &Seed,
        element: u32,
        sampler: &mut Sampler,
    ) -> Self {
        let top = set.0.top_level();
        let digits = (0..top)
            .map(|i| {
                let error = sampler.error(set.slots());
                let a = Self::expand(set, seed, element, i);
                let mut b = Zeroizing::new(small_values(set, &error, top + 1));
                subtract_product(set, &mut b, &a, target);
                let m = &set.0.q[i].modulus;
                let special = m.shoup(set.special_prime() % m.q);
                let mut scaled = Zeroizing::new(source.limb(i).to_vec());
                set.0.backend.scale(m, &mut scaled, special);
                set.0.backend.add(m, b.limb_mut(i), &scaled);
                Digit {
                    b: std::mem::take(&mut b),
                    a,
                }
            })
            .collect();
        Self { digits }
    }

    /// Expands the uniform half of digit `i`.
    pub(crate) fn expand(set: &ParameterSet, seed: &Seed, element: u32, i: usize) -> Poly {
        let stream = u64::from(element) << 32 | (i as u64) << 16;
        expand_uniform(set, seed, stream, set.0.top_level() + 1)
    }
}

/// Expands the first `limbs` limbs of a uniform polynomial. Limb `j` comes from stream `stream +
/// j`.
pub(crate) fn expand_uniform(set: &ParameterSet, seed: &Seed, stream: u64, limbs: usize) -> Poly {
    let mut poly = Poly::stale(set.slots(), limbs);
    for ((j, limb), prime) in poly.limbs_mut().enumerate().zip(&set.0.q_and_special) {
        uniform(seed, stream + j as u64, &prime.modulus, limb);
    }
    poly
}

/// Transforms a polynomial with small coefficients, modulo the first `limbs` primes.
pub(crate) fn small_values(set: &ParameterSet, coefficients: &[i8], limbs: usize) -> Poly {
    let mut poly = Poly::stale(set.slots(), limbs);
    for (limb, prime) in poly.limbs_mut().zip(&set.0.q_and_special) {
        limb.fill(0);
        set.0.backend.add_small(&prime.modulus, limb, coefficients);
        prime.ntt.forward(limb);
    }
    poly
}

/// Computes `b -= a·s` on the limbs of `b`.
pub(crate) fn subtract_product(set: &ParameterSet, b: &mut Poly, a: &Poly, s: &Poly) {
    let mut product = Zeroizing::new(AlignedWords::stale(set.slots()));
    for ((j, limb), prime) in b.limbs_mut().enumerate().zip(&set.0.q_and_special) {
        let m = &prime.modulus;
        set.0
            .backend
            .dot(m, &mut product, &[a.limb(j)], &[s.limb(j)]);
        set.0.backend.sub(m, limb, &product);
    }
}
