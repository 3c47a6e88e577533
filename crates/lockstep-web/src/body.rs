//! Extractors that parse bodies, queries and path segments before the handler runs.

mod reason;

use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::http::{Extensions, HeaderMap, header, request::Parts};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::api_error::ApiError;
use crate::idempotency::IdempotencyKey;
use crate::intake::{Allowance, Intake};
use crate::meter::Meter;
use crate::objects::Objects;
use crate::work::WorkQueues;

/// A JSON body. The type decides on unknown fields: derive with `deny_unknown_fields`.
pub struct Body<T>(pub T);

/// A JSON body of a `POST` that creates a resource, with its optional idempotency key.
pub struct CreateBody<T> {
    /// The body.
    pub body: T,
    /// The idempotency key, if any.
    pub idempotency_key: IdempotencyKey,
}

/// A JSON body with keys, ciphertexts or files in base64, and its optional idempotency key. Strings
/// are bounded only by the size of the body.
pub struct LargeBody<T> {
    /// The body.
    pub body: T,
    /// The idempotency key, if any.
    pub idempotency_key: IdempotencyKey,
}

/// The raw bytes of a body, with its optional idempotency key.
pub struct Bytes {
    /// The received bytes, after inflation.
    pub bytes: axum::body::Bytes,
    /// The idempotency key, if any.
    pub idempotency_key: IdempotencyKey,
}

/// A request without body fields: the body is absent or an empty object. Its optional idempotency
/// key belongs to the path.
pub struct EmptyBody {
    /// The idempotency key, if any.
    pub idempotency_key: IdempotencyKey,
}

/// The empty object that a [`EmptyBody`] request may send as its body.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EmptyObject {}

/// The query of a URL. The type refuses unknown parameters: derive with `deny_unknown_fields`.
pub struct Params<T>(pub T);

/// The one variable segment of a path. A segment that does not parse is answered with 404.
pub struct PathParam<T>(pub T);

/// Bodies over this size are digested on worker threads, since that takes about 1 ms.
const LARGE_BYTES: usize = 256 << 10;
/// Bodies over this size are parsed there: with many small values, that takes as long.
const LONG_BYTES: usize = 32 << 10;
/// The maximum number of values of a message over a socket, and of commas and brackets in it.
const MAX_MESSAGE_VALUES: usize = 200;
/// The largest body without fields, in bytes: blanks may be in it.
const MAX_EMPTY_BYTES: u64 = 64 << 10;
/// The deepest nesting of a JSON body unless the configuration says otherwise.
pub(crate) const DEFAULT_JSON_DEPTH: usize = 64;
/// The largest body in bytes, before and after inflation. Streaming routes have their own limits.
pub(crate) const LIMIT_BYTES: usize = 32 << 20;

impl<S: Send + Sync, T: DeserializeOwned + Send + 'static> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, ApiError> {
        let (parts, body) = request.into_parts();
        check_content_type(&parts.headers, JSON)?;
        let bytes = read(&parts, body).await?;
        charged_json(bytes, bounds_and_extensions(&parts.extensions))
            .await
            .map(Self)
    }
}

impl<S: Send + Sync, T: DeserializeOwned + Send + 'static> FromRequest<S> for CreateBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let kept = bounds_and_extensions(request.extensions());
        let Bytes {
            bytes,
            idempotency_key,
        } = Bytes::from_request(request, state).await?;
        Ok(Self {
            body: charged_json(bytes, kept).await?,
            idempotency_key,
        })
    }
}

impl<S: Send + Sync, T: DeserializeOwned + Send + 'static> FromRequest<S> for LargeBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let (shape, extensions) = bounds_and_extensions(request.extensions());
        let shape = Shape {
            characters: LIMIT_BYTES,
            ..shape
        };
        let Bytes {
            bytes,
            idempotency_key,
        } = Bytes::from_request(request, state).await?;
        Ok(Self {
            body: charged_json(bytes, (shape, extensions)).await?,
            idempotency_key,
        })
    }
}

