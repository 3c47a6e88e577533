//! Giving an error of the library below its kind in the interface.

use std::error::Error;

use crate::error::{ErrorKind, ZKError};

/// A result of this crate.
pub(crate) type Result<T> = std::result::Result<T, ZKError>;

/// `result.raise(kind)`: the same result, its error of that kind.
pub(crate) trait Raise<T> {
    fn raise(self, kind: ErrorKind) -> Result<T>;
}

impl<T, E: Into<Box<dyn Error + Send + Sync>>> Raise<T> for std::result::Result<T, E> {
    fn raise(self, kind: ErrorKind) -> Result<T> {
        self.map_err(|error| ZKError::new(kind, error))
    }
}
