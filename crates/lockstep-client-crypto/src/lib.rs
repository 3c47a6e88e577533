#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod error;
mod post_quantum;

pub use error::{ErrorKind, ZKError};
pub use post_quantum::{
    ConfigError, Encapsulation, PostQuantumConfig, PostQuantumKeyPair, PostQuantumScheme, Scheme,
};
