//! Sign-ins of the web console. One token authenticates the requests of a sign-in; the browser keeps it in a cookie.

use std::time::Duration;

use lockstep_store::id::{SessionId, UserId};
use lockstep_store::{Timestamp, Tx};
use lockstep_web::{ApiError, Caller};

use super::Accounts;
use super::sign_in::SignIn;
use crate::credential::CredentialId;
use crate::secret::{Token, TokenKind};
use crate::store::credentials as rows;

/// The token of a console's sign-in, and its expiry.
pub(crate) struct ConsoleToken {
    /// The value of the cookie.
    pub(crate) token: Token,
    /// The time until which the token authenticates requests.
    pub(crate) expires_at: Timestamp,
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
        let made = self.sign_in_for(request, issue).await?;
        self.state.expect_credential(made.token.reveal());
        Ok(made)
    }

    /// Replaces the token of the caller's sign-in. The former token works for another minute, for requests that are
    /// in progress.
    ///
    /// # Errors
    /// The caller's credential is not a token of the console: an access token must not outlast its hour.
    pub(crate) async fn renew_console(&self, caller: Caller) -> Result<ConsoleToken, ApiError> {
        let renewing = self.state.db.write("accounts.console.renew", move |tx| {
            let session = session(tx, &caller)?;
            let end = tx.now().plus(GRACE);
            rows::shorten_token(tx, &caller.credential.0, end)?;
            issue(tx, &caller.user, &session)
        });
        let made: ConsoleToken = renewing.await?;
        self.state.expect_credential(made.token.reveal());
        Ok(made)
    }

    /// Ends the caller's sign-in.
    ///
    /// # Errors
    /// The caller's credential is not a token of the console.
    pub(crate) async fn sign_out(&self, caller: Caller) -> Result<(), ApiError> {
        let of = caller.clone();
        let read = self
            .state
            .db
            .read("accounts.console.session", move |tx| session(tx, &of));
        let id = CredentialId::Session(read.await?);
        self.revoke_one(caller.actor(), caller.user, id).await?;
        Ok(())
    }
}

/// Returns the sign-in of a token of the console.
fn session(tx: &Tx<'_>, caller: &Caller) -> Result<SessionId, ApiError> {
    let token = rows::token(tx, &caller.credential.0, TokenKind::Console)?;
    token.map(|token| token.session).ok_or_else(|| {
        ApiError::conflict(
            "this credential is not a session of the console: sign in at POST /api/auth/console",
        )
    })
}

fn issue(tx: &mut Tx<'_>, user: &UserId, session: &SessionId) -> Result<ConsoleToken, ApiError> {
    let token = Token::generate(TokenKind::Console, tx.entropy());
    let expires_at = tx.now().plus(SESSION_TIME);
    let hash = token.hash();
    rows::insert_token(tx, (TokenKind::Console, &hash), user, session, expires_at)?;
    rows::prolong_session(tx, session, expires_at)?;
    Ok(ConsoleToken { token, expires_at })
}

/// The lifetime of a console's sign-in that is not renewed.
pub(crate) const SESSION_TIME: Duration = Duration::from_secs(7 * 24 * 3600);
/// The time for which a renewed token stays valid.
const GRACE: Duration = Duration::from_secs(60);
