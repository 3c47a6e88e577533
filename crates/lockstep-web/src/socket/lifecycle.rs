//! Runs one socket from its upgrade to its close.

mod sender;

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use lockstep_store::Clock;
use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite;

use crate::app_state::AppState;
use crate::app_state::feed::Protocol;
use crate::app_state::hub::{Registration, SocketEnding};
use crate::messages::Position;
use sender::SocketSender;

/// The position where a socket starts.
pub(super) enum Start {
    /// After every existing event.
    Now(Position),
    /// Start at the position that the client names, which must still be checked.
    After(Position),
}

/// Sends the messages after `start` until either side closes the socket. Without a start the client's position is
/// unknown.
pub(super) async fn live(socket: WebSocket, registration: Registration, start: Option<Start>) {
    let mut registration = registration;
    let Registration {
        app_state,
        audience,
        ended,
        rights,
        ..
    } = &mut registration;
    let pulse = PeerLiveness::new(app_state);
    let (mut sink, mut stream) = socket.split();
    let mut ending = {
        let (frames, waiting) = mpsc::channel(WAITING_FRAMES);
        let obeyed = match audience.feed.protocol {
            Protocol::Everything => None,
            Protocol::Channels | Protocol::Resources(_) => Some(frames),
        };
        let telling = async {
            let Some(start) = start else {
                return CloseReason::Behind;
            };
            let teller = SocketSender::new((app_state, audience), rights, &pulse, start, waiting);
            teller.run(&mut sink).await
        };
        tokio::select! {
            ending = telling => ending,
            ending = read_peer(&mut stream, &pulse, obeyed) => ending,
            ending = ended => match ending {
                Ok(SocketEnding::Revoked) => CloseReason::Revoked,
                Ok(SocketEnding::Leaving) | Err(_) => CloseReason::Leaving,
            },
            () = pulse.wait_for_silence() => CloseReason::Silent,
        }
    };
    // Deleting an account deletes its events: if they are gone, the account may be gone too.
    if ending == CloseReason::Behind && app_state.current_caller(rights.credential).await.is_err() {
        ending = CloseReason::Revoked;
    }
    let (code, reason) = ending.code_and_reason();
    tracing::debug!(
        feed = audience.feed.name, account = %audience.user, code, reason, "socket closed"
    );
    metrics::counter!("lockstep_sockets_closed_total", "code" => code.to_string()).increment(1);
    // A peer that does not read will not read the close frame either.
    let goodbye = close_gracefully(sink, stream, ending);
    let _ = tokio::time::timeout(LINGER, goodbye).await;
}

/// Sends the reason for the close and waits until the peer has acknowledged it.
async fn close_gracefully(
    mut sink: SplitSink<WebSocket, Message>,
    mut stream: SplitStream<WebSocket>,
    ending: CloseReason,
) {
    let (code, reason) = ending.code_and_reason();
    let frame = CloseFrame {
        code,
        reason: Utf8Bytes::from_static(reason),
    };
    if ending == CloseReason::Peer || sink.send(Message::Close(Some(frame))).await.is_err() {
        // The answer to the peer's close frame is already sent.
        drop(sink.close().await);
        return;
    }
    while let Some(Ok(_)) = stream.next().await {}
    if ending == CloseReason::TooLarge {
        // Unread data would reset the connection at once, and the peer would lose the close frame.
        std::future::pending::<()>().await;
    }
}

/// The reason why a socket ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CloseReason {
    Peer,
    Leaving,
    Protocol,
    Binary,
    NotText,
    TooMany,
    Silent,
    TooLarge,
    Failed,
    Revoked,
    Behind,
}

