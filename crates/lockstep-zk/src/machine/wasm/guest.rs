//! An instance of an uploaded module, run as hostile code.
//!
//! - No import calls the guest. `printErrorMessage` suspends it; the host reads its message within
//!   a limit and refuses imports during that time.
//! - Fuel is granted in slices. The caller can cancel between two slices.
//! - Host work for the guest costs fuel: every import, every call, every byte hashed.

use ark_ff::PrimeField;
use wasmi::errors::ErrorKind;
use wasmi::{
    Caller, CompilationMode, Config, Engine, Instance, Linker, Module, Store, TrapCode, TypedFunc,
    TypedResumableCall, WasmParams, WasmResults,
};

use super::host::{Host, Pause, SizeLimits, charge_import};
use super::{arithmetic, bounds, first_line};
use crate::error::{Error, Result};
use crate::machine::{Limits, MachineError};

/// Fuel between two calls of `is_active`: about a millisecond.
const SLICE_FUEL: u64 = 1 << 20;
/// Fuel for a call of the guest by the host, and for an import.
const CALL_FUEL: u64 = 64;
/// Bytes that the host reads per unit of fuel, as in `wasmi`'s `memory.copy`.
const BYTES_PER_FUEL: u64 = 64;
/// Maximum number of messages read per execution. [`MAX_MESSAGE_BYTES`] limits their total size.
const MAX_MESSAGES: u32 = 16;
const MAX_MESSAGE_BYTES: usize = 1024;
const MAX_RECURSION_DEPTH: usize = 1024;
const MAX_STACK_BYTES: usize = 1 << 20;

pub(super) struct Guest<'a> {
    store: Store<Host>,
    instance: Instance,
    limits: Limits,
    is_active: &'a dyn Fn() -> bool,
}

impl<'a> Guest<'a> {
    /// Instantiates the module, a generator over `F`, without running its code.
    pub(super) fn new<F: PrimeField>(
        module: &[u8],
        limits: Limits,
        is_active: &'a dyn Fn() -> bool,
    ) -> Result<Self> {
        bounds::check(module)?;
        if !is_active() {
            return Err(Error::Interrupted);
        }
        let engine = Engine::new(&config());
        let native = arithmetic::with_imports::<F>(module);
        let module = Module::new(&engine, native.as_deref().unwrap_or(module))
            .map_err(|error| MachineError::Invalid(first_line(&error.to_string())))?;
        let first = limits.instructions.min(SLICE_FUEL);
        let host = Host {
            limits: SizeLimits {
                memory: usize::try_from(limits.memory).unwrap_or(usize::MAX),
            },
            memory: None,
            reserve: limits.instructions - first,
            message: String::new(),
            messages: MAX_MESSAGES,
            reading: false,
        };
        let mut store = Store::new(&engine, host);
        store.limiter(|host| &mut host.limits);
        store
            .set_fuel(first)
            .map_err(|error| MachineError::Invalid(error.to_string()))?;
        let mut linker = Linker::<Host>::new(&engine);
        link(&mut linker)
            .and_then(|()| arithmetic::link::<F>(&mut linker))
            .map_err(|error| MachineError::Invalid(error.to_string()))?;
        // The initial memory is checked before it is allocated.
        let initial = module
            .exports()
            .filter_map(|export| export.ty().memory().map(|memory| memory.minimum()))
            .max()
            .unwrap_or(0)
            .saturating_mul(1 << 16);
        if initial > limits.memory {
            return Err(MachineError::Memory {
                limit: limits.memory,
                requested: initial,
            }
            .into());
        }
        let instance = linker
            .instantiate_and_start(&mut store, &module)
            .map_err(|error| stop(&error, limits))?;
        store.data_mut().memory = instance.get_memory(&store, "memory");
        Ok(Guest {
            store,
            instance,
            limits,
            is_active,
        })
    }

    /// Calls an exported function, in slices of fuel.
    ///
    /// # Errors
    /// A [`MachineError`] if the guest or the machine stopped, and [`Error::Interrupted`] after a
    /// cancellation.
    pub(super) fn call<P: WasmParams, R: WasmResults>(
        &mut self,
        name: &str,
        arguments: P,
    ) -> Result<R> {
        let function = self.function(name)?;
        self.call_function(function, arguments)
    }

