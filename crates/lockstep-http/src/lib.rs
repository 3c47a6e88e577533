#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

use std::collections::VecDeque;
use std::convert::Infallible;
use std::future::poll_fn;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Uri, header};
use axum::response::Response;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use lockstep_config::Network;
use lockstep_web::console_session::EncryptedConnection;
use lockstep_web::gate::PeerAddress;
use lockstep_web::pacing::ConnectionEnd;
use lockstep_web::request::BodyPace;
use lockstep_web::socket::ConnectionHold;
use lockstep_web::{ApiError, AppState, pacing};
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio_rustls::TlsAcceptor;
use tower::ServiceExt;

mod bandwidth;
mod client;
mod connection_limiter;
mod connection_state;
mod framing;
mod listener;
mod refusal;
mod stall_timeout;
mod throttled_stream;
mod tls;
mod wire;

pub use bandwidth::Bandwidth;
pub use connection_limiter::{ConnectionLimiter, ConnectionPermit, Protocol};
use connection_state::{ActiveResponse, ConnectionState, RequestInProgress};
pub use listener::{HandedConnection, Listener};
use stall_timeout::{StallTimeout, TimedBody};
pub use throttled_stream::ThrottledStream;
pub use tls::{Certificates, TlsError};
use wire::TimedStream;

/// The parameters of a listener.
pub struct ServeContext {
    /// Every route.
    pub router: Router,
    /// The application state.
    pub state: AppState,
    /// The limits for clients.
    pub network: Arc<Network>,
    /// The open connections of this listener and of those that share its limits.
    pub connection_limiter: Arc<ConnectionLimiter>,
    /// The TLS certificates, if TLS is configured.
    pub certificates: Option<Arc<Certificates>>,
    /// Seconds for which browsers must use TLS only (HSTS).
    pub hsts_seconds: u64,
}

/// Serves on `listener` until `end` changes, then finishes running requests.
pub async fn serve(
    listener: impl Into<Listener>,
    context: ServeContext,
    mut end: watch::Receiver<bool>,
) {
    let mut listener = listener.into();
    let context = Arc::new(context);
    let connection_limiter = context.connection_limiter.clone();
    let graceful = GracefulShutdown::new();
    let builder = builder(&context.network);
    if let Some(certificates) = &context.certificates {
        tokio::spawn(certificates.clone().watch(end.clone()));
    }
    let mut settings = context.state.settings_changes();
    let mut waiting = VecDeque::new();
    loop {
        let maximum = context.state.settings().network.max_concurrent_connections as usize;
        let accepted = tokio::select! {
            () = connection_limiter.wait_for_room(maximum), if !waiting.is_empty() => waiting.pop_front(),
            accepted = accept(&mut listener, &connection_limiter, maximum + LOCAL_CONNECTIONS) => accepted,
            _ = settings.changed() => continue,
            _ = end.changed() => break,
        };
        let Some((stream, peer)) = accepted else {
            continue;
        };
        let is_local = peer.is_loopback() && !context.network.trusts(peer);
        if !is_local && !connection_limiter.has_room(maximum) {
            match waiting.len() < MAX_WAITING {
                true => waiting.push_back((stream, peer)),
                false => metrics::counter!("lockstep_connections_refused_total").increment(1),
            }
            continue;
        }
        let counted = (!context.network.trusts(peer)).then_some(peer);
        let most_per_address = context.network.connections_per_address;
        let now = context.state.clock.monotonic();
        let permit = connection_limiter.enter(Protocol::Http, counted, most_per_address, now);
        let Some(permit) = permit else {
            metrics::counter!("lockstep_connections_refused_total").increment(1);
            continue;
        };
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "nodelay");
        }
        let (context, builder) = (context.clone(), builder.clone());
        let (watcher, mut end) = (graceful.watcher(), end.clone());
        tokio::spawn(async move {
            if !permit.may_start(&mut end).await {
                return;
            }
            let client = Client {
                peer,
                permit: ConnectionHold::new(permit),
                end: ConnectionEnd::default(),
            };
            if let Err(error) =
                serve_connection(stream, client, context, &builder, watcher, end).await
            {
                tracing::debug!(error, "connection");
            }
        });
    }
    drop(listener);
    let stall_timeout = Duration::from_secs(context.network.shutdown_seconds);
    let shutdown = graceful.shutdown();
    if tokio::time::timeout(stall_timeout, shutdown).await.is_err() {
        tracing::warn!(
            seconds = stall_timeout.as_secs(),
            "running requests were cut off at shutdown"
        );
    }
}

/// Accepts a connection while fewer than `most` are open; further ones wait in the kernel's queue. `None` if it failed.
pub async fn accept(
    listener: &mut Listener,
    limiter: &ConnectionLimiter,
    most: usize,
) -> Option<HandedConnection> {
    limiter.wait_for_room(most).await;
    match listener.accept().await {
        Ok(accepted) => Some(accepted),
        Err(error) => {
            // The connection was already closed, or no file descriptors are left: closing
            // connections will free some.
            tracing::warn!(%error, "accept");
            tokio::time::sleep(ACCEPT_RETRY_PAUSE).await;
            None
        }
    }
}

