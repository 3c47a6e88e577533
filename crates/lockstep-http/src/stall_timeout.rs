//! Bounds the time that the server waits for a peer to send or accept bytes.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, Incoming};
use lockstep_store::Clock;
use lockstep_web::request::BodyPace;
use std::sync::Arc;
use tokio::time::Sleep;

use lockstep_config::Network;

/// Limits the waiting time: `most` for one piece, and in all `most` plus one second for each `rate`
/// transferred bytes. Only time during which the peer was expected to act counts.
pub(crate) struct StallTimeout {
    clock: Arc<dyn Clock>,
    most: Duration,
    rate: u32,
    moved: u64,
    waited: Duration,
    waiting: Option<(Duration, Pin<Box<Sleep>>)>,
}

impl StallTimeout {
    pub(crate) fn new(clock: Arc<dyn Clock>, network: &Network) -> Self {
        Self {
            clock,
            most: Duration::from_secs(network.transfer_seconds),
            rate: network.transfer_bytes_per_second,
            moved: 0,
            waited: Duration::ZERO,
            waiting: None,
        }
    }

    /// Records that this many bytes were transferred.
    pub(crate) fn record_transfer(&mut self, bytes: usize) {
        if let Some((since, _)) = self.waiting.take() {
            self.waited += self.clock.monotonic().saturating_sub(since);
        }
        self.moved += bytes as u64;
    }

    /// Records that no bytes were transferred, and returns whether the time has ended. If not, the
    /// task is woken when it is.
    pub(crate) fn is_over(&mut self, cx: &mut Context<'_>) -> bool {
        let (_, alarm) = self.waiting.get_or_insert_with(|| {
            let granted = self.most + Duration::from_secs(self.moved / u64::from(self.rate));
            let left = granted.saturating_sub(self.waited).min(self.most);
            (self.clock.monotonic(), Box::pin(tokio::time::sleep(left)))
        });
        alarm.as_mut().poll(cx).is_ready()
    }
}

/// A body whose sender is disconnected when the timeout ends.
pub(crate) struct TimedBody {
    body: Incoming,
    stall_timeout: StallTimeout,
    pace: BodyPace,
}

impl TimedBody {
    pub(crate) fn wrap(body: Incoming, stall_timeout: StallTimeout, pace: BodyPace) -> Body {
        Body::new(Self {
            body,
            stall_timeout,
            pace,
        })
    }
}

impl HttpBody for TimedBody {
    type Data = Bytes;
    type Error = Box<dyn std::error::Error + Send + Sync>;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        match Pin::new(&mut self.body).poll_frame(cx) {
            Poll::Ready(frame) => {
                let bytes = match &frame {
                    Some(Ok(frame)) => frame.data_ref().map_or(0, Bytes::len),
                    _ => 0,
                };
                self.stall_timeout.record_transfer(bytes);
                Poll::Ready(frame.map(|frame| frame.map_err(Into::into)))
            }
            Poll::Pending if self.stall_timeout.is_over(cx) => {
                self.pace.fall_behind();
                Poll::Ready(Some(Err("the body arrived too slowly".into())))
            }
            Poll::Pending => Poll::Pending,
        }
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> hyper::body::SizeHint {
        self.body.size_hint()
    }
}
