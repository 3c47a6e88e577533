//! Integers in the slots of a plaintext polynomial.
//!
//! A polynomial modulo X^n + 1 and a prime t ≡ 1 (mod 2n) represents n independent integers modulo
//! t. They are its values at the odd powers of a root of unity (Smart and Vercauteren 2014). Sums
//! and products of polynomials are sums and products of the slots. Wide integers use two such
//! polynomials, modulo two primes, and are recovered by the Chinese remainder theorem.

use std::fmt;

use zeroize::Zeroizing;

use crate::error::Error;
use crate::kernels::AlignedWords;
use crate::params::{ParameterSet, PlainModulus};

/// The size of the integers in the slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Width {
    /// Integers below half of the first plaintext prime.
    Narrow,
    /// Integers below half of the product of both primes. Every operation takes twice the time and
    /// space.
    Wide,
}

impl Width {
    /// Returns the number of polynomials in a plaintext.
    pub(crate) fn channels(self) -> usize {
        match self {
            Self::Narrow => 1,
            Self::Wide => 2,
        }
    }
}

/// The kind of the slots' content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// Signed integers, which support computation.
    Integers,
    /// Bytes, several per slot, which do not support computation.
    Bytes,
}

/// Integers or bytes, ready for encryption or for an operation with a ciphertext. Zeroised when
/// dropped.
#[derive(Clone)]
pub struct Plaintext {
    pub(crate) set: ParameterSet,
    pub(crate) width: Width,
    pub(crate) content: Content,
    /// Bound on the absolute values, from public data.
    pub(crate) magnitude: u128,
    /// The n coefficients of each channel, modulo its plaintext prime.
    pub(crate) channels: Vec<Zeroizing<AlignedWords>>,
}

impl Plaintext {
    /// Puts `values` into the first slots and zeros into the rest. `bound` is the largest allowed
    /// absolute value. It is public and part of all results computed from the plaintext.
    ///
    /// # Errors
    /// [`Error::TooManyValues`]. [`Error::ValueOutOfBounds`] with the index of the first value
    /// outside the bound. [`Error::Magnitude`] if the bound exceeds the width.
    pub fn encode<I: Into<i128> + Copy>(
        set: &ParameterSet,
        values: &[I],
        bound: u128,
        width: Width,
    ) -> Result<Self, Error> {
        if values.len() > set.slots() {
            return Err(Error::TooManyValues {
                count: values.len(),
                slots: set.slots(),
            });
        }
        set.ensure_magnitude(bound, width)?;
        let outside = |v: i128| v.unsigned_abs() > bound;
        let mut over = false;
        let channels = set.0.plain[..width.channels()]
            .iter()
            .map(|plain| {
                let m = &plain.ntt_prime.modulus;
                // Values outside the bound give an arbitrary polynomial here and an error below.
                let mut polynomial = match width {
                    // The same check with 64-bit numbers. The bound is below t/2, so it is below
                    // 2^49.
                    Width::Narrow => by_slots(set, values, |value| {
                        let value: i128 = value.into();
                        let low = value as i64;
                        over |= i128::from(low) != value || low.unsigned_abs() > bound as u64;
                        m.residue_small(low)
                    }),
                    Width::Wide => by_slots(set, values, |value| {
                        over |= outside(value.into());
                        m.residue_bounded(value.into())
                    }),
                };
                if !over {
                    plain.ntt_prime.ntt.inverse(&mut polynomial);
                }
                polynomial
            })
            .collect();
        if over && let Some(index) = values.iter().position(|v| outside((*v).into())) {
            return Err(Error::ValueOutOfBounds { index, bound });
        }
        Ok(Self {
            set: set.clone(),
            width,
            content: Content::Integers,
            magnitude: bound,
            channels,
        })
    }

