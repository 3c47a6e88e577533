//! Checks a request before its upgrade to a socket.

use std::sync::Arc;

use axum::extract::ws::{WebSocket, WebSocketUpgrade};
use axum::extract::{FromRequestParts, Request};
use axum::http::header::{SEC_WEBSOCKET_PROTOCOL, UPGRADE};
use axum::http::request::Parts;
use axum::response::Response;
use lockstep_store::{QueueOwner, StoreError};

use super::lifecycle::Start;
use super::{FRAME_BYTES, lifecycle};
use crate::access::Permission;
use crate::api_error::ApiError;
use crate::app_state::AppState;
use crate::app_state::feed::Feed;
use crate::area::Area;
use crate::caller::Caller;
use crate::messages::Position;
use crate::routes::PermissionGuard;

/// The connection's permit, set by the server when it accepted the connection. A socket keeps it,
/// since a socket outlives the connection's requests.
#[derive(Clone)]
pub struct ConnectionHold(
    #[expect(dead_code, reason = "only its drop has an effect")] Arc<dyn Send + Sync>,
);

impl ConnectionHold {
    /// Holds the permit and releases it when the last clone is dropped.
    pub fn new(place: impl Send + Sync + 'static) -> Self {
        Self(Arc::new(place))
    }
}

/// An authorised request to open a socket. As an extractor it refuses a request that is not an upgrade.
/// Extract it after the query, so that a misspelt parameter is reported first.
pub struct SocketUpgrade {
    upgrade: WebSocketUpgrade,
    caller: Caller,
    permission: Permission,
    area: Area,
    seat: Option<ConnectionHold>,
}

impl<S: Send + Sync> FromRequestParts<S> for SocketUpgrade {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let caller = Caller::from_request_parts(parts, state).await?;
        let guarded = parts.extensions.get::<PermissionGuard>().copied();
        let guarded = guarded
            .ok_or_else(|| ApiError::internal("the route of this socket names no permission"))?;
        let upgrade = WebSocketUpgrade::from_request_parts(parts, state)
            .await
            .map_err(|_| {
                ApiError::invalid(
                    "Upgrade",
                    "this endpoint is a WebSocket (RFC 6455, version 13, over HTTP/1.1): connect with ws:// or wss://",
                )
            })?;
        Ok(Self {
            upgrade,
            caller,
            permission: guarded.0,
            area: Area::of(parts.uri.path()),
            seat: parts.extensions.get::<ConnectionHold>().cloned(),
        })
    }
}

impl SocketUpgrade {
    /// Opens the socket. It receives the feed of the caller's account from now on, or after the
    /// message `last`.
    ///
    /// The `Origin` of the page matters only with the cookie of the console, which the gate has checked: a browser
    /// sends neither a bearer credential nor a ticket on its own.
    pub async fn open(
        self,
        app_state: &AppState,
        feed: &'static Feed,
        last: Option<String>,
    ) -> Result<Response, ApiError> {
        ensure_readable(app_state, feed, &self.caller)?;
        let needs = (self.permission, self.area);
        let entered = app_state
            .sockets()
            .enter(app_state, feed, &self.caller, needs)?;
        // Revocations before the socket was registered did not reach it, so the credential is
        // checked again.
        let caller = app_state.current_caller(self.caller.credential).await?;
        caller.may(self.permission, self.area)?;
        let owner = QueueOwner::Account(caller.user);
        let user = entered.audience.user.clone();
        let newest = app_state
            .db
            .read::<_, StoreError, _>("socket.open", move |tx| tx.newest_event_of(&user))
            .await?;
        let newest = Position::newest(newest);
        entered.audience.announce(newest.event.seq);
        let start = match last {
            None => Some(Start::Now(newest)),
            Some(id) if feed.is_shared() => {
                Position::from_the_beginning(&id).ok().map(Start::After)
            }
            Some(id) => id.parse().ok().map(Start::After),
        };
        let seat = self.seat;
        let upgrade = self
            .upgrade
            .protocols([PROTOCOL])
            .max_message_size(FRAME_BYTES)
            .max_frame_size(FRAME_BYTES)
            .read_buffer_size(READ_BYTES)
            .write_buffer_size(WRITE_BYTES);
        Ok(upgrade.on_upgrade(move |socket: WebSocket| async move {
            owner.scope(lifecycle::live(socket, entered, start)).await;
            drop(seat);
        }))
    }
}

/// Refuses a feed that reports an event which no capability lists, or which the caller may not read.
fn ensure_readable(app_state: &AppState, feed: &Feed, caller: &Caller) -> Result<(), ApiError> {
    let capabilities = app_state.capabilities().iter();
    let mut feeds = capabilities.flat_map(|capability| capability.feeds);
    if !feeds.any(|listed| listed.name == feed.name) {
        let name = feed.name;
        return Err(ApiError::internal(format!(
            "no capability lists the feed {name}"
        )));
    }
    for kind in feed.kinds() {
        let name = kind.name();
        if !app_state.event_kinds().any(|listed| listed == kind) {
            return Err(ApiError::internal(format!(
                "no capability lists the event {name}"
            )));
        }
        if !caller.may_read_event(kind, &caller.user) {
            return Err(ApiError::permission_denied(format!(
                "your role may not read the event {name}"
            )));
        }
    }
    Ok(())
}

