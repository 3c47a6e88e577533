//! Witness programs: straight-line code for circuits, and jumps and indirect access for everything
//! else, over field cells.

use ark_ff::PrimeField;

use crate::error::{Error, Fault, Format, Result};
use crate::field;

/// One instruction. Numbers are cells unless said; wires are the first cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// cell = constants\[index\].
    Constant {
        /// Target.
        to: u32,
        /// Index of the constant.
        index: u32,
    },
    /// cell = Σ coefficient·cell over `count` entries of the term table.
    Sum {
        /// Target.
        to: u32,
        /// First entry.
        first: u32,
        /// Entries.
        count: u32,
    },
    /// cell = a·b.
    Multiply {
        /// Target.
        to: u32,
        /// Left.
        a: u32,
        /// Right.
        b: u32,
    },
    /// cell = 1/a, or 0 where a is 0.
    Invert {
        /// Target.
        to: u32,
        /// Source.
        a: u32,
    },
    /// cell = the bit of a's canonical number.
    Bit {
        /// Target.
        to: u32,
        /// Source.
        a: u32,
        /// Which bit, from the lowest.
        bit: u32,
    },
    /// cell = 1 where a = b, else 0.
    Equal {
        /// Target.
        to: u32,
        /// Left.
        a: u32,
        /// Right.
        b: u32,
    },
    /// cell = 1 where a < b as numbers, else 0.
    Less {
        /// Target.
        to: u32,
        /// Left.
        a: u32,
        /// Right.
        b: u32,
    },
    /// cell = the cell whose number stands in `at`.
    Load {
        /// Target.
        to: u32,
        /// Where the number stands.
        at: u32,
    },
    /// The cell whose number stands in `at` = cell.
    Store {
        /// Where the number stands.
        at: u32,
        /// Source.
        from: u32,
    },
    /// Goes on at an instruction.
    Jump {
        /// Index of the instruction.
        target: u32,
    },
    /// Goes on at an instruction where the cell is not 0.
    JumpIf {
        /// Condition.
        condition: u32,
        /// Index of the instruction.
        target: u32,
    },
    /// Stops with a message where a ≠ b.
    AssertEqual {
        /// Left.
        a: u32,
        /// Right.
        b: u32,
        /// Index of the message.
        message: u32,
    },
    /// Stops with a message where a's number needs more bits.
    AssertBits {
        /// What is looked at.
        a: u32,
        /// Bits allowed.
        bits: u32,
        /// Index of the message.
        message: u32,
    },
}

/// A named input: where its values are put before the first instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// Its name.
    pub name: String,
    /// First cell.
    pub first: u32,
    /// Values.
    pub count: u32,
}

/// A witness generator in our bytecode. Cell 0 is one before the first instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program<F> {
    /// Wires: the first cells, the witness at the end.
    pub wires: u32,
    /// Inputs.
    pub inputs: Vec<Input>,
    /// Constants.
    pub constants: Vec<F>,
    /// Term table: cell, index of the coefficient.
    pub terms: Vec<(u32, u32)>,
    /// Messages of assertions.
    pub messages: Vec<String>,
    /// The code.
    pub code: Vec<Op>,
}

const MAGIC: &[u8; 8] = b"LKWPROG1";

impl<F: PrimeField> Program<F> {
    /// Refuses indices that are not there, so that running needs to check cells only.
    pub fn check(&self) -> std::result::Result<(), String> {
        let constant = |index: u32| (index as usize) < self.constants.len();
        if self.terms.iter().any(|(_, index)| !constant(*index)) {
            return Err("a term names a constant that is not there".to_owned());
        }
        for (place, op) in self.code.iter().enumerate() {
            let good = match *op {
                Op::Constant { index, .. } => constant(index),
                Op::Sum { first, count, .. } => {
                    u64::from(first) + u64::from(count) <= self.terms.len() as u64
                }
                Op::Jump { target } | Op::JumpIf { target, .. } => {
                    (target as usize) <= self.code.len()
                }
                Op::AssertEqual { message, .. } | Op::AssertBits { message, .. } => {
                    (message as usize) < self.messages.len()
                }
                Op::Bit { bit, .. } => bit < F::MODULUS_BIT_SIZE,
                _ => true,
            };
            if !good {
                return Err(format!("instruction {place} names what is not there"));
            }
        }
        Ok(())
    }

