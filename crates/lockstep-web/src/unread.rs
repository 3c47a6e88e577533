//! Tells a client when the server closes the connection because it did not read the whole request.
//!
//! hyper keeps a connection only if the rest of the body is already there when the response is ready.
//! Otherwise it closes the connection after the response. Otherwise a client would send its next
//! request on the closed connection.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use axum::http::{HeaderValue, Version, header};
use axum::response::Response;
use http_body::{Frame, SizeHint};

/// Whether the body of a request was read to its end.
pub(crate) struct BodyWatch(Option<Arc<AtomicBool>>);

/// A body that records its end.
struct WatchedBody {
    body: Body,
    is_ended: Arc<AtomicBool>,
}

/// A body up to this length has usually arrived with its head.
const SMALL_BODY_BYTES: u64 = 8 << 10;

impl BodyWatch {
    /// Watches the body of an HTTP/1 request; a small or empty one is not watched.
    pub(crate) fn watch(request: &mut Request) -> Self {
        let length = request.body().size_hint();
        let is_small = length
            .upper()
            .is_some_and(|limit| limit <= SMALL_BODY_BYTES);
        if is_small || request.version() >= Version::HTTP_2 {
            return Self(None);
        }
        let is_ended = Arc::new(AtomicBool::new(false));
        let body = WatchedBody {
            body: std::mem::take(request.body_mut()),
            is_ended: Arc::clone(&is_ended),
        };
        *request.body_mut() = Body::new(body);
        Self(Some(is_ended))
    }

    /// Announces that the connection closes if the body was not read to its end.
    pub(crate) fn announce(&self, response: &mut Response) {
        let is_ended = |ended: &AtomicBool| ended.load(Ordering::Acquire);
        if self.0.as_deref().is_some_and(|ended| !is_ended(ended)) {
            let close = HeaderValue::from_static("close");
            response.headers_mut().insert(header::CONNECTION, close);
        }
    }
}

impl HttpBody for WatchedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(cx);
        if matches!(frame, Poll::Ready(None)) || self.body.is_end_stream() {
            self.is_ended.store(true, Ordering::Release);
        }
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
    use super::*;

    #[tokio::test]
    async fn only_an_unread_large_body_closes_the_connection() {
        for (length, version, reads, closes) in [
            (100_000, Version::HTTP_11, false, true),
            (100_000, Version::HTTP_11, true, false),
            (100_000, Version::HTTP_2, false, false),
            (8192, Version::HTTP_11, false, false),
            (0, Version::HTTP_11, false, false),
        ] {
            let mut request = Request::new(Body::from(vec![b' '; length]));
            *request.version_mut() = version;
            let unread = BodyWatch::watch(&mut request);
            if reads {
                let body = axum::body::to_bytes(request.into_body(), 1 << 20).await;
                assert_eq!(body.unwrap().len(), length);
            }
            let mut response = Response::new(Body::empty());
            unread.announce(&mut response);
            let header = response.headers().get(header::CONNECTION);
            assert_eq!(header.is_some(), closes, "{length} {version:?} {reads}");
        }
    }
}
