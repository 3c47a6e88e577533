//! Operations on ciphertexts.
//! Operations on ciphertexts.
//!
//! Every operation first checks that its result decrypts to the correct integers for all possible
//! contents of the operands. Otherwise it returns an error.

use zeroize::Zeroizing;

use crate::ciphertext::{Channel, Ciphertext, scaled};
use crate::error::Error;
use crate::galois::{Rotation, permute};
use crate::kernels::AlignedWords;
use crate::keys::{EvaluationKeys, RotationKey};
use crate::params::ParameterSet;
use crate::plaintext::{Content, Plaintext};
use crate::poly::Poly;
use crate::product::{self, Product};
use crate::switch::{Digits, coefficients, divide_by_special, drop_primes, switch};

/// Adds, multiplies and rotates ciphertexts. Products and rotations need evaluation keys.
#[derive(Clone, Copy, Debug)]
pub struct Evaluator<'k> {
    keys: Option<&'k EvaluationKeys>,
}

impl<'k> Evaluator<'k> {
    /// Creates an evaluator with keys for products, rotations and sums.
    pub fn new(keys: &'k EvaluationKeys) -> Self {
        Self { keys: Some(keys) }
    }

    /// Creates an evaluator without keys, for sums of ciphertexts, plaintexts and constants.
    pub fn keyless() -> Self {
        Self { keys: None }
    }

    /// Returns a + b, slot by slot.
    ///
    /// # Errors
    /// Operands with different sets, keys, widths or levels, and a result that exceeds a bound.
    /// These errors apply to all operations below.
    pub fn add(&self, a: &Ciphertext, b: &Ciphertext) -> Result<Ciphertext, Error> {
        let mut sum = a.clone();
        self.add_assign(&mut sum, b)?;
        Ok(sum)
    }

    /// Computes a += b in place. After an error `a` is unchanged.
    pub fn add_assign(&self, a: &mut Ciphertext, b: &Ciphertext) -> Result<(), Error> {
        self.merge(a, b, |set, j, x, y| {
            set.0.backend.add(&set.0.q[j].modulus, x, y);
        })
    }

    /// Returns a − b, slot by slot.
    pub fn subtract(&self, a: &Ciphertext, b: &Ciphertext) -> Result<Ciphertext, Error> {
        let mut difference = a.clone();
        self.merge(&mut difference, b, |set, j, x, y| {
            set.0.backend.sub(&set.0.q[j].modulus, x, y);
        })?;
        Ok(difference)
    }

    /// Returns −a.
    pub fn negate(&self, a: &Ciphertext) -> Result<Ciphertext, Error> {
        self.multiply_constant(a, -1)
    }

    /// Returns a + p.
    pub fn add_plain(&self, a: &Ciphertext, p: &Plaintext) -> Result<Ciphertext, Error> {
        plain_compatible(a, p)?;
        full_level(a)?;
        let set = &a.set;
        let noise = set.0.noise.add_plain(a.noise);
        let mut sum = a.with(a.channels.clone(), noise, added(a.magnitude, p.magnitude))?;
        let addends = p.channels.iter().zip(&set.0.plain);
        for (channel, (coefficients, plain)) in sum.channels.iter_mut().zip(addends) {
            let addend = Zeroizing::new(scaled(set, plain, coefficients, None));
            for ((limb, prime), x) in channel.c0.limbs_mut().zip(&set.0.q).zip(addend.limbs()) {
                set.0.backend.add(&prime.modulus, limb, x);
            }
        }
        Ok(sum)
    }

