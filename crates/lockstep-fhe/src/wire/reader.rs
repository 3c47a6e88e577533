//! A reader that checks the available length before it allocates.

use super::{MAGIC, ObjectKind, VERSION, checksum, malformed, poly_size, set_byte};
use crate::ciphertext::{Channel, Ciphertext};
use crate::error::Error;
use crate::keys::{Digit, KeyId, SwitchKey, expand_uniform};
use crate::modulus::MAX_BITS;
use crate::params::{ParameterSet, Prime};
use crate::plaintext::{Content, Width};
use crate::poly::Poly;
use crate::sampling::Seed;
use crate::sets::SetId;

/// A reader over the bytes that are not yet read.
pub(super) struct Reader<'b> {
    pub(super) rest: &'b [u8],
}

impl<'b> Reader<'b> {
    pub(super) fn open(
        kind: ObjectKind,
        set: &ParameterSet,
        bytes: &'b [u8],
    ) -> Result<(Self, KeyId), Error> {
        let (mut reader, key) = Self::head(kind, set, bytes)?;
        let (body, sum) = reader
            .rest
            .split_last_chunk::<{ checksum::SIZE }>()
            .ok_or_else(|| malformed("the object is too short"))?;
        if checksum::checksum(&bytes[..bytes.len() - checksum::SIZE]) != *sum {
            return Err(malformed("the checksum does not match"));
        }
        reader.rest = body;
        Ok((reader, key))
    }

    /// Reads the header. The content and the checksum remain.
    pub(super) fn head(
        kind: ObjectKind,
        set: &ParameterSet,
        bytes: &'b [u8],
    ) -> Result<(Self, KeyId), Error> {
        let mut reader = Self { rest: bytes };
        if reader.take(3)? != MAGIC {
            return Err(malformed("the first bytes must be `LFH`"));
        }
        if reader.byte()? != VERSION {
            return Err(malformed("the version is unknown"));
        }
        if reader.byte()? != kind as u8 {
            return Err(malformed("the object has another kind"));
        }
        let found = reader.byte()?;
        if found != set_byte(set) {
            let found =
                SetId::from_byte(found).ok_or_else(|| malformed("the parameter set is unknown"))?;
            return Err(Error::ParameterMismatch {
                expected: set.name(),
                found: found.name(),
            });
        }
        let key = KeyId(reader.array()?);
        Ok((reader, key))
    }

    pub(super) fn end(&self) -> Result<(), Error> {
        if self.rest.is_empty() {
            return Ok(());
        }
        Err(malformed("there are bytes after the end"))
    }

    pub(super) fn take(&mut self, count: usize) -> Result<&'b [u8], Error> {
        let (taken, rest) = self
            .rest
            .split_at_checked(count)
            .ok_or_else(|| malformed("the object is too short"))?;
        self.rest = rest;
        Ok(taken)
    }

    pub(super) fn array<const N: usize>(&mut self) -> Result<[u8; N], Error> {
        Ok(self.take(N)?.try_into().expect("`take` returns N bytes"))
    }

    pub(super) fn byte(&mut self) -> Result<u8, Error> {
        Ok(self.array::<1>()?[0])
    }

    pub(super) fn flag(&mut self) -> Result<bool, Error> {
        match self.byte()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(malformed("a flag must be 0 or 1")),
        }
    }

    pub(super) fn ciphertext(
        &mut self,
        set: &ParameterSet,
        key: KeyId,
    ) -> Result<Ciphertext, Error> {
        let width = match self.byte()? {
            1 => Width::Narrow,
            2 => Width::Wide,
            _ => return Err(malformed("the width is invalid")),
        };
        let content = if self.flag()? {
            Content::Bytes
        } else {
            Content::Integers
        };
        let level = usize::from(self.byte()?);
        if level == 0 || level > set.0.top_level() {
            return Err(malformed("the level is invalid"));
        }
        let noise = f64::from_bits(u64::from_le_bytes(self.array()?));
        // A valid noise bound is finite, non-negative and below the set's capacity.
        if !noise.is_finite() || noise < 0.0 || set.ensure_noise(noise, level).is_err() {
            return Err(malformed("the noise bound is invalid"));
        }
        let magnitude = u128::from_le_bytes(self.array()?);
        if set.ensure_magnitude(magnitude, width).is_err() {
            return Err(malformed("the bound on the values is invalid"));
        }
        let channels = (0..width.channels())
            .map(|_| {
                let seeded = self.flag()?;
                let c0 = self.poly(set, level)?;
                let (c1, seed) = if seeded {
                    let seed: Seed = self.array()?;
                    (expand_uniform(set, &seed, 0, level), Some(seed))
                } else {
                    (self.poly(set, level)?, None)
                };
                Ok(Channel { c0, c1, seed })
            })
            .collect::<Result<_, Error>>()?;
        Ok(Ciphertext {
            set: set.clone(),
            key,
            width,
            content,
            level,
            noise,
            magnitude,
            channels,
        })
    }

    pub(super) fn switch_key(
        &mut self,
        set: &ParameterSet,
        seed: &Seed,
        element: u32,
    ) -> Result<SwitchKey, Error> {
        let digits = (0..set.0.top_level())
            .map(|i| {
                Ok(Digit {
                    b: self.poly(set, set.0.top_level() + 1)?,
                    a: SwitchKey::expand(set, seed, element, i),
                })
            })
            .collect::<Result<_, Error>>()?;
        Ok(SwitchKey { digits })
    }

    pub(super) fn poly(&mut self, set: &ParameterSet, limbs: usize) -> Result<Poly, Error> {
        let mut bytes = self.take(poly_size(set, limbs))?;
        let mut poly = Poly::zeros(set.slots(), limbs);
        for (limb, prime) in poly.limbs_mut().zip(&set.0.q_and_special) {
            let size = prime.modulus.bits as usize * set.slots() / 8;
            let (packed, rest) = bytes.split_at(size);
            unpack(limb, prime, packed)?;
            bytes = rest;
        }
        Ok(poly)
    }
}

/// Unpacks a limb. `packed` contains exactly its bits.
fn unpack(limb: &mut [u64], prime: &Prime, packed: &[u8]) -> Result<(), Error> {
    // A residue has at most 50 bits and starts at most seven bits into a byte, so eight bytes
    // contain it. Eight residues end on a byte boundary, so every row of eight has the same layout.
    let bits = prime.modulus.bits as usize;
    let mask = (1u64 << bits) - 1;
    let mut over = false;
    let mut read = |eight: &mut [u64], row: &[u8]| {
        for (i, residue) in eight.iter_mut().enumerate() {
            let at = i * bits;
            let bytes = row[at / 8..][..8].try_into().expect("eight bytes");
            *residue = (u64::from_le_bytes(bytes) >> (at % 8)) & mask;
            over |= *residue >= prime.modulus.q;
        }
    };
    let rows = packed.len() / bits;
    for (row, eight) in limb.chunks_exact_mut(8).enumerate() {
        let from = row * bits;
        // The eight bytes of the last residue can extend beyond its row. For the last row they are
        // padded with zeros.
        if row + 1 < rows {
            read(eight, &packed[from..from + bits + 8]);
        } else {
            let mut padded = [0; MAX_BITS as usize + 8];
            padded[..bits].copy_from_slice(&packed[from..from + bits]);
            read(eight, &padded[..bits + 8]);
        }
    }
    if over {
        return Err(malformed("a residue must be below its prime"));
    }
    Ok(())
}
