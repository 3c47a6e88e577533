//! Erasing an account: its keys first, then its rows, then a signed receipt. What is begun is
//! finished, by whoever asked or by the platform's next start.

use lockstep_store::audit::checkpoint;
use lockstep_store::clock::entropy_array;
use lockstep_store::id::{ErasureId, UserId};
use lockstep_store::{Actor, StoreError, Timestamp, Tx};
use lockstep_vault::document::{Document, ERASURE};
use lockstep_vault::{Attester, Vault};
use lockstep_web::{Counts, Fault, House, Paging, house};
use serde_json::{Map, Value as Json, json};
use sha2::{Digest, Sha256};

use super::{Accounts, existing, keep_an_admin, note};
use crate::store::{self, erasures};
use crate::user::Standing;

/// An erasure. Nothing in it names whose it was: who knows the account's id can tell by the digest.
#[derive(Clone, Debug)]
pub struct Erasure {
    /// Its id, which the receipt names.
    pub id: ErasureId,
    /// When it was asked for: from then on nobody acted for the account.
    pub begun: Timestamp,
    /// When it was done, and the receipt.
    pub finished: Option<(Timestamp, Document)>,
    pub(crate) pseudonym: Pseudonym,
}

/// Stands for an account's id: whoever knows the id can check it, nobody else learns it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pseudonym {
    pub(crate) salt: [u8; 16],
    pub(crate) digest: [u8; 32],
}

impl Pseudonym {
    /// SHA-256 of `"lockstep erasure v1"` ‖ salt ‖ the id as it is written.
    fn new(salt: [u8; 16], user: &UserId) -> Self {
        let mut hash = Sha256::new();
        hash.update(b"lockstep erasure v1");
        hash.update(salt);
        hash.update(user.as_str().as_bytes());
        Self {
            salt,
            digest: hash.finalize().into(),
        }
    }

    fn is_of(&self, user: &UserId) -> bool {
        *self == Self::new(self.salt, user)
    }
}

impl Accounts {
    /// Erases an account and everything any capability holds of it; gives the receipt.
    ///
    /// # Errors
    /// 404 for an account that is erased already: its receipt is among [`Accounts::erasures`].
    pub async fn delete(&self, actor: Actor, id: UserId) -> Result<Erasure, Fault> {
        let by = actor.clone();
        let user = id.clone();
        let begun = self
            .house
            .db
            .write::<_, Fault, _>("accounts.delete.begin", move |tx| {
                let mut user = existing(tx, &user)?;
                keep_an_admin(tx, &user)?;
                if let Some(begun) = erasures::unfinished(tx, &user.id)? {
                    return Ok(begun);
                }
                // From here on nobody acts for it, and no key of it is made any more.
                user.status = Standing::Suspended;
                store::update(tx, &user)?;
                store::revoke_all(tx, &user.id)?;
                let erasure = Erasure {
                    id: ErasureId::generate(tx.now(), tx.entropy()),
                    begun: tx.now(),
                    finished: None,
                    pseudonym: Pseudonym::new(entropy_array(tx.entropy()), &user.id),
                };
                erasures::begin(tx, &erasure, &user.id)?;
                note(tx, &by, "user.delete.begin", &user.id, Json::Null)?;
                Ok(erasure)
            });
        let begun = begun.await?;
        finish(&self.house, actor, begun.id, id).await
    }

    /// A page of erasures, the newest first, and how many there are; of this account where one is
    /// named.
    pub(crate) async fn erasures(
        &self,
        of: Option<UserId>,
        paging: Paging,
    ) -> Result<(Vec<Erasure>, u64), Fault> {
        let attester = Vault::of(&self.house)?.attester().clone();
        let found = self.house.db.read("accounts.erasures", move |tx| {
            let Some(user) = of else {
                return erasures::page(tx, paging, &attester);
            };
            // There is no index that would say whose they are.
            let mut found = Vec::new();
            erasures::visit(tx, &attester, |erasure| {
                if erasure.pseudonym.is_of(&user) {
                    found.push(erasure);
                }
            })?;
            let total = found.len() as u64;
            Ok((found, total))
        });
        let found: Result<_, StoreError> = found.await;
        Ok(found?)
    }

