//! Keys created by clients: their public half, and their evaluation keys.

use std::io::{Read, Seek, Write};
use std::path::Path;
use std::sync::Arc;

use lockstep_fhe::{Capabilities, EvaluationKeys, ParameterSet, PublicKey};
use lockstep_store::StoreError;
use lockstep_store::id::KeyId;
use lockstep_web::{ApiError, IdempotencyKey, Octets};

use crate::evaluation_uploads::UploadSlot;
use crate::key::{Custody, KeyAction, KeyRecord, KeySlot, Mode, Status};
use crate::material::parameters;
use crate::operations::creation::room_for_another;
use crate::operations::key_rows;
use crate::operations::mode_keys::ModeKeys;
use crate::operations::transition::{change, write_audit_and_state};
use crate::store;
use crate::vault::to_its_end;
use lockstep_web::Owner;

impl ModeKeys<'_> {
    /// Stores the public half of a key whose secret only its owner has. A homomorphic key is pending until
    /// its evaluation keys are uploaded.
    pub async fn register(
        self,
        owner: &Owner,
        slot: KeySlot,
        public: Vec<u8>,
        idempotency_key: IdempotencyKey,
    ) -> Result<KeyRecord, ApiError> {
        let (name, stored) = self
            .0
            .pool()
            .run(&owner.user, move |_| public_half(slot, public))
            .await?;
        let ctx = self.0.ctx();
        let now = ctx.clock.now();
        let new = KeyRecord {
            id: KeyId::generate(now, &*ctx.entropy),
            user: owner.user.clone(),
            slot,
            custody: Custody::Client,
            status: if stored.is_some() {
                Status::Pending
            } else {
                Status::Active
            },
            resume: None,
            stopped: false,
            current: false,
            exported: false,
            public: name,
            created_at: now,
            expires_at: now.plus(self.rotation_period()),
            destroy_at: None,
        };
        let (account, vault) = (owner.clone(), self.0.keyring().vault());
        let id = ctx
            .db
            .write("vault.key.register", move |tx| {
                store::ensure_active(tx, &account.user)?;
                idempotency_key.run(tx, &account.user, |tx| {
                    store::bind(tx, &vault)?;
                    let known = store::registered(tx, &account.user)?;
                    if let Some(same) = known.iter().find(|key| key.public == new.public) {
                        return Err(ApiError::encryption_parameter(
                            "publicKey",
                            format!("already belongs to {}", same.id),
                        ));
                    }
                    room_for_another(&known, "publicKey")?;
                    store::insert(tx, &new)?;
                    if let Some(public) = &stored {
                        store::keep_evaluation_key(tx, &account.user, &new.id, public, &[])?;
                    }
                    write_audit_and_state(tx, &account.actor, "key.register", &new)?;
                    Ok(new.id.to_string())
                })
            })
            .await?;
        let id = id
            .parse()
            .map_err(|_| ApiError::internal("a stored outcome contains no key id"))?;
        self.record(&owner.user, &id).await
    }

    /// Stores the evaluation keys of a key in client custody, and replaces existing ones.
    pub async fn store_evaluation_keys(
        self,
        owner: &Owner,
        id: &KeyId,
        spool: &Path,
        body: &mut Octets,
    ) -> Result<KeyRecord, ApiError> {
        let record = self.record(&owner.user, id).await?;
        let set = parameters(expected_parameter_set(&record)?);
        let limit = EvaluationKeys::size(&set, set.multiplies(), MAX_ROTATIONS);
        if let Some(length) = body.announced().filter(|length| *length > limit) {
            return Err(too_long(&set, length, limit));
        }
        let _slot = UploadSlot::begin(self.0.sending(), &owner.user)?;
        let mut file = receive_body(&record, &set, limit, spool, body).await?;
        // The cache must match the stored keys.
        let one = self.0.making(id).lock_owned().await;
        let (keys, bytes) = self
            .0
            .pool()
            .run(&owner.user, move |cancel| {
                let unreadable =
                    |error: std::io::Error| ApiError::internal(format!("spool: {error}"));
                let mut bytes = Vec::new();
                file.rewind().map_err(unreadable)?;
                file.read_to_end(&mut bytes).map_err(unreadable)?;
                cancel.check()?;
                let keys = EvaluationKeys::from_bytes(&set, &bytes).map_err(refused)?;
                keys.provides(&Capabilities::all(&set)).map_err(refused)?;
                Ok((keys, bytes))
            })
            .await?;
        let (vault, account, id) = (self.0.clone(), owner.clone(), id.clone());
        to_its_end(async move {
            let _one = one;
            let (user, storing) = (account.user.clone(), vault.clone());
            let changed = vault.change_keys(&user, "vault.evaluation.take", move |tx| {
                let key = key_rows::by_id(tx, &account.user, &id)?
                    .ok_or_else(|| ApiError::not_found("key"))?;
                expected_parameter_set(&key)?;
                storing.quotas().within(tx, &account.user, |tx| {
                    Ok(store::replace_evaluation_key(
                        tx,
                        &account.user,
                        &id,
                        &bytes,
                    )?)
                })?;
                write_audit_and_state(tx, &account.actor, "key.evaluation", &key)?;
                match key.status {
                    Status::Pending => change(tx, &account.actor, &key, KeyAction::Ready),
                    _ => Ok(key),
                }
            });
            let changed = changed.await?;
            vault.cache().forget_evaluation_keys(&changed.id);
            vault
                .cache()
                .insert_evaluation_keys(&changed, &Arc::new(keys));
            Ok(changed)
        })
        .await
    }

    /// The public half of a homomorphic key.
    pub async fn public_half(self, key: &KeyRecord) -> Result<Vec<u8>, ApiError> {
        let (user, id) = (key.user.clone(), key.id.clone());
        let stored = self
            .0
            .ctx()
            .db
            .read::<_, StoreError, _>("vault.public", move |tx| store::public_half(tx, &user, &id))
            .await?;
        let set = key.slot.set().map(parameters);
        let is_whole = |public: &Vec<u8>| {
            set.as_ref()
                .is_some_and(|set| PublicKey::from_bytes(set, public).is_ok())
        };
        stored.filter(is_whole).ok_or_else(|| {
            ApiError::encryption(format!(
                "the stored public half of {} is damaged or missing: register the key again with POST \
                 /v1/encryption/keys, or ask the operator for a restored backup",
                key.id
            ))
        })
    }
}

