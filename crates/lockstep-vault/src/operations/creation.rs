//! Creation of a key: first its secret on disk, then its row, even if the client disconnects.

use std::time::Duration;

use lockstep_store::id::KeyId;
use lockstep_store::{Actor, StoreError, Tx};
use lockstep_web::{ApiError, IdempotencyKey};
use zeroize::Zeroizing;

use crate::key::{Custody, KeyRecord, KeySlot, Mode, Status};
use crate::keyring::IfAbsent;
use crate::material::{ComputeKeys, NewMaterial, compute_keys, parameters};
use crate::operations::key_rows;
use crate::operations::mode_keys::ModeKeys;
use crate::operations::transition::{mark_rotated, not_now, write_audit_and_state};
use crate::rng::Rng;
use crate::store::{self, destructions, pairing};
use crate::vault::{Vault, to_its_end};
use lockstep_web::Owner;

/// A new key, returned to its owner once.
pub struct NewKey {
    /// The key's record.
    pub record: KeyRecord,
    /// The public half, or the check value of a shared key.
    pub public: Vec<u8>,
    /// The secret.
    pub private: Zeroizing<Vec<u8>>,
}

/// The condition under which a key is created.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum CreationCondition {
    /// Create a key only if the slot has none that encrypts.
    IfNone,
    /// Create a key always; it is returned once.
    Always(Custody),
    /// The new key succeeds this key, if that is still the current key of its slot.
    After(KeyId, RotationReason),
}

/// The reason why a key is rotated.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum RotationReason {
    /// The owner requested it; the number of such keys is limited.
    Requested,
    /// The key expired.
    Expired,
}

/// The result of a creation.
pub(super) enum Outcome {
    Created(NewKey),
    /// The same request was made before and created this key.
    Before(KeyId),
    /// The slot has a key that encrypts.
    Needless,
}

impl ModeKeys<'_> {
    /// Creates a key: its secret is on disk before any row names the key.
    pub(super) async fn create(
        self,
        owner: &Owner,
        slot: KeySlot,
        making: CreationCondition,
        idempotency_key: IdempotencyKey,
    ) -> Result<Outcome, ApiError> {
        let ctx = self.0.ctx();
        let now = ctx.clock.now();
        let id = KeyId::generate(now, &*ctx.entropy);
        let (custody, exported) = match making {
            CreationCondition::IfNone | CreationCondition::After(..) => (Custody::Server, false),
            CreationCondition::Always(custody) => (custody, true),
        };
        let mut rng = self.0.rng();
        let made = NewMaterial::new(slot, &mut rng);
        let mut public = made.public.clone();
        let mut computing_keys = None;
        if slot.mode == Mode::Fhe && exported {
            let keys = self
                .keys_of_pair(owner, slot, made.secret.clone(), rng)
                .await?;
            public.clone_from(&keys.public_bytes);
            computing_keys = Some((keys.public_bytes, keys.evaluation_bytes));
        }
        let status = match computing_keys.is_some() || !slot.needs_more() {
            true => Status::Active,
            false => Status::Pending,
        };
        let rotation_period = self.rotation_period();
        let record = KeyRecord {
            id,
            user: owner.user.clone(),
            slot,
            custody,
            status,
            resume: None,
            stopped: false,
            current: custody == Custody::Server,
            exported,
            public: made.public.clone(),
            created_at: now,
            expires_at: now.plus(rotation_period),
            destroy_at: None,
        };
        let naming = KeyNaming {
            new: record.clone(),
            making,
            actor: owner.actor.clone(),
            vault: self.0.keyring().vault(),
            computing: computing_keys,
            rotation_period,
        };
        let named = to_its_end(name_key(
            self.0.clone(),
            naming,
            made.secret.clone(),
            idempotency_key,
        ))
        .await?;
        match named {
            None => Ok(Outcome::Needless),
            Some(id) if id != record.id => Ok(Outcome::Before(id)),
            Some(_) => {
                if record.status == Status::Pending {
                    self.complete(record.clone());
                }
                Ok(Outcome::Created(NewKey {
                    record,
                    public,
                    private: made.secret,
                }))
            }
        }
    }

    /// Computes the public half and the evaluation keys of a homomorphic key whose owner receives the pair now: in client custody
    /// the secret is not stored, so they cannot be derived later.
    async fn keys_of_pair(
        self,
        owner: &Owner,
        slot: KeySlot,
        secret: Zeroizing<Vec<u8>>,
        mut rng: Rng,
    ) -> Result<ComputeKeys, ApiError> {
        let set = slot.set();
        let computed = self.0.pool().run(&owner.user, move |_| {
            let set = set.ok_or_else(|| ApiError::internal("no parameter set"))?;
            let secret = lockstep_fhe::SecretKey::from_bytes(&parameters(set), &secret)
                .map_err(|error| ApiError::internal(error.to_string()))?;
            compute_keys(&secret, &mut rng)
        });
        computed.await
    }
}