impl<S: Send + Sync> FromRequest<S> for Bytes {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, ApiError> {
        Self::read(request, &[JSON]).await.map(|(_, body)| body)
    }
}

impl Bytes {
    /// Reads a body in one of several media types; returns the index of its media type.
    ///
    /// # Errors
    /// Another media type; the errors of every body.
    pub async fn read(
        request: Request,
        media_types: &[&'static str],
    ) -> Result<(usize, Self), ApiError> {
        let (parts, body) = request.into_parts();
        let index = one_of(&parts.headers, media_types)?;
        let bytes = read(&parts, body).await?;
        let work = parts.extensions.get::<WorkQueues>().cloned();
        // Without a key nothing is digested.
        let is_long =
            bytes.len() > LARGE_BYTES && parts.headers.contains_key(IdempotencyKey::HEADER);
        let idempotency_key = match work.filter(|_| is_long) {
            Some(work) => {
                let bytes = bytes.clone();
                let keyed =
                    work.process("body.digest", move || IdempotencyKey::new(&parts, &bytes));
                keyed.await??
            }
            None => IdempotencyKey::new(&parts, &bytes)?,
        };
        Ok((
            index,
            Self {
                bytes,
                idempotency_key,
            },
        ))
    }
}

impl<S: Send + Sync> FromRequest<S> for EmptyBody {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, ApiError> {
        let shape = Shape::of(request.extensions());
        let (parts, body) = request.into_parts();
        let bytes = Intake::new(&parts, body, MAX_EMPTY_BYTES)?
            .collect()
            .await?;
        if !bytes.is_empty() {
            check_content_type(&parts.headers, JSON)?;
            let EmptyObject {} = from_json(&bytes, shape, &Meter::default())?;
        }
        let idempotency_key = IdempotencyKey::new(&parts, parts.uri.path().as_bytes())?;
        Ok(Self { idempotency_key })
    }
}

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Params<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let query = parts.uri.query().unwrap_or_default();
        let pairs = || form_urlencoded::parse(query.as_bytes());
        let read = serde_path_to_error::deserialize(serde_urlencoded::Deserializer::new(pairs()));
        let read = read.map_err(|error| unreadable(&error))?;
        // No stored text has one, and PostgreSQL refuses to compare with it.
        if let Some((name, _)) = pairs().find(|(_, value)| value.contains('\0')) {
            return Err(ApiError::invalid(
                &name,
                "contains a NUL character: remove it",
            ));
        }
        Ok(Self(read))
    }
}

impl<S: Send + Sync, T: std::str::FromStr + Send> FromRequestParts<S> for PathParam<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let Path(text) = Path::<String>::from_request_parts(parts, state)
            .await
            .map_err(|_| ApiError::not_found("path"))?;
        text.parse().map(Self).map_err(|_| ApiError::malformed_id())
    }
}

/// Reads and inflates a whole body: up to [`LIMIT_BYTES`], or the smaller limit of requests without
/// a credential.
async fn read(parts: &Parts, body: axum::body::Body) -> Result<axum::body::Bytes, ApiError> {
    Intake::new(parts, body, LIMIT_BYTES as u64)?
        .collect()
        .await
}

/// Returns the settings that parsing needs after the request is consumed: body shape, memory payer
/// and worker queues.
fn bounds_and_extensions(of: &Extensions) -> (Shape, Extensions) {
    let mut extensions = Extensions::new();
    if let Some(allowance) = of.get::<Allowance>() {
        extensions.insert(allowance.clone());
    }
    if let Some(work) = of.get::<WorkQueues>() {
        extensions.insert(work.clone());
    }
    (Shape::of(of), extensions)
}