    /// As bytes: magic, modulus, then each table with its length.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        out.extend(field::modulus::<F>());
        out.extend(self.wires.to_le_bytes());
        let text = |out: &mut Vec<u8>, text: &str| {
            out.extend((text.len() as u32).to_le_bytes());
            out.extend(text.as_bytes());
        };
        out.extend((self.inputs.len() as u32).to_le_bytes());
        for input in &self.inputs {
            text(&mut out, &input.name);
            out.extend(input.first.to_le_bytes());
            out.extend(input.count.to_le_bytes());
        }
        out.extend((self.constants.len() as u32).to_le_bytes());
        for value in &self.constants {
            out.extend(field::to_bytes(value));
        }
        out.extend((self.terms.len() as u32).to_le_bytes());
        for (cell, index) in &self.terms {
            out.extend(cell.to_le_bytes());
            out.extend(index.to_le_bytes());
        }
        out.extend((self.messages.len() as u32).to_le_bytes());
        for message in &self.messages {
            text(&mut out, message);
        }
        out.extend((self.code.len() as u32).to_le_bytes());
        for op in &self.code {
            let (code, words) = encode(*op);
            out.push(code);
            for word in words {
                out.extend(word.to_le_bytes());
            }
        }
        out
    }

    /// Reads [`Program::to_bytes`]; total, and nothing is allocated that the bytes cannot fill.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        let mut cursor = crate::formats::Cursor::new(bytes, Format::Program, "the program");
        if cursor.take(8)? != MAGIC {
            return cursor.fail(Fault::Magic);
        }
        if cursor.take(field::width::<F>() as u64)? != field::modulus::<F>() {
            return cursor.fail(Fault::WrongCurve);
        }
        let wires = cursor.u32()?;
        let inputs = cursor.list(12, |cursor| {
            Ok(Input {
                name: cursor.text()?,
                first: cursor.u32()?,
                count: cursor.u32()?,
            })
        })?;
        let constants = cursor.list(field::width::<F>() as u64, |cursor| cursor.element(0))?;
        let terms = cursor.list(8, |cursor| Ok((cursor.u32()?, cursor.u32()?)))?;
        let messages = cursor.list(4, crate::formats::Cursor::text)?;
        let code = cursor.list(13, |cursor| {
            let code = cursor.take(1)?[0];
            let words = [cursor.u32()?, cursor.u32()?, cursor.u32()?];
            match decode(code, words) {
                Some(op) => Ok(op),
                None => cursor.fail(Fault::Unsupported {
                    what: "instruction",
                    found: u64::from(code),
                }),
            }
        })?;
        cursor.end()?;
        let program = Program {
            wires,
            inputs,
            constants,
            terms,
            messages,
            code,
        };
        program
            .check()
            .map_err(|reason| Error::shape(Format::Program, reason))?;
        Ok(program)
    }
}

fn encode(op: Op) -> (u8, [u32; 3]) {
    match op {
        Op::Constant { to, index } => (1, [to, index, 0]),
        Op::Sum { to, first, count } => (2, [to, first, count]),
        Op::Multiply { to, a, b } => (3, [to, a, b]),
        Op::Invert { to, a } => (4, [to, a, 0]),
        Op::Bit { to, a, bit } => (5, [to, a, bit]),
        Op::Equal { to, a, b } => (6, [to, a, b]),
        Op::Less { to, a, b } => (7, [to, a, b]),
        Op::Load { to, at } => (8, [to, at, 0]),
        Op::Store { at, from } => (9, [at, from, 0]),
        Op::Jump { target } => (10, [target, 0, 0]),
        Op::JumpIf { condition, target } => (11, [condition, target, 0]),
        Op::AssertEqual { a, b, message } => (12, [a, b, message]),
        Op::AssertBits { a, bits, message } => (13, [a, bits, message]),
    }
}

fn decode(code: u8, words: [u32; 3]) -> Option<Op> {
    let [x, y, z] = words;
    Some(match code {
        1 if z == 0 => Op::Constant { to: x, index: y },
        2 => Op::Sum {
            to: x,
            first: y,
            count: z,
        },
        3 => Op::Multiply { to: x, a: y, b: z },
        4 if z == 0 => Op::Invert { to: x, a: y },
        5 => Op::Bit {
            to: x,
            a: y,
            bit: z,
        },
        6 => Op::Equal { to: x, a: y, b: z },
        7 => Op::Less { to: x, a: y, b: z },
        8 if z == 0 => Op::Load { to: x, at: y },
        9 if z == 0 => Op::Store { at: x, from: y },
        10 if y == 0 && z == 0 => Op::Jump { target: x },
        11 if z == 0 => Op::JumpIf {
            condition: x,
            target: y,
        },
        12 => Op::AssertEqual {
            a: x,
            b: y,
            message: z,
        },
        13 => Op::AssertBits {
            a: x,
            bits: y,
            message: z,
        },
        _ => return None,
    })
}
