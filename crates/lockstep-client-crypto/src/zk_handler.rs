//! `ZkHandler`: keys, proofs and verification.
//!
//! Keys are created locally: the operator could keep the toxic waste, so their proofs convince only the
//! operator, and are labelled `local`. For other verifiers use a key derived from a ceremony or
//! [`lockstep_zk::bulletproof`].

mod config;
mod keys;
mod proof_inputs;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use lockstep_zk::assurance::Setup;
use lockstep_zk::circuits::Kind;
use lockstep_zk::field;
use lockstep_zk::machine::Limits;
use lockstep_zk::{CurveName, PairingScheme};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use rand_core::CryptoRng;
use zeroize::{Zeroize, Zeroizing};

pub use self::config::ZkConfig;
use self::keys::AnyKey;
pub use self::keys::{ProvingKey, verify_with_key};
use self::proof_inputs::{ProofInputs, fixed, fixed_list};
use crate::circuit::{Circuit, Input, over};
use crate::circuit_optimizer::NO_GPU;
use crate::error::{ErrorKind, ZKError};
use crate::error_kind::{Result, WithErrorKind};
use crate::task::{WorkWatch, spawn};

/// Bounds of a range proof, both inclusive.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// The minimum value.
    pub min: f64,
    /// The maximum value.
    pub max: f64,
}

/// A proof with everything [`ZkHandler::verify_proof`] needs but the key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The proof system.
    pub scheme: PairingScheme,
    /// The curve.
    pub curve: CurveName,
    /// The circuit's name.
    pub circuit: String,
    /// The proof in snarkjs JSON.
    pub proof: String,
    /// Public signals, decimal.
    pub public_signals: Vec<String>,
    /// SHA-256 of the verifying key, hexadecimal.
    pub vk_digest: String,
    /// How the key was created: `local` for keys created here.
    pub setup: Setup,
    /// The device that made the proof: `cpu`, with the reason if a GPU was requested.
    pub device: String,
}

impl Proof {
    /// Returns a sentence that says how much the proof is worth, and on the curves of levels 3 and 5
    /// where the curve comes from.
    #[must_use]
    pub fn assurance(&self) -> String {
        self.setup.assurance_on(self.curve)
    }
}

/// Keys of a circuit.
#[derive(Clone, Debug)]
pub struct KeyPair {
    /// For [`ZkHandler::generate_proof`]; held by the handler too.
    pub proving_key: ProvingKey,
    /// Verification key in snarkjs JSON.
    pub verification_key: String,
    /// SHA-256 of the verifying key, hexadecimal.
    pub vk_digest: String,
    /// `local`.
    pub setup: Setup,
}

/// The opening of a proof's commitment: its blindings, decimal. Wiped on drop, not printed.
#[derive(Clone, PartialEq, Eq)]
pub struct Opening {
    /// One blinding for each commitment of the proof.
    pub blindings: Vec<String>,
    /// Decimals of the value.
    pub scale: u8,
}

impl std::fmt::Debug for Opening {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("Opening(…)")
    }
}

impl Drop for Opening {
    fn drop(&mut self) {
        self.blindings.zeroize();
    }
}

enum State {
    New,
    Ready(Box<ReadyState>),
    Cleaned,
}

struct ReadyState {
    config: ZkConfig,
    by_circuit: HashMap<[u8; 32], Arc<AnyKey>>,
    by_digest: HashMap<String, Arc<AnyKey>>,
    openings: HashMap<String, Opening>,
}

struct Inner {
    /// Seeds the random generator of one operation, and is replaced each time, so that no two
    /// operations get the same random numbers. Wiped on drop and by `cleanup`.
    seed: Zeroizing<[u8; 32]>,
    state: State,
}

/// The zero-knowledge handler. All methods but the constructor are asynchronous, on any runtime.
pub struct ZkHandler {
    inner: Mutex<Inner>,
}

impl std::fmt::Debug for ZkHandler {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("ZkHandler")
    }
}

impl ZkHandler {
    /// A handler that is yet to be initialized; it draws 32 bytes, all the entropy it will use.
    #[must_use]
    pub fn new(mut rng: impl CryptoRng) -> Self {
        let mut seed = Zeroizing::new([0; 32]);
        rng.fill_bytes(seed.as_mut_slice());
        ZkHandler {
            inner: Mutex::new(Inner {
                seed,
                state: State::New,
            }),
        }
    }

    /// Mixes more entropy into the seed. A process that forks must call this in one of its halves, or both
    /// draw the same numbers.
    pub fn add_entropy(&self, mut rng: impl CryptoRng) {
        let mut fresh = Zeroizing::new([0; 32]);
        rng.fill_bytes(fresh.as_mut_slice());
        let mut inner = self.lock();
        for (byte, more) in inner.seed.iter_mut().zip(fresh.iter()) {
            *byte ^= more;
        }
    }

