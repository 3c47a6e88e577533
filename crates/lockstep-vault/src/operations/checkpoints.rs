//! Checkpoints of the audit chain: its signed head. One is created each hour with new entries, at shutdown,
//! and before a backup.

use data_encoding::HEXLOWER;
use lockstep_documents::document::{DocumentVerifier, record};
use lockstep_documents::{
    CHECKPOINT, Document, SignatureError, SignedRecord, VerificationError, VerificationPolicy,
    verify_among,
};
use lockstep_store::audit::checkpoint::{self, Checkpoint};
use lockstep_store::audit::{self, InvalidEntry, Verdict, cut_off};
use lockstep_store::{StoreError, Tx};
use lockstep_web::{ApiError, AppState};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::attest::Attester;
use crate::store;
use crate::vault::Vault;

/// The fields of a checkpoint's record.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CheckpointRecord {
    /// The number of the checkpoint, from 1.
    number: i64,
    /// The number of entries it covers, from the first entry on.
    entries: i64,
    /// The hash of the last covered entry, in hexadecimal.
    head: String,
    /// SHA-256 of the previous checkpoint's record, in hexadecimal; null in the first.
    previous: Option<String>,
}

/// The checkpoints of the audit chain.
#[derive(Clone, Copy)]
pub struct AuditCheckpoints<'v>(&'v Vault);

impl Vault {
    /// The checkpoints of the audit chain.
    #[must_use]
    pub fn checkpoints(&self) -> AuditCheckpoints<'_> {
        AuditCheckpoints(self)
    }
}

