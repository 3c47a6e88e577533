//! Binary encodings of all objects: bit-packed, versioned and strictly parsed.
//!
//! All objects begin with a header of 22 bytes: `"LFH"`, version 1, kind, parameter set, key id.
//! Numbers are little-endian. A residue modulo a prime of b bits takes b bits, lowest first. A limb
//! of n residues ends on a byte boundary, because n is a multiple of 8. A checksum of 8 bytes is
//! last.
//!
//! Ciphertexts and keys are stored in transformed form. Polynomials that a seed determines are not
//! stored. A reader accepts exactly the bytes that a writer produces, and checks the length before
//! it allocates.

mod checksum;
mod reader;

use std::collections::BTreeMap;

use reader::Reader;
use zeroize::Zeroizing;

use crate::ciphertext::Ciphertext;
use crate::error::Error;
use crate::galois::{Rotation, permutation};
use crate::keys::{
    EvaluationKeys, KeyId, PublicKey, RotationKey, SecretKey, SwitchKey, expand_uniform,
};
use crate::params::{ParameterSet, Prime};
use crate::plaintext::Content;
use crate::poly::Poly;
use crate::sampling::Seed;
use crate::series::{Reduction, ReductionKind, Series};
use crate::sets::SetId;

const MAGIC: &[u8; 3] = b"LFH";
const VERSION: u8 = 1;
/// Number of bytes in the header.
const HEAD: usize = 3 + 1 + 1 + 1 + 16;
/// Maximum number of decimals, far above that of repeated products.
const MAX_DECIMALS: u32 = 255;

/// The kind of an object.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
enum ObjectKind {
    Ciphertext = 1,
    SecretKey = 2,
    PublicKey = 3,
    EvaluationKeys = 4,
    Series = 5,
    Reduction = 6,
}

/// Returns the parameter set and the key id of an encoded object, from its first 22 bytes. A reader
/// needs them to read the object.
///
/// # Errors
/// [`Error::Malformed`] for other bytes, and for objects of [no named set](SetId).
pub fn owner(bytes: &[u8]) -> Result<(SetId, KeyId), Error> {
    let mut reader = Reader { rest: bytes };
    if reader.take(3)? != MAGIC {
        return Err(malformed("the first bytes must be `LFH`"));
    }
    if reader.byte()? != VERSION {
        return Err(malformed("the version is unknown"));
    }
    let kind = reader.byte()?;
    if !(ObjectKind::Ciphertext as u8..=ObjectKind::Reduction as u8).contains(&kind) {
        return Err(malformed("the kind of object is unknown"));
    }
    let set = SetId::from_byte(reader.byte()?)
        .ok_or_else(|| malformed("the parameter set is unknown"))?;
    Ok((set, KeyId(reader.array()?)))
}

fn malformed(reason: &'static str) -> Error {
    Error::Malformed { reason }
}

impl Ciphertext {
    /// Encodes the ciphertext. A fresh secret-key ciphertext of `bfv-128` takes 18.75 bytes per
    /// slot and a short header.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = head(ObjectKind::Ciphertext, &self.set, self.key);
        write_ciphertext(&mut out, self);
        finish(&self.set, &mut out);
        out
    }

    /// Decodes a ciphertext of this set.
    ///
    /// # Errors
    /// [`Error::Malformed`], and [`Error::ParameterMismatch`] for another set.
    pub fn from_bytes(set: &ParameterSet, bytes: &[u8]) -> Result<Self, Error> {
        let (mut reader, key) = Reader::open(ObjectKind::Ciphertext, set, bytes)?;
        let ciphertext = reader.ciphertext(set, key)?;
        reader.end()?;
        Ok(ciphertext)
    }
}

impl SecretKey {
    /// Encodes the key with two bits per coefficient. The result is zeroised when dropped. The
    /// caller must protect copies.
    pub fn to_bytes(&self) -> Zeroizing<Vec<u8>> {
        let mut out = Zeroizing::new(head(ObjectKind::SecretKey, self.parameters(), self.id()));
        // Reserve the full capacity: a reallocation would leave a copy of the secret in freed
        // memory.
        out.reserve_exact(self.coefficients().len() / 4 + checksum::SIZE);
        for four in self.coefficients().chunks_exact(4) {
            let byte = four
                .iter()
                .rev()
                .fold(0, |byte, c| byte << 2 | (c + 1).cast_unsigned());
            out.push(byte);
        }
        finish(self.parameters(), &mut out);
        out
    }

