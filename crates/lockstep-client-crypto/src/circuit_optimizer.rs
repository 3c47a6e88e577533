//! `CircuitOptimizer`: fewer rows for the same statement.

use std::sync::Arc;

use lockstep_zk::ark_ff::PrimeField;
use lockstep_zk::optimizer::process_constraints;
pub use lockstep_zk::optimizer::{Cost, Level as OptimizationLevel};
use lockstep_zk::r1cs::Row;

use crate::circuit::{Circuit, Plan};
use crate::error::{ErrorKind, ZKError};
use crate::error_kind::{Result, WithErrorKind};
use crate::task::spawn;

/// The reason why no GPU is used.
pub(crate) const NO_GPU: &str =
    "no GPU back end is built into this library (looked for: CUDA, Metal, Vulkan, WebGPU)";

/// Rewrites circuits; stateless but for its level.
#[derive(Clone, Copy, Debug, Default)]
pub struct CircuitOptimizer {
    level: OptimizationLevel,
}

impl CircuitOptimizer {
    /// An optimizer of this level.
    #[must_use]
    pub fn new(level: OptimizationLevel) -> Self {
        CircuitOptimizer { level }
    }

    /// `optimize`: an equivalent circuit with fewer rows, checked; its public inputs and witness
    /// generator are kept. Optimizing an optimized circuit starts from the original.
    pub async fn optimize(&self, circuit: &Circuit) -> Result<Circuit> {
        let (level, mut circuit) = (self.level, circuit.clone());
        spawn(move |_| {
            circuit.plan = match &circuit.plan {
                Plan::Bls12_381(sheet) => Plan::Bls12_381(Arc::new(sheet.optimize(level)?)),
                Plan::Bn254(sheet) => Plan::Bn254(Arc::new(sheet.optimize(level)?)),
                Plan::Bls24_509(sheet) => Plan::Bls24_509(Arc::new(sheet.optimize(level)?)),
                Plan::Bls48_575(sheet) => Plan::Bls48_575(Arc::new(sheet.optimize(level)?)),
            };
            Ok(circuit)
        })
        .await
        .map_err(|error: lockstep_zk::Error| ZKError::new(ErrorKind::OptimizationError, error))
    }

    /// `initializeGPU`: always an [`ErrorKind::OptimizationError`] that lists the missing back ends.
    /// Everything runs on the CPU.
    pub async fn initialize_gpu(&self) -> Result<()> {
        Err(ZKError::new(ErrorKind::OptimizationError, NO_GPU))
    }

    /// `processConstraints`: the same rows without repetitions and rows that always hold.
    pub async fn process_constraints<F: PrimeField>(
        &self,
        constraints: Vec<Row<F>>,
    ) -> Result<Vec<Row<F>>> {
        spawn(move |_| process_constraints(&constraints))
            .await
            .with_error_kind(ErrorKind::OptimizationError)
    }
}
