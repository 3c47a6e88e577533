//! Passes the bytes of a connection between the socket and hyper. It enforces the time limits and
//! replaces hyper's own error responses by the format of all errors.
//!
//! hyper reads heads, and answers an unreadable head with a bare status before any handler has seen
//! a request. Only such a response has no request id, so this module recognises it and sends its
//! own instead. Over HTTP/2 hyper answers heads that are too large on their stream. `serve.rs` takes a turn of the client's
//! address for each, so this module passes on no more heads at a time than turns are left.

use std::io::{self, IoSlice};
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use lockstep_config::Network;
use lockstep_web::{ApiError, AppState, Area, ConnectionLease, pacing};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

use crate::connection_state::ConnectionState;
use crate::framing::{Arrival, Framing, FramingError};
use crate::refusal;
use crate::stall_timeout::StallTimeout;
use crate::throttled_stream::ThrottledStream;

/// A byte stream with the time limits of one connection.
pub(crate) struct TimedStream<S> {
    stream: ThrottledStream<S>,
    state: AppState,
    connection: Arc<ConnectionState>,
    /// The client's address, unless it is that of a trusted proxy.
    peer: Option<IpAddr>,
    /// Received bytes that are not passed on yet.
    held_back: HeldBack,
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

/// Bytes after the heads over HTTP/2 that may be passed on.
#[derive(Default)]
struct HeldBack {
    bytes: Vec<u8>,
    /// The number of these that were passed on since.
    passed: usize,
}

/// The data that the server waits for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AwaitedData {
    Head,
    Next { after: usize },
    Reader,
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
            held_back: HeldBack::default(),
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
        let requests = self.connection.requests();
        if requests != self.seen {
            self.seen = requests;
            self.head_lease.release();
        }
    }

    /// Returns how many heads over HTTP/2 may be passed on before it is known whether the HTTP library refuses the last ones:
    /// no more than turns of the client's address are left, but one at least. hyper reads the preface of HTTP/2 alone, so
    /// the connection is known as such before its first head.
    fn free_heads(&self) -> usize {
        let Some(peer) = self.peer.filter(|_| self.framing.is_http2()) else {
            return usize::MAX;
        };
        let unsettled = self.framing.http2_heads() - self.connection.settled_heads();
        let most = pacing::turns_left(&self.state, peer).max(1);
        most.saturating_sub(unsettled)
    }

    /// Reads bytes, first those that were held back, and checks them; returns the error that they cause, if any.
    fn poll_receive(
        &mut self,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<Option<ApiError>>> {
        let mut held = std::mem::take(&mut self.held_back);
        if held.passed < held.bytes.len() {
            let rest = &mut held.bytes[held.passed..];
            let part = rest.len().min(buf.remaining());
            let (passed, error) = self.check(&mut rest[..part])?;
            buf.put_slice(&rest[..passed]);
            held.passed += passed;
            self.held_back = held;
            return Poll::Ready(Ok(error));
        }
        let before = buf.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(cx, buf))?;
        let bytes = &mut buf.filled_mut()[before..];
        let (passed, error) = self.check(bytes)?;
        if passed < bytes.len() {
            held.bytes.clear();
            held.bytes.extend_from_slice(&bytes[passed..]);
            held.passed = 0;
            self.held_back = held;
            buf.set_filled(before + passed);
        }
        Poll::Ready(Ok(error))
    }

    /// Checks received bytes; returns the number of them that may be passed on now, and the error that they cause, if any.
    fn check(&mut self, bytes: &mut [u8]) -> io::Result<(usize, Option<ApiError>)> {
        let arrival = Arrival {
            now: self.state.clock.monotonic(),
            most_heads: self.free_heads(),
            upgraded_after: self.connection.upgraded_after(),
        };
        let passed = self.framing.pass(bytes, &arrival).map_err(closing)?;
        self.release_head();
        let head_bytes = self.framing.head_bytes();
        if self.connection.is_ours() || head_bytes <= HEAD_FREE {
            return Ok((passed, None));
        }
        // hyper keeps a head until it is complete; many long heads would take much memory.
        Ok((passed, self.head_lease.hold(head_bytes).err()))
    }

    /// Returns what the client is late with, if anything, and otherwise wakes the task at the next
    /// deadline.
    fn late(&mut self, cx: &mut Context<'_>) -> Option<AwaitedData> {
        self.release_head();
        if self.connection.is_ours_until_woken(cx) {
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
            wire.connection
                .record_read_heads(wire.framing.http2_heads());
            if wire.free_heads() == 0 {
                // hyper begins the requests that it has read, and then reads on.
                cx.waker().wake_by_ref();
                return Poll::Pending;
            }
            match wire.poll_receive(cx, buf) {
                Poll::Pending => match wire.late(cx) {
                    None => return Poll::Pending,
                    Some(AwaitedData::Head) if wire.framing.is_in_head() => {
                        wire.refuse(&ApiError::too_slow());
                    }
                    // No request arrived, so there is nothing to answer.
                    Some(_) => return Poll::Ready(Ok(())),
                },
                Poll::Ready(Err(error)) => return Poll::Ready(Err(error)),
                Poll::Ready(Ok(None)) => return Poll::Ready(Ok(())),
                Poll::Ready(Ok(Some(error))) => {
                    buf.set_filled(before);
                    wire.refuse(&error);
                }
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
        if let Poll::Ready(Ok(bytes)) = &wrote {
            wire.framing.record_sent(*bytes);
        }
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

/// Returns the error that closes a connection, and counts a flood of frames.
fn closing(error: FramingError) -> io::Error {
    if error == FramingError::TooManyFrames {
        metrics::counter!("lockstep_connections_flooded_total").increment(1);
    }
    io::ErrorKind::InvalidData.into()
}

/// Bytes of a head that are not charged: hyper reserves them for every connection.
const HEAD_FREE: usize = 8 << 10;
const REQUEST_ID: &[u8] = b"\r\nx-request-id: ";
const LINGER: Duration = Duration::from_secs(1);
const LINGER_BYTES: usize = 2 << 20;
