//! Keys: made, found, changed.

use std::sync::Arc;

use lockstep_fhe::{Capabilities, EvaluationKeys, PublicKey};
use lockstep_store::id::{KeyId, UserId};
use lockstep_store::{Actor, Entry, Event, QueueOwner, Status as Ended, StoreError, Tx};
use lockstep_web::{Caller, Fault, Once, Paging};
use serde_json::json;

use crate::key::{Act, Custody, KeyRecord, Next, NoSlot, Slot, Status};
use crate::keyring::SecretError;
use crate::material::{Held, Material, parameters};
use crate::operations::making::{Making, NewKey, Outcome, Why, followable, names_none};
use crate::store::{self, destructions};
use crate::vault::{DESTRUCTION_DELAY, Vault};

/// Who acts on whose keys and data; of a caller, the caller on their own.
#[derive(Clone)]
pub struct Owner {
    /// Whose they are.
    pub user: UserId,
    /// Who acts.
    pub actor: Actor,
}

impl From<&Caller> for Owner {
    fn from(caller: &Caller) -> Self {
        Self {
            user: caller.user.clone(),
            actor: caller.actor(),
        }
    }
}

impl Vault {
    /// The slot's current key, made where there is none and followed by another where its time is
    /// over.
    pub async fn current(&self, owner: &Owner, slot: Slot) -> Result<Arc<Held>, Fault> {
        self.allowed(slot)?;
        let now = self.ctx().clock.now();
        if let Some(held) = self.remembered_current(&owner.user, slot)
            && held.record.status.encrypts()
            && now < held.record.expires_at
        {
            return Ok(held);
        }
        let turn = self.turn();
        let user = owner.user.clone();
        let found = self
            .ctx()
            .db
            .read::<_, StoreError, _>("vault.current", move |tx| store::current(tx, &user, slot))
            .await?;
        let rotates = self.ctx().settings().encryption.auto_rotate_keys;
        if let Some(record) = found {
            let fresh = now < record.expires_at;
            match record.status {
                status if status.encrypts() && fresh => return self.hold(turn, record).await,
                status if status.encrypts() && rotates => {}
                Status::Suspended => {
                    return Err(Fault::encryption_parameter(
                        "mode",
                        format!(
                            "the current key {} of this slot is suspended: resume it, or make another",
                            record.id
                        ),
                    ));
                }
                _ => {
                    return Err(Fault::encryption_parameter(
                        "mode",
                        format!(
                            "the current key {} of this slot has expired and keys are not rotated by \
                             themselves here: make another",
                            record.id
                        ),
                    ));
                }
            }
        }
        self.make(owner, slot, Making::IfNone, Once::default())
            .await?;
        let (turn, user) = (self.turn(), owner.user.clone());
        let found = self
            .ctx()
            .db
            .read::<_, StoreError, _>("vault.current", move |tx| store::current(tx, &user, slot))
            .await?;
        let record = found.ok_or_else(|| Fault::internal("a key was made and is not there"))?;
        self.hold(turn, record).await
    }

    /// Refuses to encrypt with less than the administrator allows.
    pub fn allowed(&self, slot: Slot) -> Result<(), Fault> {
        slot.at_least(self.least())
            .map_err(|NoSlot { parameter, reason }| Fault::encryption_parameter(parameter, reason))
    }

    /// The fewest bits of security that the administrator allows.
    pub fn least(&self) -> u32 {
        self.ctx().settings().encryption.min_key_length
    }

    /// One of the caller's keys, by its name, with its secret. It decrypts.
    pub async fn named(&self, user: &UserId, id: &KeyId) -> Result<Arc<Held>, Fault> {
        if let Some(held) = self.remembered(user, id) {
            return Ok(held);
        }
        let turn = self.turn();
        let record = self.record(user, id).await?;
        if !record.status.decrypts() {
            // Its secret may be gone.
            return Err(not_now(&record, "be used"));
        }
        self.hold(turn, record).await
    }

    /// One of the caller's keys, by its name, without its secret.
    pub async fn record(&self, user: &UserId, id: &KeyId) -> Result<KeyRecord, Fault> {
        let (user, id) = (user.clone(), id.clone());
        let found = self
            .ctx()
            .db
            .read::<_, StoreError, _>("vault.key", move |tx| store::by_id(tx, &user, &id))
            .await?;
        found.ok_or_else(|| Fault::not_found("key"))
    }

