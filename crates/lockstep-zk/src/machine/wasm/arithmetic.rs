//! The field arithmetic of circom's generators, in native code.
//!
//! circom writes the same functions into every module. In SHA-256 they were most of the interpreted instructions. [`with_imports`]
//! replaces the products by imports. It recognises them by name and type alone: a module that calls another function so
//! computes another witness, and a witness is untrusted until it is checked.
//!
//! The operations above the products depend on how circom keeps an element, so they are recognised by name and digest. They get a
//! prologue that calls one import, which either computes the operation or leaves it to the function.

use std::convert::Infallible;

use ark_ff::PrimeField;
use wasm_encoder::reencode::{self, Reencode, utils};
use wasm_encoder::{
    BlockType, CodeSection, EntityType, Function, ImportSection, InstructionSink, MemArg, Module,
    TypeSection, ValType,
};
use wasmi::{Caller, Linker, TrapCode};
use wasmparser::{KnownCustom, Name, Parser, Payload, TypeRef};

use super::digests;
use super::elements::{self, OPERATIONS, Operation};
use super::host::{Host, charge_import};
use super::identity::Functions;
use super::prime::{self, Prime, Words};
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
/// The import that computes an operation: its number, and the addresses of the result and of two operands. It returns
/// [`elements::apply`]'s result, or [`LEFT`].
const ELEMENT: &str = "element";
/// The module's own function has to compute the operation.
const LEFT: i64 = -1;

/// Returns the module with its field arithmetic, over `F`, as imports. Returns `None` if it has no such functions, or no names.
pub(super) fn with_imports<F: PrimeField>(module: &[u8]) -> Option<Vec<u8>> {
    Prime::of::<F>()?;
    let mut redirected = Redirected::new(module, &field::modulus::<F>()).ok()?;
    // Without imports there is no section to which one can be added.
    if redirected.added() == 0 || redirected.imported == 0 {
        return None;
    }
    let mut written = Module::new();
    redirected
        .parse_core_module(&mut written, Parser::new(0), module)
        .ok()?;
    Some(written.finish())
}

/// A function that becomes an import.
struct Product {
    index: u32,
    type_index: u32,
    import: &'static str,
}

/// A function that gets a prologue.
struct Element {
    index: u32,
    /// Its place in [`OPERATIONS`].
    number: usize,
    parameters: u32,
}

/// Writes a module again. New imports follow the others, and take the place of functions.
struct Redirected {
    /// The number of functions that the module imports itself.
    imported: u32,
    /// The number of its types. That of [`ELEMENT`] follows them.
    types: u32,
    products: Vec<Product>,
    elements: Vec<Element>,
    /// The number of functions written.
    written: u32,
}

impl Redirected {
    fn new(module: &[u8], modulus: &[u8]) -> wasmparser::Result<Self> {
        let (mut functions, mut named) = (Functions::new(), Vec::new());
        for payload in Parser::new(0).parse_all(module) {
            match payload? {
                Payload::TypeSection(section) => {
                    let section = section.into_iter_err_on_gc_types();
                    functions.types = section.collect::<wasmparser::Result<_>>()?;
                }
                Payload::ImportSection(section) => {
                    for import in section {
                        let is_function = matches!(import?.ty, TypeRef::Func(_));
                        functions.imported += u32::from(is_function);
                    }
                }
                Payload::FunctionSection(section) => {
                    functions.type_of = section.into_iter().collect::<wasmparser::Result<_>>()?;
                }
                Payload::CodeSectionEntry(body) => functions.bodies.push(body),
                Payload::DataSection(section) => functions.read_data(section, modulus)?,
                Payload::CustomSection(section) => {
                    if let KnownCustom::Name(names) = section.as_known() {
                        for name in names {
                            if let Name::Function(names) = name? {
                                for naming in names {
                                    let naming = naming?;
                                    named.push((naming.name, naming.index));
                                }
                            }
                        }
                    }
                }
                _ => {}
            }
        }
        let mut found = Redirected {
            imported: functions.imported,
            types: functions.types.len() as u32,
            products: Vec::new(),
            elements: Vec::new(),
            written: 0,
        };
        for (name, index) in named {
            found.add_product(name, index, &functions);
            found.add_element(name, index, &mut functions);
        }
        Ok(found)
    }

