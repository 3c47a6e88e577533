//! Signing in with a password and, if the account has TOTP, a code.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Duration;

use lockstep_store::id::{SessionId, UserId};
use lockstep_store::{Actor, QueueOwner, StoreError, Tx};
use lockstep_vault::{AccountKeys, Vault};
use lockstep_web::digest::KeyedDigest;
use lockstep_web::{ApiError, address_prefix};
use serde_json::json;
use zeroize::Zeroizing;

use super::totp::{Factor, accept};
use super::{Accounts, Failures, REFRESH_TIME, Tokens, actor, damaged_account, issue, note};
use crate::credential::Session;
use crate::events;
use crate::names::{Names, fold};
use crate::password::Password;
use crate::store::{self, credentials as rows, totp};
use crate::totp::Code;
use crate::user::{Account, Standing};

/// A request to sign in.
pub struct SignIn {
    /// The user name or the e-mail address.
    pub username: String,
    /// The password.
    pub password: Password,
    /// A TOTP code or a recovery code, if the client sent one.
    pub totp: Option<Zeroizing<String>>,
    /// The address of the client.
    pub address: IpAddr,
}

/// An attempt that counts as failed until it is withdrawn.
pub(super) struct Attempt {
    failures: Arc<Failures>,
    place: (KeyedDigest, IpAddr),
}

impl Attempt {
    pub(super) fn withdraw(self) {
        self.failures.attempts.withdraw(&self.place);
    }
}

/// An account whose password was right, before its tokens are issued.
struct Identified {
    user: Account,
    /// The hash that the password was compared with.
    stored: String,
    /// The code and the keys that open the secret; `None` if TOTP was not enabled.
    second: Option<(Code, AccountKeys)>,
}

impl Accounts {
    /// Counts an attempt before it is made, so that two concurrent attempts cannot share the last
    /// one allowed.
    pub(super) fn attempt(&self, username: &str, address: IpAddr) -> Result<Attempt, ApiError> {
        let name = fold(username);
        let name = self.failures.names.digest("name", &[name.as_bytes()]);
        self.counted((name, address_prefix(address)), FAILURES, MINUTE)
    }

    /// Counts a code of an account from any address. A code has six digits: without this limit, a
    /// client with the password and many addresses could try them all.
    pub(super) fn code_attempt(&self, user: &UserId) -> Result<Attempt, ApiError> {
        let user = self
            .failures
            .names
            .digest("totp", &[user.as_str().as_bytes()]);
        let place = (user, IpAddr::V4(Ipv4Addr::UNSPECIFIED));
        self.counted(place, CODE_FAILURES, HOUR)
    }

    fn counted(
        &self,
        place: (KeyedDigest, IpAddr),
        limit: u32,
        window: Duration,
    ) -> Result<Attempt, ApiError> {
        let now = self.state.clock.monotonic();
        let decision = self.failures.attempts.admit(place, limit, window, now);
        if !decision.admitted {
            return Err(ApiError::too_many_failures(decision.next_in));
        }
        Ok(Attempt {
            failures: Arc::clone(&self.failures),
            place,
        })
    }

