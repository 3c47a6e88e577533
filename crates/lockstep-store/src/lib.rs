//! The ground Lockstep stands on.
//!
//! Everything above asks this crate for the time, for identifiers and for transactions; nothing
//! above reads a clock, rolls a die or opens a file of its own.

#![forbid(unsafe_code)]

pub mod clock;
pub mod id;

pub use clock::{Clock, Entropy, SystemClock, SystemEntropy, Timestamp};
