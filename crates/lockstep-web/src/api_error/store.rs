//! Errors of the store as answers.

use lockstep_store::StoreError;

use super::ApiError;

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Closed { .. } | StoreError::Cancelled { .. } => {
                Self::unavailable(error.to_string())
            }
            StoreError::Busy { .. } | StoreError::Overdue { .. } => Self::busy(error.to_string()),
            StoreError::Unavailable(_) => Self::database_unavailable(error.to_string()),
            StoreError::Erased => Self::not_found("account"),
            StoreError::Withdrawn => Self::withdrawn_rights(),
            StoreError::Full => Self::storage_full(error.to_string()),
            error if error.is_damage() => Self::damaged(error.to_string()),
            error => Self::internal(error.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api_error::ErrorKind;

    #[test]
    fn a_database_that_restarts_is_unavailable_and_says_when_to_try_again() {
        let reason = "PostgreSQL: the database system is shutting down (57P03)";
        let error = ApiError::from(StoreError::Unavailable(reason.to_owned()));
        assert_eq!(error.kind, ErrorKind::Unavailable);
        assert!(error.retry_after.is_some());
        assert!(!error.message.contains("57P03"), "{error}");
        assert!(error.log.unwrap().contains("57P03"));
    }
}
