//! What can go wrong with a request, in words that know no HTTP: `area.rs` turns each kind into
//! the status and code of the area it is answered in.

use std::borrow::Cow;
use std::time::Duration;

use lockstep_store::StoreError;
use serde_json::{Value as Json, json};

/// A request that cannot be done, as a value.
///
/// `message` and `details` are for the caller; `log` is for the log alone.
#[derive(Clone, Debug)]
pub struct ApiError {
    /// Which kind.
    pub kind: Kind,
    /// What went wrong and what to do next, for the caller.
    pub message: Cow<'static, str>,
    /// More for programs.
    pub details: Option<Json>,
    /// Seconds after which it may be tried again.
    pub retry_after: Option<u64>,
    /// What the log gets besides.
    pub log: Option<String>,
}

/// The kinds; a new one does not compile until `area.rs` says its status and code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The request says something that cannot be meant.
    Invalid,
    /// No credential was shown.
    MissingCredential,
    /// The credential is unknown, expired or revoked.
    BadCredential,
    /// The caller may not do this.
    PermissionDenied,
    /// It does not exist, or belongs to somebody else.
    NotFound,
    /// The path exists, the method does not.
    MethodNotAllowed,
    /// The caller sent too slowly.
    TooSlow,
    /// It does not fit with what is there.
    Conflict,
    /// The body, or what it inflates to, is too large.
    TooLarge,
    /// The body is of a kind that is not read here.
    UnsupportedMedia,
    /// The address or the headers are too large.
    HeadersTooLarge,
    /// An encryption was asked for that cannot be given.
    Encryption,
    /// A parameter of an encryption that cannot be meant.
    EncryptionParameters,
    /// Every point names a device that may not send.
    Device,
    /// Nothing of the file could be read.
    Processing,
    /// More requests than the account's tier grants.
    RateLimited,
    /// Our fault.
    Internal,
    /// Ours, and it will pass.
    Unavailable,
}

