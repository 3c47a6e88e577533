//! The one error of every method, and the kinds the interface names.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

/// The error of every method of this crate: a kind, named as in the interface, with the underlying
/// library's error as its source.
#[derive(Clone, Debug)]
pub struct ZKError {
    kind: ErrorKind,
    source: Arc<dyn Error + Send + Sync>,
}

impl ZKError {
    /// An error of this kind, caused by that one.
    pub fn new(kind: ErrorKind, source: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self {
            kind,
            source: Arc::from(source.into()),
        }
    }

    /// The kind of the error.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The cause, if it has that type: `error.cause::<lockstep_pq::Error>()`.
    #[must_use]
    pub fn cause<E: Error + 'static>(&self) -> Option<&E> {
        self.source.downcast_ref()
    }
}

impl fmt::Display for ZKError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind, self.source)
    }
}

impl Error for ZKError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&*self.source)
    }
}

/// The error kinds of the interface. `ZKError` is their base, and here the type that carries them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The base kind: errors that no other kind covers, such as use after `cleanup`.
    ZKError,
    /// `initialize` got an invalid configuration, or another method was called before it.
    InitializationError,
    /// No proof could be made.
    ProofGenerationError,
    /// A proof could not be verified: not one that is false, but one that cannot be judged.
    VerificationError,
    /// A circuit could not be optimized.
    OptimizationError,
    /// A key, ciphertext or message does not fit the scheme.
    PostQuantumError,
    /// The virtual machine stopped.
    VMError,
}

impl ErrorKind {
    /// The name of the kind in the interface.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::ZKError => "ZKError",
            Self::InitializationError => "InitializationError",
            Self::ProofGenerationError => "ProofGenerationError",
            Self::VerificationError => "VerificationError",
            Self::OptimizationError => "OptimizationError",
            Self::PostQuantumError => "PostQuantumError",
            Self::VMError => "VMError",
        }
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_its_kind_and_its_cause() {
        let cause = lockstep_zk::Error::SelfCheck;
        let error = ZKError::new(ErrorKind::ProofGenerationError, cause.clone());
        assert!(error.to_string().starts_with("ProofGenerationError: "));
        assert!(error.to_string().contains(&cause.to_string()));
        assert_eq!(error.kind(), ErrorKind::ProofGenerationError);
        assert_eq!(error.cause(), Some(&cause));
        assert!(error.source().is_some());
        assert_eq!(ErrorKind::ZKError.to_string(), "ZKError");
    }
}
