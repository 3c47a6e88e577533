//! What can go wrong, as values; none of them depends on a secret.

/// Every error of this crate.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Two things of different parameter sets met.
    #[error("parameter set {found} where {expected} is needed")]
    ParameterMismatch {
        /// The set of the one that was asked.
        expected: &'static str,
        /// The set of the one that was given.
        found: &'static str,
    },
    /// Two things under different secret keys met.
    #[error("they belong to different secret keys")]
    KeyMismatch,
    /// Numbers that cannot make a parameter set.
    #[error("parameters refused: {reason}")]
    Parameters {
        /// Which rule is broken.
        reason: &'static str,
    },
    /// A value outside what its type or the plaintext modulus allows.
    #[error("value {index} is outside ±{bound}")]
    ValueOutOfBounds {
        /// Place of the value in what was given.
        index: usize,
        /// The largest absolute value allowed, as an integer after scaling.
        bound: u128,
    },
    /// A value that is no number.
    #[error("value {index} is not a finite number")]
    NotFinite {
        /// Place of the value in what was given.
        index: usize,
    },
    /// A scale that cannot be used.
    #[error("scale refused: {reason}")]
    Scale {
        /// Which rule is broken.
        reason: &'static str,
    },
    /// More values than one plaintext has slots.
    #[error("{count} values for {slots} slots")]
    TooManyValues {
        /// Values given.
        count: usize,
        /// Slots there are.
        slots: usize,
    },
    /// Two operands of different length or number of blocks.
    #[error("lengths differ: {left} and {right}")]
    LengthMismatch {
        /// Values of the first.
        left: usize,
        /// Values of the second.
        right: usize,
    },
    /// The values of the result could pass half of the plaintext modulus and come out wrong.
    #[error("the result could need {needed} bits, the plaintext has {available}")]
    Magnitude {
        /// Bits of the bound of the result.
        needed: u32,
        /// Bits there are.
        available: u32,
    },
    /// The noise of the result could make it decrypt to something else.
    #[error("the noise could need {needed} bits, the parameter set has {available}")]
    Noise {
        /// Bits of the bound of the noise, rounded up.
        needed: u32,
        /// Bits there are, rounded down.
        available: u32,
    },
    /// An operation that the ciphertext's level no longer allows.
    #[error("the ciphertext has {level} primes left, the operation needs {needed}")]
    Level {
        /// Primes of the ciphertext.
        level: usize,
        /// Primes needed.
        needed: usize,
    },
    /// The evaluation keys do not hold the key for this.
    #[error("the evaluation keys hold none for {what}")]
    MissingKey {
        /// `relinearization`, or the rotation.
        what: String,
    },
    /// An operation the scheme or the parameter set does not give.
    #[error("{operation} is not to be had: {reason}")]
    Unsupported {
        /// Its name.
        operation: &'static str,
        /// Why.
        reason: &'static str,
    },
    /// A step or a window outside the slots.
    #[error("{what} {value} is outside 1..={limit} or no power of two")]
    OutOfRange {
        /// What it is.
        what: &'static str,
        /// The one given.
        value: usize,
        /// The largest allowed.
        limit: usize,
    },
    /// A ciphertext from elsewhere that is to be taken as fresh and does not claim to be.
    #[error("not a fresh encryption: {reason}")]
    NotFresh {
        /// What it claims.
        reason: &'static str,
    },
    /// Bytes that are not what they should be.
    #[error("malformed bytes: {reason}")]
    Malformed {
        /// Which rule is broken.
        reason: &'static str,
    },
}