/// Writes the secret to disk, then names the key. Returns the resulting key.
async fn name_key(
    vault: Vault,
    naming: KeyNaming,
    secret: Zeroizing<Vec<u8>>,
    idempotency_key: IdempotencyKey,
) -> Result<Option<KeyId>, ApiError> {
    let (user, id) = (naming.new.user.clone(), naming.new.id.clone());
    let kept = naming.new.custody == Custody::Server;
    if kept {
        // The store records the intent first, so that it recognises the secret after a failure.
        let (owner, new) = (user.clone(), id.clone());
        let expected = vault
            .ctx()
            .db
            .write::<_, StoreError, _>("vault.key.intend", move |tx| {
                store::ensure_active(tx, &owner)?;
                destructions::record_intent(tx, &owner, &new)?;
                destructions::expects_account(tx, owner.as_str())
            })
            .await?;
        let absent = IfAbsent::expected(expected);
        vault
            .keyring()
            .keep(user.as_str(), id.as_str(), &secret, absent)
            .await?;
    }
    let (owner, quotas_of, acts) = (user.clone(), vault.clone(), vault.keyring().acts());
    let written = vault
        .change_keys(&user, "vault.key.make", move |tx| {
            store::ensure_active(tx, &owner)?;
            pairing::record_acts(tx, acts)?;
            let name = |tx: &mut Tx<'_>| {
                // Evaluation keys, up to 52 MB, are created later.
                if naming.new.slot.mode == Mode::Fhe {
                    quotas_of.quotas().ensure_room(tx, &owner, 0)?;
                }
                naming.name(tx)
            };
            if naming.new.exported {
                idempotency_key.run_secret(tx, &owner, name)
            } else {
                idempotency_key.run(tx, &owner, name)
            }
        })
        .await;
    let named = written.as_ref().ok().and_then(Option::as_ref);
    if kept && named.is_none_or(|named| *named != id.as_str()) {
        // No row names the secret; the maintenance job removes it if this fails.
        if let Err(error) = vault.destruction().give_up(id.as_str()).await {
            tracing::warn!(key = %id, reason = error.log, "an unreferenced secret is kept for now");
        }
    }
    if kept {
        vault.pairing().record_head().await;
    }
    let named = written?.map(|named| named.parse().map_err(|_| names_none()));
    named.transpose()
}

/// A key that is about to be named in the store.
struct KeyNaming {
    new: KeyRecord,
    making: CreationCondition,
    actor: Actor,
    vault: [u8; 16],
    /// The public half and the evaluation keys of a homomorphic key, if they exist already.
    computing: Option<(Vec<u8>, Vec<u8>)>,
    rotation_period: Duration,
}

impl KeyNaming {
    /// The current key of the slot. A damaged key becomes an ordinary one if its owner requests
    /// another.
    fn current_key(&self, tx: &mut Tx<'_>) -> Result<Option<KeyRecord>, ApiError> {
        let Self { new, making, .. } = self;
        match store::current(tx, &new.user, new.slot) {
            Err(error) if error.is_damage() && matches!(making, CreationCondition::Always(_)) => {
                store::key_repair::retire(tx, &new.user, new.slot)?;
                Ok(None)
            }
            _ => key_rows::current(tx, &new.user, new.slot),
        }
    }

