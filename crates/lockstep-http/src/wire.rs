//! Passes the bytes of a connection between the socket and hyper. It enforces the time limits and
//! replaces hyper's own error responses by the format of all errors.
//!
//! hyper reads heads, and answers an unreadable head with a bare status before any handler has seen
//! a request. Only such a response has no request id, so this module recognises it and sends its
//! own instead. Over HTTP/2 hyper answers heads that are too large on their stream: they take turns of the
//! client's address, and the connection ends when none is left.

use std::collections::HashMap;
use std::io::{self, IoSlice};
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::http::Version;
use hyper::body::{Frame, SizeHint};
use lockstep_store::Clock;
use lockstep_web::{ApiError, AppState, Area, ConnectionLease, pacing};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

use crate::MAX_STREAMS;
use crate::framing::Framing;
use crate::refusal;
use crate::stall_timeout::StallTimeout;
use crate::throttled_stream::ThrottledStream;
use lockstep_config::Network;

/// A byte stream with the time limits of one connection.
pub(crate) struct TimedStream<S> {
    stream: ThrottledStream<S>,
    state: AppState,
    connection: Arc<ConnectionState>,
    /// The client's address, unless it is that of a trusted proxy.
    peer: Option<IpAddr>,
    /// The heads over HTTP/2 that became no request and took a turn.
    refused_heads: usize,
    head_time: Duration,
    idle_time: Duration,
    transfer_time: Duration,
    taking: StallTimeout,
    /// Finds the beginning and the end of requests.
    framing: Framing,
    /// The lease of the memory for unknown callers that the bytes of the current head use.
    head_lease: ConnectionLease,
    /// The number of requests when the lease was last released.
    seen: usize,
    alarm: Option<(AwaitedData, Pin<Box<Sleep>>)>,
    /// The response sent instead of hyper's own refusal, and the number of its bytes sent.
    refusal: Option<(Vec<u8>, usize)>,
    linger: Option<(usize, Pin<Box<Sleep>>)>,
}

/// The state of a connection: the service updates it, and the stream reads it.
pub(crate) struct ConnectionState {
    clock: Arc<dyn Clock>,
    /// The number of requests so far.
    requests: AtomicUsize,
    /// The number of requests that are not fully answered.
    under_way: AtomicUsize,
    /// Whether the connection has changed to a protocol other than HTTP.
    upgraded: AtomicBool,
    /// HTTP/2 responses that wait for flow-control room, by request, and since when. A client can
    /// stop one response while it reads all others.
    held_up: Mutex<HashMap<usize, Duration>>,
}

/// A request in progress until this is dropped.
pub(crate) struct RequestInProgress {
    connection: Arc<ConnectionState>,
    number: usize,
    is_http2: bool,
}

/// A response body in progress until this is dropped.
pub(crate) struct ActiveResponse {
    body: Body,
    under_way: RequestInProgress,
}

/// The data that the server waits for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AwaitedData {
    Head,
    Next { after: usize },
    Reader,
}

impl ConnectionState {
    /// Creates the state of a connection without requests.
    pub(crate) fn new(clock: Arc<dyn Clock>) -> Arc<Self> {
        Arc::new(Self {
            clock,
            requests: AtomicUsize::new(0),
            under_way: AtomicUsize::new(0),
            upgraded: AtomicBool::new(false),
            held_up: Mutex::default(),
        })
    }

    /// Registers the start of a request.
    pub(crate) fn begin(self: &Arc<Self>, version: Version) -> RequestInProgress {
        self.under_way.fetch_add(1, Ordering::Relaxed);
        RequestInProgress {
            connection: self.clone(),
            number: self.requests.fetch_add(1, Ordering::Relaxed),
            is_http2: version == Version::HTTP_2,
        }
    }

    /// Returns how long the longest-waiting response has waited.
    fn held_up(&self) -> Option<Duration> {
        let held_up = self.held_up.lock().unwrap_or_else(PoisonError::into_inner);
        let since = held_up.values().min()?;
        Some(self.clock.monotonic().saturating_sub(*since))
    }

    /// From here on the connection carries another protocol, with time limits of its own.
    pub(crate) fn upgrade(&self) {
        self.upgraded.store(true, Ordering::Relaxed);
    }

    fn is_ours(&self) -> bool {
        self.under_way.load(Ordering::Relaxed) > 0 || self.upgraded.load(Ordering::Relaxed)
    }
}

impl RequestInProgress {
    /// Records whether the body waits for the reader: it is polled only when there is room for
    /// more.
    fn waits_for_room(&self, waits: bool) {
        if !self.is_http2 {
            return;
        }
        let now = self.connection.clock.monotonic();
        let held_up = &self.connection.held_up;
        let mut held_up = held_up.lock().unwrap_or_else(PoisonError::into_inner);
        if waits {
            held_up.insert(self.number, now);
        } else {
            held_up.remove(&self.number);
        }
    }
}

