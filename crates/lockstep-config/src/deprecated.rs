//! Deprecated routes and versions.

use lockstep_store::Timestamp;
use lockstep_web::deprecation::{Deprecation, Subject};
use serde::{Deserialize, Serialize};

/// A deprecated route or version: a table `[[deprecated]]` of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeprecatedRoute {
    /// A method and a path as in the OpenAPI document: `GET /v1/sfdp/types`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub route: Option<String>,
    /// A version, in place of a route: `v1` covers every route below `/v1/` and `/api/`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The date or RFC 3339 time since which it is deprecated.
    pub since: String,
    /// The date or RFC 3339 time after which it may be missing. A version stays for at least 12 months.
    pub sunset: String,
    /// The address of a page that describes the replacement.
    pub link: String,
}

impl DeprecatedRoute {
    /// Parses the entry. Whether the route exists is checked at the start.
    ///
    /// # Errors
    /// The field and the reason.
    pub fn parsed(&self) -> Result<Deprecation, String> {
        let of = match (&self.route, &self.version) {
            (Some(route), None) => Subject::route(route)?,
            (None, Some(version)) => Subject::Version(version.clone()),
            _ => return Err("an entry needs either route or version".to_owned()),
        };
        let deprecation = Deprecation {
            of,
            since: time("since", &self.since)?,
            sunset: time("sunset", &self.sunset)?,
            link: self.link.clone(),
        };
        deprecation.check()?;
        Ok(deprecation)
    }
}

/// Parses a time, or a date as its midnight in UTC.
fn time(field: &str, text: &str) -> Result<Timestamp, String> {
    let midnight = format!("{text}T00:00:00Z");
    let parsed = text.parse().or_else(|_| midnight.parse());
    parsed.map_err(|_| format!("{field}: {text:?} is neither a date nor an RFC 3339 time"))
}
