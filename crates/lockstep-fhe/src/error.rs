//! The errors of this crate as values; none of them depends on a secret.

/// Every error of this crate.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Two objects have different parameter sets.
    #[error("parameter set {found} where {expected} is needed")]
    ParameterMismatch {
        /// The set of the receiver.
        expected: &'static str,
        /// The set of the argument.
        found: &'static str,
    },
    /// Two objects belong to different secret keys.
    #[error("they belong to different secret keys")]
    KeyMismatch,
    /// The numbers cannot form a parameter set.
    #[error("parameters refused: {reason}")]
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
    #[error("scale refused: {reason}")]
    Scale {
        /// The violated rule.
        reason: &'static str,
    },
    /// The input has more values than a plaintext has slots.
    #[error("{count} values for {slots} slots")]
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
    /// The values of the result could exceed half of the plaintext modulus and decrypt wrongly.
    #[error("the result could need {needed} bits, the plaintext has {available}")]
    Magnitude {
        /// The bits of the result's bound.
        needed: u32,
        /// The available bits.
        available: u32,
    },
    /// The noise of the result could make it decrypt wrongly.
    #[error("the noise could need {needed} bits, the parameter set has {available}")]
    Noise {
        /// The bits of the noise bound, rounded up.
        needed: u32,
        /// The available bits, rounded down.
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
    #[error("the evaluation keys hold none for {what}")]
    MissingKey {
        /// `relinearization`, or the rotation.
        what: String,
    },
    /// The scheme or the parameter set does not support the operation.
    #[error("{operation} is not to be had: {reason}")]
    Unsupported {
        /// The name of the operation.
        operation: &'static str,
        /// The reason.
        reason: &'static str,
    },
    /// A step or a window exceeds the slots.
    #[error("{what} {value} is outside 1..={limit} or no power of two")]
    OutOfRange {
        /// The name of the parameter.
        what: &'static str,
        /// The given value.
        value: usize,
        /// The largest allowed value.
        limit: usize,
    },
    /// A foreign ciphertext is to be used as fresh, but does not claim to be fresh.
    #[error("not a fresh encryption: {reason}")]
    NotFresh {
        /// The ciphertext's claim.
        reason: &'static str,
    },
    /// The bytes are not a valid encoding.
    #[error("malformed bytes: {reason}")]
    Malformed {
        /// The violated rule.
        reason: &'static str,
    },
}
