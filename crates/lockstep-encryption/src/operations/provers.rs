//! Proving keys: cached, stored, or set up on demand. A key is stored before a proof is made with it, so
//! that the verification key of every proof is available.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use lockstep_documents::SignedRecord;
use lockstep_documents::claims::CIRCUIT_KEY;
use lockstep_documents::claims::KeyRecord;
use lockstep_documents::signed_root::hex;
use lockstep_store::StoreError;
use lockstep_store::id::UserId;
use lockstep_vault::rng::Rng;
use lockstep_web::ApiError;
use lockstep_web::Owner;
use lockstep_web::jobs::Cancel;
use lockstep_zk::assurance::Setup;
use lockstep_zk::circuits::Circuit;
use lockstep_zk::formats::{json, r1cs, zkey};
use lockstep_zk::r1cs::{R1cs, Witness};
use lockstep_zk::{Curve, CurveName, PairingScheme, groth16, pghr13};
use serde_json::Value;

use crate::encryption::{Encryption, ProverName};
use crate::operations::circuits::keep_named;
use crate::operations::named::MAX_ROWS;
use crate::operations::proof::NamedCircuit;
use crate::operations::{refusal, refused};
use crate::scheme::PairingProof;
use crate::store::circuits::{self as rows, VerifyingKey};

/// A proving key that was read, and the row to store instead of its own if that one lacks the current seal.
type ReadProver<E> = (Prover<E>, Option<rows::ProvingKey>);

/// The requested key.
#[derive(Clone)]
pub(crate) struct RequestedKey {
    pub(crate) named: Arc<NamedCircuit>,
    pub(crate) scheme: PairingScheme,
    pub(crate) curve: CurveName,
}

impl RequestedKey {
    fn name(&self, user: &UserId) -> ProverName {
        ProverName {
            owner: match &*self.named {
                NamedCircuit::Builtin(_) => None,
                NamedCircuit::UploadedCircuit { .. } => Some(user.clone()),
            },
            scheme: self.scheme,
            curve: self.curve,
            circuit: self.named.id(),
        }
    }

    /// The record that the platform signs about the key.
    fn record(&self, digest: [u8; 32]) -> KeyRecord {
        KeyRecord {
            circuit: self.named.id(),
            scheme: self.scheme,
            curve: self.curve,
            vk_digest: hex(&digest),
            setup: Setup::Local,
        }
    }
}

fn verifying<E: Curve>(name: &ProverName, key: &Key<E>) -> VerifyingKey {
    VerifyingKey {
        owner: name.owner.clone(),
        digest: key.digest(),
        circuit: name.circuit.clone(),
        scheme: name.scheme,
        curve: name.curve,
        setup: Setup::Local,
        body: key.body(),
        ptau_hash: None,
    }
}

/// A proving key.
pub(crate) struct Prover<E: Curve> {
    pub(crate) key: Key<E>,
    /// The platform's attestation that it set up this key for this circuit; only for built-in circuits.
    pub(crate) attestation: Option<SignedRecord>,
}

/// A key of either scheme.
pub(crate) enum Key<E: Curve> {
    Groth16(groth16::PreparedProvingKey<E>),
    /// This proof system has no file format: each start creates its own key and stores the verification
    /// key.
    Pghr13(pghr13::ProvingKey<E>),
}

impl<E: Curve> Key<E> {
    pub(crate) fn digest(&self) -> [u8; 32] {
        match self {
            Self::Groth16(key) => key.verifying().digest(),
            Self::Pghr13(key) => key.verifying.digest(),
        }
    }

    /// The verification key in snarkjs JSON.
    pub(crate) fn body(&self) -> String {
        match self {
            Self::Groth16(key) => json::write_verifying_key(&key.key().verifying),
            Self::Pghr13(key) => json::write_pghr13_key(&key.verifying),
        }
    }

    pub(crate) fn prove(
        &self,
        system: &R1cs<E::ScalarField>,
        witness: &Witness<E::ScalarField>,
        cancel: &Cancel,
        rng: &mut Rng,
    ) -> Result<PairingProof<E>, ApiError> {
        cancel.check()?;
        let going_on = || cancel.check().is_ok();
        let proof = match self {
            Self::Groth16(key) => key
                .prove_while(system, witness, rng, &going_on)
                .map(PairingProof::Groth16),
            Self::Pghr13(key) => {
                pghr13::prove_while(key, witness, rng, &going_on).map(PairingProof::Pghr13)
            }
        };
        cancel.check()?;
        proof.map_err(refusal)
    }