    /// Returns a·p, slot by slot. The noise grows by n·t/2 for any p.
    pub fn multiply_plain(&self, a: &Ciphertext, p: &Plaintext) -> Result<Ciphertext, Error> {
        plain_compatible(a, p)?;
        full_level(a)?;
        let set = &a.set;
        let noise = set.0.noise.multiply_plain(a.noise);
        let mut product = a.with(
            a.channels.clone(),
            noise,
            multiplied(a.magnitude, p.magnitude),
        )?;
        let factors = p.channels.iter().zip(&set.0.plain);
        for (channel, (coefficients, plain)) in product.channels.iter_mut().zip(factors) {
            channel.seed = None;
            let t = &plain.ntt_prime.modulus;
            let mut factor = Zeroizing::new(AlignedWords::stale(set.slots()));
            let mut out = AlignedWords::stale(set.slots());
            for (j, prime) in set.0.q.iter().enumerate() {
                set.0
                    .backend
                    .recentre(t, &prime.modulus, &mut factor, coefficients);
                prime.ntt.forward(&mut factor);
                for c in [&mut channel.c0, &mut channel.c1] {
                    set.0
                        .backend
                        .dot(&prime.modulus, &mut out, &[c.limb(j)], &[&factor]);
                    c.limb_mut(j).copy_from_slice(&out);
                }
            }
        }
        Ok(product)
    }

    /// Returns the product of a and a public integer.
    pub fn multiply_constant(&self, a: &Ciphertext, constant: i64) -> Result<Ciphertext, Error> {
        computable(a)?;
        let set = &a.set;
        let size = constant.unsigned_abs();
        let noise = set.0.noise.multiply_constant(a.noise, size as f64);
        let magnitude = multiplied(a.magnitude, u128::from(size));
        let mut product = a.with(a.channels.clone(), noise, magnitude)?;
        for channel in &mut product.channels {
            channel.seed = None;
            for c in [&mut channel.c0, &mut channel.c1] {
                for (limb, prime) in c.limbs_mut().zip(&set.0.q) {
                    let m = &prime.modulus;
                    let factor = m.shoup(m.residue(i128::from(constant)));
                    set.0.backend.scale(m, limb, factor);
                }
            }
        }
        Ok(product)
    }

    /// Returns a·b, slot by slot, relinearized.
    pub fn multiply(&self, a: &Ciphertext, b: &Ciphertext) -> Result<Ciphertext, Error> {
        compatible(a, b)?;
        full_level(a)?;
        full_level(b)?;
        let set = &a.set;
        let Some(plan) = &set.0.product else {
            return Err(Error::Unsupported {
                operation: "multiplication",
                reason: "the parameter set is for sums and means only",
            });
        };
        let key = self.keys_for(a)?.relinearization()?;
        let noise = set.0.noise.add(
            set.0.noise.multiply(a.noise, b.noise),
            set.0.noise.key_switches(1.0),
        );
        let magnitude = multiplied(a.magnitude, b.magnitude);
        set.ensure_magnitude(magnitude, a.width)?;
        set.ensure_noise(noise, set.0.top_level())?;
        let channels = a
            .channels
            .iter()
            .zip(&b.channels)
            .zip(&set.0.plain)
            .map(|((left, right), plain)| {
                let Product {
                    mut d0,
                    mut d1,
                    d2,
                    d2_coefficients,
                } = product::multiply(set, plan, plain, left, right);
                let [mut r0, mut r1] = switch(set, &d2, &d2_coefficients, key);
                add_limbs(set, &mut d0, &divide_by_special(set, &mut r0));
                add_limbs(set, &mut d1, &divide_by_special(set, &mut r1));
                Channel {
                    c0: d0,
                    c1: d1,
                    seed: None,
                }
            })
            .collect();
        a.with(channels, noise, magnitude)
    }

    /// Returns a·a.
    pub fn square(&self, a: &Ciphertext) -> Result<Ciphertext, Error> {
        self.multiply(a, a)
    }

    /// Rotates both rows to the left by `steps`, or to the right if negative.
    pub fn rotate_rows(&self, a: &Ciphertext, steps: i64) -> Result<Ciphertext, Error> {
        self.rotate(a, Rotation::rows(&a.set, steps))
    }

    /// Swaps the two rows.
    pub fn swap_rows(&self, a: &Ciphertext) -> Result<Ciphertext, Error> {
        self.rotate(a, Rotation::Swap)
    }

