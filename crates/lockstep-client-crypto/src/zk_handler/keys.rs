//! Keys of either scheme on any curve.

use std::sync::Arc;

use lockstep_zk::assurance::Setup;
use lockstep_zk::circuits::{self, Kind};
use lockstep_zk::formats::{json, zkey};
use lockstep_zk::r1cs::{R1cs, Witness};
use lockstep_zk::{
    Bls12_381, Bls24_509, Bls48_575, Bn254, Curve, PairingScheme, groth16, on_curve, pghr13,
};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;
use rand_core::CryptoRng;
use zeroize::Zeroizing;

use super::{KeyPair, Proof};
use crate::circuit::{Circuit, over};
use crate::error::{ErrorKind, ZKError};
use crate::error_kind::{Result, WithErrorKind};
use crate::task::WorkWatch;

/// Runs an expression for the curve of a key.
macro_rules! on_side {
    ($any:expr, $key:ident => $body:expr) => {
        match $any {
            AnyKey::Bls12_381($key) => $body,
            AnyKey::Bn254($key) => $body,
            AnyKey::Bls24_509($key) => $body,
            AnyKey::Bls48_575($key) => $body,
        }
    };
}

/// A proving key as the caller holds it.
#[derive(Clone)]
pub struct ProvingKey(Arc<AnyKey>);

impl std::fmt::Debug for ProvingKey {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "ProvingKey({})", self.0.digest())
    }
}

impl ProvingKey {
    /// The key as a `.zkey`, which snarkjs reads on its curves; `None` for PGHR13, which has no such file.
    #[must_use]
    pub fn to_zkey(&self) -> Option<Vec<u8>> {
        on_side!(self.0.as_ref(), key => key.to_zkey())
    }
}

/// A key on one of the curves.
pub(crate) enum AnyKey {
    Bls12_381(SideKey<Bls12_381>),
    Bn254(SideKey<Bn254>),
    Bls24_509(SideKey<Bls24_509>),
    Bls48_575(SideKey<Bls48_575>),
}

/// A key with the circuit it is of.
pub(crate) struct SideKey<E: Curve> {
    kind: Option<Kind>,
    key: SchemeKey<E>,
}

enum SchemeKey<E: Curve> {
    Groth16(Box<groth16::PreparedProvingKey<E>>),
    Pghr13(Box<pghr13::ProvingKey<E>>),
}

/// The key, where it is on this curve.
pub(crate) fn side<E: CurveSide>(key: &AnyKey) -> Option<&SideKey<E>> {
    E::side(key)
}

/// Picks the side of a key that is on one curve.
pub(crate) trait CurveSide: Curve {
    fn side(key: &AnyKey) -> Option<&SideKey<Self>>;
    fn wrap(key: SideKey<Self>) -> AnyKey;
}

macro_rules! keys_on {
    ($($curve:ident)*) => { $(
        impl CurveSide for $curve {
            fn side(key: &AnyKey) -> Option<&SideKey<Self>> {
                match key {
                    AnyKey::$curve(side) => Some(side),
                    _ => None,
                }
            }
            fn wrap(key: SideKey<Self>) -> AnyKey {
                AnyKey::$curve(key)
            }
        }
    )* };
}

keys_on!(Bls12_381 Bn254 Bls24_509 Bls48_575);

impl<E: CurveSide> SideKey<E> {
    fn setup(
        scheme: PairingScheme,
        kind: Option<Kind>,
        system: &R1cs<E::ScalarField>,
        mut rng: ChaCha20Rng,
        wanted: &WorkWatch,
    ) -> lockstep_zk::Result<AnyKey> {
        let is_active = || wanted.is_active();
        let key = match scheme {
            PairingScheme::Groth16 => {
                let key = groth16::setup_while(system, &mut rng, &is_active)?;
                SchemeKey::Groth16(Box::new(groth16::PreparedProvingKey::new(key)))
            }
            PairingScheme::Pghr13 => {
                SchemeKey::Pghr13(Box::new(pghr13::setup_while(system, &mut rng, &is_active)?))
            }
        };
        Ok(E::wrap(SideKey { kind, key }))
    }

    fn digest(&self) -> [u8; 32] {
        match &self.key {
            SchemeKey::Groth16(key) => key.verifying().digest(),
            SchemeKey::Pghr13(key) => key.verifying.digest(),
        }
    }

    fn scheme(&self) -> PairingScheme {
        match self.key {
            SchemeKey::Groth16(_) => PairingScheme::Groth16,
            SchemeKey::Pghr13(_) => PairingScheme::Pghr13,
        }
    }

    fn verification_key(&self) -> String {
        match &self.key {
            SchemeKey::Groth16(key) => json::write_verifying_key(&key.key().verifying),
            SchemeKey::Pghr13(key) => json::write_pghr13_key(&key.verifying),
        }
    }

    fn to_zkey(&self) -> Option<Vec<u8>> {
        match &self.key {
            SchemeKey::Groth16(key) => Some(zkey::write(key.key())),
            SchemeKey::Pghr13(_) => None,
        }
    }

    pub(crate) fn prove(
        &self,
        system: &R1cs<E::ScalarField>,
        witness: &Witness<E::ScalarField>,
        rng: &mut ChaCha20Rng,
        wanted: &WorkWatch,
    ) -> Result<String> {
        let is_active = || wanted.is_active();
        match &self.key {
            SchemeKey::Groth16(key) => key
                .prove_while(system, witness, rng, &is_active)
                .map(|proof| json::write_proof(&proof)),
            SchemeKey::Pghr13(key) => pghr13::prove_while(key, witness, rng, &is_active)
                .map(|proof| json::write_pghr13_proof(&proof)),
        }
        .with_error_kind(ErrorKind::ProofGenerationError)
    }

