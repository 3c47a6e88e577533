#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod counted;
mod date;
pub mod fixed_point;
pub mod free_text;
mod position;
mod present;
mod timestamp;
mod totals;

pub use counted::counted;
pub use date::{CivilDate, civil};
pub use position::Position;
pub use present::present;
pub use timestamp::{NotAMoment, Timestamp, milliseconds};
pub use totals::Totals;
