//! Tests of documents and their verification, with keys of their own. `lockstep-encryption` tests claims, and every
//! capability the documents that it signs.

mod answers;
mod documents;
mod signatures;

use std::sync::atomic::{AtomicU8, Ordering};

use getrandom::SysRng;
use getrandom::rand_core::UnwrapErr;
use lockstep_pq::{Key, KeyFormat};
use lockstep_values::Timestamp;
use serde::Serialize;
use serde_json::json;

use crate::signed::ALGORITHM;
use crate::{AttestationKey, CONTEXT, Document, SignedRecord, VerificationPolicy, record, verify};

/// A signer of documents.
struct Signer {
    secret: Key,
    key: AttestationKey,
}

impl Signer {
    fn key(&self) -> &AttestationKey {
        &self.key
    }

    fn attest(&self, format: &str, at: Timestamp, body: &impl Serialize) -> SignedRecord {
        self.sign(&record::text(format, &"07".repeat(16), at, body))
    }

    fn sign(&self, record: &str) -> SignedRecord {
        let rng = &mut UnwrapErr(SysRng);
        let signature = self.secret.sign(record.as_bytes(), CONTEXT.as_bytes(), rng);
        SignedRecord {
            record: record.to_owned(),
            signature: data_encoding::BASE64.encode(&signature.unwrap()),
            key: self.key.fingerprint().to_string(),
        }
    }
}

/// A signer with a key that no other signer of the tests has.
fn signer() -> Signer {
    static COUNT: AtomicU8 = AtomicU8::new(1);
    let seed = [COUNT.fetch_add(1, Ordering::Relaxed); 32];
    let secret = Key::from_bytes(ALGORITHM, KeyFormat::Seed, &seed).unwrap();
    let key = AttestationKey::new(secret.public_key().unwrap());
    Signer { secret, key }
}

fn document(by: &Signer, format: &str) -> Document {
    document_at(by, format, Timestamp(0))
}

fn document_at(by: &Signer, format: &str, at: Timestamp) -> Document {
    let signed = by.attest(format, at, &json!({ "entries": 3 }));
    Document::by(format, signed, by.key())
}

fn text(document: &Document) -> Vec<u8> {
    serde_json::to_vec(document).unwrap()
}

fn refused(bytes: &[u8], trust: &VerificationPolicy) -> bool {
    matches!(
        verify(bytes, trust),
        Err(crate::VerificationError::Refused(_))
    )
}
