//! ML-DSA (FIPS 204) with libcrux. Keys are kept as bytes, because libcrux has no unpacked form of
//! them.

use libcrux_ml_dsa::{
    MLDSASignature, MLDSASigningKey, MLDSAVerificationKey, SigningError, ml_dsa_44, ml_dsa_65,
    ml_dsa_87,
};
use zeroize::Zeroize;

use crate::MAX_CONTEXT_LEN;
use crate::algorithm::{Algorithm, Level};
use crate::error::Error;

/// A signing key of FIPS 204. Wiped when dropped.
pub(crate) enum SigningKey {
    MlDsa44(Box<WipedKey<2560>>),
    MlDsa65(Box<WipedKey<4032>>),
    MlDsa87(Box<WipedKey<4896>>),
}

/// A verification key.
#[derive(Clone)]
pub(crate) enum VerificationKey {
    MlDsa44(Box<MLDSAVerificationKey<1312>>),
    MlDsa65(Box<MLDSAVerificationKey<1952>>),
    MlDsa87(Box<MLDSAVerificationKey<2592>>),
}

/// A libcrux signing key that is wiped when dropped. libcrux itself does not wipe it.
pub(crate) struct WipedKey<const N: usize>(MLDSASigningKey<N>);

impl<const N: usize> Drop for WipedKey<N> {
    fn drop(&mut self) {
        self.0.as_mut_slice().zeroize();
    }
}

impl<const N: usize> WipedKey<N> {
    fn read(bytes: &[u8]) -> Option<Box<Self>> {
        let mut key = Box::new(Self(MLDSASigningKey::zero()));
        if bytes.len() != N {
            return None;
        }
        key.0.as_mut_slice().copy_from_slice(bytes);
        Some(key)
    }
}

impl SigningKey {
    /// Generates the key from ξ. Also returns the encoded public half.
    pub(crate) fn generate(level: Level, seed: [u8; 32]) -> (Self, Vec<u8>) {
        macro_rules! generate {
            ($set:ident, $variant:ident) => {{
                let pair = $set::generate_key_pair(seed);
                let public = pair.verification_key.as_slice().to_vec();
                (Self::$variant(Box::new(WipedKey(pair.signing_key))), public)
            }};
        }
        match level {
            Level::One => generate!(ml_dsa_44, MlDsa44),
            Level::Three => generate!(ml_dsa_65, MlDsa65),
            Level::Five => generate!(ml_dsa_87, MlDsa87),
        }
    }

    /// Returns `None` if the length is wrong or a coefficient of `s1` or `s2` is out of range. FIPS
    /// 204's `skDecode` leaves that check to the caller.
    pub(crate) fn read(level: Level, bytes: &[u8]) -> Option<Self> {
        let key = match level {
            Level::One => Self::MlDsa44(WipedKey::read(bytes)?),
            Level::Three => Self::MlDsa65(WipedKey::read(bytes)?),
            Level::Five => Self::MlDsa87(WipedKey::read(bytes)?),
        };
        // The short vectors follow ρ, K and tr. They have k + l polynomials of 256 coefficients.
        let short = |polynomials: usize, bits: usize| &bytes[128..128 + polynomials * bits * 32];
        let in_range = match level {
            Level::One => short_of_eta_2(short(8, 3)),
            Level::Three => short_of_eta_4(short(11, 4)),
            Level::Five => short_of_eta_2(short(15, 3)),
        };
        in_range.then_some(key)
    }

    pub(crate) fn as_bytes(&self) -> &[u8] {
        match self {
            Self::MlDsa44(key) => key.0.as_slice(),
            Self::MlDsa65(key) => key.0.as_slice(),
            Self::MlDsa87(key) => key.0.as_slice(),
        }
    }

