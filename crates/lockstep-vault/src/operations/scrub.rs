//! The scrub of the vault: reads every key's row and repairs it where it can, opens every key's secret and
//! every account's key, compares every signed root with its record verifies its signature, and opens the search indexes.

use data_encoding::HEXLOWER;
use lockstep_documents::signed_root::digest;
use lockstep_store::id::{KeyId, UserId};
use lockstep_store::{Actor, Entry, Status, StoreError};
use lockstep_web::capability::{Damage, ScrubResult};
use lockstep_web::{ApiError, AppState};
use serde::de::IgnoredAny;
use serde_json::json;

use crate::attest::Attester;
use crate::keyring::SecretError;
use crate::material::Material;
use crate::operations::transition::write_audit_and_state;
use crate::store::roots::{self, AttestedRoot, RootPosition, TruncatedChain};
use crate::store::{self, KeyRowName, key_repair, key_state};
use crate::vault::Vault;

/// Checks one portion: first the accounts' keys and the rows of keys, then [`ROOTS`] signed roots at a time,
/// then search indexes, then [`PORTION`] secrets at a time.
pub(crate) async fn scrub(state: AppState, after: Option<String>) -> Result<ScrubResult, ApiError> {
    let vault = Vault::of(&state)?;
    let scrub = VaultScrub(vault);
    let mut found = ScrubResult::default();
    let Some(after) = after else {
        scrub.check_accounts(&mut found).await?;
        scrub.repair_key_rows(&mut found).await?;
        scrub.check_key_rows(&mut found).await?;
        scrub.name_roots(&mut found).await?;
        scrub.name_cut_off(&mut found).await?;
        found.next = Some(root_cursor(&RootPosition::default()));
        return Ok(found);
    };
    if let Some(index) = root_position(&after) {
        found.next = Some(match scrub.check_roots(index, &mut found).await? {
            Some(last) => root_cursor(&last),
            None => SEARCH_CURSOR.to_owned(),
        });
        return Ok(found);
    }
    if let Some(account) = after.strip_prefix(SEARCH_CURSOR) {
        found.next = Some(
            match vault.search_indexes().scrub(account, &mut found).await? {
                Some(last) => format!("{SEARCH_CURSOR}{last}"),
                None => "/".to_owned(),
            },
        );
        return Ok(found);
    }
    let after = parse_cursor(&after);
    let keys = state
        .db
        .read::<_, StoreError, _>("scrub.keys", move |tx| {
            store::server_keys_after(tx, &after, PORTION)
        })
        .await?;
    found.next = keys.last().map(cursor);
    for name in &keys {
        let (account, key) = (&*shown(&name.account), &*shown(&name.key));
        found.rows += 1;
        match vault.keyring().secret(account, key).await {
            Ok(secret) => {
                scrub
                    .check_public(account, key, &secret, &mut found)
                    .await?;
            }
            // The key was destroyed after its row was read.
            Err(SecretError::Destroyed) => {}
            Err(SecretError::Store(error)) => return Err(error.into()),
            Err(error) => found
                .damaged
                .push(damage("secret", account, key, &error.to_string())),
        }
    }
    Ok(found)
}

/// The cursor after a portion. Hexadecimal, since a damaged name need not be text.
fn cursor(last: &KeyRowName) -> String {
    let (account, key) = (HEXLOWER.encode(&last.account), HEXLOWER.encode(&last.key));
    format!("{account}/{key}")
}

fn parse_cursor(cursor: &str) -> KeyRowName {
    let (account, key) = cursor.split_once('/').unwrap_or((cursor, ""));
    let read = |text: &str| HEXLOWER.decode(text.as_bytes()).unwrap_or_default();
    KeyRowName {
        account: read(account),
        key: read(key),
    }
}

/// The prefix of cursors in the signed roots; no hexadecimal text begins with it.
fn root_cursor((account, number): &RootPosition) -> String {
    format!("{ROOT_CURSOR}{}/{number}", HEXLOWER.encode(account))
}

fn root_position(cursor: &str) -> Option<RootPosition> {
    let (account, number) = cursor.strip_prefix(ROOT_CURSOR)?.split_once('/')?;
    let account = HEXLOWER.decode(account.as_bytes()).unwrap_or_default();
    Some((account, number.parse().unwrap_or_default()))
}

fn shown(bytes: &[u8]) -> std::borrow::Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

/// The checks and repairs of a scrub.
#[derive(Clone, Copy)]
pub(crate) struct VaultScrub<'v>(pub(crate) &'v Vault);