    /// A page of the caller's keys, and how many there are.
    pub async fn keys(&self, user: UserId, paging: Paging) -> Result<(Vec<KeyRecord>, u64), Fault> {
        self.ctx()
            .db
            .read("vault.keys", move |tx| Ok(store::page(tx, &user, paging)?))
            .await
    }

    /// Makes a key that its owner is shown; in server custody it becomes current.
    pub async fn generate(
        &self,
        owner: &Owner,
        slot: Slot,
        custody: Custody,
        once: Once,
    ) -> Result<NewKey, Fault> {
        match self.make(owner, slot, Making::Anew(custody), once).await? {
            Outcome::Made(new) => Ok(new),
            _ => Err(Fault::internal("a key was made anew and is not there")),
        }
    }

    /// Makes the slot of a key its next one; the secret is shown to nobody.
    pub async fn rotate(
        &self,
        owner: &Owner,
        id: &KeyId,
        why: Why,
        once: Once,
    ) -> Result<KeyRecord, Fault> {
        let (user, of, asked) = (owner.user.clone(), id.clone(), once.clone());
        let (old, before) = self
            .ctx()
            .db
            .read("vault.rotate", move |tx| {
                let old = store::by_id(tx, &user, &of)?;
                let old = old.ok_or_else(|| Fault::not_found("key"))?;
                let before = asked.before::<String>(tx, &user)?;
                if before.is_none() {
                    followable(&old)?;
                }
                Ok::<_, Fault>((old, before))
            })
            .await?;
        let made = match before {
            Some(text) => Outcome::Before(text.parse().map_err(|_| names_none())?),
            None => {
                self.allowed(old.slot)?;
                let making = Making::After(old.id, why);
                self.make(owner, old.slot, making, once).await?
            }
        };
        match made {
            Outcome::Made(new) => Ok(new.record),
            Outcome::Before(id) => self.record(&owner.user, &id).await,
            Outcome::Needless => Err(Fault::internal("a key was made anew and is not there")),
        }
    }

    /// Does `act` to a key.
    pub async fn change(&self, owner: &Owner, id: &KeyId, act: Act) -> Result<KeyRecord, Fault> {
        let (of, id) = (owner.clone(), id.clone());
        // While the clock is ahead nothing is destroyed, and a delay is not over because it says so.
        let believed = self.may_act();
        self.change_keys(&owner.user, "vault.key.change", move |tx| {
            let key = store::by_id(tx, &of.user, &id)?.ok_or_else(|| Fault::not_found("key"))?;
            let over = key.destroy_at.is_some_and(|at| at <= tx.now());
            if act == Act::Cancel && over && believed {
                return Err(not_now(&key, "be kept: its delay is over"));
            }
            change(tx, &of.actor, &key, act)
        })
        .await
    }

    /// The keys to compute with of a homomorphic key; where they are not there yet they are made, or
    /// waited for from its owner: `parameter` is blamed for that.
    pub async fn evaluation(
        &self,
        record: &KeyRecord,
        parameter: &str,
    ) -> Result<Arc<EvaluationKeys>, Fault> {
        if let Some(keys) = self.remembered_evaluation(&record.id) {
            return Ok(keys);
        }
        let making = self.making(&record.id);
        let _one = making.lock().await;
        if let Some(keys) = self.remembered_evaluation(&record.id) {
            return Ok(keys);
        }
        let (user, id) = (record.user.clone(), record.id.clone());
        let stored = self
            .ctx()
            .db
            .read::<_, StoreError, _>("vault.evaluation", move |tx| {
                store::evaluation_key(tx, &user, &id)
            })
            .await?;
        let set = record.slot.set();
        let set = set.ok_or_else(|| Fault::internal("no parameter set of a homomorphic key"))?;
        let keys = match stored {
            Some(body) => {
                self.pool()
                    .run(&record.user, move |_| {
                        EvaluationKeys::from_bytes(&parameters(set), &body)
                            .map_err(|error| Fault::internal(error.to_string()))
                    })
                    .await?
            }
            None if record.custody == Custody::Client => {
                return Err(Fault::encryption_parameter(
                    parameter,
                    format!(
                        "the evaluation keys of {0} are not there yet: PUT \
                         /v1/encryption/keys/{0}/evaluation-keys",
                        record.id
                    ),
                ));
            }
            None => {
                let of = self.named(&record.user, &record.id).await?;
                let mut rng = self.rng();
                let (keys, public, body) = self
                    .pool()
                    .run(&record.user, move |_| {
                        let Material::Fhe(secret) = &of.material else {
                            return Err(Fault::internal("not a homomorphic key"));
                        };
                        computing(&secret.open()?, &mut rng)
                    })
                    .await?;
                let owner = Owner {
                    user: record.user.clone(),
                    actor: Actor::system(),
                };
                let (of, id) = (owner.clone(), record.id.clone());
                self.change_keys(&owner.user, "vault.evaluation.keep", move |tx| {
                    let Some(key) = store::by_id(tx, &of.user, &id)? else {
                        return Err(Fault::not_found("key"));
                    };
                    if key.current {
                        store::keep_evaluation_key(tx, &of.user, &id, &public, &body)?;
                    }
                    if key.status == Status::Pending {
                        change(tx, &of.actor, &key, Act::Ready)?;
                    }
                    Ok(())
                })
                .await?;
                keys
            }
        };
        let keys = Arc::new(keys);
        self.remember_evaluation(&record.id, &keys);
        Ok(keys)
    }

