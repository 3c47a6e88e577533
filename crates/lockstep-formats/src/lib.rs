#![doc = include_str!("../README.md")]
//!
//! # Reading order
//! [`Point`] and [`catalogue`] (the types of measurements), [`files`] (reads recordings and
//! exports), [`export`] (writes points), [`formula`] (guards texts of CSV), [`PointWriter`] (points as
//! the JSON of an answer), [`point`] and [`metadata`] (the limits of a point's fields), [`LocalDate`]
//! (the calendar day of a value).
#![forbid(unsafe_code)]

pub mod arrow_ipc;
pub mod catalogue;
pub mod export;
pub mod files;
pub mod formula;
mod local_date;
pub mod metadata;
pub mod point;
mod point_id;
pub mod raw_json;
mod render;
mod timestamp;

pub use local_date::{LocalDate, MAX_DISTANCE_DAYS, MAX_DISTANCE_MILLIS, has_local_time};
pub use point::Point;
pub use point_id::{NotAPointId, PointId};
pub use render::PointWriter;
pub use timestamp::{TimestampFault, TimestampReader};