    /// `initialize`: sets the configuration, absent the default one; drops keys made before.
    pub async fn initialize(&self, config: Option<ZkConfig>) -> Result<()> {
        let config = config.unwrap_or_default();
        config.checked_curve()?;
        if config.precision > 6 {
            return Err(ZKError::new(
                ErrorKind::InitializationError,
                "precision is 0 to 6 decimals",
            ));
        }
        let mut inner = self.lock();
        if matches!(inner.state, State::Cleaned) {
            return Err(cleaned());
        }
        inner.state = State::Ready(Box::new(ReadyState {
            config,
            by_circuit: HashMap::new(),
            by_digest: HashMap::new(),
            openings: HashMap::new(),
        }));
        Ok(())
    }

    /// `generateKeys`: makes keys for a circuit, optimized first if the configuration requests it.
    /// The set-up is `local`: the operator could keep the toxic waste.
    pub async fn generate_keys(&self, circuit: &Circuit) -> Result<KeyPair> {
        let (config, rng) = self.begin()?;
        config.check_level(circuit)?;
        let circuit = prepared(config, circuit.clone()).await?;
        let key = self.make_key(config, &circuit, rng).await?;
        Ok(key.pair())
    }

    /// `generateProof`: proves a circuit on named inputs; keys are made where there are none yet.
    pub async fn generate_proof(
        &self,
        circuit: &Circuit,
        private_inputs: &[Input],
        public_inputs: &[Input],
    ) -> Result<Proof> {
        let inputs: Vec<Input> = private_inputs
            .iter()
            .chain(public_inputs)
            .cloned()
            .collect();
        self.prove(circuit.clone(), ProofInputs::Named(inputs))
            .await
    }

    /// `verifyProof`: whether a proof holds under the key it names, and its public signals mean the
    /// circuit's statement. A key this handler has not made is an [`ErrorKind::VerificationError`].
    pub async fn verify_proof(&self, proof: &Proof) -> Result<bool> {
        let (_, rng) = self.begin()?;
        let key = {
            let mut inner = self.lock();
            let ready = inner.state.ready()?;
            ready.by_digest.get(&proof.vk_digest).cloned()
        };
        let key = key.ok_or_else(|| {
            ZKError::new(
                ErrorKind::VerificationError,
                format!("no key with digest {} is known here", proof.vk_digest),
            )
        })?;
        let proof = proof.clone();
        spawn(move |_| key.verify(&proof, rng)).await
    }

    /// The keys of this handler whose verification key has this digest.
    pub fn keys(&self, vk_digest: &str) -> Result<Option<KeyPair>> {
        let mut inner = self.lock();
        let key = inner.state.ready()?.by_digest.get(vk_digest);
        Ok(key.map(AnyKey::pair))
    }

    /// `generateRangeProof`: proves that a committed value is within a range. The value becomes fixed
    /// point: a whole number with 0 decimals, another with the configured precision. A value with more
    /// decimals, also those of a sum such as 0.1 + 0.2, not finite or too large is an error.
    /// [`ZkHandler::opening`] returns the blinding.
    pub async fn generate_range_proof(&self, value: f64, range: Range) -> Result<Proof> {
        let (config, _) = self.begin()?;
        let values = [value, range.min, range.max];
        let (scale, [value, min, max]) = fixed(config, ["value", "min", "max"], values)?;
        let kind = Kind::Range { bits: 64 };
        let given = ProofInputs::Range {
            value,
            min,
            max,
            scale,
        };
        self.prove(Circuit::of_kind(kind, config.checked_curve()?), given)
            .await
    }

    /// `generateEqualityProof`: two commitments, one value.
    pub async fn generate_equality_proof(&self, value1: f64, value2: f64) -> Result<Proof> {
        let (config, _) = self.begin()?;
        let (scale, values) = fixed(config, ["value1", "value2"], [value1, value2])?;
        let circuit = Circuit::of_kind(Kind::Equality, config.checked_curve()?);
        self.prove(circuit, ProofInputs::Equality { values, scale })
            .await
    }

    /// `generateMembershipProof`: a committed value is in a set, whose root is public.
    pub async fn generate_membership_proof(&self, value: f64, set: &[f64]) -> Result<Proof> {
        let (config, _) = self.begin()?;
        if set.is_empty() || set.len() > 1 << 20 {
            return Err(ZKError::new(
                ErrorKind::ProofGenerationError,
                "a set has 1 to 2^20 values",
            ));
        }
        let mut all = Vec::with_capacity(set.len() + 1);
        all.push(value);
        all.extend_from_slice(set);
        let (scale, all) = fixed_list(config, &all, |index| match index.checked_sub(1) {
            None => "value".to_owned(),
            Some(index) => format!("set[{index}]"),
        })?;
        let depth = set.len().next_power_of_two().trailing_zeros().max(1);
        let circuit = Circuit::of_kind(Kind::Membership { depth }, config.checked_curve()?);
        let given = ProofInputs::Membership {
            value: all[0],
            set: all[1..].to_vec(),
            scale,
            depth,
        };
        self.prove(circuit, given).await
    }

