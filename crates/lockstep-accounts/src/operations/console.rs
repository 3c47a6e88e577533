//! Sign-ins of the web console. One token authenticates the requests of a sign-in; the browser keeps it in a cookie.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use lockstep_store::id::UserId;
use lockstep_store::{Entropy, Timestamp, Tx};
use lockstep_web::api_error::ErrorKind;
use lockstep_web::{ApiError, Caller};

use super::Accounts;
use super::bounded_session::BoundedSession;
use super::sign_in::SignIn;
use crate::credential::CredentialId;
use crate::secret::{Hash, Token, TokenKind};
use crate::store::credentials::{self as rows, StoredToken};

/// The token of a console's sign-in, and its expiry.
pub(crate) struct ConsoleToken {
    /// The value of the cookie.
    pub(crate) token: Arc<Token>,
    /// The time until which the token authenticates requests.
    pub(crate) expires_at: Timestamp,
    /// The time until then.
    pub(crate) lifetime: Duration,
}

/// The successors of the tokens that were renewed a moment ago, by the hashes of these. Two pages of a browser can renew a
/// token at the same time: both get the same successor, so that a sign-in never continues with two tokens.
#[derive(Default)]
pub(super) struct Renewals(Mutex<HashMap<Hash, Successor>>);

struct Successor {
    token: Arc<Token>,
    /// The monotonic time until which it is kept.
    until: Duration,
}

impl Renewals {
    /// Returns the successor of a token: that of a request a moment ago, or a new one.
    fn successor(&self, predecessor: Hash, now: Duration, entropy: &dyn Entropy) -> Arc<Token> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|_, one| one.until > now);
        let successor = all.entry(predecessor).or_insert_with(|| Successor {
            token: Arc::new(Token::generate(TokenKind::Console, entropy)),
            until: now + KEPT,
        });
        Arc::clone(&successor.token)
    }
}

impl Accounts {
    /// Signs in to the console as [`Accounts::sign_in`] does.
    ///
    /// # Errors
    /// Those of [`Accounts::sign_in`].
    pub(crate) async fn sign_in_to_console(
        &self,
        request: SignIn,
    ) -> Result<ConsoleToken, ApiError> {
        let made = self.sign_in_for(request, issue_first).await?;
        self.state.expect_credential(made.token.reveal());
        Ok(made)
    }

    /// Replaces the token of the caller's sign-in. The former token works for another minute, for requests that are
    /// in progress. If it is renewed again, the answer is the same.
    ///
    /// # Errors
    /// The caller's credential is not a token of the console: an access token must not outlast its hour. Or it was renewed,
    /// and its successor was renewed, too, or is not known after a restart. Or the sign-in has ended.
    pub(crate) async fn renew_console(&self, caller: Caller) -> Result<ConsoleToken, ApiError> {
        let now = self.state.clock.monotonic();
        let hash = caller.credential.0;
        let next = self.renewals.successor(hash, now, &*self.state.entropy);
        let max_age = self.state.policy().sign_in.max_session_age;
        let renewing = self.state.db.write("accounts.console.renew", move |tx| {
            renew(tx, &caller, &next, max_age)
        });
        let made: ConsoleToken = renewing.await?;
        self.state.expect_credential(made.token.reveal());
        Ok(made)
    }

    /// Ends the sign-in of the console that a browser had before it signed in again: the new cookie replaces its own. Other
    /// credentials stay. A failure is not one of the new sign-in: the former then ends by itself.
    pub(crate) async fn end_former(&self, former: Result<Caller, ApiError>) {
        let Ok(former) = former else {
            return;
        };
        if let Err(error) = self.sign_out(former).await
            && error.kind != ErrorKind::Conflict
        {
            tracing::warn!(
                reason = error.log,
                "the former session of a browser was not ended"
            );
        }
    }

    /// Ends the caller's sign-in.
    ///
    /// # Errors
    /// The caller's credential is not a token of the console.
    pub(crate) async fn sign_out(&self, caller: Caller) -> Result<(), ApiError> {
        let owner = caller.clone();
        let read = self
            .state
            .db
            .read("accounts.console.session", move |tx| own_token(tx, &owner));
        let token: StoredToken = read.await?;
        let id = CredentialId::Session(token.session);
        self.revoke_one(caller.actor(), caller.user, id).await?;
        Ok(())
    }
}

/// Returns the caller's token of the console.
fn own_token(tx: &Tx<'_>, caller: &Caller) -> Result<StoredToken, ApiError> {
    let token = rows::token(tx, &caller.credential.0, TokenKind::Console)?;
    token.ok_or_else(|| {
        ApiError::conflict(
            "this credential is not a session of the console: sign in at POST /api/auth/console",
        )
    })
}

fn renew(
    tx: &mut Tx<'_>,
    caller: &Caller,
    next: &Arc<Token>,
    max_age: Duration,
) -> Result<ConsoleToken, ApiError> {
    let own = own_token(tx, caller)?;
    if own.used {
        let known = rows::token(tx, &next.hash(), TokenKind::Console)?;
        let known = known.filter(|known| !known.used).ok_or_else(|| {
            ApiError::conflict("another request renewed this session: load the page again")
        })?;
        return Ok(ConsoleToken {
            token: Arc::clone(next),
            expires_at: known.expires_at,
            lifetime: known.expires_at.since(tx.now()),
        });
    }
    let session = BoundedSession::new(own.session, max_age);
    if session.has_ended(tx.now()) {
        return Err(ApiError::bad_credential());
    }
    rows::use_token(tx, &caller.credential.0)?;
    let end = tx.now().plus(GRACE);
    rows::shorten_token(tx, &caller.credential.0, end)?;
    issue(tx, &caller.user, &session, Arc::clone(next))
}

/// Makes the first token of a console's sign-in.
pub(super) fn issue_first(
    tx: &mut Tx<'_>,
    user: &UserId,
    session: &BoundedSession,
) -> Result<ConsoleToken, ApiError> {
    let token = Token::generate(TokenKind::Console, tx.entropy());
    issue(tx, user, session, Arc::new(token))
}

fn issue(
    tx: &mut Tx<'_>,
    user: &UserId,
    session: &BoundedSession,
    token: Arc<Token>,
) -> Result<ConsoleToken, ApiError> {
    let now = tx.now();
    let expires_at = session.expiry(now, SESSION_TIME);
    let (id, hash) = (&session.id, token.hash());
    rows::insert_token(tx, (TokenKind::Console, &hash), user, id, expires_at)?;
    rows::prolong_session(tx, id, expires_at)?;
    Ok(ConsoleToken {
        token,
        expires_at,
        lifetime: expires_at.since(now),
    })
}

/// The lifetime of a console's sign-in that is not renewed.
const SESSION_TIME: Duration = Duration::from_secs(7 * 24 * 3600);
/// The time for which a renewed token stays valid.
const GRACE: Duration = Duration::from_secs(60);
/// The time for which a successor is kept: longer than the grace, which begins a moment later.
const KEPT: Duration = Duration::from_secs(120);
