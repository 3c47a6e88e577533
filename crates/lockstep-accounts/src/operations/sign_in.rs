//! Signing in with a password and, if the account has TOTP, a code.

use std::net::IpAddr;
use std::time::Duration;

use lockstep_store::id::{SessionId, UserId};
use lockstep_store::{Actor, QueueOwner, StoreError, Tx};
use lockstep_vault::{AccountKeys, Vault};
use lockstep_web::{ApiError, KeyedDigest};
use serde_json::json;
use zeroize::Zeroizing;

use super::attempts::checked;
use super::bounded_session::BoundedSession;
use super::client_network::client_network;
use super::first_start::has_ended;
use super::second_factor::{Factor, accept, required};
use super::{
    Accounts, REFRESH_TOKEN_LIFETIME, Tokens, actor, damaged_account, issue, write_audit_and_event,
};
use crate::credential::Session;
use crate::events;
use crate::names::{NameIndex, Names};
use crate::password::Password;
use crate::store::{self, credentials as rows, identities};
use crate::totp::Code;
use crate::user::{Account, AccountStatus};

/// A request to sign in.
pub(crate) struct SignIn {
    /// The user name or the e-mail address.
    pub(crate) username: String,
    /// The password.
    pub(crate) password: Password,
    /// A TOTP code or a recovery code, if the client sent one.
    pub(crate) totp: Option<Zeroizing<String>>,
    /// The address of the client.
    pub(crate) address: IpAddr,
}

/// Makes the tokens of a sign-in that has started.
pub(super) type Issue<T> = fn(&mut Tx<'_>, &UserId, &BoundedSession) -> Result<T, ApiError>;

/// The first factor that a client presents to sign in to an account. It is checked again when the
/// sign-in starts.
pub(super) enum Proof {
    /// The hash that the password was compared with.
    Password(String),
    /// The digest of an identity at a provider.
    Identity(KeyedDigest),
}

/// An identified account, before its tokens are issued.
struct IdentifiedAccount {
    user: Account,
    proof: Proof,
    /// The code and the keys that open the secret; `None` if TOTP was not enabled.
    second: Option<(Code, AccountKeys)>,
    /// The network of the client.
    network: IpAddr,
}

impl Accounts {
    /// Exchanges a user name or e-mail address and a password for a pair of tokens. An unknown name
    /// and a wrong password give the same error.
    ///
    /// # Errors
    /// A wrong name or password; after the right password, a missing or wrong code.
    pub(crate) async fn sign_in(&self, request: SignIn) -> Result<Tokens, ApiError> {
        let tokens = self.sign_in_for(request, issue).await?;
        self.state.expect_credential(tokens.access.reveal());
        Ok(tokens)
    }

    /// Signs in as [`Accounts::sign_in`] does, and returns what `issue` makes for the sign-in.
    pub(super) async fn sign_in_for<T: Send + 'static>(
        &self,
        request: SignIn,
        issue: Issue<T>,
    ) -> Result<T, ApiError> {
        let attempt = self.attempt(&request.username, request.address);
        let attempt = attempt.inspect_err(|_| self.count_failed_sign_in())?;
        let identified = self.identify(&request.username, &request.password).await;
        let ([attempt], identified) = checked([attempt], identified)?;
        let damaged = identified
            .as_ref()
            .and_then(|(user, _)| damaged_account(user));
        if let Some(damaged) = damaged {
            attempt.withdraw();
            return Err(damaged);
        }
        let identified = identified.filter(|(user, _)| user.status == AccountStatus::Active);
        let Some((user, stored)) = identified else {
            self.refused_sign_in(Actor::anonymous());
            return Err(ApiError::wrong_password());
        };
        let by = (request.totp, client_network(request.address));
        let tokens = self.admit(user, Proof::Password(stored), by, issue).await;
        if matches!(tokens, Ok(None)) {
            return Err(ApiError::wrong_totp());
        }
        // The password was right, and no code was guessed.
        attempt.withdraw();
        tokens?.ok_or_else(ApiError::wrong_totp)
    }

    /// Returns the account of a name and its hash, if the password is that of the account.
    async fn identify(
        &self,
        username: &str,
        password: &Password,
    ) -> Result<Option<(Account, String)>, ApiError> {
        let key = Names::of(&self.state)?.index().sign_in(username);
        let found = self
            .state
            .db
            .read_credential::<_, StoreError, _>("accounts.find", move |tx| store::by_key(tx, &key))
            .await?;
        let (user, stored) =
            found.map_or((None, None), |(user, stored)| (Some(user), Some(stored)));
        let equal = self.hasher.verify(password, stored.clone()).await?;
        Ok(user.zip(stored).filter(|_| equal))
    }

    /// Checks the second factor of an identified account, and starts a sign-in; returns `None` if the code is wrong or
    /// used.
    ///
    /// # Errors
    /// A missing code; too many wrong codes; a removed row of the second factor; the account was suspended or its credential
    /// changed since.
    pub(super) async fn admit<T: Send + 'static>(
        &self,
        user: Account,
        proof: Proof,
        (totp, network): (Option<Zeroizing<String>>, IpAddr),
        issue: Issue<T>,
    ) -> Result<Option<T>, ApiError> {
        let (owner, index) = (user.id.clone(), Names::of(&self.state)?.index());
        let read = self
            .state
            .db
            .read_credential::<_, ApiError, _>("accounts.totp", move |tx| {
                required(tx, &owner, &index)
            });
        if read.await?.is_none() {
            let identified = IdentifiedAccount {
                user,
                proof,
                second: None,
                network,
            };
            return self.start_session(identified, issue).await;
        }
        let text = totp.ok_or_else(ApiError::totp_required)?;
        let of_account = self.code_attempt(&user.id);
        let of_account = of_account.inspect_err(|_| self.count_failed_sign_in())?;
        let signed_in = actor(&user);
        let started = self
            .start_with_code(user, proof, (text.as_str(), network), issue)
            .await;
        let ([of_account], tokens) = checked([of_account], started)?;
        match &tokens {
            None => self.refused_sign_in(signed_in),
            Some(_) => of_account.withdraw(),
        }
        Ok(tokens)
    }

    /// Starts a sign-in with a second factor; returns `None` if the code is wrong or used.
    async fn start_with_code<T: Send + 'static>(
        &self,
        user: Account,
        proof: Proof,
        (code, network): (&str, IpAddr),
        issue: Issue<T>,
    ) -> Result<Option<T>, ApiError> {
        let Some(code) = Code::parse(code) else {
            return Ok(None);
        };
        let account_keys = Vault::of(&self.state)?.account_keys(&user.id).await?;
        let identified = IdentifiedAccount {
            user,
            proof,
            second: Some((code, account_keys)),
            network,
        };
        self.start_session(identified, issue).await
    }

    fn refused_sign_in(&self, actor: Actor) {
        self.audit_refused(actor, "refused sign-in");
        self.count_failed_sign_in();
    }

    /// Counts for the alert about failed sign-ins. Attempts beyond the limit count, too: otherwise the guesses of one name
    /// would never reach the threshold of the alert.
    fn count_failed_sign_in(&self) {
        let now = self.state.clock.monotonic();
        self.state.recent().failed_sign_in(now);
    }

    /// Starts a sign-in; returns `None` if the code is wrong or used.
    async fn start_session<T: Send + 'static>(
        &self,
        identified: IdentifiedAccount,
        issue: Issue<T>,
    ) -> Result<Option<T>, ApiError> {
        let owner = QueueOwner::Account(identified.user.id.clone());
        let max_age = self.state.policy().sign_in.max_session_age;
        let names = Names::of(&self.state)?.index();
        let network = names.network(&identified.user.id, identified.network);
        let signing_in = self.state.db.write("accounts.sign_in", move |tx| {
            start_session(
                tx,
                &identified,
                (&names, network.as_str()),
                (issue, max_age),
            )
        });
        owner.scope(signing_in).await
    }
}