impl ApiError {
    fn new(kind: Kind, message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            kind,
            message: message.into(),
            details: None,
            retry_after: None,
            log: None,
        }
    }

    /// A parameter, by its path in the request, and why it cannot be.
    pub fn invalid(parameter: &str, reason: impl Into<String>) -> Self {
        let reason = reason.into();
        Self {
            message: if parameter.is_empty() {
                Cow::Owned(reason.clone())
            } else {
                Cow::Owned(format!("{parameter}: {reason}"))
            },
            details: Some(json!({ "parameter": parameter, "reason": reason })),
            ..Self::new(Kind::Invalid, "")
        }
    }

    /// A parameter of an encryption, by its path in the request, and why it cannot be.
    pub fn encryption_parameter(parameter: &str, reason: impl Into<String>) -> Self {
        Self {
            kind: Kind::EncryptionParameters,
            ..Self::invalid(parameter, reason)
        }
    }

    /// No credential was shown.
    #[must_use]
    pub fn missing_credential() -> Self {
        Self::new(
            Kind::MissingCredential,
            "a credential is required: send `Authorization: Bearer <token>` with a token from \
             POST /api/auth/token or an API key",
        )
    }

    /// The credential opens nothing.
    #[must_use]
    pub fn bad_credential() -> Self {
        Self::new(
            Kind::BadCredential,
            "the credential is unknown, expired or revoked: ask for a new one at \
             POST /api/auth/token",
        )
    }

    /// The ticket opens no socket.
    #[must_use]
    pub fn bad_ticket() -> Self {
        Self::new(
            Kind::BadCredential,
            "the ticket is unknown, expired or used: each opens one socket within 30 seconds; \
             ask for a new one at POST /v1/ws/tickets",
        )
    }

    /// The caller may not do this; `why` says what would be needed.
    pub fn permission_denied(why: impl Into<Cow<'static, str>>) -> Self {
        Self::new(Kind::PermissionDenied, why)
    }

    /// There is no such thing among what the caller can see.
    #[must_use]
    pub fn not_found(what: &str) -> Self {
        Self::new(Kind::NotFound, format!("there is no such {what}"))
    }

    /// It does not fit with what is there.
    pub fn conflict(why: impl Into<Cow<'static, str>>) -> Self {
        Self::new(Kind::Conflict, why)
    }

    /// The request came too slowly.
    #[must_use]
    pub fn too_slow() -> Self {
        Self::new(
            Kind::TooSlow,
            "the request did not arrive in time: send it faster or in parts",
        )
    }

    /// The body is larger than `bytes`.
    #[must_use]
    pub fn too_large(bytes: usize) -> Self {
        let message = format!("the body is over {bytes} bytes (also inflated): send it in parts");
        Self::new(Kind::TooLarge, message)
    }

    /// The body needs more memory, as it is read, than its sender may hold at all.
    #[must_use]
    pub(crate) fn too_much_memory(bytes: usize) -> Self {
        let message = format!(
            "the body needs more than {bytes} bytes of memory while it is read: send it in parts, or \
             with fewer JSON values"
        );
        Self::new(Kind::TooLarge, message)
    }

    /// The body inflates to more than `ratio` times its size.
    #[must_use]
    pub(crate) fn inflates_too_much(ratio: u64) -> Self {
        let message = format!(
            "the body inflates to more than {ratio} times its size: send it less packed or in parts"
        );
        Self::new(Kind::TooLarge, message)
    }

    /// The memory for request bodies is spent; `budget` says which, for the log.
    #[must_use]
    pub(crate) fn out_of_body_memory(budget: &str) -> Self {
        let message = format!(
            "the memory for request bodies is in use: send fewer at once, and try again in \
             {BUSY_SECONDS} s"
        );
        Self {
            retry_after: Some(BUSY_SECONDS),
            log: Some(format!("the body budget of {budget} is spent")),
            ..Self::new(Kind::Unavailable, message)
        }
    }

    /// The body is of a kind that is not read here.
    pub fn unsupported_media(why: impl Into<Cow<'static, str>>) -> Self {
        Self::new(Kind::UnsupportedMedia, why)
    }

    /// An encryption was asked for that cannot be given.
    pub fn encryption(why: impl Into<Cow<'static, str>>) -> Self {
        Self::new(Kind::Encryption, why)
    }

    /// Every point names a device that may not send.
    pub fn device(why: impl Into<Cow<'static, str>>) -> Self {
        Self::new(Kind::Device, why)
    }

    /// Nothing of the file could be read.
    pub fn processing(why: impl Into<Cow<'static, str>>) -> Self {
        Self::new(Kind::Processing, why)
    }

    /// Our fault: the caller hears only that, the log hears why.
    pub fn internal(log: impl Into<String>) -> Self {
        let message = "this failed on our side: try again, and name the request id if it stays";
        Self {
            log: Some(log.into()),
            ..Self::new(Kind::Internal, message)
        }
    }

    /// Ours, and it will pass.
    pub fn unavailable(log: impl Into<String>) -> Self {
        let message = "not available right now: try again in a moment";
        Self {
            log: Some(log.into()),
            ..Self::new(Kind::Unavailable, message)
        }
    }

    /// The account has as much waiting as it may.
    #[must_use]
    pub fn busy(log: impl Into<String>) -> Self {
        Self {
            message:
                "too much is waiting to be done: try again in a moment, with fewer requests at \
                      once"
                    .into(),
            retry_after: Some(BUSY_RETRY_SECONDS),
            ..Self::unavailable(log)
        }
    }

    /// The request was not answered within its time.
    #[must_use]
    pub(crate) fn overdue(most: Duration) -> Self {
        Self {
            retry_after: Some(BUSY_RETRY_SECONDS),
            ..Self::unavailable(format!("not answered within {most:?}"))
        }
    }

    /// The disk is full: reading and deleting go on.
    pub fn storage_full(log: impl Into<String>) -> Self {
        let message = "the server has no storage space left: nothing more can be stored until its \
                       operator makes room; reading and deleting still work";
        Self {
            log: Some(log.into()),
            ..Self::new(Kind::Unavailable, message)
        }
    }

    /// A file of ours cannot be written or read; `what` names it in the log.
    #[must_use]
    pub fn file(what: &str, error: &std::io::Error) -> Self {
        let log = format!("{what}: {error}");
        match error.kind() {
            std::io::ErrorKind::StorageFull | std::io::ErrorKind::QuotaExceeded => {
                Self::storage_full(log)
            }
            _ => Self::internal(log),
        }
    }

    /// The account has used up what its tier may store.
    #[must_use]
    pub fn over_quota(quota: &str, used: u64, limit: u64) -> Self {
        let message = format!(
            "the quota {quota} is used up: {used} of {limit} would be used. Delete data, or ask an \
             administrator for a higher tier; GET /v1/sfdp/usage shows what is used"
        );
        let details = json!({ "quota": quota, "used": used, "limit": limit });
        Self::new(Kind::PermissionDenied, message).with_details(details)
    }

    /// Files that are received take up what they may; `files` says which.
    #[must_use]
    pub fn spool_full(files: &str, limit: u64) -> Self {
        let message = format!(
            "{files} that are being imported take up all {limit} bytes they may: try again when one \
             of them is done"
        );
        Self {
            retry_after: Some(SPOOL_RETRY_SECONDS),
            log: Some(message.clone()),
            ..Self::new(Kind::Unavailable, message)
        }
    }

    /// It was given up after `most`, and can be asked for as a job.
    #[must_use]
    pub(crate) fn unfinished(most: Duration) -> Self {
        let seconds = most.as_secs();
        let message = format!(
            "not done within {seconds} s: ask for it as a job, with `Prefer: respond-async`"
        );
        Self {
            log: Some(format!("not answered within {most:?}")),
            ..Self::new(Kind::Unavailable, message)
        }
    }

    pub(crate) fn method_not_allowed() -> Self {
        Self::new(
            Kind::MethodNotAllowed,
            "this path has no such method: `Allow` names those it has",
        )
    }

    pub(crate) fn rate_limited(limit: u32, seconds: u64) -> Self {
        let message = format!("over the limit of {limit} requests: try again in {seconds} s");
        Self {
            retry_after: Some(seconds),
            ..Self::new(Kind::RateLimited, message)
        }
    }

    /// An account has as many sockets open as it may.
    #[must_use]
    pub(crate) fn too_many_sockets(most: usize) -> Self {
        let message =
            format!("this account has {most} sockets open, which is all it may: close one of them");
        Self::new(Kind::RateLimited, message)
    }

    /// Too many wrong guesses.
    #[must_use]
    pub fn too_many_failures(next_in: Duration) -> Self {
        let seconds = next_in.as_secs() + 1;
        let message = format!("too many failed sign-ins: try again in {seconds} s");
        Self {
            retry_after: Some(seconds),
            ..Self::new(Kind::RateLimited, message)
        }
    }

    /// An unknown name or a wrong password: the caller is not told which.
    #[must_use]
    pub fn wrong_password() -> Self {
        Self::new(
            Kind::BadCredential,
            "username or password is wrong, or the account is suspended",
        )
    }

    /// A request line or headers beyond what is read.
    #[must_use]
    pub fn headers_too_large() -> Self {
        Self::new(
            Kind::HeadersTooLarge,
            "the address or the headers are too large",
        )
    }

    /// With more for programs.
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

/// An import takes about so long.
const SPOOL_RETRY_SECONDS: u64 = 10;

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Closed { .. } | StoreError::Cancelled { .. } => {
                Self::unavailable(error.to_string())
            }
            StoreError::Busy { .. } => Self::busy(error.to_string()),
            StoreError::Erased => Self::not_found("account"),
            StoreError::Full => Self::storage_full(error.to_string()),
            error => Self::internal(error.to_string()),
        }
    }
}

/// Seconds after which a body that met a spent budget may be sent again.
const BUSY_SECONDS: u64 = 2;
/// When a refused request may be sent again: work that waits is measured in tenths of a second.
const BUSY_RETRY_SECONDS: u64 = 1;
