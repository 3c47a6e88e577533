//! The second factor of an act: a TOTP code or a recovery code of the account.

use std::sync::Arc;

use lockstep_store::id::{SessionId, UserId};
use lockstep_store::{StoreError, Tx};
use lockstep_vault::AccountKeys;
use lockstep_vault::at_rest::AadContext;
use lockstep_web::{ApiError, AppState, Caller};

use crate::names::{NameIndex, Names};
use crate::store::{credentials, second_factor as marks, totp as rows};
use crate::totp::{Code, Secret};

/// The proof of possession of the second factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Factor {
    Totp,
    RecoveryCode { left: u64 },
}

impl Factor {
    /// The name in the audit log.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Totp => "totp",
            Self::RecoveryCode { .. } => "recoveryCode",
        }
    }
}

/// Returns the TOTP of an account if its acts need a code.
///
/// # Errors
/// The account has TOTP and its row was removed, or the mark that states whether it has TOTP cannot be read: the password
/// alone must not suffice then.
pub(super) fn required(
    tx: &Tx<'_>,
    user: &UserId,
    index: &NameIndex,
) -> Result<Option<rows::Totp>, ApiError> {
    if let Some(enabled) = rows::enabled(tx, user)? {
        return Ok(Some(enabled));
    }
    match marks::is_required(tx, user, index)? {
        Some(false) => Ok(None),
        Some(true) => Err(ApiError::conflict(
            "the account has TOTP enabled, and its stored secret is missing: ask an administrator to reset TOTP (the \
             operator: `lockstep user reset-totp`), or to restore a backup",
        )),
        None => Err(ApiError::conflict(
            "the record of whether the account has TOTP enabled cannot be read: ask the operator to repair it \
             (`lockstep scrub`)",
        )),
    }
}

/// Replaces the marks of accounts that cannot be read, such as those of an earlier version or under an earlier digest key,
/// and those that deny a stored TOTP. Returns the accounts.
pub(super) async fn settle(state: &AppState) -> Result<Vec<UserId>, ApiError> {
    let index = Names::of(state)?.index();
    let unsettled = unsettled(state, &index).await?;
    if unsettled.is_empty() {
        return Ok(unsettled);
    }
    let stated = state
        .db
        .read::<_, StoreError, _>("accounts.second_factor.stated", marks::stated)
        .await?;
    let stated = Arc::new(stated);
    let mut settled = Vec::new();
    for portion in unsettled.chunks(PORTION as usize) {
        let (portion, index, stated) = (portion.to_vec(), index.clone(), Arc::clone(&stated));
        let write =
            state
                .db
                .write::<_, StoreError, _>("accounts.second_factor.settle", move |tx| {
                    let mut replaced = Vec::new();
                    for user in &portion {
                        if marks::settle(tx, user, &index, &stated)? {
                            replaced.push(user.clone());
                        }
                    }
                    Ok(replaced)
                });
        settled.extend(write.await?);
    }
    tracing::info!(
        accounts = settled.len(),
        "the records of which accounts have TOTP are made again"
    );
    Ok(settled)
}

/// Returns the accounts whose marks are to be replaced.
async fn unsettled(state: &AppState, index: &NameIndex) -> Result<Vec<UserId>, ApiError> {
    let (mut unsettled, mut after) = (Vec::new(), String::new());
    loop {
        let (index, behind) = (index.clone(), after);
        let read = state
            .db
            .read::<_, StoreError, _>("accounts.second_factor.unsettled", move |tx| {
                marks::marked_after(tx, &index, &behind, PORTION)
            });
        let portion = read.await?;
        let Some(last) = portion.last() else {
            return Ok(unsettled);
        };
        after = last.user.to_string();
        let found = portion.into_iter().filter(|one| one.is_unsettled);
        unsettled.extend(found.map(|one| one.user));
    }
}

/// Checks a code in the transaction that it authorises, and uses it up. Returns `None`, without a
/// change, if the code is wrong or used.
pub(super) fn accept(
    tx: &mut Tx<'_>,
    account_keys: &AccountKeys,
    enabled: &rows::Totp,
    code: &Code,
) -> Result<Option<Factor>, ApiError> {
    let user = account_keys.user();
    match code {
        Code::Totp(code) => {
            let secret = open(account_keys, &enabled.secret)?;
            let Some(step) = secret.accepted_step(*code, tx.now(), enabled.last_step) else {
                return Ok(None);
            };
            rows::use_step(tx, user, step)?;
            Ok(Some(Factor::Totp))
        }
        Code::Recovery(code) => {
            let digest = recovery_digest(account_keys, code);
            if !rows::use_recovery_code(tx, user, &digest)? {
                return Ok(None);
            }
            let left = rows::count_recovery_codes(tx, user)?;
            Ok(Some(Factor::RecoveryCode { left }))
        }
    }
}

/// Opens the sealed secret of the account that owns the keys.
pub(crate) fn open(account_keys: &AccountKeys, sealed: &[u8]) -> Result<Secret, ApiError> {
    let damaged = || {
        ApiError::conflict(
            "the stored TOTP secret of the account cannot be decrypted: send a recovery code, or ask an \
             administrator to reset TOTP (`lockstep user reset-totp`)",
        )
    };
    let (plain, _) = account_keys
        .open_own(totp_context(account_keys), sealed)
        .map_err(|_| damaged())?;
    Secret::read(&plain).ok_or_else(damaged)
}

pub(super) fn totp_context(account_keys: &AccountKeys) -> AadContext<'_> {
    AadContext {
        what: "totp",
        row: account_keys.user().as_str().as_bytes(),
    }
}

/// The digest of a recovery code under a key of the account: a copy of the store without its keys
/// cannot be searched for codes.
pub(super) fn recovery_digest(account_keys: &AccountKeys, code: &str) -> lockstep_web::KeyedDigest {
    account_keys
        .row_digests()
        .digest("recovery code", &[code.as_bytes()])
}

/// Returns the caller's sign-in. API keys are long-lived copies without a second factor, so they do not change how an
/// account signs in. A sign-in that has ended since the request began is refused, too.
pub(super) fn session(tx: &Tx<'_>, caller: &Caller) -> Result<SessionId, ApiError> {
    let token = credentials::session_token(tx, &caller.credential.0)?;
    token.map(|token| token.session).ok_or_else(|| {
        if caller.session.is_some() {
            return ApiError::bad_credential();
        }
        ApiError::conflict(
            "an API key cannot change how the account signs in: sign in at POST /api/auth/token",
        )
    })
}

/// Refuses an act of an API key that would give lasting access to an account with TOTP.
pub(super) fn need_session(
    tx: &Tx<'_>,
    user: &UserId,
    index: &NameIndex,
    is_session: bool,
) -> Result<(), ApiError> {
    if is_session || required(tx, user, index)?.is_none() {
        return Ok(());
    }
    Err(ApiError::permission_denied(
        "the account has TOTP enabled, so this needs a sign-in with a code: use a token from \
         POST /api/auth/token instead of an API key",
    ))
}

/// Accounts in a transaction.
const PORTION: u32 = 1000;