    /// Signs with `rnd`, which is random, or zero for the deterministic variant.
    pub(crate) fn sign(
        &self,
        message: &[u8],
        context: &[u8],
        rnd: [u8; 32],
    ) -> Result<Vec<u8>, Error> {
        let (level, signature) = match self {
            Self::MlDsa44(key) => (
                Level::One,
                ml_dsa_44::sign(&key.0, message, context, rnd).map(|s| s.as_slice().to_vec()),
            ),
            Self::MlDsa65(key) => (
                Level::Three,
                ml_dsa_65::sign(&key.0, message, context, rnd).map(|s| s.as_slice().to_vec()),
            ),
            Self::MlDsa87(key) => (
                Level::Five,
                ml_dsa_87::sign(&key.0, message, context, rnd).map(|s| s.as_slice().to_vec()),
            ),
        };
        signature.map_err(|error| match error {
            SigningError::RejectionSamplingError => Error::NoSignature {
                algorithm: Algorithm::MlDsa(level),
            },
            SigningError::ContextTooLongError => Error::ContextTooLong {
                given: context.len(),
            },
        })
    }
}

impl VerificationKey {
    /// Returns `None` if the length is wrong. Every byte string of the right length is a key.
    pub(crate) fn read(level: Level, bytes: &[u8]) -> Option<Self> {
        Some(match level {
            Level::One => Self::MlDsa44(verification_key(bytes)?),
            Level::Three => Self::MlDsa65(verification_key(bytes)?),
            Level::Five => Self::MlDsa87(verification_key(bytes)?),
        })
    }

    /// Returns false for a signature of another length, and for a context that is too long.
    pub(crate) fn verify(&self, message: &[u8], context: &[u8], signature: &[u8]) -> bool {
        if context.len() > MAX_CONTEXT_LEN {
            return false;
        }
        macro_rules! verify {
            ($set:ident, $key:expr) => {
                signature.try_into().is_ok_and(|signature| {
                    let signature = MLDSASignature::new(signature);
                    $set::verify($key, message, context, &signature).is_ok()
                })
            };
        }
        match self {
            Self::MlDsa44(key) => verify!(ml_dsa_44, key),
            Self::MlDsa65(key) => verify!(ml_dsa_65, key),
            Self::MlDsa87(key) => verify!(ml_dsa_87, key),
        }
    }
}

fn verification_key<const N: usize>(bytes: &[u8]) -> Option<Box<MLDSAVerificationKey<N>>> {
    Some(Box::new(MLDSAVerificationKey::new(bytes.try_into().ok()?)))
}

/// Returns whether every packed value is at most 2η = 4. Three bytes contain eight values of 3
/// bits. No branch depends on a value.
fn short_of_eta_2(packed: &[u8]) -> bool {
    let above = packed.chunks_exact(3).fold(0, |above, three| {
        let [a, b, c] = [three[0], three[1], three[2]].map(u32::from);
        let eight = a | b << 8 | c << 16;
        // 5, 6 and 7 have the highest of three bits and at least one other bit set.
        let high = eight & 0o4444_4444;
        above | (high & eight << 1) | (high & eight << 2)
    });
    above == 0
}

/// Returns whether every packed value is at most 2η = 8. A byte contains two values. No branch
/// depends on a value.
fn short_of_eta_4(packed: &[u8]) -> bool {
    let above = packed.iter().fold(0, |above, byte| {
        // 9 to 15 have the highest of four bits and at least one other bit set.
        let high = byte & 0x88;
        above | (high & byte << 1) | (high & byte << 2) | (high & byte << 3)
    });
    above == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_coefficients_out_of_range_are_found() {
        for index in 0..8 {
            for value in 0..8_u32 {
                let eight = value << (3 * index) | 0o4321_0432 & !(7 << (3 * index));
                let bytes = &eight.to_le_bytes()[..3];
                assert_eq!(short_of_eta_2(bytes), value <= 4, "{value} at {index}");
            }
        }
        for value in 0..=255_u8 {
            let in_range = value & 0x0F <= 8 && value >> 4 <= 8;
            assert_eq!(short_of_eta_4(&[0x88, value]), in_range, "{value}");
        }
    }
}
