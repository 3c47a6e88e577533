//! Circuits of one's own: brought once, named by their digest, with what a proof under their key is
//! worth.

use lockstep_store::id::UserId;
use lockstep_store::{Entry, Status, StoreError, Tx};
use lockstep_vault::Owner;
use lockstep_vault::Vault;
use lockstep_vault::rng::Rng;
use lockstep_web::{ApiError, IdempotencyKey};
use lockstep_zk::assurance::Setup;
use lockstep_zk::circuits::Kind;
use lockstep_zk::formats::{json, ptau, r1cs, zkey};
use lockstep_zk::{Bls12_381, Bn254, Curve, groth16};
use serde::{Deserialize, Serialize};

use crate::encryption::Encryption;
use crate::operations::inputs::{self, RunTime};
use crate::operations::named::{full_name, read_circuit};
use crate::operations::refused;
use crate::scheme::{CurveName, Scheme};
use crate::store::circuits::{self as rows, VerifyingKey};

/// What is brought.
pub(crate) struct Bring {
    pub(crate) r1cs: Vec<u8>,
    pub(crate) zkey: Option<Vec<u8>>,
    pub(crate) ptau: Option<Vec<u8>>,
    /// BLAKE2b-512 of the `.ptau`, as its ceremony published it.
    pub(crate) ptau_hash: Option<[u8; 64]>,
    /// circom's witness generator.
    pub(crate) wasm: Option<Vec<u8>>,
}

/// What was kept of it.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct UploadedCircuit {
    pub(crate) id: String,
    pub(crate) curve: String,
    pub(crate) rows: usize,
    pub(crate) public: usize,
    /// Of the key that was brought.
    pub(crate) setup: Option<String>,
    pub(crate) digest: Option<String>,
    /// BLAKE2b-512 of the powers of tau that the key was checked against.
    #[serde(default)]
    pub(crate) ptau_hash: Option<String>,
    /// Whether named inputs are proven.
    #[serde(default)]
    pub(crate) generates: bool,
}

impl Encryption {
    /// Keeps a circuit, and the key brought for it: points checked, its label found out.
    pub(crate) async fn upload_circuit(
        &self,
        owner: &Owner,
        upload_circuit: Bring,
        once: IdempotencyKey,
    ) -> Result<UploadedCircuit, ApiError> {
        let (mut rng, user) = (self.rng(), owner.user.to_string());
        let clock = self.ctx().clock.clone();
        let (circuit, brought, key) = self
            .pool()
            .run(&owner.user, move |cancel| {
                let circuit = rows::Circuit {
                    zkey: upload_circuit.zkey,
                    wasm: upload_circuit.wasm,
                    ..read_circuit("r1cs", upload_circuit.r1cs)?
                };
                cancel.check()?;
                let time = RunTime::new(cancel, &*clock);
                let powers = Powers {
                    file: upload_circuit.ptau.as_deref(),
                    published: upload_circuit.ptau_hash,
                };
                let (brought, key) = match CurveName::from_name(&circuit.curve) {
                    Some(CurveName::Bls12_381) => {
                        judge::<Bls12_381>(&circuit, &powers, &user, &time, &mut rng)?
                    }
                    _ => judge::<Bn254>(&circuit, &powers, &user, &time, &mut rng)?,
                };
                Ok((circuit, brought, key))
            })
            .await?;
        let (of, encryption) = (owner.clone(), self.clone());
        self.ctx()
            .db
            .write("vault.circuit.keep", move |tx| {
                Vault::ensure_active(tx, &of.user)?;
                let keep = |tx: &mut Tx<'_>| {
                    room(tx, &of.user, "r1cs", &circuit.id)?;
                    rows::insert_circuit(tx, &of.user, &circuit)?;
                    let mut brought = brought.clone();
                    if let Some(key) = &key {
                        // A proof is judged by its key's digest: that must say which circuit it is of.
                        let known = rows::by_digest(tx, &of.user, &key.digest)?;
                        if known.is_some_and(|known| known.circuit != key.circuit) {
                            return Err(refused("zkey", "is the key of another circuit already"));
                        }
                        rows::keep_verifying_key(tx, key)?;
                        // What was found out of it once stays known.
                        let known = rows::by_digest(tx, &of.user, &key.digest)?;
                        if let Some(known) = known {
                            brought.setup = Some(known.setup);
                            brought.ptau_hash = known.ptau_hash.map(|hash| json::hex(&hash));
                        }
                    }
                    note(tx, &of, "circuit.create", &circuit.id)?;
                    Ok::<_, ApiError>(brought)
                };
                once.run(tx, &of.user, |tx| {
                    encryption.within_quota(tx, &of.user, keep)
                })
            })
            .await
    }

    /// Removes a circuit with its keys: proofs under them are of an unknown key from then on.
    pub(crate) async fn remove_circuit(&self, owner: &Owner, id: &str) -> Result<(), ApiError> {
        // The built-in ones are nobody's.
        let circuit = full_name(id)
            .ok()
            .filter(|name| Kind::from_name(name).is_none())
            .ok_or_else(|| ApiError::not_found("circuit"))?;
        let of = owner.clone();
        self.ctx()
            .db
            .write::<_, ApiError, _>("vault.circuit.remove", move |tx| {
                if !rows::remove_circuit(tx, &of.user, &circuit)? {
                    return Err(ApiError::not_found("circuit"));
                }
                Ok(note(tx, &of, "circuit.delete", &circuit)?)
            })
            .await
    }

    /// What proofs of a circuit are verified with.
    pub(crate) async fn verifying_key(
        &self,
        user: &UserId,
        name: &str,
        scheme: Scheme,
        curve: Option<CurveName>,
    ) -> Result<VerifyingKey, ApiError> {
        let name = full_name(name).map_err(|_| ApiError::not_found("circuit"))?;
        // Built-in circuits are on every curve, others on their own.
        let default = Kind::from_name(&name).map(|_| CurveName::default());
        let curve = curve.or(default);
        let user = user.clone();
        let found = self
            .ctx()
            .db
            .read::<_, StoreError, _>("vault.verifying_key", move |tx| {
                rows::of_circuit(tx, &user, &name, scheme.name(), curve.map(CurveName::name))
            })
            .await?;
        found.ok_or_else(|| ApiError::not_found("key: one is made with the circuit's first proof"))
    }
}

