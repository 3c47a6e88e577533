//! `/openapi.json`, `/asyncapi.json` and the API page at `/docs`. All are prepared once, for the first request, and shared
//! by all responses: any client may request them at any rate without reading the responses.

use std::io::Write;
use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::Path;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use flate2::Compression;
use flate2::write::GzEncoder;
use lockstep_web::ApiError;
use utoipa::openapi::OpenApi;
use utoipa_swagger_ui::Config;

/// The documents that describe the API.
pub struct Documents {
    /// The OpenAPI document.
    pub requests: OpenApi,
    /// The AsyncAPI document.
    pub events: serde_json::Value,
}

/// The pages of [`Documents`].
struct DocumentPages {
    requests: Page,
    events: Page,
}

/// A file in memory.
#[derive(Clone)]
struct Page {
    kind: HeaderValue,
    plain: Bytes,
    /// The same bytes compressed with gzip, for clients that accept it.
    packed: Option<Bytes>,
}

/// Returns the routes of the documents and of the API page. The first request for one of the documents makes both.
pub fn documents(documents: impl FnOnce() -> Documents + Send + 'static) -> Router {
    let requests = Arc::new(LazyLock::new(move || documents().pages()));
    let events = Arc::clone(&requests);
    Router::new()
        .route(
            "/openapi.json",
            get(move |headers: HeaderMap| async move { requests.requests.answer(&headers) }),
        )
        .route(
            "/asyncapi.json",
            get(move |headers: HeaderMap| async move { events.events.answer(&headers) }),
        )
        .route("/docs", get(async || Redirect::to("/docs/")))
        .route(
            "/docs/",
            get(async |headers: HeaderMap| docs("index.html", &headers)),
        )
        .route(
            "/docs/{*file}",
            get(async |Path(file): Path<String>, headers: HeaderMap| docs(&file, &headers)),
        )
}

fn docs(name: &str, headers: &HeaderMap) -> Response {
    static PAGES: LazyLock<Vec<(&str, Page)>> = LazyLock::new(swagger_files);
    let Some((_, page)) = PAGES.iter().find(|(known, _)| *known == name) else {
        return ApiError::not_found("path").into_response();
    };
    let mut response = page.answer(headers);
    let policy = HeaderValue::from_static(CONTENT_SECURITY_POLICY);
    response
        .headers_mut()
        .insert(header::CONTENT_SECURITY_POLICY, policy);
    response
}

/// Returns the files of Swagger UI that the page requests.
fn swagger_files() -> Vec<(&'static str, Page)> {
    // Swagger UI's validator would send the document's address to an external server.
    let config = Arc::new(Config::new(["/openapi.json"]).validator_url("none"));
    let file = |name: &&'static str| {
        let file = utoipa_swagger_ui::serve(name, config.clone());
        let file = file.ok().flatten()?;
        Some((
            *name,
            Page::new(&file.content_type, file.bytes.into_owned()),
        ))
    };
    FILES.iter().filter_map(file).collect()
}

impl Documents {
    fn pages(self) -> DocumentPages {
        let json = |bytes: serde_json::Result<Vec<u8>>| {
            Page::new("application/json", bytes.unwrap_or_default())
        };
        DocumentPages {
            requests: json(serde_json::to_vec(&self.requests)),
            events: json(serde_json::to_vec(&self.events)),
        }
    }
}

impl Page {
    fn new(kind: &str, bytes: Vec<u8>) -> Self {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        let packed = encoder.write_all(&bytes).and_then(|()| encoder.finish());
        let packed = packed.ok().filter(|packed| packed.len() < bytes.len());
        let kind = HeaderValue::try_from(kind);
        Self {
            kind: kind.unwrap_or(HeaderValue::from_static("application/octet-stream")),
            plain: bytes.into(),
            packed: packed.map(Bytes::from),
        }
    }

    fn answer(&self, headers: &HeaderMap) -> Response {
        let packed = self.packed.as_ref().filter(|_| takes(headers, "gzip"));
        let body = packed.unwrap_or(&self.plain).clone();
        let mut response = Response::new(Body::from(body));
        let answered = response.headers_mut();
        answered.insert(header::CONTENT_TYPE, self.kind.clone());
        if packed.is_some() {
            answered.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        if self.packed.is_some() {
            answered.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        }
        response
    }
}

/// Whether `Accept-Encoding` names a coding and does not refuse it with a weight of zero.
pub(crate) fn takes(headers: &HeaderMap, wanted: &str) -> bool {
    let values = headers.get_all(header::ACCEPT_ENCODING).iter();
    values
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|coding| {
            let (name, weight) = coding.split_once(';').unwrap_or((coding, "q=1"));
            let weight = weight.trim().trim_start_matches("q=").parse::<f32>();
            name.trim().eq_ignore_ascii_case(wanted) && weight.is_ok_and(|weight| weight > 0.0)
        })
}

/// Allows only the resources that Swagger UI needs: its own files, icons in its style sheet, styles
/// that it sets on elements, and requests to this server.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; \
    style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const FILES: &[&str] = &[
    "index.html",
    "index.css",
    "swagger-ui.css",
    "swagger-ui-bundle.js",
    "swagger-ui-standalone-preset.js",
    "swagger-initializer.js",
    "favicon-16x16.png",
    "favicon-32x32.png",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_coding_is_sent_only_to_clients_that_accept_it() {
        for (accepted, is_taken) in [
            ("gzip", true),
            ("zstd, gzip;q=0.5", true),
            ("GZIP; q=1", true),
            ("gzip;q=0", false),
            ("br", false),
            ("", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, accepted.parse().unwrap());
            assert_eq!(takes(&headers, "gzip"), is_taken, "{accepted}");
        }
    }

    #[test]
    fn every_file_of_the_page_exists_and_nothing_is_inline() {
        let files = swagger_files();
        let names: Vec<&str> = files.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, FILES);
        assert!(files.iter().all(|(_, page)| !page.plain.is_empty()));
        let index = String::from_utf8(files[0].1.plain.to_vec()).unwrap();
        for script in index.split("<script").skip(1) {
            let tag = script.split('>').next().unwrap_or_default();
            assert!(tag.contains("src=\"./"), "{tag}");
        }
        assert!(
            !index.contains("http://") && !index.contains("https://"),
            "{index}"
        );
    }
}