impl VaultScrub<'_> {
    async fn check_accounts(self, found: &mut ScrubResult) -> Result<(), ApiError> {
        let accounts = self
            .0
            .ctx()
            .db
            .read::<_, StoreError, _>("scrub.accounts", store::named_accounts)
            .await?;
        for account in accounts {
            found.rows += 1;
            let reason = match self.0.keyring().has_account(&account).await {
                Ok(true) => continue,
                Ok(false) if self.0.keyring().was_destroyed(&account).await? => continue,
                Ok(false) => "is not among the stored keys".to_owned(),
                Err(SecretError::Store(error)) => return Err(error.into()),
                Err(error) => error.to_string(),
            };
            found
                .damaged
                .push(damage("account_key", &account, "", &reason));
        }
        Ok(())
    }

    pub(crate) async fn check_key_rows(self, found: &mut ScrubResult) -> Result<(), ApiError> {
        let db = &self.0.ctx().db;
        let read = db.read::<_, StoreError, _>("scrub.key_rows", store::check_keys);
        let (rows, damaged) = read.await?;
        found.rows += rows;
        found.damaged.extend(damaged.into_iter().map(Damage::from));
        Ok(())
    }

    /// Repairs damaged rows of keys from the audit log, the keys' ids and `keys.db`. A key whose secret is in
    /// `keys.db` and whose row is missing is created again if the audit log states its row.
    pub(crate) async fn repair_key_rows(self, found: &mut ScrubResult) -> Result<(), ApiError> {
        let db = &self.0.ctx().db;
        let read = db.read::<_, StoreError, _>("scrub.key_rows.damaged", key_repair::damaged);
        let lifetime = self.0.mode_keys().rotation_period();
        let unknown = self
            .0
            .key_examination()
            .unknown_secrets()
            .await?
            .into_iter();
        let unknown =
            unknown.filter_map(|(account, key)| Some((account.parse().ok()?, key.parse().ok()?)));
        let mut keys: Vec<(UserId, KeyId)> = read.await?;
        for key in unknown {
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
        for key in keys.clone() {
            let (user, id) = key.clone();
            let read = db.read::<_, StoreError, _>("scrub.key_rows.copies", move |tx| {
                key_repair::other_rows(tx, (&user, &id))
            });
            for other in read.await? {
                if !keys.contains(&(other.clone(), key.1.clone())) {
                    keys.push((other, key.1.clone()));
                }
            }
        }
        for (user, id) in keys {
            if self.remove_copy(&user, &id).await? {
                let reason = "it was a copy of the row of another account's key, and was removed";
                let removed = damage("encryption_key", user.as_str(), id.as_str(), reason);
                found.repaired.push(removed);
                continue;
            }
            let secret = self.0.keyring().secret(user.as_str(), id.as_str()).await;
            let secret = secret.ok();
            let (owner, key) = (user.clone(), id.clone());
            let repair = self
                .0
                .change_keys(&user, "scrub.key_rows.repair", move |tx| {
                    match store::ensure_active(tx, &owner) {
                        Err(StoreError::Erased) => return Ok(false),
                        active => active?,
                    }
                    let repaired =
                        key_repair::repaired(tx, (&owner, &key), secret.as_deref(), lifetime)?;
                    let Some(row) = repaired else {
                        return Ok(false);
                    };
                    key_repair::put(tx, &row)?;
                    write_audit_and_state(tx, &Actor::system(), "key.repair", &row)?;
                    Ok(true)
                });
            if repair.await? {
                let reason = "its row was damaged or not the one last written, and was repaired from the \
                           audit log";
                let repaired = damage("encryption_key", user.as_str(), id.as_str(), reason);
                found.repaired.push(repaired);
            }
        }
        Ok(())
    }

    /// Removes the rows of a key that are proven to be copies: the audit log names another account, or the key's
    /// secret opens for another account. Returns whether they were.
    async fn remove_copy(self, user: &UserId, id: &KeyId) -> Result<bool, ApiError> {
        let (owner, key) = (user.clone(), id.clone());
        let db = &self.0.ctx().db;
        let read = db.read::<_, StoreError, _>("scrub.key_rows.proof", move |tx| {
            key_repair::is_proven_copy(tx, (&owner, &key))
        });
        let is_copy = read.await? || {
            let other = self.0.keyring().other_account(user.as_str(), id.as_str());
            other.await?.is_some()
        };
        if !is_copy {
            return Ok(false);
        }
        let (owner, key) = (user.clone(), id.clone());
        let remove = self
            .0
            .change_keys(user, "scrub.key_rows.remove_copy", move |tx| {
                key_repair::remove_copy(tx, &owner, &key)?;
                tx.audit(&Entry {
                actor: &Actor::system(),
                action: "key.remove_copy",
                component: "vault",
                status: Status::Warning,
                details: "a copy of the row of another account's key was removed".to_owned(),
                metadata: json!({ "copyOf": key, "accountDigest": key_state::account_digest(&owner) }),
            })?;
                Ok(())
            });
        remove.await?;
        Ok(true)
    }

    /// Compares the public half in a key's row with the key's secret.
    async fn check_public(
        self,
        account: &str,
        key: &str,
        secret: &[u8],
        found: &mut ScrubResult,
    ) -> Result<(), ApiError> {
        let (Ok(user), Ok(id)) = (account.parse::<UserId>(), key.parse::<KeyId>()) else {
            return Ok(());
        };
        let (owner, named) = (user.clone(), id.clone());
        let db = &self.0.ctx().db;
        let read = db.read::<_, StoreError, _>("scrub.key", move |tx| {
            match store::by_id(tx, &owner, &named) {
                Err(error) if error.is_damage() => Ok(None),
                read => read,
            }
        });
        // A damaged row is named already.
        let Some(record) = read.await? else {
            return Ok(());
        };
        let material = Material::read(record.slot, secret);
        let Some(public) = material.and_then(|material| material.public()) else {
            let explanation = "it is not a secret of the scheme that the key's row names";
            found
                .damaged
                .push(damage("secret", account, key, explanation));
            return Ok(());
        };
        if record.public == public {
            return Ok(());
        }
        let owner = user.clone();
        let put = self.0.change_keys(&user, "scrub.key.public", move |tx| {
            if !key_repair::put_public(tx, (&owner, &id), &public)? {
                return Ok(false);
            }
            if let Some(row) = store::as_stored(tx, &owner, &id)? {
                write_audit_and_state(tx, &Actor::system(), "key.repair", &row)?;
            }
            Ok(true)
        });
        if put.await? {
            let reason = "column public: it did not belong to the key's secret, and was repaired";
            found
                .repaired
                .push(damage("encryption_key", account, key, reason));
        }
        Ok(())
    }

    /// Names the signed roots that no portion reaches.
    async fn name_roots(self, found: &mut ScrubResult) -> Result<(), ApiError> {
        let db = &self.0.ctx().db;
        let read = db.read::<_, StoreError, _>("scrub.roots.names", roots::mistyped_names);
        for (account, number) in read.await? {
            let reason = "table attested_root, columns user_id and number: expected a text and an integer; \
                       restore the row from a backup";
            found
                .damaged
                .push(damage("attested_root", &account, &number, reason));
        }
        Ok(())
    }

    /// Names the accounts whose newest signed roots are missing.
    async fn name_cut_off(self, found: &mut ScrubResult) -> Result<(), ApiError> {
        let db = &self.0.ctx().db;
        let read = db.read::<_, StoreError, _>("scrub.roots.cut_off", roots::cut_off);
        for TruncatedChain {
            account,
            stored,
            signed,
        } in read.await?
        {
            let first = (stored + 1).to_string();
            let reason = format!(
                "the signed roots {first} to {signed} of the account are missing: the audit log names them. \
                 Restore these rows from a backup"
            );
            found.damaged.push(Damage {
                account,
                ..damage("attested_root", "", &first, &reason)
            });
        }
        Ok(())
    }

    /// Checks [`ROOTS`] signed roots; returns the last one if there are more.
    async fn check_roots(
        self,
        after: RootPosition,
        found: &mut ScrubResult,
    ) -> Result<Option<RootPosition>, ApiError> {
        let attester = self.0.attester();
        let read = self
            .0
            .ctx()
            .db
            .read::<_, StoreError, _>("scrub.roots", move |tx| {
                let (mut damaged, mut count, mut last) = (Vec::new(), 0, after.clone());
                roots::visit_after(tx, &after, ROOTS, |place, root| {
                    let expected = match place.0 == last.0 {
                        true => last.1 + 1,
                        false => 1,
                    };
                    let reason = match root {
                        Err(error) => Some(error.to_string()),
                        Ok(_) if place.1 != expected => {
                            Some("the root before it is missing".to_owned())
                        }
                        Ok(root) => fault_of(&attester, &root),
                    };
                    let row = place.1.to_string();
                    if let Some(reason) = reason {
                        let reason = format!("{reason}; restore the row from a backup");
                        damaged.push(damage("attested_root", &shown(&place.0), &row, &reason));
                    }
                    count += 1;
                    last = place;
                })?;
                Ok((damaged, count, last))
            });
        let (damaged, count, last) = read.await?;
        found.rows += count;
        found.damaged.extend(damaged);
        Ok((count == u64::from(ROOTS)).then_some(last))
    }
}

/// Returns the defect of a signed root.
fn fault_of(attester: &Attester, root: &AttestedRoot) -> Option<String> {
    if digest(&root.signed.record) != root.digest {
        return Some("its record is not the one that was signed".to_owned());
    }
    let refused = attester.verify_as::<IgnoredAny>(&root.signed).err()?;
    Some(format!("column signature: {refused}"))
}

fn damage(table: &'static str, account: &str, row: &str, reason: &str) -> Damage {
    Damage {
        table: table.into(),
        account: Some(account.to_owned()),
        row: row.to_owned(),
        from: None,
        to: None,
        points: 0,
        reason: reason.to_owned(),
    }
}

/// The number of signed roots in a portion.
const ROOTS: u32 = 512;
const ROOT_CURSOR: &str = "roots/";
/// The prefix of cursors in the search indexes; no hexadecimal text begins with it.
const SEARCH_CURSOR: &str = "search/";
/// The number of secrets in a portion.
const PORTION: u32 = 256;
