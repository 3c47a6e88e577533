//! The reasons why the machine stops.

use thiserror::Error;

/// The reason why the machine stopped.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MachineError {
    /// The instruction limit was reached.
    #[error("the limit of {limit} instructions was reached")]
    Instructions {
        /// The limit.
        limit: u64,
    },
    /// The memory limit was reached.
    #[error("the generator requested {requested} bytes of memory, the limit is {limit}")]
    Memory {
        /// The limit.
        limit: u64,
        /// Number of bytes requested.
        requested: u64,
    },
    /// An assertion of the generator failed.
    #[error("assertion failed: {message}")]
    Assertion {
        /// The message of the assertion.
        message: String,
    },
    /// The bytecode or the module is invalid.
    #[error("the generator is invalid: {0}")]
    Invalid(String),
    /// The module trapped.
    #[error("the module trapped: {0}")]
    Trap(String),
}
