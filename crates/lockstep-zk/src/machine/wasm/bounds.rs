//! Limits of an uploaded module, checked before it is compiled. Compilation and instantiation
//! cannot be interrupted, so these counts limit their cost.

use wasmparser::{ElementItems, Encoding, Parser, Payload};

use super::first_line;
use crate::machine::MachineError;

/// Maximum size of a module. A larger one is refused before it is parsed.
pub(super) const MAX_MODULE_BYTES: usize = 16 << 20;
const MAX_TYPES: u64 = 10_000;
/// circom's interface has four imports.
const MAX_IMPORTS: u64 = 64;
const MAX_FUNCTIONS: u64 = 20_000;
/// Maximum number of declared locals in all functions together. Three bytes of a module can declare
/// 50 000.
const MAX_LOCALS: u64 = 1 << 20;
const MAX_GLOBALS: u64 = 1_000;
const MAX_EXPORTS: u64 = 1_000;
const MAX_ELEMENT_SEGMENTS: u64 = 1_000;
/// Maximum number of function indices in all element segments together.
const MAX_ELEMENTS: u64 = 1 << 16;
/// circom writes one data segment for each constant.
const MAX_DATA_SEGMENTS: u64 = 1 << 16;

/// Rejects a module that exceeds a limit, or that runs code when it is instantiated.
///
/// # Errors
/// [`MachineError::Memory`] for its size, [`MachineError::Invalid`] otherwise.
pub(super) fn check(module: &[u8]) -> Result<(), MachineError> {
    if module.len() > MAX_MODULE_BYTES {
        return Err(MachineError::Memory {
            limit: MAX_MODULE_BYTES as u64,
            requested: module.len() as u64,
        });
    }
    let (mut locals, mut elements) = (0u64, 0u64);
    for payload in Parser::new(0).parse_all(module) {
        match payload.map_err(invalid)? {
            Payload::Version {
                encoding: Encoding::Component,
                ..
            } => {
                return Err(MachineError::Invalid(
                    "the file is a WebAssembly component, not a module".to_owned(),
                ));
            }
            Payload::TypeSection(section) => at_most("types", section.count(), MAX_TYPES)?,
            Payload::ImportSection(section) => at_most("imports", section.count(), MAX_IMPORTS)?,
            Payload::FunctionSection(section) => {
                at_most("functions", section.count(), MAX_FUNCTIONS)?;
            }
            Payload::GlobalSection(section) => at_most("globals", section.count(), MAX_GLOBALS)?,
            Payload::ExportSection(section) => at_most("exports", section.count(), MAX_EXPORTS)?,
            Payload::DataSection(section) => {
                at_most("data segments", section.count(), MAX_DATA_SEGMENTS)?;
            }
            Payload::StartSection { .. } => {
                return Err(MachineError::Invalid(
                    "a start function is not part of circom's interface".to_owned(),
                ));
            }
            Payload::ElementSection(section) => {
                at_most("element segments", section.count(), MAX_ELEMENT_SEGMENTS)?;
                for segment in section {
                    elements += u64::from(match segment.map_err(invalid)?.items {
                        ElementItems::Functions(items) => items.count(),
                        ElementItems::Expressions(_, items) => items.count(),
                    });
                    at_most("table elements", elements, MAX_ELEMENTS)?;
                }
            }
            Payload::CodeSectionEntry(body) => {
                for group in body.get_locals_reader().map_err(invalid)? {
                    locals += u64::from(group.map_err(invalid)?.0);
                    at_most("locals", locals, MAX_LOCALS)?;
                }
            }
            _ => {}
        }
    }
    Ok(())
}

fn at_most(what: &str, found: impl Into<u64>, limit: u64) -> Result<(), MachineError> {
    let found = found.into();
    if found > limit {
        return Err(MachineError::Invalid(format!(
            "the module has {found} {what}, the limit is {limit}"
        )));
    }
    Ok(())
}

#[expect(clippy::needless_pass_by_value, reason = "for map_err")]
fn invalid(error: wasmparser::BinaryReaderError) -> MachineError {
    MachineError::Invalid(first_line(error.message()))
}
