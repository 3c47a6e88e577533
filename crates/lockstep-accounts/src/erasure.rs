//! An erasure of an account, and the receipt of it.

use lockstep_documents::{Document, ERASURE};
use lockstep_store::id::{ErasureId, UserId};
use lockstep_store::{Timestamp, Tx};
use lockstep_vault::Attester;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json, json};
use sha2::{Digest, Sha256};

/// An erasure. It does not name its account; a reader who knows the account's id can check it
/// against the digest.
#[derive(Clone, Debug)]
pub(crate) struct Erasure {
    /// The erasure's id, which the receipt names.
    pub(crate) id: ErasureId,
    /// The time of the request: from then on no request acts for the account.
    pub(crate) begun: Timestamp,
    /// The time of completion, and the receipt.
    pub(crate) finished: Option<(Timestamp, Document)>,
    pub(crate) pseudonym: Pseudonym,
}

/// A pseudonym of an account's id: it can be checked with the id and does not reveal the id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pseudonym {
    pub(crate) salt: [u8; 16],
    pub(crate) digest: [u8; 32],
}

impl Pseudonym {
    /// Computes SHA-256 of `"lockstep erasure v1"` ‖ salt ‖ the id's text form.
    pub(crate) fn new(salt: [u8; 16], user: &UserId) -> Self {
        let mut hash = Sha256::new();
        hash.update(b"lockstep erasure v1");
        hash.update(salt);
        hash.update(user.as_str().as_bytes());
        Self {
            salt,
            digest: hash.finalize().into(),
        }
    }

    /// Whether this is the pseudonym of the account.
    pub(crate) fn is_of(&self, user: &UserId) -> bool {
        *self == Self::new(self.salt, user)
    }
}

/// The receipt's content in addition to the fields of every record; known when the rows are deleted.
#[derive(Serialize, Deserialize)]
pub(crate) struct ErasureReport {
    pub(crate) series: u64,
    pub(crate) encryption_keys: u64,
    pub(crate) agents: u64,
    /// The number of keys whose secret was exported, and the first of their ids.
    pub(crate) exported: u64,
    pub(crate) keys: Vec<String>,
    pub(crate) horizon: Timestamp,
    /// The audit entry of the erasure.
    pub(crate) entry: i64,
    pub(crate) hash: String,
}

impl ErasureReport {
    /// Signs the receipt of an erasure.
    pub(crate) fn receipt(&self, tx: &Tx<'_>, erasure: &Erasure, attester: &Attester) -> Document {
        let hex = |bytes: &[u8]| data_encoding::HEXLOWER.encode(bytes);
        let pseudonym = &erasure.pseudonym;
        let says = json!({
            "receiptId": erasure.id,
            "account": { "salt": hex(&pseudonym.salt), "digest": hex(&pseudonym.digest) },
            "begunAt": erasure.begun.to_string(),
            "removed": {
                "series": self.series, "keys": self.encryption_keys, "agents": self.agents,
            },
            "exported": { "count": self.exported, "keys": self.keys },
            "horizon": self.horizon.to_string(),
            "audit": { "entry": self.entry, "hash": self.hash },
        });
        let says: Map<String, Json> = match says {
            Json::Object(says) => says,
            _ => Map::new(),
        };
        let signed = attester.attest(ERASURE, tx.now(), says);
        attester.document(ERASURE, signed)
    }
}
