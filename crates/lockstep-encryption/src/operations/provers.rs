//! Proving keys: cached, stored, or set up on demand. A key is stored before a proof is made with it, so
//! that the verification key of every proof is available.

use std::sync::Arc;

use lockstep_store::StoreError;
use lockstep_store::id::UserId;
use lockstep_vault::Owner;
use lockstep_vault::attest::Signed;
use lockstep_vault::rng::Rng;
use lockstep_vault::signed_root::hex;
use lockstep_web::ApiError;
use lockstep_web::jobs::Cancel;
use lockstep_zk::assurance::Setup;
use lockstep_zk::circuits::Circuit;
use lockstep_zk::formats::{json, r1cs, zkey};
use lockstep_zk::r1cs::R1cs;
use lockstep_zk::{Curve, groth16, pghr13};

use crate::claims::CIRCUIT_KEY;
use crate::claims::record::KeyRecord;
use crate::encryption::Encryption;
use crate::operations::circuits::keep_named;
use crate::operations::named::MAX_ROWS;
use crate::operations::proof::Named;
use crate::operations::{refused, told};
use crate::scheme::{CurveName, Scheme};
use crate::store::circuits::{self as rows, VerifyingKey};

/// The requested key.
#[derive(Clone)]
pub(crate) struct Wanted {
    pub(crate) named: Arc<Named>,
    pub(crate) scheme: Scheme,
    pub(crate) curve: CurveName,
}

impl Wanted {
    fn name(&self) -> String {
        let (scheme, curve) = (self.scheme.name(), self.curve.name());
        format!("{scheme}/{curve}/{}", self.named.id())
    }

    /// The account that owns the key; empty for a built-in circuit.
    fn owner(&self, user: &UserId) -> String {
        match &*self.named {
            Named::Builtin(_) => String::new(),
            Named::UploadedCircuit { .. } => user.to_string(),
        }
    }

    /// The record that the platform signs about the key.
    fn record(&self, digest: [u8; 32]) -> KeyRecord {
        KeyRecord {
            circuit: self.named.id(),
            scheme: self.scheme.name().to_owned(),
            curve: self.curve.name().to_owned(),
            vk_digest: hex(&digest),
            setup: Setup::Local.name().to_owned(),
        }
    }

    fn verifying<E: Curve>(&self, owner: &str, key: &Key<E>) -> VerifyingKey {
        VerifyingKey {
            user: owner.to_owned(),
            digest: key.digest(),
            circuit: self.named.id(),
            scheme: self.scheme.name().to_owned(),
            curve: self.curve.name().to_owned(),
            setup: Setup::Local.name().to_owned(),
            body: key.body(),
            ptau_hash: None,
        }
    }
}

/// A proving key.
pub(crate) struct Prover<E: Curve> {
    pub(crate) key: Key<E>,
    /// The platform's attestation that it set up this key for this circuit; only for built-in circuits.
    pub(crate) attestation: Option<Signed>,
}

/// A key of either scheme.
pub(crate) enum Key<E: Curve> {
    Groth16(groth16::ProvingKey<E>),
    /// Has no file format: each start creates its own key and stores the verification key.
    Pghr13(pghr13::ProvingKey<E>),
}

impl<E: Curve> Key<E> {
    pub(crate) fn digest(&self) -> [u8; 32] {
        match self {
            Self::Groth16(key) => key.verifying.digest(),
            Self::Pghr13(key) => key.verifying.digest(),
        }
    }

    /// The verification key in snarkjs JSON.
    pub(crate) fn body(&self) -> String {
        match self {
            Self::Groth16(key) => json::write_verifying_key(&key.verifying),
            Self::Pghr13(key) => json::write_pghr13_key(&key.verifying),
        }
    }
}

