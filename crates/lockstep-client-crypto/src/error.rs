//! The error kinds of the client interface, by the names its specification gives them.

use thiserror::Error;

/// A result of this crate.
pub type Result<T> = std::result::Result<T, Error>;

/// What a method throws. [`Error::kind`] is the name a binding gives its exception class; every kind
/// derives from `ZKError` there.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Error {
    /// The base: what no other kind covers, as use after `cleanup`.
    #[error("{message}")]
    ZKError {
        /// What happened and what to do.
        message: String,
    },
    /// A configuration that cannot be given, or a method before `initialize`.
    #[error("{message}")]
    InitializationError {
        /// What happened and what to do.
        message: String,
    },
    /// No proof: the statement is false, an input is wrong, a limit was reached.
    #[error("{message}")]
    ProofGenerationError {
        /// What happened and what to do.
        message: String,
    },
    /// A proof that cannot be read, or names a key nobody here has.
    #[error("{message}")]
    VerificationError {
        /// What happened and what to do.
        message: String,
    },
    /// The optimizer, or a device that is not there.
    #[error("{message}")]
    OptimizationError {
        /// What happened and what to do.
        message: String,
    },
    /// A post-quantum scheme.
    #[error("{message}")]
    PostQuantumError {
        /// What happened and what to do.
        message: String,
    },
    /// The virtual machine: which limit, which assertion, which row.
    #[error("{message}")]
    VMError {
        /// What happened and what to do.
        message: String,
    },
}

impl Error {
    /// The kind's name.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Error::ZKError { .. } => "ZKError",
            Error::InitializationError { .. } => "InitializationError",
            Error::ProofGenerationError { .. } => "ProofGenerationError",
            Error::VerificationError { .. } => "VerificationError",
            Error::OptimizationError { .. } => "OptimizationError",
            Error::PostQuantumError { .. } => "PostQuantumError",
            Error::VMError { .. } => "VMError",
        }
    }

    pub(crate) fn base(message: impl Into<String>) -> Self {
        Error::ZKError {
            message: message.into(),
        }
    }

    pub(crate) fn initialization(message: impl Into<String>) -> Self {
        Error::InitializationError {
            message: message.into(),
        }
    }

}

#[expect(
    clippy::needless_pass_by_value,
    reason = "these are handed to map_err, which passes by value"
)]
impl Error {
    pub(crate) fn proof(error: impl ToString) -> Self {
        Error::ProofGenerationError {
            message: error.to_string(),
        }
    }

    pub(crate) fn verification(error: impl ToString) -> Self {
        Error::VerificationError {
            message: error.to_string(),
        }
    }

    pub(crate) fn optimization(error: impl ToString) -> Self {
        Error::OptimizationError {
            message: error.to_string(),
        }
    }

    pub(crate) fn machine(error: impl ToString) -> Self {
        Error::VMError {
            message: error.to_string(),
        }
    }
}