/// The client of a connection.
#[derive(Clone)]
struct Client {
    peer: IpAddr,
    /// The connection's permit; a WebSocket outlives the connection's requests and keeps it.
    permit: ConnectionHold,
    /// Ends the connection.
    end: ConnectionEnd,
}

/// Serves one connection to its end, with or without TLS.
async fn serve_connection(
    stream: TcpStream,
    client: Client,
    context: Arc<ServeContext>,
    builder: &auto::Builder<TokioExecutor>,
    watcher: Watcher,
    mut end: watch::Receiver<bool>,
) -> Result<(), String> {
    let Some(certificates) = &context.certificates else {
        return serve_http(stream, client, context, builder, watcher).await;
    };
    let handshake = async {
        let mut first = [0];
        match stream.peek(&mut first).await {
            Ok(1) if first[0] != TLS_HANDSHAKE => return Ok(Err(stream)),
            Ok(_) => {}
            Err(error) => return Err(error),
        }
        let acceptor = TlsAcceptor::from(certificates.server_config());
        acceptor.accept(stream).await.map(Ok)
    };
    let time = Duration::from_secs(context.network.header_seconds);
    let accepted = tokio::select! {
        accepted = tokio::time::timeout(time, handshake) => accepted,
        _ = end.changed() => return Ok(()),
    };
    match accepted {
        Err(_) => Err("the TLS handshake took too long".to_owned()),
        Ok(Err(error)) => Err(format!("TLS handshake: {error}")),
        Ok(Ok(Ok(stream))) => serve_http(stream, client, context, builder, watcher).await,
        // No redirection: a client that sends a credential in the clear must notice.
        Ok(Ok(Err(stream))) => {
            let error = ApiError::invalid("", "this port accepts only TLS: use https://");
            let connection = ConnectionState::new(context.state.clock.clone());
            let mut wire = TimedStream::new(
                stream,
                &context.state,
                &context.network,
                connection,
                client.peer,
            );
            wire.refuse(&error);
            let answered = tokio::time::timeout(time, wire.shutdown()).await;
            answered.map_or(Ok(()), |answered| {
                answered.map_err(|error| error.to_string())
            })
        }
    }
}

/// Serves HTTP on a byte stream to its end.
async fn serve_http<S: AsyncRead + AsyncWrite + Unpin + Send + 'static>(
    stream: S,
    client: Client,
    context: Arc<ServeContext>,
    builder: &auto::Builder<TokioExecutor>,
    watcher: Watcher,
) -> Result<(), String> {
    let connection = ConnectionState::new(context.state.clock.clone());
    let (state, network) = (&context.state, &context.network);
    let wire = TimedStream::new(stream, state, network, connection.clone(), client.peer);
    let shared = (context.clone(), connection.clone(), client.clone());
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        let (context, connection, client) = &shared;
        // Here and not in the future, so that each request has begun when the library waits.
        let under_way = connection.begin(request.version());
        answer(context.clone(), under_way, client.clone(), request)
    });
    let served = builder.serve_connection_with_upgrades(TokioIo::new(wire), service);
    let mut served = pin!(watcher.watch(served.into_owned()));
    let end = client.end.clone();
    let served = poll_fn(move |cx| {
        let polled = served.as_mut().poll(cx);
        pace_refused_heads(&connection, &client, &context);
        polled
    });
    tokio::select! {
        ended = served => ended.map_err(|error| error.to_string()),
        // Without an answer, which would cost as much as those that are too many.
        () = end.requested() => {
            metrics::counter!("lockstep_connections_refused_total").increment(1);
            Err("too many answers wait for the client's address".to_owned())
        }
    }
}

/// Takes a turn of the client's address for each head over HTTP/2 that the HTTP library has refused itself since the last call,
/// and ends the connection if none is left.
fn pace_refused_heads(connection: &ConnectionState, client: &Client, context: &ServeContext) {
    let refused = connection.settle_heads();
    if context.network.trusts(client.peer) {
        return;
    }
    if (0..refused).any(|_| !pacing::take_turn(&context.state, client.peer)) {
        client.end.request();
    }
}

