//! How a key comes to be: its secret on disk first, then its row, whoever hangs up meanwhile.

use std::time::Duration;

use lockstep_store::id::KeyId;
use lockstep_store::{Actor, StoreError, Tx};
use lockstep_web::{ApiError, IdempotencyKey};
use zeroize::Zeroizing;

use crate::key::{Custody, KeyRecord, Mode, Slot, Status};
use crate::keyring::IfAbsent;
use crate::material::{Made, computing, parameters};
use crate::operations::transition::{follow, not_now, note};
use crate::owner::Owner;
use crate::store::{self, destructions, pairing};
use crate::vault::{DAY, Vault, to_its_end};

/// A new key as its owner sees it, once.
pub struct NewKey {
    /// What is known of it.
    pub record: KeyRecord,
    /// The public half, or a check value.
    pub public: Vec<u8>,
    /// The secret.
    pub private: Zeroizing<Vec<u8>>,
}

/// How a key is to be made.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum Making {
    /// Where the slot has none that encrypts.
    IfNone,
    /// Whatever there is; it is shown once.
    Anew(Custody),
    /// In the place of this one, as long as that is its slot's current one.
    After(KeyId, Why),
}

/// Why a key is followed by another.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// Its owner wants it so: there is a bound to how many there are.
    Asked,
    /// Its time is over.
    Time,
}

/// What came of making one.
pub(super) enum Outcome {
    Made(NewKey),
    /// The same was asked for before, and this is what came of it.
    Before(KeyId),
    /// There is one that encrypts.
    Needless,
}

impl Vault {
    /// Makes a key: its secret is on disk before the key is named.
    pub(super) async fn make(
        &self,
        owner: &Owner,
        slot: Slot,
        making: Making,
        once: IdempotencyKey,
    ) -> Result<Outcome, ApiError> {
        let ctx = self.ctx();
        let now = ctx.clock.now();
        let id = KeyId::generate(now, &*ctx.entropy);
        let (custody, exported) = match making {
            Making::IfNone | Making::After(..) => (Custody::Server, false),
            Making::Anew(custody) => (custody, true),
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
                let set = set.ok_or_else(|| ApiError::internal("no parameter set"))?;
                let secret = lockstep_fhe::SecretKey::from_bytes(&parameters(set), &secret)
                    .map_err(|error| ApiError::internal(error.to_string()))?;
                computing(&secret, &mut rng)
            });
            let (_, pair, body) = of.await?;
            public.clone_from(&pair);
            computing_keys = Some((pair, body));
        }
        let ready = computing_keys.is_some() || !slot.needs_more();
        let days = u64::from(ctx.settings().encryption.rotation_period.max(1));
        let record = KeyRecord {
            id,
            user: owner.user.clone(),
            slot,
            custody,
            status: if ready {
                Status::Active
            } else {
                Status::Pending
            },
            resume: None,
            stopped: false,
            current: custody == Custody::Server,
            exported,
            public: made.public.clone(),
            created_at: now,
            expires_at: now.plus(Duration::from_secs(days * DAY)),
            destroy_at: None,
        };
        let naming = Naming {
            new: record.clone(),
            making,
            actor: owner.actor.clone(),
            vault: self.keyring().vault(),
            computing: computing_keys,
        };
        let named = to_its_end(self.clone().name_key(naming, made.secret.clone(), once)).await?;
        match named {
            None => Ok(Outcome::Needless),
            Some(id) if id != record.id => Ok(Outcome::Before(id)),
            Some(_) => {
                if record.status == Status::Pending {
                    self.complete(record.clone());
                }
                Ok(Outcome::Made(NewKey {
                    record,
                    public,
                    private: made.secret,
                }))
            }
        }
    }

    /// Puts the secret on disk, then names the key; gives the one that came of it.
    async fn name_key(
        self,
        naming: Naming,
        secret: Zeroizing<Vec<u8>>,
        once: IdempotencyKey,
    ) -> Result<Option<KeyId>, ApiError> {
        let (user, id) = (naming.new.user.clone(), naming.new.id.clone());
        let kept = naming.new.custody == Custody::Server;
        if kept {
            // Whatever becomes of the secret, this store knows that it made it.
            let (of, new) = (user.clone(), id.clone());
            let expected = self
                .ctx()
                .db
                .write::<_, StoreError, _>("vault.key.intend", move |tx| {
                    store::ensure_active(tx, &of)?;
                    destructions::intend(tx, &of, &new)?;
                    destructions::expects_account(tx, of.as_str())
                })
                .await?;
            let absent = IfAbsent::expected(expected);
            self.keyring()
                .keep(user.as_str(), id.as_str(), &secret, absent)
                .await?;
        }
        let (of, vault, acts) = (user.clone(), self.clone(), self.keyring().acts());
        let written = self
            .change_keys(&user, "vault.key.make", move |tx| {
                store::ensure_active(tx, &of)?;
                pairing::hear(tx, acts)?;
                let name = |tx: &mut Tx<'_>| {
                    // What computing needs is made later: up to 52 MB.
                    if naming.new.slot.mode == Mode::Fhe {
                        vault.room(tx, &of, 0)?;
                    }
                    naming.name(tx)
                };
                if naming.new.exported {
                    once.run_secret(tx, &of, name)
                } else {
                    once.run(tx, &of, name)
                }
            })
            .await;
        let named = written.as_ref().ok().and_then(Option::as_ref);
        if kept && named.is_none_or(|named| *named != id.as_str()) {
            // Nothing names it; what this leaves behind, the background job finds.
            if let Err(fault) = self.give_up(id.as_str()).await {
                tracing::warn!(key = %id, reason = fault.log, "a secret that nothing names stays for now");
            }
        }
        if kept {
            self.see_soon().await;
        }
        let named = written?.map(|named| named.parse().map_err(|_| names_none()));
        named.transpose()
    }
}

