//! Errors of bodies and answers that need too much space.

use super::{ApiError, BUSY_SECONDS, ErrorKind};

impl ApiError {
    /// Reports a body of more than `bytes` bytes.
    #[must_use]
    pub fn too_large(bytes: usize) -> Self {
        let message =
            format!("the body has more than {bytes} bytes (after inflation): send it in parts");
        Self::new(ErrorKind::TooLarge, message)
    }

    /// Reports a file of more bytes than its account may send in one upload.
    #[must_use]
    pub fn file_too_large(bytes: u64) -> Self {
        let message = format!(
            "the file is over {bytes} bytes, the most that your account may upload at once: split it, or ask \
             an administrator for a larger quota 'spoolBytes'"
        );
        Self::new(ErrorKind::TooLarge, message)
    }

    /// Reports a body whose parsed form needs more memory than its sender may ever hold.
    #[must_use]
    pub(crate) fn too_much_memory(bytes: usize) -> Self {
        let message = format!(
            "the body needs more than {bytes} bytes of memory while it is read: send it in parts, or \
             with fewer JSON values"
        );
        Self::new(ErrorKind::TooLarge, message)
    }

    /// Reports a body that inflates to more than `ratio` times its size.
    #[must_use]
    pub(crate) fn inflates_too_much(ratio: u64) -> Self {
        let message = format!(
            "the body inflates to more than {ratio} times its size: send it with less compression or in parts"
        );
        Self::new(ErrorKind::TooLarge, message)
    }

    /// Reports that the memory for request bodies is used up; `budget` names the budget in the log.
    #[must_use]
    pub(crate) fn out_of_body_memory(budget: &str) -> Self {
        let message = format!(
            "the memory for request bodies is in use: send fewer requests at once, and try again in {BUSY_SECONDS} s"
        );
        Self {
            retry_after: Some(BUSY_SECONDS),
            log: Some(format!("the body budget of {budget} is spent")),
            ..Self::new(ErrorKind::Unavailable, message)
        }
    }

    /// Reports that the memory for answers is used up; `budget` names the budget in the log.
    #[must_use]
    pub(crate) fn out_of_answer_memory(budget: &str) -> Self {
        let message = format!(
            "too many responses are not read yet: read or close them, and try again in {BUSY_SECONDS} s"
        );
        Self {
            retry_after: Some(BUSY_SECONDS),
            log: Some(format!("the budget of {budget} is spent")),
            ..Self::new(ErrorKind::Unavailable, message)
        }
    }
}
