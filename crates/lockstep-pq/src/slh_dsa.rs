//! SLH-DSA (FIPS 205) in all twelve parameter sets: in lanes where the CPU has them, else with the crate
//! `slh-dsa`. Both give the same keys and signatures.

#[cfg(target_arch = "x86_64")]
mod address;
#[cfg(target_arch = "x86_64")]
mod hash;
#[cfg(target_arch = "x86_64")]
mod in_lanes;
#[cfg(target_arch = "x86_64")]
mod kernels;
#[cfg(target_arch = "x86_64")]
mod lanes;
#[cfg(target_arch = "x86_64")]
mod parameters;
#[cfg(target_arch = "x86_64")]
mod scheme;
#[cfg(target_arch = "x86_64")]
mod sha2;
#[cfg(target_arch = "x86_64")]
mod shake;
#[cfg(all(test, target_arch = "x86_64"))]
mod tests;

#[cfg(all(test, target_arch = "x86_64"))]
pub(crate) use lanes::{Kernels, Lanes};
use slh_dsa::signature::Keypair;
use slh_dsa::{
    ParameterSet, Sha2_128f, Sha2_128s, Sha2_192f, Sha2_192s, Sha2_256f, Sha2_256s, Shake128f,
    Shake128s, Shake192f, Shake192s, Shake256f, Shake256s, Signature, SigningKey, VerifyingKey,
};
use zeroize::Zeroizing;

use crate::algorithm::{Hash, Level, Variant, slh_n};
use crate::backend::Implementation;
use crate::secret::SecretBytes;

/// A signing key. It is wiped when dropped.
pub(crate) trait LoadedSigningKey: Send + Sync {
    /// Returns `None` if the context is too long. `randomizer` has n bytes (FIPS 205). Without it
    /// the signature is deterministic.
    fn sign(&self, message: &[u8], context: &[u8], randomizer: Option<&[u8]>) -> Option<Vec<u8>>;
    fn private_bytes(&self) -> SecretBytes;
    fn public_bytes(&self) -> Vec<u8>;
    /// Returns the implementation that signs.
    fn implementation(&self) -> Implementation;
}

/// A verification key.
pub(crate) trait LoadedVerifyingKey: Send + Sync {
    /// Returns false for a signature of another length, and for a context that is too long.
    fn verify(&self, message: &[u8], context: &[u8], signature: &[u8]) -> bool;
    /// Returns the implementation that verifies.
    fn implementation(&self) -> Implementation;
}

/// Returns the implementation of every key of this process: the CPU decides.
pub(crate) fn implementation() -> Implementation {
    #[cfg(target_arch = "x86_64")]
    if lanes::available() {
        return Implementation::Lanes;
    }
    Implementation::RustCrypto
}

/// Returns every back end in lanes that the CPU can run. They verify and sign without the context's prefix (FIPS 205,
/// section 9).
#[cfg(all(test, target_arch = "x86_64"))]
pub(crate) fn internal(
    algorithm: crate::Algorithm,
    public_seed: &[u8],
) -> Vec<(Kernels, Box<dyn Lanes>)> {
    let crate::Algorithm::SlhDsa {
        level,
        hash,
        variant,
    } = algorithm
    else {
        return Vec::new();
    };
    let set = parameters::Parameters::new(level, hash, variant);
    Kernels::ALL
        .into_iter()
        .filter_map(|kernels| Some((kernels, lanes::lanes_of(kernels, set, public_seed)?)))
        .collect()
}

/// Evaluates an expression with `$set` as the type of the parameter set.
macro_rules! with_set {
    ($level:expr, $hash:expr, $variant:expr, $set:ident => $body:expr) => {{
        macro_rules! with {
            ($found:ident) => {{
                type $set = $found;
                $body
            }};
        }
        match ($hash, $variant, $level) {
            (Hash::Sha2, Variant::Fast, Level::One) => with!(Sha2_128f),
            (Hash::Sha2, Variant::Fast, Level::Three) => with!(Sha2_192f),
            (Hash::Sha2, Variant::Fast, Level::Five) => with!(Sha2_256f),
            (Hash::Sha2, Variant::Small, Level::One) => with!(Sha2_128s),
            (Hash::Sha2, Variant::Small, Level::Three) => with!(Sha2_192s),
            (Hash::Sha2, Variant::Small, Level::Five) => with!(Sha2_256s),
            (Hash::Shake, Variant::Fast, Level::One) => with!(Shake128f),
            (Hash::Shake, Variant::Fast, Level::Three) => with!(Shake192f),
            (Hash::Shake, Variant::Fast, Level::Five) => with!(Shake256f),
            (Hash::Shake, Variant::Small, Level::One) => with!(Shake128s),
            (Hash::Shake, Variant::Small, Level::Three) => with!(Shake192s),
            (Hash::Shake, Variant::Small, Level::Five) => with!(Shake256s),
        }
    }};
}

