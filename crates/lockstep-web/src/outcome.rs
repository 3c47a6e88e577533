//! The response to an operation that may still be in progress.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

/// A response whose status says whether the operation is done.
#[derive(Clone, Debug)]
pub enum Outcome<T> {
    /// The operation is done: 200.
    Done(T),
    /// The operation is accepted, and the server completes it in the background: 202.
    Accepted(T),
}

impl<T: Serialize> IntoResponse for Outcome<T> {
    fn into_response(self) -> Response {
        match self {
            Self::Done(answer) => Json(answer).into_response(),
            Self::Accepted(answer) => (StatusCode::ACCEPTED, Json(answer)).into_response(),
        }
    }
}
