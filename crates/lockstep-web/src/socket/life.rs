//! Runs one socket from its upgrade to its close.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use lockstep_store::Clock;
use tokio::sync::watch;
use tokio_tungstenite::tungstenite;

use super::page::{Page, Position, write_message};
use crate::app_state::AppState;
use crate::app_state::hub::{Audience, Ending, Registration};

/// The position where a socket starts.
pub(super) enum Start {
    /// After every existing event.
    Now(Position),
    /// At the position that the client names, which must still be checked.
    After(Position),
    /// At a position that is unknown.
    Unknown,
}

/// Sends the messages after `start` until either side closes the socket.
pub(super) async fn live(socket: WebSocket, registration: Registration, start: Start) {
    let mut registration = registration;
    let Registration {
        app_state,
        audience,
        ended,
        credential,
        ..
    } = &mut registration;
    let pulse = Pulse::new(app_state);
    let (mut sink, mut stream) = socket.split();
    let mut why = {
        let telling = async {
            let (at, unread) = match start {
                Start::Now(at) => (at, false),
                Start::After(at) => (at, true),
                Start::Unknown => return CloseReason::Behind,
            };
            let teller = Teller {
                app_state,
                audience,
                pulse: &pulse,
                rung: audience.rung.subscribe(),
                digest: audience.digest.subscribe(),
                at,
                unread,
            };
            teller.tell(&mut sink).await
        };
        tokio::select! {
            why = telling => why,
            why = hear(&mut stream, &pulse) => why,
            ending = ended => match ending {
                Ok(Ending::Revoked) => CloseReason::Revoked,
                Ok(Ending::Leaving) | Err(_) => CloseReason::Leaving,
            },
            () = pulse.stops() => CloseReason::Silent,
        }
    };
    // Deleting an account deletes its events: if they are gone, the account may be gone too.
    if why == CloseReason::Behind && app_state.recall(*credential).await.is_err() {
        why = CloseReason::Revoked;
    }
    let (code, reason) = why.words();
    tracing::debug!(
        feed = audience.feed.name, account = %audience.user, code, reason, "socket closed"
    );
    metrics::counter!("lockstep_sockets_closed_total", "code" => code.to_string()).increment(1);
    // A peer that does not read will not read the close frame either.
    let goodbye = goodbye(sink, stream, why);
    let _ = tokio::time::timeout(LINGER, goodbye).await;
}

/// Sends the reason for the close and waits until the peer has acknowledged it.
async fn goodbye(
    mut sink: SplitSink<WebSocket, Message>,
    mut stream: SplitStream<WebSocket>,
    why: CloseReason,
) {
    let (code, reason) = why.words();
    let frame = CloseFrame {
        code,
        reason: Utf8Bytes::from_static(reason),
    };
    if why == CloseReason::Peer || sink.send(Message::Close(Some(frame))).await.is_err() {
        // The answer to the peer's close frame is already sent.
        drop(sink.close().await);
        return;
    }
    while let Some(Ok(_)) = stream.next().await {}
    if why == CloseReason::TooLarge {
        // Unread data would reset the connection at once, and the peer would lose the close frame.
        std::future::pending::<()>().await;
    }
}

/// The reason why a socket ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CloseReason {
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
    fn words(self) -> (u16, &'static str) {
        match self {
            Self::Peer => (1000, "goodbye"),
            Self::Leaving => (1001, "the server ends: connect again with lastEventId"),
            Self::Protocol => (1002, "this is not RFC 6455"),
            Self::Binary => (1003, "only text is read here"),
            Self::NotText => (1007, "a text must be UTF-8"),
            Self::TooMany => (1008, "too many frames"),
            Self::Silent => (1008, "no answer to pings"),
            Self::TooLarge => (1009, "a frame may have 65536 bytes"),
            Self::Failed => (
                1011,
                "this failed on our side: connect again with lastEventId",
            ),
            Self::Revoked => (4401, "the credential opens this no more"),
            Self::Behind => (4408, "too far behind: read the stored data"),
        }
    }

    /// Maps a read or write error to a reason.
    fn of(error: axum::Error) -> Self {
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
struct Pulse<'h> {
    clock: &'h dyn Clock,
    beat: Duration,
    /// Monotonic milliseconds.
    heard: AtomicU64,
}

impl<'h> Pulse<'h> {
    fn new(app_state: &'h AppState) -> Self {
        let pulse = Self {
            clock: &*app_state.clock,
            beat: app_state.policy().sockets.heartbeat,
            heard: AtomicU64::new(0),
        };
        pulse.felt();
        pulse
    }

    fn felt(&self) {
        let now = u64::try_from(self.clock.monotonic().as_millis()).unwrap_or(u64::MAX);
        self.heard.store(now, Ordering::Relaxed);
    }

