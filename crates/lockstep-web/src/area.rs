//! The areas of the API: each is a dialect, a row of [`TABLE`].

use std::time::Duration;

use axum::http::StatusCode;
use lockstep_store::Settings;

use crate::access::Tier;
use crate::api_error::ErrorKind;

/// A dialect of the API.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Area {
    /// A: the fitness data pipeline.
    Fitness,
    /// B: the REST API of the platform.
    Platform,
    /// C: administration.
    Administration,
    /// D: agents.
    Agents,
    /// E: encryption.
    Encryption,
    /// All other paths, such as health checks and documents; uses the administration API's dialect.
    Service,
}

/// A row of the table.
pub(crate) struct Dialect {
    pub(crate) area: Area,
    /// The area's name in a key's scope: `fitness` in `fitness:read`.
    pub(crate) name: &'static str,
    prefixes: &'static [&'static str],
    /// The error code of an invalid request.
    invalid: &'static str,
    missing_credential: &'static str,
    bad_credential: &'static str,
    rate_limited: &'static str,
    /// Whether the area answers only with 200, 400, 401, 403, 404, 429 and 500.
    few_statuses: bool,
    /// The window and each tier's requests in it: standard, premium, enterprise. A tier's `None`
    /// means the operator's `custom` limit. The outer `None` means no limits.
    limits: Option<(Duration, [Option<u32>; 3])>,
    /// The default and the maximum `limit` of the area's lists.
    pub(crate) page: (u32, u32),
}

const MINUTE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(3600);

/// All dialects; the first prefix that matches a path decides.
pub(crate) const TABLE: &[Dialect] = &[
    Dialect {
        area: Area::Fitness,
        name: "fitness",
        prefixes: &["/v1/sfdp"],
        invalid: "INVALID_REQUEST",
        missing_credential: "AUTH_ERROR",
        bad_credential: "AUTH_ERROR",
        rate_limited: "RATE_LIMIT",
        few_statuses: false,
        limits: Some((MINUTE, [Some(100), Some(1000), None])),
        page: (1000, 10_000),
    },
    Dialect {
        area: Area::Platform,
        name: "platform",
        prefixes: &["/api"],
        invalid: "VALIDATION_ERROR",
        missing_credential: "AUTH_REQUIRED",
        bad_credential: "INVALID_TOKEN",
        rate_limited: "RATE_LIMITED",
        few_statuses: false,
        limits: Some((HOUR, [Some(1000), Some(1000), Some(1000)])),
        page: (10, 100),
    },
    Dialect {
        area: Area::Administration,
        name: "administration",
        prefixes: &[
            "/v1/admin",
            "/v1/ws",
            "/v1/api-keys",
            "/v1/jobs",
            "/v1/webhooks",
        ],
        invalid: "INVALID_REQUEST",
        missing_credential: "AUTH_ERROR",
        bad_credential: "AUTH_ERROR",
        rate_limited: "RATE_LIMITED",
        few_statuses: false,
        limits: Some((MINUTE, [Some(100), Some(1000), None])),
        page: (20, 100),
    },
    Dialect {
        area: Area::Agents,
        name: "agents",
        prefixes: &["/v1/agents", "/v1/uadm", "/mcp"],
        invalid: "INVALID_PARAMETER",
        missing_credential: "AUTH_ERROR",
        bad_credential: "AUTH_ERROR",
        rate_limited: "RATE_LIMITED",
        few_statuses: true,
        limits: Some((MINUTE, [Some(100), Some(100), Some(1000)])),
        page: (20, 100),
    },
    Dialect {
        area: Area::Encryption,
        name: "encryption",
        prefixes: &["/v1/encryption"],
        invalid: "INVALID_REQUEST",
        missing_credential: "AUTH_ERROR",
        bad_credential: "AUTH_ERROR",
        rate_limited: "RATE_LIMITED",
        few_statuses: true,
        limits: Some((MINUTE, [Some(50), Some(50), Some(500)])),
        page: (20, 100),
    },
    Dialect {
        area: Area::Service,
        name: "service",
        prefixes: &[""],
        invalid: "INVALID_REQUEST",
        missing_credential: "AUTH_ERROR",
        bad_credential: "AUTH_ERROR",
        rate_limited: "RATE_LIMITED",
        few_statuses: false,
        limits: None,
        page: (20, 100),
    },
];

impl Area {
    /// Returns the area that a path belongs to.
    #[must_use]
    pub fn of(path: &str) -> Self {
        TABLE
            .iter()
            .find(|row| row.prefixes.iter().any(|prefix| begins(path, prefix)))
            .map_or(Self::Service, |row| row.area)
    }