    /// Returns an exported function.
    ///
    /// # Errors
    /// [`MachineError::Invalid`] if the module has no such function of this type.
    pub(super) fn function<P: WasmParams, R: WasmResults>(
        &self,
        name: &str,
    ) -> Result<TypedFunc<P, R>> {
        let function = self.instance.get_typed_func(&self.store, name);
        function.map_err(|_| {
            MachineError::Invalid(format!(
                "the module has no function {name}, which circom's interface requires"
            ))
            .into()
        })
    }

    /// Calls like [`Guest::call`], for a function that is called often.
    pub(super) fn call_function<P: WasmParams, R: WasmResults>(
        &mut self,
        function: TypedFunc<P, R>,
        arguments: P,
    ) -> Result<R> {
        self.charge(CALL_FUEL)?;
        let mut state = function.call_resumable(&mut self.store, arguments);
        loop {
            state = match state.map_err(|error| self.stopped(&error))? {
                TypedResumableCall::Finished(results) => return Ok(results),
                TypedResumableCall::OutOfFuel(paused) => {
                    self.refill(paused.required_fuel())?;
                    paused.resume(&mut self.store)
                }
                TypedResumableCall::HostTrap(paused) => {
                    let Some(Pause::Message) = paused.host_error().downcast_ref() else {
                        return Err(self.stopped(paused.host_error()));
                    };
                    self.read_message()?;
                    paused.resume(&mut self.store, &[])
                }
            };
        }
    }

    /// Returns some bytes of the guest's memory, if they are there.
    pub(super) fn bytes(&self, start: usize, length: usize) -> Option<&[u8]> {
        let memory = self.store.data().memory?;
        memory.data(&self.store).get(start..)?.get(..length)
    }

    #[cfg(test)]
    pub(super) fn memory_mut(&mut self) -> &mut [u8] {
        let memory = self.store.data().memory.expect("a memory");
        memory.data_mut(&mut self.store)
    }

    /// Returns the guest's memory, and charges fuel for reading all of it.
    pub(super) fn memory(&mut self) -> Result<&[u8]> {
        let Some(memory) = self.store.data().memory else {
            return Ok(&[]);
        };
        let bytes = memory.data_size(&self.store) as u64;
        self.charge(bytes / BYTES_PER_FUEL)?;
        Ok(memory.data(&self.store))
    }

    /// Returns the fuel spent so far.
    pub(super) fn spent(&self) -> u64 {
        let left = self.store.get_fuel().unwrap_or(0);
        self.limits.instructions - left - self.store.data().reserve
    }

    fn charge(&mut self, fuel: u64) -> Result<()> {
        if self.store.get_fuel().unwrap_or(0) < fuel {
            self.refill(fuel)?;
        }
        let left = self.store.get_fuel().unwrap_or(0).saturating_sub(fuel);
        self.set_fuel(left)
    }

    /// Grants the next slice, or the required fuel if that is more.
    fn refill(&mut self, required: u64) -> Result<()> {
        if !(self.is_active)() {
            return Err(Error::Interrupted);
        }
        let left = self.store.get_fuel().unwrap_or(0);
        let wanted = required.max(SLICE_FUEL).saturating_sub(left);
        let reserve = &mut self.store.data_mut().reserve;
        let granted = wanted.min(*reserve);
        if left.saturating_add(granted) < required {
            return Err(self.out_of_fuel().into());
        }
        *reserve -= granted;
        self.set_fuel(left + granted)
    }

    fn set_fuel(&mut self, fuel: u64) -> Result<()> {
        let set = self.store.set_fuel(fuel);
        set.map_err(|error| MachineError::Invalid(error.to_string()).into())
    }