    /// Completes when the peer was silent for two heartbeats.
    async fn stops(&self) {
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

/// Reads from the peer. Texts are read and dropped; the library answers pings.
async fn hear(stream: &mut SplitStream<WebSocket>, pulse: &Pulse<'_>) -> CloseReason {
    let (mut since, mut frames) = (pulse.clock.monotonic(), 0);
    loop {
        match stream.next().await {
            None | Some(Ok(Message::Close(_))) => return CloseReason::Peer,
            Some(Ok(Message::Binary(_))) => return CloseReason::Binary,
            Some(Ok(Message::Text(_) | Message::Ping(_) | Message::Pong(_))) => {}
            Some(Err(error)) => return CloseReason::of(error),
        }
        pulse.felt();
        let now = pulse.clock.monotonic();
        if now.saturating_sub(since) >= MINUTE {
            (since, frames) = (now, 0);
        }
        frames += 1;
        if frames > FRAMES_A_MINUTE {
            return CloseReason::TooMany;
        }
    }
}

/// The sending half of a socket.
struct Teller<'s> {
    app_state: &'s AppState,
    audience: &'s Audience,
    pulse: &'s Pulse<'s>,
    rung: watch::Receiver<i64>,
    digest: watch::Receiver<Option<std::sync::Arc<str>>>,
    at: Position,
    /// Whether messages may follow even without a new notification.
    unread: bool,
}

impl Teller<'_> {
    async fn tell(mut self, sink: &mut SplitSink<WebSocket, Message>) -> CloseReason {
        // A digest computed before this socket opened is not new.
        self.digest.mark_unchanged();
        match self.go_on(sink).await {
            Ok(never) => match never {},
            Err(why) => why,
        }
    }

    async fn go_on(
        &mut self,
        sink: &mut SplitSink<WebSocket, Message>,
    ) -> Result<std::convert::Infallible, CloseReason> {
        let clock = self.pulse.clock;
        let mut ping_at = clock.monotonic() + self.pulse.beat;
        loop {
            self.catch_up(sink, &mut ping_at).await?;
            let pause = ping_at.saturating_sub(clock.monotonic());
            tokio::select! {
                rang = self.rung.changed() => rang.map_err(|_| CloseReason::Leaving)?,
                made = self.digest.changed() => {
                    made.map_err(|_| CloseReason::Leaving)?;
                    // The events that the digest was computed from are sent before it.
                    self.catch_up(sink, &mut ping_at).await?;
                    self.send_digest(sink).await?;
                }
                () = tokio::time::sleep(pause) => self.ping(sink, &mut ping_at).await?,
            }
        }
    }

    /// Sends page after page until no messages are left.
    async fn catch_up(
        &mut self,
        sink: &mut SplitSink<WebSocket, Message>,
        ping_at: &mut Duration,
    ) -> Result<(), CloseReason> {
        loop {
            let rung = *self.rung.borrow_and_update();
            if !self.unread && rung <= self.at.event.seq {
                return Ok(());
            }
            let page = self.audience.page(self.app_state, self.at, rung).await;
            let page = page.map_err(|error| {
                tracing::error!(feed = self.audience.feed.name, reason = error.log, "socket");
                CloseReason::Failed
            })?;
            let page = page.ok_or(CloseReason::Behind)?;
            self.send(sink, &page).await?;
            self.at = page.end;
            self.unread = page.more;
            if self.pulse.clock.monotonic() >= *ping_at {
                self.ping(sink, ping_at).await?;
            }
            if !self.unread && *self.rung.borrow() == rung {
                return Ok(());
            }
        }
    }

    async fn send(
        &self,
        sink: &mut SplitSink<WebSocket, Message>,
        page: &Page,
    ) -> Result<(), CloseReason> {
        let start = self.pulse.clock.monotonic();
        for message in &page.messages {
            let message = Message::Text(message.clone());
            sink.feed(message).await.map_err(CloseReason::of)?;
        }
        sink.flush().await.map_err(CloseReason::of)?;
        // A write that had to wait and then succeeded shows that the peer is alive.
        if self.pulse.clock.monotonic().saturating_sub(start) > WAITED {
            self.pulse.felt();
        }
        Ok(())
    }

    async fn send_digest(
        &mut self,
        sink: &mut SplitSink<WebSocket, Message>,
    ) -> Result<(), CloseReason> {
        let payload = self.digest.borrow_and_update().clone();
        let Some((payload, how)) = payload.zip(self.audience.feed.digest.as_ref()) else {
            return Ok(());
        };
        let mut bytes = Vec::with_capacity(payload.len() + 128);
        write_message(&mut bytes, how.kind, self.at, |bytes| {
            bytes.extend(payload.as_bytes());
        });
        let text = Utf8Bytes::try_from(bytes).map_err(|_| CloseReason::Failed)?;
        sink.send(Message::Text(text))
            .await
            .map_err(CloseReason::of)
    }

    async fn ping(
        &self,
        sink: &mut SplitSink<WebSocket, Message>,
        ping_at: &mut Duration,
    ) -> Result<(), CloseReason> {
        *ping_at = self.pulse.clock.monotonic() + self.pulse.beat;
        let ping = Message::Ping(axum::body::Bytes::new());
        sink.send(ping).await.map_err(CloseReason::of)
    }
}

/// Longer than a write takes that does not wait for the peer.
const WAITED: Duration = Duration::from_millis(500);
const MINUTE: Duration = Duration::from_secs(60);
/// The most frames of a client in a minute: ten a second.
const FRAMES_A_MINUTE: u32 = 600;
/// The longest time that a close handshake may take.
const LINGER: Duration = Duration::from_secs(1);
