//! What the host keeps of a running guest, its limits, and the fuel of imports.

use std::fmt;

use wasmi::errors::HostError;
use wasmi::{Caller, Memory, ResourceLimiter};
use wasmi_core::LimiterError;

const MAX_TABLE_ELEMENTS: usize = 1 << 16;

/// What the host keeps of a running guest.
pub(super) struct Host {
    pub(super) limits: SizeLimits,
    /// The memory of the instance, once it exists.
    pub(super) memory: Option<Memory>,
    /// Fuel that has not been granted to the store.
    pub(super) reserve: u64,
    pub(super) message: String,
    /// Number of messages that can still be read.
    pub(super) messages: u32,
    /// Whether a message is being read. Imports are then refused.
    pub(super) reading: bool,
}

/// The most that a module may use. A larger memory or table stops it.
pub(super) struct SizeLimits {
    pub(super) memory: usize,
}

impl ResourceLimiter for SizeLimits {
    fn memory_growing(
        &mut self,
        _: usize,
        desired: usize,
        _: Option<usize>,
    ) -> std::result::Result<bool, LimiterError> {
        at_most(desired, self.memory)
    }

    fn table_growing(
        &mut self,
        _: usize,
        desired: usize,
        _: Option<usize>,
    ) -> std::result::Result<bool, LimiterError> {
        at_most(desired, MAX_TABLE_ELEMENTS)
    }

    fn instances(&self) -> usize {
        1
    }

    fn tables(&self) -> usize {
        1
    }

    fn memories(&self) -> usize {
        1
    }
}

fn at_most(desired: usize, limit: usize) -> std::result::Result<bool, LimiterError> {
    if desired > limit {
        return Err(LimiterError::ResourceLimiterDeniedAllocation);
    }
    Ok(true)
}

/// The reason why an import suspended the guest.
#[derive(Clone, Copy, Debug)]
pub(super) enum Pause {
    /// A message can be read. The guest continues afterwards.
    Message,
    /// The guest called `exceptionHandler` with this code.
    Exception(i32),
    /// The guest called an import while a message was being read.
    Refused,
    /// There is not enough fuel for the import.
    Exhausted,
}

impl fmt::Display for Pause {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Pause::Message => "the module printed a message outside of a call",
            Pause::Exception(_) => "the module raised an exception",
            Pause::Refused => "the module called an import while a message was being read",
            Pause::Exhausted => "no fuel is left",
        })
    }
}

impl HostError for Pause {}

/// Charges an import's fuel, first to the slice and then to the reserve.
pub(super) fn charge_import(
    caller: &mut Caller<'_, Host>,
    fuel: u64,
) -> std::result::Result<(), wasmi::Error> {
    if caller.data().reading {
        return Err(wasmi::Error::host(Pause::Refused));
    }
    let left = caller.get_fuel()?;
    if let Some(remaining) = left.checked_sub(fuel) {
        return caller.set_fuel(remaining);
    }
    let host = caller.data_mut();
    let Some(remaining) = host.reserve.checked_sub(fuel - left) else {
        return Err(wasmi::Error::host(Pause::Exhausted));
    };
    host.reserve = remaining;
    caller.set_fuel(0)
}