/// The bytes that identify the key, and the stored public half of a homomorphic key.
fn public_half(slot: KeySlot, public: Vec<u8>) -> Result<(Vec<u8>, Option<Vec<u8>>), ApiError> {
    let unread = |reason: String| ApiError::encryption_parameter("publicKey", reason);
    if let Some(set) = slot.set() {
        let key = PublicKey::from_bytes(&parameters(set), &public)
            .map_err(|error| unread(error.to_string()))?;
        return Ok((key.key_id().0.to_vec(), Some(public)));
    }
    if let Some(kem) = slot.kem() {
        lockstep_seal::PublicKey::from_bytes(kem, &public)
            .map_err(|error| unread(error.to_string()))?;
        return Ok((public, None));
    }
    Err(ApiError::encryption_parameter(
        "parameters.scheme",
        format!(
            "{} has no public half: only key pairs (X-Wing, MLKEM1024-P384, BFV, BFV-sum) have one",
            slot.scheme_name()
        ),
    ))
}

/// The parameter set of a key that accepts evaluation keys from its owner, or the reason for refusal.
fn expected_parameter_set(key: &KeyRecord) -> Result<lockstep_fhe::SetId, ApiError> {
    let refuse = |reason: String| Err(ApiError::encryption_parameter("keyId", reason));
    match key.slot.set() {
        Some(_) if key.custody == Custody::Server => {
            refuse("is in the server's custody: the server creates its evaluation keys".to_owned())
        }
        Some(_) if !key.status.decrypts() => refuse(format!(
            "a key that is {} takes no evaluation keys",
            key.status
        )),
        Some(set) => Ok(set),
        None => refuse(format!(
            "a key of mode {} has no evaluation keys: only FHE keys have them",
            Mode::Basic
        )),
    }
}

/// Writes a body to disk. Refuses evaluation keys of another key, and a body longer than its header states.
async fn receive_body(
    key: &KeyRecord,
    set: &ParameterSet,
    most: u64,
    spool: &Path,
    body: &mut Octets,
) -> Result<std::fs::File, ApiError> {
    let unwritable = |error: std::io::Error| ApiError::file("spool", &error);
    let mut file = tempfile::tempfile_in(spool).map_err(unwritable)?;
    let mut head = Vec::with_capacity(EvaluationKeys::HEAD);
    let (mut length, mut expected) = (0_u64, None);
    while let Some(piece) = body.next().await? {
        length += piece.len() as u64;
        if expected.is_none() {
            let missing = EvaluationKeys::HEAD - head.len();
            head.extend_from_slice(&piece[..missing.min(piece.len())]);
            if let Some(head) = head.first_chunk() {
                let (under, size) = EvaluationKeys::announced(set, head).map_err(refused)?;
                if key.public != under.0 {
                    return Err(invalid_evaluation_keys(
                        "belong to a different secret key than the public key",
                    ));
                }
                if size > most {
                    return Err(too_long(set, size, most));
                }
                expected = Some(size);
            }
        }
        if expected.is_some_and(|expected| length > expected) {
            return Err(invalid_evaluation_keys(
                "are longer than their header states",
            ));
        }
        // A write to the page cache: short enough to stay on this thread.
        file.write_all(&piece).map_err(unwritable)?;
    }
    match expected {
        Some(expected) if expected == length => Ok(file),
        Some(expected) => Err(invalid_evaluation_keys(&format!(
            "end after {length} of {expected} bytes"
        ))),
        None => Err(invalid_evaluation_keys(&format!(
            "end after {length} bytes"
        ))),
    }
}

fn invalid_evaluation_keys(reason: &str) -> ApiError {
    ApiError::encryption_parameter("evaluationKeys", reason)
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "it is an argument of `map_err`"
)]
fn refused(error: lockstep_fhe::Error) -> ApiError {
    invalid_evaluation_keys(&error.to_string())
}

fn too_long(set: &ParameterSet, length: u64, most: u64) -> ApiError {
    invalid_evaluation_keys(&format!(
        "have {length} bytes; {} takes {most} at most, which is {MAX_ROTATIONS} rotations",
        set.name()
    ))
}

/// A sum over all slots needs 12 to 14 rotations.
const MAX_ROTATIONS: u16 = 24;
