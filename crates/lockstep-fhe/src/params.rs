//! A parameter set with all derived data: primes, transforms and the constants of every scaling.

use std::fmt;
use std::sync::Arc;

use crate::convert::Conversion;
use crate::error::Error;
use crate::kernels::{Backend, Ntt};
use crate::modulus::{Modulus, Shoup};
use crate::noise::{NoiseModel, PUBLIC_KEY_TAIL};
use crate::security::SecurityLevel;
use crate::sets::{Recipe, SetId};
use crate::slots::{inverse, slot_indices};

/// A named parameter set, ready for use. Cloning is cheap. Creation takes some milliseconds.
#[derive(Clone)]
pub struct ParameterSet(pub(crate) Arc<Inner>);

impl ParameterSet {
    /// Returns the named set, on the fastest back end of this machine.
    pub fn new(id: SetId) -> Self {
        Self::with_backend(id, Backend::detect())
    }

    /// Returns the named set with a given back end. All back ends give bit-identical results.
    pub fn with_backend(id: SetId, backend: Backend) -> Self {
        Self::from_recipe(id.recipe(), backend)
            .expect("every named set follows the rules, which a test in `sets.rs` checks")
    }

    /// A ring of 32 slots with the structure of `bfv-128`, for fuzzing and experiments. **It is not
    /// secure.**
    #[cfg(any(test, feature = "toy"))]
    pub fn toy() -> Self {
        Self::from_recipe(&crate::sets::TOY, Backend::detect())
            .expect("the toy set follows the other rules")
    }

    pub(crate) fn from_recipe(recipe: &Recipe, backend: Backend) -> Result<Self, Error> {
        Ok(Self(Arc::new(Inner::new(recipe, backend)?)))
    }

    /// Returns the set's id. It is `None` only for the toy set and test sets.
    pub(crate) fn id(&self) -> Option<SetId> {
        self.0.recipe.id
    }

    /// Returns the name, for example `bfv-128`.
    pub fn name(&self) -> &'static str {
        self.0.recipe.name
    }

    /// Returns the security level.
    pub fn security(&self) -> Option<SecurityLevel> {
        self.0.recipe.level
    }

    /// Returns the number of values in a plaintext: the ring degree n. They form two rows of n/2.
    pub fn slots(&self) -> usize {
        self.0.n
    }

    /// Returns whether ciphertexts can be multiplied with each other.
    pub fn multiplies(&self) -> bool {
        self.0.recipe.multiplies
    }

    /// Returns the ciphertext primes in order, without the special prime.
    pub fn ciphertext_primes(&self) -> Vec<u64> {
        self.0.q.iter().map(|p| p.modulus.q).collect()
    }

    /// Returns the special prime of the key switch.
    pub(crate) fn special_prime(&self) -> u64 {
        self.0.special().modulus.q
    }

    /// Returns the two plaintext primes. Narrow values use only the first.
    pub fn plaintext_primes(&self) -> [u64; 2] {
        [
            self.0.plain[0].ntt_prime.modulus.q,
            self.0.plain[1].ntt_prime.modulus.q,
        ]
    }

    /// Returns log2 of the probability that one fresh public-key ciphertext exceeds its noise
    /// bound. All other bounds are worst-case and cannot be exceeded. An allowed computation
    /// therefore decrypts wrongly with at most this probability times its number of public-key
    /// ciphertexts.
    pub fn failure_log2(&self) -> f64 {
        PUBLIC_KEY_TAIL
    }

    /// Returns the back end in use.
    pub fn backend(&self) -> Backend {
        self.0.backend
    }

    /// Transforms one limb forward or back, modulo the first ciphertext prime. Only measurements
    /// use it. `limb` contains n residues.
    #[doc(hidden)]
    pub fn transform_limb(&self, limb: &mut [u64], back: bool) {
        let ntt = &self.0.q[0].ntt;
        if back {
            ntt.inverse(limb);
        } else {
            ntt.forward(limb);
        }
    }

    /// Returns an error unless `other` is the same set.
    pub(crate) fn ensure_same(&self, other: &Self) -> Result<(), Error> {
        if Arc::ptr_eq(&self.0, &other.0) || self.0.recipe == other.0.recipe {
            return Ok(());
        }
        Err(Error::ParameterMismatch {
            expected: self.name(),
            found: other.name(),
        })
    }
}

