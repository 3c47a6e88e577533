//! The scrub of large stored values: circuits, proving keys, evaluation keys and
//! verification keys.
//!
//! A circuit is named by the digest of its R1CS, a verification key by its own. Of the other values the
//! first scrub that can read them records a digest; every later one compares it.

use data_encoding::HEXLOWER;
use lockstep_fhe::{EvaluationKeys, PublicKey};
use lockstep_store::StoreError;
use lockstep_store::id::{KeyId, UserId};
use lockstep_vault::key_queries;
use lockstep_vault::material::parameters;
use lockstep_web::capability::{Damage, ScrubResult};
use lockstep_web::jobs::run_cancellable;
use lockstep_web::{ApiError, AppState};
use lockstep_zk::formats::{json, zkey};
use lockstep_zk::{Curve, CurveName, PairingScheme, on_curve};
use sha2::{Digest, Sha256};

use crate::store::blobs::{self, Blob, Table};

/// Checks the next row of these tables; see [`lockstep_web::Capability::scrub`].
pub(crate) async fn scrub(state: AppState, after: Option<String>) -> Result<ScrubResult, ApiError> {
    let Some(after) = after else {
        return mistyped_names(&state).await;
    };
    let Cursor { nth, user, row } = Cursor::parse(&after).unwrap_or_default();
    let mut found = ScrubResult::default();
    let Some(table) = Table::ALL.get(nth).copied() else {
        return Ok(found);
    };
    let db = &state.db;
    let blob = db.read::<_, StoreError, _>("scrub.blob", move |tx| {
        blobs::after(tx, table, (&user, &row))
    });
    let Some(blob) = blob.await? else {
        let next = Cursor {
            nth: nth + 1,
            ..Cursor::default()
        };
        found.next = Some(next.text());
        return Ok(found);
    };
    let next = Cursor {
        nth,
        user: blob.user.clone(),
        row: blob.row.clone(),
    };
    found.next = Some(next.text());
    found.rows = 1;
    let set = parameter_set(&state, table, &blob).await?;
    // A key takes seconds to read: the scrub of a server that ends, or of a command that was stopped, does not go on.
    let checking = run_cancellable(move |cancel| {
        let checked = check(table, &blob, set, &|| cancel.check().is_ok());
        cancel.check()?;
        Ok((checked, blob))
    });
    let (checked, blob) = checking.await?;
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
                _ => String::from_utf8_lossy(&blob.row).into_owned(),
            };
            found.damaged.push(Damage {
                table: table.name().into(),
                account: Some(String::from_utf8_lossy(&blob.user).into_owned()),
                row,
                from: None,
                to: None,
                points: 0,
                reason: format!("{reason}; {}", remedy(table)),
            });
        }
    }
    Ok(found)
}

/// Returns the remedy for a damaged value.
fn remedy(table: Table) -> &'static str {
    match table {
        Table::EvaluationKey => {
            "a key in the server's custody makes it again when it is used; for a key in the client's \
             custody send it again with PUT /v1/encryption/keys/{keyId}/evaluation-keys"
        }
        _ => "send it again, or restore it from a backup",
    }
}

/// Checks the first portion: rows whose names have another type than their column.
async fn mistyped_names(state: &AppState) -> Result<ScrubResult, ApiError> {
    let read = state.db.read::<_, StoreError, _>("scrub.blob.names", |tx| {
        let mut all = Vec::new();
        for table in Table::ALL {
            all.extend(blobs::mistyped_names(tx, table)?);
        }
        Ok(all)
    });
    let damaged: Vec<Damage> = read.await?.into_iter().map(Damage::from).collect();
    Ok(ScrubResult {
        next: Some(Cursor::default().text()),
        rows: damaged.len() as u64,
        damaged,
        ..ScrubResult::default()
    })
}

/// The row after which a portion begins: the number of its table, its account and its name. Names are
/// hexadecimal in the text, since a damaged one need not be text.
#[derive(Default)]
struct Cursor {
    nth: usize,
    user: Vec<u8>,
    row: Vec<u8>,
}