    fn add_product(&mut self, name: &str, index: u32, functions: &Functions<'_>) {
        let known = FUNCTIONS.iter().find(|(known, ..)| *known == name);
        let (Some((_, import, parameters)), Some((type_index, ty))) =
            (known, functions.type_of(index))
        else {
            return;
        };
        let fits =
            ty.params() == &[wasmparser::ValType::I32; 3][..*parameters] && ty.results().is_empty();
        if fits && !self.products.iter().any(|it| it.import == *import) {
            self.products.push(Product {
                index,
                type_index,
                import,
            });
        }
    }

    fn add_element(&mut self, name: &str, index: u32, functions: &mut Functions<'_>) {
        let Some(number) = OPERATIONS.iter().position(|(known, _)| *known == name) else {
            return;
        };
        let is_listed = self.elements.iter().any(|it| it.index == index);
        let digest = functions.digest(index);
        if is_listed || !digest.is_some_and(|digest| digests::is_known(name, &digest)) {
            return;
        }
        if let Some((_, ty)) = functions.type_of(index) {
            self.elements.push(Element {
                index,
                number,
                parameters: ty.params().len() as u32,
            });
        }
    }

    /// The number of new imports.
    fn added(&self) -> u32 {
        self.products.len() as u32 + u32::from(!self.elements.is_empty())
    }
}

impl Element {
    /// Writes the call of the import. The function goes on where it leaves the operation to it.
    fn write_prologue(&self, sink: &mut InstructionSink<'_>, import: u32, local: u32) {
        let operation = OPERATIONS[self.number].1;
        let [result, a, b] = match self.parameters {
            3 => [0, 1, 2],
            2 => [0, 1, 1],
            _ => [0, 0, 0],
        };
        let is_guarded = operation.needs_long();
        if operation == Operation::ToInteger {
            write_short_cases(sink);
        }
        if is_guarded {
            // Is an operand long?
            sink.local_get(a).i32_load8_u(at(7));
            sink.local_get(b).i32_load8_u(at(7));
            sink.i32_or().i32_const(128).i32_and().if_(BlockType::Empty);
        }
        sink.i32_const(self.number as i32);
        sink.local_get(result).local_get(a).local_get(b);
        sink.call(import).local_tee(local).i64_const(0).i64_ge_s();
        sink.if_(BlockType::Empty);
        if operation == Operation::ToInteger {
            sink.local_get(local).i32_wrap_i64();
        }
        sink.return_().end();
        if is_guarded {
            sink.end();
        }
    }
}

/// Returns the integer of a short element, and that of a normal number below 2^192, which is not negative.
fn write_short_cases(sink: &mut InstructionSink<'_>) {
    sink.local_get(0).i32_load8_u(at(7)).i32_const(128);
    sink.i32_and().i32_eqz().if_(BlockType::Empty);
    sink.local_get(0).i32_load(at(0)).return_().end();
    sink.local_get(0).i64_load(at(32)).i64_eqz();
    sink.local_get(0).i32_load8_u(at(7)).i32_const(64);
    sink.i32_and().i32_eqz().i32_and().if_(BlockType::Empty);
    sink.local_get(0).i32_load(at(8)).return_().end();
}

fn at(offset: u64) -> MemArg {
    MemArg {
        offset,
        align: 0,
        memory_index: 0,
    }
}

impl Reencode for Redirected {
    type Error = Infallible;

    fn function_index(&mut self, index: u32) -> u32 {
        if index < self.imported {
            return index;
        }
        let place = self.products.iter().position(|it| it.index == index);
        let added = self.added();
        // A number that is too large stays too large, and the module is refused.
        place.map_or(index.saturating_add(added), |place| {
            self.imported + place as u32
        })
    }

    fn parse_type_section(
        &mut self,
        types: &mut TypeSection,
        section: wasmparser::TypeSectionReader<'_>,
    ) -> std::result::Result<(), reencode::Error> {
        utils::parse_type_section(self, types, section)?;
        types.ty().function([ValType::I32; 4], [ValType::I64]);
        Ok(())
    }

    fn parse_import_section(
        &mut self,
        imports: &mut ImportSection,
        section: wasmparser::ImportSectionReader<'_>,
    ) -> std::result::Result<(), reencode::Error> {
        utils::parse_import_section(self, imports, section)?;
        for product in &self.products {
            let entity = EntityType::Function(product.type_index);
            imports.import(MODULE, product.import, entity);
        }
        if !self.elements.is_empty() {
            imports.import(MODULE, ELEMENT, EntityType::Function(self.types));
        }
        Ok(())
    }