    /// One erasure.
    pub(crate) async fn erasure(&self, id: ErasureId) -> Result<Erasure, Fault> {
        let attester = Vault::of(&self.house)?.attester().clone();
        let found = self
            .house
            .db
            .read::<_, StoreError, _>("accounts.erasure", move |tx| {
                erasures::by_id(tx, &id, &attester)
            })
            .await?;
        found.ok_or_else(|| Fault::not_found("erasure"))
    }
}

/// Finishes every erasure that was begun and cut off. One that cannot be finished stays for the next
/// time, and its account stays suspended.
///
/// # Errors
/// Why the last of these could not be finished.
pub async fn finish_erasures(house: &House) -> Result<(), Fault> {
    let begun = house
        .db
        .read::<_, StoreError, _>("accounts.erasures.begun", erasures::begun)
        .await?;
    let mut failed = None;
    for (id, user) in begun {
        match finish(house, Actor::system(), id, user).await {
            Ok(done) => tracing::info!(erasure = %done.id, "an erasure was finished"),
            Err(fault) => failed = Some(fault),
        }
    }
    failed.map_or(Ok(()), Err)
}

/// Destroys the keys, then the rows; can be cut off anywhere and done again, by two at once too.
async fn finish(
    house: &House,
    actor: Actor,
    id: ErasureId,
    user: UserId,
) -> Result<Erasure, Fault> {
    let capabilities = house.capabilities();
    for before in capabilities.iter().filter_map(|it| it.before_erase) {
        before(house.clone(), user.clone()).await?;
    }
    let vault = Vault::of(house)?;
    let (attester, horizon) = (vault.attester().clone(), vault.horizon());
    house
        .db
        .write("accounts.delete", move |tx| {
            let begun = erasures::by_id(tx, &id, &attester)?;
            let mut erasure = begun.ok_or_else(|| Fault::not_found("erasure"))?;
            if erasure.finished.is_some() {
                return Ok(erasure);
            }
            let of = existing(tx, &user)?;
            keep_an_admin(tx, &of)?;
            let removed = house::counts(capabilities, tx, &user)?;
            let (exported, keys) = Vault::exported(tx, &user)?;
            house::erase(capabilities, tx, &user)?;
            note(tx, &actor, "user.delete", &user, Json::Null)?;
            let told = Told {
                removed,
                exported,
                keys: keys.iter().map(ToString::to_string).collect(),
                horizon,
            };
            let receipt = told.receipt(tx, &erasure, &attester)?;
            erasures::finish(tx, &erasure.id, &receipt)?;
            erasure.finished = Some((tx.now(), receipt));
            Ok(erasure)
        })
        .await
}

/// What a receipt tells besides what every record does.
struct Told {
    removed: Counts,
    /// Keys whose secret had left the platform, and the first of their ids.
    exported: u64,
    keys: Vec<String>,
    horizon: Timestamp,
}

impl Told {
    /// Signs it, right after the audit entry of the erasure was appended.
    fn receipt(
        &self,
        tx: &Tx<'_>,
        erasure: &Erasure,
        attester: &Attester,
    ) -> Result<Document, Fault> {
        let entry = checkpoint::head(tx)?.ok_or(StoreError::NoRow)?;
        let hex = |bytes: &[u8]| data_encoding::HEXLOWER.encode(bytes);
        let pseudonym = &erasure.pseudonym;
        let says = json!({
            "receiptId": erasure.id,
            "account": { "salt": hex(&pseudonym.salt), "digest": hex(&pseudonym.digest) },
            "begunAt": erasure.begun.to_string(),
            "removed": {
                "series": self.removed.datastreams, "keys": self.removed.encryption_keys,
                "agents": self.removed.agents,
            },
            "exported": { "count": self.exported, "keys": self.keys },
            "horizon": self.horizon.to_string(),
            "audit": { "entry": entry.seq, "hash": hex(&entry.hash) },
        });
        let says: Map<String, Json> = match says {
            Json::Object(says) => says,
            _ => Map::new(),
        };
        let signed = attester.attest(ERASURE, tx.now(), says);
        Ok(Document::new(ERASURE, signed, attester))
    }
}

/// The job of the house: what a failing disk left half-done.
pub(crate) async fn run(house: House) -> Result<(), Fault> {
    finish_erasures(&house).await
}
