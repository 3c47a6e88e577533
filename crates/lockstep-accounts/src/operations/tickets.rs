//! Tickets: how a browser, which cannot send `Authorization` with a WebSocket, carries its
//! credential over to one.

use std::time::Duration;

use lockstep_store::{Entry, Status, StoreError, Timestamp, Tx};
use lockstep_web::caller::Credential;
use lockstep_web::{ApiError, AppState, Caller};
use serde_json::json;

use super::{Accounts, Found, caller, of_access, of_api_key};
use crate::secret::{self, Kind, Token};
use crate::store::credentials as rows;

impl Accounts {
    /// Makes a ticket that stands for the caller's credential, once, within 30 s and not beyond
    /// that credential's own end.
    pub(crate) async fn ticket(&self, caller: Caller) -> Result<(Token, Timestamp), ApiError> {
        self.state
            .db
            .write("accounts.ticket", move |tx| {
                let token = Token::generate(Kind::Ticket, tx.entropy());
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

/// Who a ticket stands for; it opens nothing a second time.
pub(crate) async fn redeem(state: &AppState, ticket: &str) -> Result<Caller, ApiError> {
    let Some((Kind::Ticket, hash)) = secret::read(ticket) else {
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
    recall(state, Credential(ticket.credential)).await
}

/// Who a credential that was shown before stands for now.
pub(crate) async fn recall(state: &AppState, credential: Credential) -> Result<Caller, ApiError> {
    let found = state
        .db
        .read_credential::<_, StoreError, _>("accounts.recall", move |tx| again(tx, credential))
        .await?;
    found.map(caller).ok_or_else(ApiError::bad_credential)
}

/// What a credential that was shown before stands for in this transaction.
pub(super) fn again(tx: &Tx<'_>, credential: Credential) -> Result<Option<Found>, StoreError> {
    match of_access(tx, &credential.0)? {
        Some(found) => Ok(Some(found)),
        None => of_api_key(tx, &credential.0),
    }
}

/// How long a ticket waits to be used.
const TICKET_TIME: Duration = Duration::from_secs(30);
