//! TOTP of an account: enrolment, confirmation, codes, recovery codes, and removal.

use std::net::IpAddr;

use lockstep_store::id::UserId;
use lockstep_store::{Actor, StoreError, Timestamp, Tx};
use lockstep_vault::{AccountKeys, Vault};
use lockstep_web::{ApiError, Caller};
use serde_json::json;
use zeroize::Zeroizing;

use super::attempts::{Attempt, checked, withdraw};
use super::other_account::ensure_other;
use super::passwords::{PasswordProof, VerifiedAccount};
use super::second_factor::{accept, open, recovery_digest, required, session, totp_context};
use super::{Accounts, existing, write_audit_and_event};
use crate::events;
use crate::names::Names;
use crate::password::Password;
use crate::store::{self, credentials, second_factor as marks, totp as rows};
use crate::totp::{Code, ENROLMENT_TIME, RECOVERY_CODES, Secret, generate_recovery_code};

/// Whether an account has TOTP.
pub(crate) struct TotpStatus {
    pub(crate) is_enabled: bool,
    pub(crate) confirmed_at: Option<Timestamp>,
    pub(crate) recovery_codes_left: u64,
}

/// A new secret; shown once.
pub(crate) struct Enrolment {
    pub(crate) secret: Zeroizing<String>,
    pub(crate) uri: Zeroizing<String>,
    pub(crate) expires_at: Timestamp,
}

/// New recovery codes; shown once.
pub(crate) struct RecoveryCodes {
    pub(crate) codes: Vec<Zeroizing<String>>,
    /// The number of other sign-ins that ended.
    pub(crate) sessions_revoked: u64,
}

/// The result of removing TOTP from an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TotpReset {
    /// Whether the account had TOTP, also an unconfirmed one or one whose row was removed.
    pub(crate) had_totp: bool,
    /// The number of ended sign-ins.
    pub(crate) sessions: u64,
}

/// A change of an account's TOTP that needs the password and a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TotpAction {
    ReplaceRecoveryCodes,
    Disable,
}

impl Accounts {
    /// Returns whether the account has TOTP.
    pub(crate) async fn totp(&self, user: UserId) -> Result<TotpStatus, ApiError> {
        let read = self.state.db.read("accounts.totp.status", move |tx| {
            let enabled = rows::enabled(tx, &user)?;
            Ok::<_, StoreError>(TotpStatus {
                is_enabled: enabled.is_some(),
                confirmed_at: enabled.and_then(|totp| totp.confirmed_at),
                recovery_codes_left: rows::count_recovery_codes(tx, &user)?,
            })
        });
        Ok(read.await?)
    }

    /// Generates a secret, which has no effect until it is confirmed.
    ///
    /// # Errors
    /// A wrong password; TOTP is already enabled; the caller uses an API key.
    pub(crate) async fn enrol_totp(
        &self,
        caller: Caller,
        address: IpAddr,
        password: Password,
    ) -> Result<Enrolment, ApiError> {
        self.totp_of_session(&caller, |totp| match totp {
            Some(totp) if totp.is_enabled => Err(already_enabled()),
            _ => Ok(()),
        })
        .await?;
        let proof = PasswordProof {
            password: &password,
            parameter: "password",
            refusal: "refused enrolment of TOTP",
        };
        let (proven, attempt) = self.prove_password(&caller, address, proof).await?;
        attempt.withdraw();
        let account_keys = Vault::of(&self.state)?.account_keys(&caller.user).await?;
        let secret = Secret::generate(&*self.state.entropy);
        let username = match proven.names.username.is_empty() {
            true => caller.user.as_str(),
            false => &proven.names.username,
        };
        let (text, uri) = (secret.text(), secret.uri(username));
        let index = Names::of(&self.state)?.index();
        let enrolled = self.state.db.write("accounts.totp.enrol", move |tx| {
            proven.is_unchanged(tx)?;
            session(tx, &caller)?;
            if required(tx, &caller.user, &index)?.is_some() {
                return Err(already_enabled());
            }
            let sealed =
                account_keys.seal(tx, None, totp_context(&account_keys), b"", secret.bytes())?;
            rows::enrol(tx, &caller.user, &sealed)?;
            let actor = caller.actor();
            write_audit_and_event(tx, &actor, events::TOTP_ENROL, &caller.user, json!({}))?;
            Ok(tx.now().plus(ENROLMENT_TIME))
        });
        Ok(Enrolment {
            expires_at: enrolled.await?,
            secret: text,
            uri,
        })
    }

