//! Tickets for sockets: `/v1/ws/tickets`.

use axum::Json;
use axum::extract::State;
use lockstep_web::{ApiError, Caller};
use serde::Serialize;
use utoipa::ToSchema;

use crate::operations::Accounts;

/// A ticket that opens one socket.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SocketTicket)]
pub(crate) struct TicketView {
    /// The ticket: offer the subprotocols `lockstep.v1` and `ticket.` followed by it.
    ticket: String,
    /// The expiry: 30 seconds from now, or the end of the credential if that is sooner.
    #[schema(format = DateTime)]
    expires_at: String,
}

/// Create a single-use ticket that opens one WebSocket.
///
/// The socket has the rights and the expiry of the caller's credential. Tickets are for browsers, which
/// cannot send `Authorization` with a WebSocket:
/// `new WebSocket(url, ["lockstep.v1", "ticket." + ticket])`.
#[utoipa::path(post, path = "/v1/ws/tickets", tag = "Events", operation_id = "createSocketTicket",
    responses((status = 200, description = "The ticket", body = TicketView)))]
pub(crate) async fn create_ticket(
    State(accounts): State<Accounts>,
    caller: Caller,
) -> Result<Json<TicketView>, ApiError> {
    let (token, end) = accounts.ticket(caller).await?;
    Ok(Json(TicketView {
        ticket: token.reveal().to_owned(),
        expires_at: end.to_string(),
    }))
}