/// Refuses one circuit more than an account keeps.
pub(crate) fn room(tx: &Tx<'_>, user: &UserId, parameter: &str, id: &str) -> Result<(), ApiError> {
    if rows::other_circuits(tx, user, id)? < MAX_CIRCUITS {
        return Ok(());
    }
    Err(refused(
        parameter,
        format!("an account keeps {MAX_CIRCUITS} circuits at most, inline ones too: delete one"),
    ))
}

/// Has a circuit that a key was made for among the account's: an inline one is kept with it.
pub(crate) fn keep_named(
    tx: &mut Tx<'_>,
    owner: &Owner,
    circuit: &rows::Circuit,
    inline: bool,
) -> Result<(), ApiError> {
    if rows::has_circuit(tx, &owner.user, &circuit.id)? {
        return Ok(());
    }
    if !inline {
        return Err(ApiError::not_found("circuit: it was deleted since"));
    }
    room(tx, &owner.user, "circuit", &circuit.id)?;
    rows::insert_circuit(tx, &owner.user, circuit)?;
    Ok(note(tx, owner, "circuit.create", &circuit.id)?)
}

fn note(tx: &mut Tx<'_>, owner: &Owner, action: &'static str, id: &str) -> Result<(), StoreError> {
    tx.audit(&Entry {
        actor: &owner.actor,
        action,
        component: "vault",
        status: Status::Success,
        details: format!("{action} {id}"),
        metadata: serde_json::Value::Null,
    })
    .map(drop)
}

/// Powers of tau that came with a key.
struct Powers<'a> {
    file: Option<&'a [u8]>,
    /// The hash their ceremony published, as the caller names it.
    published: Option<[u8; 64]>,
}

fn judge<E: Curve>(
    circuit: &rows::Circuit,
    powers: &Powers<'_>,
    user: &str,
    time: &RunTime<'_>,
    rng: &mut Rng,
) -> Result<(UploadedCircuit, Option<VerifyingKey>), ApiError> {
    let unread = |parameter: &'static str| {
        move |error: lockstep_zk::Error| refused(parameter, error.to_string())
    };
    let system = r1cs::read::<E::ScalarField>(&circuit.r1cs).map_err(unread("r1cs"))?;
    let mut brought = UploadedCircuit {
        id: circuit.id.clone(),
        curve: circuit.curve.clone(),
        rows: system.rows.len(),
        public: system.public(),
        setup: None,
        digest: None,
        ptau_hash: None,
        generates: circuit.wasm.is_some(),
    };
    if let Some(module) = &circuit.wasm {
        inputs::check(&system, module, time)?;
    }
    if powers.published.is_some() && powers.file.is_none() {
        return Err(refused(
            "ptauHash",
            "is the hash of a ptau, and none was sent",
        ));
    }
    let Some(bytes) = &circuit.zkey else {
        if powers.file.is_some() {
            return Err(refused("ptau", "is for checking a zkey, and none was sent"));
        }
        return Ok((brought, None));
    };
    let key = zkey::read::<E>(bytes).map_err(unread("zkey"))?;
    if key.wires != system.wires || key.public() != system.public() {
        return Err(refused("zkey", "is of a circuit with other wires"));
    }
    let (setup, ptau_hash) = match powers.file {
        None => (Setup::Wellformed, None),
        Some(bytes) => {
            let tau = ptau::read::<E>(bytes).map_err(unread("ptau"))?;
            groth16::check_derived(&key, &system, &tau, rng).map_err(unread("zkey"))?;
            let transcript = ptau::verify_contributions(&tau).map_err(unread("ptau"))?;
            let hash = ptau::file_hash(bytes);
            // Anybody makes powers of tau, contributions and all: only the hash says whose they are.
            let published = powers.published == Some(hash) && transcript.proven > 0;
            let setup = if published {
                Setup::Derived
            } else {
                Setup::Unverified
            };
            (setup, Some(hash))
        }
    };
    let digest = key.verifying.digest();
    brought.setup = Some(setup.name().to_owned());
    brought.digest = Some(json::hex(&digest));
    brought.ptau_hash = ptau_hash.map(|hash| json::hex(&hash));
    let verifying = VerifyingKey {
        user: user.to_owned(),
        digest,
        circuit: circuit.id.clone(),
        scheme: "Groth16".to_owned(),
        curve: circuit.curve.clone(),
        setup: setup.name().to_owned(),
        body: json::write_verifying_key(&key.verifying),
        ptau_hash: ptau_hash.map(|hash| hash.to_vec()),
    };
    Ok((brought, Some(verifying)))
}

/// Circuits of an account.
pub const MAX_CIRCUITS: u64 = 64;
