//! What an operator does about damage in `keys.db`.

use lockstep_store::StoreError;

/// Adds the file and the remedy to the damage of a row that `keys.db` cannot be used without.
pub(super) fn advised(error: StoreError) -> StoreError {
    if !error.is_damage() {
        return error;
    }
    StoreError::Damaged(format!(
        "keys.db: {error}. No key was changed. Put keys.db back from the newest backup, or restore into a \
         fresh directory (`lockstep backup restore FOLDER`)"
    ))
}