impl Drop for RequestInProgress {
    fn drop(&mut self) {
        self.waits_for_room(false);
        self.connection.under_way.fetch_sub(1, Ordering::Relaxed);
    }
}

impl ActiveResponse {
    pub(crate) fn new(body: Body, under_way: RequestInProgress) -> Self {
        under_way.waits_for_room(true);
        Self { body, under_way }
    }
}

impl HttpBody for ActiveResponse {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(cx);
        self.under_way.waits_for_room(frame.is_ready());
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> TimedStream<S> {
    pub(crate) fn new(
        stream: S,
        state: &AppState,
        network: &Network,
        connection: Arc<ConnectionState>,
        peer: IpAddr,
    ) -> Self {
        Self {
            framing: Framing::new(),
            head_lease: state.unauthenticated_lease(peer),
            stream: ThrottledStream::new(stream, state.clone()),
            state: state.clone(),
            connection,
            peer: (!network.trusts(peer)).then_some(peer),
            refused_heads: 0,
            head_time: Duration::from_secs(network.header_seconds),
            idle_time: Duration::from_secs(network.idle_seconds),
            transfer_time: Duration::from_secs(network.transfer_seconds),
            taking: StallTimeout::new(state.clock.clone(), network),
            seen: 0,
            alarm: None,
            refusal: None,
            linger: None,
        }
    }

    /// Releases the memory of a head that has become a request.
    fn release_head(&mut self) {
        let requests = self.connection.requests.load(Ordering::Relaxed);
        if requests != self.seen {
            self.seen = requests;
            self.head_lease.release();
        }
    }

    /// Checks received bytes; returns the error that they cause, if any.
    fn check(&mut self, bytes: &mut [u8]) -> io::Result<Option<ApiError>> {
        let is_upgraded = self.connection.upgraded.load(Ordering::Relaxed);
        if self.framing.pass(bytes, is_upgraded).is_err() {
            return Err(io::ErrorKind::InvalidData.into());
        }
        self.release_head();
        self.pace_refused_heads()?;
        let head_bytes = self.framing.head_bytes();
        if self.connection.is_ours() || head_bytes <= HEAD_FREE {
            return Ok(None);
        }
        // hyper keeps a head until it is complete; many long heads would take much memory.
        Ok(self.head_lease.hold(head_bytes).err())
    }

    /// Takes a turn of the client's address for each head over HTTP/2 that became no request. Those of a whole connection may
    /// still become one.
    fn pace_refused_heads(&mut self) -> io::Result<()> {
        let Some(peer) = self.peer else {
            return Ok(());
        };
        let may_begin = self.connection.requests.load(Ordering::Relaxed) + MAX_STREAMS as usize;
        let refused = self.framing.http2_requests().saturating_sub(may_begin);
        while self.refused_heads < refused {
            self.refused_heads += 1;
            if !pacing::take_turn(&self.state, peer) {
                return Err(io::ErrorKind::InvalidData.into());
            }
        }
        Ok(())
    }

    /// Returns what the client is late with, if anything, and otherwise wakes the task at the next
    /// deadline.
    fn late(&mut self, cx: &mut Context<'_>) -> Option<AwaitedData> {
        self.release_head();
        if self.connection.is_ours() {
            while let Some(waited) = self.connection.held_up() {
                let left = self.transfer_time.saturating_sub(waited);
                if left.is_zero() {
                    return Some(AwaitedData::Reader);
                }
                let alarm = match &mut self.alarm {
                    Some((AwaitedData::Reader, alarm)) => alarm,
                    other => &mut other.insert((AwaitedData::Reader, Box::pin(sleep(left)))).1,
                };
                if alarm.as_mut().poll(cx).is_pending() {
                    return None;
                }
                // Check again later: another response may have progressed since.
                self.alarm = None;
            }
            self.alarm = None;
            return None;
        }
        let begun = self.framing.is_in_head();
        // A new connection must send its first request within the head's time limit.
        let (wait, time) = if begun || self.seen == 0 {
            (AwaitedData::Head, self.head_time)
        } else {
            (AwaitedData::Next { after: self.seen }, self.idle_time)
        };
        let alarm = match &mut self.alarm {
            Some((same, alarm)) if *same == wait => alarm,
            other => &mut other.insert((wait, Box::pin(sleep(time)))).1,
        };
        alarm.as_mut().poll(cx).is_ready().then_some(wait)
    }

    /// Queues an error response for bytes that became no request; it is sent before the end of the
    /// stream and before all other data.
    pub(crate) fn refuse(&mut self, error: &ApiError) {
        let path = String::from_utf8_lossy(self.framing.path());
        let text = refusal::answer(&self.state, Area::of(&path), error);
        self.refusal = Some((text, 0));
    }

    /// Writes the queued error response.
    fn poll_refusal(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        while let Some((text, written)) = &mut self.refusal
            && *written < text.len()
        {
            let stream = self.stream.unlimited();
            let wrote = Pin::new(stream).poll_write(cx, &text[*written..]);
            match ready!(self.taking.watch(cx, wrote))? {
                0 => return Poll::Ready(Err(io::ErrorKind::WriteZero.into())),
                more => *written += more,
            }
        }
        Poll::Ready(Ok(()))
    }

    /// Recognises hyper's own response to an unreadable head.
    fn refused_by_hyper(&self, bytes: &[u8]) -> Option<ApiError> {
        if self.connection.is_ours() || self.framing.is_http2() {
            return None;
        }
        let status = bytes.strip_prefix(b"HTTP/1.1 ")?.get(..3)?;
        let error = match status {
            b"400" => ApiError::invalid("", "this is not an HTTP request: its head cannot be read"),
            b"414" | b"431" => ApiError::headers_too_large(),
            _ => return None,
        };
        let ours = bytes
            .windows(REQUEST_ID.len())
            .any(|window| window.eq_ignore_ascii_case(REQUEST_ID));
        (!ours).then_some(error)
    }

    /// Reads and drops remaining input for a short time, so that the client reads the response
    /// before the connection is reset.
    fn poll_linger(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let (left, alarm) = self
            .linger
            .get_or_insert_with(|| (LINGER_BYTES, Box::pin(sleep(LINGER))));
        let mut space = [0; 8 << 10];
        while alarm.as_mut().poll(cx).is_pending() {
            let mut buf = ReadBuf::new(&mut space);
            match ready!(Pin::new(self.stream.unlimited()).poll_read(cx, &mut buf)) {
                Ok(()) if !buf.filled().is_empty() && *left > buf.filled().len() => {
                    *left -= buf.filled().len();
                }
                _ => break,
            }
        }
        Poll::Ready(())
    }
}

impl StallTimeout {
    /// Counts the bytes of a write, and ends the connection if the client accepts none for too
    /// long.
    fn watch(
        &mut self,
        cx: &mut Context<'_>,
        wrote: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        match wrote {
            Poll::Ready(Ok(bytes)) => {
                self.record_transfer(bytes);
                Poll::Ready(Ok(bytes))
            }
            Poll::Pending if self.is_over(cx) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            other => other,
        }
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for TimedStream<S> {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let wire = self.get_mut();
        let before = buf.filled().len();
        if wire.refusal.is_none() {
            match Pin::new(&mut wire.stream).poll_read(cx, buf) {
                Poll::Pending => match wire.late(cx) {
                    None => return Poll::Pending,
                    Some(AwaitedData::Head) if wire.framing.is_in_head() => {
                        wire.refuse(&ApiError::too_slow());
                    }
                    // No request arrived, so there is nothing to answer.
                    Some(_) => return Poll::Ready(Ok(())),
                },
                Poll::Ready(Err(error)) => return Poll::Ready(Err(error)),
                Poll::Ready(Ok(())) => match wire.check(&mut buf.filled_mut()[before..])? {
                    None => return Poll::Ready(Ok(())),
                    Some(error) => {
                        buf.set_filled(before);
                        wire.refuse(&error);
                    }
                },
            }
        }
        ready!(wire.poll_refusal(cx))?;
        ready!(Pin::new(&mut wire.stream).poll_flush(cx))?;
        ready!(Pin::new(&mut wire.stream).poll_shutdown(cx))?;
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for TimedStream<S> {
    fn poll_write(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.poll_write_vectored(cx, &[IoSlice::new(bytes)])
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let wire = self.get_mut();
        let first = slices.iter().find(|slice| !slice.is_empty());
        if wire.refusal.is_none()
            && let Some(error) = first.and_then(|bytes| wire.refused_by_hyper(bytes))
        {
            wire.refuse(&error);
        }
        if wire.refusal.is_some() {
            return Poll::Ready(Ok(slices.iter().map(|slice| slice.len()).sum()));
        }
        // The wait for bandwidth is not a wait for the client.
        let permit = ready!(wire.stream.poll_sendable(cx));
        let wrote = permit.poll_write_vectored(cx, slices);
        wire.taking.watch(cx, wrote)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let wire = self.get_mut();
        ready!(wire.poll_refusal(cx))?;
        let flushed = Pin::new(&mut wire.stream).poll_flush(cx);
        wire.taking.watch(cx, flushed.map_ok(|()| 0)).map_ok(drop)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let wire = self.get_mut();
        ready!(wire.poll_refusal(cx))?;
        let down = Pin::new(&mut wire.stream).poll_shutdown(cx);
        ready!(wire.taking.watch(cx, down.map_ok(|()| 0)))?;
        if wire.refusal.is_some() {
            ready!(wire.poll_linger(cx));
        }
        Poll::Ready(Ok(()))
    }
}

/// Bytes of a head that are not charged: hyper reserves them for every connection.
const HEAD_FREE: usize = 8 << 10;
const REQUEST_ID: &[u8] = b"\r\nx-request-id: ";
const LINGER: Duration = Duration::from_secs(1);
const LINGER_BYTES: usize = 2 << 20;