    /// Exchanges a user name or e-mail address and a password for a pair of tokens. An unknown name
    /// and a wrong password give the same error.
    ///
    /// # Errors
    /// A wrong name or password; after the right password, a missing or wrong code.
    pub async fn sign_in(&self, request: SignIn) -> Result<Tokens, ApiError> {
        let attempt = self.attempt(&request.username, request.address)?;
        let key = Names::of(&self.state)?.index().sign_in(&request.username);
        let found = self
            .state
            .db
            .read_credential::<_, StoreError, _>("accounts.find", move |tx| store::by_key(tx, &key))
            .await?;
        let (user, stored) =
            found.map_or((None, None), |(user, stored)| (Some(user), Some(stored)));
        let equal = self
            .hasher
            .verify(&request.password, stored.clone())
            .await?;
        let user = user.filter(|_| equal);
        if let Some(damaged) = user.as_ref().and_then(damaged_account) {
            attempt.withdraw();
            return Err(damaged);
        }
        let user = user.filter(|user| user.status == Standing::Active);
        let Some((user, stored)) = user.zip(stored) else {
            self.refused_sign_in(Actor::anonymous());
            return Err(ApiError::wrong_password());
        };
        let of = user.id.clone();
        let read = self
            .state
            .db
            .read_credential::<_, StoreError, _>("accounts.totp", move |tx| totp::enabled(tx, &of));
        if read.await?.is_none() {
            attempt.withdraw();
            let identified = Identified {
                user,
                stored,
                second: None,
            };
            let tokens = self.start_session(identified).await?;
            return tokens.ok_or_else(ApiError::wrong_totp);
        }
        let Some(text) = request.totp else {
            // The password was right, and no code was guessed.
            attempt.withdraw();
            return Err(ApiError::totp_required());
        };
        let of_account = self.code_attempt(&user.id)?;
        let by = actor(&user);
        let tokens = match Code::parse(&text) {
            None => None,
            Some(code) => {
                let account_keys = Vault::of(&self.state)?.account_keys(&user.id).await?;
                let identified = Identified {
                    user,
                    stored,
                    second: Some((code, account_keys)),
                };
                self.start_session(identified).await?
            }
        };
        let Some(tokens) = tokens else {
            self.refused_sign_in(by);
            return Err(ApiError::wrong_totp());
        };
        attempt.withdraw();
        of_account.withdraw();
        Ok(tokens)
    }

    fn refused_sign_in(&self, by: Actor) {
        self.audit_refused(by, "refused sign-in");
        let now = self.state.clock.monotonic();
        self.state.recent().failed_sign_in(now);
    }

    /// Starts a sign-in; returns `None` if the code is wrong or used.
    async fn start_session(&self, identified: Identified) -> Result<Option<Tokens>, ApiError> {
        let owner = QueueOwner::Account(identified.user.id.clone());
        let signing_in = self
            .state
            .db
            .write("accounts.sign_in", move |tx| start_session(tx, &identified));
        let tokens = owner.scope(signing_in).await?;
        if let Some(tokens) = &tokens {
            self.state.expect_credential(tokens.access.reveal());
        }
        Ok(tokens)
    }
}

fn start_session(tx: &mut Tx<'_>, identified: &Identified) -> Result<Option<Tokens>, ApiError> {
    let user = &identified.user;
    // The account may have been suspended, or its password changed, since the comparison.
    let now = store::by_id(tx, &user.id)?.map(|user| user.status);
    let stored = store::password(tx, &user.id)?;
    if now != Some(Standing::Active) || stored.as_ref() != Some(&identified.stored) {
        return Err(ApiError::wrong_password());
    }
    let mut metadata = json!({});
    // TOTP may have been enabled or disabled since it was read.
    if let Some(enabled) = totp::enabled(tx, &user.id)? {
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
            note(tx, &actor(user), events::TOTP_RECOVERY, &user.id, used)?;
        }
    }
    note(tx, &actor(user), events::USER_SIGN_IN, &user.id, metadata)?;
    let session = Session {
        id: SessionId::generate(tx.now(), tx.entropy()),
        created_at: tx.now(),
        expires_at: tx.now().plus(REFRESH_TIME),
        last_used: None,
    };
    rows::insert_session(tx, &user.id, &session)?;
    issue(tx, &user.id, &session.id).map(Some)
}

const MINUTE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(3600);
/// The failed sign-ins with one name that a network may make in a minute. An account has two names, so ten in
/// all. One count for both would tell which address belongs to which user name.
const FAILURES: u32 = 5;
/// The wrong codes of an account in an hour, from all addresses together. Three codes are valid at a time, so a
/// client with the password guesses one within a day with a probability of 0.15 %.
const CODE_FAILURES: u32 = 20;