    fn parse_function_body(
        &mut self,
        code: &mut CodeSection,
        body: wasmparser::FunctionBody<'_>,
    ) -> std::result::Result<(), reencode::Error> {
        let index = self.imported + self.written;
        self.written += 1;
        let Some(place) = self.elements.iter().position(|it| it.index == index) else {
            return utils::parse_function_body(self, code, body);
        };
        let mut locals = Vec::new();
        let mut local = self.elements[place].parameters;
        for group in body.get_locals_reader()? {
            let (count, ty) = group?;
            local += count;
            locals.push((count, self.val_type(ty)?));
        }
        locals.push((1, ValType::I64));
        let mut function = Function::new(locals);
        let import = self.imported + self.products.len() as u32;
        self.elements[place].write_prologue(&mut function.instructions(), import, local);
        let mut operators = body.get_operators_reader()?;
        while !operators.eof() {
            function.instruction(&self.parse_instruction(&mut operators)?);
        }
        code.function(&function);
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
    let Some(prime) = Prime::of::<F>() else {
        return Ok(());
    };
    linker.func_wrap(
        MODULE,
        "multiply",
        move |mut caller: Caller<'_, Host>, x: u32, y: u32, to: u32| {
            compute(&mut caller, &prime, [x, y], to, Prime::product)
        },
    )?;
    linker.func_wrap(
        MODULE,
        "square",
        move |mut caller: Caller<'_, Host>, x: u32, to: u32| {
            compute(&mut caller, &prime, [x, x], to, Prime::product)
        },
    )?;
    linker.func_wrap(
        MODULE,
        "to_montgomery",
        move |mut caller: Caller<'_, Host>, x: u32, to: u32| {
            let convert = |prime: &Prime, x: &Words, _: &Words| prime.montgomery(x);
            compute(&mut caller, &prime, [x, x], to, convert)
        },
    )?;
    linker.func_wrap(
        MODULE,
        "from_montgomery",
        move |mut caller: Caller<'_, Host>, x: u32, to: u32| {
            let convert = |prime: &Prime, x: &Words, _: &Words| prime.normal(x);
            compute(&mut caller, &prime, [x, x], to, convert)
        },
    )?;
    linker.func_wrap(
        MODULE,
        ELEMENT,
        move |mut caller: Caller<'_, Host>,
              number: u32,
              result: u32,
              a: u32,
              b: u32|
              -> std::result::Result<i64, wasmi::Error> {
            let Some((_, operation)) = OPERATIONS.get(number as usize) else {
                return Ok(LEFT);
            };
            charge_import(&mut caller, operation.fuel())?;
            let Some(memory) = caller.data().memory else {
                return Ok(LEFT);
            };
            let data = memory.data_mut(&mut caller);
            let value = elements::apply(&prime, data, *operation, [result, a, b]);
            Ok(value.map_or(LEFT, i64::from))
        },
    )?;
    Ok(())
}

/// Reads two numbers, and writes the result.
fn compute(
    caller: &mut Caller<'_, Host>,
    prime: &Prime,
    operands: [u32; 2],
    to: u32,
    operation: impl Fn(&Prime, &Words, &Words) -> Words,
) -> std::result::Result<(), wasmi::Error> {
    charge_import(caller, FUEL)?;
    let outside = || wasmi::Error::from(TrapCode::MemoryOutOfBounds);
    let memory = caller.data().memory.ok_or_else(outside)?;
    let data = memory.data_mut(caller);
    let [x, y] = operands.map(|address| {
        let bytes = data.get(address as usize..)?.get(..32)?;
        // circom's numbers are below the modulus; in another module, larger ones are allowed.
        Some(prime.reduced(prime::words(bytes)?))
    });
    let (x, y) = (x.ok_or_else(outside)?, y.ok_or_else(outside)?);
    let bytes = data.get_mut(to as usize..).ok_or_else(outside)?;
    let bytes = bytes.get_mut(..32).ok_or_else(outside)?;
    prime::write(bytes, &operation(prime, &x, &y));
    Ok(())
}

#[cfg(test)]
mod tests;
