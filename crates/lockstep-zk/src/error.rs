//! The errors of this crate. They are values with the file, row or limit concerned.

use thiserror::Error;

/// A result of this crate.
pub type Result<T> = std::result::Result<T, Error>;

/// The file formats this crate reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// iden3 constraint system, `.r1cs`.
    R1cs,
    /// iden3 witness, `.wtns`.
    Wtns,
    /// snarkjs proving key, `.zkey`.
    Zkey,
    /// snarkjs powers of tau, `.ptau`.
    Ptau,
    /// JSON: constraint systems, keys, proofs, public inputs.
    Json,
    /// Lockstep's compact proof encoding.
    Compact,
    /// Lockstep's witness program.
    Program,
    /// WebAssembly witness generator.
    Wasm,
}

impl std::fmt::Display for Format {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(match self {
            Format::R1cs => ".r1cs",
            Format::Wtns => ".wtns",
            Format::Zkey => ".zkey",
            Format::Ptau => ".ptau",
            Format::Json => "JSON",
            Format::Compact => "compact proof",
            Format::Program => "witness program",
            Format::Wasm => "WebAssembly",
        })
    }
}

/// The defect of a file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FileDefect {
    /// The file ends before its announced length.
    #[error("ends {missing} bytes early, while reading {what}")]
    Truncated {
        /// The element that was being read.
        what: &'static str,
        /// The number of missing bytes.
        missing: u64,
    },
    /// Bytes remain after the announced length.
    #[error("has {left} extra bytes after {what}")]
    Trailing {
        /// The element that was read.
        what: &'static str,
        /// The number of extra bytes.
        left: usize,
    },
    /// The first bytes are not those of the format.
    #[error("does not start with the magic bytes of this format")]
    Magic,
    /// This crate does not support the version or kind.
    #[error("{what} {found} is not supported")]
    Unsupported {
        /// The unsupported field.
        what: &'static str,
        /// The number found.
        found: u64,
    },
    /// A section occurs twice.
    #[error("section {0} occurs twice")]
    DuplicateSection(u32),
    /// A required section is missing.
    #[error("section {0} is missing")]
    MissingSection(u32),
    /// A count is impossible, or contradicts another count.
    #[error("{what} is {found}, expected {expected}")]
    Count {
        /// The counted elements.
        what: &'static str,
        /// The number found.
        found: u64,
        /// The correct number, or the maximum.
        expected: u64,
    },
    /// A number is not below its modulus.
    #[error("{what} {index} is not canonical: not below the modulus")]
    NotCanonical {
        /// The list of the element.
        what: &'static str,
        /// The index in the list.
        index: usize,
    },
    /// A point is not on its curve.
    #[error("{what} {index} is not on the curve")]
    OffCurve {
        /// The list of the element.
        what: &'static str,
        /// The index in the list.
        index: usize,
    },
    /// A point is on the curve but outside its prime-order subgroup.
    #[error("{what} {index} is outside the prime-order subgroup")]
    OutOfSubgroup {
        /// The list of the element.
        what: &'static str,
        /// The index in the list.
        index: usize,
    },
    /// The point at infinity occurs where it would make a key unsound.
    #[error("{what} {index} is the point at infinity")]
    Infinity {
        /// The list of the element.
        what: &'static str,
        /// The index in the list.
        index: usize,
    },
    /// A file that is read in portions is no longer the one that was checked.
    #[error("was changed while it was in use, at {what}: open it again")]
    Changed {
        /// The element that was being read.
        what: &'static str,
    },
    /// The modulus belongs to an unsupported curve, or to a curve that the caller did not request.
    #[error("the modulus belongs to another curve")]
    WrongCurve,
    /// A key contains an element that a sound set-up never creates (CVE-2019-7167).
    #[error(
        "contains the shifted element of public wire {0}, with which anyone can forge proofs (CVE-2019-7167)"
    )]
    BypassElement(usize),
    /// Another defect, described by a sentence.
    #[error("{0}")]
    Shape(String),
}

/// The errors of this crate.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Error {
    /// A file or a text could not be read.
    #[error("{format} {fault}")]
    Malformed {
        /// The format of the file.
        format: Format,
        /// The defect.
        fault: FileDefect,
    },
    /// The source of a file returned an error.
    #[error("the {format} cannot be read: {reason}")]
    Unreadable {
        /// The format of the file.
        format: Format,
        /// The error of the source.
        reason: String,
    },
    /// The witness violates a row of the constraint system.
    #[error("row {row} ({group}) does not hold for this witness")]
    Unsatisfied {
        /// The first row that fails.
        row: usize,
        /// The group of rows it belongs to.
        group: String,
    },
    /// The number of values differs from the expected number.
    #[error("{what} has {found} values, expected {expected}")]
    Length {
        /// The counted elements.
        what: &'static str,
        /// Number of values found.
        found: usize,
        /// Number of values expected.
        expected: usize,
    },
    /// A named input is missing, unknown, or out of range.
    #[error("input {name}: {reason}")]
    Input {
        /// The name of the input.
        name: String,
        /// The reason for the refusal.
        reason: String,
    },
    /// The statement is false, so it has no witness.
    #[error("the statement is false: {0}")]
    FalseStatement(String),
    /// The circuit needs a larger domain than the curve's roots of unity or the caller's limit
    /// allow.
    #[error("{rows} rows need a domain of 2^{needed}, the maximum is 2^{most}")]
    TooLarge {
        /// Number of rows, including the input rows.
        rows: usize,
        /// log2 of the required domain.
        needed: u32,
        /// log2 of the maximum domain.
        most: u32,
    },
    /// The key was not derived from the given circuit and powers of tau.
    #[error("the key was not derived from this circuit and these powers of tau: {0}")]
    NotDerived(&'static str),
    /// The caller cancelled the work.
    #[error("the caller cancelled the work")]
    Interrupted,
    /// A new proof failed its own verification, so the key belongs to another circuit.
    #[error(
        "a proof created with this key does not verify: the key does not belong to this circuit and witness"
    )]
    SelfCheck,
    /// The circuit, scheme or level is not supported.
    #[error("{what} is not supported: {reason}")]
    NotOffered {
        /// The requested feature.
        what: String,
        /// The reason, and the alternative.
        reason: String,
    },
    /// The optimizer could not prove that its output is equivalent.
    #[error("the optimized circuit is not equivalent: {0}")]
    NotEquivalent(String),
    /// No device was found. The text names the requested device.
    #[error("no GPU: {0}")]
    NoDevice(String),
    /// The witness machine stopped.
    #[error(transparent)]
    Machine(#[from] MachineError),
}

/// The reason why the witness machine stopped.
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
    /// A WebAssembly module in a build without the feature `wasmi`.
    #[error("this build has no interpreter for WebAssembly modules")]
    NoInterpreter,
    /// The module trapped.
    #[error("the module trapped: {0}")]
    Trap(String),
}

impl Error {
    /// Creates an [`Error::Malformed`].
    pub(crate) fn malformed(format: Format, fault: FileDefect) -> Error {
        Error::Malformed { format, fault }
    }

    /// Creates an [`Error::Malformed`] whose defect is a sentence.
    pub(crate) fn shape(format: Format, text: impl Into<String>) -> Error {
        Error::malformed(format, FileDefect::Shape(text.into()))
    }

    /// Creates an [`Error::Input`].
    pub(crate) fn input(name: impl Into<String>, reason: impl Into<String>) -> Error {
        Error::Input {
            name: name.into(),
            reason: reason.into(),
        }
    }
}
