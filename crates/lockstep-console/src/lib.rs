#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

use std::io::Write;
use std::sync::LazyLock;

use axum::Router;
use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use flate2::Compression;
use flate2::write::GzEncoder;
use lockstep_web::console_session::SessionCookie;

mod files;
mod links;
mod pages;

use files::{FILES, SECTIONS};
use pages::takes;
pub use pages::{Documents, documents};

/// A file of the console as it was built.
struct File {
    /// The path at which it is served.
    path: &'static str,
    /// The media type.
    kind: &'static str,
    /// The SHA-256 of the content, in quotes.
    etag: &'static str,
    /// The content.
    plain: &'static [u8],
    /// The content compressed with brotli.
    brotli: &'static [u8],
}

/// A page of the console as it was built.
struct Page {
    /// The pattern of its path: a part `$…` stands for any text.
    path: &'static str,
    /// Whether the page is shown to people who have signed in, in the frame with the menu.
    needs_session: bool,
    /// The files that only this page and some others need, separated by spaces.
    files: &'static str,
}

/// Returns the routes of the console. The addresses of its pages answer with the same
/// document, whose script shows the page, and name the files of the page. All other addresses stay those of the API.
pub fn console() -> Router {
    let files = FILES.iter().zip(GZIPPED.iter());
    let mut router = Router::new();
    for (file, gzip) in files {
        if file.path != DOCUMENT {
            let serve = move |headers: HeaderMap| async move { answer(file, gzip, &headers) };
            router = router.route(file.path, get(serve));
            continue;
        }
        let serve = move |cookie: SessionCookie, uri: Uri, headers: HeaderMap| async move {
            let mut answered = answer(file, gzip, &headers);
            let sent = answered.headers_mut();
            sent.append(
                header::VARY,
                HeaderValue::from_static("accept-language, cookie"),
            );
            let links = links::of(uri.path(), cookie.is_in(&headers), &headers);
            if let Some(links) = links {
                sent.insert(header::LINK, links);
            }
            answered
        };
        router = router.route("/", get(serve));
        for section in SECTIONS {
            router = router.route(&format!("/{section}"), get(serve));
            router = router.route(&format!("/{section}/{{*rest}}"), get(serve));
        }
    }
    router
}

fn answer(file: &File, gzip: &LazyGzip, headers: &HeaderMap) -> Response {
    let mut answered = HeaderMap::new();
    let mut set = |name: HeaderName, value: &'static str| {
        answered.insert(name, HeaderValue::from_static(value));
    };
    set(header::ETAG, file.etag);
    set(header::VARY, "accept-encoding");
    // The names in this folder change with the content.
    let is_lasting = file.path.starts_with("/assets/");
    set(
        header::CACHE_CONTROL,
        if is_lasting {
            IMMUTABLE_CACHE_CONTROL
        } else {
            "no-cache"
        },
    );
    for (name, value) in SECURITY_HEADERS {
        set(HeaderName::from_static(name), value);
    }
    if is_unchanged(headers, file.etag) {
        return (StatusCode::NOT_MODIFIED, answered).into_response();
    }
    let (coding, bytes) = if takes(headers, "br") {
        ("br", Bytes::from_static(file.brotli))
    } else if takes(headers, "gzip") {
        ("gzip", LazyLock::force(gzip).clone())
    } else {
        ("", Bytes::from_static(file.plain))
    };
    answered.insert(header::CONTENT_TYPE, HeaderValue::from_static(file.kind));
    if !coding.is_empty() {
        answered.insert(header::CONTENT_ENCODING, HeaderValue::from_static(coding));
    }
    (answered, bytes).into_response()
}

/// Whether the client has the content already (RFC 9110, 13.1.2).
fn is_unchanged(headers: &HeaderMap, etag: &str) -> bool {
    let values = headers.get_all(header::IF_NONE_MATCH).iter();
    values
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(|value| value.trim().trim_start_matches("W/"))
        .any(|value| value == etag || value == "*")
}

fn gzip(file: &File) -> Bytes {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    let packed = encoder
        .write_all(file.plain)
        .and_then(|()| encoder.finish());
    packed.expect("a vector takes every byte").into()
}

type LazyGzip = LazyLock<Bytes, Box<dyn FnOnce() -> Bytes + Send>>;

/// The files compressed with gzip, for clients without brotli, in the order of [`FILES`]; each on its first request.
static GZIPPED: LazyLock<Vec<LazyGzip>> = LazyLock::new(|| {
    let later = |file: &'static File| {
        let compress: Box<dyn FnOnce() -> Bytes + Send> = Box::new(move || gzip(file));
        LazyLock::new(compress)
    };
    FILES.iter().map(later).collect()
});

const DOCUMENT: &str = "/index.html";
const IMMUTABLE_CACHE_CONTROL: &str = "public, max-age=31536000, immutable";
/// The policy allows only the files and the API of this server: no inline script or style, no frame, no form, no
/// plug-in. `blob:` and `data:` are for images that the page draws itself; `wasm-unsafe-eval` is for the verifier.
const SECURITY_HEADERS: &[(&str, &str)] = &[
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
         img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; \
         manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("referrer-policy", "no-referrer"),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    (
        "permissions-policy",
        "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    ),
];
