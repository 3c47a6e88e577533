//! Points, imports, the devices' registry, profile and metrics: area A.

#![forbid(unsafe_code)]

pub mod point;

pub mod catalogue;
pub mod files;
pub mod metrics;