impl fmt::Debug for ParameterSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "ParameterSet({}, {})",
            self.name(),
            self.0.backend.name()
        )
    }
}

impl PartialEq for ParameterSet {
    fn eq(&self, other: &Self) -> bool {
        self.ensure_same(other).is_ok()
    }
}

/// A prime with its transform.
pub(crate) struct Prime {
    pub(crate) modulus: Modulus,
    pub(crate) ntt: Ntt,
}

/// The shared content of a [`ParameterSet`].
pub(crate) struct Inner {
    pub(crate) recipe: Recipe,
    pub(crate) backend: Backend,
    pub(crate) n: usize,
    /// The ciphertext primes.
    pub(crate) q: Vec<Arc<Prime>>,
    /// The ciphertext primes, then the special prime.
    pub(crate) q_and_special: Vec<Arc<Prime>>,
    /// special^−1 modulo each ciphertext prime. The next field is ⌊special/2⌋ modulo each.
    pub(crate) special_inverse: Vec<Shoup>,
    pub(crate) special_half: Vec<u64>,
    /// For each level and each lower level, the constants of the switch between them.
    pub(crate) drops: Vec<Vec<DropPlan>>,
    pub(crate) plain: [PlainModulus; 2],
    pub(crate) product: Option<ProductPlan>,
    pub(crate) noise: NoiseModel,
    /// The index of each slot among the transformed values, first row first.
    pub(crate) slot_indices: Vec<u32>,
    /// The slot of each transformed value.
    pub(crate) index_slots: Vec<u32>,
}

/// A plaintext prime and the constants for scaling to and from it.
pub(crate) struct PlainModulus {
    pub(crate) ntt_prime: Prime,
    /// Q mod t for each level.
    pub(crate) q_mod_t: Vec<Shoup>,
    /// −t^−1 modulo each ciphertext prime.
    pub(crate) minus_t_inverse: Vec<Shoup>,
    /// For each level, the conversion of x to round(t·x/Q) mod t.
    pub(crate) decrypt: Vec<Conversion>,
    /// t·P^−1 modulo each ciphertext prime, where P is the auxiliary product.
    pub(crate) t_over_aux: Vec<Shoup>,
    /// The conversion of x modulo the auxiliary primes to −[t·x]_P·P^−1 modulo the ciphertext
    /// primes.
    pub(crate) scale_down: Option<Conversion>,
}

/// The constants for dropping primes whose product is D.
pub(crate) struct DropPlan {
    /// The conversion of x from the dropped primes to the remaining primes.
    pub(crate) remainder: Conversion,
    /// D^−1 modulo each remaining prime.
    pub(crate) inverses: Vec<Shoup>,
}

impl DropPlan {
    fn new(q: &[Modulus], remaining: usize) -> Self {
        let (kept, dropped) = q.split_at(remaining);
        Self {
            remainder: Conversion::new(dropped, kept, |_| 1, |_| 1),
            inverses: kept
                .iter()
                .map(|m| m.shoup(m.invert(m.product(dropped.iter().map(|p| p.q)))))
                .collect(),
        }
    }
}

/// The base conversions of a multiplication that do not depend on the plaintext modulus.
pub(crate) struct ProductPlan {
    pub(crate) aux: Vec<Prime>,
    /// The conversion of x from the ciphertext primes to the auxiliary primes.
    pub(crate) lift: Conversion,
    /// The conversion of x modulo the ciphertext primes to round(P/Q·x) modulo the auxiliary
    /// primes.
    pub(crate) switch: Conversion,
    /// The conversion of x from the auxiliary primes to the ciphertext primes.
    pub(crate) extend: Conversion,
}

impl Inner {
    pub(crate) fn special(&self) -> &Prime {
        self.q_and_special
            .last()
            .expect("the special prime is the last one")
    }

