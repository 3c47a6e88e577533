//! Circuits of an account: uploaded once, named by their digest, with the assurance of proofs under their
//! key.

use lockstep_store::id::UserId;
use lockstep_store::{Entry, Status, StoreError, Tx};
use lockstep_vault::Vault;
use lockstep_vault::rng::Rng;
use lockstep_web::Owner;
use lockstep_web::{ApiError, IdempotencyKey};
use lockstep_zk::assurance::Setup;
use lockstep_zk::circuits::Kind;
use lockstep_zk::formats::{json, ptau, r1cs, zkey};
use lockstep_zk::{Curve, CurveName, PairingScheme, groth16, on_curve};
use serde::{Deserialize, Serialize};

use crate::encryption::Encryption;
use crate::operations::inputs::{self, RunTime};
use crate::operations::named::{full_name, read_circuit};
use crate::operations::refused;
use crate::store::circuits::{self as rows, VerifyingKey};

/// The files of an upload.
pub(crate) struct CircuitFiles {
    pub(crate) r1cs: Vec<u8>,
    pub(crate) zkey: Option<Vec<u8>>,
    pub(crate) ptau: Option<Vec<u8>>,
    /// BLAKE2b-512 of the `.ptau` file, as published by its ceremony.
    pub(crate) ptau_hash: Option<[u8; 64]>,
    /// circom's witness generator.
    pub(crate) wasm: Option<Vec<u8>>,
}

/// The stored circuit.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct UploadedCircuit {
    pub(crate) id: String,
    pub(crate) curve: CurveName,
    pub(crate) rows: usize,
    pub(crate) public: usize,
    /// How the uploaded key was created.
    pub(crate) setup: Option<Setup>,
    pub(crate) digest: Option<String>,
    /// BLAKE2b-512 of the powers of tau that the key was verified with.
    #[serde(default)]
    pub(crate) ptau_hash: Option<String>,
    /// Whether the circuit accepts named inputs.
    #[serde(default)]
    pub(crate) generates: bool,
}

impl Encryption {
    /// Stores a circuit and its uploaded key, after verifying the key's points and determining its label.
    pub(crate) async fn upload_circuit(
        &self,
        owner: &Owner,
        files: CircuitFiles,
        idempotency_key: IdempotencyKey,
    ) -> Result<UploadedCircuit, ApiError> {
        let (mut rng, user) = (self.rng(), owner.user.clone());
        let clock = self.ctx().clock.clone();
        let checked = self
            .pool()
            .run(&owner.user, move |cancel| {
                let circuit = rows::Circuit {
                    zkey: files.zkey,
                    wasm: files.wasm,
                    ..read_circuit("r1cs", files.r1cs)?
                };
                cancel.check()?;
                let time = RunTime::new(cancel, &*clock);
                let powers = UploadedPowers {
                    file: files.ptau.as_deref(),
                    published: files.ptau_hash,
                };
                on_curve!(circuit.curve, E => check::<E>(circuit, &powers, &user, &time, &mut rng))
            })
            .await?;
        let (account, encryption) = (owner.clone(), self.clone());
        self.ctx()
            .db
            .write("vault.circuit.keep", move |tx| {
                Vault::ensure_active(tx, &account.user)?;
                let keep = |tx: &mut Tx<'_>| {
                    let circuit = &checked.circuit;
                    check_circuit_limit(tx, &account.user, "r1cs", &circuit.id)?;
                    rows::insert_circuit(tx, &account.user, circuit)?;
                    let mut uploaded = checked.uploaded.clone();
                    if let Some(key) = &checked.key {
                        // A proof is verified by the digest of its key: the digest must identify one
                        // circuit.
                        let known = rows::by_digest(tx, &account.user, &key.digest)?;
                        if known.is_some_and(|known| known.circuit != key.circuit) {
                            return Err(refused("zkey", "is already the key of another circuit"));
                        }
                        rows::keep_verifying_key(tx, key)?;
                        // A label that was determined earlier is kept.
                        let known = rows::by_digest(tx, &account.user, &key.digest)?;
                        if let Some(known) = known {
                            uploaded.setup = Some(known.setup);
                            uploaded.ptau_hash = known.ptau_hash.map(|hash| json::hex(&hash));
                        }
                    }
                    write_audit(tx, &account, "circuit.create", &circuit.id)?;
                    Ok::<_, ApiError>(uploaded)
                };
                idempotency_key.run(tx, &account.user, |tx| {
                    encryption.quotas().within(tx, &account.user, keep)
                })
            })
            .await
    }

    /// Removes a circuit with its keys: proofs under them then name an unknown key.
    pub(crate) async fn remove_circuit(&self, owner: &Owner, id: &str) -> Result<(), ApiError> {
        // Built-in circuits belong to no account.
        let circuit = full_name(id)
            .ok()
            .filter(|name| Kind::from_name(name).is_none())
            .ok_or_else(|| ApiError::not_found("circuit"))?;
        let account = owner.clone();
        self.ctx()
            .db
            .write::<_, ApiError, _>("vault.circuit.remove", move |tx| {
                if !rows::remove_circuit(tx, &account.user, &circuit)? {
                    return Err(ApiError::not_found("circuit"));
                }
                Ok(write_audit(tx, &account, "circuit.delete", &circuit)?)
            })
            .await
    }

    /// The verification key of a circuit.
    pub(crate) async fn verifying_key(
        &self,
        user: &UserId,
        name: &str,
        scheme: PairingScheme,
        curve: Option<CurveName>,
    ) -> Result<VerifyingKey, ApiError> {
        let name = full_name(name).map_err(|_| ApiError::not_found("circuit"))?;
        // A built-in circuit exists on every curve, an uploaded circuit on its own.
        let default = Kind::from_name(&name).map(|_| CurveName::default());
        let curve = curve.or(default);
        let user = user.clone();
        let found = self
            .ctx()
            .db
            .read::<_, StoreError, _>("vault.verifying_key", move |tx| {
                rows::of_circuit(tx, &user, &name, scheme, curve)
            })
            .await?;
        found.ok_or_else(|| {
            ApiError::not_found_because("key", "the circuit's first proof creates its key")
        })
    }
}

