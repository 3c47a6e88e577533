//! What a handler takes from a request, parsed at the door: bodies, queries, path segments.

use std::time::Duration;

use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::http::{HeaderMap, header, request::Parts};
use serde::de::DeserializeOwned;

use crate::fault::Fault;
use crate::idempotency::Once;
use crate::routes::RequestTime;

/// A JSON body. Unknown fields are the type's business: derive with `deny_unknown_fields`.
pub struct Body<T>(pub T);

/// A JSON body of a `POST` that creates, with the idempotency key it may carry.
pub struct Create<T> {
    /// The body.
    pub body: T,
    /// The key, if there is one.
    pub once: Once,
}

/// The same for bodies that carry keys, ciphertexts or files in base 64: a string is bounded by the
/// body alone.
pub struct Long<T> {
    /// The body.
    pub body: T,
    /// The key, if there is one.
    pub once: Once,
}

/// The bytes of a body, and the idempotency key it may carry.
pub struct Bytes {
    /// As they came, inflated.
    pub bytes: axum::body::Bytes,
    /// The key, if there is one.
    pub once: Once,
}

/// The query of a URL. Unknown parameters are refused: derive with `deny_unknown_fields`.
pub struct Params<T>(pub T);

/// The one variable segment of a path; what does not parse names nothing there is.
pub struct PathParam<T>(pub T);

/// The largest body, also inflated; streaming routes have limits of their own.
pub const LIMIT_BYTES: usize = 32 << 20;

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Fault;

    async fn from_request(request: Request, _: &S) -> Result<Self, Fault> {
        let (parts, body) = request.into_parts();
        json_type(&parts.headers)?;
        from_json(&read(&parts, body).await?).map(Self)
    }
}

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Create<T> {
    type Rejection = Fault;

    async fn from_request(request: Request, state: &S) -> Result<Self, Fault> {
        let Bytes { bytes, once } = Bytes::from_request(request, state).await?;
        Ok(Self {
            body: from_json(&bytes)?,
            once,
        })
    }
}

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Long<T> {
    type Rejection = Fault;

    async fn from_request(request: Request, state: &S) -> Result<Self, Fault> {
        let Bytes { bytes, once } = Bytes::from_request(request, state).await?;
        Ok(Self {
            body: from_json_of(&bytes, LIMIT_BYTES)?,
            once,
        })
    }
}

impl<S: Send + Sync> FromRequest<S> for Bytes {
    type Rejection = Fault;

    async fn from_request(request: Request, _: &S) -> Result<Self, Fault> {
        let (parts, body) = request.into_parts();
        json_type(&parts.headers)?;
        let bytes = read(&parts, body).await?;
        let once = Once::new(&parts, &bytes)?;
        Ok(Self { bytes, once })
    }
}

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Params<T> {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Fault> {
        let query = parts.uri.query().unwrap_or_default();
        let pairs = serde_urlencoded::Deserializer::new(form_urlencoded::parse(query.as_bytes()));
        serde_path_to_error::deserialize(pairs)
            .map(Self)
            .map_err(|error| unreadable(&error))
    }
}

impl<S: Send + Sync, T: std::str::FromStr + Send> FromRequestParts<S> for PathParam<T> {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Fault> {
        let Path(text) = Path::<String>::from_request_parts(parts, state)
            .await
            .map_err(|_| Fault::not_found("path"))?;
        text.parse()
            .map(Self)
            .map_err(|_| Fault::not_found("thing"))
    }
}

/// Reads a whole body, inflated, up to [`LIMIT_BYTES`].
async fn read(parts: &Parts, body: axum::body::Body) -> Result<axum::body::Bytes, Fault> {
    let time = parts.extensions.get::<RequestTime>();
    let receiving = |receiving| time.iter().for_each(|time| time.receiving(receiving));
    receiving(true);
    let read = tokio::time::timeout(READ_TIME, axum::body::to_bytes(body, LIMIT_BYTES)).await;
    receiving(false);
    match read {
        Err(_) => Err(Fault::too_slow()),
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(error)) => {
            let text = error.to_string();
            if text.contains("length limit exceeded") {
                Err(Fault::too_large(LIMIT_BYTES))
            } else {
                Err(Fault::invalid(
                    "",
                    "the body ended early or is not what Content-Encoding says",
                ))
            }
        }
    }
}

