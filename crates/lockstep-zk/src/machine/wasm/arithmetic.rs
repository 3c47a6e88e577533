//! The field arithmetic of circom's generators, in native code.
//!
//! circom writes the same functions into every module. In SHA-256 they were two thirds of the interpreted instructions, so
//! [`with_imports`] replaces them by imports. It recognises them by name and type alone. A module that calls
//! another function so computes another witness, and a witness is untrusted until it is checked.

use std::convert::Infallible;

use ark_ff::PrimeField;
use wasm_encoder::reencode::{self, Reencode, utils};
use wasm_encoder::{EntityType, ImportSection, Module};
use wasmi::{Caller, Linker, TrapCode};
use wasmparser::{FuncType, KnownCustom, Name, Parser, Payload, TypeRef, ValType};

use super::host::{Host, charge_import};
use crate::field;

/// The module that the imports name.
const MODULE: &str = "field";
/// circom's name of each function, that of its import, and the number of parameters: addresses of operands and result.
const FUNCTIONS: [(&str, &str, usize); 4] = [
    ("Fr_F1m_mul", "multiply", 3),
    ("Fr_F1m_square", "square", 2),
    ("Fr_F1m_toMontgomery", "to_montgomery", 2),
    ("Fr_F1m_fromMontgomery", "from_montgomery", 2),
];
/// Fuel for one of the functions. They take as long as 200 to 300 instructions.
const FUEL: u64 = 256;

/// Returns the module with its field arithmetic as imports. Returns `None` if it has no such functions, or no names.
pub(super) fn with_imports(module: &[u8]) -> Option<Vec<u8>> {
    let mut redirected = Redirected::new(module).ok()?;
    if redirected.functions.is_empty() {
        return None;
    }
    let mut written = Module::new();
    redirected
        .parse_core_module(&mut written, Parser::new(0), module)
        .ok()?;
    Some(written.finish())
}

/// A function that becomes an import.
struct Function {
    index: u32,
    type_index: u32,
    import: &'static str,
}

/// Writes a module again. New imports follow the others, and take the place of functions.
struct Redirected {
    /// The number of functions that the module imports itself.
    imported: u32,
    functions: Vec<Function>,
}

impl Redirected {
    fn new(module: &[u8]) -> wasmparser::Result<Self> {
        let mut found = Redirected {
            imported: 0,
            functions: Vec::new(),
        };
        let (mut types, mut type_of) = (Vec::new(), Vec::new());
        for payload in Parser::new(0).parse_all(module) {
            match payload? {
                Payload::TypeSection(section) => {
                    let section = section.into_iter_err_on_gc_types();
                    types = section.collect::<wasmparser::Result<_>>()?;
                }
                Payload::ImportSection(section) => {
                    for import in section {
                        let is_function = matches!(import?.ty, TypeRef::Func(_));
                        found.imported += u32::from(is_function);
                    }
                }
                Payload::FunctionSection(section) => {
                    type_of = section.into_iter().collect::<wasmparser::Result<_>>()?;
                }
                Payload::CustomSection(section) => {
                    if let KnownCustom::Name(names) = section.as_known() {
                        for name in names {
                            if let Name::Function(names) = name? {
                                found.add(names, &types, &type_of)?;
                            }
                        }
                    }
                }
                _ => {}
            }
        }
        Ok(found)
    }

    fn add(
        &mut self,
        names: wasmparser::NameMap<'_>,
        types: &[FuncType],
        type_of: &[u32],
    ) -> wasmparser::Result<()> {
        for naming in names {
            let naming = naming?;
            let known = FUNCTIONS.iter().find(|(name, ..)| *name == naming.name);
            let Some((_, import, parameters)) = known else {
                continue;
            };
            let own = naming.index.checked_sub(self.imported);
            let Some(type_index) = own.and_then(|own| type_of.get(own as usize)) else {
                continue;
            };
            let fits = types.get(*type_index as usize).is_some_and(|it| {
                it.params() == &[ValType::I32; 3][..*parameters] && it.results().is_empty()
            });
            let is_known = self.functions.iter().any(|it| it.import == *import);
            if fits && !is_known {
                self.functions.push(Function {
                    index: naming.index,
                    type_index: *type_index,
                    import,
                });
            }
        }
        Ok(())
    }
}