    /// Rotates one ciphertext by several steps. The rotations share the digit decomposition
    /// (hoisting).
    pub fn rotate_rows_many(
        &self,
        a: &Ciphertext,
        steps: &[i64],
    ) -> Result<Vec<Ciphertext>, Error> {
        computable(a)?;
        full_level(a)?;
        let set = &a.set;
        let keys = self.keys_for(a)?;
        let noise = set.0.noise.add(a.noise, set.0.noise.key_switches(1.0));
        set.ensure_noise(noise, a.level)?;
        let rotations: Vec<Option<&RotationKey>> = steps
            .iter()
            .map(|steps| match Rotation::rows(set, *steps) {
                Rotation::Rows(0) => Ok(None),
                rotation => keys.rotation(rotation).map(Some),
            })
            .collect::<Result<_, Error>>()?;
        let hoisted: Vec<Digits> = a
            .channels
            .iter()
            .map(|channel| Digits::of_values(set, &channel.c1))
            .collect();
        rotations
            .into_iter()
            .map(|key| {
                let Some(key) = key else {
                    return Ok(a.clone());
                };
                let channels = a
                    .channels
                    .iter()
                    .zip(&hoisted)
                    .map(|(channel, digits)| {
                        rotated(set, &channel.c0, digits.apply(set, &key.switch), key)
                    })
                    .collect();
                a.with(channels, noise, a.magnitude)
            })
            .collect()
    }

    /// Replaces every slot by the sum of `window` slots that start with it, cyclically within its
    /// row. `window` is a power of two up to n/2, or n to put the sum of all slots into every slot.
    pub fn sum_windows(&self, a: &Ciphertext, window: usize) -> Result<Ciphertext, Error> {
        computable(a)?;
        full_level(a)?;
        let rotations = Rotation::of_window(&a.set, window)?;
        let keys = self.keys_for(a)?;
        let noise = a.set.0.noise.sum_window(a.noise, rotations.len() as u32);
        a.set.ensure_noise(noise, a.level)?;
        let magnitude = multiplied(a.magnitude, window as u128);
        a.set.ensure_magnitude(magnitude, a.width)?;
        for rotation in &rotations {
            keys.rotation(*rotation)?;
        }
        let mut sum = a.clone();
        for rotation in rotations {
            let key = keys.rotation(rotation)?;
            for channel in &mut sum.channels {
                let rotated_channel = switched(&a.set, channel, key);
                add_limbs(&a.set, &mut channel.c0, &rotated_channel.c0);
                add_limbs(&a.set, &mut channel.c1, &rotated_channel.c1);
                channel.seed = None;
            }
        }
        sum.noise = noise;
        sum.magnitude = magnitude;
        Ok(sum)
    }

    /// Reduces the ciphertext to the fewest primes that the noise allows. The result is smaller and
    /// supports only decryption and addition. Outside this crate only measurements use it.
    #[doc(hidden)]
    pub fn switch_down(&self, a: &Ciphertext) -> Result<Ciphertext, Error> {
        let set = &a.set;
        let reduced = (1..a.level)
            .map(|kept| (kept, set.0.noise.drop_primes(a.noise, a.level, kept)))
            .find(|(kept, noise)| set.ensure_noise(*noise, *kept).is_ok());
        let Some((kept, noise)) = reduced else {
            return Ok(a.clone());
        };
        let channels = a
            .channels
            .iter()
            .map(|channel| Channel {
                c0: drop_primes(set, &channel.c0, kept),
                c1: drop_primes(set, &channel.c1, kept),
                seed: None,
            })
            .collect();
        a.with(channels, noise, a.magnitude)
    }

    fn rotate(&self, a: &Ciphertext, rotation: Rotation) -> Result<Ciphertext, Error> {
        computable(a)?;
        full_level(a)?;
        if rotation == Rotation::Rows(0) {
            return Ok(a.clone());
        }
        let set = &a.set;
        let key = self.keys_for(a)?.rotation(rotation)?;
        let noise = set.0.noise.add(a.noise, set.0.noise.key_switches(1.0));
        set.ensure_noise(noise, a.level)?;
        let channels = a
            .channels
            .iter()
            .map(|channel| switched(set, channel, key))
            .collect();
        a.with(channels, noise, a.magnitude)
    }

