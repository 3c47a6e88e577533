//! circom's WebAssembly witness generators (ABI version 2), run in `wasmi` with fuel and a memory
//! limit.

mod arithmetic;
mod bounds;
mod digests;
mod elements;
mod guest;
mod host;
mod identity;
mod prime;

use std::panic::{AssertUnwindSafe, catch_unwind};

use ark_ff::PrimeField;
use sha2::{Digest, Sha256};

use self::guest::Guest;
use super::{Execution, Inputs, Limits, MachineError, MemoryState};
use crate::error::{Error, FileDefect, Format, Result};
use crate::field;
use crate::r1cs::Witness;

/// Computes the witness of the inputs with a module. If `wires` is given, the witness must have
/// that many values.
pub(crate) fn witness<F: PrimeField>(
    module: &[u8],
    inputs: &Inputs<F>,
    wires: Option<u32>,
    limits: Limits,
    is_active: &dyn Fn() -> bool,
) -> Result<Witness<F>> {
    contained(|| Ok(computed(module, inputs, wires, limits, is_active)?.1))
}

/// Computes like [`witness`], and returns the state of the memory at the end, too.
pub(crate) fn run<F: PrimeField>(
    module: &[u8],
    inputs: &Inputs<F>,
    wires: Option<u32>,
    limits: Limits,
    is_active: &dyn Fn() -> bool,
) -> Result<Execution<F>> {
    contained(|| {
        let (mut guest, witness) = computed(module, inputs, wires, limits, is_active)?;
        let memory = state(&mut guest)?;
        Ok(Execution { witness, memory })
    })
}

fn computed<'a, F: PrimeField>(
    module: &[u8],
    inputs: &Inputs<F>,
    wires: Option<u32>,
    limits: Limits,
    is_active: &'a dyn Fn() -> bool,
) -> Result<(Guest<'a>, Witness<F>)> {
    let mut guest = start::<F>(module, limits, is_active)?;
    set_inputs(&mut guest, inputs)?;
    let count: i32 = guest.call("getWitnessSize", ())?;
    if let Some(wires) = wires {
        check_length(count, wires)?;
    }
    let values = wire_values(&mut guest, count, limits)?;
    Ok((guest, Witness::new(values)?))
}

/// Checks that a module is a generator over this field for a circuit of `wires` wires.
pub(crate) fn check<F: PrimeField>(
    module: &[u8],
    wires: u32,
    limits: Limits,
    is_active: &dyn Fn() -> bool,
) -> Result<()> {
    contained(|| {
        let mut guest = start::<F>(module, limits, is_active)?;
        let found: i32 = guest.call("getWitnessSize", ())?;
        check_length(found, wires)
    })
}

/// A panic of the interpreter fails only this execution.
fn contained<T>(work: impl FnOnce() -> Result<T>) -> Result<T> {
    catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|_| Err(MachineError::Trap("the interpreter failed".to_owned()).into()))
}

/// Instantiates and initialises a module. Checks its ABI version and its field.
fn start<'a, F: PrimeField>(
    module: &[u8],
    limits: Limits,
    is_active: &'a dyn Fn() -> bool,
) -> Result<Guest<'a>> {
    let mut guest = Guest::new::<F>(module, limits, is_active)?;
    let version: i32 = guest.call("getVersion", ())?;
    if version != 2 {
        return Err(Error::malformed(
            Format::Wasm,
            FileDefect::Unsupported {
                what: "generator version",
                found: version as u64,
            },
        ));
    }
    let words: i32 = guest.call("getFieldNumLen32", ())?;
    let width = field::width::<F>();
    guest.call::<_, ()>("getRawPrime", ())?;
    let wanted = i32::try_from(width / 4).expect("a field's width is small");
    if words != wanted || shared(&mut guest, width / 4)? != field::modulus::<F>() {
        return Err(Error::malformed(Format::Wasm, FileDefect::WrongCurve));
    }
    guest.call::<_, ()>("init", 1i32)?;
    Ok(guest)
}