    /// The prepared verification key of Groth16, if it has this digest.
    pub(crate) fn prepared(&self, digest: [u8; 32]) -> Option<&groth16::PreparedKey<E>> {
        match self {
            Self::Groth16(key) => Some(key.verifying()).filter(|key| key.digest() == digest),
            Self::Pghr13(_) => None,
        }
    }

    /// As [`Key::body`], for embedding in a document.
    pub(crate) fn to_value(&self) -> Value {
        match self {
            Self::Groth16(key) => json::verifying_key_to_value(&key.key().verifying),
            Self::Pghr13(key) => json::pghr13_key_to_value(&key.verifying),
        }
    }
}

impl<E: Curve> Prover<E> {
    /// Whether the platform's key with this fingerprint signed the attestation. A prover without an
    /// attestation needs none.
    fn is_attested_by(&self, fingerprint: &str) -> bool {
        let attestation = self.attestation.as_ref();
        attestation.is_none_or(|signed| signed.key == fingerprint)
    }
}

impl Encryption {
    /// Returns the proving key of the circuit; its verification key is stored. A key that was attested before
    /// the platform's signing key was rotated is not used: verifiers refuse it with newer signatures.
    pub(crate) async fn prover_of<E: Curve>(
        &self,
        owner: &Owner,
        wanted: &RequestedKey,
    ) -> Result<Arc<Prover<E>>, ApiError> {
        let name = wanted.name(&owner.user);
        if let Some(prover) = self.prover::<Prover<E>>(&name)
            && prover.is_attested_by(&self.attester().key().fingerprint().to_string())
            && self.knows(&name, prover.key.digest()).await?
        {
            return Ok(prover);
        }
        let stored = self.stored_key(&name).await?;
        let (encryption, again, mut rng) = (self.clone(), wanted.clone(), self.rng());
        let name_there = name.clone();
        let (prover, zkey) = self
            .pool()
            .run(&owner.user, move |cancel| {
                if let Some(stored) = stored
                    && let Some(read) =
                        encryption.read_prover(&again, &name_there, stored, cancel)?
                {
                    return Ok(read);
                }
                let key = set_up::<E>(&again, &mut rng, cancel)?;
                let attestation = match &*again.named {
                    NamedCircuit::Builtin(_) => Some(encryption.attester().attest(
                        CIRCUIT_KEY,
                        encryption.ctx().clock.now(),
                        again.record(key.digest()),
                    )),
                    NamedCircuit::UploadedCircuit { .. } => None,
                };
                let zkey = match &key {
                    Key::Groth16(key) => {
                        let zkey = zkey::write(key.key());
                        Some(rows::ProvingKey {
                            seal: Some(encryption.seal(&name_there, &zkey)),
                            zkey,
                            attestation: attestation.clone(),
                        })
                    }
                    Key::Pghr13(_) => None,
                };
                Ok((Prover { key, attestation }, zkey))
            })
            .await?;
        let verifying = verifying(&name, &prover.key);
        let (wanted, owner, stored_name) = (wanted.clone(), owner.clone(), name.clone());
        let encryption = self.clone();
        self.ctx()
            .db
            .write::<_, ApiError, _>("vault.proving_key.keep", move |tx| {
                encryption.quotas().within(tx, &owner.user, |tx| {
                    if let NamedCircuit::UploadedCircuit { circuit, inline } = &*wanted.named {
                        keep_named(tx, &owner, circuit, *inline)?;
                    }
                    if let Some(key) = &zkey {
                        rows::keep_proving_key(tx, &stored_name, key)?;
                    }
                    Ok(rows::keep_verifying_key(tx, &verifying)?)
                })
            })
            .await?;
        let prover = Arc::new(prover);
        self.remember_prover(name, Arc::clone(&prover));
        Ok(prover)
    }

    /// Returns the proving key in memory for the circuit of a stored verification key.
    pub(crate) fn prover_in_memory<E: Curve>(&self, key: &VerifyingKey) -> Option<Arc<Prover<E>>> {
        self.prover(&ProverName {
            owner: key.owner.clone(),
            scheme: key.scheme,
            curve: key.curve,
            circuit: key.circuit.clone(),
        })
    }

