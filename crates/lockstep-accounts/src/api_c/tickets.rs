//! Tickets for sockets: `/v1/ws/tickets`.

use axum::Json;
use axum::extract::State;
use lockstep_web::{Caller, Fault};
use serde::Serialize;
use utoipa::ToSchema;

use crate::operations::Accounts;

/// A ticket for one socket.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SocketTicket)]
pub(crate) struct TicketView {
    /// Offer the subprotocols `lockstep.v1` and `ticket.` with this behind it.
    ticket: String,
    /// 30 seconds from now, or when the credential ends, if that is sooner.
    #[schema(format = DateTime)]
    expires_at: String,
}

/// A ticket opens one socket, once, with the rights and the end of the credential that asked for
/// it. For browsers, which cannot send `Authorization` with a WebSocket:
/// `new WebSocket(url, ["lockstep.v1", "ticket." + ticket])`.
#[utoipa::path(post, path = "/v1/ws/tickets", tag = "Events", operation_id = "createSocketTicket",
    responses((status = 200, description = "The ticket", body = TicketView)))]
pub(crate) async fn create_ticket(
    State(accounts): State<Accounts>,
    caller: Caller,
) -> Result<Json<TicketView>, Fault> {
    let (token, end) = accounts.ticket(caller).await?;
    Ok(Json(TicketView {
        ticket: token.reveal().to_owned(),
        expires_at: end.to_string(),
    }))
}