    fn verify(&self, proof: &Proof, rng: ChaCha20Rng) -> Result<bool> {
        let key = match &self.key {
            SchemeKey::Groth16(key) => VerificationKeyRef::PreparedGroth16(key.verifying()),
            SchemeKey::Pghr13(key) => VerificationKeyRef::Pghr13(&key.verifying),
        };
        key.verify(self.kind, proof, rng)
    }
}

/// A verification key of either scheme.
enum VerificationKeyRef<'a, E: Curve> {
    Groth16(&'a groth16::VerifyingKey<E>),
    PreparedGroth16(&'a groth16::PreparedKey<E>),
    Pghr13(&'a pghr13::VerifyingKey<E>),
}

impl<E: Curve> VerificationKeyRef<'_, E> {
    fn verify(&self, kind: Option<Kind>, proof: &Proof, mut rng: ChaCha20Rng) -> Result<bool> {
        if proof.curve != E::NAME {
            return Err(ZKError::new(
                ErrorKind::VerificationError,
                format!("the key is on {}, the proof on {}", E::NAME, proof.curve),
            ));
        }
        let list = format!("[{}]", quoted(&proof.public_signals)?);
        let public = json::read_public::<E::ScalarField>(&list)
            .with_error_kind(ErrorKind::VerificationError)?;
        let holds = match self {
            Self::Groth16(key) => {
                let proof = json::read_proof::<E>(&proof.proof)
                    .with_error_kind(ErrorKind::VerificationError)?;
                groth16::verify(key, &public, &proof)
            }
            Self::PreparedGroth16(key) => {
                let proof = json::read_proof::<E>(&proof.proof)
                    .with_error_kind(ErrorKind::VerificationError)?;
                key.verify(&public, &proof)
            }
            Self::Pghr13(key) => {
                let proof = json::read_pghr13_proof(&proof.proof)
                    .with_error_kind(ErrorKind::VerificationError)?;
                pghr13::verify(key, &public, &proof, &mut rng)
            }
        };
        let meant = kind.is_none_or(|kind| circuits::check_public(kind, &public).is_ok());
        Ok(holds.with_error_kind(ErrorKind::VerificationError)? && meant)
    }
}

/// Verifies a proof with a verification key that the caller pins, in snarkjs JSON.
///
/// The proof's own `circuit` says what its public signals mean. The caller must know that the key is of that
/// circuit.
///
/// # Errors
/// [`ErrorKind::VerificationError`] if the key is unreadable or is not the one that the proof names, or if
/// the proof is unreadable.
pub fn verify_with_key(
    proof: &Proof,
    verification_key: &str,
    mut entropy: impl CryptoRng,
) -> Result<bool> {
    let mut seed = Zeroizing::new([0; 32]);
    entropy.fill_bytes(seed.as_mut_slice());
    let rng = ChaCha20Rng::from_seed(*seed);
    on_curve!(proof.curve, E => verify_on::<E>(proof, verification_key, rng))
}

fn verify_on<E: Curve>(proof: &Proof, key: &str, rng: ChaCha20Rng) -> Result<bool> {
    let named = |digest: [u8; 32]| match json::hex(&digest) == proof.vk_digest {
        true => Ok(()),
        false => Err(ZKError::new(
            ErrorKind::VerificationError,
            format!("the proof names another key: {}", proof.vk_digest),
        )),
    };
    let kind = Kind::from_name(&proof.circuit);
    match proof.scheme {
        PairingScheme::Groth16 => {
            let key =
                json::read_verifying_key::<E>(key).with_error_kind(ErrorKind::VerificationError)?;
            named(key.digest())?;
            VerificationKeyRef::Groth16(&key).verify(kind, proof, rng)
        }
        PairingScheme::Pghr13 => {
            let key =
                json::read_pghr13_key::<E>(key).with_error_kind(ErrorKind::VerificationError)?;
            named(key.digest())?;
            VerificationKeyRef::Pghr13(&key).verify(kind, proof, rng)
        }
    }
}

/// Decimal signals as a JSON list; anything but digits is refused here.
fn quoted(signals: &[String]) -> Result<String> {
    let digits = |text: &String| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !signals.iter().all(digits) {
        return Err(ZKError::new(
            ErrorKind::VerificationError,
            "a public signal is not a decimal number",
        ));
    }
    let quoted: Vec<String> = signals.iter().map(|text| format!("\"{text}\"")).collect();
    Ok(quoted.join(","))
}

impl AnyKey {
    pub(crate) fn setup(
        scheme: PairingScheme,
        circuit: &Circuit,
        rng: ChaCha20Rng,
        wanted: &WorkWatch,
    ) -> Result<AnyKey> {
        over!(&circuit.plan, sheet, E => {
            SideKey::<E>::setup(scheme, sheet.kind, sheet.system(), rng, wanted)
        })
        .map_err(|error| ZKError::new(ErrorKind::ZKError, error.to_string()))
    }

    pub(crate) fn digest(&self) -> String {
        json::hex(&on_side!(self, key => key.digest()))
    }

    pub(crate) fn scheme(&self) -> PairingScheme {
        on_side!(self, key => key.scheme())
    }

    pub(crate) fn verify(&self, proof: &Proof, rng: ChaCha20Rng) -> Result<bool> {
        on_side!(self, key => key.verify(proof, rng))
    }

    pub(crate) fn pair(self: &Arc<Self>) -> KeyPair {
        KeyPair {
            proving_key: ProvingKey(Arc::clone(self)),
            verification_key: on_side!(self.as_ref(), key => key.verification_key()),
            vk_digest: self.digest(),
            setup: Setup::Local,
        }
    }
}
