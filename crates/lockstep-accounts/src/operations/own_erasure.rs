//! Erases the caller's own account, after the caller has proven to be its owner.

use std::net::IpAddr;

use lockstep_store::id::{SessionId, UserId};
use lockstep_store::{Actor, Tx};
use lockstep_vault::AccountKeys;
use lockstep_web::{ApiError, Caller};
use zeroize::Zeroizing;

use super::attempts::{Attempt, checked, withdraw};
use super::erasure::{begin_or_continue, finish};
use super::passwords::{PasswordProof, VerifiedAccount};
use super::second_factor::{accept, required};
use super::tickets::resolve_in_transaction;
use super::{Accounts, existing, keep_an_admin};
use crate::credential::CredentialId;
use crate::erasure::Erasure;
use crate::names::Names;
use crate::password::Password;
use crate::store::identities;
use crate::totp::Code;

/// The proof that a caller owns the account.
pub(crate) struct OwnerProof {
    /// The password. Without it, the person must have identified once more at a linked OpenID provider.
    pub(crate) password: Option<Password>,
    /// A TOTP code or a recovery code, if the client sent one.
    pub(crate) code: Option<Zeroizing<String>>,
}

impl Accounts {
    /// Erases the caller's account as [`Accounts::delete`] does. An erasure that has begun and cannot be finished now is
    /// returned unfinished.
    ///
    /// # Errors
    /// A missing or wrong password or code, which counts as a failed sign-in if it is wrong; no password, and the person did
    /// not identify once more; the caller uses an API key; the account is the last administrator.
    pub(crate) async fn delete_own(
        &self,
        caller: Caller,
        address: IpAddr,
        proof: OwnerProof,
    ) -> Result<Erasure, ApiError> {
        let has_password = proof.password.is_some();
        let needs_code = self.needs_code(&caller, has_password).await?;
        let password = proof.password.as_ref();
        let (verified, attempt) = self.first_factor(&caller, address, password).await?;
        let begun = match (needs_code, proof.code) {
            (true, Some(code)) => {
                self.begin_with_code(&caller, verified, (attempt, code.as_str()))
                    .await?
            }
            (true, None) => {
                // The password was right, and no code was guessed.
                attempt.withdraw();
                return Err(missing_code());
            }
            // A code that is not needed is ignored, as at a sign-in.
            (false, _) => {
                attempt.withdraw();
                self.begin_own(&caller, verified, None).await?
            }
        };
        let begun = begun.ok_or_else(|| self.refused_code(&caller))?;
        let actor = owner(&caller);
        let finished = finish(&self.state, actor, begun.id.clone(), caller.user).await;
        // The account can send no further request, so an error would leave the owner without the id of the receipt. A
        // background job completes the erasure.
        Ok(finished.unwrap_or_else(|fault| {
            let reason = fault.log.as_deref();
            tracing::warn!(erasure = %begun.id, reason, "an erasure that an owner began is not finished yet");
            begun
        }))
    }

    /// Refuses erasures that no proof of the password would allow; returns whether the account needs a code.
    async fn needs_code(&self, caller: &Caller, has_password: bool) -> Result<bool, ApiError> {
        let (owner, index) = (caller.clone(), Names::of(&self.state)?.index());
        let read = self
            .state
            .db
            .read::<_, ApiError, _>("accounts.delete.own.check", move |tx| {
                let session = own_session(tx, &owner)?;
                let account = existing(tx, &owner.user)?;
                keep_an_admin(tx, &account)?;
                if !has_password {
                    ensure_identity(tx, &owner.user)?;
                }
                Ok((session, required(tx, &owner.user, &index)?.is_some()))
            });
        let (session, needs_code) = read.await?;
        let now = self.state.clock.monotonic();
        if !has_password && !self.oidc.reauthenticated.holds(&session, now) {
            return Err(ApiError::conflict(
                "without a password, identify once more at the OpenID provider (POST /api/auth/reauthentication), then repeat \
                 the request within 5 minutes",
            ));
        }
        Ok(needs_code)
    }