    /// The id of the key; `None` if another key encrypts and only a missing key was to be created.
    fn name(&self, tx: &mut Tx<'_>) -> Result<Option<String>, ApiError> {
        let Self { new, actor, .. } = self;
        store::bind(tx, &self.vault)?;
        let old = match new.current {
            true => self.current_key(tx)?,
            false => None,
        };
        match (&self.making, &old) {
            (CreationCondition::IfNone, Some(old))
                if old.status.encrypts() && tx.now() < old.period_end(self.rotation_period) =>
            {
                return Ok(None);
            }
            (CreationCondition::After(id, why), _) => {
                let seen = key_rows::by_id(tx, &new.user, id)?;
                followable(&seen.ok_or_else(|| ApiError::not_found("key"))?)?;
                if *why == RotationReason::Requested {
                    room_for_one(tx, new, "keyId")?;
                }
            }
            (CreationCondition::Always(Custody::Server), _) => room_for_one(tx, new, "mode")?,
            (CreationCondition::Always(Custody::Client), _) => {
                room_for_another(&store::registered(tx, &new.user)?, "parameters.custody")?;
            }
            (CreationCondition::IfNone, _) => {}
        }
        if let Some(old) = &old {
            mark_rotated(tx, actor, old)?;
        }
        store::insert(tx, new)?;
        destructions::remove_intent(tx, &new.id)?;
        if let Some((public, body)) = &self.computing {
            store::keep_evaluation_key(tx, &new.user, &new.id, public, body)?;
        }
        write_audit_and_state(tx, actor, "key.create", new)?;
        Ok(Some(new.id.to_string()))
    }
}

/// Refuses a key that cannot be rotated.
pub(super) fn followable(old: &KeyRecord) -> Result<(), ApiError> {
    if old.current && old.status.encrypts() {
        return Ok(());
    }
    Err(not_now(
        old,
        "be rotated: only the current key of a mode, scheme and level can, while it encrypts",
    ))
}

/// Refuses a key in server custody beyond the account's limit. Rotations because of expiry are exempt.
fn room_for_one(tx: &Tx<'_>, new: &KeyRecord, parameter: &str) -> Result<(), ApiError> {
    let (all, homomorphic) = store::count_server_keys(tx, &new.user)?;
    let over = |what: &str, most: u64| {
        Err(ApiError::encryption_parameter(
            parameter,
            format!(
                "an account has at most {most} {what} in the server's custody: delete a key that is no longer used"
            ),
        ))
    };
    if new.slot.mode == Mode::Fhe && homomorphic >= MAX_HOMOMORPHIC {
        return over("keys of mode FHE", MAX_HOMOMORPHIC);
    }
    if all >= MAX_KEYS {
        return over("keys", MAX_KEYS);
    }
    Ok(())
}

/// Refuses a key in client custody beyond the account's limit.
pub(super) fn room_for_another(known: &[KeyRecord], parameter: &str) -> Result<(), ApiError> {
    if known.len() < MAX_REGISTERED {
        return Ok(());
    }
    Err(ApiError::encryption_parameter(
        parameter,
        format!(
            "an account has {MAX_REGISTERED} keys in its own custody at most, those included that \
             wait for their destruction"
        ),
    ))
}

pub(super) fn names_none() -> ApiError {
    ApiError::internal("a stored outcome contains no key id")
}

/// The maximum number of an account's keys in server custody that are not destroyed.
pub const MAX_KEYS: u64 = 256;
/// The maximum number of these keys of mode FHE.
const MAX_HOMOMORPHIC: u64 = 64;
/// The maximum number of an account's keys in client custody: their evaluation keys take up to 52 MB each
/// on disk.
const MAX_REGISTERED: usize = 16;
