//! Tickets: a browser cannot send `Authorization` with a WebSocket, so it shows a ticket instead of
//! its credential.

use std::time::Duration;

use lockstep_store::{Entry, Status, StoreError, Timestamp, Tx};
use lockstep_web::caller::Credential;
use lockstep_web::{ApiError, AppState, Caller};
use serde_json::json;

use super::{Accounts, AuthenticatedCredential, caller, of_api_key, of_session};
use crate::secret::{self, Token, TokenKind};
use crate::store::credentials as rows;

impl Accounts {
    /// Creates a ticket for the caller's credential. It works once, within 30 s, and not beyond
    /// that credential's own expiry.
    pub(crate) async fn ticket(&self, caller: Caller) -> Result<(Token, Timestamp), ApiError> {
        self.state
            .db
            .write("accounts.ticket", move |tx| {
                let token = Token::generate(TokenKind::Ticket, tx.entropy());
                let soon = tx.now().plus(TICKET_TIME);
                let end = caller.expires.map_or(soon, |end| end.min(soon));
                let ticket = rows::Ticket {
                    user: caller.user.clone(),
                    credential: caller.credential.0,
                    expires_at: end,
                };
                rows::insert_ticket(tx, &token.hash(), &ticket)?;
                tx.audit(&Entry {
                    actor: &caller.actor(),
                    action: "user.ticket",
                    component: "accounts",
                    status: Status::Success,
                    details: "a ticket for a socket".to_owned(),
                    metadata: json!({ "userId": caller.user }),
                })?;
                Ok((token, end))
            })
            .await
    }
}

/// Resolves a ticket to its caller and consumes the ticket.
pub(crate) async fn redeem(state: &AppState, ticket: &str) -> Result<Caller, ApiError> {
    let Some((TokenKind::Ticket, hash)) = secret::read(ticket) else {
        return Err(ApiError::bad_ticket());
    };
    let taken = state
        .db
        .write::<_, StoreError, _>("accounts.redeem", move |tx| {
            let now = tx.now();
            let taken = rows::take_ticket(tx, &hash)?;
            Ok(taken.filter(|ticket| ticket.expires_at > now))
        })
        .await?;
    let ticket = taken.ok_or_else(ApiError::bad_ticket)?;
    current_caller(state, Credential(ticket.credential)).await
}

/// Resolves a credential that was shown earlier to its current caller.
pub(crate) async fn current_caller(
    state: &AppState,
    credential: Credential,
) -> Result<Caller, ApiError> {
    let found = state
        .db
        .read_credential::<_, ApiError, _>("accounts.recall", move |tx| {
            resolve_in_transaction(tx, credential)
        })
        .await?;
    found.map(caller).ok_or_else(ApiError::bad_credential)
}

/// Resolves a credential that was shown earlier in this transaction.
pub(super) fn resolve_in_transaction(
    tx: &Tx<'_>,
    credential: Credential,
) -> Result<Option<AuthenticatedCredential>, ApiError> {
    match of_session(tx, &credential.0)? {
        Some(found) => Ok(Some(found)),
        None => of_api_key(tx, &credential.0),
    }
}

/// The lifetime of an unused ticket.
const TICKET_TIME: Duration = Duration::from_secs(30);
