//! The configuration of a `ZkHandler`.

use lockstep_zk::{CurveName, PairingScheme};

use crate::circuit::Circuit;
use crate::circuit_optimizer::OptimizationLevel;
use crate::error::{ErrorKind, ZKError};
use crate::error_kind::Result;

/// The configuration of a handler. Every field has a default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ZkConfig {
    /// The proof system.
    pub scheme: PairingScheme,
    /// The security level: 1, 3 or 5, for about 128, 192 and 256 bits against classical attacks. NIST's
    /// levels are post-quantum categories; no pairing proof is post-quantum.
    pub security_level: u8,
    /// Requests a GPU. None is supported: the CPU is used, and every proof states it.
    pub use_gpu: bool,
    /// Optimize circuits before keys are made for them.
    pub optimization_level: Option<OptimizationLevel>,
    /// Curve of the built-in circuits at level 1. Absent: BLS12-381, at level 3 BLS24-509, at level 5
    /// BLS48-575. Another curve must be of the level.
    pub curve: Option<CurveName>,
    /// Decimals of values that are not whole, 0 to 6.
    pub precision: u8,
}

impl Default for ZkConfig {
    fn default() -> Self {
        ZkConfig {
            scheme: PairingScheme::Groth16,
            security_level: 1,
            use_gpu: false,
            optimization_level: None,
            curve: None,
            precision: 2,
        }
    }
}

impl ZkConfig {
    /// The security level in bits.
    pub(super) fn bits(self) -> Result<u16> {
        match self.security_level {
            1 => Ok(128),
            3 => Ok(192),
            5 => Ok(256),
            other => Err(ZKError::new(
                ErrorKind::InitializationError,
                format!("securityLevel is 1, 3 or 5, not {other}"),
            )),
        }
    }

    /// The curve of the level, or the configured one if it is of that level.
    pub(super) fn checked_curve(self) -> Result<CurveName> {
        let bits = self.bits()?;
        match self.curve {
            Some(curve) if curve.level() != bits => Err(ZKError::new(
                ErrorKind::InitializationError,
                format!(
                    "the curve {curve} is of {} bits, securityLevel {} asks for {bits}",
                    curve.level(),
                    self.security_level
                ),
            )),
            Some(curve) => Ok(curve),
            None => CurveName::of_level(bits).ok_or_else(|| {
                ZKError::new(
                    ErrorKind::InitializationError,
                    format!("no curve is of {bits} bits"),
                )
            }),
        }
    }

    /// Refuses a circuit whose curve is of another level.
    pub(super) fn check_level(self, circuit: &Circuit) -> Result<()> {
        let (bits, curve) = (self.bits()?, circuit.curve());
        if curve.level() == bits {
            return Ok(());
        }
        Err(ZKError::new(
            ErrorKind::ZKError,
            format!(
                "the circuit is over {curve}, of {} bits; securityLevel {} asks for {bits}",
                curve.level(),
                self.security_level
            ),
        ))
    }
}