/// Parses a body and charges the memory of the value until the request is answered. A long body is
/// parsed on worker threads.
async fn charged_json<T: DeserializeOwned + Send + 'static>(
    bytes: axum::body::Bytes,
    (shape, extensions): (Shape, Extensions),
) -> Result<T, ApiError> {
    let is_long = bytes.len() > LONG_BYTES;
    let work = extensions.get::<WorkQueues>().filter(|_| is_long).cloned();
    let parse = move || {
        let meter = Meter::of(Allowance::lease(&extensions));
        let value = from_json(&bytes, shape, &meter)?;
        if let Some(lease) = meter.into_lease() {
            Allowance::keep(&extensions, lease);
        }
        Ok(value)
    };
    match work {
        Some(work) => work.process("body.parse", parse).await?,
        None => parse(),
    }
}

/// Refuses a body whose `Content-Type` differs from `wanted`.
pub(crate) fn check_content_type(
    headers: &HeaderMap,
    wanted: &'static str,
) -> Result<(), ApiError> {
    one_of(headers, &[wanted]).map(drop)
}

/// Returns the index of a body's `Content-Type` among `wanted`.
fn one_of(headers: &HeaderMap, wanted: &[&'static str]) -> Result<usize, ApiError> {
    let sent = headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok());
    let essence = sent
        .unwrap_or_default()
        .split(';')
        .next()
        .unwrap_or_default()
        .trim();
    let found = wanted
        .iter()
        .position(|known| essence.eq_ignore_ascii_case(known));
    found.ok_or_else(|| {
        ApiError::unsupported_media(format!("send `Content-Type: {}`", wanted.join("` or `")))
    })
}

/// The deepest nesting of a JSON body. The gate puts it on the request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JsonDepth(pub(crate) usize);

/// The bounds of a JSON body.
#[derive(Clone, Copy)]
struct Shape {
    /// The deepest nesting of brackets.
    depth: usize,
    /// The maximum number of characters of a string.
    characters: usize,
}

impl Shape {
    fn of(extensions: &Extensions) -> Self {
        let depth = extensions.get::<JsonDepth>();
        Self {
            depth: depth.map_or(DEFAULT_JSON_DEPTH, |depth| depth.0),
            characters: CHARACTERS,
        }
    }
}

fn from_json<T: DeserializeOwned>(
    bytes: &[u8],
    shape: Shape,
    meter: &Meter,
) -> Result<T, ApiError> {
    if let Some(error) = shape_error(bytes, shape) {
        return Err(error);
    }
    // `Objects` refuses nested values of a wrong type; this check gives the outermost a message
    // without Rust type names.
    if bytes.trim_ascii_start().first() != Some(&b'{') {
        return Err(ApiError::invalid("", "the body must be a JSON object"));
    }
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let objects = Objects(&mut json, meter);
    let read = serde_path_to_error::deserialize(objects);
    // A spent budget must not be reported as an error of the field being read.
    meter.finish()?;
    let value = read.map_err(|error| unreadable(&error))?;
    json.end()
        .map_err(|error| ApiError::invalid("", error.to_string()))?;
    Ok(value)
}

/// Parses a JSON object that a client sent over a socket. An error names the field, or else the message.
pub(crate) fn message<T: DeserializeOwned>(text: &str) -> Result<T, ApiError> {
    let of_message = |reason: String| ApiError::invalid("", format!("the message {reason}"));
    if !text.trim_start().starts_with('{') {
        return Err(of_message("must be a JSON object".to_owned()));
    }
    // Each socket sends ten a second, and they are parsed on the threads of all requests.
    let values = text.bytes();
    let values = values.filter(|byte| matches!(byte, b',' | b'[' | b'{'));
    if values.count() > MAX_MESSAGE_VALUES {
        let reason = format!("must have at most {MAX_MESSAGE_VALUES} values");
        return Err(of_message(reason));
    }
    let not_read = |reason: String| of_message(format!("cannot be read: {reason}"));
    let mut json = serde_json::Deserializer::from_str(text);
    let value = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let (parameter, reason) = explained(&error);
        match parameter.is_empty() {
            true => not_read(reason),
            false => ApiError::invalid(&parameter, reason),
        }
    })?;
    json.end().map_err(|error| not_read(error.to_string()))?;
    Ok(value)
}

