//! A reader that checks the available length before it allocates.

use super::{MAGIC, ObjectKind, VERSION, checksum, limb_size, malformed, poly_size, set_byte};
use crate::ciphertext::{Channel, Ciphertext};
use crate::error::Error;
use crate::keys::{Digit, KeyId, SwitchKey, expand_uniform};
use crate::params::ParameterSet;
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
        if checksum::checksum(set.backend(), &bytes[..bytes.len() - checksum::SIZE]) != *sum {
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
        let mut poly = Poly::stale(set.slots(), limbs);
        let mut valid = true;
        for (limb, prime) in poly.limbs_mut().zip(&set.0.q_and_special) {
            let (packed, rest) = bytes.split_at(limb_size(set, prime));
            valid &= set.0.backend.unpack(&prime.modulus, packed, limb);
            bytes = rest;
        }
        if !valid {
            return Err(malformed("a residue must be below its prime"));
        }
        Ok(poly)
    }
}
