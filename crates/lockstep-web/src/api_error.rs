//! The kinds of request errors, independent of HTTP. `area.rs` maps each kind to the status and
//! code of the area that answers.

mod sizes;
mod store;

use std::borrow::Cow;
use std::time::Duration;

use serde_json::{Value as Json, json};

/// A request error, as a value.
///
/// The caller sees `message` and `details`; only the log gets `log`.
#[derive(Clone, Debug)]
pub struct ApiError {
    /// The kind of error.
    pub kind: ErrorKind,
    /// The cause and the next step, for the caller.
    pub message: Cow<'static, str>,
    /// Structured details for programs.
    pub details: Option<Json>,
    /// Seconds after which the caller may try again.
    pub retry_after: Option<u64>,
    /// Further text for the log only.
    pub log: Option<String>,
}

/// The kinds of errors. A new kind does not compile until `area.rs` maps it to a status and code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The request contains an invalid value.
    Invalid,
    /// The request carries no credential.
    MissingCredential,
    /// The credential is unknown, expired or revoked.
    BadCredential,
    /// The password was right, and the account needs a TOTP code too.
    TotpRequired,
    /// The caller lacks the permission.
    PermissionDenied,
    /// The resource does not exist or belongs to another account.
    NotFound,
    /// The path exists, but not with this method.
    MethodNotAllowed,
    /// The client sent the request too slowly.
    TooSlow,
    /// The request conflicts with the current state.
    Conflict,
    /// The body is too large, before or after inflation.
    TooLarge,
    /// The media type of the body is not supported.
    UnsupportedMedia,
    /// The request line or the headers are too large.
    HeadersTooLarge,
    /// The requested encryption is not available.
    Encryption,
    /// An encryption parameter is invalid.
    EncryptionParameters,
    /// Every point names a device that may not send.
    Device,
    /// No part of the file could be read.
    Processing,
    /// The account sent more requests than its tier allows.
    RateLimited,
    /// An internal error of the server.
    Internal,
    /// A temporary failure of the server.
    Unavailable,
}