/// Returns the field that a serde error is about, and the reason, with the client's own text in both shortened.
fn explained<E: std::fmt::Display>(error: &serde_path_to_error::Error<E>) -> (String, String) {
    let (path, reason) = (
        error.path().to_string(),
        reason::without_value(&error.inner().to_string()),
    );
    let shown = |text: &str, most| text.chars().take(most).collect::<String>();
    let parameter = shown(&reason::parameter(&path, &reason), NAME_SHOWN);
    let reason = shown(&reason::in_plain_words(&reason), REASON_SHOWN);
    (parameter, reason)
}

/// Converts a serde error to an [`ApiError`].
fn unreadable<E: std::fmt::Display>(error: &serde_path_to_error::Error<E>) -> ApiError {
    let (parameter, reason) = explained(error);
    if is_of_an_encryption(&parameter) {
        ApiError::encryption_parameter(&parameter, reason)
    } else {
        ApiError::invalid(&parameter, reason)
    }
}

/// Whether a parameter belongs to an encryption: mode, scheme, level, precision, operation,
/// operands, circuit, key, ciphertext or proof. Areas other than encryption answer both kinds
/// alike.
fn is_of_an_encryption(parameter: &str) -> bool {
    let first = parameter.split(['.', '[']).next().unwrap_or_default();
    OF_AN_ENCRYPTION.contains(&first)
}

const OF_AN_ENCRYPTION: [&str; 9] = [
    "circuit",
    "encryptedData",
    "mode",
    "operands",
    "operation",
    "parameters",
    "proof",
    "publicInputs",
    "publicKey",
];

/// Refuses JSON with deeper nesting or a longer string than `limit` allows.
fn shape_error(bytes: &[u8], limit: Shape) -> Option<ApiError> {
    let (mut depth, mut at) = (0_usize, 0);
    // The previous string: the field's name if the current string is a value.
    let mut before: &[u8] = b"";
    while let Some(&byte) = bytes.get(at) {
        at += 1;
        match byte {
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            b'"' => {
                let string = string_at(&bytes[at..]);
                at += string.len() + 1;
                if characters(string) > limit.characters {
                    let name: String = String::from_utf8_lossy(before)
                        .chars()
                        .take(NAME_SHOWN)
                        .collect();
                    let reason = format!("must be {} characters at most", limit.characters);
                    return Some(ApiError::invalid(&name, reason));
                }
                before = string;
            }
            _ => {}
        }
        if depth > limit.depth {
            let reason = format!("the body nests deeper than {} levels", limit.depth);
            return Some(ApiError::invalid("", reason));
        }
    }
    None
}

/// Returns the bytes of a string after its opening quote, with escapes unchanged.
fn string_at(bytes: &[u8]) -> &[u8] {
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' => return &bytes[..at],
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    bytes
}

/// Returns the number of characters of a string with escapes. An escaped surrogate pair is one character.
fn characters(string: &[u8]) -> usize {
    let (mut count, mut at) = (0, 0);
    let mut is_after_high = false;
    while let Some(&byte) = string.get(at) {
        let surrogate = match string.get(at..at + 4) {
            Some([b'\\', b'u', b'd' | b'D', digit]) => (*digit as char).to_digit(16),
            _ => None,
        };
        let is_second = is_after_high && surrogate.is_some_and(|digit| digit >= 0xc);
        is_after_high = surrogate.is_some_and(|digit| (0x8..0xc).contains(&digit));
        // A byte that continues a UTF-8 character begins none.
        count += usize::from(!is_second && byte & 0xc0 != 0x80);
        at += match (byte, string.get(at + 1)) {
            (b'\\', Some(b'u')) => 6,
            (b'\\', _) => 2,
            _ => 1,
        };
    }
    count
}

const JSON: &str = "application/json";
const CHARACTERS: usize = 10_000;
/// The maximum number of characters of a client-chosen name, and of an error reason, that an error shows.
const NAME_SHOWN: usize = 64;
const REASON_SHOWN: usize = 500;

#[cfg(test)]
mod tests;
