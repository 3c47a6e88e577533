//! The sending half of a socket: reads pages after its position and obeys the frames of its client.

use std::convert::Infallible;
use std::time::Duration;

use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use futures_util::SinkExt;
use futures_util::stream::SplitSink;
use lockstep_store::audit::log;
use lockstep_store::{Actor, Channel, Status, StoreError};
use serde_json::Value as Json;
use tokio::sync::{mpsc, watch};

use super::{CloseReason, PeerLiveness, Start};
use crate::access::Permission;
use crate::api_error::ApiError;
use crate::app_state::AppState;
use crate::app_state::feed::Protocol;
use crate::app_state::hub::{AnalyticsListener, Audience, AuditWatch, SocketRights};
use crate::messages::channels::{self, HEALTH_TYPE};
use crate::messages::health::{HealthListener, Sample};
use crate::messages::page::{Page, Position, write_message};
use crate::socket::subscriptions::{Command, Selection, Subscriptions, is_administrative, refusal};

/// The sending half of a socket.
pub(super) struct SocketSender<'s> {
    app_state: &'s AppState,
    audience: &'s Audience,
    rights: &'s SocketRights,
    pulse: &'s PeerLiveness<'s>,
    rung: watch::Receiver<i64>,
    digest: watch::Receiver<Option<std::sync::Arc<str>>>,
    frames: mpsc::Receiver<Utf8Bytes>,
    chosen: Subscriptions,
    /// The position from which the next first subscription is sent; `None` while there are subscriptions.
    start: Option<Start>,
    at: Position,
    /// Whether messages may follow even without a new notification.
    unread: bool,
    audit: Option<AuditWatch>,
    health: Option<HealthListener>,
    analytics: Option<AnalyticsListener>,
}

type SocketSink = SplitSink<WebSocket, Message>;

impl<'s> SocketSender<'s> {
    pub(super) fn new(
        (app_state, audience): (&'s AppState, &'s Audience),
        rights: &'s SocketRights,
        pulse: &'s PeerLiveness<'s>,
        start: Start,
        frames: mpsc::Receiver<Utf8Bytes>,
    ) -> Self {
        let chosen = Subscriptions::new(&audience.feed.protocol);
        let (at, unread) = match start {
            Start::Now(at) => (at, false),
            Start::After(at) => (at, true),
        };
        Self {
            app_state,
            audience,
            rights,
            pulse,
            rung: audience.rung.subscribe(),
            digest: audience.digest.subscribe(),
            frames,
            start: chosen.is_empty().then_some(start),
            chosen,
            at,
            unread,
            audit: None,
            health: None,
            analytics: None,
        }
    }

    pub(super) async fn run(mut self, sink: &mut SocketSink) -> CloseReason {
        match self.go_on(sink).await {
            Ok(never) => match never {},
            Err(why) => why,
        }
    }

    async fn go_on(&mut self, sink: &mut SocketSink) -> Result<Infallible, CloseReason> {
        let clock = self.pulse.clock;
        let mut ping_at = clock.monotonic() + self.pulse.beat;
        loop {
            self.catch_up(sink, &mut ping_at).await?;
            let pause = ping_at.saturating_sub(clock.monotonic());
            tokio::select! {
                rang = self.rung.changed() => rang.map_err(|_| CloseReason::Leaving)?,
                () = changed(&mut self.audit) => {}
                made = self.digest.changed() => {
                    made.map_err(|_| CloseReason::Leaving)?;
                    // The events that the digest was computed from are sent before it.
                    self.catch_up(sink, &mut ping_at).await?;
                    self.send_digest(sink).await?;
                }
                sample = sampled(&mut self.health) => self.send_sample(sink, &sample).await?,
                frame = received(&mut self.frames) => self.handle_frame(sink, &frame).await?,
                () = tokio::time::sleep(pause) => self.ping(sink, &mut ping_at).await?,
            }
        }
    }