    /// Decodes a secret key of this set.
    ///
    /// # Errors
    /// [`Error::Malformed`], and [`Error::ParameterMismatch`] for another set.
    pub fn from_bytes(set: &ParameterSet, bytes: &[u8]) -> Result<Self, Error> {
        let (mut reader, key) = Reader::open(ObjectKind::SecretKey, set, bytes)?;
        let packed = reader.take(set.slots() / 4)?;
        reader.end()?;
        let mut coefficients = Zeroizing::new(Vec::with_capacity(set.slots()));
        let mut invalid = 0;
        for byte in packed {
            for shift in [0, 2, 4, 6] {
                let code = (byte >> shift) & 3;
                invalid |= u8::from(code == 3);
                coefficients.push(code.cast_signed() - 1);
            }
        }
        if invalid != 0 {
            return Err(malformed("a coefficient of the secret key is invalid"));
        }
        Ok(Self::from_coefficients(set, key, coefficients))
    }
}

impl PublicKey {
    /// Encodes the public key.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = head(ObjectKind::PublicKey, &self.set, self.key);
        out.extend_from_slice(&self.seed);
        write_poly(&mut out, &self.set, &self.b);
        finish(&self.set, &mut out);
        out
    }

    /// Decodes a public key of this set.
    ///
    /// # Errors
    /// [`Error::Malformed`], and [`Error::ParameterMismatch`] for another set.
    pub fn from_bytes(set: &ParameterSet, bytes: &[u8]) -> Result<Self, Error> {
        let (mut reader, key) = Reader::open(ObjectKind::PublicKey, set, bytes)?;
        let seed = reader.array()?;
        let b = reader.poly(set, set.0.top_level())?;
        reader.end()?;
        Ok(Self {
            set: set.clone(),
            key,
            seed,
            b,
            a: expand_uniform(set, &seed, 0, set.0.top_level()),
        })
    }
}

impl EvaluationKeys {
    /// The number of bytes that [`EvaluationKeys::announced`] needs.
    pub const HEAD: usize = HEAD + size_of::<Seed>() + 3;

    /// Returns the encoded size in bytes of keys with `rotations` rotations, with or without
    /// relinearization.
    pub fn size(set: &ParameterSet, relinearizes: bool, rotations: u16) -> u64 {
        let key = (set.0.top_level() * poly_size(set, set.0.top_level() + 1)) as u64;
        let keys = u64::from(relinearizes) * key + u64::from(rotations) * (key + 4);
        (Self::HEAD + checksum::SIZE) as u64 + keys
    }

    /// Reads the first [`EvaluationKeys::HEAD`] bytes of encoded keys. Returns the claimed key id
    /// and the total number of bytes. A receiver can then limit the size and reject keys of another
    /// secret key early.
    ///
    /// # Errors
    /// [`Error::Malformed`], and [`Error::ParameterMismatch`] for another set.
    pub fn announced(set: &ParameterSet, head: &[u8; Self::HEAD]) -> Result<(KeyId, u64), Error> {
        let (mut reader, key) = Reader::head(ObjectKind::EvaluationKeys, set, head)?;
        let _: Seed = reader.array()?;
        let relinearizes = reader.flag()?;
        let rotations = u16::from_le_bytes(reader.array()?);
        Ok((key, Self::size(set, relinearizes, rotations)))
    }

    /// Encodes one half of each key, because the seed determines the other half.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = head(ObjectKind::EvaluationKeys, &self.set, self.key);
        out.extend_from_slice(&self.seed);
        out.push(u8::from(self.relinearization.is_some()));
        let count = u16::try_from(self.rotations.len()).expect("a row has at most 32768 rotations");
        out.extend_from_slice(&count.to_le_bytes());
        if let Some(key) = &self.relinearization {
            write_switch_key(&mut out, &self.set, key);
        }
        for (rotation, key) in &self.rotations {
            let element = rotation.element(self.set.slots());
            out.extend_from_slice(&element.to_le_bytes());
            write_switch_key(&mut out, &self.set, &key.switch);
        }
        finish(&self.set, &mut out);
        out
    }

    /// Decodes evaluation keys of this set.
    ///
    /// # Errors
    /// [`Error::Malformed`], and [`Error::ParameterMismatch`] for another set.
    pub fn from_bytes(set: &ParameterSet, bytes: &[u8]) -> Result<Self, Error> {
        let (mut reader, key) = Reader::open(ObjectKind::EvaluationKeys, set, bytes)?;
        let seed: Seed = reader.array()?;
        let relinearizes = reader.flag()?;
        if relinearizes && !set.multiplies() {
            return Err(malformed(
                "the set does not multiply, so it has no relinearization key",
            ));
        }
        let count = u16::from_le_bytes(reader.array()?);
        if bytes.len() as u64 != Self::size(set, relinearizes, count) {
            return Err(malformed("the length does not match the number of keys"));
        }
        let relinearization = if relinearizes {
            Some(reader.switch_key(set, &seed, 0)?)
        } else {
            None
        };
        let mut rotations = BTreeMap::new();
        for _ in 0..count {
            let element = u32::from_le_bytes(reader.array()?);
            let rotation = Rotation::from_element(set.slots(), element)
                .filter(|rotation| *rotation != Rotation::Rows(0))
                .ok_or_else(|| malformed("a rotation is invalid"))?;
            if rotations
                .last_key_value()
                .is_some_and(|(last, _)| *last >= rotation)
            {
                return Err(malformed("the rotations are out of order"));
            }
            let key = RotationKey {
                switch: reader.switch_key(set, &seed, element)?,
                indices: permutation(set.slots(), element),
            };
            rotations.insert(rotation, key);
        }
        reader.end()?;
        Ok(Self {
            set: set.clone(),
            key,
            seed,
            relinearization,
            rotations,
        })
    }
}

