//! Deprecated routes and versions, as the configuration names them: headers of their responses, and a mark in the
//! OpenAPI document. [`deprecation_notice`](crate::deprecation_notice) sends the headers and counts the use.

mod operations;

use std::time::{Duration, UNIX_EPOCH};

use axum::http::{HeaderMap, HeaderName, HeaderValue, Method};
use lockstep_store::Timestamp;

use crate::area::Area;

pub use operations::Deprecations;

/// A deprecated operation or field, and the time of its removal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deprecation {
    /// The route or the version.
    pub of: Subject,
    /// The time since which it is deprecated.
    pub since: Timestamp,
    /// The time after which it may be missing.
    pub sunset: Timestamp,
    /// The page that describes the replacement.
    pub link: String,
}

/// The deprecated operation or field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// One operation: its method and its path as in the OpenAPI document.
    Route(Method, String),
    /// Every operation below `/<version>/`, and area B's for its only version.
    Version(String),
}

impl Subject {
    /// Parses `GET /v1/sfdp/types`.
    ///
    /// # Errors
    /// The reason why the text is not a route.
    pub fn route(text: &str) -> Result<Self, String> {
        let parsed = text.split_once(' ').and_then(|(method, path)| {
            let method = METHODS.iter().find(|known| known.as_str() == method)?;
            path.starts_with('/')
                .then(|| Self::Route(method.clone(), path.to_owned()))
        });
        parsed.ok_or_else(|| {
            format!(
                "route: {text:?} is not a method and path: write for example GET /v1/sfdp/types"
            )
        })
    }

    fn covers(&self, of: &Method, route: &str) -> bool {
        match self {
            Self::Route(method, path) => method == of && path == route,
            Self::Version(version) => {
                let rest = route
                    .strip_prefix('/')
                    .and_then(|rest| rest.strip_prefix(version.as_str()));
                let is_below = rest.is_some_and(|rest| rest.starts_with('/'));
                // Area B answers at `/api/v1/…` and `/api/…` alike; the document has only the second path.
                is_below || (version == PLATFORM_VERSION && Area::of(route) == Area::Platform)
            }
        }
    }
}

impl std::fmt::Display for Subject {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Route(method, path) => write!(f, "{method} {path}"),
            Self::Version(version) => f.write_str(version),
        }
    }
}

impl Deprecation {
    /// Makes the checks that do not depend on the routes.
    ///
    /// # Errors
    /// The setting and the reason.
    pub fn check(&self) -> Result<(), String> {
        let subject = &self.of;
        if self.sunset <= self.since {
            return Err(format!("{subject}: sunset must be after since"));
        }
        if matches!(subject, Subject::Version(_))
            && self.sunset.to_string() < a_year_after(self.since)
        {
            return Err(format!(
                "{subject}: sunset must be at least 12 months after since, because a version is supported that long"
            ));
        }
        if self.since < Timestamp(0) {
            return Err(format!("{subject}: since must be after 1970"));
        }
        let is_link = (self.link.starts_with("https://") || self.link.starts_with("http://"))
            && self.link.len() <= MAX_LINK_BYTES
            && self
                .link
                .bytes()
                .all(|byte| byte.is_ascii_graphic() && byte != b'"');
        match is_link {
            true => Ok(()),
            false => Err(format!(
                "{subject}: link must be an http or https address of at most {MAX_LINK_BYTES} characters"
            )),
        }
    }

    /// Returns the headers of every response.
    fn headers(&self) -> Result<HeaderMap, String> {
        let (since, sunset) = (self.since.unix_seconds(), self.sunset.unix_seconds());
        let seconds = Duration::from_secs(u64::try_from(sunset).unwrap_or(0));
        let texts = [
            (
                "api-deprecation",
                format!("@{since}; sunset=@{sunset}; link=\"{}\"", self.link),
            ),
            // RFC 9745 and RFC 8594.
            ("deprecation", format!("@{since}")),
            ("sunset", httpdate::fmt_http_date(UNIX_EPOCH + seconds)),
        ];
        let each = texts.into_iter().map(|(name, text)| {
            let value =
                HeaderValue::try_from(text).map_err(|error| format!("{}: {error}", self.of))?;
            Ok((HeaderName::from_static(name), value))
        });
        each.collect()
    }
}