    /// Packs [`ParameterSet::bytes_per_slot`] bytes into each slot. The result does not support
    /// computation.
    ///
    /// # Errors
    /// [`Error::TooManyValues`], counted in slots.
    pub fn encode_bytes(set: &ParameterSet, bytes: &[u8]) -> Result<Self, Error> {
        let pack = |chunk: &[u8]| chunk.iter().rev().fold(0, |n, b| n << 8 | i128::from(*b));
        let values: Zeroizing<Vec<i128>> =
            Zeroizing::new(bytes.chunks(set.bytes_per_slot()).map(pack).collect());
        let bound = (1 << (8 * set.bytes_per_slot())) - 1;
        Ok(Self {
            content: Content::Bytes,
            ..Self::encode(set, &values, bound, Width::Narrow)?
        })
    }

    /// Returns all n slots, first row first.
    pub fn decode(&self) -> Zeroizing<Vec<i128>> {
        let indices = &self.set.0.slot_indices;
        let [first, second] = &self.set.0.plain;
        Zeroizing::new(match &self.residues()[..] {
            [narrow] => self.narrow_slots(narrow).map(i128::from).collect(),
            [low, high] => {
                let combine = Combiner::new(first, second);
                let (low, high) = (&low[..], &high[..]);
                indices
                    .iter()
                    .map(|&index| combine.wide(low[index as usize], high[index as usize]))
                    .collect()
            }
            _ => unreachable!("a plaintext has one channel or two"),
        })
    }

    /// Writes all n slots of a narrow plaintext to `out`, first row first. The caller protects them.
    ///
    /// # Errors
    /// [`Error::Unsupported`] for a wide plaintext, and for another length than n.
    pub fn decode_narrow(&self, out: &mut [i64]) -> Result<(), Error> {
        let refuse = |reason| Error::Unsupported {
            operation: "decoding to 64-bit integers",
            reason,
        };
        if self.width != Width::Narrow {
            return Err(refuse("the plaintext is wide"));
        }
        if out.len() != self.set.slots() {
            return Err(refuse(
                "the output must have as many integers as the set has slots",
            ));
        }
        let residues = self.residues();
        for (out, value) in out.iter_mut().zip(self.narrow_slots(&residues[0])) {
            *out = value;
        }
        Ok(())
    }

    /// Returns the transformed values of each channel.
    fn residues(&self) -> Vec<Zeroizing<AlignedWords>> {
        let channels = self.channels.iter().zip(&self.set.0.plain);
        channels
            .map(|(polynomial, plain)| {
                let mut values = polynomial.clone();
                plain.ntt_prime.ntt.forward(&mut values);
                values
            })
            .collect()
    }

    /// Returns the integers in the slots, from the transformed values of the only channel.
    fn narrow_slots(&self, values: &[u64]) -> impl Iterator<Item = i64> {
        let m = self.set.0.plain[0].ntt_prime.modulus;
        let indices = self.set.0.slot_indices.iter();
        indices.map(move |index| m.centred(values[*index as usize]))
    }

    /// Returns the first `count` bytes of a plaintext that contains bytes.
    ///
    /// # Errors
    /// [`Error::Unsupported`] for integers. [`Error::TooManyValues`] if `count` exceeds the stored
    /// bytes.
    pub fn decode_bytes(&self, count: usize) -> Result<Zeroizing<Vec<u8>>, Error> {
        if self.content != Content::Bytes {
            return Err(Error::Unsupported {
                operation: "reading as bytes",
                reason: "the slots contain integers",
            });
        }
        let per_slot = self.set.bytes_per_slot();
        if count > per_slot * self.set.slots() {
            return Err(Error::TooManyValues {
                count: count.div_ceil(per_slot),
                slots: self.set.slots(),
            });
        }
        let residues = self.residues();
        let mut bytes = Zeroizing::new(Vec::with_capacity(count.next_multiple_of(per_slot)));
        let slots = self.narrow_slots(&residues[0]);
        for slot in slots.take(count.div_ceil(per_slot)) {
            bytes.extend_from_slice(&slot.to_le_bytes()[..per_slot]);
        }
        bytes.truncate(count);
        Ok(bytes)
    }

