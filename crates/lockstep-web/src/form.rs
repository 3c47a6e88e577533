//! `multipart/form-data` (RFC 7578): reads parts one by one, each bounded while it is read.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::header;
use futures_util::stream;
use multer::{Field, Multipart};

use crate::api_error::ApiError;
use crate::intake::Intake;

/// A form of at most [`MAX_PARTS`] parts, for routes of
/// [`allow_streaming`](crate::Routes::allow_streaming).
pub struct MultipartForm {
    multipart: Multipart<'static>,
    /// Bytes that may still arrive before the next part or piece is found.
    room: Arc<AtomicUsize>,
    parts: usize,
}

/// One part of a form.
pub struct FormPart<'f> {
    field: Field<'static>,
    form: &'f MultipartForm,
}

impl<S: Send + Sync> FromRequest<S> for MultipartForm {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, ApiError> {
        let (parts, body) = request.into_parts();
        let kind = parts.headers.get(header::CONTENT_TYPE);
        let boundary = kind
            .and_then(|kind| multer::parse_boundary(kind.to_str().ok()?).ok())
            // RFC 2046, 5.1.1.
            .filter(|boundary| (1..=70).contains(&boundary.len()))
            .ok_or_else(|| {
                ApiError::unsupported_media(
                    "send `Content-Type: multipart/form-data` with its boundary",
                )
            })?;
        let intake = Intake::new(&parts, body, MAX_FORM_BYTES)?;
        let room = Arc::new(AtomicUsize::new(MAX_WAITING_BYTES));
        let multipart = Multipart::new(pieces(intake, room.clone()), boundary);
        Ok(Self {
            multipart,
            room,
            parts: 0,
        })
    }
}

/// Returns the pieces of a body for `multer`, which buffers all ready input before it looks for the
/// end of a part's head. Each piece is therefore followed by one pending poll, and no piece is
/// given while `room` is spent. The memory of `multer` is thus bounded by the room and one piece.
fn pieces(
    intake: Intake,
    room: Arc<AtomicUsize>,
) -> impl stream::Stream<Item = Result<Bytes, ApiError>> + Send {
    stream::try_unfold((intake, room), |(mut intake, room)| async move {
        tokio::task::yield_now().await;
        if room.load(Ordering::Relaxed) == 0 {
            return Err(head_too_large());
        }
        let piece = intake.next().await?;
        Ok(piece.map(|piece| {
            let left = room.load(Ordering::Relaxed).saturating_sub(piece.len());
            room.store(left, Ordering::Relaxed);
            (piece, (intake, room))
        }))
    })
}

impl MultipartForm {
    /// Returns the next part; the previous part must have been read to its end.
    ///
    /// # Errors
    /// A form that is not well-formed, has too many parts, or has a part with too large a head.
    pub async fn next(&mut self) -> Result<Option<FormPart<'_>>, ApiError> {
        self.make_room();
        let Some(field) = self.multipart.next_field().await.map_err(broken)? else {
            return Ok(None);
        };
        self.parts += 1;
        if self.parts > MAX_PARTS {
            let reason = format!("the form must have {MAX_PARTS} parts at most");
            return Err(ApiError::invalid("body", reason));
        }
        let head = field.headers().iter();
        let head: usize = head
            .map(|(name, value)| name.as_str().len() + value.len())
            .sum();
        if head > MAX_PART_HEAD_BYTES {
            return Err(head_too_large());
        }
        Ok(Some(FormPart { field, form: self }))
    }

    fn make_room(&self) {
        self.room.store(MAX_WAITING_BYTES, Ordering::Relaxed);
    }
}

impl FormPart<'_> {
    /// Returns the part's name, if any.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.field.name()
    }

    /// Returns the file's name, if any.
    #[must_use]
    pub fn file_name(&self) -> Option<&str> {
        self.field.file_name()
    }

    /// Returns the next piece of the content; `None` at the end.
    ///
    /// # Errors
    /// As [`MultipartForm::next`], and the errors of the body itself.
    pub async fn next(&mut self) -> Result<Option<Bytes>, ApiError> {
        self.form.make_room();
        self.field.chunk().await.map_err(broken)
    }

    /// Returns the content as text.
    ///
    /// # Errors
    /// More than `limit` bytes, or invalid UTF-8; as [`FormPart::next`].
    pub async fn text(mut self, limit: usize) -> Result<String, ApiError> {
        let name: String = self.name().unwrap_or("part").chars().take(64).collect();
        let mut bytes = Vec::new();
        while let Some(piece) = self.next().await? {
            if bytes.len() + piece.len() > limit {
                let reason = format!("must be {limit} bytes at most");
                return Err(ApiError::invalid(&name, reason));
            }
            bytes.extend_from_slice(&piece);
        }
        String::from_utf8(bytes).map_err(|_| ApiError::invalid(&name, "must be text in UTF-8"))
    }
}

