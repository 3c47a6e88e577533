//! The state of a connection that its requests and its byte stream share.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::http::Version;
use hyper::body::{Frame, SizeHint};
use lockstep_store::Clock;

/// The state of a connection: the service updates it, and the stream reads it.
pub(crate) struct ConnectionState {
    clock: Arc<dyn Clock>,
    /// The number of requests so far.
    requests: AtomicUsize,
    /// The number of requests that are not fully answered.
    under_way: AtomicUsize,
    /// Wakes the connection when no request is under way any more.
    idle: Mutex<Option<Waker>>,
    /// Whether the connection has changed to a protocol other than HTTP.
    upgraded: AtomicBool,
    heads: HeadCounts,
    /// HTTP/2 responses that wait for flow-control room, by request, and since when. A client can
    /// stop one response while it reads all others.
    held_up: Mutex<HashMap<usize, Duration>>,
}

/// The heads over HTTP/2. Those that became no request were refused by the HTTP library.
#[derive(Default)]
struct HeadCounts {
    /// Those that the library has read.
    read: AtomicUsize,
    /// Those of which it is known whether they became requests.
    settled: AtomicUsize,
    /// Those that became none.
    refused: AtomicUsize,
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

impl ConnectionState {
    /// Creates the state of a connection without requests.
    pub(crate) fn new(clock: Arc<dyn Clock>) -> Arc<Self> {
        Arc::new(Self {
            clock,
            requests: AtomicUsize::new(0),
            under_way: AtomicUsize::new(0),
            idle: Mutex::default(),
            upgraded: AtomicBool::new(false),
            heads: HeadCounts::default(),
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

    /// Returns the number of requests so far.
    pub(crate) fn requests(&self) -> usize {
        self.requests.load(Ordering::Relaxed)
    }

    /// Records that the HTTP library has read so many heads over HTTP/2: it reads on only after it has refused or queued them.
    pub(crate) fn record_read_heads(&self, heads: usize) {
        self.heads.read.store(heads, Ordering::Relaxed);
    }

    /// Returns the number of heads of which it is known whether they became requests.
    pub(crate) fn settled_heads(&self) -> usize {
        self.heads.settled.load(Ordering::Relaxed)
    }

    /// Returns the number of heads since the last call that became no request. The HTTP library waits now: it has begun every
    /// request that it had queued.
    pub(crate) fn settle_heads(&self) -> usize {
        let read = self.heads.read.load(Ordering::Relaxed);
        self.heads.settled.store(read, Ordering::Relaxed);
        let refused = read.saturating_sub(self.requests());
        let before = self.heads.refused.fetch_max(refused, Ordering::Relaxed);
        refused.saturating_sub(before)
    }

    /// Returns how long the longest-waiting response has waited.
    pub(crate) fn held_up(&self) -> Option<Duration> {
        let held_up = self.held_up.lock().unwrap_or_else(PoisonError::into_inner);
        let since = held_up.values().min()?;
        Some(self.clock.monotonic().saturating_sub(*since))
    }

    /// Returns the number of requests, if the last one changed the connection to another protocol.
    pub(crate) fn upgraded_after(&self) -> Option<usize> {
        let is_upgraded = self.upgraded.load(Ordering::Relaxed);
        is_upgraded.then(|| self.requests())
    }

    /// Whether the server answers a request, or the connection carries another protocol.
    pub(crate) fn is_ours(&self) -> bool {
        self.under_way.load(Ordering::Relaxed) > 0 || self.upgraded.load(Ordering::Relaxed)
    }

    /// As [`is_ours`](Self::is_ours), and wakes the task of `cx` when no request is under way any more: the HTTP library does
    /// not read again by itself after an answer, and the idle time begins when it reads.
    pub(crate) fn is_ours_until_woken(&self, cx: &Context<'_>) -> bool {
        if !self.is_ours() {
            return false;
        }
        *self.idle() = Some(cx.waker().clone());
        // A request may have ended before the waker was there.
        self.is_ours()
    }

    fn idle(&self) -> MutexGuard<'_, Option<Waker>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl RequestInProgress {
    /// From here on the connection carries another protocol, with time limits of its own.
    pub(crate) fn upgrade(&self) {
        self.connection.upgraded.store(true, Ordering::Relaxed);
    }

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
        if self.connection.under_way.fetch_sub(1, Ordering::Relaxed) > 1 {
            return;
        }
        let waker = self.connection.idle().take();
        if let Some(waker) = waker {
            waker.wake();
        }
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

#[cfg(test)]
mod tests {
    use lockstep_store::SystemClock;

    use super::*;

    #[test]
    fn heads_that_became_no_request_are_counted_once() {
        let connection = ConnectionState::new(SystemClock::shared());
        for (read, requests, refused) in [
            (3, 3, 0),
            // The library has not read further.
            (3, 1, 0),
            (8, 2, 2),
            (8, 0, 0),
            (9, 0, 1),
        ] {
            connection.record_read_heads(read);
            for _ in 0..requests {
                drop(connection.begin(Version::HTTP_2));
            }
            assert_eq!(connection.settle_heads(), refused, "{read} heads");
            assert_eq!(connection.settled_heads(), read);
        }
    }
}