    /// Opens a key's secret and remembers it.
    async fn hold(&self, turn: u64, record: KeyRecord) -> Result<Arc<Held>, Fault> {
        if record.custody == Custody::Client {
            return Err(Fault::encryption_parameter(
                "parameters.keyId",
                "the secret of this key is its owner's alone",
            ));
        }
        let secret = self
            .keyring()
            .secret(record.user.as_str(), record.id.as_str())
            .await;
        let secret = secret.map_err(|error| match error {
            // Since its record was read.
            SecretError::Destroyed => Fault::not_found("key"),
            error => error.into(),
        })?;
        let material = Material::read(record.slot, &secret)
            .ok_or_else(|| Fault::internal(format!("the secret of {} is damaged", record.id)))?;
        let held = Arc::new(Held::new(record, material));
        self.remember(turn, &held);
        Ok(held)
    }

    /// Makes what a key needs besides its secret, by itself.
    pub(crate) fn complete(&self, record: KeyRecord) {
        let vault = self.clone();
        let owner = QueueOwner::Account(record.user.clone());
        tokio::spawn(owner.scope(async move {
            let made = match vault.evaluation(&record, "keyId").await {
                Ok(_) => vault.ready(&record).await,
                Err(fault) => Err(fault),
            };
            if let Err(fault) = made {
                tracing::warn!(key = %record.id, reason = fault.log, "a key is not complete yet");
            }
        }));
    }
}

impl Vault {
    /// Says of a pending key that all of it is made: it may have been stopped while that was done.
    async fn ready(&self, record: &KeyRecord) -> Result<(), Fault> {
        let (user, id) = (record.user.clone(), record.id.clone());
        self.change_keys(
            &record.user,
            "vault.key.ready",
            move |tx| match store::by_id(tx, &user, &id)? {
                Some(key) if key.status == Status::Pending => {
                    change(tx, &Actor::system(), &key, Act::Ready).map(drop)
                }
                _ => Ok(()),
            },
        )
        .await
    }
}

/// Evaluation keys with their bytes, and the public key's.
pub(super) fn computing(
    secret: &lockstep_fhe::SecretKey,
    rng: &mut crate::rng::Rng,
) -> Result<(EvaluationKeys, Vec<u8>, Vec<u8>), Fault> {
    let wanted = Capabilities::all(secret.parameters());
    let keys = EvaluationKeys::generate(secret, &wanted, rng)
        .map_err(|error| Fault::internal(error.to_string()))?;
    let public = PublicKey::generate(secret, rng).to_bytes();
    let body = keys.to_bytes();
    Ok((keys, public, body))
}

/// Lets a slot's key be followed by another.
pub(super) fn follow(tx: &mut Tx<'_>, actor: &Actor, old: &KeyRecord) -> Result<(), Fault> {
    let mut new = KeyRecord {
        current: false,
        ..old.clone()
    };
    if let Some(Next::To(status)) = old.status.after(Act::Rotate) {
        new.status = status;
    }
    if new.resume.is_some_and(Status::encrypts) {
        new.resume = Some(Status::Rotated);
    }
    if !store::swap(tx, old, &new)? {
        return Err(Fault::conflict("the key changed meanwhile: try again"));
    }
    drop_what_computes(tx, &new)?;
    note(tx, actor, "key.rotate", &new)
}

