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
                let mut polynomial = Zeroizing::new(if values.len() == set.slots() {
                    AlignedWords::stale(set.slots())
                } else {
                    AlignedWords::zeros(set.slots())
                });
                let slots = values.iter().zip(&set.0.slot_indices);
                // Values outside the bound give an arbitrary polynomial here and an error below.
                match width {
                    // The same check with 64-bit numbers. The bound is below t/2, so it is below
                    // 2^49.
                    Width::Narrow => slots.for_each(|(&value, &index)| {
                        let value: i128 = value.into();
                        let low = value as i64;
                        over |= i128::from(low) != value || low.unsigned_abs() > bound as u64;
                        polynomial[index as usize] = m.residue_small(low);
                    }),
                    Width::Wide => slots.for_each(|(&value, &index)| {
                        over |= outside(value.into());
                        polynomial[index as usize] = m.residue_bounded(value.into());
                    }),
                }
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
        let residues: Vec<Zeroizing<AlignedWords>> = self
            .channels
            .iter()
            .zip(&self.set.0.plain)
            .map(|(polynomial, plain)| {
                let mut values = polynomial.clone();
                plain.ntt_prime.ntt.forward(&mut values);
                values
            })
            .collect();
        let [first, second] = &self.set.0.plain;
        let combine = Combiner::new(first, second);
        let values = self
            .set
            .0
            .slot_indices
            .iter()
            .map(|&index| match &residues[..] {
                [narrow] => i128::from(first.ntt_prime.modulus.centred(narrow[index as usize])),
                [low, high] => combine.wide(low[index as usize], high[index as usize]),
                _ => unreachable!("a plaintext has one channel or two"),
            })
            .collect();
        Zeroizing::new(values)
    }

    /// Returns the first `count` bytes of a plaintext that contains bytes.
    ///
    /// # Errors
    /// [`Error::Unsupported`] for integers. [`Error::TooManyValues`] if `count` exceeds the stored
    /// bytes.
    /// [`Error::Unsupported`] for integers; [`Error::TooManyValues`] for more bytes than stored.
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
        let slots = self.decode();
        let mut bytes = Zeroizing::new(Vec::with_capacity(slots.len() * per_slot));
        for slot in slots.iter() {
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
