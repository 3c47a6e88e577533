//! The errors of this crate. They are values, and none depends on a secret.

/// Every error of this crate.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Two objects have different parameter sets.
    #[error("the parameter set is {found}, expected {expected}")]
    ParameterMismatch {
        /// The set of the receiver.
        expected: &'static str,
        /// The set of the argument.
        found: &'static str,
    },
    /// Two objects belong to different secret keys.
    #[error("the objects belong to different secret keys")]
    KeyMismatch,
    /// The numbers cannot form a parameter set.
    #[error("the parameters are invalid: {reason}")]
    Parameters {
        /// The violated rule.
        reason: &'static str,
    },
    /// A value is outside the range of its type or the plaintext modulus.
    #[error("value {index} is outside ±{bound}")]
    ValueOutOfBounds {
        /// The index of the value in the input.
        index: usize,
        /// The largest absolute value allowed, as an integer after scaling.
        bound: u128,
    },
    /// A value is NaN or infinite.
    #[error("value {index} is not a finite number")]
    NotFinite {
        /// The index of the value in the input.
        index: usize,
    },
    /// A scale is invalid.
    #[error("the scale is invalid: {reason}")]
    Scale {
        /// The violated rule.
        reason: &'static str,
    },
    /// The input has more values than a plaintext has slots.
    #[error("{count} values do not fit in {slots} slots")]
    TooManyValues {
        /// The number of values.
        count: usize,
        /// The number of slots.
        slots: usize,
    },
    /// Two operands differ in length or number of blocks.
    #[error("lengths differ: {left} and {right}")]
    LengthMismatch {
        /// The number of values of the first operand.
        left: usize,
        /// The number of values of the second operand.
        right: usize,
    },
    /// The result's values could exceed half of the plaintext modulus, so it could decrypt wrongly.
    #[error("the result could need {needed} bits, the plaintext has {available}")]
    Magnitude {
        /// Bits of the result's bound.
        needed: u32,
        /// Bits available.
        available: u32,
    },
    /// The noise of the result could make it decrypt wrongly.
    #[error("the noise could need {needed} bits, the parameter set has {available}")]
    Noise {
        /// Bits of the noise bound, rounded up.
        needed: u32,
        /// Bits available, rounded down.
        available: u32,
    },
    /// The ciphertext's level no longer allows the operation.
    #[error("the ciphertext has {level} primes left, the operation needs {needed}")]
    Level {
        /// The number of primes of the ciphertext.
        level: usize,
        /// The required number of primes.
        needed: usize,
    },
    /// The evaluation keys lack a required key.
    #[error("the evaluation keys have no key for {what}")]
    MissingKey {
        /// `relinearization`, or the rotation.
        what: String,
    },
    /// The scheme or the parameter set does not support the operation.
    #[error("{operation} is not supported: {reason}")]
    Unsupported {
        /// The name of the operation.
        operation: &'static str,
        /// The reason.
        reason: &'static str,
    },
    /// A step or a window exceeds the slots, or is not a power of two.
    #[error("{what} {value} must be a power of two in 1..={limit}")]
    OutOfRange {
        /// The name of the parameter.
        what: &'static str,
        /// The given value.
        value: usize,
        /// The largest allowed value.
        limit: usize,
    },
    /// A ciphertext from another party must be fresh, but its own fields show that it is not.
    #[error("the ciphertext is not a fresh encryption: {reason}")]
    NotFresh {
        /// The property that shows it.
        reason: &'static str,
    },
    /// The bytes are not a valid encoding.
    #[error("malformed bytes: {reason}")]
    Malformed {
        /// The violated rule.
        reason: &'static str,
    },
}
