//! What a handler takes from a request, parsed at the door: bodies, queries, path segments.

use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::http::{Extensions, HeaderMap, header, request::Parts};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::api_error::ApiError;
use crate::app_state::Bounds;
use crate::idempotency::IdempotencyKey;
use crate::intake::{Allowance, Intake};
use crate::meter::Meter;
use crate::objects::Objects;
use crate::work::Work;

/// A JSON body. Unknown fields are the type's business: derive with `deny_unknown_fields`.
pub struct Body<T>(pub T);

/// A JSON body of a `POST` that creates, with the idempotency key it may carry.
pub struct Create<T> {
    /// The body.
    pub body: T,
    /// The key, if there is one.
    pub once: IdempotencyKey,
}

/// The same for bodies that carry keys, ciphertexts or files in base 64: a string is bounded by the
/// body alone.
pub struct Long<T> {
    /// The body.
    pub body: T,
    /// The key, if there is one.
    pub once: IdempotencyKey,
}

/// The bytes of a body, and the idempotency key it may carry.
pub struct Bytes {
    /// As they came, inflated.
    pub bytes: axum::body::Bytes,
    /// The key, if there is one.
    pub once: IdempotencyKey,
}

/// A request that says everything by its path: no body, or an empty object; with the idempotency key it
/// may carry, which belongs to that path.
pub struct Bare {
    /// The key, if there is one.
    pub once: IdempotencyKey,
}

/// What the body of such a request may be.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

/// The query of a URL. Unknown parameters are refused: derive with `deny_unknown_fields`.
pub struct Params<T>(pub T);

/// The one variable segment of a path; what does not parse names nothing there is.
pub struct PathParam<T>(pub T);

/// A body beyond this is digested and parsed off the threads that answer requests: about 1 ms.
const LARGE_BYTES: usize = 256 << 10;
/// The largest body, also inflated; streaming routes have limits of their own.
pub const LIMIT_BYTES: usize = 32 << 20;

impl<S: Send + Sync, T: DeserializeOwned + Send + 'static> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, ApiError> {
        let (parts, body) = request.into_parts();
        typed(&parts.headers, JSON)?;
        let bytes = read(&parts, body).await?;
        charged_json(bytes, kept(&parts.extensions)).await.map(Self)
    }
}

impl<S: Send + Sync, T: DeserializeOwned + Send + 'static> FromRequest<S> for Create<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let kept = kept(request.extensions());
        let Bytes { bytes, once } = Bytes::from_request(request, state).await?;
        Ok(Self {
            body: charged_json(bytes, kept).await?,
            once,
        })
    }
}

impl<S: Send + Sync, T: DeserializeOwned + Send + 'static> FromRequest<S> for Long<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let (shape, extensions) = kept(request.extensions());
        let shape = Shape {
            characters: LIMIT_BYTES,
            ..shape
        };
        let Bytes { bytes, once } = Bytes::from_request(request, state).await?;
        Ok(Self {
            body: charged_json(bytes, (shape, extensions)).await?,
            once,
        })
    }
}

impl<S: Send + Sync> FromRequest<S> for Bytes {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, ApiError> {
        let (parts, body) = request.into_parts();
        typed(&parts.headers, JSON)?;
        let bytes = read(&parts, body).await?;
        let work = parts.extensions.get::<Work>().cloned();
        let once = match work.filter(|_| bytes.len() > LARGE_BYTES) {
            Some(work) => {
                let bytes = bytes.clone();
                let keyed =
                    work.process("body.digest", move || IdempotencyKey::new(&parts, &bytes));
                keyed.await??
            }
            None => IdempotencyKey::new(&parts, &bytes)?,
        };
        Ok(Self { bytes, once })
    }
}

impl<S: Send + Sync> FromRequest<S> for Bare {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, ApiError> {
        let shape = Shape::of(request.extensions());
        let (parts, body) = request.into_parts();
        let bytes = read(&parts, body).await?;
        if !bytes.is_empty() {
            typed(&parts.headers, JSON)?;
            let Nothing {} = from_json(&bytes, shape, &Meter::default())?;
        }
        let once = IdempotencyKey::new(&parts, parts.uri.path().as_bytes())?;
        Ok(Self { once })
    }
}

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Params<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let query = parts.uri.query().unwrap_or_default();
        let pairs = serde_urlencoded::Deserializer::new(form_urlencoded::parse(query.as_bytes()));
        serde_path_to_error::deserialize(pairs)
            .map(Self)
            .map_err(|error| unreadable(&error))
    }
}

impl<S: Send + Sync, T: std::str::FromStr + Send> FromRequestParts<S> for PathParam<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let Path(text) = Path::<String>::from_request_parts(parts, state)
            .await
            .map_err(|_| ApiError::not_found("path"))?;
        text.parse()
            .map(Self)
            .map_err(|_| ApiError::not_found("thing"))
    }
}