    /// The openings of the commitments of a proof made here, for their owner; kept until `cleanup`.
    #[must_use]
    pub fn opening(&self, proof: &Proof) -> Option<Opening> {
        let mut inner = self.lock();
        let ready = inner.state.ready().ok()?;
        ready.openings.get(proof.public_signals.first()?).cloned()
    }

    /// `cleanup`: wipes seeds and openings, drops keys. Every later call is an [`ErrorKind::ZKError`].
    pub async fn cleanup(&self) -> Result<()> {
        let mut inner = self.lock();
        if matches!(inner.state, State::Cleaned) {
            return Err(cleaned());
        }
        inner.state = State::Cleaned;
        inner.seed.zeroize();
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The configuration, and a generator for one operation.
    fn begin(&self) -> Result<(ZkConfig, ChaCha20Rng)> {
        let mut inner = self.lock();
        let config = inner.state.ready()?.config;
        let mut ratchet = ChaCha20Rng::from_seed(*inner.seed);
        ratchet.fill_bytes(inner.seed.as_mut_slice());
        let mut seed = Zeroizing::new([0; 32]);
        ratchet.fill_bytes(seed.as_mut_slice());
        Ok((config, ChaCha20Rng::from_seed(*seed)))
    }

    async fn make_key(
        &self,
        config: ZkConfig,
        circuit: &Circuit,
        rng: ChaCha20Rng,
    ) -> Result<Arc<AnyKey>> {
        let circuit = circuit.clone();
        let digest = circuit.digest();
        let setup = spawn(move |wanted| AnyKey::setup(config.scheme, &circuit, rng, wanted));
        let key = Arc::new(setup.await?);
        let mut inner = self.lock();
        let ready = inner.state.ready()?;
        ready.by_circuit.insert(digest, Arc::clone(&key));
        ready.by_digest.insert(key.digest(), Arc::clone(&key));
        Ok(key)
    }

    async fn prove(&self, circuit: Circuit, given: ProofInputs) -> Result<Proof> {
        let (config, key_rng) = self.begin()?;
        let (_, rng) = self.begin()?;
        config.check_level(&circuit)?;
        let circuit = prepared(config, circuit).await?;
        let known = {
            let mut inner = self.lock();
            inner
                .state
                .ready()?
                .by_circuit
                .get(&circuit.digest())
                .cloned()
        };
        let key = match known {
            Some(key) => key,
            None => self.make_key(config, &circuit, key_rng).await?,
        };
        let (proof, opening) =
            spawn(move |wanted| create_proof(config, &circuit, &key, &given, rng, wanted)).await?;
        if let (Some(opening), Some(commitment)) = (opening, proof.public_signals.first()) {
            let mut inner = self.lock();
            inner
                .state
                .ready()?
                .openings
                .insert(commitment.clone(), opening);
        }
        Ok(proof)
    }
}

impl State {
    fn ready(&mut self) -> Result<&mut ReadyState> {
        match self {
            State::Ready(ready) => Ok(ready),
            State::New => Err(ZKError::new(
                ErrorKind::InitializationError,
                "call initialize first",
            )),
            State::Cleaned => Err(cleaned()),
        }
    }
}

fn cleaned() -> ZKError {
    ZKError::new(
        ErrorKind::ZKError,
        "the handler was closed: create a new handler",
    )
}

/// The circuit, optimized if the configuration requests it.
async fn prepared(config: ZkConfig, circuit: Circuit) -> Result<Circuit> {
    match config.optimization_level {
        None => Ok(circuit),
        Some(level) => crate::CircuitOptimizer::new(level).optimize(&circuit).await,
    }
}

fn create_proof(
    config: ZkConfig,
    circuit: &Circuit,
    key: &AnyKey,
    given: &ProofInputs,
    mut rng: ChaCha20Rng,
    wanted: &WorkWatch,
) -> Result<(Proof, Option<Opening>)> {
    over!(&circuit.plan, sheet, E => {
        let (inputs, opening) = given.inputs(&mut rng)?;
        let witness = sheet.witness(&inputs, Limits::default(), wanted).with_error_kind(ErrorKind::ProofGenerationError)?;
        let public = witness.public(sheet.system().public());
        let proof = keys::side::<E>(key)
            .ok_or_else(|| ZKError::new(ErrorKind::ProofGenerationError, "the key is of another curve"))?
            .prove(sheet.system(), &witness, &mut rng, wanted)?;
        let device = if config.use_gpu {
            format!("cpu ({NO_GPU})")
        } else {
            "cpu".to_owned()
        };
        Ok((
            Proof {
                scheme: key.scheme(),
                curve: circuit.curve(),
                circuit: sheet.name.clone(),
                proof,
                public_signals: public.iter().map(field::to_decimal).collect(),
                vk_digest: key.digest(),
                setup: Setup::Local,
                device,
            },
            opening,
        ))
    })
}

#[cfg(test)]
mod tests;
