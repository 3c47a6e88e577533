//! Recognises functions that circom writes into its generators, by their whole meaning.
//!
//! The digest of a function covers its type, its instructions, in place of each call the digest of the function called, and the
//! constants with which the module fills the memory that circom reserves. So the index of a function has no influence.

use std::collections::BTreeMap;

use sha2::{Digest, Sha256};
use wasmparser::{
    DataKind, DataSectionReader, FuncType, FunctionBody, Operator, OperatorsReader, ValType,
};

use super::elements::RESERVED;

/// Limits of what is compared: circom's longest function has 4 300 bytes, and its calls are seven deep.
const MAX_BODY_BYTES: usize = 8 << 10;
const MAX_DEPTH: u32 = 8;
/// The constants start here. Before them is the stack pointer, which differs between circuits.
const CONSTANTS: usize = 8;
/// The address of the modulus.
const MODULUS: usize = 608;
/// The instruction `call`.
const CALL: u8 = 0x10;

type Hash = [u8; 32];

/// The functions of a module, and the digests computed so far.
pub(super) struct Functions<'a> {
    /// The number of functions that the module imports.
    pub(super) imported: u32,
    pub(super) types: Vec<FuncType>,
    pub(super) type_of: Vec<u32>,
    pub(super) bodies: Vec<FunctionBody<'a>>,
    /// The digest of the constants, if they are known before the module runs and of the right field.
    constants: Option<Hash>,
    digests: BTreeMap<u32, Option<Hash>>,
}

impl<'a> Functions<'a> {
    /// No functions yet.
    pub(super) fn new() -> Self {
        Functions {
            imported: 0,
            types: Vec::new(),
            type_of: Vec::new(),
            bodies: Vec::new(),
            constants: None,
            digests: BTreeMap::new(),
        }
    }

    /// Returns the number of the type of a function of the module, and the type.
    pub(super) fn type_of(&self, index: u32) -> Option<(u32, &FuncType)> {
        let own = index.checked_sub(self.imported)?;
        let number = *self.type_of.get(own as usize)?;
        Some((number, self.types.get(number as usize)?))
    }

    /// Returns the digest of a function, if everything that it calls has one. A function that calls itself has none.
    pub(super) fn digest(&mut self, index: u32) -> Option<Hash> {
        self.digest_at(index, 0)
    }

    fn digest_at(&mut self, index: u32, depth: u32) -> Option<Hash> {
        if let Some(known) = self.digests.get(&index) {
            return *known;
        }
        self.digests.insert(index, None);
        let digest = self.computed(index, depth);
        self.digests.insert(index, digest);
        digest
    }

    fn computed(&mut self, index: u32, depth: u32) -> Option<Hash> {
        let mut hash = Sha256::new_with_prefix(self.constants?);
        let (_, ty) = self.type_of(index)?;
        for types in [ty.params(), ty.results()] {
            hash.update([u8::try_from(types.len()).ok()?]);
            for ty in types {
                hash.update([match ty {
                    ValType::I32 => 0x7f_u8,
                    ValType::I64 => 0x7e,
                    _ => return None,
                }]);
            }
        }
        let body: FunctionBody<'a> = self.bodies.get((index - self.imported) as usize)?.clone();
        let (bytes, start) = (body.as_bytes(), body.range().start);
        if depth == MAX_DEPTH || bytes.len() > MAX_BODY_BYTES {
            return None;
        }
        let mut operators: OperatorsReader<'a> = body.get_operators_reader().ok()?;
        let mut at = operators.original_position() - start;
        hash.update(&bytes[..at]);
        while !operators.eof() {
            let operator = operators.read().ok()?;
            let end = operators.original_position() - start;
            if let Operator::Call { function_index } = operator {
                hash.update([CALL]);
                hash.update(self.digest_at(function_index, depth + 1)?);
            } else {
                hash.update(&bytes[at..end]);
            }
            at = end;
        }
        Some(hash.finalize().into())
    }

    /// Reads the constants of a module over a prime field.
    pub(super) fn read_data(
        &mut self,
        section: DataSectionReader<'a>,
        modulus: &[u8],
    ) -> wasmparser::Result<()> {
        let mut image = [0; RESERVED];
        for segment in section {
            let segment = segment?;
            let DataKind::Active { offset_expr, .. } = segment.kind else {
                continue;
            };
            let Operator::I32Const { value } = offset_expr.get_operators_reader().read()? else {
                return Ok(());
            };
            if let Some(image) = image.get_mut(value.cast_unsigned() as usize..) {
                let length = segment.data.len().min(image.len());
                image[..length].copy_from_slice(&segment.data[..length]);
            }
        }
        let is_right = image[MODULUS..].starts_with(modulus);
        self.constants = is_right.then(|| Sha256::digest(&image[CONSTANTS..]).into());
        Ok(())
    }
}