/// A key on its way into the store.
struct Naming {
    new: KeyRecord,
    making: Making,
    actor: Actor,
    vault: [u8; 16],
    /// A homomorphic one's public half and evaluation keys, where they are made already.
    computing: Option<(Vec<u8>, Vec<u8>)>,
}

impl Naming {
    /// Its id; none where there is another that encrypts, and only then one was wanted.
    fn name(&self, tx: &mut Tx<'_>) -> Result<Option<String>, ApiError> {
        let Self { new, actor, .. } = self;
        store::bind(tx, &self.vault)?;
        let old = match new.current {
            true => store::current(tx, &new.user, new.slot)?,
            false => None,
        };
        match (&self.making, &old) {
            (Making::IfNone, Some(old)) if old.status.encrypts() && tx.now() < old.expires_at => {
                return Ok(None);
            }
            (Making::After(id, why), _) => {
                let seen = store::by_id(tx, &new.user, id)?;
                followable(&seen.ok_or_else(|| ApiError::not_found("key"))?)?;
                if *why == Why::Asked {
                    room_for_one(tx, new, "keyId")?;
                }
            }
            (Making::Anew(Custody::Server), _) => room_for_one(tx, new, "mode")?,
            (Making::Anew(Custody::Client), _) => {
                room_for_another(&store::registered(tx, &new.user)?, "parameters.custody")?;
            }
            (Making::IfNone, _) => {}
        }
        if let Some(old) = &old {
            follow(tx, actor, old)?;
        }
        store::insert(tx, new)?;
        destructions::made(tx, &new.id)?;
        if let Some((public, body)) = &self.computing {
            store::keep_evaluation_key(tx, &new.user, &new.id, public, body)?;
        }
        note(tx, actor, "key.create", new)?;
        Ok(Some(new.id.to_string()))
    }
}

/// Refuses for a key that another cannot take the place of.
pub(super) fn followable(old: &KeyRecord) -> Result<(), ApiError> {
    if old.current && old.status.encrypts() {
        return Ok(());
    }
    Err(not_now(
        old,
        "be rotated: it is not the current one of its slot",
    ))
}

/// Refuses one more key in the server's custody than an owner may ask for. Those that follow others in
/// time do not ask.
fn room_for_one(tx: &Tx<'_>, new: &KeyRecord, parameter: &str) -> Result<(), ApiError> {
    let (all, homomorphic) = store::kept(tx, &new.user)?;
    let over = |what: &str, most: u64| {
        Err(ApiError::encryption_parameter(
            parameter,
            format!(
                "an account has {most} {what} in the server's custody at most: delete one that nothing \
                 lies under any more"
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

/// Refuses one more key in its owner's custody than there may be.
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
    ApiError::internal("a kept outcome names no key")
}

/// Keys of an account in the server's custody that are not destroyed.
pub const MAX_KEYS: u64 = 256;
/// Of these, of mode FHE.
const MAX_HOMOMORPHIC: u64 = 64;
/// Their evaluation keys take up to 52 MB each on disk.
const MAX_REGISTERED: usize = 16;