impl CloseReason {
    /// Returns the close code (RFC 6455, section 7.4, or an application code) and its reason.
    fn code_and_reason(self) -> (u16, &'static str) {
        match self {
            Self::Peer => (1000, "goodbye"),
            Self::Leaving => (
                1001,
                "the server is stopping: connect again with lastEventId",
            ),
            Self::Protocol => (1002, "this is not RFC 6455"),
            Self::Binary => (1003, "only text messages are accepted"),
            Self::NotText => (1007, "a text must be UTF-8"),
            Self::TooMany => (1008, "too many frames"),
            Self::Silent => (1008, "the client did not answer pings"),
            Self::TooLarge => (1009, "a frame has at most 65536 bytes"),
            Self::Failed => (1011, "the server failed: connect again with lastEventId"),
            Self::Revoked => (4401, "the credential no longer permits this socket"),
            Self::Behind => (4408, "too far behind: read the stored data instead"),
        }
    }

    /// Maps a read or write error to a reason.
    pub(super) fn of(error: axum::Error) -> Self {
        use tungstenite::Error;
        let error = error.into_inner();
        match error.downcast_ref::<Error>() {
            Some(Error::Capacity(_)) => Self::TooLarge,
            Some(Error::Utf8(_)) => Self::NotText,
            Some(Error::Protocol(
                tungstenite::error::ProtocolError::ResetWithoutClosingHandshake,
            )) => Self::Peer,
            Some(Error::Protocol(_) | Error::AttackAttempt) => Self::Protocol,
            _ => Self::Peer,
        }
    }
}

/// Records when the peer was last known to be alive.
pub(super) struct PeerLiveness<'h> {
    pub(super) clock: &'h dyn Clock,
    pub(super) beat: Duration,
    /// Monotonic milliseconds.
    heard: AtomicU64,
}

impl<'h> PeerLiveness<'h> {
    fn new(app_state: &'h AppState) -> Self {
        let pulse = Self {
            clock: &*app_state.clock,
            beat: app_state.policy().sockets.heartbeat,
            heard: AtomicU64::new(0),
        };
        pulse.seen_alive();
        pulse
    }

    pub(super) fn seen_alive(&self) {
        let now = u64::try_from(self.clock.monotonic().as_millis()).unwrap_or(u64::MAX);
        self.heard.store(now, Ordering::Relaxed);
    }

    /// Completes when the peer was silent for two heartbeats.
    async fn wait_for_silence(&self) {
        loop {
            let heard = Duration::from_millis(self.heard.load(Ordering::Relaxed));
            let silent = self.clock.monotonic().saturating_sub(heard);
            let Some(left) = (2 * self.beat)
                .checked_sub(silent)
                .filter(|it| !it.is_zero())
            else {
                return;
            };
            tokio::time::sleep(left).await;
        }
    }
}

/// Reads from the peer. Texts are handed to the sending half, or dropped without one; the library answers pings.
async fn read_peer(
    stream: &mut SplitStream<WebSocket>,
    pulse: &PeerLiveness<'_>,
    obeyed: Option<mpsc::Sender<Utf8Bytes>>,
) -> CloseReason {
    let (mut since, mut frames) = (pulse.clock.monotonic(), 0);
    loop {
        let text = match stream.next().await {
            None | Some(Ok(Message::Close(_))) => return CloseReason::Peer,
            Some(Ok(Message::Binary(_))) => return CloseReason::Binary,
            Some(Ok(Message::Text(text))) => Some(text),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => None,
            Some(Err(error)) => return CloseReason::of(error),
        };
        pulse.seen_alive();
        let now = pulse.clock.monotonic();
        if now.saturating_sub(since) >= MINUTE {
            (since, frames) = (now, 0);
        }
        frames += 1;
        if frames > FRAMES_A_MINUTE {
            return CloseReason::TooMany;
        }
        if let Some((frames, text)) = obeyed.as_ref().zip(text) {
            // The sending half ends only together with this half.
            let _ = frames.send(text).await;
        }
    }
}

const MINUTE: Duration = Duration::from_secs(60);
/// The maximum number of frames of a client in a minute: ten a second.
const FRAMES_A_MINUTE: u32 = 600;
/// The maximum number of frames that wait for the sending half.
const WAITING_FRAMES: usize = 4;
/// The longest time that a close handshake may take.
const LINGER: Duration = Duration::from_secs(1);