impl Cursor {
    fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split('/');
        let nth = parts.next()?.parse().ok()?;
        let mut bytes = || HEXLOWER.decode(parts.next()?.as_bytes()).ok();
        Some(Self {
            nth,
            user: bytes()?,
            row: bytes()?,
        })
    }

    fn text(&self) -> String {
        let (user, row) = (HEXLOWER.encode(&self.user), HEXLOWER.encode(&self.row));
        format!("{}/{user}/{row}", self.nth)
    }
}

/// The parameter set of a homomorphic key; `None` where its row cannot be read, which is reported with
/// that row.
async fn parameter_set(
    state: &AppState,
    table: Table,
    blob: &Blob,
) -> Result<Option<lockstep_fhe::SetId>, ApiError> {
    let shown = String::from_utf8_lossy;
    let names = (shown(&blob.user).parse(), shown(&blob.row).parse());
    let (Table::EvaluationKey, (Ok(user), Ok(id))) = (table, names) else {
        return Ok(None);
    };
    let (user, id): (UserId, KeyId) = (user, id);
    let read = state
        .db
        .read::<_, StoreError, _>("scrub.blob.key", move |tx| {
            key_queries::parameter_set(tx, &user, &id)
        });
    Ok(read.await?)
}

/// Returns the defect of a row, or the digest to record for it. The result is of no use once `is_active` has said no.
fn check(
    table: Table,
    blob: &Blob,
    set: Option<lockstep_fhe::SetId>,
    is_active: IsActive<'_>,
) -> Result<Option<[u8; 32]>, &'static str> {
    let [first, second, _] = &blob.values;
    let bytes = |value: &Option<Vec<u8>>| value.clone().unwrap_or_default();
    if table == Table::VerifyingKey {
        let digest = verifying_digest(&blob.about, &bytes(first), is_active);
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
            .is_none_or(|key| reads_zkey(blob.about.parse().ok(), key, is_active)),
        Table::ProvingKey => {
            let curve = blob.about.split('/').nth(1).unwrap_or_default();
            reads_zkey(curve.parse().ok(), &bytes(first), is_active)
        }
        // Evaluation keys may follow their public half.
        Table::EvaluationKey => {
            let (public, body) = (bytes(first), bytes(second));
            set.is_none_or(|set| {
                let set = parameters(set);
                let is_body_whole = || EvaluationKeys::from_bytes(&set, &body).is_ok();
                PublicKey::from_bytes(&set, &public).is_ok() && (body.is_empty() || is_body_whole())
            })
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

/// Whether a proving key can be read. A key of an unknown curve cannot.
fn reads_zkey(curve: Option<CurveName>, bytes: &[u8], is_active: IsActive<'_>) -> bool {
    curve
        .is_some_and(|curve| on_curve!(curve, E => zkey::read_while::<E>(bytes, is_active).is_ok()))
}

/// The digest of a verification key in JSON, by its scheme and curve.
fn verifying_digest(about: &str, body: &[u8], is_active: IsActive<'_>) -> Option<[u8; 32]> {
    let (scheme, curve) = about.split_once('/')?;
    let text = std::str::from_utf8(body).ok()?;
    let scheme: PairingScheme = scheme.parse().ok()?;
    on_curve!(curve.parse::<CurveName>().ok()?, E => digest_on::<E>(scheme, text, is_active))
}

fn digest_on<E: Curve>(
    scheme: PairingScheme,
    text: &str,
    is_active: IsActive<'_>,
) -> Option<[u8; 32]> {
    Some(match scheme {
        PairingScheme::Groth16 => json::read_verifying_key_while::<E>(text, is_active)
            .ok()?
            .digest(),
        PairingScheme::Pghr13 => json::read_pghr13_key_while::<E>(text, is_active)
            .ok()?
            .digest(),
    })
}

/// Says whether the scrub goes on.
type IsActive<'a> = &'a (dyn Fn() -> bool + Sync);
