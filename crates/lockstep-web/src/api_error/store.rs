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
            StoreError::Erased => Self::not_found("account"),
            StoreError::Withdrawn => Self::withdrawn_rights(),
            StoreError::Full => Self::storage_full(error.to_string()),
            error if error.is_damage() => Self::damaged(error.to_string()),
            error => Self::internal(error.to_string()),
        }
    }
}
