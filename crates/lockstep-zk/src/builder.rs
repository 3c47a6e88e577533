//! Builds circuits: the constraint rows, and the program that computes a witness for them.

use ark_ff::PrimeField;

use crate::machine::{Input, Op, Program};
use crate::poseidon::{Poseidon, Power};
use crate::r1cs::{Group, Lc, R1cs, Row};

/// Number of the first scratch cell. Program cells below it are wires.
const SCRATCH: u32 = 1 << 31;

/// A constraint system and the program that generates its witnesses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompiledCircuit<F> {
    /// The constraint system.
    pub system: R1cs<F>,
    /// The witness generator.
    pub program: Program<F>,
}

/// Builds a circuit. Declare all outputs and inputs in `new`, because their wires have the lowest
/// numbers.
///
/// ```
/// use lockstep_zk::builder::Builder;
/// use lockstep_zk::machine::{Generator, Inputs, Limits, execute};
/// use lockstep_zk::scalar::Bn254 as F;
///
/// let mut builder = Builder::<F>::new(1, &[], &[("root", 1)]);
/// let root = builder.input("root", 0);
/// builder.group("square");
/// let square = builder.product(&root, &root);
/// builder.output(0, &square);
/// let circuit = builder.finish();
/// let inputs = Inputs::from([("root".to_owned(), vec![F::from(3u64)])]);
/// let run = execute(
///     Generator::Program(&circuit.program),
///     &inputs,
///     Some(&circuit.system),
///     Limits::default(),
/// )?;
/// assert_eq!(run.witness.public(1), [F::from(9u64)]);
/// # Ok::<(), lockstep_zk::Error>(())
/// ```
pub struct Builder<F> {
    system: R1cs<F>,
    program: Program<F>,
}

impl<F: PrimeField> Builder<F> {
    /// Creates a circuit with this number of public outputs and with named inputs. Each input has a
    /// number of elements.
    #[must_use]
    pub fn new(outputs: u32, public: &[(&str, u32)], private: &[(&str, u32)]) -> Self {
        let mut wires = 1 + outputs;
        let mut inputs = Vec::new();
        let mut declare = |list: &[(&str, u32)]| -> u32 {
            let first = wires;
            for (name, count) in list {
                inputs.push(Input {
                    name: (*name).to_owned(),
                    first: wires,
                    count: *count,
                });
                wires += count;
            }
            wires - first
        };
        let (public_inputs, private_inputs) = (declare(public), declare(private));
        Builder {
            system: R1cs {
                wires,
                outputs,
                public_inputs,
                private_inputs,
                rows: Vec::new(),
                labels: Vec::new(),
                groups: Vec::new(),
            },
            program: Program {
                wires,
                inputs,
                constants: Vec::new(),
                terms: Vec::new(),
                messages: Vec::new(),
                code: Vec::new(),
            },
        }
    }

    /// Returns the wire of a declared input.
    ///
    /// # Panics
    /// If the input was not declared. The circuit's author writes both the declaration and the use.
    #[must_use]
    pub fn input(&self, name: &str, index: u32) -> Lc<F> {
        let input = self
            .program
            .inputs
            .iter()
            .find(|input| input.name == name && index < input.count)
            .expect("a declared input");
        Lc::wire(input.first + index)
    }

    /// Starts a named group: the rows added after this call belong to it.
    pub fn group(&mut self, name: impl Into<String>) {
        self.system.groups.push(Group {
            name: name.into(),
            first: self.system.rows.len(),
        });
    }

    /// Adds the row a·b = c.
    pub fn enforce(&mut self, a: Lc<F>, b: Lc<F>, c: Lc<F>) {
        self.system.rows.push(Row { a, b, c });
    }

    /// Adds the row (a − b)·1 = 0.
    pub fn equal(&mut self, a: &Lc<F>, b: &Lc<F>) {
        self.enforce(a.plus(b, -F::ONE), Lc::constant(F::ONE), Lc::zero());
    }

