//! The kinds of errors of the C interface: a status and a text.

use std::any::Any;
use std::fmt;

#[cfg(feature = "verification")]
use lockstep_client_crypto::{ErrorKind, ZKError};

/// The status of a call. The names are the error kinds of the interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Status {
    /// The answer is a frame.
    Success = 0,
    /// The base of the kinds 1 to 7.
    ZKError = 1,
    /// The configuration is invalid, or `initialize` was not called.
    InitializationError = 2,
    /// No proof can be made.
    ProofGenerationError = 3,
    /// A proof cannot be judged.
    VerificationError = 4,
    /// A circuit cannot be optimized.
    OptimizationError = 5,
    /// A key, ciphertext or method does not fit the post-quantum scheme.
    PostQuantumError = 6,
    /// The virtual machine stopped.
    VMError = 7,
    /// The operation is unknown, or the request has another form.
    InvalidRequest = 8,
    /// The handle is closed, never existed, or is of another kind.
    ClosedHandle = 9,
    /// The token was cancelled.
    Cancelled = 10,
    /// A message cannot be sealed.
    SealError = 11,
    /// An envelope cannot be opened.
    OpenError = 12,
    /// A value, key or ciphertext of BFV is refused.
    HomomorphicError = 13,
    /// A value with which a document is verified cannot be read.
    DocumentError = 14,
    /// The source of entropy failed.
    EntropyError = 15,
    /// A panic was caught.
    InternalError = 16,
}

impl Status {
    /// The name of the kind.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Success => "Success",
            Self::ZKError => "ZKError",
            Self::InitializationError => "InitializationError",
            Self::ProofGenerationError => "ProofGenerationError",
            Self::VerificationError => "VerificationError",
            Self::OptimizationError => "OptimizationError",
            Self::PostQuantumError => "PostQuantumError",
            Self::VMError => "VMError",
            Self::InvalidRequest => "InvalidRequest",
            Self::ClosedHandle => "ClosedHandle",
            Self::Cancelled => "Cancelled",
            Self::SealError => "SealError",
            Self::OpenError => "OpenError",
            Self::HomomorphicError => "HomomorphicError",
            Self::DocumentError => "DocumentError",
            Self::EntropyError => "EntropyError",
            Self::InternalError => "InternalError",
        }
    }
}

/// The failure of a call: its kind and a text for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    status: Status,
    text: String,
}

impl Failure {
    /// A failure of this kind.
    #[must_use]
    pub fn new(status: Status, text: impl fmt::Display) -> Self {
        Self {
            status,
            text: text.to_string(),
        }
    }

    /// A request whose format the operation does not accept.
    pub(crate) fn invalid(text: impl fmt::Display) -> Self {
        Self::new(Status::InvalidRequest, text)
    }

    pub(crate) fn cancelled() -> Self {
        Self::new(Status::Cancelled, "the call was cancelled")
    }

    /// The message for a panic, without its payload.
    pub(crate) fn of_panic(panic: &(dyn Any + Send)) -> Self {
        let text = panic
            .downcast_ref::<&str>()
            .copied()
            .or_else(|| panic.downcast_ref::<String>().map(String::as_str));
        let text = text.unwrap_or("without a message");
        Self::new(
            Status::InternalError,
            format!("the library panicked, please report it: {text}"),
        )
    }

    /// The kind.
    #[must_use]
    pub fn status(&self) -> Status {
        self.status
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.status.name(), self.text)
    }
}

impl std::error::Error for Failure {}

#[cfg(feature = "verification")]
impl From<ZKError> for Failure {
    fn from(error: ZKError) -> Self {
        let status = match error.kind() {
            ErrorKind::InitializationError => Status::InitializationError,
            ErrorKind::ProofGenerationError => Status::ProofGenerationError,
            ErrorKind::VerificationError => Status::VerificationError,
            ErrorKind::OptimizationError => Status::OptimizationError,
            ErrorKind::PostQuantumError => Status::PostQuantumError,
            ErrorKind::VMError => Status::VMError,
            _ => Status::ZKError,
        };
        match std::error::Error::source(&error) {
            Some(cause) => Self::new(status, cause),
            None => Self::new(status, "no cause is known"),
        }
    }
}

#[cfg(feature = "full")]
impl From<lockstep_seal::SealError> for Failure {
    fn from(error: lockstep_seal::SealError) -> Self {
        Self::new(Status::SealError, error)
    }
}

#[cfg(feature = "full")]
impl From<lockstep_seal::OpenError> for Failure {
    fn from(error: lockstep_seal::OpenError) -> Self {
        Self::new(Status::OpenError, error)
    }
}

#[cfg(feature = "full")]
impl From<lockstep_fhe::Error> for Failure {
    fn from(error: lockstep_fhe::Error) -> Self {
        Self::new(Status::HomomorphicError, error)
    }
}

/// Every status, in the order of its number.
#[cfg(test)]
pub(crate) const ALL: [Status; 17] = [
    Status::Success,
    Status::ZKError,
    Status::InitializationError,
    Status::ProofGenerationError,
    Status::VerificationError,
    Status::OptimizationError,
    Status::PostQuantumError,
    Status::VMError,
    Status::InvalidRequest,
    Status::ClosedHandle,
    Status::Cancelled,
    Status::SealError,
    Status::OpenError,
    Status::HomomorphicError,
    Status::DocumentError,
    Status::EntropyError,
    Status::InternalError,
];
