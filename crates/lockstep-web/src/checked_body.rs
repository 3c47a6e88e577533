//! A body after which the caller's rights are checked again.
//!
//! A body may arrive over many seconds. A sender that loses a right during this time must not act with it.

use std::pin::Pin;
use std::task::{Context, Poll, ready};

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use http_body::{Frame, SizeHint};

use crate::api_error::ApiError;
use crate::app_state::{AppState, BoxedFuture};
use crate::caller::Caller;

/// A body that ends with an error if its sender has lost its rights while it arrived.
struct CheckedBody {
    body: Body,
    stage: Stage,
    state: AppState,
    caller: Caller,
    /// Whether the handler had to wait for a part of the body.
    has_waited: bool,
}

enum Stage {
    Arriving,
    Checking(BoxedFuture<Result<(), ApiError>>),
    Ended,
}

/// Checks the rights of the caller again when the body has arrived. A body that arrives with the head is not checked: its
/// first write is.
pub(crate) fn check_after(state: &AppState, caller: &Caller, request: &mut Request) {
    if request.body().is_end_stream() {
        return;
    }
    let body = CheckedBody {
        body: std::mem::take(request.body_mut()),
        stage: Stage::Arriving,
        has_waited: false,
        state: state.clone(),
        caller: caller.clone(),
    };
    *request.body_mut() = Body::new(body);
}

impl HttpBody for CheckedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let this = &mut *self;
        loop {
            match &mut this.stage {
                Stage::Arriving => {
                    match Pin::new(&mut this.body).poll_frame(cx) {
                        Poll::Ready(None) => {}
                        Poll::Ready(frame) => return Poll::Ready(frame),
                        Poll::Pending => {
                            this.has_waited = true;
                            return Poll::Pending;
                        }
                    }
                    this.stage = if this.has_waited {
                        let (state, caller) = (this.state.clone(), this.caller.clone());
                        Stage::Checking(Box::pin(async move { state.ensure_rights(caller).await }))
                    } else {
                        Stage::Ended
                    };
                }
                Stage::Checking(checking) => {
                    let outcome = ready!(checking.as_mut().poll(cx));
                    this.stage = Stage::Ended;
                    if let Err(error) = outcome {
                        return Poll::Ready(Some(Err(axum::Error::new(error))));
                    }
                }
                Stage::Ended => return Poll::Ready(None),
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        matches!(self.stage, Stage::Ended)
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