    /// Returns the area whose limit a request to this path counts against. The older path of jobs counts
    /// like `/v1/jobs`, and the pages of offers, which read the store, like the data tokens that they show.
    pub(crate) fn limiting(path: &str) -> Self {
        if begins(path, OLDER_JOBS) {
            return Self::Administration;
        }
        if begins(path, OFFER_PAGES) {
            return Self::Fitness;
        }
        Self::of(path)
    }

    /// Returns the area's name in a key's scope.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.dialect().name
    }

    pub(crate) fn dialect(self) -> &'static Dialect {
        TABLE
            .iter()
            .find(|row| row.area == self)
            .expect("every area has its row")
    }

    /// Returns the window and the requests that an account of this tier may send in it. `custom` is
    /// the limit where the table leaves it to the operator.
    #[must_use]
    pub fn limit(self, tier: Tier, custom: u32) -> Option<(Duration, u32)> {
        let (window, tiers) = self.dialect().limits?;
        Some((window, tiers[tier as usize].unwrap_or(custom)))
    }

    /// Returns the window and the requests that an account of this tier may send in it, with the limits that an
    /// administrator has changed.
    #[must_use]
    pub fn limit_by(self, tier: Tier, settings: &Settings) -> Option<(Duration, u32)> {
        let (window, limit) = self.limit(tier, settings.limits.custom)?;
        let tier = match tier {
            Tier::Standard => settings.tiers.standard,
            Tier::Premium => settings.tiers.premium,
            Tier::Enterprise => settings.tiers.enterprise,
        };
        let changed = match self {
            Self::Fitness => tier.requests.fitness,
            Self::Platform => tier.requests.platform,
            Self::Administration => tier.requests.administration,
            Self::Agents => tier.requests.agents,
            Self::Encryption => tier.requests.encryption,
            Self::Service => None,
        };
        Some((window, changed.unwrap_or(limit)))
    }

    /// Returns the status and the code of an error kind in this area.
    #[must_use]
    pub fn answer(self, kind: ErrorKind) -> (StatusCode, &'static str) {
        let dialect = self.dialect();
        let invalid = dialect.invalid;
        let (status, code) = match kind {
            ErrorKind::Invalid => (StatusCode::BAD_REQUEST, invalid),
            ErrorKind::MissingCredential => (StatusCode::UNAUTHORIZED, dialect.missing_credential),
            ErrorKind::BadCredential => (StatusCode::UNAUTHORIZED, dialect.bad_credential),
            ErrorKind::TotpRequired => (StatusCode::UNAUTHORIZED, "TOTP_REQUIRED"),
            ErrorKind::PermissionDenied => (StatusCode::FORBIDDEN, "PERMISSION_DENIED"),
            ErrorKind::NotFound => (StatusCode::NOT_FOUND, "NOT_FOUND"),
            ErrorKind::MethodNotAllowed if dialect.few_statuses => {
                (StatusCode::NOT_FOUND, "NOT_FOUND")
            }
            ErrorKind::MethodNotAllowed => (StatusCode::METHOD_NOT_ALLOWED, invalid),
            ErrorKind::TooSlow => (StatusCode::REQUEST_TIMEOUT, invalid),
            ErrorKind::Conflict if dialect.few_statuses => (StatusCode::BAD_REQUEST, invalid),
            ErrorKind::Conflict => (StatusCode::CONFLICT, "CONFLICT"),
            ErrorKind::TooLarge => (StatusCode::PAYLOAD_TOO_LARGE, invalid),
            ErrorKind::UnsupportedMedia => (StatusCode::UNSUPPORTED_MEDIA_TYPE, invalid),
            ErrorKind::HeadersTooLarge => (StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE, invalid),
            ErrorKind::Encryption => (StatusCode::UNPROCESSABLE_ENTITY, "ENCRYPTION_ERROR"),
            ErrorKind::EncryptionParameters if dialect.area == Self::Encryption => {
                (StatusCode::BAD_REQUEST, "INVALID_ENCRYPTION_PARAMETERS")
            }
            ErrorKind::EncryptionParameters => (StatusCode::BAD_REQUEST, invalid),
            ErrorKind::Device => (StatusCode::UNPROCESSABLE_ENTITY, "DEVICE_ERROR"),
            ErrorKind::Processing => (StatusCode::UNPROCESSABLE_ENTITY, "PROCESSING_ERROR"),
            ErrorKind::RateLimited => (StatusCode::TOO_MANY_REQUESTS, dialect.rate_limited),
            ErrorKind::Internal => (StatusCode::INTERNAL_SERVER_ERROR, "SERVER_ERROR"),
            ErrorKind::Unavailable if dialect.few_statuses => {
                (StatusCode::INTERNAL_SERVER_ERROR, "SERVER_ERROR")
            }
            ErrorKind::Unavailable => (StatusCode::SERVICE_UNAVAILABLE, "SERVER_ERROR"),
        };
        let spoken = matches!(status.as_u16(), 400 | 401 | 403 | 404 | 429 | 500);
        if dialect.few_statuses && !spoken {
            (StatusCode::BAD_REQUEST, invalid)
        } else {
            (status, code)
        }
    }
}

