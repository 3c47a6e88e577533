//! Changes passwords: by an administrator on the server's machine, or by the account itself.

use std::net::IpAddr;

use lockstep_store::id::{SessionId, UserId};
use lockstep_store::{Actor, Tx};
use lockstep_web::{ApiError, Caller};
use serde_json::json;

use super::attempts::{Attempt, checked};
use super::second_factor::need_session;
use super::{Accounts, write_audit_and_event};
use crate::credential::{ApiKeys, RevokedCounts};
use crate::events;
use crate::names::{AccountNames, Names};
use crate::password::{Password, Rules};
use crate::store::{self, credentials as rows, identities};
use crate::user::{Account, AccountStatus};

/// The request of an account to change its own password.
pub(crate) struct NewPassword {
    pub(crate) current: Password,
    pub(crate) new: Password,
    pub(crate) api_keys: ApiKeys,
}

/// An account whose password was compared.
pub(super) struct VerifiedAccount {
    pub(super) user: Account,
    pub(super) names: AccountNames,
    /// The hash that the password was compared with.
    pub(super) stored: String,
    /// The caller's sign-in; `None` for an API key.
    pub(super) session: Option<SessionId>,
}

impl Accounts {
    /// Sets a password, ends every sign-in and unlinks every identity; revokes API keys too, unless they are kept.
    ///
    /// # Errors
    /// The account does not exist; a password that the rules refuse.
    pub(crate) async fn set_password(
        &self,
        actor: Actor,
        username: String,
        password: Password,
        api_keys: ApiKeys,
    ) -> Result<RevokedCounts, ApiError> {
        let user = self.named(username).await?;
        let rules = Rules {
            parameter: "password",
            username: &user.username,
            email: &user.email,
        };
        let hash = self.hash_chosen(&password, rules).await?;
        self.state
            .db
            .write("accounts.set_password", move |tx| {
                let standing = store::by_id(tx, &user.id)?.map(|user| user.status);
                if standing.is_none_or(|standing| standing == AccountStatus::Deleted) {
                    return Err(ApiError::not_found("user"));
                }
                replace(tx, &actor, &user.id, &hash, (None, api_keys))
            })
            .await
    }

    /// Changes the caller's own password. Every other sign-in ends, every identity is unlinked, and API keys are
    /// revoked unless they are kept; the caller's sign-in stays.
    ///
    /// # Errors
    /// A wrong current password, which counts as a failed sign-in; a new password that the rules
    /// refuse; an API key of an account with TOTP.
    pub(crate) async fn change_password(
        &self,
        caller: Caller,
        address: IpAddr,
        change: NewPassword,
    ) -> Result<RevokedCounts, ApiError> {
        let proof = PasswordProof {
            password: &change.current,
            parameter: "current_password",
            refusal: "refused change of password",
        };
        let (proven, attempt) = self.prove_password(&caller, address, proof).await?;
        attempt.withdraw();
        if change.new.is_same(&change.current) {
            return Err(ApiError::invalid(
                "new_password",
                "must differ from the current password",
            ));
        }
        let rules = Rules {
            parameter: "new_password",
            username: &proven.names.username,
            email: &proven.names.email,
        };
        let hash = self.hash_chosen(&change.new, rules).await?;
        let (user, stored, session) = (proven.user, proven.stored, proven.session);
        let index = Names::of(&self.state)?.index();
        self.state
            .db
            .write("accounts.change_password", move |tx| {
                need_session(tx, &user.id, &index, session.is_some())?;
                // The password may have changed again since the current one was compared.
                if store::password(tx, &user.id)?.as_ref() != Some(&stored) {
                    return Err(ApiError::conflict(
                        "the password was changed by another request: sign in again",
                    ));
                }
                let spared = (session.as_ref(), change.api_keys);
                replace(tx, &caller.actor(), &user.id, &hash, spared)
            })
            .await
    }
}

impl Accounts {
    /// Compares a password that a caller shows again for an act on the own account. A wrong one counts
    /// as a failed sign-in; the returned attempt counts until it is withdrawn.
    pub(super) async fn prove_password(
        &self,
        caller: &Caller,
        address: IpAddr,
        proof: PasswordProof<'_>,
    ) -> Result<(VerifiedAccount, Attempt), ApiError> {
        let (id, shown) = (caller.user.clone(), caller.credential);
        let index = Names::of(&self.state)?.index();
        let read = self
            .state
            .db
            .read::<_, ApiError, _>("accounts.password", move |tx| {
                let user = store::named(tx, &id)?;
                let stored = store::password(tx, &id)?;
                let session = rows::session_token(tx, &shown.0)?;
                need_session(tx, &id, &index, session.is_some())?;
                Ok((user.zip(stored), session.map(|token| token.session)))
            });
        let (found, session) = read.await?;
        let (user, stored) = found.ok_or_else(ApiError::bad_credential)?;
        let (names, attempt) = self.own_attempt(caller, address, &user.names).await?;
        let compared = self
            .hasher
            .verify(proof.password, Some(stored.clone()))
            .await;
        let ([attempt], equal) = checked([attempt], compared)?;
        if !equal {
            self.audit_refused(caller.actor(), proof.refusal);
            return Err(ApiError::invalid(
                proof.parameter,
                "is not the password of this account",
            ));
        }
        let proven = VerifiedAccount {
            user: user.account,
            names,
            stored,
            session,
        };
        Ok((proven, attempt))
    }
}

/// A password that a caller shows again for an act on the own account.
pub(super) struct PasswordProof<'p> {
    pub(super) password: &'p Password,
    /// The field of the password in the request.
    pub(super) parameter: &'static str,
    /// The action of the audit entry about a wrong password.
    pub(super) refusal: &'static str,
}

fn replace(
    tx: &mut Tx<'_>,
    actor: &Actor,
    user: &UserId,
    hash: &str,
    (session, api_keys): (Option<&SessionId>, ApiKeys),
) -> Result<RevokedCounts, ApiError> {
    store::set_password(tx, user, hash)?;
    let revoked = RevokedCounts {
        sessions: rows::revoke_sessions(tx, user, session)? as u64,
        api_keys: match api_keys {
            ApiKeys::Revoke => rows::delete_api_keys(tx, user)? as u64,
            ApiKeys::Keep => 0,
        },
        // An attacker who knew the old password may have linked them.
        identities: identities::delete_all(tx, user)?,
    };
    let metadata = json!({
        "sessionsRevoked": revoked.sessions, "apiKeysRevoked": revoked.api_keys,
        "apiKeysKept": api_keys == ApiKeys::Keep, "identitiesUnlinked": revoked.identities,
    });
    write_audit_and_event(tx, actor, events::USER_SET_PASSWORD, user, metadata)?;
    Ok(revoked)
}