    fn merge(
        &self,
        a: &mut Ciphertext,
        b: &Ciphertext,
        merge: impl Fn(&ParameterSet, usize, &mut [u64], &[u64]),
    ) -> Result<(), Error> {
        compatible(a, b)?;
        if a.level != b.level {
            return Err(Error::Level {
                level: b.level,
                needed: a.level,
            });
        }
        let noise = a.set.0.noise.add(a.noise, b.noise);
        let magnitude = added(a.magnitude, b.magnitude);
        a.set.ensure_magnitude(magnitude, a.width)?;
        a.set.ensure_noise(noise, a.level)?;
        for (x, y) in a.channels.iter_mut().zip(&b.channels) {
            x.seed = None;
            for j in 0..a.level {
                merge(&a.set, j, x.c0.limb_mut(j), y.c0.limb(j));
                merge(&a.set, j, x.c1.limb_mut(j), y.c1.limb(j));
            }
        }
        a.noise = noise;
        a.magnitude = magnitude;
        Ok(())
    }

    fn keys_for(&self, a: &Ciphertext) -> Result<&'k EvaluationKeys, Error> {
        let keys = self.keys.ok_or_else(|| Error::MissingKey {
            what: "any operation, because the evaluator has no keys".to_owned(),
        })?;
        a.set.ensure_same(&keys.set)?;
        if a.key != keys.key {
            return Err(Error::KeyMismatch);
        }
        Ok(keys)
    }
}

/// Rotates one channel.
fn switched(set: &ParameterSet, channel: &Channel, key: &RotationKey) -> Channel {
    let coefficients = coefficients(set, &channel.c1);
    let sums = switch(set, &channel.c1, &coefficients, &key.switch);
    rotated(set, &channel.c0, sums, key)
}

/// Rotates (c0, c1). `sums` is the key switch of c1 before its division.
fn rotated(
    set: &ParameterSet,
    c0: &Poly,
    [mut r0, mut r1]: [Poly; 2],
    key: &RotationKey,
) -> Channel {
    let mut u0 = divide_by_special(set, &mut r0);
    let u1 = divide_by_special(set, &mut r1);
    add_limbs(set, &mut u0, c0);
    let mut channel = Channel {
        c0: Poly::stale(set.slots(), set.0.top_level()),
        c1: Poly::stale(set.slots(), set.0.top_level()),
        seed: None,
    };
    for j in 0..set.0.top_level() {
        permute(&key.indices, u0.limb(j), channel.c0.limb_mut(j));
        permute(&key.indices, u1.limb(j), channel.c1.limb_mut(j));
    }
    channel
}

fn add_limbs(set: &ParameterSet, a: &mut Poly, b: &Poly) {
    for ((limb, prime), b) in a.limbs_mut().zip(&set.0.q).zip(b.limbs()) {
        set.0.backend.add(&prime.modulus, limb, b);
    }
}

/// Adds with saturation. No set supports values above 2^127, so the largest number can represent
/// all larger ones.
fn added(a: u128, b: u128) -> u128 {
    a.saturating_add(b)
}

fn multiplied(a: u128, b: u128) -> u128 {
    a.saturating_mul(b)
}

fn computable(a: &Ciphertext) -> Result<(), Error> {
    if a.content == Content::Integers {
        return Ok(());
    }
    Err(Error::Unsupported {
        operation: "computing",
        reason: "the slots contain bytes",
    })
}

fn full_level(a: &Ciphertext) -> Result<(), Error> {
    if a.level == a.set.0.top_level() {
        return Ok(());
    }
    Err(Error::Level {
        level: a.level,
        needed: a.set.0.top_level(),
    })
}

fn compatible(a: &Ciphertext, b: &Ciphertext) -> Result<(), Error> {
    a.set.ensure_same(&b.set)?;
    if a.key != b.key {
        return Err(Error::KeyMismatch);
    }
    computable(a)?;
    computable(b)?;
    same_width(a.width == b.width)
}

fn plain_compatible(a: &Ciphertext, p: &Plaintext) -> Result<(), Error> {
    a.set.ensure_same(&p.set)?;
    computable(a)?;
    if p.content != Content::Integers {
        return Err(Error::Unsupported {
            operation: "computing",
            reason: "the slots contain bytes",
        });
    }
    same_width(a.width == p.width)
}

fn same_width(same: bool) -> Result<(), Error> {
    if same {
        return Ok(());
    }
    Err(Error::Unsupported {
        operation: "mixing widths",
        reason: "one operand is narrow, the other wide",
    })
}
