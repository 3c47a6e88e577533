//! circom's WebAssembly witness generators (ABI version 2), in `wasmi` with fuel and a memory limiter.

use ark_ff::PrimeField;
use sha2::{Digest, Sha256};
use wasmi::errors::ErrorKind;
use wasmi::{
    Caller, Config, Engine, Extern, Instance, Linker, Memory, Module, Store, StoreLimits,
    StoreLimitsBuilder, TrapCode, TypedFunc, WasmParams, WasmResults,
};

use super::{Execution, Inputs, Limits, MemoryState, Stop};
use crate::error::{Error, Fault, Format, Result};
use crate::field;
use crate::r1cs::Witness;

/// A generator larger than this is refused before it is parsed.
const MODULE_BYTES: usize = 64 << 20;
/// Characters kept of what a generator prints when it fails.
const MESSAGE: usize = 2048;

struct Host {
    limits: StoreLimits,
    message: String,
    exception: Option<i32>,
}

struct Guest {
    store: Store<Host>,
    instance: Instance,
    limits: Limits,
}

pub(crate) fn run<F: PrimeField>(
    module: &[u8],
    inputs: &Inputs<F>,
    limits: Limits,
) -> Result<Execution<F>> {
    let mut guest = Guest::over::<F>(module, limits)?;
    let width = field::width::<F>();
    guest.place(inputs)?;
    let count: i32 = guest.call("getWitnessSize", ())?;
    let asked = u64::try_from(count)
        .unwrap_or(u64::MAX)
        .saturating_mul(width as u64);
    if asked > limits.memory {
        let limit = limits.memory;
        return Err(Stop::Memory { limit, asked }.into());
    }
    let mut values = Vec::with_capacity(count.unsigned_abs() as usize);
    for wire in 0..count {
        guest.call::<_, ()>("getWitness", wire)?;
        let bytes = guest.shared(width / 4)?;
        let value = field::from_bytes(&bytes).ok_or(Error::malformed(
            Format::Wasm,
            Fault::NotCanonical {
                what: "wire",
                index: wire as usize,
            },
        ))?;
        values.push(value);
    }
    let memory = guest.state();
    Ok(Execution {
        witness: Witness::new(values)?,
        memory,
    })
}

pub(crate) fn check<F: PrimeField>(module: &[u8], wires: u32, limits: Limits) -> Result<()> {
    let mut guest = Guest::over::<F>(module, limits)?;
    let found: i32 = guest.call("getWitnessSize", ())?;
    if i64::from(found) == i64::from(wires) {
        return Ok(());
    }
    Err(Error::Length {
        what: "the generator's witness",
        found: found.unsigned_abs() as usize,
        expected: wires as usize,
    })
}

impl Guest {
    /// Started, of the version and the field that are wanted.
    fn over<F: PrimeField>(module: &[u8], limits: Limits) -> Result<Self> {
        let mut guest = Self::start(module, limits)?;
        let version: i32 = guest.call("getVersion", ())?;
        if version != 2 {
            return Err(Error::malformed(
                Format::Wasm,
                Fault::Unsupported {
                    what: "generator version",
                    found: version as u64,
                },
            ));
        }
        let words: i32 = guest.call("getFieldNumLen32", ())?;
        let width = field::width::<F>();
        guest.call::<_, ()>("getRawPrime", ())?;
        let wanted = i32::try_from(width / 4).expect("a field's width is small");
        if words != wanted || guest.shared(width / 4)? != field::modulus::<F>() {
            return Err(Error::malformed(Format::Wasm, Fault::WrongCurve));
        }
        guest.call::<_, ()>("init", 1i32)?;
        Ok(guest)
    }

    fn start(module: &[u8], limits: Limits) -> Result<Self> {
        if module.len() > MODULE_BYTES {
            return Err(Stop::Memory {
                limit: MODULE_BYTES as u64,
                asked: module.len() as u64,
            }
            .into());
        }
        let mut config = Config::default();
        config
            .consume_fuel(true)
            .floats(false)
            .wasm_multi_memory(false)
            .wasm_memory64(false)
            .set_max_recursion_depth(1024);
        let engine = Engine::new(&config);
        let module = Module::new(&engine, module)
            .map_err(|error| Stop::Invalid(first_line(&error.to_string())))?;
        let host = Host {
            limits: StoreLimitsBuilder::new()
                .memory_size(usize::try_from(limits.memory).unwrap_or(usize::MAX))
                .table_elements(1 << 16)
                .memories(1)
                .tables(4)
                .instances(1)
                .trap_on_grow_failure(true)
                .build(),
            message: String::new(),
            exception: None,
        };
        let mut store = Store::new(&engine, host);
        store.limiter(|host| &mut host.limits);
        store
            .set_fuel(limits.instructions)
            .map_err(|error| Stop::Invalid(error.to_string()))?;
        let mut linker = Linker::<Host>::new(&engine);
        link(&mut linker).map_err(|error| Stop::Invalid(error.to_string()))?;
        // The memory a module starts with is refused here, before it is allocated.
        let starting = module
            .exports()
            .filter_map(|export| export.ty().memory().map(|memory| memory.minimum()))
            .max()
            .unwrap_or(0)
            .saturating_mul(1 << 16);
        if starting > limits.memory {
            return Err(Stop::Memory {
                limit: limits.memory,
                asked: starting,
            }
            .into());
        }
        let instance = linker
            .instantiate_and_start(&mut store, &module)
            .map_err(|error| stop(&error, limits))?;
        Ok(Guest {
            store,
            instance,
            limits,
        })
    }

