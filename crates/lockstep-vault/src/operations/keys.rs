//! Keys: made, found, changed.

use std::sync::Arc;
use std::time::Duration;

use lockstep_fhe::{Capabilities, EvaluationKeys, PublicKey};
use lockstep_store::id::{KeyId, UserId};
use lockstep_store::{Actor, Entry, Event, Status as Ended, StoreError, Tx};
use lockstep_web::{Caller, Fault, Once, Paging};
use serde_json::json;
use zeroize::Zeroizing;

use crate::key::{Act, Custody, KeyRecord, Mode, Next, Slot, Status};
use crate::material::{Held, Made, Material, parameters};
use crate::operations::registered::room_for_another;
use crate::store;
use crate::vault::{DAY, DESTRUCTION_DELAY, Vault};

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

/// A new key as its owner sees it, once.
pub(crate) struct NewKey {
    pub(crate) record: KeyRecord,
    /// The public half, or a check value.
    pub(crate) public: Vec<u8>,
    pub(crate) private: Zeroizing<Vec<u8>>,
}

/// How a key is to be made.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Making {
    /// Where the slot has none that encrypts.
    IfNone,
    /// Whatever there is.
    Anew { custody: Custody, exported: bool },
}

impl Vault {
    /// The slot's current key, made where there is none and followed by another where its time is
    /// over.
    pub(crate) async fn current(&self, owner: &Owner, slot: Slot) -> Result<Arc<Held>, Fault> {
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

    /// One of the caller's keys, by its name, with its secret.
    pub(crate) async fn named(&self, user: &UserId, id: &KeyId) -> Result<Arc<Held>, Fault> {
        if let Some(held) = self.remembered(user, id) {
            return Ok(held);
        }
        let turn = self.turn();
        let record = self.record(user, id).await?;
        self.hold(turn, record).await
    }

    /// One of the caller's keys, by its name, without its secret.
    pub(crate) async fn record(&self, user: &UserId, id: &KeyId) -> Result<KeyRecord, Fault> {
        let (user, id) = (user.clone(), id.clone());
        let found = self
            .ctx()
            .db
            .read::<_, StoreError, _>("vault.key", move |tx| store::by_id(tx, &user, &id))
            .await?;
        found.ok_or_else(|| Fault::not_found("key"))
    }

    /// A page of the caller's keys, and how many there are.
    pub(crate) async fn keys(
        &self,
        user: UserId,
        paging: Paging,
    ) -> Result<(Vec<KeyRecord>, u64), Fault> {
        self.ctx()
            .db
            .read("vault.keys", move |tx| Ok(store::page(tx, &user, paging)?))
            .await
    }

    /// Makes a key that its owner is shown; in server custody it becomes current.
    pub(crate) async fn generate(
        &self,
        owner: &Owner,
        slot: Slot,
        custody: Custody,
        once: Once,
    ) -> Result<NewKey, Fault> {
        let exported = true;
        let making = Making::Anew { custody, exported };
        let made = self.make(owner, slot, making, once).await?;
        made.ok_or_else(|| Fault::internal("a key was made anew and is not there"))
    }

    /// Makes the slot of a key its next one; the secret is shown to nobody.
    pub(crate) async fn rotate(&self, owner: &Owner, id: &KeyId) -> Result<KeyRecord, Fault> {
        let old = self.record(&owner.user, id).await?;
        if !old.current || !old.status.encrypts() {
            return Err(not_now(
                &old,
                "be rotated: it is not the current one of its slot",
            ));
        }
        let making = Making::Anew {
            custody: Custody::Server,
            exported: false,
        };
        let made = self.make(owner, old.slot, making, Once::default()).await?;
        made.map(|made| made.record)
            .ok_or_else(|| Fault::internal("a key was made anew and is not there"))
    }

    /// Does `act` to a key.
    pub(crate) async fn change(
        &self,
        owner: &Owner,
        id: &KeyId,
        act: Act,
    ) -> Result<KeyRecord, Fault> {
        let (of, id) = (owner.clone(), id.clone());
        let changed = self
            .ctx()
            .db
            .write("vault.key.change", move |tx| {
                let key =
                    store::by_id(tx, &of.user, &id)?.ok_or_else(|| Fault::not_found("key"))?;
                change(tx, &of.actor, &key, act)
            })
            .await;
        self.forget(&owner.user);
        changed
    }

    /// The keys to compute with of a homomorphic key; where they are not there yet they are made, or
    /// waited for from its owner: `parameter` is blamed for that.
    pub(crate) async fn evaluation(
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
                self.ctx()
                    .db
                    .write("vault.evaluation.keep", move |tx| {
                        let Some(key) = store::by_id(tx, &of.user, &id)? else {
                            return Err(Fault::not_found("key"));
                        };
                        store::keep_evaluation_key(tx, &of.user, &id, &public, &body)?;
                        if key.status == Status::Pending {
                            change(tx, &of.actor, &key, Act::Ready)?;
                        }
                        Ok(())
                    })
                    .await?;
                self.forget(&owner.user);
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
            .await?;
        let material = Material::read(record.slot, &secret)
            .ok_or_else(|| Fault::internal(format!("the secret of {} is damaged", record.id)))?;
        let held = Arc::new(Held::new(record, material));
        self.remember(turn, &held);
        Ok(held)
    }

    /// Makes a key: its secret is on disk before the key is named. `None` where another was made
    /// meanwhile and `making` asks for one only if there is none.
    async fn make(
        &self,
        owner: &Owner,
        slot: Slot,
        making: Making,
        once: Once,
    ) -> Result<Option<NewKey>, Fault> {
        let ctx = self.ctx();
        let now = ctx.clock.now();
        let id = KeyId::generate(now, &*ctx.entropy);
        let (custody, exported) = match making {
            Making::IfNone => (Custody::Server, false),
            Making::Anew { custody, exported } => (custody, exported),
        };
        let mut rng = self.rng();
        let made = Made::new(slot, &mut rng);
        let mut public = made.public.clone();
        let mut computing_keys = None;
        if slot.mode == Mode::Fhe && exported {
            // Whoever is shown the pair gets its public half, and in client custody there is no
            // later: the secret is not kept.
            let (secret, set) = (made.secret.clone(), slot.set());
            let of = self.pool().run(&owner.user, move |_| {
                let set = set.ok_or_else(|| Fault::internal("no parameter set"))?;
                let secret = lockstep_fhe::SecretKey::from_bytes(&parameters(set), &secret)
                    .map_err(|error| Fault::internal(error.to_string()))?;
                computing(&secret, &mut rng)
            });
            let (_, pair, body) = of.await?;
            public.clone_from(&pair);
            computing_keys = Some((pair, body));
        }
        let ready = computing_keys.is_some() || !slot.needs_more();
        let days = u64::from(ctx.settings().encryption.rotation_period.max(1));
        let record = KeyRecord {
            id: id.clone(),
            user: owner.user.clone(),
            slot,
            custody,
            status: if ready {
                Status::Active
            } else {
                Status::Pending
            },
            resume: None,
            current: custody == Custody::Server,
            exported,
            public: made.public.clone(),
            created_at: now,
            expires_at: now.plus(Duration::from_secs(days * DAY)),
            destroy_at: None,
        };
        if custody == Custody::Server {
            self.keyring()
                .keep(owner.user.as_str(), id.as_str(), &made.secret)
                .await?;
        }
        let (of, new, vault) = (owner.clone(), record.clone(), self.keyring().vault());
        let written = ctx
            .db
            .write("vault.key.make", move |tx| {
                once.run_secret(tx, &of.user, |tx| {
                    store::bind(tx, &vault)?;
                    if new.current
                        && let Some(old) = store::current(tx, &of.user, slot)?
                    {
                        let fresh = old.status.encrypts() && tx.now() < old.expires_at;
                        if making == Making::IfNone && fresh {
                            return Ok(false);
                        }
                        follow(tx, &of.actor, &old)?;
                    }
                    if new.custody == Custody::Client {
                        room_for_another(&store::registered(tx, &of.user)?, "parameters.custody")?;
                    }
                    store::insert(tx, &new)?;
                    if let Some((public, body)) = &computing_keys {
                        store::keep_evaluation_key(tx, &of.user, &new.id, public, body)?;
                    }
                    note(tx, &of.actor, "key.create", &new)?;
                    Ok(true)
                })
            })
            .await;
        self.forget(&owner.user);
        if !matches!(written, Ok(true)) && custody == Custody::Server {
            // Nothing names it; what this leaves behind, the background job finds.
            self.keyring().destroy(id.as_str()).await?;
        }
        if !written? {
            return Ok(None);
        }
        if record.status == Status::Pending {
            self.complete(record.clone());
        }
        Ok(Some(NewKey {
            record,
            public,
            private: made.secret,
        }))
    }

    /// Makes what a key needs besides its secret, by itself.
    pub(crate) fn complete(&self, record: KeyRecord) {
        let vault = self.clone();
        tokio::spawn(async move {
            let made = match vault.evaluation(&record, "keyId").await {
                Ok(_) => vault.ready(&record).await,
                Err(fault) => Err(fault),
            };
            if let Err(fault) = made {
                tracing::warn!(key = %record.id, reason = fault.log, "a key is not complete yet");
            }
        });
    }
}

impl Vault {
    /// Says of a pending key that all of it is made: it may have been stopped while that was done.
    async fn ready(&self, record: &KeyRecord) -> Result<(), Fault> {
        let (user, id) = (record.user.clone(), record.id.clone());
        self.ctx()
            .db
            .write("vault.key.ready", move |tx| {
                match store::by_id(tx, &user, &id)? {
                    Some(key) if key.status == Status::Pending => {
                        change(tx, &Actor::system(), &key, Act::Ready).map(drop)
                    }
                    _ => Ok(()),
                }
            })
            .await?;
        self.forget(&record.user);
        Ok(())
    }
}

/// Evaluation keys with their bytes, and the public key's.
fn computing(
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
fn follow(tx: &mut Tx<'_>, actor: &Actor, old: &KeyRecord) -> Result<(), Fault> {
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
    note(tx, actor, "key.rotate", &new)
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
    if act == Act::Cancel && key.destroy_at.is_some_and(|at| at <= tx.now()) {
        // Its secret may be gone already.
        return Err(not_now(key, "be kept: its delay is over"));
    }
    let mut new = key.clone();
    match next {
        Next::To(status) => {
            new.status = status;
            new.resume = match act {
                Act::Suspend => Some(key.status),
                Act::Delete => Some(match key.status {
                    // It was stopped when it was condemned: taking that back does not let it go on.
                    Status::Suspended => Status::Revoked,
                    status => status,
                }),
                _ => None,
            };
        }
        Next::Back => {
            new.status = key.resume.unwrap_or(Status::Rotated);
            new.resume = None;
            if act == Act::Cancel && new.status.encrypts() {
                // Another one may have become current since.
                let taken = store::current(tx, &key.user, key.slot)?.is_some();
                new.current = !taken && key.custody == Custody::Server;
                if taken {
                    new.status = Status::Rotated;
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
    if act == Act::Destroy {
        store::clear_public(tx, &key.user, &key.id)?;
    }
    note(tx, actor, action, &new)?;
    Ok(new)
}

fn not_now(key: &KeyRecord, may: &str) -> Fault {
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