impl AuditCheckpoints<'_> {
    /// The newest stored checkpoint; `None` before the first.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn newest(self) -> Result<Option<Document>, StoreError> {
        let newest = self
            .0
            .ctx()
            .db
            .read("vault.newest_checkpoint", checkpoint::newest)
            .await?;
        Ok(newest.map(|kept| self.0.attester().document(CHECKPOINT, signed(kept))))
    }

    /// The newest checkpoint; a new one if entries were written since. `None` if there is no entry yet.
    ///
    /// # Errors
    /// [`StoreError`]; [`StoreError::Damaged`] if the chain does not reach the newest checkpoint: then no
    /// new one is created.
    pub async fn current(self) -> Result<Option<Document>, StoreError> {
        let (attester, vault) = (self.0.attester(), self.0.keyring().vault());
        let newest = self.0.ctx().db.write("vault.checkpoint", move |tx| {
            let Some(head) = checkpoint::head(tx)? else {
                return Ok(None);
            };
            let newest = checkpoint::newest(tx)?;
            if let Some(newest) = &newest {
                if !checkpoint::is_in_chain(tx, &newest.head)? {
                    return Err(StoreError::Damaged(format!(
                        "the audit chain: entry {} is not the one that checkpoint {} covers",
                        newest.head.seq, newest.number
                    )));
                }
                if newest.head == head {
                    return Ok(Some(newest.clone()));
                }
            }
            let says = CheckpointRecord {
                number: checkpoint::next_number(tx)?,
                entries: head.seq,
                head: HEXLOWER.encode(&head.hash),
                previous: newest.map(|newest| digest(&newest.record)),
            };
            let signed = attester.attest(CHECKPOINT, tx.now(), &says);
            let new = Checkpoint {
                number: says.number,
                head,
                at: tx.now(),
                record: signed.record,
                signature: signed.signature,
                signer: signed.key,
            };
            // From now on the store cannot be used without this vault.
            store::bind(tx, &vault)?;
            checkpoint::keep(tx, &new)?;
            Ok(Some(new))
        });
        let newest = newest.await?;
        Ok(newest.map(|kept| self.0.attester().document(CHECKPOINT, signed(kept))))
    }

    /// Verifies the audit chain, and the signature of each of its checkpoints. `kept` is a checkpoint that
    /// was stored elsewhere, as [`Document`] in JSON.
    ///
    /// # Errors
    /// A sentence: `kept` cannot be used, or the store cannot be read. An inconsistent chain is not an
    /// error but the verdict.
    pub async fn verify_chain(self, kept: Option<&[u8]>) -> Result<Verdict, String> {
        let kept = kept.map(|bytes| self.kept(bytes)).transpose()?;
        let attester = self.0.attester();
        let verdict = self.0.ctx().db.read("vault.audit.verify", move |tx| {
            let mut verdict = audit::verify(tx)?;
            // Only the first of several inconsistencies is reported.
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

    /// The head in a checkpoint that was stored elsewhere, if this platform signed the checkpoint.
    fn kept(self, bytes: &[u8]) -> Result<checkpoint::ChainHead, String> {
        let trust = VerificationPolicy {
            key: Some(self.0.attester().key().clone()),
            chain: Some(self.0.attester().chain()),
            ..VerificationPolicy::default()
        };
        let formats: &[(&str, DocumentVerifier<CheckpointRecord>)] = &[(CHECKPOINT, record)];
        let other = "it is not a checkpoint of this platform's audit chain";
        let verified = verify_among(formats, bytes, &trust);
        let verified = verified.map_err(|error| match error {
            VerificationError::NotADocument(reason) => format!("{other}: {reason}"),
            error => format!("the checkpoint: {error}"),
        })?;
        if verified.installation != self.0.attester().installation() {
            return Err(other.to_owned());
        }
        let head = HEXLOWER.decode(verified.says.head.as_bytes()).ok();
        let hash = head.and_then(|hash| hash.try_into().ok());
        Ok(checkpoint::ChainHead {
            seq: verified.says.entries,
            hash: hash.ok_or("the checkpoint names no hash")?,
        })
    }
}

/// The first inconsistency between a chain of this length and a checkpoint that was stored elsewhere.
fn missing(
    tx: &Tx<'_>,
    kept: &checkpoint::ChainHead,
    entries: u64,
) -> Result<Option<InvalidEntry>, StoreError> {
    if checkpoint::is_in_chain(tx, kept)? {
        return Ok(None);
    }
    let next = i64::try_from(entries).map_or(i64::MAX, |entries| entries + 1);
    let cut = cut_off(next, kept.seq, "the checkpoint you kept");
    Ok(Some(cut.unwrap_or_else(|| InvalidEntry {
        seq: kept.seq,
        reason: "it differs from the entry of the checkpoint that you kept".to_owned(),
    })))
}

/// The first checkpoint in the store without a valid signature of the platform.
fn unsigned(tx: &Tx<'_>, attester: &Attester) -> Result<Option<InvalidEntry>, StoreError> {
    let mut before: Option<(i64, String)> = None;
    // An entry that every following checkpoint covers, too.
    let mut covered = 1;
    for stored in checkpoint::all(tx)? {
        let kept = match stored {
            Ok(kept) => kept,
            Err(number) => {
                return Ok(Some(InvalidEntry {
                    seq: covered,
                    reason: format!("checkpoint {number}, which covers it, cannot be read"),
                }));
            }
        };
        let (number, head, record) = (kept.number, kept.head, kept.record.clone());
        let reason = match attester.verify_as::<CheckpointRecord>(&signed(kept)) {
            Err(SignatureError::NotARecord(_)) => {
                Some("the signed record differs from the document".to_owned())
            }
            Err(refused) => Some(refused.to_string()),
            Ok(signed) => {
                let says = &signed.body;
                // Checkpoints before the first stored one were deleted.
                let follows = before.as_ref().is_none_or(|(last, digest)| {
                    number == last + 1 && says.previous.as_ref() == Some(digest)
                });
                let agrees = says.number == number
                    && says.entries == head.seq
                    && says.head == HEXLOWER.encode(&head.hash)
                    && signed.format == CHECKPOINT
                    && signed.installation == attester.installation();
                match (agrees, follows) {
                    (false, _) => Some("the signed record differs from the document".to_owned()),
                    (true, false) => Some("it does not follow the one before it".to_owned()),
                    (true, true) => None,
                }
            }
        };
        if let Some(reason) = reason {
            return Ok(Some(InvalidEntry {
                seq: head.seq,
                reason: format!("checkpoint {number}, which covers it: {reason}"),
            }));
        }
        before = Some((number, digest(&record)));
        covered = head.seq;
    }
    Ok(None)
}

/// The background job of the server.
pub(crate) async fn run(state: AppState) -> Result<(), ApiError> {
    Vault::of(&state)?.checkpoints().current().await?;
    Ok(())
}

fn signed(kept: Checkpoint) -> SignedRecord {
    SignedRecord {
        record: kept.record,
        signature: kept.signature,
        key: kept.signer,
    }
}

fn digest(record: &str) -> String {
    HEXLOWER.encode(&Sha256::digest(record.as_bytes()))
}