/// Returns the same day and time of the next year, as text.
fn a_year_after(at: Timestamp) -> String {
    let text = at.to_string();
    let (year, rest) = text.split_at(4);
    let next = year.parse::<u32>().map_or(9999, |year| year + 1);
    format!("{next:04}{rest}")
}

const METHODS: [Method; 5] = [
    Method::GET,
    Method::PUT,
    Method::POST,
    Method::DELETE,
    Method::PATCH,
];
const MAX_LINK_BYTES: usize = 500;
/// The version of area B's operations.
const PLATFORM_VERSION: &str = "v1";

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        format!("{text}T00:00:00Z").parse().unwrap()
    }

    #[test]
    fn a_version_stays_for_twelve_months() {
        for (of, since, sunset, is_fine) in [
            (
                Subject::Version("v1".to_owned()),
                "2027-03-01",
                "2028-03-01",
                true,
            ),
            (
                Subject::Version("v1".to_owned()),
                "2027-03-01",
                "2028-02-29",
                false,
            ),
            (
                Subject::Version("v1".to_owned()),
                "2028-02-29",
                "2029-02-28",
                false,
            ),
            (
                Subject::Version("v1".to_owned()),
                "2028-02-29",
                "2029-03-01",
                true,
            ),
            (
                Subject::route("GET /a").unwrap(),
                "2027-03-01",
                "2027-03-02",
                true,
            ),
            (
                Subject::route("GET /a").unwrap(),
                "2027-03-01",
                "2027-03-01",
                false,
            ),
        ] {
            let deprecation = Deprecation {
                of,
                since: at(since),
                sunset: at(sunset),
                link: "https://example.org/move".to_owned(),
            };
            assert_eq!(deprecation.check().is_ok(), is_fine, "{deprecation:?}");
        }
    }

    #[test]
    fn links_and_routes() {
        for (link, is_fine) in [
            ("https://example.org/a?b=c", true),
            ("ftp://example.org", false),
            ("https://example.org/\"; x=\"", false),
            ("https://example.org/\r\nSet-Cookie: a", false),
            ("", false),
        ] {
            let deprecation = Deprecation {
                of: Subject::route("GET /a").unwrap(),
                since: at("2026-01-01"),
                sunset: at("2027-01-01"),
                link: link.to_owned(),
            };
            assert_eq!(deprecation.check().is_ok(), is_fine, "{link}");
        }
        for text in ["", "GET", "GET v1", "get /v1", "HEAD /v1", "/v1"] {
            assert!(Subject::route(text).is_err(), "{text}");
        }
        for (version, path, is_covered) in [
            ("v1", "/v1/ws", true),
            ("v1", "/v10/ws", false),
            ("v1", "/v1", false),
            ("v1", "/api/datasets", true),
            ("v2", "/api/datasets", false),
            ("v1", "/apis", false),
        ] {
            let subject = Subject::Version(version.to_owned());
            let covers = subject.covers(&Method::GET, path);
            assert_eq!(covers, is_covered, "{version} {path}");
        }
    }

    #[test]
    fn headers_have_the_forms_of_their_standards() {
        let deprecation = Deprecation {
            of: Subject::route("GET /a").unwrap(),
            since: at("2026-01-01"),
            sunset: at("2027-01-01"),
            link: "https://example.org/a".to_owned(),
        };
        let headers = deprecation.headers().unwrap();
        for (name, value) in [
            (
                "api-deprecation",
                "@1767225600; sunset=@1798761600; link=\"https://example.org/a\"",
            ),
            ("deprecation", "@1767225600"),
            ("sunset", "Fri, 01 Jan 2027 00:00:00 GMT"),
        ] {
            assert_eq!(headers[name], value);
        }
    }
}
