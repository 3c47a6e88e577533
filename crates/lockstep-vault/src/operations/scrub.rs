//! The scrub of the vault: reads every key's row, opens every key's secret and every account's key,
//! compares every signed root with its record.

use data_encoding::HEXLOWER;
use lockstep_store::StoreError;
use lockstep_web::app_state::{Damage, Scrubbed};
use lockstep_web::{ApiError, AppState};

use crate::keyring::SecretError;
use crate::signed_root::digest;
use crate::store::roots;
use crate::store::{self, KeyRowName};
use crate::vault::Vault;

/// Checks one portion: first the accounts' keys and the signed roots, then [`PORTION`] secrets at a time.
pub(crate) async fn scrub(state: AppState, after: Option<String>) -> Result<Scrubbed, ApiError> {
    let vault = Vault::of(&state)?;
    let mut found = Scrubbed::default();
    let Some(after) = after else {
        vault.scrub_accounts(&mut found).await?;
        vault.scrub_roots(&mut found).await?;
        vault.scrub_key_rows(&mut found).await?;
        found.next = Some("/".to_owned());
        return Ok(found);
    };
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
            // The key was destroyed after its row was read.
            Ok(_) | Err(SecretError::Destroyed) => {}
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

fn shown(bytes: &[u8]) -> std::borrow::Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

impl Vault {
    async fn scrub_accounts(&self, found: &mut Scrubbed) -> Result<(), ApiError> {
        let accounts = self
            .ctx()
            .db
            .read::<_, StoreError, _>("scrub.accounts", store::named_accounts)
            .await?;
        for account in accounts {
            found.rows += 1;
            let why = match self.keyring().has_account(&account).await {
                Ok(true) => continue,
                Ok(false) if self.keyring().was_destroyed(&account).await? => continue,
                Ok(false) => "is not in keys.db".to_owned(),
                Err(SecretError::Store(error)) => return Err(error.into()),
                Err(error) => error.to_string(),
            };
            found
                .damaged
                .push(damage("account_key", &account, "", &why));
        }
        Ok(())
    }

    async fn scrub_key_rows(&self, found: &mut Scrubbed) -> Result<(), ApiError> {
        let db = &self.ctx().db;
        let read = db.read::<_, StoreError, _>("scrub.key_rows", store::check_keys);
        let (rows, damaged) = read.await?;
        found.rows += rows;
        found.damaged.extend(damaged.into_iter().map(Damage::from));
        Ok(())
    }

    async fn scrub_roots(&self, found: &mut Scrubbed) -> Result<(), ApiError> {
        let read = self.ctx().db.read::<_, StoreError, _>("scrub.roots", |tx| {
            let mut damaged = Vec::new();
            let mut last: Option<(String, i64)> = None;
            let count = roots::visit(tx, |account, root| {
                let (row, why) = match root {
                    Err(error) => (String::new(), error.to_string()),
                    Ok(root) => {
                        let before = last.replace((account.to_owned(), root.number));
                        let expected = match before {
                            Some((of, number)) if of == account => number + 1,
                            _ => 1,
                        };
                        let why = if root.number != expected {
                            "the root before it is missing"
                        } else if digest(&root.signed.record) != root.digest {
                            "its record is not the one that was signed"
                        } else {
                            return;
                        };
                        (root.number.to_string(), why.to_owned())
                    }
                };
                damaged.push(damage("attested_root", account, &row, &why));
            })?;
            Ok((count, damaged))
        });
        let (count, damaged) = read.await?;
        found.rows += count;
        found.damaged.extend(damaged);
        Ok(())
    }
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

/// The number of secrets in a portion.
const PORTION: u32 = 256;
