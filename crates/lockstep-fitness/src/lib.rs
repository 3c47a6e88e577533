//! Points, imports, the devices' registry, profile and metrics: area A.

#![forbid(unsafe_code)]

pub mod body;
pub mod chunk;
pub mod columns;
pub mod merge;
pub mod point;
pub mod point_id;
pub mod render;
pub mod store;
pub mod timestamp;
pub mod upload;

pub mod catalogue;
pub mod files;
pub mod metrics;
