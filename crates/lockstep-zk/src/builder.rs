//! Writing circuits: rows and the witness program that satisfies them grow together.

use ark_ff::PrimeField;

use crate::machine::{Input, Op, Program};
use crate::poseidon::Poseidon;
use crate::r1cs::{Group, Lc, R1cs, Row};

/// Cells of the program that are no wires start here.
const SCRATCH: u32 = 1 << 31;

/// A constraint system with the program that makes its witnesses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compiled<F> {
    /// The rows.
    pub system: R1cs<F>,
    /// The witness generator.
    pub program: Program<F>,
}

/// Builds a circuit. Outputs and inputs are declared at once, because their wires come first.
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
    /// A circuit with so many public outputs, and named inputs with their counts.
    #[must_use]
    pub fn new(outputs: u32, public: &[(&str, u32)], private: &[(&str, u32)]) -> Self {
        let mut wires = 1 + outputs;
        let mut inputs = Vec::new();
        let mut place = |list: &[(&str, u32)]| -> u32 {
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
        let (public_inputs, private_inputs) = (place(public), place(private));
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

    /// The wire of a declared input.
    ///
    /// # Panics
    /// When it was not declared: the circuit's author wrote both.
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

    /// Names the rows that follow.
    pub fn group(&mut self, name: impl Into<String>) {
        self.system.groups.push(Group {
            name: name.into(),
            first: self.system.rows.len(),
        });
    }

    /// Adds a row a·b = c.
    pub fn enforce(&mut self, a: Lc<F>, b: Lc<F>, c: Lc<F>) {
        self.system.rows.push(Row { a, b, c });
    }

    /// Adds the row (a − b)·1 = 0.
    pub fn equal(&mut self, a: &Lc<F>, b: &Lc<F>) {
        self.enforce(a.plus(b, -F::ONE), Lc::constant(F::ONE), Lc::zero());
    }

    /// The product: a new wire and a row, or no row where a factor is constant.
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

    /// Bits of a value, from the lowest: each boolean (row b·(b − 1) = 0), their weighted sum the
    /// value (one row). A value of more bits has no witness.
    ///
    /// # Panics
    /// When the sum of so many bits could pass the modulus, and so alias.
    pub fn bits(&mut self, value: &Lc<F>, count: u32, what: &str) -> Vec<Lc<F>> {
        assert!(
            count < F::MODULUS_BIT_SIZE - 1,
            "bits that could alias modulo the field"
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

    /// Shows that an input is 0 or 1.
    pub fn boolean(&mut self, bit: &Lc<F>) {
        self.enforce(
            bit.clone(),
            bit.plus(&Lc::constant(F::ONE), -F::ONE),
            Lc::zero(),
        );
    }

    /// `when` where the bit is 1, else `otherwise`: one row. The bit must be constrained elsewhere.
    pub fn select(&mut self, bit: &Lc<F>, when: &Lc<F>, otherwise: &Lc<F>) -> Lc<F> {
        let difference = when.plus(otherwise, -F::ONE);
        self.product(bit, &difference).plus(otherwise, F::ONE)
    }

    /// Sets a public output: one row, and the program's last word on the wire.
    pub fn output(&mut self, index: u32, value: &Lc<F>) {
        let wire = 1 + index;
        self.sum_to(wire, value);
        self.equal(value, &Lc::wire(wire));
    }

    /// Stops the program with a message where two sums differ; adds no row.
    pub fn expect_equal(&mut self, a: &Lc<F>, b: &Lc<F>, message: &str) {
        let (a, b) = (self.cell(a, 0), self.cell(b, 1));
        let message = self.message(message.to_owned());
        self.program.code.push(Op::AssertEqual { a, b, message });
    }

    /// A Poseidon hash in rows: 3 an S-box, none where its input is constant.
    pub fn poseidon(&mut self, poseidon: &Poseidon<F>, domain: F, inputs: &[Lc<F>]) -> Lc<F> {
        self.poseidon_from(poseidon, Lc::constant(domain), inputs)
    }

    /// [`Builder::poseidon`] with a sum of wires in the capacity element.
    pub fn poseidon_from(
        &mut self,
        poseidon: &Poseidon<F>,
        domain: Lc<F>,
        inputs: &[Lc<F>],
    ) -> Lc<F> {
        let mut state = vec![domain];
        state.extend_from_slice(inputs);
        assert_eq!(state.len(), poseidon.width(), "as many inputs as it takes");
        for round in 0..poseidon.rounds() {
            for (place, element) in state.iter_mut().enumerate() {
                let constant = Lc::constant(poseidon.constant(round, place));
                *element = element.plus(&constant, F::ONE);
                if place == 0 || poseidon.is_full(round) {
                    *element = self.fifth_power(element);
                }
            }
            // Only the first element of the last round is asked for.
            let wanted = if round + 1 == poseidon.rounds() {
                1
            } else {
                state.len()
            };
            state = (0..wanted)
                .map(|place| {
                    let row = poseidon.row(place);
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

    fn fifth_power(&mut self, value: &Lc<F>) -> Lc<F> {
        if let Some(constant) = value.as_constant() {
            return Lc::constant(constant.square().square() * constant);
        }
        let square = self.product(value, value);
        let fourth = self.product(&square, &square);
        self.product(&fourth, value)
    }

    /// Ends the circuit.
    #[must_use]
    pub fn finish(mut self) -> Compiled<F> {
        self.program.wires = self.system.wires;
        self.system.labels = (0..u64::from(self.system.wires)).collect();
        // A group named but left empty (all its rows folded away) is not kept.
        let rows = self.system.rows.len();
        self.system.groups.retain(|group| group.first < rows);
        self.system.groups.dedup_by(|next, kept| {
            let same = next.first == kept.first;
            if same {
                kept.name.clone_from(&next.name);
            }
            same
        });
        Compiled {
            system: self.system,
            program: self.program,
        }
    }

    /// Rows so far.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.system.rows.len()
    }

    /// A new wire.
    fn wire(&mut self) -> u32 {
        let wire = self.system.wires;
        self.system.wires += 1;
        wire
    }

    /// The cell that holds a sum: its wire, or a scratch cell it is computed into.
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

    /// Index of a constant; the small table near the end is searched, so that common ones repeat.
    fn constant(&mut self, value: F) -> u32 {
        let recent = self.program.constants.len().saturating_sub(64);
        if let Some(place) = self.program.constants[recent..]
            .iter()
            .position(|known| *known == value)
        {
            return (recent + place) as u32;
        }
        if self.program.constants.first() == Some(&value) {
            return 0;
        }
        self.program.constants.push(value);
        self.program.constants.len() as u32 - 1
    }

    fn message(&mut self, text: String) -> u32 {
        if let Some(place) = self
            .program
            .messages
            .iter()
            .position(|known| *known == text)
        {
            return place as u32;
        }
        self.program.messages.push(text);
        self.program.messages.len() as u32 - 1
    }
}