/// Returns the ticket of a browser's upgrade request, which cannot send `Authorization`. The ticket
/// is a subprotocol, `ticket.<ticket>`; no other place is read.
pub(crate) fn ticket(request: &Request) -> Option<&str> {
    if !is_socket_upgrade(request) {
        return None;
    }
    let offered = request.headers().get_all(SEC_WEBSOCKET_PROTOCOL).iter();
    let mut names = offered
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','));
    names.find_map(|name| name.trim().strip_prefix("ticket."))
}

/// Whether a request asks to open a socket.
pub(crate) fn is_socket_upgrade(request: &Request) -> bool {
    SOCKET_PATHS.contains(&request.uri().path()) && request.headers().contains_key(UPGRADE)
}

/// The paths that open sockets.
const SOCKET_PATHS: &[&str] = &[
    "/v1/sfdp/stream",
    "/v1/ws",
    "/api/ws",
    "/v1/agents/websocket",
];
/// The one subprotocol; the response names it alone, never with the ticket.
const PROTOCOL: &str = "lockstep.v1";
/// The read buffer in bytes: small, since clients need to send nothing.
const READ_BYTES: usize = 1 << 10;
const WRITE_BYTES: usize = 8 << 10;

#[cfg(test)]
mod tests {
    use lockstep_store::db::Options;
    use lockstep_store::id::UserId;
    use lockstep_store::{Ctx, Db, EventKind, SystemClock, SystemEntropy, Timestamp};

    use super::*;
    use crate::access::{Role, Tier};
    use crate::app_state::feed::Protocol;
    use crate::app_state::{Capability, Identity};
    use crate::caller::{Credential, Scopes};
    use crate::policy::Policy;
    use crate::routes::Routes;

    lockstep_store::event_kinds! {
        /// An event that the capability lists.
        LISTED = "listed", Owner, "{}";
        /// An event that the capability does not list.
        FORGOTTEN = "forgotten", Owner, "{}";
    }

    const fn feed(name: &'static str, events: &'static [&'static EventKind]) -> Feed {
        Feed {
            name,
            operation: "stream",
            events,
            reader: |_, _| Box::pin(async { Err(ApiError::not_found("reader")) }),
            digest: None,
            protocol: Protocol::Everything,
        }
    }

    static WHOLE: Feed = feed("whole", &[LISTED]);
    static WITH_FORGOTTEN: Feed = feed("with forgotten", EVENTS);
    static UNLISTED: Feed = feed("unlisted", &[LISTED]);

    const CAPABILITY: Capability = Capability {
        events: &[LISTED],
        feeds: &[&WHOLE, &WITH_FORGOTTEN],
        ..Capability::new("test", |_| Routes::new(), |_, _| Ok(()))
    };

    #[tokio::test]
    async fn a_feed_or_event_that_no_capability_lists_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let (clock, entropy) = (SystemClock::shared(), Arc::new(SystemEntropy));
        let options = Options {
            file: folder.path().join("test.db"),
            postgres: None,
            readers: 1,
            clock: clock.clone(),
            entropy: entropy.clone(),
        };
        let db = Db::open(options, &[]).unwrap();
        let ctx = Ctx::new(db, clock, entropy).await.unwrap();
        let state = AppState::new(ctx, &[&CAPABILITY], Identity::REJECTING, Policy::default());
        let caller = Caller {
            user: UserId::generate(Timestamp(0), &SystemEntropy),
            role: Role::User,
            lacks_second_factor: false,
            tier: Tier::Standard,
            scopes: Scopes::default(),
            expires: None,
            credential: Credential([0; 32]),
            api_key: None,
            session: None,
        };
        for (feed, is_fine) in [(&WHOLE, true), (&WITH_FORGOTTEN, false), (&UNLISTED, false)] {
            let judged = ensure_readable(&state, feed, &caller);
            assert_eq!(judged.is_ok(), is_fine, "{}", feed.name);
        }
    }

    #[test]
    fn tickets() {
        for (path, upgrade, offered, expected) in [
            (
                "/v1/sfdp/stream",
                true,
                &["lockstep.v1, ticket.a"][..],
                Some("a"),
            ),
            (
                "/v1/sfdp/stream",
                true,
                &["lockstep.v1", "ticket.a"],
                Some("a"),
            ),
            ("/v1/ws", true, &["ticket.a,lockstep.v1"], Some("a")),
            ("/v1/sfdp/stream", false, &["lockstep.v1, ticket.a"], None),
            ("/v1/sfdp/data", true, &["lockstep.v1, ticket.a"], None),
            ("/v1/sfdp/stream", true, &["lockstep.v1"], None),
            ("/v1/sfdp/stream", true, &[], None),
        ] {
            let mut request = Request::get(path);
            if upgrade {
                request = request.header(UPGRADE, "websocket");
            }
            for name in offered {
                request = request.header(SEC_WEBSOCKET_PROTOCOL, *name);
            }
            let request = request.body(axum::body::Body::empty()).unwrap();
            assert_eq!(ticket(&request), expected, "{path} {offered:?}");
        }
    }
}