    /// Multiplies two sums. Adds a wire and a row, except when a factor is constant.
    pub fn product(&mut self, a: &Lc<F>, b: &Lc<F>) -> Lc<F> {
        if let Some(value) = a.as_constant() {
            return b.scale(value);
        }
        if let Some(value) = b.as_constant() {
            return a.scale(value);
        }
        let left = self.cell(a, 0);
        let right = if a == b { left } else { self.cell(b, 1) };
        let wire = self.wire();
        self.program.code.push(Op::Multiply {
            to: wire,
            a: left,
            b: right,
        });
        let product = Lc::wire(wire);
        self.enforce(a.clone(), b.clone(), product.clone());
        product
    }

    /// Decomposes a value into bits, lowest first. One row per bit, b·(b − 1) = 0, makes it
    /// boolean. One more row makes the weighted sum of the bits equal the value. A value with more
    /// bits has no witness.
    ///
    /// # Panics
    /// If `count` bits could represent a number above the modulus, so that two bit patterns had the
    /// same value.
    pub fn bits(&mut self, value: &Lc<F>, count: u32, what: &str) -> Vec<Lc<F>> {
        assert!(
            count < F::MODULUS_BIT_SIZE - 1,
            "too many bits: two patterns could equal the same field element"
        );
        let cell = self.cell(value, 0);
        let message = self.message(format!("{what} needs more than {count} bits"));
        self.program.code.push(Op::AssertBits {
            a: cell,
            bits: count,
            message,
        });
        self.group(format!("{what}: bits are boolean"));
        let mut sum = Lc::zero();
        let mut weight = F::ONE;
        let bits: Vec<Lc<F>> = (0..count)
            .map(|bit| {
                let wire = self.wire();
                self.program.code.push(Op::Bit {
                    to: wire,
                    a: cell,
                    bit,
                });
                let bit = Lc::wire(wire);
                self.enforce(
                    bit.clone(),
                    bit.plus(&Lc::constant(F::ONE), -F::ONE),
                    Lc::zero(),
                );
                sum = sum.plus(&bit, weight);
                weight.double_in_place();
                bit
            })
            .collect();
        self.group(format!("{what}: bits sum up"));
        self.equal(&sum, value);
        bits
    }

    /// Constrains an input to 0 or 1.
    pub fn boolean(&mut self, bit: &Lc<F>) {
        self.enforce(
            bit.clone(),
            bit.plus(&Lc::constant(F::ONE), -F::ONE),
            Lc::zero(),
        );
    }

    /// Returns `when` if the bit is 1, else `otherwise`, with one row. Constrain the bit to 0 or 1
    /// elsewhere.
    pub fn select(&mut self, bit: &Lc<F>, when: &Lc<F>, otherwise: &Lc<F>) -> Lc<F> {
        let difference = when.plus(otherwise, -F::ONE);
        self.product(bit, &difference).plus(otherwise, F::ONE)
    }

    /// Sets a public output with one row. The program writes its wire.
    pub fn output(&mut self, index: u32, value: &Lc<F>) {
        let wire = 1 + index;
        self.sum_to(wire, value);
        self.equal(value, &Lc::wire(wire));
    }

    /// Stops the program with this message if two sums differ. Adds no row.
    pub(crate) fn expect_equal(&mut self, a: &Lc<F>, b: &Lc<F>, message: &str) {
        let (a, b) = (self.cell(a, 0), self.cell(b, 1));
        let message = self.message(message.to_owned());
        self.program.code.push(Op::AssertEqual { a, b, message });
    }

    /// Adds the rows of a Poseidon hash: 3 rows per S-box, 4 on BLS24-509 and BLS48-575, none if its
    /// input is constant.
    pub fn poseidon(&mut self, poseidon: &Poseidon<F>, domain: F, inputs: &[Lc<F>]) -> Lc<F> {
        self.poseidon_from(poseidon, Lc::constant(domain), inputs)
    }

