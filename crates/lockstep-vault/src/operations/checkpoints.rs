//! Checkpoints of the audit chain: its head, signed each hour in which something was written, and
//! when the platform ends or is backed up.

use data_encoding::HEXLOWER;
use lockstep_store::audit::checkpoint::{self, Checkpoint};
use lockstep_store::audit::{self, Broken, Verdict, cut_off};
use lockstep_store::{StoreError, Tx};
use lockstep_web::{ApiError, AppState};
use serde::Deserialize;
use serde_json::{Map, Value as Json};
use sha2::{Digest, Sha256};

use crate::attest::{Attester, Signed};
use crate::document::{self, CHECKPOINT, Document, Trust};
use crate::store;
use crate::vault::Vault;

/// What a checkpoint says.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Says {
    /// The how manieth, from 1.
    number: i64,
    /// The entries it covers: all from the first to this.
    entries: i64,
    /// The hash of the last of them, in hexadecimal.
    head: String,
    /// SHA-256 of the record before it, in hexadecimal; null in the first.
    previous: Option<String>,
}

impl Says {
    fn body(&self) -> Map<String, Json> {
        let previous = self.previous.clone().map_or(Json::Null, Json::from);
        let fields: [(&str, Json); 4] = [
            ("number", self.number.into()),
            ("entries", self.entries.into()),
            ("head", self.head.clone().into()),
            ("previous", previous),
        ];
        let fields = fields.into_iter();
        fields
            .map(|(name, value)| (name.to_owned(), value))
            .collect()
    }

    fn read(body: Map<String, Json>) -> Option<Self> {
        serde_json::from_value(Json::Object(body)).ok()
    }
}

impl Vault {
    /// The newest checkpoint, made anew where entries were written since; `None` where there is no
    /// entry yet.
    ///
    /// # Errors
    /// [`StoreError`]; [`StoreError::Damaged`] where the chain does not reach the newest checkpoint:
    /// then no other is made over it.
    pub async fn checkpoint(&self) -> Result<Option<Document>, StoreError> {
        let (attester, vault) = (self.attester(), self.keyring().vault());
        let newest = self.ctx().db.write("vault.checkpoint", move |tx| {
            let Some(head) = checkpoint::head(tx)? else {
                return Ok(None);
            };
            let newest = checkpoint::newest(tx)?;
            if let Some(newest) = &newest {
                if !checkpoint::holds(tx, &newest.head)? {
                    return Err(StoreError::Damaged(format!(
                        "the audit chain: entry {} is not the one that checkpoint {} covers",
                        newest.head.seq, newest.number
                    )));
                }
                if newest.head == head {
                    return Ok(Some(newest.clone()));
                }
            }
            let says = Says {
                number: newest.as_ref().map_or(1, |newest| newest.number + 1),
                entries: head.seq,
                head: HEXLOWER.encode(&head.hash),
                previous: newest.map(|newest| digest(&newest.record)),
            };
            let signed = attester.attest(CHECKPOINT, tx.now(), says.body());
            let new = Checkpoint {
                number: says.number,
                head,
                at: tx.now(),
                record: signed.record,
                signature: signed.signature,
                signer: signed.key,
            };
            // From now on the store is worth nothing without this vault.
            store::bind(tx, &vault)?;
            checkpoint::keep(tx, &new)?;
            Ok(Some(new))
        });
        let newest = newest.await?;
        Ok(newest.map(|kept| Document::new(CHECKPOINT, signed(kept), &self.attester())))
    }

    /// Walks the audit chain, and checks the signature of every checkpoint of it; `kept` is a
    /// checkpoint that was kept elsewhere, as [`Document`] in JSON.
    ///
    /// # Errors
    /// A sentence: `kept` cannot be used, or the store cannot be read. A chain that does not hold is
    /// no error but the verdict.
    pub async fn verify_audit(&self, kept: Option<&[u8]>) -> Result<Verdict, String> {
        let kept = kept.map(|bytes| self.kept(bytes)).transpose()?;
        let attester = self.attester();
        let verdict = self.ctx().db.read("vault.audit.verify", move |tx| {
            let mut verdict = audit::verify(tx)?;
            // Of several things that do not hold the first is named.
            let unsigned = unsigned(tx, &attester)?;
            let missing = match kept.filter(|_| verdict.broken.is_none()) {
                Some(kept) => missing(tx, &kept, verdict.entries)?,
                None => None,
            };
            let found = [verdict.broken.take(), unsigned, missing];
            verdict.broken = found.into_iter().flatten().min_by_key(|broken| broken.seq);
            Ok::<_, StoreError>(verdict)
        });
        verdict.await.map_err(|error| error.to_string())
    }