impl ApiError {
    fn new(kind: ErrorKind, message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            kind,
            message: message.into(),
            details: None,
            retry_after: None,
            log: None,
        }
    }

    /// Refuses a parameter, named by its path in the request, with the reason.
    pub fn invalid(parameter: &str, reason: impl Into<String>) -> Self {
        let reason = reason.into();
        Self {
            message: if parameter.is_empty() {
                Cow::Owned(reason.clone())
            } else {
                Cow::Owned(format!("{parameter}: {reason}"))
            },
            details: Some(json!({ "parameter": parameter, "reason": reason })),
            ..Self::new(ErrorKind::Invalid, "")
        }
    }

    /// Refuses an encryption parameter, named by its path in the request, with the reason.
    pub fn encryption_parameter(parameter: &str, reason: impl Into<String>) -> Self {
        Self {
            kind: ErrorKind::EncryptionParameters,
            ..Self::invalid(parameter, reason)
        }
    }

    /// Refuses a request without a credential.
    #[must_use]
    pub(crate) fn missing_credential() -> Self {
        Self::new(
            ErrorKind::MissingCredential,
            "a credential is required: send `Authorization: Bearer <token>` with a token from \
             POST /api/auth/token or an API key",
        )
    }

    /// Refuses a credential that is unknown, expired or revoked.
    #[must_use]
    pub fn bad_credential() -> Self {
        Self::new(
            ErrorKind::BadCredential,
            "the credential is unknown, expired or revoked: request a new one at POST /api/auth/token",
        )
    }

    /// Refuses a request whose sender lost its rights while the request was sent or waited.
    #[must_use]
    pub(crate) fn withdrawn_rights() -> Self {
        Self::new(
            ErrorKind::BadCredential,
            "the credential was revoked, or the account was suspended or got another role, before the request was carried \
                out: request a new credential at POST /api/auth/token",
        )
    }

    /// Refuses a request with two cookies of the console's session.
    #[must_use]
    pub(crate) fn repeated_cookie(name: &str) -> Self {
        Self::new(
            ErrorKind::BadCredential,
            format!(
                "the cookie {name} occurs twice, so the session is not clear: delete the cookies of this address and of its \
                 parent domain in the browser, then sign in again"
            ),
        )
    }

    /// Refuses a ticket that is unknown, expired or used.
    #[must_use]
    pub fn bad_ticket() -> Self {
        Self::new(
            ErrorKind::BadCredential,
            "the ticket is unknown, expired or used: a ticket opens one socket within 30 seconds; request a new \
                one at POST /v1/ws/tickets",
        )
    }

    /// Refuses a caller without permission; `reason` names the permission that is needed.
    pub fn permission_denied(reason: impl Into<Cow<'static, str>>) -> Self {
        Self::new(ErrorKind::PermissionDenied, reason)
    }

    /// Reports that the caller can see no such resource.
    #[must_use]
    pub fn not_found(what: &str) -> Self {
        Self::new(ErrorKind::NotFound, format!("the {what} does not exist"))
    }

    /// Reports that the caller can see no such resource, and `reason`.
    #[must_use]
    pub fn not_found_because(what: &str, reason: &str) -> Self {
        Self::new(
            ErrorKind::NotFound,
            format!("the {what} does not exist: {reason}"),
        )
    }

    /// Reports that the path names no resource, because its id has another form.
    #[must_use]
    pub(crate) fn malformed_id() -> Self {
        Self::new(
            ErrorKind::NotFound,
            "no resource has this id: the id in the path is malformed",
        )
    }

    /// Reports a conflict with the current state.
    pub fn conflict(reason: impl Into<Cow<'static, str>>) -> Self {
        Self::new(ErrorKind::Conflict, reason)
    }

    /// Reports that the client sent the request too slowly.
    #[must_use]
    pub fn too_slow() -> Self {
        Self::new(
            ErrorKind::TooSlow,
            "the request did not arrive in time: send it faster or in parts",
        )
    }

    /// Refuses a media type that is not supported.
    pub fn unsupported_media(reason: impl Into<Cow<'static, str>>) -> Self {
        Self::new(ErrorKind::UnsupportedMedia, reason)
    }

    /// Refuses an encryption that is not available.
    pub fn encryption(reason: impl Into<Cow<'static, str>>) -> Self {
        Self::new(ErrorKind::Encryption, reason)
    }

    /// Reports that every point names a device that may not send.
    pub fn device(reason: impl Into<Cow<'static, str>>) -> Self {
        Self::new(ErrorKind::Device, reason)
    }

    /// Reports that no part of the file could be read.
    pub fn processing(reason: impl Into<Cow<'static, str>>) -> Self {
        Self::new(ErrorKind::Processing, reason)
    }

    /// Reports an internal error: the caller sees no cause, the log gets `log`.
    pub fn internal(log: impl Into<String>) -> Self {
        let message =
            "the server failed: try again, and report the request id if the error persists";
        Self {
            log: Some(log.into()),
            ..Self::new(ErrorKind::Internal, message)
        }
    }

    /// Reports that a stored value which the request needs is damaged.
    fn damaged(log: impl Into<String>) -> Self {
        let message = "a stored value that this request needs is damaged. The operator runs `lockstep \
                       scrub`, which repairs what can be computed and names the rest; other data and the \
                       erasure of the account are not affected";
        Self {
            log: Some(log.into()),
            ..Self::new(ErrorKind::Internal, message)
        }
    }

    /// Reports a temporary failure of the server.
    pub fn unavailable(log: impl Into<String>) -> Self {
        let message = "not available now: try again in a moment";
        Self {
            log: Some(log.into()),
            ..Self::new(ErrorKind::Unavailable, message)
        }
    }

    /// Reports that a provider at which people sign in does not answer as it should.
    pub fn provider(label: &str, log: impl Into<String>) -> Self {
        Self {
            message: format!(
                "{label} does not answer as expected: try again in a moment, or sign in with the password"
            )
            .into(),
            ..Self::unavailable(log)
        }
    }

    /// Reports that the account has too much work waiting.
    #[must_use]
    pub fn busy(log: impl Into<String>) -> Self {
        Self {
            message:
                "too many requests of this account wait: try again in a moment, with fewer requests at \
                      once"
                    .into(),
            retry_after: Some(BUSY_RETRY_SECONDS),
            ..Self::unavailable(log)
        }
    }

    /// Reports that the database cannot be reached, or restarts.
    fn database_unavailable(log: impl Into<String>) -> Self {
        Self {
            message: "the database is not available now: try again in some seconds".into(),
            retry_after: Some(DATABASE_RETRY_SECONDS),
            ..Self::unavailable(log)
        }
    }

    /// Reports a request that was not answered within `limit`.
    #[must_use]
    pub(crate) fn overdue(limit: Duration) -> Self {
        Self {
            retry_after: Some(BUSY_RETRY_SECONDS),
            ..Self::unavailable(format!("not answered within {limit:?}"))
        }
    }

    /// Reports a full disk: reads and deletions still work.
    pub(crate) fn storage_full(log: impl Into<String>) -> Self {
        let message = "the server has no storage space left: nothing can be stored until the operator frees \
            space; reading and deleting still work";
        Self {
            log: Some(log.into()),
            ..Self::new(ErrorKind::Unavailable, message)
        }
    }

    /// Reports a failed read or write of a server file; `what` names the file in the log.
    #[must_use]
    pub fn file(what: &str, error: &std::io::Error) -> Self {
        let log = format!("{what}: {error}");
        match error.kind() {
            // `FileTooLarge`: beyond the largest file size that the process may write (`LimitFSIZE`).
            std::io::ErrorKind::StorageFull
            | std::io::ErrorKind::QuotaExceeded
            | std::io::ErrorKind::FileTooLarge => Self::storage_full(log),
            _ => Self::internal(log),
        }
    }

    /// Refuses the rights of administration to an account that has none of them until it enables TOTP.
    #[must_use]
    pub(crate) fn needs_second_factor() -> Self {
        Self::permission_denied(
            "this server requires TOTP for the rights of administration, and the account has none: enable it at \
             POST /api/auth/totp",
        )
        .with_details(json!({ "requires": "totp" }))
    }

    /// Reports that the account has used up a storage quota of its tier.
    #[must_use]
    pub fn over_quota(quota: &str, used: u64, limit: u64) -> Self {
        let message = format!(
            "the quota {quota} is used up: {used} of {limit} would be used. Delete data, or ask an \
             administrator for a higher tier; GET /v1/sfdp/usage shows what is used"
        );
        let details = json!({ "quota": quota, "used": used, "limit": limit });
        Self::new(ErrorKind::PermissionDenied, message).with_details(details)
    }

    /// Reports that received files take up their space limit; `files` names the limit.
    #[must_use]
    pub fn spool_full(files: &str, limit: u64) -> Self {
        let message = format!(
            "{files} that are being imported occupy the maximum of {limit} bytes: try again when an \
             import is complete"
        );
        Self {
            retry_after: Some(SPOOL_RETRY_SECONDS),
            log: Some(message.clone()),
            ..Self::new(ErrorKind::Unavailable, message)
        }
    }

    /// Reports work that was stopped after `limit`; the caller can request it as a job.
    #[must_use]
    pub(crate) fn unfinished(limit: Duration) -> Self {
        let seconds = limit.as_secs();
        let message = format!(
            "not complete within {seconds} s: request it as a job, with `Prefer: respond-async`"
        );
        Self {
            log: Some(format!("not answered within {limit:?}")),
            ..Self::new(ErrorKind::Unavailable, message)
        }
    }

    pub(crate) fn method_not_allowed() -> Self {
        Self::new(
            ErrorKind::MethodNotAllowed,
            "this path does not support the method: `Allow` lists the supported methods",
        )
    }

    pub(crate) fn rate_limited(limit: u32, seconds: u64) -> Self {
        let message =
            format!("the limit of {limit} requests is exceeded: try again in {seconds} s");
        Self {
            retry_after: Some(seconds),
            ..Self::new(ErrorKind::RateLimited, message)
        }
    }

    /// Reports that the account has too many open sockets.
    #[must_use]
    pub(crate) fn too_many_sockets(limit: usize) -> Self {
        let message =
            format!("this account has {limit} open sockets, which is its limit: close a socket");
        Self::new(ErrorKind::RateLimited, message)
    }

    /// Reports that the account has too many jobs. Every area has the status 429.
    #[must_use]
    pub(crate) fn too_many_jobs(running: usize, known: usize) -> Self {
        let message = format!(
            "an account has at most {running} running jobs and {known} jobs in total: wait until a job ends, or \
             delete one with DELETE /v1/jobs/{{jobId}}"
        );
        Self {
            retry_after: Some(JOBS_RETRY_SECONDS),
            ..Self::new(ErrorKind::RateLimited, message)
        }
    }

    /// Reports too many sign-ins at providers that a network has begun.
    #[must_use]
    pub fn too_many_sign_ins(next_in: Duration) -> Self {
        let seconds = next_in.as_secs() + 1;
        let message = format!("this network started too many sign-ins: try again in {seconds} s");
        Self {
            retry_after: Some(seconds),
            ..Self::new(ErrorKind::RateLimited, message)
        }
    }

    /// Reports too many failed sign-ins.
    #[must_use]
    pub fn too_many_failures(next_in: Duration) -> Self {
        let seconds = next_in.as_secs() + 1;
        let message = format!("too many failed sign-ins: try again in {seconds} s");
        Self {
            retry_after: Some(seconds),
            ..Self::new(ErrorKind::RateLimited, message)
        }
    }

    /// Reports an unknown name or a wrong password, without saying which.
    #[must_use]
    pub fn wrong_password() -> Self {
        Self::new(
            ErrorKind::BadCredential,
            "the user name or the password is wrong, or the account is suspended",
        )
    }

    /// Asks for the TOTP code of the account, after the password was right.
    #[must_use]
    pub fn totp_required() -> Self {
        Self::new(
            ErrorKind::TotpRequired,
            "the account has TOTP enabled: send `totp` too, with the current code of the authenticator \
             app or a recovery code",
        )
    }

    /// Reports a wrong or used TOTP code or recovery code, after the password was right.
    #[must_use]
    pub fn wrong_totp() -> Self {
        Self::new(
            ErrorKind::BadCredential,
            "totp: the code is wrong, expired or already used: send the code that the authenticator app \
             shows next, or a recovery code",
        )
    }

    /// Reports a request line or headers over the limits.
    #[must_use]
    pub fn headers_too_large() -> Self {
        Self::new(
            ErrorKind::HeadersTooLarge,
            "the address or the headers are too large",
        )
    }

    /// Whether the server failed, so that the error tells nothing about the request.
    #[must_use]
    pub fn is_server_fault(&self) -> bool {
        matches!(self.kind, ErrorKind::Internal | ErrorKind::Unavailable)
    }

    /// Adds structured details for programs.
    #[must_use]
    pub fn with_details(mut self, details: Json) -> Self {
        self.details = Some(details);
        self
    }
}

impl std::fmt::Display for ApiError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ApiError {}

/// The usual time of an import, in seconds.
const SPOOL_RETRY_SECONDS: u64 = 10;
/// The `Retry-After` of a client whose account has too many jobs.
const JOBS_RETRY_SECONDS: u64 = 10;

/// Seconds after which a body refused by a memory budget may be sent again.
const BUSY_SECONDS: u64 = 2;
/// Seconds after which a refused request may be sent again: queued work waits tenths of a second.
const BUSY_RETRY_SECONDS: u64 = 1;
/// Seconds after which a request may be sent again that the database could not answer: it restarts in that time.
const DATABASE_RETRY_SECONDS: u64 = 5;