fn head_too_large() -> ApiError {
    let reason = format!("the head of a part must be {MAX_PART_HEAD_BYTES} bytes at most");
    ApiError::invalid("body", reason)
}

/// Returns the error of the body itself, or the defect of the form.
fn broken(error: multer::Error) -> ApiError {
    let error = match error {
        multer::Error::StreamReadFailed(inner) => match inner.downcast::<ApiError>() {
            Ok(error) => return *error,
            Err(other) => return ApiError::invalid("body", other.to_string()),
        },
        other => other,
    };
    let text: String = error.to_string().chars().take(200).collect();
    ApiError::invalid("body", text)
}

/// The maximum number of parts of a form.
const MAX_PARTS: usize = 8;
/// The maximum number of bytes of the head of a part.
const MAX_PART_HEAD_BYTES: usize = 16 << 10;
/// The maximum number of bytes that arrive while the next part or piece is looked for: a head, and the excess of
/// pieces of 64 KiB.
const MAX_WAITING_BYTES: usize = 192 << 10;
/// The largest form: one file of 4 GiB and the bytes around it.
const MAX_FORM_BYTES: u64 = (4 << 30) + (1 << 20);

#[cfg(test)]
mod tests {
    use axum::body::Body;

    use super::*;
    use crate::budget::BodyBudget;
    use crate::intake::Allowance;

    /// Reads a whole form; returns the name and the length of each part.
    async fn read(body: Vec<u8>, piece: usize) -> Result<Vec<(String, usize)>, String> {
        let pieces: Vec<Result<Vec<u8>, std::io::Error>> =
            body.chunks(piece).map(|piece| Ok(piece.to_vec())).collect();
        let mut allowance = Allowance::open(BodyBudget::default(), [192, 0, 2, 1].into());
        let user = "usr_00000000000000000000000001".parse().unwrap();
        allowance.admit(&user, crate::access::Role::User);
        let request = Request::post("/")
            .extension(allowance)
            .header(header::CONTENT_TYPE, "multipart/form-data; boundary=edge")
            .body(Body::from_stream(stream::iter(pieces)))
            .unwrap();
        let said = |error: ApiError| error.message.into_owned();
        let mut form = MultipartForm::from_request(request, &())
            .await
            .map_err(said)?;
        let mut all = Vec::new();
        while let Some(mut part) = form.next().await.map_err(said)? {
            let name = part.name().unwrap_or("-").to_owned();
            let mut length = 0;
            while let Some(piece) = part.next().await.map_err(said)? {
                length += piece.len();
            }
            all.push((name, length));
        }
        Ok(all)
    }

    fn part(name: &str, head: &str, content: &[u8]) -> Vec<u8> {
        let mut part =
            format!("--edge\r\nContent-Disposition: form-data; name=\"{name}\"\r\n{head}\r\n")
                .into_bytes();
        part.extend(content);
        part.extend(b"\r\n");
        part
    }

    #[tokio::test]
    async fn parts_are_bounded_while_they_are_read() {
        let end = b"--edge--\r\n".as_slice();
        let long = "x".repeat(300 << 10);
        let rows: [(Vec<u8>, Result<usize, &str>); 8] = [
            ([part("a", "", b"1"), end.to_vec()].concat(), Ok(1)),
            (
                [part("a", "", b"1"), part("b", "", &[0; 9000]), end.to_vec()].concat(),
                Ok(2),
            ),
            (
                [part("a", "", b"1").repeat(MAX_PARTS), end.to_vec()].concat(),
                Ok(MAX_PARTS),
            ),
            (
                [part("a", "", b"1").repeat(MAX_PARTS + 1), end.to_vec()].concat(),
                Err("8 parts at most"),
            ),
            (
                part("a", &format!("X-Long: {long}\r\n"), b"1"),
                Err("the head of a part"),
            ),
            (part(&long, "", b"1"), Err("the head of a part")),
            (long.clone().into_bytes(), Err("the head of a part")),
            (part("a", "", b"1"), Err("")),
        ];
        for (body, expected) in rows {
            for piece in [7, 4096, 64 << 10] {
                let read = read(body.clone(), piece).await;
                match (&read, expected) {
                    (Ok(parts), Ok(count)) => assert_eq!(parts.len(), count),
                    (Err(said), Err(part)) => assert!(said.contains(part), "{said}"),
                    _ => panic!("{expected:?}: {read:?}"),
                }
            }
        }
    }
}