    /// Reads the message of a suspended guest character by character, within the remaining fuel. A
    /// character that cannot be read ends the message.
    fn read_message(&mut self) -> Result<()> {
        let next: TypedFunc<(), i32> =
            match self.instance.get_typed_func(&self.store, "getMessageChar") {
                Ok(function) => function,
                Err(_) => return Ok(()),
            };
        let mut charged = Ok(());
        self.store.data_mut().reading = true;
        while self.store.data().message.len() < MAX_MESSAGE_BYTES {
            charged = self.charge(CALL_FUEL);
            if charged.is_err() {
                break;
            }
            let Ok(code @ 1..) = next.call(&mut self.store, ()) else {
                break;
            };
            let character = char::from_u32(code.unsigned_abs());
            let shown = character.filter(|character| !character.is_control());
            self.store.data_mut().message.push(shown.unwrap_or(' '));
        }
        let host = self.store.data_mut();
        host.reading = false;
        if host.message.len() < MAX_MESSAGE_BYTES {
            host.message.push(' ');
        }
        charged
    }

    fn stopped(&self, error: &wasmi::Error) -> Error {
        match error.downcast_ref() {
            Some(Pause::Exception(code)) => {
                let message = format!("{}{}", exception(*code), self.store.data().message);
                MachineError::Assertion { message }.into()
            }
            Some(Pause::Exhausted) => self.out_of_fuel().into(),
            _ => stop(error, self.limits).into(),
        }
    }

    fn out_of_fuel(&self) -> MachineError {
        MachineError::Instructions {
            limit: self.limits.instructions,
        }
    }
}

/// The configuration: only the features of WebAssembly that circom's generators need. Compilation
/// is eager, because `wasmi` cannot resume a call that ran out of fuel during compilation.
fn config() -> Config {
    let mut config = Config::default();
    config
        .consume_fuel(true)
        .compilation_mode(CompilationMode::Eager)
        .ignore_custom_sections(true)
        .floats(false)
        .wasm_multi_memory(false)
        .wasm_reference_types(false)
        .wasm_tail_call(false)
        .wasm_multi_value(false)
        .wasm_extended_const(false)
        .set_max_stack_height(MAX_STACK_BYTES)
        .set_max_recursion_depth(MAX_RECURSION_DEPTH);
    config
}

fn link(linker: &mut Linker<Host>) -> std::result::Result<(), wasmi::Error> {
    linker.func_wrap(
        "runtime",
        "exceptionHandler",
        |mut caller: Caller<'_, Host>, code: i32| -> std::result::Result<(), wasmi::Error> {
            charge_import(&mut caller, CALL_FUEL)?;
            Err(wasmi::Error::host(Pause::Exception(code)))
        },
    )?;
    linker.func_wrap(
        "runtime",
        "printErrorMessage",
        |mut caller: Caller<'_, Host>| -> std::result::Result<(), wasmi::Error> {
            charge_import(&mut caller, CALL_FUEL)?;
            let host = caller.data_mut();
            if host.messages == 0 || host.message.len() >= MAX_MESSAGE_BYTES {
                return Ok(());
            }
            host.messages -= 1;
            Err(wasmi::Error::host(Pause::Message))
        },
    )?;
    // The log output of a circuit may contain secrets, so it is not read.
    for name in ["writeBufferMessage", "showSharedRWMemory"] {
        linker.func_wrap("runtime", name, |mut caller: Caller<'_, Host>| {
            charge_import(&mut caller, CALL_FUEL)
        })?;
    }
    Ok(())
}

fn exception(code: i32) -> &'static str {
    match code {
        1 => "signal not found. ",
        2 => "too many signals set. ",
        3 => "signal already set. ",
        4 => "assert failed. ",
        5 => "not enough memory. ",
        6 => "input signal array access exceeds the size. ",
        _ => "unknown error. ",
    }
}

fn stop(error: &wasmi::Error, limits: Limits) -> MachineError {
    match error.as_trap_code() {
        Some(TrapCode::OutOfFuel) => MachineError::Instructions {
            limit: limits.instructions,
        },
        Some(TrapCode::GrowthOperationLimited) => MachineError::Memory {
            limit: limits.memory,
            requested: limits.memory.saturating_add(1 << 16),
        },
        Some(code) => MachineError::Trap(code.to_string()),
        None => match error.kind() {
            ErrorKind::Fuel(_) => MachineError::Instructions {
                limit: limits.instructions,
            },
            ErrorKind::Instantiation(_) | ErrorKind::Linker(_) => {
                MachineError::Invalid(first_line(&error.to_string()))
            }
            _ => MachineError::Trap(first_line(&error.to_string())),
        },
    }
}
