//! Why a start failed, and whether a node among others waits until it is mended.

use lockstep_store::StoreError;
use lockstep_vault::VaultError;
use lockstep_web::ApiError;
use lockstep_web::api_error::ErrorKind;

/// Why a start failed, with the text for the operator.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum StartError {
    /// The database cannot be reached, or accepts no writes: the same start may succeed later.
    Unavailable(String),
    /// Waiting does not mend it.
    Lasting(String),
}

impl StartError {
    /// The error of a step that an account's operation does, with its own text.
    pub(super) fn of_fault(fault: &ApiError, text: String) -> Self {
        match fault.kind {
            ErrorKind::Unavailable => Self::Unavailable(text),
            _ => Self::Lasting(text),
        }
    }

    /// Returns the text for the operator.
    pub(super) fn into_text(self) -> String {
        match self {
            Self::Unavailable(text) | Self::Lasting(text) => text,
        }
    }
}

impl From<String> for StartError {
    fn from(text: String) -> Self {
        Self::Lasting(text)
    }
}

impl From<StoreError> for StartError {
    fn from(error: StoreError) -> Self {
        let text = format!("store.url: {error}");
        match error {
            StoreError::Unavailable(_) => Self::Unavailable(text),
            _ => Self::Lasting(text),
        }
    }
}

impl From<VaultError> for StartError {
    fn from(error: VaultError) -> Self {
        let text = error.to_string();
        match error {
            VaultError::Store(StoreError::Unavailable(_)) => Self::Unavailable(text),
            _ => Self::Lasting(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_unavailable(error: &StartError) -> bool {
        matches!(error, StartError::Unavailable(_))
    }

    #[test]
    fn only_what_waiting_mends_is_waited_for() {
        let lost = || StoreError::Unavailable("no PostgreSQL listens".to_owned());
        assert!(is_unavailable(&lost().into()));
        assert!(is_unavailable(&VaultError::from(lost()).into()));
        let fault = ApiError::from(lost());
        assert!(is_unavailable(&StartError::of_fault(
            &fault,
            "later".to_owned()
        )));

        let newer = || StoreError::Migration("made by a newer lockstep".to_owned());
        assert!(!is_unavailable(&newer().into()));
        assert!(!is_unavailable(&VaultError::from(newer()).into()));
        assert!(!is_unavailable(&VaultError::WrongRoot.into()));
        assert!(!is_unavailable(&VaultError::Torn("torn".to_owned()).into()));
        let fault = ApiError::from(newer());
        assert!(!is_unavailable(&StartError::of_fault(
            &fault,
            "never".to_owned()
        )));
    }

    #[test]
    fn the_cause_is_in_the_text() {
        let error = StartError::from(StoreError::Unavailable("no PostgreSQL listens".to_owned()));
        let text = error.into_text();
        assert!(
            text.starts_with("store.url: ") && text.contains("no PostgreSQL listens"),
            "{text}"
        );
    }
}
