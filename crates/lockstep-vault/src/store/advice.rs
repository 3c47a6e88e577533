//! The remedies for damage in `keys.db`.

use lockstep_store::StoreError;

/// Adds the file and the remedy to the error for a damaged row without which `keys.db` cannot be used.
pub(super) fn with_remedy(error: StoreError) -> StoreError {
    if !error.is_damage() {
        return error;
    }
    StoreError::Damaged(format!(
        "keys.db: {error}. No key was changed. Put keys.db back from the newest backup, or restore into a \
         fresh directory (`lockstep backup restore FOLDER`)"
    ))
}