    /// Like [`Builder::poseidon`], but the capacity element is a sum of wires.
    pub(crate) fn poseidon_from(
        &mut self,
        poseidon: &Poseidon<F>,
        domain: Lc<F>,
        inputs: &[Lc<F>],
    ) -> Lc<F> {
        let mut state = vec![domain];
        state.extend_from_slice(inputs);
        assert_eq!(state.len(), poseidon.width(), "one input per rate element");
        for round in 0..poseidon.rounds() {
            for (position, element) in state.iter_mut().enumerate() {
                let constant = Lc::constant(poseidon.constant(round, position));
                *element = element.plus(&constant, F::ONE);
                if position == 0 || poseidon.is_full(round) {
                    *element = self.power(poseidon.power(), element);
                }
            }
            // The hash is the first element, so the last round computes no other.
            let wanted = if round + 1 == poseidon.rounds() {
                1
            } else {
                state.len()
            };
            state = (0..wanted)
                .map(|position| {
                    let row = poseidon.row(position);
                    Lc::from_terms(
                        state
                            .iter()
                            .zip(row)
                            .flat_map(|(element, m)| {
                                element.terms().iter().map(move |(w, c)| (*w, *c * m))
                            })
                            .collect(),
                    )
                })
                .collect();
        }
        state.swap_remove(0)
    }

    fn power(&mut self, power: Power, value: &Lc<F>) -> Lc<F> {
        if let Some(constant) = value.as_constant() {
            return Lc::constant(power.of(constant));
        }
        let square = self.product(value, value);
        let fourth = self.product(&square, &square);
        let even = match power {
            Power::Fifth => fourth,
            Power::Seventh => self.product(&fourth, &square),
        };
        self.product(&even, value)
    }

    /// Finishes the circuit.
    #[must_use]
    pub fn finish(mut self) -> CompiledCircuit<F> {
        self.program.wires = self.system.wires;
        self.system.labels = (0..u64::from(self.system.wires)).collect();
        // Drop a group without rows: constants can fold all its rows away.
        let rows = self.system.rows.len();
        self.system.groups.retain(|group| group.first < rows);
        self.system.groups.dedup_by(|next, kept| {
            let same = next.first == kept.first;
            if same {
                kept.name.clone_from(&next.name);
            }
            same
        });
        CompiledCircuit {
            system: self.system,
            program: self.program,
        }
    }

    /// Number of rows so far.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.system.rows.len()
    }

    /// Adds a wire.
    fn wire(&mut self) -> u32 {
        let wire = self.system.wires;
        self.system.wires += 1;
        wire
    }

    /// Returns the cell that contains a sum: its wire, or a scratch cell that the program computes.
    fn cell(&mut self, value: &Lc<F>, scratch: u32) -> u32 {
        if let [(wire, coefficient)] = value.terms()
            && coefficient.is_one()
        {
            return *wire;
        }
        self.sum_to(SCRATCH + scratch, value);
        SCRATCH + scratch
    }

    fn sum_to(&mut self, to: u32, value: &Lc<F>) {
        let first = self.program.terms.len() as u32;
        for (wire, coefficient) in value.terms() {
            let index = self.constant(*coefficient);
            self.program.terms.push((*wire, index));
        }
        self.program.code.push(Op::Sum {
            to,
            first,
            count: value.terms().len() as u32,
        });
    }

    /// Returns the index of a constant. The search covers the last 64 constants and the first: that
    /// finds the common ones without a map.
    fn constant(&mut self, value: F) -> u32 {
        let recent = self.program.constants.len().saturating_sub(64);
        if let Some(position) = self.program.constants[recent..]
            .iter()
            .position(|known| *known == value)
        {
            return (recent + position) as u32;
        }
        if self.program.constants.first() == Some(&value) {
            return 0;
        }
        self.program.constants.push(value);
        self.program.constants.len() as u32 - 1
    }

    fn message(&mut self, text: String) -> u32 {
        if let Some(position) = self
            .program
            .messages
            .iter()
            .position(|known| *known == text)
        {
            return position as u32;
        }
        self.program.messages.push(text);
        self.program.messages.len() as u32 - 1
    }
}
