//! The broker of UADM devices: MQTT 3.1.1 and 5 (OASIS standards) for the topics of each device, and no others.
//!
//! A device signs in with its id and its password. It subscribes to `uadm/{device_id}/commands`, `…/desired` and
//! `…/errors`, and publishes to `…/acks`, `…/telemetry` and `…/reported`. There is no routing between clients, no
//! retained message and no wildcard. The durable queue of commands is the session: the broker keeps the subscriptions of
//! a session and sends the commands that wait.
//!
//! Reading order: `topic.rs`, `stored.rs` (stored sessions), `protocol.rs` (packets of both versions), `messages.rs`
//! (what a device publishes), `session.rs` (one connection), `external.rs` (a broker outside of the server).

mod external;
mod messages;
mod payload;
mod protocol;
pub mod replay;
mod session;
mod stored;
mod topic;
mod unconfirmed;

use std::net::IpAddr;

use lockstep_web::AppState;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::watch;

pub use external::{BrokerStream, ExternalBroker, OpenBroker, serve_external};

/// Serves the connection of a device from `peer` until it closes or `end` changes.
pub async fn serve<S>(state: AppState, stream: S, peer: IpAddr, end: watch::Receiver<bool>)
where
    S: AsyncRead + AsyncWrite + Unpin + Send,
{
    session::serve(state, stream, peer, end).await;
}

/// The maximum number of bytes of a packet that the broker receives.
pub(crate) const MAX_PACKET_BYTES: u32 = 256 << 10;
