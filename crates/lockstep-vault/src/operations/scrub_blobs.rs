//! The part of a scrub that reads large stored values: circuits, proving keys, evaluation keys and
//! verification keys.
//!
//! A circuit is named by the digest of its R1CS, a verification key by its own. Of the other values the
//! first scrub that can read them records a digest; every later one compares it.

use lockstep_fhe::EvaluationKeys;
use lockstep_store::StoreError;
use lockstep_store::id::{KeyId, UserId};
use lockstep_web::Fault;
use lockstep_web::house::Scrubbed;
use lockstep_zk::formats::{json, zkey};
use lockstep_zk::{Bls12_381, Bn254};
use sha2::{Digest, Sha256};

use super::scrub::{cursor, damage, place, shown};
use crate::material::parameters;
use crate::operations::committed::CurveName;
use crate::operations::proofs::Scheme;
use crate::store;
use crate::store::blobs::{self, Blob, Table};
use crate::vault::Vault;

/// Before the cursor of a row, and the number of its table.
pub(super) const PREFIX: &str = "blob:";

impl Vault {
    /// Checks the next row of these tables; `at` is what follows [`PREFIX`].
    pub(super) async fn scrub_blob(&self, at: &str) -> Result<Scrubbed, Fault> {
        let (nth, after) = at.split_once(':').unwrap_or((at, "/"));
        let nth: usize = nth.parse().unwrap_or(usize::MAX);
        let mut found = Scrubbed::default();
        let Some(table) = Table::ALL.get(nth).copied() else {
            return Ok(found);
        };
        let after = place(after);
        let db = &self.ctx().db;
        let blob = db.read::<_, StoreError, _>("scrub.blob", move |tx| {
            blobs::after(tx, table, (&after.0, &after.1))
        });
        let Some(blob) = blob.await? else {
            found.next = Some(format!("{PREFIX}{}:/", nth + 1));
            return Ok(found);
        };
        found.next = Some(format!("{PREFIX}{nth}:{}", cursor(&blob.user, &blob.row)));
        found.rows = 1;
        let set = self.parameter_set(table, &blob).await?;
        let (checked, blob) = tokio::task::spawn_blocking(move || (check(table, &blob, set), blob))
            .await
            .map_err(|error| Fault::internal(error.to_string()))?;
        match checked {
            Ok(None) => {}
            Ok(Some(digest)) => {
                let write = db.write::<_, StoreError, _>("scrub.blob.digest", move |tx| {
                    blobs::keep_digest(tx, table, &blob, &digest)
                });
                write.await?;
            }
            Err(reason) => {
                let row = match table {
                    Table::VerifyingKey => json::hex(&blob.row),
                    _ => shown(&blob.row).into_owned(),
                };
                let why = format!("{reason}; send it again, or restore it from a backup");
                found
                    .damaged
                    .push(damage(table.name(), &shown(&blob.user), &row, &why));
            }
        }
        Ok(found)
    }

    /// The parameter set of a homomorphic key; `None` where its row cannot be read, which is reported
    /// with that row.
    async fn parameter_set(
        &self,
        table: Table,
        blob: &Blob,
    ) -> Result<Option<lockstep_fhe::SetId>, Fault> {
        let names = (shown(&blob.user).parse(), shown(&blob.row).parse());
        let (Table::EvaluationKey, (Ok(user), Ok(id))) = (table, names) else {
            return Ok(None);
        };
        let (user, id): (UserId, KeyId) = (user, id);
        let db = &self.ctx().db;
        let read = db.read::<_, StoreError, _>("scrub.blob.key", move |tx| {
            match store::by_id(tx, &user, &id) {
                Err(error) if error.is_damage() => Ok(None),
                found => found,
            }
        });
        Ok(read.await?.and_then(|record| record.slot.set()))
    }
}

/// What is wrong with a row, or the digest that is to be recorded of it.
fn check(
    table: Table,
    blob: &Blob,
    set: Option<lockstep_fhe::SetId>,
) -> Result<Option<[u8; 32]>, &'static str> {
    let [first, second, _] = &blob.values;
    let bytes = |value: &Option<Vec<u8>>| value.clone().unwrap_or_default();
    if table == Table::VerifyingKey {
        let digest = verifying_digest(&blob.about, &bytes(first));
        return match digest {
            Some(digest) if digest[..] == blob.row[..] => Ok(None),
            _ => Err("column body: it is not the key that its digest names"),
        };
    }
    if table == Table::Circuit {
        let id = format!("circuit:{}", json::hex(&Sha256::digest(bytes(first))));
        if id.as_bytes() != blob.row {
            return Err("column r1cs: it is not the circuit that its id names");
        }
    }
    let digest = content_digest(&blob.values);
    if let Some(recorded) = &blob.digest {
        return match recorded[..] == digest[..] {
            true => Ok(None),
            false => Err("its bytes are not those that an earlier scrub found"),
        };
    }
    let is_whole = match table {
        Table::Circuit => second
            .as_ref()
            .is_none_or(|key| reads_zkey(&blob.about, key)),
        Table::ProvingKey => {
            let curve = blob.about.split('/').nth(1).unwrap_or_default();
            reads_zkey(curve, &bytes(first))
        }
        // Evaluation keys may follow their public half.
        Table::EvaluationKey => {
            let body = bytes(second);
            let reads = |set| EvaluationKeys::from_bytes(&parameters(set), &body).is_ok();
            body.is_empty() || set.is_none_or(reads)
        }
        Table::VerifyingKey => true,
    };
    match is_whole {
        true => Ok(Some(digest)),
        false => Err("its key cannot be read"),
    }
}

fn content_digest(values: &[Option<Vec<u8>>; 3]) -> [u8; 32] {
    let mut digest = Sha256::new();
    for value in values {
        let bytes = value.as_deref().unwrap_or_default();
        digest.update([u8::from(value.is_some())]);
        digest.update((bytes.len() as u64).to_be_bytes());
        digest.update(bytes);
    }
    digest.finalize().into()
}

fn reads_zkey(curve: &str, bytes: &[u8]) -> bool {
    match CurveName::from_name(curve) {
        Some(CurveName::Bls12_381) => zkey::read::<Bls12_381>(bytes).is_ok(),
        Some(CurveName::Bn254) => zkey::read::<Bn254>(bytes).is_ok(),
        None => false,
    }
}

/// The digest of a verification key in snarkjs JSON, by its scheme and curve.
fn verifying_digest(about: &str, body: &[u8]) -> Option<[u8; 32]> {
    let (scheme, curve) = about.split_once('/')?;
    let text = std::str::from_utf8(body).ok()?;
    let is_groth16 = scheme == Scheme::Groth16.name();
    match (CurveName::from_name(curve)?, is_groth16) {
        (CurveName::Bn254, true) => Some(json::read_verifying_key::<Bn254>(text).ok()?.digest()),
        (CurveName::Bls12_381, true) => {
            Some(json::read_verifying_key::<Bls12_381>(text).ok()?.digest())
        }
        (CurveName::Bn254, false) => Some(json::read_pghr13_key::<Bn254>(text).ok()?.digest()),
        (CurveName::Bls12_381, false) => {
            Some(json::read_pghr13_key::<Bls12_381>(text).ok()?.digest())
        }
    }
}

#[cfg(test)]
impl Vault {
    pub(crate) async fn scrub_blob_for_a_test(&self, at: &str) -> Scrubbed {
        self.scrub_blob(at).await.unwrap()
    }
}