fn json_type(headers: &HeaderMap) -> Result<(), Fault> {
    if headers.contains_key(header::CONTENT_ENCODING) {
        return Err(Fault::unsupported_media(
            "Content-Encoding: send gzip, zstd or none",
        ));
    }
    let json = headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|value| {
            let essence = value.split(';').next().unwrap_or_default().trim();
            essence.eq_ignore_ascii_case("application/json")
        });
    if json {
        Ok(())
    } else {
        Err(Fault::unsupported_media(
            "send `Content-Type: application/json`",
        ))
    }
}

fn from_json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Fault> {
    from_json_of(bytes, CHARACTERS)
}

fn from_json_of<T: DeserializeOwned>(bytes: &[u8], characters: usize) -> Result<T, Fault> {
    if let Some(fault) = unbounded(bytes, characters) {
        return Err(fault);
    }
    // Serde would read an array as the fields in their order.
    if bytes.trim_ascii_start().first() != Some(&b'{') {
        return Err(Fault::invalid("", "the body must be a JSON object"));
    }
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut json).map_err(|error| unreadable(&error))?;
    json.end()
        .map_err(|error| Fault::invalid("", error.to_string()))?;
    Ok(value)
}

/// What serde complains of, with no more of the caller's own text than one can read.
fn unreadable<E: std::fmt::Display>(error: &serde_path_to_error::Error<E>) -> Fault {
    let (path, reason) = (error.path().to_string(), error.inner().to_string());
    let shown = |text: &str, most| text.chars().take(most).collect::<String>();
    let parameter = shown(&parameter(&path, &reason), NAME_SHOWN);
    Fault::invalid(&parameter, shown(&reason, REASON_SHOWN))
}

/// The field a complaint is about: serde names unknown and missing ones only in its text.
fn parameter(path: &str, reason: &str) -> String {
    let named = ["unknown field `", "missing field `", "duplicate field `"]
        .iter()
        .find_map(|start| {
            reason
                .strip_prefix(start)
                .and_then(|rest| rest.split('`').next())
        });
    match (path.trim_matches('.'), named) {
        ("", Some(name)) => name.to_owned(),
        (path, Some(name)) if path != name && !path.ends_with(&format!(".{name}")) => {
            format!("{path}.{name}")
        }
        (path, _) => path.to_owned(),
    }
}

/// What no JSON of ours has: brackets nested deeper than [`DEPTH`], a string longer than
/// [`CHARACTERS`].
fn unbounded(bytes: &[u8], characters: usize) -> Option<Fault> {
    let (mut depth, mut at) = (0_usize, 0);
    // The string before the one at hand: the field's name, where that one is a value.
    let mut before: &[u8] = b"";
    while let Some(&byte) = bytes.get(at) {
        at += 1;
        match byte {
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            b'"' => {
                let string = string_at(&bytes[at..]);
                at += string.len() + 1;
                // Every character has one byte that does not continue another.
                if string.iter().filter(|byte| **byte & 0xc0 != 0x80).count() > characters {
                    let name: String = String::from_utf8_lossy(before)
                        .chars()
                        .take(NAME_SHOWN)
                        .collect();
                    let reason = format!("must be {characters} characters at most");
                    return Some(Fault::invalid(&name, reason));
                }
                before = string;
            }
            _ => {}
        }
        if depth > DEPTH {
            let reason = format!("the body nests deeper than {DEPTH} levels");
            return Some(Fault::invalid("", reason));
        }
    }
    None
}

/// The inside of a string whose opening quote was just read, escapes as they stand.
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

const DEPTH: usize = 64;
const CHARACTERS: usize = 10_000;
/// Characters of a caller's own name, and of what is wrong with it, that a fault shows.
const NAME_SHOWN: usize = 64;
const REASON_SHOWN: usize = 500;
const READ_TIME: Duration = Duration::from_secs(30);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_of_any_body() {
        let deep = |levels: usize| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
        let text = |characters: usize| format!("{{\"name\":\"{}\"}}", "ä".repeat(characters));
        for (body, named) in [
            (r#"{"a": "[[[", "b": "\\"}"#.to_owned(), None),
            (format!("{{\"a\":\"{}\"}}", "[".repeat(100)), None),
            (deep(DEPTH), None),
            (deep(DEPTH + 1), Some("")),
            (text(CHARACTERS), None),
            (text(CHARACTERS + 1), Some("name")),
            (r#"{"a": "unended"#.to_owned(), None),
            (r#"{"a": "unended\"#.to_owned(), None),
        ] {
            let fault = unbounded(body.as_bytes(), CHARACTERS);
            let parameter = fault.map(|fault| fault.details.unwrap()["parameter"].clone());
            assert_eq!(
                parameter.as_ref().and_then(|name| name.as_str()),
                named,
                "{body:.40}"
            );
        }
    }
}