impl Series {
    /// Encodes the series.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = head(ObjectKind::Series, self.parameters(), self.key_id());
        out.extend_from_slice(&self.decimals.to_le_bytes());
        out.extend_from_slice(&self.offset.to_le_bytes());
        out.extend_from_slice(&(self.len as u64).to_le_bytes());
        out.push(u8::from(self.clean));
        for block in &self.blocks {
            write_ciphertext(&mut out, block);
        }
        finish(self.parameters(), &mut out);
        out
    }

    /// Decodes a series of this set.
    ///
    /// # Errors
    /// [`Error::Malformed`], and [`Error::ParameterMismatch`] for another set.
    pub fn from_bytes(set: &ParameterSet, bytes: &[u8]) -> Result<Self, Error> {
        let (mut reader, key) = Reader::open(ObjectKind::Series, set, bytes)?;
        let decimals = u32::from_le_bytes(reader.array()?);
        if decimals > MAX_DECIMALS {
            return Err(malformed("the number of decimals is too large"));
        }
        let offset = i128::from_le_bytes(reader.array()?);
        let len = usize::try_from(u64::from_le_bytes(reader.array()?))
            .map_err(|_| malformed("the number of values is too large"))?;
        let clean = reader.flag()?;
        let count = len.div_ceil(set.slots()).max(1);
        // The smallest block has one channel with one prime, and c1 is a seed.
        if count > reader.rest.len() / poly_size(set, 1) {
            return Err(malformed("the number of values exceeds the length"));
        }
        let blocks = (0..count)
            .map(|_| reader.ciphertext(set, key))
            .collect::<Result<Vec<_>, Error>>()?;
        let first = &blocks[0];
        if blocks
            .iter()
            .any(|b| b.width != first.width || b.content != Content::Integers)
        {
            return Err(malformed(
                "the blocks differ in width or do not contain integers",
            ));
        }
        reader.end()?;
        Ok(Self {
            decimals,
            offset,
            len,
            clean,
            blocks,
        })
    }
}

impl Reduction {
    /// Encodes the reduction.
    pub fn to_bytes(&self) -> Vec<u8> {
        let first = &self.sums[0];
        let mut out = head(ObjectKind::Reduction, first.parameters(), first.key_id());
        out.push(self.kind as u8);
        out.extend_from_slice(&self.decimals.to_le_bytes());
        out.extend_from_slice(&self.offset.to_le_bytes());
        out.extend_from_slice(&(self.count as u64).to_le_bytes());
        for parts in [&self.sums, &self.squares] {
            out.extend_from_slice(&(parts.len() as u32).to_le_bytes());
            for part in parts {
                write_ciphertext(&mut out, part);
            }
        }
        finish(first.parameters(), &mut out);
        out
    }

    /// Decodes a reduction of this set.
    ///
    /// # Errors
    /// [`Error::Malformed`], and [`Error::ParameterMismatch`] for another set.
    pub fn from_bytes(set: &ParameterSet, bytes: &[u8]) -> Result<Self, Error> {
        let (mut reader, key) = Reader::open(ObjectKind::Reduction, set, bytes)?;
        let kind = match reader.byte()? {
            1 => ReductionKind::Sum,
            2 => ReductionKind::Mean,
            3 => ReductionKind::Variance,
            _ => return Err(malformed("the kind of reduction is unknown")),
        };
        let decimals = u32::from_le_bytes(reader.array()?);
        if decimals > MAX_DECIMALS {
            return Err(malformed("the number of decimals is too large"));
        }
        let offset = i128::from_le_bytes(reader.array()?);
        let count = usize::try_from(u64::from_le_bytes(reader.array()?))
            .map_err(|_| malformed("the number of values is too large"))?;
        let mut parts = || {
            let count = u32::from_le_bytes(reader.array()?) as usize;
            if count > reader.rest.len() / poly_size(set, 1) {
                return Err(malformed("the number of parts exceeds the length"));
            }
            let parts = (0..count)
                .map(|_| reader.ciphertext(set, key))
                .collect::<Result<Vec<_>, Error>>()?;
            if parts.iter().any(|part| part.content != Content::Integers) {
                return Err(malformed("the parts must contain integers"));
            }
            Ok(parts)
        };
        let (sums, squares) = (parts()?, parts()?);
        if sums.is_empty() || squares.is_empty() == (kind == ReductionKind::Variance) {
            return Err(malformed(
                "the number of parts does not fit the kind of reduction",
            ));
        }
        reader.end()?;
        Ok(Self {
            kind,
            decimals,
            offset,
            count,
            sums,
            squares,
        })
    }
}