    /// Returns the n coefficients of a channel modulo its plaintext prime, for transfer to another
    /// BFV implementation. Returns `None` if the channel does not exist.
    pub fn coefficients(&self, channel: usize) -> Option<&[u64]> {
        self.channels.get(channel).map(|polynomial| &polynomial[..])
    }

    /// Returns the parameter set.
    pub fn parameters(&self) -> &ParameterSet {
        &self.set
    }

    /// Returns the kind of the slots' content.
    pub fn content(&self) -> Content {
        self.content
    }

    /// Returns whether the plaintext has one polynomial or two.
    pub fn width(&self) -> Width {
        self.width
    }
}

/// Returns the transformed values with these residues in the first slots, and zeros in the rest.
fn by_slots<I: Copy>(
    set: &ParameterSet,
    values: &[I],
    mut residue: impl FnMut(I) -> u64,
) -> Zeroizing<AlignedWords> {
    if values.len() < set.slots() {
        let mut residues = Zeroizing::new(AlignedWords::zeros(set.slots()));
        let to = &mut residues[..];
        for (value, index) in values.iter().zip(&set.0.slot_indices) {
            to[*index as usize] = residue(*value);
        }
        return residues;
    }
    // Scattered reads take less time than scattered writes.
    let mut residues = Zeroizing::new(AlignedWords::stale(set.slots()));
    for (to, slot) in residues.iter_mut().zip(&set.0.index_slots) {
        *to = residue(values[*slot as usize]);
    }
    residues
}

impl fmt::Debug for Plaintext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Plaintext({}, {:?}, …)", self.set.name(), self.width)
    }
}

impl ParameterSet {
    /// Returns the largest absolute value of a slot of this width.
    pub fn largest(&self, width: Width) -> u128 {
        let [first, second] = self.plaintext_primes().map(u128::from);
        match width {
            Width::Narrow => (first - 1) / 2,
            Width::Wide => (first * second - 1) / 2,
        }
    }

    /// Returns the number of bytes per slot in [`Plaintext::encode_bytes`].
    pub fn bytes_per_slot(&self) -> usize {
        (self.0.recipe.t_bits as usize - 2) / 8
    }

    /// Returns an error unless values up to `magnitude` fit the width.
    pub(crate) fn ensure_magnitude(&self, magnitude: u128, width: Width) -> Result<(), Error> {
        let largest = self.largest(width);
        if magnitude <= largest {
            return Ok(());
        }
        Err(Error::Magnitude {
            needed: u128::BITS - magnitude.leading_zeros(),
            available: u128::BITS - largest.leading_zeros(),
        })
    }
}

/// Converts two residues to the integer of smallest size with these residues (Garner).
struct Combiner<'a> {
    first: &'a PlainModulus,
    second: &'a PlainModulus,
    /// first^−1 modulo second.
    inverse: u64,
}

impl<'a> Combiner<'a> {
    fn new(first: &'a PlainModulus, second: &'a PlainModulus) -> Self {
        let m = &second.ntt_prime.modulus;
        Self {
            first,
            second,
            inverse: m.invert(first.ntt_prime.modulus.q % m.q),
        }
    }

    fn wide(&self, low: u64, high: u64) -> i128 {
        let t = self.first.ntt_prime.modulus.q;
        let m = &self.second.ntt_prime.modulus;
        // The first prime is larger than the second, but less than twice as large.
        let low_in_second = crate::modulus::Modulus::below(low, m.q);
        let digit = m.mul(m.sub(high, low_in_second), self.inverse);
        i128::from(m.centred(digit)) * i128::from(t) + i128::from(low) - self.correction(low, digit)
    }

    /// Returns the correction of the representative above. It is in (−t1·t2/2, t1·t2/2 + t1), so
    /// values above t1·t2/2 must wrap.
    fn correction(&self, low: u64, digit: u64) -> i128 {
        let (t1, t2) = (
            self.first.ntt_prime.modulus.q,
            self.second.ntt_prime.modulus.q,
        );
        let over = u64::from(digit == t2 / 2) & u64::from(low > t1 / 2);
        i128::from(over) * i128::from(t1) * i128::from(t2)
    }
}