    /// A checkpoint that was kept elsewhere: what it says, if this platform signed it.
    fn kept(&self, bytes: &[u8]) -> Result<checkpoint::Head, String> {
        let trust = Trust {
            key: Some(self.attester().key().clone()),
            chain: Some(self.attester().chain()),
            ..Trust::default()
        };
        let verified = document::verify(bytes, &trust);
        let verified = verified.map_err(|error| format!("the checkpoint: {error}"))?;
        let of_ours = verified.format == CHECKPOINT
            && verified.installation == self.attester().installation();
        let says = Says::read(verified.says).filter(|_| of_ours);
        let says = says.ok_or("it is no checkpoint of this platform's audit chain")?;
        let head = HEXLOWER.decode(says.head.as_bytes()).ok();
        let hash = head.and_then(|hash| hash.try_into().ok());
        Ok(checkpoint::Head {
            seq: says.entries,
            hash: hash.ok_or("the checkpoint names no hash")?,
        })
    }
}

/// Where a chain of so many entries does not hold against a checkpoint that was kept elsewhere.
fn missing(
    tx: &Tx<'_>,
    kept: &checkpoint::Head,
    entries: u64,
) -> Result<Option<Broken>, StoreError> {
    if checkpoint::holds(tx, kept)? {
        return Ok(None);
    }
    let next = i64::try_from(entries).map_or(i64::MAX, |entries| entries + 1);
    let cut = cut_off(next, kept.seq, "the checkpoint you kept");
    Ok(Some(cut.unwrap_or_else(|| Broken {
        seq: kept.seq,
        reason: "it is not the entry that the checkpoint you kept was made of".to_owned(),
    })))
}

/// The first checkpoint of the store that the platform did not sign as it stands.
fn unsigned(tx: &Tx<'_>, attester: &Attester) -> Result<Option<Broken>, StoreError> {
    let mut before: Option<(i64, String)> = None;
    for kept in checkpoint::all(tx)? {
        let (number, head, record) = (kept.number, kept.head, kept.record.clone());
        let reason = match attester.verify(&signed(kept)) {
            Err(refused) => Some(refused.to_string()),
            Ok(said) => {
                let says = Says::read(said.body);
                // Those before the first that is kept were forgotten.
                let follows = |says: &Says| {
                    before.as_ref().is_none_or(|(last, digest)| {
                        number == last + 1 && says.previous.as_ref() == Some(digest)
                    })
                };
                let agrees = says.as_ref().is_some_and(|says| {
                    says.number == number
                        && says.entries == head.seq
                        && says.head == HEXLOWER.encode(&head.hash)
                        && said.format == CHECKPOINT
                        && said.installation == attester.installation()
                });
                match says.filter(|_| agrees) {
                    None => Some("what was signed is something else".to_owned()),
                    Some(says) if !follows(&says) => {
                        Some("it does not follow the one before it".to_owned())
                    }
                    Some(_) => None,
                }
            }
        };
        if let Some(reason) = reason {
            return Ok(Some(Broken {
                seq: head.seq,
                reason: format!("checkpoint {number}, which covers it: {reason}"),
            }));
        }
        before = Some((number, digest(&record)));
    }
    Ok(None)
}

/// The job of the house.
pub(crate) async fn run(state: AppState) -> Result<(), ApiError> {
    Vault::of(&state)?.checkpoint().await?;
    Ok(())
}

fn signed(kept: Checkpoint) -> Signed {
    Signed {
        record: kept.record,
        signature: kept.signature,
        key: kept.signer,
    }
}

fn digest(record: &str) -> String {
    HEXLOWER.encode(&Sha256::digest(record.as_bytes()))
}