    /// Confirms the secret by a code: from then on, sign-ins need codes. Every other sign-in ends,
    /// since it was made without a code.
    ///
    /// # Errors
    /// No secret waits for confirmation; a wrong code, which counts as a failed sign-in.
    pub(crate) async fn confirm_totp(
        &self,
        caller: Caller,
        address: IpAddr,
        code: &str,
    ) -> Result<RecoveryCodes, ApiError> {
        let now = self.state.clock.now();
        self.totp_of_session(&caller, move |totp| unconfirmed(totp, now).map(drop))
            .await?;
        let attempts = self.attempts(&caller, address).await?;
        let Some(Code::Totp(code)) = Code::parse(code) else {
            return Err(self.refused_code(&caller));
        };
        let (attempts, account_keys) = checked(attempts, self.account_keys(&caller.user).await)?;
        let (owner, index) = (caller.clone(), Names::of(&self.state)?.index());
        let confirmed = self.state.db.write("accounts.totp.confirm", move |tx| {
            let session = session(tx, &owner)?;
            let stored = rows::totp(tx, &owner.user)?;
            let pending = unconfirmed(stored.as_ref(), tx.now())?;
            let secret = open(&account_keys, &pending.secret)?;
            let Some(step) = secret.accepted_step(code, tx.now(), None) else {
                return Ok(None);
            };
            rows::confirm(tx, &owner.user, step)?;
            marks::set(tx, &owner.user, &index, true)?;
            let codes = replace_recovery_codes(tx, &account_keys)?;
            let sessions = credentials::revoke_sessions(tx, &owner.user, Some(&session))? as u64;
            let metadata = json!({ "sessionsRevoked": sessions });
            write_audit_and_event(
                tx,
                &owner.actor(),
                events::TOTP_ENABLE,
                &owner.user,
                metadata,
            )?;
            Ok(Some(RecoveryCodes {
                codes,
                sessions_revoked: sessions,
            }))
        });
        let (attempts, confirmed) = checked(attempts, confirmed.await)?;
        let codes = confirmed.ok_or_else(|| self.refused_code(&caller))?;
        withdraw(attempts);
        Ok(codes)
    }

    /// Generates new recovery codes; the earlier ones no longer work.
    ///
    /// # Errors
    /// TOTP is not enabled; a wrong password or code, which counts as a failed sign-in.
    pub(crate) async fn replace_recovery_codes(
        &self,
        caller: Caller,
        address: IpAddr,
        (password, code): (Password, &str),
    ) -> Result<RecoveryCodes, ApiError> {
        let act = TotpAction::ReplaceRecoveryCodes;
        self.change_totp(caller, address, (password, code), act)
            .await
    }

    /// Disables TOTP and removes the recovery codes.
    ///
    /// # Errors
    /// As [`Self::replace_recovery_codes`].
    pub(crate) async fn disable_totp(
        &self,
        caller: Caller,
        address: IpAddr,
        (password, code): (Password, &str),
    ) -> Result<(), ApiError> {
        self.change_totp(caller, address, (password, code), TotpAction::Disable)
            .await
            .map(drop)
    }

    async fn change_totp(
        &self,
        caller: Caller,
        address: IpAddr,
        (password, code): (Password, &str),
        act: TotpAction,
    ) -> Result<RecoveryCodes, ApiError> {
        self.totp_of_session(&caller, |totp| match totp {
            Some(totp) if totp.is_enabled => Ok(()),
            _ => Err(not_enabled()),
        })
        .await?;
        let proof = PasswordProof {
            password: &password,
            parameter: "password",
            refusal: "refused change of TOTP",
        };
        let (proven, attempt) = self.prove_password(&caller, address, proof).await?;
        let attempts = [attempt, self.code_attempt(&caller.user)?];
        let Some(code) = Code::parse(code) else {
            return Err(self.refused_code(&caller));
        };
        let (attempts, account_keys) = checked(attempts, self.account_keys(&caller.user).await)?;
        let (owner, index) = (caller.clone(), Names::of(&self.state)?.index());
        let changed = self.state.db.write("accounts.totp.change", move |tx| {
            proven.is_unchanged(tx)?;
            session(tx, &owner)?;
            let enabled = rows::enabled(tx, &owner.user)?.ok_or_else(not_enabled)?;
            let Some(factor) = accept(tx, &account_keys, &enabled, &code)? else {
                return Ok(None);
            };
            let (kind, codes) = match act {
                TotpAction::ReplaceRecoveryCodes => {
                    let codes = replace_recovery_codes(tx, &account_keys)?;
                    (events::TOTP_RECOVERY_CODES, codes)
                }
                TotpAction::Disable => {
                    rows::delete(tx, &owner.user)?;
                    marks::set(tx, &owner.user, &index, false)?;
                    (events::TOTP_DISABLE, Vec::new())
                }
            };
            let metadata = json!({ "secondFactor": factor.name() });
            write_audit_and_event(tx, &owner.actor(), kind, &owner.user, metadata)?;
            Ok(Some(RecoveryCodes {
                codes,
                sessions_revoked: 0,
            }))
        });
        let (attempts, changed) = checked(attempts, changed.await)?;
        let codes = changed.ok_or_else(|| self.refused_code(&caller))?;
        withdraw(attempts);
        Ok(codes)
    }