/// Reads a whole body, inflated: up to [`LIMIT_BYTES`], or what a request without a credential may
/// send.
async fn read(parts: &Parts, body: axum::body::Body) -> Result<axum::body::Bytes, ApiError> {
    Intake::new(parts, body, LIMIT_BYTES as u64)?
        .collect()
        .await
}

/// Returns what outlives a request: the shape of its body, whom memory is charged to, and where large bodies
/// are parsed.
fn kept(of: &Extensions) -> (Shape, Extensions) {
    let mut extensions = Extensions::new();
    if let Some(allowance) = of.get::<Allowance>() {
        extensions.insert(allowance.clone());
    }
    if let Some(work) = of.get::<Work>() {
        extensions.insert(work.clone());
    }
    (Shape::of(of), extensions)
}

/// Parses a body and charges the memory of the outcome until the request is answered. A large body is parsed
/// off the threads that answer requests.
async fn charged_json<T: DeserializeOwned + Send + 'static>(
    bytes: axum::body::Bytes,
    (shape, extensions): (Shape, Extensions),
) -> Result<T, ApiError> {
    let is_large = bytes.len() > LARGE_BYTES;
    let work = extensions.get::<Work>().filter(|_| is_large).cloned();
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

/// Refuses a body of another type than is read here.
pub(crate) fn typed(headers: &HeaderMap, wanted: &'static str) -> Result<(), ApiError> {
    let fits = headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|value| {
            let essence = value.split(';').next().unwrap_or_default().trim();
            essence.eq_ignore_ascii_case(wanted)
        });
    if fits {
        Ok(())
    } else {
        Err(ApiError::unsupported_media(format!(
            "send `Content-Type: {wanted}`"
        )))
    }
}

/// How deep a body may nest, put on the request by the gate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JsonDepth(pub(crate) usize);

/// The largest body there may be.
#[derive(Clone, Copy)]
struct Shape {
    /// How deep its brackets nest.
    depth: usize,
    /// Characters of a string in it.
    characters: usize,
}

impl Shape {
    fn of(extensions: &Extensions) -> Self {
        let depth = extensions.get::<JsonDepth>();
        Self {
            depth: depth.map_or_else(|| Bounds::default().json_depth, |depth| depth.0),
            characters: CHARACTERS,
        }
    }
}

fn from_json<T: DeserializeOwned>(
    bytes: &[u8],
    shape: Shape,
    meter: &Meter,
) -> Result<T, ApiError> {
    if let Some(fault) = unbounded(bytes, shape) {
        return Err(fault);
    }
    // Deeper ones are refused by `Objects`; this one in words that name no type of ours.
    if bytes.trim_ascii_start().first() != Some(&b'{') {
        return Err(ApiError::invalid("", "the body must be a JSON object"));
    }
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let objects = Objects(&mut json, meter);
    let read = serde_path_to_error::deserialize(objects);
    // A budget that is spent is not the fault of the field it was spent at.
    meter.finish()?;
    let value = read.map_err(|error| unreadable(&error))?;
    json.end()
        .map_err(|error| ApiError::invalid("", error.to_string()))?;
    Ok(value)
}

/// What serde complains of, with no more of the caller's own text than one can read.
fn unreadable<E: std::fmt::Display>(error: &serde_path_to_error::Error<E>) -> ApiError {
    let (path, reason) = (
        error.path().to_string(),
        without_value(&error.inner().to_string()),
    );
    let shown = |text: &str, most| text.chars().take(most).collect::<String>();
    let parameter = shown(&parameter(&path, &reason), NAME_SHOWN);
    let reason = shown(&in_our_words(&reason), REASON_SHOWN);
    if is_of_an_encryption(&parameter) {
        ApiError::encryption_parameter(&parameter, reason)
    } else {
        ApiError::invalid(&parameter, reason)
    }
}

/// What serde says of a field, without its place in the text, which the parameter's name is better
/// than, and without names of types.
fn in_our_words(reason: &str) -> String {
    if reason.starts_with("missing field `") {
        return "is required".to_owned();
    }
    let ours = ["unknown ", "duplicate field `", "invalid "];
    if !ours.iter().any(|start| reason.starts_with(start)) {
        return reason.to_owned();
    }
    let said = match reason.rsplit_once(" at line ") {
        Some((said, place)) if place.contains(" column ") => said,
        _ => reason,
    };
    let Some((what, expected)) = said.rsplit_once(", expected ") else {
        return said.to_owned();
    };
    let structure = [
        "struct ",
        "internally tagged enum ",
        "adjacently tagged enum ",
    ];
    let expected = match expected {
        "a map" => "an object",
        expected if structure.iter().any(|kind| expected.starts_with(kind)) => "an object",
        expected => expected,
    };
    format!("{what}, expected {expected}")
}

/// Whether a parameter is one of an encryption: mode, scheme, level, precision, operation, operands,
/// circuit, key, ciphertext or proof. Areas other than encryption answer both kinds alike.
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

