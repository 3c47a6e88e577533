//! Signing in at an OpenID provider, and the identities that are linked to an account.

mod console;
mod creation;
mod pending_sign_in;
mod reauthentication;
mod unlinking;

use std::net::IpAddr;
use std::time::Duration;

use lockstep_store::id::UserId;
use lockstep_store::{StoreError, Timestamp, Tx};
use lockstep_vault::Vault;
use lockstep_web::{ApiError, Caller, KeyedDigest, OidcPolicy};
use serde_json::json;
use zeroize::Zeroizing;

pub(super) use self::pending_sign_in::PendingSignIns;
use self::pending_sign_in::{PendingSignIn, Purpose, TIME};
pub(super) use self::reauthentication::Reauthentications;
use super::client_network::client_network;
use super::passwords::PasswordProof;
use super::second_factor::session;
use super::sign_in::{Issue, Proof};
use super::users::insert_identity;
use super::{Accounts, Tokens, issue, write_audit_and_event};
use crate::events;
use crate::names::{self, Names};
use crate::oidc::{Identity, Provider};
use crate::password::Password;
use crate::store;
use crate::store::identities::{self as rows, LinkedIdentityRow};
use crate::user::{Account, AccountStatus};

/// A sign-in at an OpenID provider that the person has not finished yet.
pub(crate) struct AuthorizationRequest {
    /// The address at which the person identifies.
    pub(crate) url: String,
    /// The parameters that the client and the provider send back.
    pub(crate) state: Zeroizing<String>,
    /// The time until which it can be finished.
    pub(crate) expires_at: Timestamp,
    /// The time until then.
    pub(crate) lifetime: Duration,
}

/// The request of a client after the provider redirected the person back.
pub(crate) struct Callback {
    pub(crate) state: Zeroizing<String>,
    pub(crate) code: Zeroizing<String>,
    /// The issuer, if the provider names it (RFC 9207).
    pub(crate) issuer: Option<String>,
}

/// An identity that a provider confirmed.
struct ConfirmedIdentity {
    provider: String,
    digest: KeyedDigest,
    identity: Identity,
}

impl Accounts {
    /// The configured providers, by name.
    pub(crate) fn providers(&self) -> impl Iterator<Item = &OidcPolicy> {
        self.oidc.providers.all()
    }

    /// Begins a sign-in at a provider.
    ///
    /// # Errors
    /// The provider does not exist; a redirect address that is not configured; too many from one network; the
    /// provider does not answer.
    pub(crate) async fn begin_oidc(
        &self,
        provider: &str,
        redirect: &str,
        address: IpAddr,
    ) -> Result<AuthorizationRequest, ApiError> {
        let provider = self.oidc.providers.named(provider)?;
        self.begin(provider, redirect, address, Purpose::SignIn)
            .await
    }

    /// Begins to link an identity to the caller's account.
    ///
    /// # Errors
    /// As [`Self::begin_oidc`]; a wrong password, which counts as a failed sign-in; the account has an identity of the
    /// provider; the caller uses an API key.
    pub(crate) async fn begin_link(
        &self,
        caller: Caller,
        address: IpAddr,
        (provider, redirect): (&str, &str),
        password: Password,
    ) -> Result<AuthorizationRequest, ApiError> {
        let provider = self.provider_of_body(provider)?;
        let (owner, name) = (caller.clone(), provider.policy.name.clone());
        let check = self.state.db.read("accounts.identity.check", move |tx| {
            session(tx, &owner)?;
            ensure_unlinked(tx, &owner.user, &name)
        });
        let checked: Result<(), ApiError> = check.await;
        checked?;
        let proof = PasswordProof {
            password: &password,
            parameter: "password",
            refusal: "refused link of an identity",
        };
        let (_, attempt) = self.prove_password(&caller, address, proof).await?;
        attempt.withdraw();
        self.begin(provider, redirect, address, Purpose::Link(caller.user))
            .await
    }

    /// Returns the provider that the field `provider` of a body names.
    fn provider_of_body(&self, name: &str) -> Result<&Provider, ApiError> {
        self.oidc.providers.named(name).map_err(|_| {
            ApiError::invalid(
                "provider",
                "is not configured: GET /api/auth/oidc lists the providers",
            )
        })
    }