impl Encryption {
    /// The proving key of the circuit, whose verification key is stored.
    pub(crate) async fn prover_of<E: Curve>(
        &self,
        owner: &Owner,
        wanted: &Wanted,
    ) -> Result<Arc<Prover<E>>, ApiError> {
        let (of, name) = (wanted.owner(&owner.user), wanted.name());
        if let Some(prover) = self.prover::<Prover<E>>(&of, &name)
            && self.knows(&of, prover.key.digest()).await?
        {
            return Ok(prover);
        }
        let stored = self.stored_key(&of, &name).await?;
        let (encryption, again, mut rng) = (self.clone(), wanted.clone(), self.rng());
        let (prover, zkey) = self
            .pool()
            .run(&owner.user, move |cancel| {
                if let Some(stored) = stored
                    && let Some(prover) = encryption.read_prover(&again, stored)?
                {
                    return Ok((prover, None));
                }
                let key = set_up::<E>(&again, &mut rng, cancel)?;
                let attestation = match &*again.named {
                    Named::Builtin(_) => Some(encryption.attester().attest(
                        CIRCUIT_KEY,
                        encryption.ctx().clock.now(),
                        again.record(key.digest()).body(),
                    )),
                    Named::UploadedCircuit { .. } => None,
                };
                let zkey = match &key {
                    Key::Groth16(key) => Some(rows::ProvingKey {
                        zkey: zkey::write(key),
                        attestation: attestation.clone(),
                    }),
                    Key::Pghr13(_) => None,
                };
                Ok((Prover { key, attestation }, zkey))
            })
            .await?;
        let verifying = wanted.verifying(&of, &prover.key);
        let (wanted, owner, user, named) =
            (wanted.clone(), owner.clone(), of.clone(), name.clone());
        let encryption = self.clone();
        self.ctx()
            .db
            .write::<_, ApiError, _>("vault.proving_key.keep", move |tx| {
                encryption.within_quota(tx, &owner.user, |tx| {
                    if let Named::UploadedCircuit { circuit, inline } = &*wanted.named {
                        keep_named(tx, &owner, circuit, *inline)?;
                    }
                    if let Some(key) = &zkey {
                        rows::keep_proving_key(tx, &user, &named, key)?;
                    }
                    Ok(rows::keep_verifying_key(tx, &verifying)?)
                })
            })
            .await?;
        let prover = Arc::new(prover);
        self.remember_prover(&of, &name, Arc::clone(&prover));
        Ok(prover)
    }

    /// The stored key; none where it should be signed, and is not by this platform's key of today.
    fn read_prover<E: Curve>(
        &self,
        wanted: &Wanted,
        stored: rows::ProvingKey,
    ) -> Result<Option<Prover<E>>, ApiError> {
        let key = zkey::read::<E>(&stored.zkey)
            .map_err(|error| ApiError::internal(format!("a proving key of ours: {error}")))?;
        let key = Key::Groth16(key);
        if let Named::Builtin(_) = &*wanted.named {
            let expected = wanted.record(key.digest()).body();
            let said = stored.attestation.as_ref();
            let said = said.and_then(|signed| signed.verify(self.attester().key()).ok());
            if said.is_none_or(|said| said.format != CIRCUIT_KEY || said.body != expected) {
                return Ok(None);
            }
        }
        let attestation = stored.attestation;
        Ok(Some(Prover { key, attestation }))
    }

    /// Whether proofs under this key of the platform can be verified here.
    async fn knows(&self, owner: &str, digest: [u8; 32]) -> Result<bool, StoreError> {
        let owner = owner.to_owned();
        let db = &self.ctx().db;
        db.read("vault.verifying_key", move |tx| {
            rows::knows(tx, &owner, &digest)
        })
        .await
    }

    async fn stored_key(
        &self,
        owner: &str,
        name: &str,
    ) -> Result<Option<rows::ProvingKey>, StoreError> {
        let (owner, name) = (owner.to_owned(), name.to_owned());
        let db = &self.ctx().db;
        db.read("vault.proving_key", move |tx| {
            rows::proving_key(tx, &owner, &name)
        })
        .await
    }
}

fn set_up<E: Curve>(wanted: &Wanted, rng: &mut Rng, cancel: &Cancel) -> Result<Key<E>, ApiError> {
    let built_in;
    let brought;
    let system: &R1cs<E::ScalarField> = match &*wanted.named {
        Named::Builtin(kind) => {
            built_in = Circuit::<E::ScalarField>::new(*kind);
            built_in.system()
        }
        Named::UploadedCircuit { circuit, .. } => {
            brought = r1cs::read(&circuit.r1cs).map_err(told)?;
            &brought
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
    let going_on = || cancel.check().is_ok();
    let key = match wanted.scheme {
        Scheme::Groth16 => groth16::setup_while::<E>(system, rng, &going_on).map(Key::Groth16),
        Scheme::Pghr13 => pghr13::setup_while::<E>(system, rng, &going_on).map(Key::Pghr13),
        Scheme::Bulletproofs => return Err(ApiError::internal("no key for Bulletproofs")),
    };
    cancel.check()?;
    key.map_err(told)
}
