//! A body of bytes that its handler reads piece by piece and bounds itself.

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};

use crate::api_error::ApiError;
use crate::body::check_content_type;
use crate::intake::Intake;

/// A body of `application/octet-stream`, for routes of
/// [`allow_streaming`](crate::Routes::allow_streaming). The receiver bounds the time of each piece.
pub struct Octets(Intake);

impl<S: Send + Sync> FromRequest<S> for Octets {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, ApiError> {
        let (parts, body) = request.into_parts();
        check_content_type(&parts.headers, "application/octet-stream")?;
        Intake::new(&parts, body, MAX_OCTETS_BYTES).map(Self)
    }
}

impl Octets {
    /// Returns the announced length in bytes, if any.
    #[must_use]
    pub fn announced(&self) -> Option<u64> {
        self.0.announced()
    }

    /// Reads and drops up to `limit` more bytes. A client that is still sending then reads the
    /// refusal instead of seeing a broken connection.
    pub async fn drain(&mut self, limit: u64) {
        let mut left = limit;
        while let Ok(Some(piece)) = self.next().await {
            let length = piece.len() as u64;
            if length > left {
                return;
            }
            left -= length;
        }
    }

    /// Returns the next inflated piece; `None` at the end.
    ///
    /// # Errors
    /// A body that ended early, arrived too slowly or contradicts its headers.
    pub async fn next(&mut self) -> Result<Option<Bytes>, ApiError> {
        self.0.next().await
    }
}

/// Above the limit of every handler; each handler has its own limit.
const MAX_OCTETS_BYTES: u64 = 1 << 30;
