//! Refuses requests whose secrets cannot be read.

use lockstep_web::ApiError;

use crate::keyring::SecretError;

impl From<SecretError> for ApiError {
    fn from(error: SecretError) -> Self {
        match error {
            SecretError::Store(error) => error.into(),
            SecretError::Destroyed => Self::not_found("account"),
            error @ (SecretError::Missing(_) | SecretError::Sealed(_)) => {
                let what = match error {
                    SecretError::Missing(_) => "is missing on the server",
                    _ => "is damaged on the server",
                };
                Self {
                    log: Some(error.to_string()),
                    ..Self::encryption(format!(
                        "the secret of a key that protects this account's data {what}. Ask the operator to \
                         run `lockstep doctor`; erasing the account still works"
                    ))
                }
            }
        }
    }
}
