//! The second back end: AWS-LC, with the functions that `aws-lc-rs` exposes. These are ML-KEM
//! without its deterministic interfaces, and ML-DSA with an empty context, hedged by its own
//! generator.

use aws_lc_rs::kem::{
    self, AlgorithmId, DecapsulationKey, EncapsulationKey, ML_KEM_512, ML_KEM_768, ML_KEM_1024,
};
use aws_lc_rs::signature::{
    ML_DSA_44, ML_DSA_44_SIGNING, ML_DSA_65, ML_DSA_65_SIGNING, ML_DSA_87, ML_DSA_87_SIGNING,
    ParsedPublicKey, PqdsaKeyPair, PqdsaSigningAlgorithm, VerificationAlgorithm,
};

use crate::algorithm::{Algorithm, Level};

/// A private key in AWS-LC.
pub(crate) enum Private {
    MlKem(DecapsulationKey<AlgorithmId>),
    MlDsa(PqdsaKeyPair),
}

/// A public key in AWS-LC.
pub(crate) enum Public {
    MlKem(EncapsulationKey<AlgorithmId>),
    MlDsa(ParsedPublicKey),
}

impl Private {
    /// Reads an expanded private key that the caller has checked. Returns `None` for an unsupported
    /// parameter set.
    pub(crate) fn read(algorithm: Algorithm, bytes: &[u8]) -> Option<Self> {
        match algorithm {
            Algorithm::MlKem(level) => DecapsulationKey::new(ml_kem(level), bytes)
                .ok()
                .map(Self::MlKem),
            Algorithm::MlDsa(level) => PqdsaKeyPair::from_raw_private_key(signing(level), bytes)
                .ok()
                .map(Self::MlDsa),
            Algorithm::XWing | Algorithm::SlhDsa { .. } => None,
        }
    }

    /// Returns `None` for a signing key or a wrong length.
    pub(crate) fn decapsulate(&self, ciphertext: &[u8]) -> Option<[u8; 32]> {
        let Self::MlKem(key) = self else { return None };
        let shared = key.decapsulate(ciphertext.into()).ok()?;
        shared.as_ref().try_into().ok()
    }

    /// Signs hedged with an empty context. Returns `None` for a decapsulation key.
    pub(crate) fn sign(&self, message: &[u8]) -> Option<Vec<u8>> {
        let Self::MlDsa(key) = self else { return None };
        let mut signature = vec![0; key.algorithm().signature_len()];
        key.sign(message, &mut signature).ok()?;
        Some(signature)
    }
}

impl Public {
    /// Reads a public key. Returns `None` for an unsupported parameter set or an invalid key.
    pub(crate) fn read(algorithm: Algorithm, bytes: &[u8]) -> Option<Self> {
        match algorithm {
            Algorithm::MlKem(level) => EncapsulationKey::new(ml_kem(level), bytes)
                .ok()
                .map(Self::MlKem),
            Algorithm::MlDsa(level) => ParsedPublicKey::new(verifying(level), bytes)
                .ok()
                .map(Self::MlDsa),
            Algorithm::XWing | Algorithm::SlhDsa { .. } => None,
        }
    }

    /// Returns `None` for a verification key.
    pub(crate) fn encapsulate(&self) -> Option<(Vec<u8>, [u8; 32])> {
        let Self::MlKem(key) = self else { return None };
        let (ciphertext, shared) = key.encapsulate().ok()?;
        Some((
            ciphertext.as_ref().to_vec(),
            shared.as_ref().try_into().ok()?,
        ))
    }

    /// Verifies with an empty context. Returns `None` for an encapsulation key.
    pub(crate) fn verify(&self, message: &[u8], signature: &[u8]) -> Option<bool> {
        let Self::MlDsa(key) = self else { return None };
        Some(key.verify_sig(message, signature).is_ok())
    }
}

fn ml_kem(level: Level) -> &'static kem::Algorithm<AlgorithmId> {
    match level {
        Level::One => &ML_KEM_512,
        Level::Three => &ML_KEM_768,
        Level::Five => &ML_KEM_1024,
    }
}

fn signing(level: Level) -> &'static PqdsaSigningAlgorithm {
    match level {
        Level::One => &ML_DSA_44_SIGNING,
        Level::Three => &ML_DSA_65_SIGNING,
        Level::Five => &ML_DSA_87_SIGNING,
    }
}

fn verifying(level: Level) -> &'static dyn VerificationAlgorithm {
    match level {
        Level::One => &ML_DSA_44,
        Level::Three => &ML_DSA_65,
        Level::Five => &ML_DSA_87,
    }
}
