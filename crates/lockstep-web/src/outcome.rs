//! The answer of an act that may still be in progress when it is answered.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

/// An answer that says by its status whether the act is done.
#[derive(Clone, Debug)]
pub enum Outcome<T> {
    /// The act is done: 200.
    Done(T),
    /// The act is accepted, and the server finishes it by itself: 202.
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