/// Evaluation keys lie on disk for the current key of a slot alone: of others in the server's custody
/// they are made again where they are needed, and a revoked key computes no more.
fn drop_what_computes(tx: &mut Tx<'_>, key: &KeyRecord) -> Result<(), StoreError> {
    match key.custody {
        Custody::Server if !key.current => store::drop_evaluation_key(tx, &key.user, &key.id),
        Custody::Client if key.status == Status::Revoked => {
            store::replace_evaluation_key(tx, &key.user, &key.id, &[])
        }
        _ => Ok(()),
    }
}

/// Does `act` to a key as it was seen, or refuses.
pub(crate) fn change(
    tx: &mut Tx<'_>,
    actor: &Actor,
    key: &KeyRecord,
    act: Act,
) -> Result<KeyRecord, Fault> {
    let (action, may) = WORDS
        .iter()
        .find(|(of, ..)| *of == act)
        .map_or(("key.change", "be changed"), |(_, action, may)| {
            (*action, *may)
        });
    let next = key.status.after(act).ok_or_else(|| not_now(key, may))?;
    if act == Act::Cancel && destructions::is_recorded(tx, key.id.as_str())? {
        // Its secret may be gone already.
        return Err(not_now(key, "be kept: its delay is over"));
    }
    let mut new = key.clone();
    match next {
        Next::To(status) => {
            new.status = status;
            new.resume = match act {
                // What was stopped stays so when this is taken back, and goes on from where it was.
                Act::Delete if key.status == Status::Suspended => key.resume,
                Act::Suspend | Act::Delete => Some(key.status),
                _ => None,
            };
            new.stopped = act == Act::Delete && key.status == Status::Suspended;
        }
        Next::Back => {
            let back = key.resume.unwrap_or(Status::Rotated);
            (new.status, new.resume) = match key.stopped {
                true => (Status::Suspended, Some(back)),
                false => (back, None),
            };
            new.stopped = false;
            if act == Act::Cancel && back.encrypts() && key.custody == Custody::Server {
                // Another one may have become current since.
                let taken = store::current(tx, &key.user, key.slot)?.is_some();
                new.current = !taken;
                match (taken, key.stopped) {
                    (true, true) => new.resume = Some(Status::Rotated),
                    (true, false) => new.status = Status::Rotated,
                    (false, _) => {}
                }
            }
        }
    }
    if matches!(act, Act::Revoke | Act::Delete) {
        new.current = false;
    }
    new.destroy_at = (act == Act::Delete).then(|| tx.now().plus(DESTRUCTION_DELAY));
    if !store::swap(tx, key, &new)? {
        return Err(Fault::conflict("the key changed meanwhile: try again"));
    }
    drop_what_computes(tx, &new)?;
    if act == Act::Destroy {
        store::clear_public(tx, &key.user, &key.id)?;
    }
    note(tx, actor, action, &new)?;
    Ok(new)
}

pub(super) fn not_now(key: &KeyRecord, may: &str) -> Fault {
    Fault::encryption_parameter(
        "keyId",
        format!("a key that is {} cannot {may}", key.status),
    )
}

/// The audit entry and the event of an act on a key.
pub(crate) fn note(
    tx: &mut Tx<'_>,
    actor: &Actor,
    action: &'static str,
    key: &KeyRecord,
) -> Result<(), Fault> {
    tx.audit(&Entry {
        actor,
        action,
        component: "vault",
        status: Ended::Success,
        details: format!("{action} {}", key.id),
        metadata: json!({
            "keyId": key.id, "mode": key.slot.mode.as_str(), "scheme": key.slot.scheme_name(),
            "custody": key.custody.as_str(), "status": key.status.as_str(),
            "exported": key.exported,
        }),
    })?;
    tx.event(&Event {
        user: key.user.as_str(),
        topic: "key.changed",
        payload: json!({ "keyId": key.id, "status": key.status.as_str() }),
    })?;
    Ok(())
}

const WORDS: &[(Act, &str, &str)] = &[
    (Act::Ready, "key.ready", "be completed"),
    (Act::Rotate, "key.rotate", "be rotated"),
    (Act::Expire, "key.expire", "expire"),
    (Act::Suspend, "key.suspend", "be suspended"),
    (Act::Resume, "key.resume", "be resumed"),
    (Act::Revoke, "key.revoke", "be revoked"),
    (Act::Delete, "key.delete", "be deleted"),
    (
        Act::Cancel,
        "key.cancel_destruction",
        "be kept: it is not condemned",
    ),
    (Act::Destroy, "key.destroy", "be destroyed"),
];