impl Reencode for Redirected {
    type Error = Infallible;

    fn function_index(&mut self, index: u32) -> u32 {
        if index < self.imported {
            return index;
        }
        let place = self.functions.iter().position(|it| it.index == index);
        let added = self.functions.len() as u32;
        // A number that is too large stays too large, and the module is refused.
        place.map_or(index.saturating_add(added), |place| {
            self.imported + place as u32
        })
    }

    fn parse_import_section(
        &mut self,
        imports: &mut ImportSection,
        section: wasmparser::ImportSectionReader<'_>,
    ) -> std::result::Result<(), reencode::Error> {
        utils::parse_import_section(self, imports, section)?;
        for function in &self.functions {
            let entity = EntityType::Function(function.type_index);
            imports.import(MODULE, function.import, entity);
        }
        Ok(())
    }

    /// Names have no use any more.
    fn parse_custom_section(
        &mut self,
        _: &mut Module,
        _: wasmparser::CustomSectionReader<'_>,
    ) -> std::result::Result<(), reencode::Error> {
        Ok(())
    }
}

/// Defines the imports. Numbers in the guest's memory are little-endian; products are those of Montgomery's form.
pub(super) fn link<F: PrimeField>(
    linker: &mut Linker<Host>,
) -> std::result::Result<(), wasmi::Error> {
    let (radix, inverse) = (field::radix::<F>(), field::radix_inverse::<F>());
    linker.func_wrap(
        MODULE,
        "multiply",
        move |mut caller: Caller<'_, Host>, x: u32, y: u32, to: u32| {
            compute::<F>(&mut caller, [x, y], to, |x, y| x * y * inverse)
        },
    )?;
    linker.func_wrap(
        MODULE,
        "square",
        move |mut caller: Caller<'_, Host>, x: u32, to: u32| {
            compute::<F>(&mut caller, [x, x], to, |x, _| x.square() * inverse)
        },
    )?;
    linker.func_wrap(
        MODULE,
        "to_montgomery",
        move |mut caller: Caller<'_, Host>, x: u32, to: u32| {
            compute::<F>(&mut caller, [x, x], to, |x, _| x * radix)
        },
    )?;
    linker.func_wrap(
        MODULE,
        "from_montgomery",
        move |mut caller: Caller<'_, Host>, x: u32, to: u32| {
            compute::<F>(&mut caller, [x, x], to, |x, _| x * inverse)
        },
    )?;
    Ok(())
}

/// Reads two numbers, and writes the result.
fn compute<F: PrimeField>(
    caller: &mut Caller<'_, Host>,
    operands: [u32; 2],
    to: u32,
    operation: impl Fn(F, F) -> F,
) -> std::result::Result<(), wasmi::Error> {
    charge_import(caller, FUEL)?;
    let width = field::width::<F>();
    let outside = || wasmi::Error::from(TrapCode::MemoryOutOfBounds);
    let memory = caller.data().memory.ok_or_else(outside)?;
    let data = memory.data_mut(caller);
    let [x, y] = operands.map(|address| {
        let bytes = data.get(address as usize..)?.get(..width)?;
        // circom's numbers are below the modulus; in another module, larger ones are allowed.
        Some(field::from_bytes(bytes).unwrap_or_else(|| F::from_le_bytes_mod_order(bytes)))
    });
    let (x, y) = (x.ok_or_else(outside)?, y.ok_or_else(outside)?);
    let result = operation(x, y).into_bigint();
    let bytes = data.get_mut(to as usize..).ok_or_else(outside)?;
    let bytes = bytes.get_mut(..width).ok_or_else(outside)?;
    for (bytes, limb) in bytes.chunks_exact_mut(8).zip(result.as_ref()) {
        bytes.copy_from_slice(&limb.to_le_bytes());
    }
    Ok(())
}