/// Serde repeats the value it did not want, which may be a secret in the wrong place; what kind it
/// was is enough.
fn without_value(reason: &str) -> String {
    let kinds = ["invalid type: ", "invalid value: ", "unknown variant"];
    // What the standard library says of a number in a query.
    if ["invalid digit", "cannot parse integer", "number too"]
        .iter()
        .any(|start| reason.starts_with(start))
    {
        return "must be a whole number, not negative and not too large".to_owned();
    }
    let Some(start) = kinds.iter().find(|start| reason.starts_with(**start)) else {
        return reason.to_owned();
    };
    // The last one is serde's own; what stands before it may be anybody's.
    let Some((value, expected)) = reason.rsplit_once(", expected ") else {
        return (*start).trim_end_matches([':', ' ']).to_owned();
    };
    let kind = value[start.len()..].split(['"', '`']).next();
    let kind = kind.unwrap_or_default().trim_end();
    format!("{start}{kind}, expected {expected}")
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

/// What no JSON of ours has: brackets nested deeper than `most` says, a longer string.
fn unbounded(bytes: &[u8], most: Shape) -> Option<ApiError> {
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
                if string.iter().filter(|byte| **byte & 0xc0 != 0x80).count() > most.characters {
                    let name: String = String::from_utf8_lossy(before)
                        .chars()
                        .take(NAME_SHOWN)
                        .collect();
                    let reason = format!("must be {} characters at most", most.characters);
                    return Some(ApiError::invalid(&name, reason));
                }
                before = string;
            }
            _ => {}
        }
        if depth > most.depth {
            let reason = format!("the body nests deeper than {} levels", most.depth);
            return Some(ApiError::invalid("", reason));
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

const JSON: &str = "application/json";
const CHARACTERS: usize = 10_000;
/// Characters of a caller's own name, and of what is wrong with it, that a fault shows.
const NAME_SHOWN: usize = 64;
const REASON_SHOWN: usize = 500;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_wanted_is_not_repeated() {
        #[derive(Debug, serde::Deserialize)]
        #[serde(rename_all = "lowercase")]
        enum Choice {
            One,
        }
        #[derive(Debug, serde::Deserialize)]
        struct Wanted {
            #[expect(dead_code, reason = "only read")]
            list: Vec<u8>,
            #[expect(dead_code, reason = "only read")]
            choice: Option<Choice>,
            #[expect(dead_code, reason = "only read")]
            inner: Option<Inner>,
        }
        #[derive(Debug, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Inner {}
        for (body, said) in [
            (
                r#"{"list":"se\"cret, expected x"}"#,
                "invalid type: string, expected a sequence",
            ),
            (
                r#"{"list":61.17}"#,
                "invalid type: floating point, expected a sequence",
            ),
            (r#"{"list":[4711]}"#, "invalid value: integer, expected u8"),
            (
                r#"{"list":[],"choice":"secret`, expected"}"#,
                "unknown variant, expected `one`",
            ),
            (
                r#"{"list":null}"#,
                "invalid type: null, expected a sequence",
            ),
            ("{}", "is required"),
            (
                r#"{"list":[],"inner":"secret"}"#,
                "invalid type: string, expected an object",
            ),
            (
                r#"{"list":[],"inner":{"secret":1}}"#,
                "unknown field `secret`, there are no fields",
            ),
        ] {
            let fault = from_json::<Wanted>(body.as_bytes(), USUAL, &Meter::default())
                .err()
                .unwrap();
            let details = fault.details.unwrap();
            assert_eq!(details["reason"], said, "{body}");
        }
    }

    #[test]
    fn parameters_of_an_encryption() {
        for (parameter, is) in [
            ("mode", true),
            ("parameters.scheme", true),
            ("operands[1]", true),
            ("publicKey", true),
            ("", false),
            ("data", false),
            ("more", false),
            ("nested.mode", false),
        ] {
            assert_eq!(is_of_an_encryption(parameter), is, "{parameter}");
        }
    }

    const USUAL: Shape = Shape {
        depth: 64,
        characters: CHARACTERS,
    };

    #[test]
    fn bounds_of_any_body() {
        let deep = |levels: usize| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
        let text = |characters: usize| format!("{{\"name\":\"{}\"}}", "ä".repeat(characters));
        for (body, named) in [
            (r#"{"a": "[[[", "b": "\\"}"#.to_owned(), None),
            (format!("{{\"a\":\"{}\"}}", "[".repeat(100)), None),
            (deep(64), None),
            (deep(65), Some("")),
            (text(CHARACTERS), None),
            (text(CHARACTERS + 1), Some("name")),
            (r#"{"a": "unended"#.to_owned(), None),
            (r#"{"a": "unended\"#.to_owned(), None),
        ] {
            let fault = unbounded(body.as_bytes(), USUAL);
            let parameter = fault.map(|fault| fault.details.unwrap()["parameter"].clone());
            assert_eq!(
                parameter.as_ref().and_then(|name| name.as_str()),
                named,
                "{body:.40}"
            );
        }
    }
}