fn start_session<T>(
    tx: &mut Tx<'_>,
    identified: &IdentifiedAccount,
    (index, network): (&NameIndex, &str),
    (issue, max_age): (Issue<T>, Duration),
) -> Result<Option<T>, ApiError> {
    let user = &identified.user;
    // The account may have been suspended, or its password changed, since the comparison.
    let now = store::by_id(tx, &user.id)?.map(|user| user.status);
    let is_proven = match &identified.proof {
        Proof::Password(hash) => store::password(tx, &user.id)?.as_ref() == Some(hash),
        Proof::Identity(digest) => {
            let found = identities::found(tx, digest)?;
            found.is_some_and(|identity| identity.user == user.id)
        }
    };
    if now != Some(AccountStatus::Active) || !is_proven {
        return Err(match &identified.proof {
            Proof::Password(_) => ApiError::wrong_password(),
            Proof::Identity(_) => ApiError::bad_credential(),
        });
    }
    if matches!(identified.proof, Proof::Password(_))
        && store::password_until(tx, &user.id)?.is_some_and(|end| has_ended(end, tx.now()))
    {
        return Err(ApiError::permission_denied(
            "this password was generated by the server and has ended: the operator sets another one with \
             `lockstep user set-password`",
        ));
    }
    let mut metadata = match &identified.proof {
        Proof::Password(_) => json!({ "network": network }),
        Proof::Identity(_) => json!({ "network": network, "identity": true }),
    };
    // TOTP may have been enabled or disabled since it was read.
    if let Some(enabled) = required(tx, &user.id, index)? {
        let Some((code, account_keys)) = &identified.second else {
            return Err(ApiError::totp_required());
        };
        let Some(factor) = accept(tx, account_keys, &enabled, code)? else {
            // Nothing was written so far.
            return Ok(None);
        };
        metadata["secondFactor"] = json!(factor.name());
        if let Factor::RecoveryCode { left } = factor {
            let used = json!({ "recoveryCodesLeft": left });
            write_audit_and_event(tx, &actor(user), events::TOTP_RECOVERY, &user.id, used)?;
        }
    }
    write_audit_and_event(tx, &actor(user), events::USER_SIGN_IN, &user.id, metadata)?;
    let begun = tx.now();
    let id = SessionId::generate(begun, tx.entropy());
    let bounded = BoundedSession::new(id.clone(), max_age);
    let session = Session {
        id,
        created_at: begun,
        expires_at: bounded.expiry(begun, REFRESH_TOKEN_LIFETIME),
        last_used: None,
    };
    rows::insert_session(tx, &user.id, &session)?;
    issue(tx, &user.id, &bounded).map(Some)
}