fn check_length(found: i32, expected: u32) -> Result<()> {
    if i64::from(found) == i64::from(expected) {
        return Ok(());
    }
    Err(Error::Length {
        what: "the generator's witness",
        found: found.unsigned_abs() as usize,
        expected: expected as usize,
    })
}

/// Reads the shared number as little-endian bytes.
fn shared(guest: &mut Guest<'_>, words: usize) -> Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(words * 4);
    for word in 0..words as i32 {
        let value: i32 = guest.call("readSharedRWMemory", word)?;
        bytes.extend(value.to_le_bytes());
    }
    Ok(bytes)
}

fn set_inputs<F: PrimeField>(guest: &mut Guest<'_>, inputs: &Inputs<F>) -> Result<()> {
    let mut count = 0i64;
    for (name, values) in inputs {
        let (high, low) = fnv(name);
        let size: i32 = guest.call("getInputSignalSize", (high, low))?;
        if size < 0 {
            return Err(Error::input(name, "is not an input of this circuit"));
        }
        if size as usize != values.len() {
            return Err(Error::input(
                name,
                format!("has {} values, expected {size}", values.len()),
            ));
        }
        for (index, value) in values.iter().enumerate() {
            for (word, bytes) in field::to_bytes(value).chunks_exact(4).enumerate() {
                let number = i32::from_le_bytes(bytes.try_into().expect("four bytes"));
                guest.call::<_, ()>("writeSharedRWMemory", (word as i32, number))?;
            }
            guest.call::<_, ()>("setInputSignal", (high, low, index as i32))?;
            count += 1;
        }
    }
    let wanted: i32 = guest.call("getInputSize", ())?;
    if count != i64::from(wanted) {
        return Err(Error::input(
            "(all)",
            format!("has {count} values, the circuit takes {wanted}"),
        ));
    }
    Ok(())
}

fn wire_values<F: PrimeField>(guest: &mut Guest<'_>, count: i32, limits: Limits) -> Result<Vec<F>> {
    let width = field::width::<F>();
    let requested = u64::try_from(count)
        .unwrap_or(u64::MAX)
        .saturating_mul(width as u64);
    if requested > limits.memory {
        let limit = limits.memory;
        return Err(MachineError::Memory { limit, requested }.into());
    }
    let get = guest.function::<i32, ()>("getWitness")?;
    let shared_number = shared_number(guest)?;
    let mut values = Vec::with_capacity(count.unsigned_abs() as usize);
    for wire in 0..count {
        guest.call_function(get, wire)?;
        let read;
        let bytes = match shared_number.and_then(|start| guest.bytes(start, width)) {
            Some(bytes) => bytes,
            None => {
                read = shared(guest, width / 4)?;
                &read
            }
        };
        let value = field::from_bytes(bytes).ok_or(Error::malformed(
            Format::Wasm,
            FileDefect::NotCanonical {
                what: "wire",
                index: wire as usize,
            },
        ))?;
        values.push(value);
    }
    Ok(values)
}

/// Returns the address of the shared number, if the module has the function that says it.
fn shared_number(guest: &mut Guest<'_>) -> Result<Option<usize>> {
    match guest.function::<(), i32>("getSharedRWMemoryStart") {
        Ok(function) => {
            Ok(usize::try_from(guest.call_function(function, ())?.cast_unsigned()).ok())
        }
        Err(_) => Ok(None),
    }
}

fn state(guest: &mut Guest<'_>) -> Result<MemoryState> {
    let data = guest.memory()?;
    let bytes = data.len() as u64;
    let digest = Sha256::digest(data).into();
    Ok(MemoryState {
        pages: bytes >> 16,
        bytes,
        peak: bytes,
        instructions: guest.spent(),
        digest,
    })
}

fn first_line(text: &str) -> String {
    text.lines()
        .next()
        .unwrap_or("")
        .chars()
        .take(200)
        .collect()
}

/// 64-bit FNV-1a hash of a name as high and low word. circom identifies signals by it.
fn fnv(name: &str) -> (i32, i32) {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    for byte in name.bytes() {
        hash ^= u64::from(byte);
        hash = hash.wrapping_mul(0x0100_0000_01b3);
    }
    ((hash >> 32) as i32, hash as i32)
}