    async fn begin(
        &self,
        provider: &Provider,
        redirect: &str,
        address: IpAddr,
        purpose: Purpose,
    ) -> Result<AuthorizationRequest, ApiError> {
        let clock = &*self.state.clock;
        self.oidc.begun.admit(address, clock.monotonic())?;
        let asks_again = matches!(purpose, Purpose::Reauthentication(_));
        let (url, challenge) = provider
            .begin(redirect, asks_again, clock, &*self.state.entropy)
            .await?;
        let state = challenge.state.clone();
        let begun = PendingSignIn {
            provider: provider.policy.name.clone(),
            purpose,
            challenge,
            network: client_network(address),
            until: clock.monotonic() + TIME,
            confirmed: None,
        };
        self.oidc.begun.keep(begun, clock.monotonic());
        Ok(AuthorizationRequest {
            url,
            state,
            expires_at: clock.now().plus(TIME),
            lifetime: TIME,
        })
    }

    /// Finishes a sign-in at a provider.
    ///
    /// # Errors
    /// An unknown, used or expired state; a code that the provider refuses; no account is linked to the identity; a
    /// missing or wrong TOTP code, after which the same request can be sent again with a code.
    pub(crate) async fn finish_oidc(
        &self,
        callback: Callback,
        totp: Option<Zeroizing<String>>,
    ) -> Result<Tokens, ApiError> {
        let begun = self.take_pending(&callback)?;
        if begun.purpose != Purpose::SignIn {
            return Err(unknown_state());
        }
        let tokens = self.finish_sign_in(begun, callback, totp, issue).await?;
        self.state.expect_credential(tokens.access.reveal());
        Ok(tokens)
    }

