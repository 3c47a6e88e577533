//! Scrubs sealed names and secrets of TOTP: opens each, and compares the keys by which an account is found with the
//! digests of its names.

use lockstep_store::StoreError;
use lockstep_store::id::{ApiKeyId, UserId};
use lockstep_vault::Vault;
use lockstep_web::api_error::ErrorKind;
use lockstep_web::capability::ScrubResult;
use lockstep_web::{ApiError, AppState};

use super::account_damage;
use crate::names::{self, AccountNames, NameKey, Names};
use crate::operations::sealing::unless_taken;
use crate::operations::second_factor;
use crate::store::names::{self as rows, SealedRow};

/// Scrubs one portion of sealed names: those after this row. The cursor of the next portion is the
/// last row.
pub(super) async fn scrub(
    state: &AppState,
    after: Vec<u8>,
) -> Result<(ScrubResult, Option<Vec<u8>>), ApiError> {
    let mut found = ScrubResult::default();
    let sealed = state
        .db
        .read::<_, StoreError, _>("scrub.names", move |tx| {
            rows::sealed_after(tx, &after, PORTION)
        })
        .await?;
    let next = sealed.last().map(|one| one.row.clone());
    for one in sealed {
        let (user, row) = (
            String::from_utf8_lossy(&one.user),
            String::from_utf8_lossy(&one.row),
        );
        // The scrub of the rows reports a damaged identifier or column.
        let (Ok(user), Some(bytes)) = (user.parse::<UserId>(), &one.sealed) else {
            continue;
        };
        found.rows += 1;
        let is_account = row == user.as_str();
        let is_totp = row.starts_with(rows::TOTP_ROWS);
        let opened = match Vault::of(state)?.account_keys(&user).await {
            // The account was erased since, or is being erased.
            Err(fault) if fault.kind == ErrorKind::NotFound => continue,
            Err(fault) if fault.kind == ErrorKind::Unavailable => return Err(fault),
            Err(fault) => Err(fault),
            Ok(account_keys) if is_totp => second_factor::open(&account_keys, bytes)
                .map(|_| None)
                .map_err(|_| ApiError::internal("the secret cannot be decrypted")),
            Ok(account_keys) => match row.parse::<ApiKeyId>() {
                Ok(id) => names::open_api_key(&account_keys, &id, bytes).map(|_| None),
                Err(_) => names::open_account(&account_keys, bytes).map(Some),
            },
        };
        match opened {
            Ok(Some(names)) => scrub_index(state, &user, &one, &names, &mut found).await?,
            Ok(None) => {}
            Err(fault) => {
                let reason = fault.log.unwrap_or(fault.message.into_owned());
                let mut damage = account_damage(&user, String::new());
                damage.reason = match is_account {
                    _ if is_totp => format!(
                        "table totp, column secret: {reason}; `lockstep user reset-totp {user}` removes it"
                    ),
                    true => format!("table account, column names: {reason}; {REPLACE_NAMES}"),
                    false => format!("table api_key, column sealed_name: {reason}"),
                };
                if is_totp {
                    damage.table = "totp".into();
                } else if !is_account {
                    damage.table = "api_key".into();
                    damage.row = row.into_owned();
                }
                found.damaged.push(damage);
            }
        }
    }
    Ok((found, next))
}

/// A key by which an account is found.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Key {
    Username,
    Email,
}

impl Key {
    fn description(self) -> KeyDescription {
        match self {
            Self::Username => KeyDescription {
                column: "username_key",
                label: "user name",
                option: "--name",
            },
            Self::Email => KeyDescription {
                column: "email_key",
                label: "e-mail address",
                option: "--email",
            },
        }
    }
}

impl Key {
    /// Returns the sentence about a key that another account has.
    fn conflict_sentence(self, user: &UserId) -> String {
        let KeyDescription {
            column,
            label,
            option,
        } = self.description();
        format!(
            "table account, column {column}: another account has the {label} of this account, which cannot \
             sign in with it. `lockstep user change {user} {option} NEW` gives the account another {label}"
        )
    }
}

struct KeyDescription {
    column: &'static str,
    /// The name that users know.
    label: &'static str,
    /// The option of the command line that replaces the name.
    option: &'static str,
}

/// The result of the scrub of an account's index columns.
#[derive(Default)]
struct IndexScrubOutcome {
    /// The columns that were replaced.
    repaired: Vec<&'static str>,
    /// The keys that another account has.
    taken: Vec<Key>,
}

impl IndexScrubOutcome {
    fn note(&mut self, key: Key, is_free: bool) {
        match is_free {
            true => self.repaired.push(key.description().column),
            false => self.taken.push(key),
        }
    }
}

