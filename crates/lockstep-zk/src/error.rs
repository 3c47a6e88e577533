//! The errors of this crate as values, with the file, row or limit concerned.

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
pub enum Fault {
    /// The file ends before its announced length.
    #[error("ends {missing} bytes early, while reading {what}")]
    Truncated {
        /// The element that was being read.
        what: &'static str,
        /// The number of missing bytes.
        missing: u64,
    },
    /// Bytes remain after the announced length.
    #[error("{left} bytes too many behind {what}")]
    Trailing {
        /// The element that was read.
        what: &'static str,
        /// The number of extra bytes.
        left: usize,
    },
    /// The first bytes are another format's.
    #[error("is no such file: the magic bytes differ")]
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
    #[error("section {0} stands there twice")]
    DuplicateSection(u32),
    /// A required section is missing.
    #[error("section {0} is missing")]
    MissingSection(u32),
    /// A count is impossible, or contradicts another.
    #[error("{what} is {found}, expected {expected}")]
    Count {
        /// The counted elements.
        what: &'static str,
        /// The number found.
        found: u64,
        /// The correct number, or the maximum.
        expected: u64,
    },
    /// A number not below its modulus.
    #[error("{what} {index} is not canonical: not below the modulus")]
    NotCanonical {
        /// The list of the element.
        what: &'static str,
        /// The index in the list.
        index: usize,
    },
    /// A point that is not on its curve.
    #[error("{what} {index} is not on the curve")]
    OffCurve {
        /// The list of the element.
        what: &'static str,
        /// The index in the list.
        index: usize,
    },
    /// A point of the curve outside its prime-order subgroup.
    #[error("{what} {index} is outside the prime-order subgroup")]
    OutOfSubgroup {
        /// The list of the element.
        what: &'static str,
        /// The index in the list.
        index: usize,
    },
    /// The point at infinity where it makes a key unsound.
    #[error("{what} {index} is the point at infinity")]
    Infinity {
        /// The list of the element.
        what: &'static str,
        /// The index in the list.
        index: usize,
    },
    /// The modulus is that of no curve offered, or of another curve than asked for.
    #[error("the modulus is that of another curve")]
    WrongCurve,
    /// A key carries what a sound set-up never makes (CVE-2019-7167).
    #[error(
        "carries the shifted element of public wire {0}, which lets anyone forge (CVE-2019-7167)"
    )]
    BypassElement(usize),
    /// Any other defect, as a sentence.
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
        fault: Fault,
    },
    /// The witness breaks a row of the constraint system.
    #[error("row {row} ({group}) does not hold for this witness")]
    Unsatisfied {
        /// The first row that fails.
        row: usize,
        /// The group of rows it belongs to.
        group: String,
    },
    /// The number of values is not the number of wires.
    #[error("{what}: {found} values for {expected}")]
    Length {
        /// The counted elements.
        what: &'static str,
        /// Values given.
        found: usize,
        /// Values wanted.
        expected: usize,
    },
    /// A named input is missing, unknown, or outside its domain.
    #[error("input {name}: {reason}")]
    Input {
        /// The name of the input.
        name: String,
        /// The reason for the refusal.
        reason: String,
    },
    /// The statement is false: there is no witness.
    #[error("the statement is false: {0}")]
    FalseStatement(String),
    /// The circuit is larger than the curve's roots of unity or the caller's bound allow.
    #[error("{rows} rows need a domain of 2^{needed}, the most is 2^{most}")]
    TooLarge {
        /// Rows, input rows included.
        rows: usize,
        /// log2 of the domain needed.
        needed: u32,
        /// log2 of the maximum domain.
        most: u32,
    },
    /// A key does not belong to what it was checked against.
    #[error("the key was not derived from this circuit and these powers of tau: {0}")]
    NotDerived(&'static str),
    /// The caller cancelled the work.
    #[error("given up: nobody waits for it any more")]
    Interrupted,
    /// A proof made here failed its own verification: the key is not of this circuit.
    #[error(
        "the proof made with this key does not verify: the key does not belong to this circuit and witness"
    )]
    SelfCheck,
    /// A circuit, scheme or level that is not offered.
    #[error("{what} is not offered: {reason}")]
    NotOffered {
        /// The requested feature.
        what: String,
        /// The reason, and the alternative.
        reason: String,
    },
    /// The optimizer could not show its output equivalent.
    #[error("the optimized circuit is not equivalent: {0}")]
    NotEquivalent(String),
    /// No device was found; names what was looked for.
    #[error("no GPU: {0}")]
    NoDevice(String),
    /// The witness machine stopped.
    #[error(transparent)]
    Machine(#[from] crate::machine::Stop),
}

impl Error {
    /// Shorthand for a [`Error::Malformed`].
    pub(crate) fn malformed(format: Format, fault: Fault) -> Error {
        Error::Malformed { format, fault }
    }

    /// A malformed file whose defect is a sentence.
    pub(crate) fn shape(format: Format, text: impl Into<String>) -> Error {
        Error::malformed(format, Fault::Shape(text.into()))
    }

    /// An input that is missing, unknown, or outside its domain.
    pub(crate) fn input(name: impl Into<String>, reason: impl Into<String>) -> Error {
        Error::Input {
            name: name.into(),
            reason: reason.into(),
        }
    }
}
