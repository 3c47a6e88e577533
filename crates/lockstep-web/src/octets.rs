//! A body of bytes that its handler takes up piece by piece, and bounds itself.

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};

use crate::api_error::ApiError;
use crate::body::typed;
use crate::intake::Intake;

/// A body of `application/octet-stream`. For routes of
/// [`allow_streaming`](crate::Routes::allow_streaming): how long it may take is bounded, piece by
/// piece, by whoever receives it.
pub struct Octets(Intake);

impl<S: Send + Sync> FromRequest<S> for Octets {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, ApiError> {
        let (parts, body) = request.into_parts();
        typed(&parts.headers, "application/octet-stream")?;
        Intake::new(&parts, body, MAX_OCTETS_BYTES).map(Self)
    }
}

impl Octets {
    /// How many bytes there are, where that was said beforehand.
    #[must_use]
    pub fn announced(&self) -> Option<u64> {
        self.0.announced()
    }

    /// Takes up to so many bytes more and drops them: who is still sending when they are refused hears
    /// why, and not that the connection broke.
    pub async fn drain(&mut self, most: u64) {
        let mut left = most;
        while let Ok(Some(piece)) = self.next().await {
            let length = piece.len() as u64;
            if length > left {
                return;
            }
            left -= length;
        }
    }

    /// The next piece, inflated; `None` behind the last.
    ///
    /// # Errors
    /// A body that ended early, came too slowly or is not what its headers say.
    pub async fn next(&mut self) -> Result<Option<Bytes>, ApiError> {
        self.0.next().await
    }
}

/// Over what any handler takes; each states its own limit.
const MAX_OCTETS_BYTES: u64 = 1 << 30;
