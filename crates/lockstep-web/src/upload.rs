//! A body in one of several formats that its handler reads piece by piece.

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::header;

use crate::api_error::ApiError;
use crate::intake::Intake;

/// A body with its media type, for routes of [`allow_streaming`](crate::Routes::allow_streaming). The receiver
/// bounds the time of each piece; the handler decides on the media type before it reads a piece.
pub struct Upload {
    media_type: String,
    intake: Intake,
}

impl<S: Send + Sync> FromRequest<S> for Upload {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, ApiError> {
        let (parts, body) = request.into_parts();
        let kind = parts.headers.get(header::CONTENT_TYPE);
        let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        let media_type = kind.split(';').next().unwrap_or_default();
        Ok(Self {
            media_type: media_type.trim().to_ascii_lowercase(),
            intake: Intake::new(&parts, body, MAX_UPLOAD_BYTES)?,
        })
    }
}

impl Upload {
    /// Returns the media type in lower case, without parameters; empty if the request names none.
    #[must_use]
    pub fn media_type(&self) -> &str {
        &self.media_type
    }

    /// Returns the next inflated piece; `None` at the end.
    ///
    /// # Errors
    /// A body that ended early, arrived too slowly, is over [`MAX_UPLOAD_BYTES`] or contradicts its headers.
    pub async fn next(&mut self) -> Result<Option<Bytes>, ApiError> {
        self.intake.next().await
    }
}

/// The largest streamed upload, before and after inflation.
const MAX_UPLOAD_BYTES: u64 = 4 << 30;