    /// Returns the number of ciphertext primes.
    pub(crate) fn top_level(&self) -> usize {
        self.q.len()
    }

    fn new(recipe: &Recipe, backend: Backend) -> Result<Self, Error> {
        let found = recipe.primes()?;
        let n = recipe.n;
        let prime = |q: u64| {
            let modulus = Modulus::new(q);
            Prime {
                modulus,
                ntt: Ntt::new(n, modulus, backend),
            }
        };
        let q: Vec<Arc<Prime>> = found.q.iter().map(|q| Arc::new(prime(*q))).collect();
        let mut q_and_special = q.clone();
        q_and_special.push(Arc::new(prime(found.special)));
        let q_moduli: Vec<Modulus> = q.iter().map(|p| p.modulus).collect();
        let aux_moduli: Vec<Modulus> = found.aux.iter().map(|q| Modulus::new(*q)).collect();
        let (special_inverse, special_half) = q_moduli
            .iter()
            .map(|m| {
                let inverse = m.invert(found.special % m.q);
                (m.shoup(inverse), (found.special / 2) % m.q)
            })
            .unzip();
        let drops = (1..=q.len())
            .map(|level| {
                (1..level)
                    .map(|kept| DropPlan::new(&q_moduli[..level], kept))
                    .collect()
            })
            .collect();
        let plain = found
            .t
            .map(|t| PlainModulus::new(prime(t), &q_moduli, &aux_moduli));
        let aux_product = |m: &Modulus| m.product(found.aux.iter().copied());
        let product = recipe.multiplies.then(|| ProductPlan {
            aux: found.aux.iter().map(|q| prime(*q)).collect(),
            lift: Conversion::new(&q_moduli, &aux_moduli, |_| 1, |_| 1),
            switch: Conversion::new(&q_moduli, &aux_moduli, aux_product, |m| {
                let q_product = m.product(found.q.iter().copied());
                m.sub(0, m.invert(q_product))
            }),
            extend: Conversion::new(&aux_moduli, &q_moduli, |_| 1, |_| 1),
        });
        let slot_indices = slot_indices(n);
        let float = |primes: &[u64]| primes.iter().map(|q| *q as f64).collect::<Vec<_>>();
        let noise = NoiseModel {
            n: n as f64,
            t: found.t[0].max(found.t[1]) as f64,
            q: float(&found.q),
            special: found.special as f64,
            q_over_aux: float(&found.q).iter().product::<f64>()
                / float(&found.aux).iter().product::<f64>(),
        };
        Ok(Self {
            recipe: recipe.clone(),
            backend,
            n,
            q,
            q_and_special,
            special_inverse,
            special_half,
            drops,
            plain,
            product,
            noise,
            index_slots: inverse(&slot_indices),
            slot_indices,
        })
    }
}

impl PlainModulus {
    fn new(ntt_prime: Prime, q: &[Modulus], aux: &[Modulus]) -> Self {
        let m = ntt_prime.modulus;
        let t = m.q;
        let level_product = |level: usize| m.product(q[..level].iter().map(|p| p.q));
        let aux_inverse = |m: &Modulus| m.invert(m.product(aux.iter().map(|p| p.q)));
        Self {
            q_mod_t: (1..=q.len()).map(|l| m.shoup(level_product(l))).collect(),
            minus_t_inverse: q
                .iter()
                .map(|p| p.shoup(p.sub(0, p.invert(t % p.q))))
                .collect(),
            decrypt: (1..=q.len())
                .map(|l| {
                    Conversion::new(
                        &q[..l],
                        &[m],
                        |p| t % p.q,
                        |m| m.sub(0, m.invert(level_product(l))),
                    )
                })
                .collect(),
            t_over_aux: q
                .iter()
                .map(|p| p.shoup(p.mul(t % p.q, aux_inverse(p))))
                .collect(),
            scale_down: (!aux.is_empty())
                .then(|| Conversion::new(aux, q, |p| t % p.q, |p| p.sub(0, aux_inverse(p)))),
            ntt_prime,
        }
    }
}