async fn answer(
    context: Arc<ServeContext>,
    under_way: RequestInProgress,
    client: Client,
    request: hyper::Request<Incoming>,
) -> Result<Response<ActiveResponse>, Infallible> {
    if client.end.is_requested() {
        // Streams of HTTP/2 that arrived together end with their connection, and cost no more.
        return std::future::pending().await;
    }
    let pace = BodyPace::default();
    let stall_timeout = StallTimeout::new(context.state.clock.clone(), &context.network);
    let mut request: Request =
        request.map(|body| TimedBody::wrap(body, stall_timeout, pace.clone()));
    let address = client::address(client.peer, request.headers(), &context.network);
    if is_encrypted(&context, &client, request.headers()) {
        request.extensions_mut().insert(EncryptedConnection);
    }
    request.extensions_mut().insert(PeerAddress(address));
    if !context.network.trusts(client.peer) {
        request.extensions_mut().insert(client.end);
    }
    request.extensions_mut().insert(client.permit);
    request.extensions_mut().insert(pace);
    if let Some(uri) = unversioned_uri(request.uri()) {
        *request.uri_mut() = uri;
    }
    let mut response = context.router.clone().oneshot(request).await?;
    if context.certificates.is_some() && context.hsts_seconds > 0 {
        let value = HeaderValue::try_from(format!("max-age={}", context.hsts_seconds));
        if let Ok(value) = value {
            let headers = response.headers_mut();
            headers.insert(header::STRICT_TRANSPORT_SECURITY, value);
        }
    }
    // A protocol change is the only informational response that ends a request.
    if response.status().is_informational() {
        under_way.upgrade();
    }
    Ok(response.map(|body| ActiveResponse::new(body, under_way)))
}

/// Whether the client's connection is encrypted: to this server, or to a trusted proxy that says so.
fn is_encrypted(context: &ServeContext, client: &Client, headers: &HeaderMap) -> bool {
    context.certificates.is_some()
        || client::is_forwarded_over_tls(client.peer, headers, &context.network)
}

/// Rewrites `/api/v1/…` to `/api/…`: the platform API is served under both prefixes.
fn unversioned_uri(uri: &Uri) -> Option<Uri> {
    let rest = uri.path_and_query()?.as_str().strip_prefix("/api/v1/")?;
    let mut parts = uri.clone().into_parts();
    parts.path_and_query = Some(format!("/api/{rest}").parse().ok()?);
    Uri::from_parts(parts).ok()
}

/// Binds a listener; the error names the address.
pub async fn bind(address: SocketAddr) -> Result<TcpListener, String> {
    let listener = TcpListener::bind(address).await;
    listener.map_err(|error| match error.kind() {
        io::ErrorKind::AddrInUse => {
            format!("{address} is in use: stop the process that listens there, or choose another address with --listen")
        }
        _ => format!("{address}: {error}"),
    })
}

fn builder(network: &Network) -> auto::Builder<TokioExecutor> {
    let mut builder = auto::Builder::new(TokioExecutor::new());
    builder
        .http1()
        // `wire.rs` bounds the times, since it can tell a slow head from an idle connection.
        .header_read_timeout(None)
        // Wider than the limit of `app.rs`, so that `app.rs` answers in the area's format.
        .max_buf_size(
            (4 * network.header_bytes)
                .max(8 * network.uri_bytes)
                .max(64 << 10),
        )
        .max_headers(2 * network.headers);
    let list = u32::try_from(2 * network.header_bytes).unwrap_or(u32::MAX);
    builder
        .http2()
        .timer(TokioTimer::new())
        // Also bounds the CONTINUATION frames of one head.
        .max_header_list_size(list)
        .max_concurrent_streams(MAX_STREAMS)
        .initial_stream_window_size(STREAM_WINDOW_BYTES)
        .initial_connection_window_size(CONNECTION_WINDOW_BYTES)
        .max_send_buf_size(SEND_BUFFER_BYTES)
        // Limits streams that are opened and reset before they are served; more of them end the
        // connection.
        .max_pending_accept_reset_streams(20)
        .max_local_error_reset_streams(100)
        .keep_alive_interval(Duration::from_secs(30))
        .keep_alive_timeout(Duration::from_secs(20));
    builder
}

/// HTTP/2: concurrent requests on one connection; RFC 9113, 6.5.2 recommends no fewer. `lockstep_web::pacing` bounds those of
/// one address that cost little each.
const MAX_STREAMS: u32 = 100;
/// HTTP/2: body bytes that may arrive before they are read, for one request and for the whole
/// connection.
const STREAM_WINDOW_BYTES: u32 = 128 << 10;
const CONNECTION_WINDOW_BYTES: u32 = 256 << 10;
/// HTTP/2: bytes of a response that wait for a reader.
const SEND_BUFFER_BYTES: usize = 64 << 10;
/// The first byte of a TLS record that begins a handshake (RFC 8446, 5.1).
const TLS_HANDSHAKE: u8 = 22;
/// The connections beyond the setting `network.maxConcurrentConnections` for clients on this machine, which no other
/// client can use up.
const LOCAL_CONNECTIONS: usize = 16;
/// The connections of other clients that wait for a place; further ones are closed.
const MAX_WAITING: usize = 128;
const ACCEPT_RETRY_PAUSE: Duration = Duration::from_millis(20);