    /// Starts the sign-in of the person who identified at the provider; returns what `issue` makes for it.
    async fn finish_sign_in<T: Send + 'static>(
        &self,
        mut begun: PendingSignIn,
        callback: Callback,
        totp: Option<Zeroizing<String>>,
        issue: Issue<T>,
    ) -> Result<T, ApiError> {
        let confirmed = match begun.confirmed.take() {
            // The code was exchanged by an earlier request that lacked a TOTP code.
            Some((code, confirmed)) if code == self.oidc.begun.digest(&callback.code) => confirmed,
            Some(_) => return Err(unknown_state()),
            None => self.confirm(&begun, &callback).await?,
        };
        let Some(user) = self.account_of(&confirmed).await? else {
            return Err(ApiError::permission_denied(
                "no active account is linked to this identity: sign in with the user name and the password, then link \
                 it at POST /api/auth/identities. If it was linked, ask an administrator whether the account is suspended",
            ));
        };
        let proof = Proof::Identity(confirmed.digest);
        let issued = self.admit(user, proof, (totp, begun.network), issue).await;
        if !matches!(issued, Ok(Some(_))) {
            // The client can send the same code again, with a TOTP code.
            begun.confirmed = Some((self.oidc.begun.digest(&callback.code), confirmed));
            self.oidc.begun.keep(begun, self.state.clock.monotonic());
        }
        issued?.ok_or_else(ApiError::wrong_totp)
    }

    /// Links the identity that a person showed at a provider to the caller's account.
    ///
    /// # Errors
    /// A state that another account began, or that is unknown; a code that the provider refuses; an identity that is linked
    /// already.
    pub(crate) async fn finish_link(
        &self,
        caller: Caller,
        callback: Callback,
    ) -> Result<LinkedIdentityRow, ApiError> {
        let begun = self.take_pending(&callback)?;
        if begun.purpose != Purpose::Link(caller.user.clone()) {
            return Err(unknown_state());
        }
        let confirmed = self.confirm(&begun, &callback).await?;
        let account_keys = Vault::of(&self.state)?.account_keys(&caller.user).await?;
        let index = Names::of(&self.state)?.index();
        let write = self.state.db.write("accounts.identity.link", move |tx| {
            session(tx, &caller)?;
            ensure_unlinked(tx, &caller.user, &confirmed.provider)?;
            if rows::found(tx, &confirmed.digest)?.is_some() {
                return Err(ApiError::conflict(
                    "the identity is linked to another account: unlink it there first",
                ));
            }
            let identity = (confirmed.provider.as_str(), &confirmed.identity.name);
            insert_identity(tx, &account_keys, &index, identity)?;
            let metadata = json!({ "provider": confirmed.provider });
            let kind = events::IDENTITY_LINK;
            write_audit_and_event(tx, &caller.actor(), kind, &caller.user, metadata)?;
            Ok(LinkedIdentityRow {
                provider: confirmed.provider.clone(),
                created_at: Some(tx.now()),
            })
        });
        write.await
    }

    /// Returns the identities that are linked to an account, by provider.
    pub(crate) async fn identities(
        &self,
        user: UserId,
    ) -> Result<Vec<LinkedIdentityRow>, ApiError> {
        let read = self
            .state
            .db
            .read::<_, StoreError, _>("accounts.identities", move |tx| rows::of_account(tx, &user));
        Ok(read.await?)
    }

    fn take_pending(&self, callback: &Callback) -> Result<PendingSignIn, ApiError> {
        let now = self.state.clock.monotonic();
        let begun = self.oidc.begun.take(&callback.state, now);
        begun.ok_or_else(unknown_state)
    }

    /// Asks the provider for the identity.
    async fn confirm(
        &self,
        begun: &PendingSignIn,
        callback: &Callback,
    ) -> Result<ConfirmedIdentity, ApiError> {
        let provider = self.oidc.providers.named(&begun.provider)?;
        if let Some(issuer) = &callback.issuer
            && *issuer != provider.policy.issuer
        {
            return Err(ApiError::invalid(
                "iss",
                "is not the issuer of the provider at which the sign-in began",
            ));
        }
        if callback.code.len() > MAX_CODE_BYTES {
            return Err(ApiError::invalid(
                "code",
                "must be the code that the provider sent",
            ));
        }
        let (code, clock) = (callback.code.to_string(), &*self.state.clock);
        let identity = provider.identify(code, &begun.challenge, clock).await?;
        let index = Names::of(&self.state)?.index();
        Ok(ConfirmedIdentity {
            provider: begun.provider.clone(),
            digest: index.identity(&identity.name),
            identity,
        })
    }

    /// Returns the active account of an identity; creates it if the provider's configuration allows it.
    async fn account_of(&self, confirmed: &ConfirmedIdentity) -> Result<Option<Account>, ApiError> {
        let found = match self.linked(confirmed).await? {
            Some(user) => Some(user),
            None => self.created_for(confirmed).await?,
        };
        if let Some(damaged) = found.as_ref().and_then(super::damaged_account) {
            return Err(damaged);
        }
        Ok(found.filter(|user| user.status == AccountStatus::Active))
    }

    /// Returns the account to which an identity is linked.
    async fn linked(&self, confirmed: &ConfirmedIdentity) -> Result<Option<Account>, ApiError> {
        let digest = confirmed.digest;
        let read = self
            .state
            .db
            .read::<_, StoreError, _>("accounts.identity", move |tx| {
                let Some(identity) = rows::found(tx, &digest)? else {
                    return Ok(None);
                };
                Ok(Some((store::by_id(tx, &identity.user)?, identity)))
            });
        let Some((user, identity)) = read.await? else {
            return Ok(None);
        };
        // A row that somebody moved to another account does not open under that account's key.
        let account_keys = Vault::of(&self.state)?.account_keys(&identity.user).await?;
        let opened = names::open_identity(&account_keys, &identity.provider, &identity.sealed)?;
        Ok(user.filter(|_| opened == confirmed.identity.name))
    }
}

/// Refuses an account that has an identity of the provider.
fn ensure_unlinked(tx: &Tx<'_>, user: &UserId, provider: &str) -> Result<(), ApiError> {
    let linked = rows::of_account(tx, user)?;
    match linked.iter().any(|one| one.provider == provider) {
        true => Err(ApiError::conflict(
            "the account has an identity of this provider: unlink it first at \
             POST /api/auth/identities/{provider}/unlink",
        )),
        false => Ok(()),
    }
}

fn unknown_state() -> ApiError {
    ApiError::invalid(
        "state",
        "is unknown, expired or used: begin again at POST /api/auth/oidc/{provider}",
    )
}

/// The longest code of a provider.
const MAX_CODE_BYTES: usize = 4096;
