//! Adds the kind of this interface to errors of the libraries below.

use std::error::Error;

use crate::error::{ErrorKind, ZKError};

/// A result of this crate.
pub(crate) type Result<T> = std::result::Result<T, ZKError>;

/// Turns the error of a result into a [`ZKError`] of a kind.
pub(crate) trait WithErrorKind<T> {
    fn with_error_kind(self, kind: ErrorKind) -> Result<T>;
}

impl<T, E: Into<Box<dyn Error + Send + Sync>>> WithErrorKind<T> for std::result::Result<T, E> {
    fn with_error_kind(self, kind: ErrorKind) -> Result<T> {
        self.map_err(|error| ZKError::new(kind, error))
    }
}