    /// Compares the password, if one was sent. The returned attempt counts until it is withdrawn.
    async fn first_factor(
        &self,
        caller: &Caller,
        address: IpAddr,
        password: Option<&Password>,
    ) -> Result<(Option<VerifiedAccount>, Attempt), ApiError> {
        let Some(password) = password else {
            return Ok((None, self.attempt_of(caller, address).await?));
        };
        let proof = PasswordProof {
            password,
            parameter: "password",
            refusal: "refused erasure of the account",
        };
        let (verified, attempt) = self.prove_password(caller, address, proof).await?;
        Ok((Some(verified), attempt))
    }

    /// Begins the erasure with a second factor; returns `None` if the code is wrong or used.
    async fn begin_with_code(
        &self,
        caller: &Caller,
        verified: Option<VerifiedAccount>,
        (attempt, code): (Attempt, &str),
    ) -> Result<Option<Erasure>, ApiError> {
        let attempts = [attempt, self.code_attempt(&caller.user)?];
        let Some(code) = Code::parse(code) else {
            return Ok(None);
        };
        let (attempts, account_keys) = checked(attempts, self.account_keys(&caller.user).await)?;
        let second = Some((code, account_keys));
        let begun = self.begin_own(caller, verified, second).await;
        let (attempts, begun) = checked(attempts, begun)?;
        if begun.is_some() {
            withdraw(attempts);
        }
        Ok(begun)
    }

    /// Begins the erasure; returns `None` if the code is wrong or used.
    async fn begin_own(
        &self,
        caller: &Caller,
        verified: Option<VerifiedAccount>,
        second: Option<(Code, AccountKeys)>,
    ) -> Result<Option<Erasure>, ApiError> {
        let (account, index) = (caller.clone(), Names::of(&self.state)?.index());
        let write = self.state.db.write("accounts.delete.own", move |tx| {
            own_session(tx, &account)?;
            match &verified {
                Some(verified) => verified.is_unchanged(tx)?,
                None => ensure_identity(tx, &account.user)?,
            }
            // TOTP may have been enabled or disabled since it was read.
            if let Some(enabled) = required(tx, &account.user, &index)? {
                let (code, account_keys) = second.as_ref().ok_or_else(missing_code)?;
                if accept(tx, account_keys, &enabled, code)?.is_none() {
                    return Ok(None);
                }
            }
            begin_or_continue(tx, &owner(&account), &account.user).map(Some)
        });
        write.await
    }
}

/// The actor of the audit entries.
fn owner(caller: &Caller) -> Actor {
    Actor::owner(caller.role.as_str())
}

/// Returns the caller's sign-in, if it and its account are still active: another request may have erased the account in the
/// meantime. API keys and agents erase no account.
fn own_session(tx: &Tx<'_>, caller: &Caller) -> Result<SessionId, ApiError> {
    let shown = resolve_in_transaction(tx, caller.credential)?;
    match shown.ok_or_else(ApiError::bad_credential)?.id {
        CredentialId::Session(session) => Ok(session),
        CredentialId::ApiKey(_) => Err(ApiError::conflict(
            "an API key cannot erase the account: sign in at POST /api/auth/token",
        )),
    }
}

/// Refuses a request without a password for an account without a linked identity, which has no other proof.
fn ensure_identity(tx: &Tx<'_>, user: &UserId) -> Result<(), ApiError> {
    match identities::of_account(tx, user)?.is_empty() {
        true => Err(ApiError::invalid(
            "password",
            "is missing: send the password of the account",
        )),
        false => Ok(()),
    }
}

fn missing_code() -> ApiError {
    ApiError::invalid(
        "code",
        "is missing: the account has TOTP enabled, so send the current code of the authenticator app or a recovery code",
    )
}
