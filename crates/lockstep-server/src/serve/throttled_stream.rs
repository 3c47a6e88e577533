//! Passes the bytes of a connection at the rate of the bandwidth (`network.maxBandwidth`).

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use lockstep_web::AppState;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use crate::bandwidth::{Bandwidth, QUANTUM_BYTES, Throttle};

/// A byte stream with the limits of the bandwidth for each direction.
pub(super) struct ThrottledStream<S> {
    stream: S,
    state: AppState,
    receiving: Throttle,
    sending: Throttle,
}

impl<S> ThrottledStream<S> {
    pub(super) fn new(stream: S, state: AppState) -> Self {
        Self {
            stream,
            state,
            receiving: Throttle::default(),
            sending: Throttle::default(),
        }
    }

    /// Returns the stream without its limits.
    pub(super) fn unlimited(&mut self) -> &mut S {
        &mut self.stream
    }

    /// Waits until the bandwidth allows the connection to send.
    pub(super) fn poll_sendable(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let Self { state, sending, .. } = self;
        match limit(state) {
            Some((bandwidth, rate)) => {
                sending.poll_ready(cx, bandwidth, (rate, || state.clock.monotonic()))
            }
            None => Poll::Ready(()),
        }
    }
}

/// Returns the bandwidth and its bytes per second, if there is a limit.
fn limit(state: &AppState) -> Option<(&Bandwidth, u64)> {
    let rate = state.settings().network.max_bandwidth;
    let bandwidth = state.extension::<Bandwidth>()?;
    (rate > 0).then_some((bandwidth, rate))
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
        let most = buf.remaining().min(QUANTUM_BYTES);
        let mut part = ReadBuf::new(buf.initialize_unfilled_to(most));
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
        let this = self.get_mut();
        ready!(this.poll_sendable(cx));
        let Some((bandwidth, rate)) = limit(&this.state) else {
            return Pin::new(&mut this.stream).poll_write_vectored(cx, slices);
        };
        let first = slices.iter().find(|slice| !slice.is_empty());
        let part = first.map_or(&[][..], |first| &first[..first.len().min(QUANTUM_BYTES)]);
        let bytes = ready!(Pin::new(&mut this.stream).poll_write(cx, part))?;
        let now = this.state.clock.monotonic();
        this.sending.charge(bandwidth, bytes, (rate, now));
        Poll::Ready(Ok(bytes))
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
