//! The second factor of an act: a TOTP code or a recovery code of the account.

use lockstep_store::Tx;
use lockstep_store::id::{SessionId, UserId};
use lockstep_vault::AccountKeys;
use lockstep_vault::at_rest::AadContext;
use lockstep_web::{ApiError, Caller};

use crate::store::{credentials, totp as rows};
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
pub(super) fn need_session(tx: &Tx<'_>, user: &UserId, is_session: bool) -> Result<(), ApiError> {
    if is_session || rows::enabled(tx, user)?.is_none() {
        return Ok(());
    }
    Err(ApiError::permission_denied(
        "the account has TOTP enabled, so this needs a sign-in with a code: use a token from \
         POST /api/auth/token instead of an API key",
    ))
}
