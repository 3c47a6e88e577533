//! The bytecode interpreter.

use std::collections::HashMap;

use ark_ff::{BigInteger, PrimeField};

use super::memory::Memory;
use super::program::{Op, Program};
use super::{Execution, Inputs, Limits, MachineError, MemoryState};
use crate::error::{Error, Result};
use crate::field;
use crate::r1cs::Witness;

/// Cells that tests force to other values, with assertions off. Empty outside tests.
pub(crate) struct Overrides<F> {
    cells: HashMap<u32, F>,
    ignores_assertions: bool,
}

impl<F> Default for Overrides<F> {
    fn default() -> Self {
        Overrides {
            cells: HashMap::new(),
            ignores_assertions: false,
        }
    }
}

impl<F: PrimeField> Overrides<F> {
    #[cfg(test)]
    pub(crate) fn forcing(cells: &[(u32, F)]) -> Self {
        Overrides {
            cells: cells.iter().copied().collect(),
            ignores_assertions: true,
        }
    }
}

/// Instructions between two calls of `is_active`.
const STEPS_BETWEEN_CHECKS: u64 = 1 << 16;

pub(crate) fn run<F: PrimeField>(
    program: &Program<F>,
    inputs: &Inputs<F>,
    limits: Limits,
    overrides: &Overrides<F>,
    is_active: &dyn Fn() -> bool,
) -> Result<Execution<F>> {
    program.check().map_err(MachineError::Invalid)?;
    let mut machine = Machine {
        memory: Memory::new(limits.memory),
        spent: 0,
        limit: limits.instructions,
        overrides,
    };
    machine.write(0, F::ONE)?;
    machine.load_inputs(program, inputs)?;
    let (mut position, mut checked_at) = (0usize, 0u64);
    while let Some(op) = program.code.get(position) {
        position += 1;
        if machine.spent - checked_at >= STEPS_BETWEEN_CHECKS {
            checked_at = machine.spent;
            if !is_active() {
                return Err(Error::Interrupted);
            }
        }
        if let Some(target) = machine.step(program, *op)? {
            position = target as usize;
        }
    }
    machine.finish(program.wires)
}

struct Machine<'a, F: PrimeField> {
    memory: Memory<F>,
    spent: u64,
    limit: u64,
    overrides: &'a Overrides<F>,
}

impl<F: PrimeField> Machine<'_, F> {
    fn load_inputs(&mut self, program: &Program<F>, inputs: &Inputs<F>) -> Result<()> {
        for name in inputs.keys() {
            if !program.inputs.iter().any(|input| input.name == *name) {
                return Err(Error::input(name, "is not an input of this circuit"));
            }
        }
        for input in &program.inputs {
            let values = inputs
                .get(&input.name)
                .ok_or_else(|| Error::input(&input.name, "is missing"))?;
            if values.len() != input.count as usize {
                return Err(Error::input(
                    &input.name,
                    format!("has {} values, expected {}", values.len(), input.count),
                ));
            }
            for (index, value) in values.iter().enumerate() {
                let cell = u64::from(input.first) + index as u64;
                let cell = u32::try_from(cell).map_err(|_| {
                    MachineError::Invalid(
                        "an input needs a cell above the highest cell number".to_owned(),
                    )
                })?;
                self.write(cell, *value)?;
            }
        }
        Ok(())
    }

    fn spend(&mut self, count: u64) -> std::result::Result<(), MachineError> {
        self.spent = self.spent.saturating_add(count);
        if self.spent > self.limit {
            return Err(MachineError::Instructions { limit: self.limit });
        }
        Ok(())
    }

    fn write(&mut self, cell: u32, value: F) -> std::result::Result<(), MachineError> {
        let value = self.overrides.cells.get(&cell).copied().unwrap_or(value);
        self.memory.write(cell, value)
    }

    fn address(&self, at: u32) -> std::result::Result<u32, MachineError> {
        field::to_u64(&self.memory.read(at))
            .and_then(|number| u32::try_from(number).ok())
            .ok_or_else(|| MachineError::Invalid("a cell number is out of range".to_owned()))
    }

    fn step(
        &mut self,
        program: &Program<F>,
        op: Op,
    ) -> std::result::Result<Option<u32>, MachineError> {
        self.spend(1)?;
        let read = |cell| self.memory.read(cell);
        let (to, value) = match op {
            Op::Constant { to, index } => (to, program.constants[index as usize]),
            Op::Sum { to, first, count } => {
                self.spend(u64::from(count))?;
                let terms = &program.terms[first as usize..(first + count) as usize];
                let sum = terms
                    .iter()
                    .map(|(cell, index)| {
                        self.memory.read(*cell) * program.constants[*index as usize]
                    })
                    .sum();
                (to, sum)
            }
            Op::Multiply { to, a, b } => (to, read(a) * read(b)),
            Op::Invert { to, a } => (to, read(a).inverse().unwrap_or(F::ZERO)),
            Op::Bit { to, a, bit } => (to, F::from(read(a).into_bigint().get_bit(bit as usize))),
            Op::Equal { to, a, b } => (to, F::from(read(a) == read(b))),
            Op::Less { to, a, b } => (to, F::from(read(a).into_bigint() < read(b).into_bigint())),
            Op::Load { to, at } => (to, read(self.address(at)?)),
            Op::Store { at, from } => (self.address(at)?, read(from)),
            Op::Jump { target } => return Ok(Some(target)),
            Op::JumpIf { condition, target } => {
                return Ok((!read(condition).is_zero()).then_some(target));
            }
            Op::AssertEqual { a, b, message } => {
                return self.assert(read(a) == read(b), program, message);
            }
            Op::AssertBits { a, bits, message } => {
                let used = read(a).into_bigint().num_bits();
                return self.assert(used <= bits, program, message);
            }
        };
        self.write(to, value)?;
        Ok(None)
    }

    fn assert(
        &self,
        satisfied: bool,
        program: &Program<F>,
        message: u32,
    ) -> std::result::Result<Option<u32>, MachineError> {
        if satisfied || self.overrides.ignores_assertions {
            return Ok(None);
        }
        Err(MachineError::Assertion {
            message: program.messages[message as usize].clone(),
        })
    }

    fn finish(self, wires: u32) -> Result<Execution<F>> {
        // Wires never written read as zero. First reject a number of wires that exceeds the memory
        // in use.
        let needed = u64::from(wires) * field::width::<F>() as u64;
        if needed > self.memory.bytes() {
            return Err(MachineError::Invalid(
                "the program has more wires than it writes cells".to_owned(),
            )
            .into());
        }
        let values = (0..wires).map(|wire| self.memory.read(wire)).collect();
        Ok(Execution {
            witness: Witness::new(values)?,
            memory: MemoryState {
                pages: self.memory.pages(),
                bytes: self.memory.bytes(),
                peak: self.memory.bytes(),
                instructions: self.spent,
                digest: self.memory.digest(),
            },
        })
    }
}