/// The older path of jobs.
const OLDER_JOBS: &str = "/v1/encryption/jobs";
const OFFER_PAGES: &str = "/market";

/// Whether `path` is `prefix` or below it.
fn begins(path: &str, prefix: &str) -> bool {
    path.strip_prefix(prefix)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/') || prefix.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dialect_by_prefix() {
        for (path, area) in [
            ("/v1/sfdp/data", Area::Fitness),
            ("/v1/sfdpx", Area::Service),
            ("/api/auth/token", Area::Platform),
            ("/api/v1/datasets", Area::Platform),
            ("/v1/admin/users", Area::Administration),
            ("/v1/ws", Area::Administration),
            ("/v1/api-keys/ak_1", Area::Administration),
            ("/v1/jobs/job_1", Area::Administration),
            ("/v1/agents", Area::Agents),
            ("/v1/uadm/agents", Area::Agents),
            ("/mcp", Area::Agents),
            ("/v1/encryption/encrypt", Area::Encryption),
            ("/healthz", Area::Service),
            ("/", Area::Service),
            ("/apix", Area::Service),
        ] {
            assert_eq!(Area::of(path), area, "{path}");
        }
        for (path, area) in [
            ("/v1/encryption/jobs/job_1", Area::Administration),
            ("/v1/encryption/jobsx", Area::Encryption),
            ("/v1/jobs/job_1", Area::Administration),
            ("/v1/sfdp/data", Area::Fitness),
            ("/market/tok_1", Area::Fitness),
            ("/marketx", Area::Service),
        ] {
            assert_eq!(Area::limiting(path), area, "{path}");
        }
    }

    #[test]
    fn too_many_jobs_has_one_status_in_every_area() {
        for row in TABLE {
            let error = crate::ApiError::too_many_jobs(4, 64);
            assert!(error.retry_after.is_some());
            let kind = error.kind;
            assert_eq!(
                row.area.answer(kind).0,
                StatusCode::TOO_MANY_REQUESTS,
                "{}",
                row.name
            );
        }
    }

    #[test]
    fn status_and_code() {
        use Area::{
            Administration as C, Agents as D, Encryption as E, Fitness as A, Platform as B,
        };
        for (area, kind, status, code) in [
            (A, ErrorKind::Invalid, 400, "INVALID_REQUEST"),
            (B, ErrorKind::Invalid, 400, "VALIDATION_ERROR"),
            (C, ErrorKind::Invalid, 400, "INVALID_REQUEST"),
            (D, ErrorKind::Invalid, 400, "INVALID_PARAMETER"),
            (E, ErrorKind::Invalid, 400, "INVALID_REQUEST"),
            (A, ErrorKind::MissingCredential, 401, "AUTH_ERROR"),
            (B, ErrorKind::MissingCredential, 401, "AUTH_REQUIRED"),
            (B, ErrorKind::BadCredential, 401, "INVALID_TOKEN"),
            (C, ErrorKind::BadCredential, 401, "AUTH_ERROR"),
            (B, ErrorKind::TotpRequired, 401, "TOTP_REQUIRED"),
            (A, ErrorKind::RateLimited, 429, "RATE_LIMIT"),
            (B, ErrorKind::RateLimited, 429, "RATE_LIMITED"),
            (C, ErrorKind::MethodNotAllowed, 405, "INVALID_REQUEST"),
            (D, ErrorKind::MethodNotAllowed, 404, "NOT_FOUND"),
            (D, ErrorKind::TooLarge, 400, "INVALID_PARAMETER"),
            (E, ErrorKind::Conflict, 400, "INVALID_REQUEST"),
            (A, ErrorKind::Conflict, 409, "CONFLICT"),
            (A, ErrorKind::Encryption, 422, "ENCRYPTION_ERROR"),
            (A, ErrorKind::Processing, 422, "PROCESSING_ERROR"),
            (C, ErrorKind::Unavailable, 503, "SERVER_ERROR"),
            (E, ErrorKind::Unavailable, 500, "SERVER_ERROR"),
            (
                E,
                ErrorKind::EncryptionParameters,
                400,
                "INVALID_ENCRYPTION_PARAMETERS",
            ),
            (A, ErrorKind::EncryptionParameters, 400, "INVALID_REQUEST"),
        ] {
            let (found, found_code) = area.answer(kind);
            assert_eq!(
                (found.as_u16(), found_code),
                (status, code),
                "{area:?} {kind:?}"
            );
        }
    }

    /// Returns the kind after this one, so that a new kind does not compile until the test below covers it.
    fn next(kind: ErrorKind) -> Option<ErrorKind> {
        Some(match kind {
            ErrorKind::Invalid => ErrorKind::MissingCredential,
            ErrorKind::MissingCredential => ErrorKind::BadCredential,
            ErrorKind::BadCredential => ErrorKind::TotpRequired,
            ErrorKind::TotpRequired => ErrorKind::PermissionDenied,
            ErrorKind::PermissionDenied => ErrorKind::NotFound,
            ErrorKind::NotFound => ErrorKind::MethodNotAllowed,
            ErrorKind::MethodNotAllowed => ErrorKind::TooSlow,
            ErrorKind::TooSlow => ErrorKind::Conflict,
            ErrorKind::Conflict => ErrorKind::TooLarge,
            ErrorKind::TooLarge => ErrorKind::UnsupportedMedia,
            ErrorKind::UnsupportedMedia => ErrorKind::HeadersTooLarge,
            ErrorKind::HeadersTooLarge => ErrorKind::Encryption,
            ErrorKind::Encryption => ErrorKind::EncryptionParameters,
            ErrorKind::EncryptionParameters => ErrorKind::Device,
            ErrorKind::Device => ErrorKind::Processing,
            ErrorKind::Processing => ErrorKind::RateLimited,
            ErrorKind::RateLimited => ErrorKind::Internal,
            ErrorKind::Internal => ErrorKind::Unavailable,
            ErrorKind::Unavailable => return None,
        })
    }

    /// Returns the rows of the table of codes: the status, the code and the letters of the areas.
    fn documented(page: &str) -> Vec<(u16, &str, Vec<&str>)> {
        let rows = page.lines().filter_map(|line| {
            let mut cells = line.strip_prefix("| ")?.split(" | ");
            let status = cells.next()?.parse().ok()?;
            let code = cells.next()?.trim_matches('`');
            Some((status, code, cells.next()?.split(", ").collect()))
        });
        rows.collect()
    }

    #[test]
    fn every_error_code_is_documented_with_its_status_and_areas() {
        let rows = documented(include_str!("../../../docs/errors.md"));
        let areas = [
            ("A", Area::Fitness),
            ("B", Area::Platform),
            ("C", Area::Administration),
            ("C", Area::Service),
            ("D", Area::Agents),
            ("E", Area::Encryption),
        ];
        let kinds = std::iter::successors(Some(ErrorKind::Invalid), |kind| next(*kind));
        let mut answers = Vec::new();
        for kind in kinds {
            // These occur in some areas only.
            let is_rare = matches!(
                kind,
                ErrorKind::TotpRequired | ErrorKind::Device | ErrorKind::Processing
            );
            for (letter, area) in areas {
                let (status, code) = area.answer(kind);
                let answer = (status.as_u16(), code);
                answers.push((answer, letter));
                let row = rows.iter().find(|row| (row.0, row.1) == answer);
                let is_named = row.is_some_and(|row| is_rare || row.2.contains(&letter));
                let is_expected = !(is_rare && area.dialect().few_statuses);
                assert!(is_named || !is_expected, "{kind:?}: {answer:?} in {letter}");
            }
        }
        for (status, code, letters) in rows {
            for letter in letters {
                let row = ((status, code), letter);
                assert!(answers.contains(&row), "no area answers {row:?}");
            }
        }
    }

    #[test]
    fn limits_of_the_specification() {
        use Tier::{Enterprise, Premium, Standard};
        for (area, tier, seconds, limit) in [
            (Area::Fitness, Standard, 60, 100),
            (Area::Fitness, Premium, 60, 1000),
            (Area::Fitness, Enterprise, 60, 777),
            (Area::Platform, Standard, 3600, 1000),
            (Area::Platform, Enterprise, 3600, 1000),
            (Area::Administration, Premium, 60, 1000),
            (Area::Agents, Premium, 60, 100),
            (Area::Agents, Enterprise, 60, 1000),
            (Area::Encryption, Standard, 60, 50),
            (Area::Encryption, Enterprise, 60, 500),
        ] {
            assert_eq!(
                area.limit(tier, 777),
                Some((Duration::from_secs(seconds), limit))
            );
        }
        assert_eq!(Area::Service.limit(Standard, 777), None);
    }
}
