#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod circuit;
pub mod circuit_optimizer;
mod error;
mod error_kind;
mod post_quantum;
mod task;
pub mod virtual_machine;
pub mod zk_handler;

pub use circuit::{Circuit, GeneratorFile, Input};
pub use circuit_optimizer::CircuitOptimizer;
pub use error::{ErrorKind, ZKError};
pub use lockstep_zk::assurance::Setup;
pub use lockstep_zk::{CurveName, PairingScheme};
pub use post_quantum::{
    ConfigError, Encapsulation, PostQuantumConfig, PostQuantumKeyPair, PostQuantumParams,
    PostQuantumScheme, Scheme,
};
pub use task::{Cancellable, IsActive, cancellable};
pub use virtual_machine::ZkVirtualMachine;
pub use zk_handler::ZkHandler;