    /// Removes TOTP and the recovery codes of an account, for a user who lost both, and ends every
    /// sign-in. API keys stay. Without a caller, the operator acts.
    ///
    /// # Errors
    /// The account does not exist; a caller who uses an API key; the caller's own account.
    pub(crate) async fn reset_totp(
        &self,
        caller: Option<Caller>,
        user: UserId,
    ) -> Result<TotpReset, ApiError> {
        let actor = caller.as_ref().map_or_else(Actor::system, Caller::actor);
        let index = Names::of(&self.state)?.index();
        self.state
            .db
            .write("accounts.totp.reset", move |tx| {
                existing(tx, &user)?;
                if let Some(caller) = &caller {
                    session(tx, caller)?;
                    ensure_other(caller, &user, OWN_TOTP)?;
                }
                let is_marked = marks::is_required(tx, &user, &index)? != Some(false);
                let had_totp = is_marked || rows::totp(tx, &user)?.is_some();
                let sessions = match had_totp {
                    true => credentials::revoke_sessions(tx, &user, None)? as u64,
                    false => 0,
                };
                rows::delete(tx, &user)?;
                marks::set(tx, &user, &index, false)?;
                // Also without a row: the audit log may state one that was removed.
                let metadata = json!({ "sessionsRevoked": sessions });
                write_audit_and_event(tx, &actor, events::TOTP_RESET, &user, metadata)?;
                Ok(TotpReset { had_totp, sessions })
            })
            .await
    }

    /// Checks the stored TOTP of a caller who signed in.
    async fn totp_of_session(
        &self,
        caller: &Caller,
        check: impl FnOnce(Option<&rows::Totp>) -> Result<(), ApiError> + Send + 'static,
    ) -> Result<(), ApiError> {
        let caller = caller.clone();
        self.state
            .db
            .read("accounts.totp.check", move |tx| {
                session(tx, &caller)?;
                check(rows::totp(tx, &caller.user)?.as_ref())
            })
            .await
    }

    /// Counts a code of the caller like a sign-in with the caller's name.
    async fn attempts(&self, caller: &Caller, address: IpAddr) -> Result<[Attempt; 2], ApiError> {
        let attempt = self.attempt_of(caller, address).await?;
        Ok([attempt, self.code_attempt(&caller.user)?])
    }

    /// Counts an attempt of the caller like a sign-in with the caller's name.
    pub(super) async fn attempt_of(
        &self,
        caller: &Caller,
        address: IpAddr,
    ) -> Result<Attempt, ApiError> {
        let id = caller.user.clone();
        let read = self
            .state
            .db
            .read::<_, StoreError, _>("accounts.totp.name", move |tx| store::named(tx, &id));
        let stored = read.await?.ok_or_else(ApiError::bad_credential)?;
        let (_, attempt) = self.own_attempt(caller, address, &stored.names).await?;
        Ok(attempt)
    }

    pub(super) async fn account_keys(&self, user: &UserId) -> Result<AccountKeys, ApiError> {
        Vault::of(&self.state)?.account_keys(user).await
    }

    pub(super) fn refused_code(&self, caller: &Caller) -> ApiError {
        self.audit_refused(caller.actor(), "refused code");
        ApiError::invalid(
            "code",
            "is wrong, expired or already used: send the code that the authenticator app shows next",
        )
    }
}

impl VerifiedAccount {
    /// Refuses if the password changed since it was compared.
    pub(super) fn is_unchanged(&self, tx: &Tx<'_>) -> Result<(), ApiError> {
        if store::password(tx, &self.user.id)?.as_ref() == Some(&self.stored) {
            return Ok(());
        }
        Err(ApiError::conflict(
            "the password was changed by another request: sign in again",
        ))
    }
}

fn unconfirmed(totp: Option<&rows::Totp>, now: Timestamp) -> Result<&rows::Totp, ApiError> {
    match totp {
        Some(totp) if totp.is_enabled => Err(already_enabled()),
        Some(totp) if totp.created_at.plus(ENROLMENT_TIME) > now => Ok(totp),
        _ => Err(ApiError::conflict(
            "there is no unconfirmed TOTP secret, or it has expired: request one at POST /api/auth/totp",
        )),
    }
}

/// How an administrator removes TOTP from the own account.
const OWN_TOTP: &str = "an administrator resets the TOTP of other accounts only: disable your own at POST /api/auth/totp/disable with \
     the password and a code or a recovery code. If you lost both, ask another administrator, or the operator \
     (`lockstep user reset-totp`)";

fn already_enabled() -> ApiError {
    ApiError::conflict("TOTP is already enabled: disable it first at POST /api/auth/totp/disable")
}

fn not_enabled() -> ApiError {
    ApiError::conflict("TOTP is not enabled: enable it at POST /api/auth/totp")
}

fn replace_recovery_codes(
    tx: &mut Tx<'_>,
    account_keys: &AccountKeys,
) -> Result<Vec<Zeroizing<String>>, ApiError> {
    let codes: Vec<_> = (0..RECOVERY_CODES)
        .map(|_| generate_recovery_code(tx.entropy()))
        .collect();
    let digest = |code: &Zeroizing<String>| {
        let plain = Zeroizing::new(code.replace('-', ""));
        recovery_digest(account_keys, &plain)
    };
    let digests: Vec<_> = codes.iter().map(digest).collect();
    rows::replace_recovery_codes(tx, account_keys.user(), &digests)?;
    Ok(codes)
}