    /// Sends page after page until no messages are left.
    async fn catch_up(
        &mut self,
        sink: &mut SocketSink,
        ping_at: &mut Duration,
    ) -> Result<(), CloseReason> {
        if self.chosen.is_empty() {
            return Ok(());
        }
        loop {
            let newest = *self.rung.borrow_and_update();
            let rung = (newest, self.entries());
            let is_behind = rung.0 > self.at.event.seq
                || self.audit.is_some() && self.at.audit().is_some_and(|last| rung.1 > last);
            if !self.unread && !is_behind {
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
            if !self.unread && *self.rung.borrow() == rung.0 && self.entries() == rung.1 {
                return Ok(());
            }
        }
    }

    /// Returns the number of the newest entry of the audit log that may be readable; 0 without a subscription.
    fn entries(&mut self) -> i64 {
        self.audit.as_mut().map_or(0, AuditWatch::newest)
    }

    async fn send(&self, sink: &mut SocketSink, page: &Page) -> Result<(), CloseReason> {
        let start = self.pulse.clock.monotonic();
        for message in &page.messages {
            if self.chosen.includes(&message.subject) {
                let message = Message::Text(message.text.clone());
                sink.feed(message).await.map_err(CloseReason::of)?;
            }
        }
        sink.flush().await.map_err(CloseReason::of)?;
        // A write that had to wait and then succeeded shows that the peer is alive.
        if self.pulse.clock.monotonic().saturating_sub(start) > WAITED {
            self.pulse.seen_alive();
        }
        Ok(())
    }

    async fn send_digest(&mut self, sink: &mut SocketSink) -> Result<(), CloseReason> {
        let payload = self.digest.borrow_and_update().clone();
        let Some((payload, how)) = payload.zip(self.audience.feed.digest.as_ref()) else {
            return Ok(());
        };
        let mut bytes = Vec::with_capacity(payload.len() + 128);
        write_message(&mut bytes, how.kind, self.at, |bytes| {
            bytes.extend(payload.as_bytes());
        });
        send_bytes(sink, bytes).await
    }

    async fn send_sample(&self, sink: &mut SocketSink, sample: &Sample) -> Result<(), CloseReason> {
        let mut bytes = Vec::with_capacity(256);
        let names = (Channel::SystemHealth.as_str(), HEALTH_TYPE);
        channels::write(&mut bytes, names, self.at, sample.at, &sample.figures);
        send_bytes(sink, bytes).await
    }

    async fn ping(&self, sink: &mut SocketSink, ping_at: &mut Duration) -> Result<(), CloseReason> {
        *ping_at = self.pulse.clock.monotonic() + self.pulse.beat;
        let ping = Message::Ping(axum::body::Bytes::new());
        sink.send(ping).await.map_err(CloseReason::of)
    }

    /// Carries out a frame of the client, and answers it. A frame that is refused changes nothing.
    async fn handle_frame(
        &mut self,
        sink: &mut SocketSink,
        frame: &str,
    ) -> Result<(), CloseReason> {
        let answer = match self.change(frame).await {
            Ok(None) => return Ok(()),
            Ok(Some(answer)) => answer,
            Err(error) => refusal(&error, self.rights.area),
        };
        send_bytes(sink, answer.to_string().into_bytes()).await
    }

    async fn change(&mut self, frame: &str) -> Result<Option<Json>, ApiError> {
        let protocol = &self.audience.feed.protocol;
        let Some(command) = Command::parse(protocol, frame) else {
            return Ok(None);
        };
        let command = command?;
        if command.subscribes {
            self.ensure_allowed(&command.to).await?;
        }
        let mut chosen = self.chosen.clone();
        let applied = match chosen.apply(&command) {
            Ok(()) => self.apply_subscriptions(chosen).await,
            Err(error) => Err(error),
        };
        if let Err(error) = applied {
            // The socket keeps its subscriptions and its start: the client may try again.
            self.restore_permission();
            return Err(error);
        }
        self.unread = true;
        Ok(Some(self.chosen.answer(protocol, &command)))
    }

    /// Checks that the caller may receive a selection now.
    async fn ensure_allowed(&self, selection: &Selection) -> Result<(), ApiError> {
        match selection {
            Selection::Channels(named) => {
                if !named.iter().any(|channel| is_administrative(*channel)) {
                    return Ok(());
                }
                // A change of the role after this line closes the socket; one before it is seen below.
                self.rights.require(Permission::ReadAdministration);
                let caller = self.app_state.current_caller(self.rights.credential).await;
                let allowed = caller.and_then(|caller| {
                    caller.may(Permission::ReadAdministration, self.rights.area)?;
                    Ok(caller.actor())
                });
                match allowed {
                    Ok(actor) if named.contains(&Channel::AuditLogs) => {
                        self.record_audit_reader(actor);
                        Ok(())
                    }
                    Ok(_) => Ok(()),
                    Err(error) => {
                        self.restore_permission();
                        Err(error)
                    }
                }
            }
            Selection::Resource(Some(id)) => match &self.audience.feed.protocol {
                Protocol::Resources(resources) => {
                    let user = self.audience.user.clone();
                    (resources.find)(self.app_state.clone(), user, id.clone()).await
                }
                Protocol::Everything | Protocol::Channels => Ok(()),
            },
            Selection::Resource(None) => Ok(()),
        }
    }

    /// Reading the audit log is itself recorded.
    fn record_audit_reader(&self, actor: Actor) {
        let counter = self.app_state.audit_counter();
        let action = "audit.subscribe".to_owned();
        counter.count(actor, action, self.rights.area.name(), Status::Success);
    }

    /// Lets the socket end with the permission that its subscriptions need, and with no other.
    fn restore_permission(&self) {
        if !self.chosen.is_administrative() {
            self.rights.require(self.rights.of_route);
        }
    }

    /// Replaces the subscriptions, and makes the position and the sources fit them. An error changes nothing.
    async fn apply_subscriptions(&mut self, chosen: Subscriptions) -> Result<(), ApiError> {
        if chosen.is_empty() {
            // Before the first subscription, the start stays.
            if !self.chosen.is_empty() {
                self.chosen = chosen;
                self.rest();
            }
            return Ok(());
        }
        let reads_audit = chosen.has(Channel::AuditLogs);
        // Registered before the newest entry is read: no later entry is missed.
        let new_audit = (reads_audit && self.audit.is_none())
            .then(|| self.app_state.sockets().watch_audit(self.app_state));
        let newest = self.newest(reads_audit).await?;
        let was_empty = self.chosen.is_empty();
        self.chosen = chosen;
        self.restore_permission();
        self.audit = new_audit.or(self.audit.take().filter(|_| reads_audit));
        if was_empty && let Some(Start::After(at)) = self.start.take() {
            self.at = at;
        } else if was_empty {
            self.at = newest;
        }
        if self.audience.feed.is_shared() {
            let last = self.at.audit().or(newest.audit());
            self.at = self.at.with_audit(last.filter(|_| reads_audit));
        }
        if let Some(audit) = &self.audit
            && let Some(seq) = newest.audit()
        {
            audit.announce(seq);
        }
        let wants_health = self.chosen.has(Channel::SystemHealth);
        if wants_health && self.health.is_none() {
            let health = &self.app_state.sockets().health;
            self.health = Some(health.listen(self.app_state));
        } else if !wants_health {
            self.health = None;
        }
        let wants_analytics = self.chosen.has(Channel::Analytics);
        if wants_analytics != self.analytics.is_some() {
            let sockets = self.app_state.sockets();
            self.analytics = wants_analytics.then(|| sockets.listen_to_analytics());
        }
        Ok(())
    }

    /// Returns the newest position, with the newest entry of the audit log if `with_audit`.
    async fn newest(&self, with_audit: bool) -> Result<Position, ApiError> {
        let user = self.audience.user.clone();
        let read = self
            .app_state
            .db
            .read::<_, StoreError, _>("socket.subscribe", move |tx| {
                let newest = Position::newest(tx.newest_event_of(&user)?);
                let entry = with_audit.then(|| log::newest(tx)).transpose()?;
                Ok((newest, entry))
            });
        let (newest, entry) = read.await?;
        Ok(match entry {
            Some(_) => newest.with_audit(entry),
            None => newest,
        })
    }

    /// Reads nothing until the next subscription, which starts at that moment.
    fn rest(&mut self) {
        self.start = None;
        self.audit = None;
        self.health = None;
        self.analytics = None;
        self.restore_permission();
    }
}

async fn changed(audit: &mut Option<AuditWatch>) {
    match audit {
        Some(audit) => audit.changed().await,
        None => std::future::pending().await,
    }
}

async fn sampled(health: &mut Option<HealthListener>) -> std::sync::Arc<Sample> {
    match health {
        Some(health) => health.next().await,
        None => std::future::pending().await,
    }
}

async fn received(frames: &mut mpsc::Receiver<Utf8Bytes>) -> Utf8Bytes {
    match frames.recv().await {
        Some(frame) => frame,
        // The other half of the socket has ended, and ends this half.
        None => std::future::pending().await,
    }
}

async fn send_bytes(sink: &mut SocketSink, bytes: Vec<u8>) -> Result<(), CloseReason> {
    let text = Utf8Bytes::try_from(bytes).map_err(|_| CloseReason::Failed)?;
    sink.send(Message::Text(text))
        .await
        .map_err(CloseReason::of)
}

/// Longer than a write takes that does not wait for the peer.
const WAITED: Duration = Duration::from_millis(500);