/// Refuses a new circuit if the account has the maximum number.
pub(crate) fn check_circuit_limit(
    tx: &Tx<'_>,
    user: &UserId,
    parameter: &str,
    id: &str,
) -> Result<(), ApiError> {
    if rows::other_circuits(tx, user, id)? < MAX_CIRCUITS {
        return Ok(());
    }
    Err(refused(
        parameter,
        format!("an account keeps {MAX_CIRCUITS} circuits at most, inline ones too: delete one"),
    ))
}

/// Stores the circuit of a new key in the account: an inline circuit is stored with its key.
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
        return Err(ApiError::not_found_because(
            "circuit",
            "it was deleted during this request",
        ));
    }
    check_circuit_limit(tx, &owner.user, "circuit", &circuit.id)?;
    rows::insert_circuit(tx, &owner.user, circuit)?;
    Ok(write_audit(tx, owner, "circuit.create", &circuit.id)?)
}

fn write_audit(
    tx: &mut Tx<'_>,
    owner: &Owner,
    action: &'static str,
    id: &str,
) -> Result<(), StoreError> {
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

/// The powers of tau uploaded with a key.
struct UploadedPowers<'a> {
    file: Option<&'a [u8]>,
    /// The hash published by their ceremony, as the caller states it.
    published: Option<[u8; 64]>,
}

/// A circuit whose files were checked.
struct CheckedCircuit {
    circuit: rows::Circuit,
    uploaded: UploadedCircuit,
    /// The verification key of the uploaded key.
    key: Option<VerifyingKey>,
}

fn check<E: Curve>(
    circuit: rows::Circuit,
    powers: &UploadedPowers<'_>,
    user: &UserId,
    time: &RunTime<'_>,
    rng: &mut Rng,
) -> Result<CheckedCircuit, ApiError> {
    let system = r1cs::read::<E::ScalarField>(&circuit.r1cs).map_err(unread("r1cs"))?;
    let mut uploaded = UploadedCircuit {
        id: circuit.id.clone(),
        curve: circuit.curve,
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
            "is the hash of a ptau, but no ptau was sent",
        ));
    }
    let Some(bytes) = &circuit.zkey else {
        if powers.file.is_some() {
            return Err(refused(
                "ptau",
                "is needed only with a zkey, but no zkey was sent",
            ));
        }
        return Ok(CheckedCircuit {
            circuit,
            uploaded,
            key: None,
        });
    };
    let key = zkey::read_while::<E>(bytes, &|| time.cancel().check().is_ok());
    time.cancel().check()?;
    let key = key.map_err(unread("zkey"))?;
    if key.wires != system.wires || key.public() != system.public() {
        return Err(refused("zkey", "belongs to a circuit with other wires"));
    }
    let (setup, ptau_hash) = setup_of(&key, &system, powers, time, rng)?;
    let digest = key.verifying.digest();
    uploaded.setup = Some(setup);
    uploaded.digest = Some(json::hex(&digest));
    uploaded.ptau_hash = ptau_hash.map(|hash| json::hex(&hash));
    let verifying = VerifyingKey {
        owner: Some(user.clone()),
        digest,
        circuit: circuit.id.clone(),
        scheme: PairingScheme::Groth16,
        curve: circuit.curve,
        setup,
        body: json::write_verifying_key(&key.verifying),
        ptau_hash: ptau_hash.map(|hash| hash.to_vec()),
    };
    Ok(CheckedCircuit {
        circuit,
        uploaded,
        key: Some(verifying),
    })
}

/// Returns the label of the set-up of an uploaded key, and the hash of the powers of tau.
fn setup_of<E: Curve>(
    key: &groth16::ProvingKey<E>,
    system: &lockstep_zk::r1cs::R1cs<E::ScalarField>,
    powers: &UploadedPowers<'_>,
    time: &RunTime<'_>,
    rng: &mut Rng,
) -> Result<(Setup, Option<[u8; 64]>), ApiError> {
    let Some(bytes) = powers.file else {
        return Ok((Setup::Wellformed, None));
    };
    let is_active = || time.cancel().check().is_ok();
    let tau = ptau::read_while::<E>(bytes, &is_active);
    time.cancel().check()?;
    let tau = tau.map_err(unread("ptau"))?;
    let checked = groth16::check_derived_while(key, system, &tau, rng, &is_active);
    time.cancel().check()?;
    checked.map_err(unread("zkey"))?;
    let transcript = ptau::verify_contributions_while(&tau, &is_active);
    time.cancel().check()?;
    let transcript = transcript.map_err(unread("ptau"))?;
    let hash = ptau::file_hash(bytes);
    // Any party can create powers of tau with contributions: only the published hash identifies the
    // ceremony.
    let is_published = powers.published == Some(hash) && transcript.proven > 0;
    let setup = match is_published {
        true => Setup::Derived,
        false => Setup::Unverified,
    };
    Ok((setup, Some(hash)))
}

/// Converts a read error into the refusal of a parameter.
fn unread(parameter: &'static str) -> impl Fn(lockstep_zk::Error) -> ApiError {
    move |error| refused(parameter, error.to_string())
}

/// The maximum number of circuits of an account.
pub const MAX_CIRCUITS: u64 = 64;