/// Generates the key from `SK.seed ‖ SK.prf ‖ PK.seed`, which has 3n bytes.
pub(crate) fn generate(
    level: Level,
    hash: Hash,
    variant: Variant,
    seed: &[u8],
) -> Box<dyn LoadedSigningKey> {
    #[cfg(target_arch = "x86_64")]
    if let Some(key) = in_lanes::Signing::generate(level, hash, variant, seed) {
        return Box::new(key);
    }
    generate_without_lanes(level, hash, variant, seed)
}

fn generate_without_lanes(
    level: Level,
    hash: Hash,
    variant: Variant,
    seed: &[u8],
) -> Box<dyn LoadedSigningKey> {
    let (sk_seed, rest) = seed.split_at(slh_n(level));
    let (sk_prf, pk_seed) = rest.split_at(slh_n(level));
    with_set!(level, hash, variant, Set => {
        Box::new(Signing(Box::new(SigningKey::<Set>::slh_keygen_internal(
            sk_seed, sk_prf, pk_seed,
        ))))
    })
}

/// Returns `None` if the length is wrong. The root in the key is not checked against the seeds,
/// because that would take a key generation.
pub(crate) fn read_private(
    level: Level,
    hash: Hash,
    variant: Variant,
    bytes: &[u8],
) -> Option<Box<dyn LoadedSigningKey>> {
    #[cfg(target_arch = "x86_64")]
    if bytes.len() == 4 * slh_n(level)
        && let Some(key) = in_lanes::Signing::read(level, hash, variant, bytes)
    {
        return Some(Box::new(key));
    }
    read_private_without_lanes(level, hash, variant, bytes)
}

fn read_private_without_lanes(
    level: Level,
    hash: Hash,
    variant: Variant,
    bytes: &[u8],
) -> Option<Box<dyn LoadedSigningKey>> {
    with_set!(level, hash, variant, Set => {
        Some(Box::new(Signing(Box::new(SigningKey::<Set>::try_from(bytes).ok()?))))
    })
}

/// Returns `None` if the length is wrong. Every byte string of the right length is a key.
pub(crate) fn read_public(
    level: Level,
    hash: Hash,
    variant: Variant,
    bytes: &[u8],
) -> Option<Box<dyn LoadedVerifyingKey>> {
    #[cfg(target_arch = "x86_64")]
    if bytes.len() == 2 * slh_n(level)
        && let Some(key) = in_lanes::Verifying::read(level, hash, variant, bytes)
    {
        return Some(Box::new(key));
    }
    read_public_without_lanes(level, hash, variant, bytes)
}

fn read_public_without_lanes(
    level: Level,
    hash: Hash,
    variant: Variant,
    bytes: &[u8],
) -> Option<Box<dyn LoadedVerifyingKey>> {
    with_set!(level, hash, variant, Set => {
        Some(Box::new(VerifyingKeySize(VerifyingKey::<Set>::try_from(bytes).ok()?)))
    })
}

struct Signing<P: ParameterSet>(Box<SigningKey<P>>);

impl<P: ParameterSet + Send + Sync> LoadedSigningKey for Signing<P> {
    fn sign(&self, message: &[u8], context: &[u8], randomizer: Option<&[u8]>) -> Option<Vec<u8>> {
        let signature = self
            .0
            .try_sign_with_context(message, context, randomizer)
            .ok()?;
        Some(signature.to_vec())
    }

    fn private_bytes(&self) -> SecretBytes {
        SecretBytes::copied(&Zeroizing::new(self.0.to_vec()))
    }

    fn public_bytes(&self) -> Vec<u8> {
        self.0.verifying_key().to_vec()
    }

    fn implementation(&self) -> Implementation {
        Implementation::RustCrypto
    }
}

struct VerifyingKeySize<P: ParameterSet>(VerifyingKey<P>);

impl<P: ParameterSet + Send + Sync> LoadedVerifyingKey for VerifyingKeySize<P> {
    fn verify(&self, message: &[u8], context: &[u8], signature: &[u8]) -> bool {
        Signature::<P>::try_from(signature).is_ok_and(|signature| {
            self.0
                .try_verify_with_context(message, context, &signature)
                .is_ok()
        })
    }

    fn implementation(&self) -> Implementation {
        Implementation::RustCrypto
    }
}
