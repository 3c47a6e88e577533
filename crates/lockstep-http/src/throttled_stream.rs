//! Passes the bytes of a connection at the rate of the bandwidth (`network.maxBandwidth`).

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use lockstep_web::AppState;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use crate::bandwidth::{Bandwidth, QUANTUM_BYTES, Throttle};

/// A byte stream with the limits of the bandwidth for each direction.
pub struct ThrottledStream<S> {
    stream: S,
    state: AppState,
    receiving: Throttle,
    sending: Throttle,
}

impl<S> ThrottledStream<S> {
    /// Limits a stream by the settings of `state` as they are at each transfer.
    pub fn new(stream: S, state: AppState) -> Self {
        Self {
            stream,
            state,
            receiving: Throttle::default(),
            sending: Throttle::default(),
        }
    }

    /// Returns the stream without its limits.
    pub(crate) fn unlimited(&mut self) -> &mut S {
        &mut self.stream
    }

    /// Waits until the bandwidth allows the connection to send.
    pub(crate) fn poll_sendable(&mut self, cx: &mut Context<'_>) -> Poll<SendPermit<'_, S>> {
        let Self {
            stream,
            state,
            sending,
            ..
        } = self;
        let state: &AppState = state;
        let limit = limit(state);
        if let Some((bandwidth, rate)) = limit {
            let now = || state.clock.monotonic();
            ready!(sending.poll_ready(cx, bandwidth, (rate, now)));
        }
        Poll::Ready(SendPermit {
            stream,
            state,
            sending,
            limit,
        })
    }
}

/// Permission to write once: the bandwidth allows the connection to send.
pub(crate) struct SendPermit<'a, S> {
    stream: &'a mut S,
    state: &'a AppState,
    sending: &'a mut Throttle,
    /// The bandwidth and its bytes per second, if there is a limit.
    limit: Option<(&'a Bandwidth, u64)>,
}

impl<S: AsyncWrite + Unpin> SendPermit<'_, S> {
    /// Writes, and charges the written bytes to the bandwidth.
    pub(crate) fn poll_write_vectored(
        self,
        cx: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let stream = Pin::new(self.stream);
        let Some((bandwidth, rate)) = self.limit else {
            return stream.poll_write_vectored(cx, slices);
        };
        let first = slices.iter().find(|slice| !slice.is_empty());
        let part = first.map_or(&[][..], |first| &first[..first.len().min(QUANTUM_BYTES)]);
        let bytes = ready!(stream.poll_write(cx, part))?;
        let now = self.state.clock.monotonic();
        self.sending.charge(bandwidth, bytes, (rate, now));
        Poll::Ready(Ok(bytes))
    }
}

/// Returns the bandwidth and its bytes per second, if there is a limit.
fn limit(state: &AppState) -> Option<(&Bandwidth, u64)> {
    let rate = state.settings().network.max_bandwidth;
    if rate == 0 {
        return None;
    }
    Some((state.extension::<Bandwidth>()?, rate))
}

impl<S: AsyncRead + Unpin> AsyncRead for ThrottledStream<S> {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let Self {
            stream,
            state,
            receiving,
            ..
        } = self.get_mut();
        let Some((bandwidth, rate)) = limit(state) else {
            return Pin::new(stream).poll_read(cx, buf);
        };
        let now = || state.clock.monotonic();
        ready!(receiving.poll_ready(cx, bandwidth, (rate, now)));
        let maximum = buf.remaining().min(QUANTUM_BYTES);
        let mut part = ReadBuf::new(buf.initialize_unfilled_to(maximum));
        ready!(Pin::new(stream).poll_read(cx, &mut part))?;
        let bytes = part.filled().len();
        buf.advance(bytes);
        receiving.charge(bandwidth, bytes, (rate, now()));
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for ThrottledStream<S> {
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
        ready!(self.get_mut().poll_sendable(cx)).poll_write_vectored(cx, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(cx)
    }
}