    /// The stored key, and the row to store instead if this platform's current seal is missing; `None` if a required
    /// attestation is missing or is not by this platform's current key. A key under the current seal was set up or checked
    /// here: whether its points are in the subgroup is not checked again.
    fn read_prover<E: Curve>(
        &self,
        wanted: &RequestedKey,
        name: &ProverName,
        stored: rows::ProvingKey,
        cancel: &Cancel,
    ) -> Result<Option<ReadProver<E>>, ApiError> {
        let seal = self.seal(name, &stored.zkey);
        let is_sealed = stored.seal.as_ref().is_some_and(|kept| {
            kept.first_chunk::<SEAL_NAME_BYTES>() == seal.first_chunk::<SEAL_NAME_BYTES>()
        });
        if is_sealed && stored.seal.as_ref() != Some(&seal) {
            return Err(ApiError::internal(
                "a stored proving key: its bytes are not those that were sealed",
            ));
        }
        let is_active = || cancel.check().is_ok();
        let key = match is_sealed {
            true => zkey::read_own_while::<E>(&stored.zkey, &is_active),
            false => zkey::read_while::<E>(&stored.zkey, &is_active),
        };
        cancel.check()?;
        let key =
            key.map_err(|error| ApiError::internal(format!("a stored proving key: {error}")))?;
        let key = Key::Groth16(groth16::PreparedProvingKey::new(key));
        if let NamedCircuit::Builtin(_) = &*wanted.named {
            let attested = stored.attestation.as_ref();
            let attested = attested.and_then(|signed| {
                let record = signed.verify_as::<KeyRecord>(self.attester().key());
                record.ok().filter(|record| record.format == CIRCUIT_KEY)
            });
            if attested.is_none_or(|record| record.body != wanted.record(key.digest())) {
                return Ok(None);
            }
        }
        let attestation = stored.attestation.clone();
        let renewed = (!is_sealed).then_some(rows::ProvingKey {
            seal: Some(seal),
            ..stored
        });
        Ok(Some((Prover { key, attestation }, renewed)))
    }

    /// The seal of a proving key: the name of the platform's key for seals, and the keyed digest of the proving key under it.
    /// After a replacement of the root key the name is another one.
    fn seal(&self, name: &ProverName, zkey: &[u8]) -> Vec<u8> {
        let key = self.digests("proving keys");
        let owner = name.owner.as_ref().map(ToString::to_string);
        let (owner, text) = (owner.unwrap_or_default(), name.text());
        let parts = [owner.as_bytes(), text.as_bytes(), zkey];
        let key_name = key.digest("name", &[]);
        let mut seal = key_name[..SEAL_NAME_BYTES].to_vec();
        seal.extend(key.digest("zkey", &parts));
        seal
    }

    /// Whether proofs under this key can be verified here.
    async fn knows(&self, name: &ProverName, digest: [u8; 32]) -> Result<bool, StoreError> {
        let owner = name.owner.clone();
        let db = &self.ctx().db;
        db.read("vault.verifying_key", move |tx| {
            rows::knows(tx, owner.as_ref(), &digest)
        })
        .await
    }

    async fn stored_key(&self, name: &ProverName) -> Result<Option<rows::ProvingKey>, StoreError> {
        let name = name.clone();
        let db = &self.ctx().db;
        db.read("vault.proving_key", move |tx| rows::proving_key(tx, &name))
            .await
    }
}

/// The bytes of the key's name in a seal.
const SEAL_NAME_BYTES: usize = 8;

/// Creates the key. The steps that it counts for a job are the lists of points in the key, and the proof that follows.
pub(crate) fn set_up<E: Curve>(
    wanted: &RequestedKey,
    rng: &mut Rng,
    cancel: &Cancel,
) -> Result<Key<E>, ApiError> {
    let built_in;
    let uploaded;
    let system: &R1cs<E::ScalarField> = match &*wanted.named {
        NamedCircuit::Builtin(kind) => {
            built_in = Circuit::<E::ScalarField>::new(*kind);
            built_in.system()
        }
        NamedCircuit::UploadedCircuit { circuit, .. } => {
            uploaded = r1cs::read(&circuit.r1cs).map_err(refusal)?;
            &uploaded
        }
    };
    if system.rows.len() > MAX_ROWS {
        return Err(refused(
            "circuit",
            format!(
                "has {} rows, {MAX_ROWS} are proven at most",
                system.rows.len()
            ),
        ));
    }
    cancel.check()?;
    cancel.expect(
        1 + match wanted.scheme {
            PairingScheme::Groth16 => groth16::SETUP_STEPS,
            PairingScheme::Pghr13 => pghr13::SETUP_STEPS,
        },
    );
    let is_begun = AtomicBool::new(false);
    let going_on = || {
        // The call before a list of points follows the list before it.
        if is_begun.swap(true, Ordering::Relaxed) {
            cancel.advance();
        }
        cancel.check().is_ok()
    };
    let key = match wanted.scheme {
        PairingScheme::Groth16 => groth16::setup_while::<E>(system, rng, &going_on)
            .map(|key| Key::Groth16(groth16::PreparedProvingKey::new(key))),
        PairingScheme::Pghr13 => pghr13::setup_while::<E>(system, rng, &going_on).map(Key::Pghr13),
    };
    cancel.check()?;
    cancel.advance();
    key.map_err(refusal)
}
