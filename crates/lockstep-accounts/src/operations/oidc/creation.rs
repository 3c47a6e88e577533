//! Creates the account of a person whom a provider knows.

use data_encoding::BASE64URL_NOPAD;
use lockstep_store::clock::entropy_array;
use lockstep_store::{Actor, StoreError};
use lockstep_web::api_error::ErrorKind;
use lockstep_web::{ApiError, IdempotencyKey, Role, Tier};
use zeroize::Zeroizing;

use super::ConfirmedIdentity;
use crate::names::{NameKey, Names};
use crate::operations::Accounts;
use crate::operations::users::NewAccount;
use crate::password::{Password, Rules};
use crate::store::{self, names as rows};
use crate::user::{Account, NewUser, user_name};

impl Accounts {
    /// Creates the account of an identity, unless the provider's configuration forbids it. Its password is random:
    /// no person knows it.
    ///
    /// # Errors
    /// The provider has not verified an e-mail address; the address or every similar user name is taken.
    pub(super) async fn created_for(
        &self,
        confirmed: &ConfirmedIdentity,
    ) -> Result<Option<Account>, ApiError> {
        let provider = self.oidc.providers.named(&confirmed.provider)?;
        if !provider.policy.create_accounts {
            return Ok(None);
        }
        let identity = match &confirmed.identity {
            known if known.verified_email.is_some() => known.clone(),
            other => provider.complete(other.clone(), &*self.state.clock).await?,
        };
        let Some(email) = &identity.verified_email else {
            return Err(ApiError::permission_denied(
                "the provider confirms no verified e-mail address for this identity, so no account can be created: \
                 ask an administrator for an account",
            ));
        };
        let wanted = identity.username.as_deref();
        // Some providers use the e-mail address as the user name.
        let wanted = wanted.unwrap_or(email).split('@').next();
        let wanted = wanted.unwrap_or("user");
        let username = self.free_user_name(wanted).await?;
        let new = NewUser::new(&username, email, Role::User, Tier::Standard).map_err(|fault| {
            ApiError::permission_denied(format!(
                "the provider's e-mail address cannot be used here ({}): ask an administrator for an account",
                fault.message
            ))
        })?;
        let random = entropy_array::<32>(&*self.state.entropy);
        let password = Password::given(BASE64URL_NOPAD.encode(&*Zeroizing::new(random)));
        let rules = Rules {
            parameter: "password",
            username: &new.username,
            email: &new.email,
        };
        let creation = NewAccount {
            actor: Actor::anonymous(),
            owner: None,
            idempotency_key: IdempotencyKey::default(),
            password: self.hash_chosen(&password, rules).await?,
            password_until: None,
            new,
            restored: None,
            identity: Some((confirmed.provider.clone(), identity.name.clone())),
        };
        let created = match self.create_row(creation).await {
            Ok(created) => created.id,
            Err(fault) if fault.kind == ErrorKind::Conflict => {
                // Another request of the same person may have created the account since then.
                return match self.linked(confirmed).await? {
                    Some(user) => Ok(Some(user)),
                    None => Err(ApiError::conflict(
                        "an account with this e-mail address exists: sign in to it with the password, then link the \
                         identity at POST /api/auth/identities",
                    )),
                };
            }
            Err(fault) => return Err(fault),
        };
        let read = self
            .state
            .db
            .read::<_, StoreError, _>("accounts.created", move |tx| store::by_id(tx, &created));
        Ok(read.await?)
    }

    /// Returns a free user name similar to the wanted one.
    async fn free_user_name(&self, wanted: &str) -> Result<String, ApiError> {
        let is_allowed = |c: &char| c.is_ascii_alphanumeric() || "._-".contains(*c);
        let base: String = wanted.chars().filter(is_allowed).take(MAX_BASE).collect();
        let base = match user_name(&base) {
            Ok(base) => base,
            Err(_) => "user".to_owned(),
        };
        let index = Names::of(&self.state)?.index();
        let read = self
            .state
            .db
            .read::<_, StoreError, _>("accounts.free_name", move |tx| {
                for number in 1..=MAX_TRIED_NAMES {
                    let name = match number {
                        1 => base.clone(),
                        _ => format!("{base}-{number}"),
                    };
                    if !rows::is_taken(tx, &NameKey::Username(index.username(&name)), None)? {
                        return Ok(Some(name));
                    }
                }
                Ok(None)
            });
        let found = read.await?;
        found.ok_or_else(|| {
            ApiError::conflict(
                "every similar user name is taken: ask an administrator for an account",
            )
        })
    }
}

/// The maximum number of characters of a user name before its number.
const MAX_BASE: usize = 32;
/// The maximum number of user names that are tried.
const MAX_TRIED_NAMES: u32 = 100;