/// Compares the keys by which an account is found with the digests of its names, and replaces
/// wrong keys.
async fn scrub_index(
    state: &AppState,
    user: &UserId,
    row: &SealedRow,
    names: &AccountNames,
    found: &mut ScrubResult,
) -> Result<(), ApiError> {
    let index = Names::of(state)?.index();
    let check = index.check();
    // A lost name is empty: it stays found by the key that it had.
    let wrong = |name: &str, stored: Option<&str>, right: String| {
        (!name.is_empty() && stored != Some(&right)).then_some(right)
    };
    let username = index.username(&names.username);
    let username = wrong(&names.username, row.username_key.as_deref(), username);
    let email = index.email(&names.email);
    let email = wrong(&names.email, row.email_key.as_deref(), email);
    let is_check_wrong = !row.is_settling && row.index_check.as_deref() != Some(&check[..]);
    if username.is_none() && email.is_none() && !is_check_wrong {
        return Ok(());
    }
    let mut displaced = Vec::new();
    for key in [
        username.clone().map(NameKey::Username),
        email.clone().map(NameKey::Email),
    ] {
        if let Some(key) = key
            && let Some(holder) = wrong_holder(state, user, &key).await?
        {
            displaced.push((key, holder));
        }
    }
    let (id, row) = (user.clone(), row.clone());
    let compared = state
        .db
        .write::<_, StoreError, _>("scrub.names.index", move |tx| {
            let mut compared = IndexScrubOutcome::default();
            let mut keys = (row.username_key.clone(), row.email_key.clone());
            for (key, (holder, sealed)) in &displaced {
                rows::release(tx, key, (holder, sealed))?;
            }
            // A wrong key is removed even if the right one is taken: it may be another account's.
            if let Some(right) = username.clone() {
                keys.0 = unless_taken(tx, &id, NameKey::Username(right))?;
                compared.note(Key::Username, keys.0.is_some());
            }
            if let Some(right) = email.clone() {
                keys.1 = unless_taken(tx, &id, NameKey::Email(right))?;
                compared.note(Key::Email, keys.1.is_some());
            }
            if is_check_wrong {
                compared.repaired.push("index_check");
            }
            let sealed = row.sealed.as_deref().unwrap_or_default();
            let keys = (keys.0.as_deref(), keys.1.as_deref());
            let check = (!row.is_settling).then_some(&check);
            // Names that changed since are checked by the next scrub.
            Ok(rows::reindex(tx, &id, sealed, keys, check)?.then_some(compared))
        })
        .await?;
    let Some(compared) = compared else {
        return Ok(());
    };
    if !compared.repaired.is_empty() {
        let columns = compared.repaired.join(", ");
        tracing::warn!(account = %user, columns, "index columns of an account were wrong and were replaced");
        let reason = format!(
            "table account, column {columns}: differed from the digest of the name and was replaced"
        );
        found.repaired.push(account_damage(user, reason));
    }
    for key in compared.taken {
        found
            .damaged
            .push(account_damage(user, key.conflict_sentence(user)));
    }
    Ok(())
}

/// Returns the other account that is found by the key, with its sealed names, if the key is of none of its
/// names: the keys of two accounts were exchanged. The scrub gives that account its own key.
async fn wrong_holder(
    state: &AppState,
    user: &UserId,
    key: &NameKey,
) -> Result<Option<(UserId, Vec<u8>)>, ApiError> {
    let (owner, asked) = (user.clone(), key.clone());
    let read = state
        .db
        .read::<_, StoreError, _>("scrub.names.holder", move |tx| {
            rows::holder(tx, &asked, &owner)
        });
    let Some((holder, sealed)) = read.await? else {
        return Ok(None);
    };
    let Ok(account_keys) = Vault::of(state)?.account_keys(&holder).await else {
        return Ok(None);
    };
    let Ok(names) = names::open_account(&account_keys, &sealed) else {
        return Ok(None);
    };
    let index = Names::of(state)?.index();
    let is_right = match key {
        NameKey::Username(key) => {
            names.username.is_empty() || *key == index.username(&names.username)
        }
        NameKey::Email(key) => names.email.is_empty() || *key == index.email(&names.email),
    };
    Ok((!is_right).then_some((holder, sealed)))
}

/// The repair of damaged names.
const REPLACE_NAMES: &str =
    "`lockstep user change ACCOUNT --name NAME --email ADDRESS` replaces the names";
/// Sealed names in a portion.
const PORTION: u32 = 64;