    fn call<P: WasmParams, R: WasmResults>(&mut self, name: &str, arguments: P) -> Result<R> {
        let function: TypedFunc<P, R> = self
            .instance
            .get_typed_func(&self.store, name)
            .map_err(|_| Stop::Invalid(format!("no function {name} of circom's interface")))?;
        function.call(&mut self.store, arguments).map_err(|error| {
            let host = self.store.data();
            if let Some(code) = host.exception {
                let message = format!("{}{}", exception(code), host.message);
                return Stop::Assertion { message }.into();
            }
            stop(&error, self.limits).into()
        })
    }

    /// The shared number, little-endian.
    fn shared(&mut self, words: usize) -> Result<Vec<u8>> {
        let mut bytes = Vec::with_capacity(words * 4);
        for word in 0..words as i32 {
            let value: i32 = self.call("readSharedRWMemory", word)?;
            bytes.extend(value.to_le_bytes());
        }
        Ok(bytes)
    }

    fn place<F: PrimeField>(&mut self, inputs: &Inputs<F>) -> Result<()> {
        let mut placed = 0i64;
        for (name, values) in inputs {
            let (high, low) = fnv(name);
            let size: i32 = self.call("getInputSignalSize", (high, low))?;
            if size < 0 {
                return Err(Error::input(name, "is no input of this circuit"));
            }
            if size as usize != values.len() {
                return Err(Error::input(
                    name,
                    format!("{} values, expected {size}", values.len()),
                ));
            }
            for (place, value) in values.iter().enumerate() {
                for (word, bytes) in field::to_bytes(value).chunks_exact(4).enumerate() {
                    let number = i32::from_le_bytes(bytes.try_into().expect("four bytes"));
                    self.call::<_, ()>("writeSharedRWMemory", (word as i32, number))?;
                }
                self.call::<_, ()>("setInputSignal", (high, low, place as i32))?;
                placed += 1;
            }
        }
        let wanted: i32 = self.call("getInputSize", ())?;
        if placed != i64::from(wanted) {
            return Err(Error::input(
                "(all)",
                format!("{placed} values given, the circuit takes {wanted}"),
            ));
        }
        Ok(())
    }

    fn state(&self) -> MemoryState {
        let data = self
            .instance
            .get_memory(&self.store, "memory")
            .map_or(&[][..], |memory: Memory| memory.data(&self.store));
        let left = self.store.get_fuel().unwrap_or(0);
        MemoryState {
            pages: data.len() as u64 >> 16,
            bytes: data.len() as u64,
            peak: data.len() as u64,
            instructions: self.limits.instructions - left,
            digest: Sha256::digest(data).into(),
        }
    }
}

fn link(linker: &mut Linker<Host>) -> std::result::Result<(), wasmi::Error> {
    linker.func_wrap(
        "runtime",
        "exceptionHandler",
        |mut caller: Caller<'_, Host>, code: i32| -> std::result::Result<(), wasmi::Error> {
            caller.data_mut().exception = Some(code);
            Err(wasmi::Error::new("exception"))
        },
    )?;
    linker.func_wrap(
        "runtime",
        "printErrorMessage",
        |caller: Caller<'_, Host>| {
            take_message(caller);
        },
    )?;
    // What a circuit logs may be secret: it is read off and forgotten.
    linker.func_wrap("runtime", "writeBufferMessage", |_: Caller<'_, Host>| {})?;
    linker.func_wrap("runtime", "showSharedRWMemory", |_: Caller<'_, Host>| {})?;
    Ok(())
}

/// Reads the generator's message, character by character, as its interface has it.
fn take_message(mut caller: Caller<'_, Host>) {
    let Some(next) = caller
        .get_export("getMessageChar")
        .and_then(Extern::into_func)
        .and_then(|function| function.typed::<(), i32>(&caller).ok())
    else {
        return;
    };
    loop {
        match next.call(&mut caller, ()) {
            Ok(code) if code > 0 => {
                let host = caller.data_mut();
                if host.message.len() < MESSAGE {
                    host.message.extend(char::from_u32(code as u32));
                }
            }
            _ => break,
        }
    }
    let host = caller.data_mut();
    if host.message.len() < MESSAGE {
        host.message.push(' ');
    }
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

fn stop(error: &wasmi::Error, limits: Limits) -> Stop {
    match error.as_trap_code() {
        Some(TrapCode::OutOfFuel) => Stop::Instructions {
            limit: limits.instructions,
        },
        Some(TrapCode::GrowthOperationLimited) => Stop::Memory {
            limit: limits.memory,
            asked: limits.memory.saturating_add(1 << 16),
        },
        Some(code) => Stop::Trap(code.to_string()),
        None => match error.kind() {
            ErrorKind::Fuel(_) => Stop::Instructions {
                limit: limits.instructions,
            },
            ErrorKind::Instantiation(_) | ErrorKind::Linker(_) => {
                Stop::Invalid(first_line(&error.to_string()))
            }
            _ => Stop::Trap(first_line(&error.to_string())),
        },
    }
}

fn first_line(text: &str) -> String {
    text.lines()
        .next()
        .unwrap_or("")
        .chars()
        .take(200)
        .collect()
}

/// FNV-1a, 64 bits, as high and low word: how circom names its signals.
fn fnv(name: &str) -> (i32, i32) {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    for byte in name.bytes() {
        hash ^= u64::from(byte);
        hash = hash.wrapping_mul(0x0100_0000_01b3);
    }
    ((hash >> 32) as i32, hash as i32)
}
