//! Refuses requests whose secrets cannot be read.

use lockstep_web::ApiError;

use crate::keyring::SecretError;

impl From<SecretError> for ApiError {
    fn from(error: SecretError) -> Self {
        match error {
            SecretError::Store(error) => error.into(),
            SecretError::Destroyed => Self::not_found("account"),
            error @ (SecretError::Missing(_) | SecretError::Sealed(_)) => Self {
                log: Some(error.to_string()),
                ..Self::encryption(
                    "a key that protects this account's data is lost or damaged on the server. Ask the operator \
                        to run `lockstep doctor`; erasing the account still works",
                )
            },
        }
    }
}