/// Appends the checksum.
fn finish(set: &ParameterSet, out: &mut Vec<u8>) {
    let sum = checksum::checksum(set.backend(), out);
    out.extend_from_slice(&sum);
}

/// Appends the checksum. Fuzzers cannot find it themselves.
#[cfg(any(test, feature = "toy"))]
pub(crate) fn with_checksum(bytes: &[u8]) -> Vec<u8> {
    let mut out = bytes.to_vec();
    out.extend_from_slice(&checksum::checksum(crate::Backend::detect(), bytes));
    out
}

fn set_byte(set: &ParameterSet) -> u8 {
    // 0 denotes the toy and test rings, which are too small to be secure.
    set.id().map_or(0, SetId::byte)
}

fn head(kind: ObjectKind, set: &ParameterSet, key: KeyId) -> Vec<u8> {
    let mut out = MAGIC.to_vec();
    out.extend_from_slice(&[VERSION, kind as u8, set_byte(set)]);
    out.extend_from_slice(&key.0);
    out
}

/// Returns the number of bytes that [`write_ciphertext`] appends.
fn ciphertext_size(ciphertext: &Ciphertext) -> usize {
    let poly = poly_size(&ciphertext.set, ciphertext.level);
    let channels = ciphertext.channels.iter();
    let channels = channels.map(|channel| 1 + poly + channel.seed.map_or(poly, |seed| seed.len()));
    3 + size_of::<f64>() + size_of::<u128>() + channels.sum::<usize>()
}

fn write_ciphertext(out: &mut Vec<u8>, ciphertext: &Ciphertext) {
    // Reserved at once, because a reallocation copies what is written.
    out.reserve(ciphertext_size(ciphertext) + checksum::SIZE);
    out.push(ciphertext.width.channels() as u8);
    out.push(u8::from(ciphertext.content == Content::Bytes));
    out.push(ciphertext.level as u8);
    out.extend_from_slice(&ciphertext.noise.to_bits().to_le_bytes());
    out.extend_from_slice(&ciphertext.magnitude.to_le_bytes());
    for channel in &ciphertext.channels {
        out.push(u8::from(channel.seed.is_some()));
        write_poly(out, &ciphertext.set, &channel.c0);
        match &channel.seed {
            Some(seed) => out.extend_from_slice(seed),
            None => write_poly(out, &ciphertext.set, &channel.c1),
        }
    }
}

fn write_switch_key(out: &mut Vec<u8>, set: &ParameterSet, key: &SwitchKey) {
    for digit in &key.digits {
        write_poly(out, set, &digit.b);
    }
}

fn write_poly(out: &mut Vec<u8>, set: &ParameterSet, poly: &Poly) {
    let size = poly_size(set, poly.count());
    out.reserve(size);
    let mut rest = &mut out.spare_capacity_mut()[..size];
    for (limb, prime) in poly.limbs().zip(&set.0.q_and_special) {
        let (packed, after) = rest.split_at_mut(limb_size(set, prime));
        set.0.backend.pack(&prime.modulus, limb, packed);
        rest = after;
    }
    assert!(rest.is_empty());
    // SAFETY: the capacity was reserved, and `pack` initialised the bytes of each limb, `size`
    // together.
    #[expect(unsafe_code, reason = "bytes that are initialised")]
    unsafe {
        out.set_len(out.len() + size);
    }
}

/// Returns the number of bytes of one limb.
fn limb_size(set: &ParameterSet, prime: &Prime) -> usize {
    prime.modulus.bits as usize * set.slots() / 8
}

/// Returns the number of bytes of a polynomial over the first `limbs` primes.
fn poly_size(set: &ParameterSet, limbs: usize) -> usize {
    let primes = &set.0.q_and_special[..limbs];
    primes.iter().map(|prime| limb_size(set, prime)).sum()
}
