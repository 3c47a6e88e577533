//! Witness programs over field cells. Circuits compile to straight-line code; other generators can
//! also use jumps and indirect access.

use ark_ff::PrimeField;

use crate::error::{Error, FileDefect, Format, Result};
use crate::field;

/// One instruction. Fields are cell numbers unless documented otherwise. The first cells are the
/// wires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// cell = constants\[index\].
    Constant {
        /// Target cell.
        to: u32,
        /// Index of the constant.
        index: u32,
    },
    /// cell = Σ coefficient·cell over `count` entries of the term table.
    Sum {
        /// Target cell.
        to: u32,
        /// Index of the first entry.
        first: u32,
        /// Number of entries.
        count: u32,
    },
    /// cell = a·b.
    Multiply {
        /// Target cell.
        to: u32,
        /// Left factor.
        a: u32,
        /// Right factor.
        b: u32,
    },
    /// cell = 1/a, or 0 if a is 0.
    Invert {
        /// Target cell.
        to: u32,
        /// Source cell.
        a: u32,
    },
    /// cell = one bit of a's canonical number.
    Bit {
        /// Target cell.
        to: u32,
        /// Source cell.
        a: u32,
        /// Index of the bit, 0 for the lowest.
        bit: u32,
    },
    /// cell = 1 if a = b, else 0.
    Equal {
        /// Target cell.
        to: u32,
        /// Left operand.
        a: u32,
        /// Right operand.
        b: u32,
    },
    /// cell = 1 if a < b as canonical numbers, else 0.
    Less {
        /// Target cell.
        to: u32,
        /// Left operand.
        a: u32,
        /// Right operand.
        b: u32,
    },
    /// cell = the cell whose number `at` contains.
    Load {
        /// Target cell.
        to: u32,
        /// The cell that contains the number.
        at: u32,
    },
    /// Writes `from` to the cell whose number `at` contains.
    Store {
        /// The cell that contains the number.
        at: u32,
        /// Source cell.
        from: u32,
    },
    /// Continues at another instruction.
    Jump {
        /// Index of the instruction.
        target: u32,
    },
    /// Continues at another instruction if the condition is not 0.
    JumpIf {
        /// Cell of the condition.
        condition: u32,
        /// Index of the instruction.
        target: u32,
    },
    /// Stops with a message if a ≠ b.
    AssertEqual {
        /// Left operand.
        a: u32,
        /// Right operand.
        b: u32,
        /// Index of the message.
        message: u32,
    },
    /// Stops with a message if a's canonical number has more than `bits` bits.
    AssertBits {
        /// Cell to check.
        a: u32,
        /// Maximum number of bits.
        bits: u32,
        /// Index of the message.
        message: u32,
    },
}

/// A named input, and the cells that get its values before the first instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// Name of the input.
    pub name: String,
    /// The first of its cells.
    pub first: u32,
    /// Number of values.
    pub count: u32,
}

/// A witness generator in Lockstep's bytecode. Cell 0 is set to one before the first instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program<F> {
    /// Number of wires. They are the first cells, and their final values are the witness.
    pub wires: u32,
    /// The inputs.
    pub inputs: Vec<Input>,
    /// The constants.
    pub constants: Vec<F>,
    /// Term table. Each entry is a cell and the index of its coefficient.
    pub terms: Vec<(u32, u32)>,
    /// The messages of assertions.
    pub messages: Vec<String>,
    /// The instructions.
    pub code: Vec<Op>,
}

const MAGIC: &[u8; 8] = b"LKWPROG1";

impl<F: PrimeField> Program<F> {
    /// Rejects indices out of range. The interpreter then needs to check only cell numbers.
    pub fn check(&self) -> std::result::Result<(), String> {
        let constant = |index: u32| (index as usize) < self.constants.len();
        if self.terms.iter().any(|(_, index)| !constant(*index)) {
            return Err("a term uses a constant that does not exist".to_owned());
        }
        for (index, op) in self.code.iter().enumerate() {
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
                return Err(format!(
                    "instruction {index} uses an index that does not exist"
                ));
            }
        }
        Ok(())
    }

    /// Encodes the program: magic bytes, modulus, number of wires, then each table with its length.
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

    /// Reads the encoding of [`Program::to_bytes`]. Never panics, and compares each count with the
    /// remaining bytes before it allocates.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        let mut cursor = crate::formats::Cursor::new(bytes, Format::Program, "the program");
        if cursor.take(8)? != MAGIC {
            return cursor.fail(FileDefect::Magic);
        }
        if cursor.take(field::width::<F>() as u64)? != field::modulus::<F>() {
            return cursor.fail(FileDefect::WrongCurve);
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
                None => cursor.fail(FileDefect::Unsupported {
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
