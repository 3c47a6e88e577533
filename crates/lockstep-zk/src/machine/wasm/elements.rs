//! The operations of circom's generators on field elements, in native code.
//!
//! An element has 40 bytes in the guest's memory: a signed integer of 32 bits, a word whose two highest bits are its form, and a
//! number of 32 bytes. A short element is the integer; a long one the number, possibly in Montgomery's form. Operations
//! convert operands in place, as circom's do.
//!
//! [`apply`] computes only what is sure to equal the module's own function: operands outside of the memory or in the part that circom
//! reserves, operands that overlap, numbers not below the modulus and divisions by zero are left to that function.

use super::prime::{self, Prime, Words};

/// Bytes of an element.
const BYTES: usize = 40;
/// Below this address circom's functions keep constants and intermediate numbers.
pub(super) const RESERVED: usize = 1952;

const LONG: u8 = 0x80;
const MONTGOMERY: u8 = 0x40;

/// An operation of circom's generators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operation {
    Add,
    Subtract,
    Multiply,
    Negate,
    Divide,
    Remainder,
    Equal,
    NotEqual,
    Greater,
    GreaterOrEqual,
    Less,
    LessOrEqual,
    ShiftLeft,
    ShiftRight,
    And,
    Or,
    Xor,
    Not,
    ToInteger,
}

/// circom's names of the operations. The number of an operation is its place here.
pub(super) const OPERATIONS: [(&str, Operation); 19] = [
    ("Fr_add", Operation::Add),
    ("Fr_sub", Operation::Subtract),
    ("Fr_mul", Operation::Multiply),
    ("Fr_neg", Operation::Negate),
    ("Fr_idiv", Operation::Divide),
    ("Fr_mod", Operation::Remainder),
    ("Fr_eq", Operation::Equal),
    ("Fr_neq", Operation::NotEqual),
    ("Fr_gt", Operation::Greater),
    ("Fr_geq", Operation::GreaterOrEqual),
    ("Fr_lt", Operation::Less),
    ("Fr_leq", Operation::LessOrEqual),
    ("Fr_shl", Operation::ShiftLeft),
    ("Fr_shr", Operation::ShiftRight),
    ("Fr_band", Operation::And),
    ("Fr_bor", Operation::Or),
    ("Fr_bxor", Operation::Xor),
    ("Fr_bnot", Operation::Not),
    ("Fr_toInt", Operation::ToInteger),
];

impl Operation {
    /// Fuel for a call.
    pub(super) fn fuel(self) -> u64 {
        match self {
            Operation::Divide | Operation::Remainder => 1024,
            Operation::Multiply => 256,
            _ => 128,
        }
    }

    /// Whether one operand has to be long. For short ones the module's own function is as fast.
    pub(super) fn needs_long(self) -> bool {
        !matches!(
            self,
            Operation::Divide
                | Operation::Remainder
                | Operation::ShiftLeft
                | Operation::ShiftRight
                | Operation::Not
                | Operation::ToInteger
        )
    }
}

/// An operand, and what is written back to memory.
#[derive(Clone)]
struct Element {
    at: usize,
    short: i32,
    form: u8,
    number: Words,
    is_changed: bool,
}

impl Element {
    fn read(prime: &Prime, data: &[u8], address: u32) -> Option<Self> {
        let at = address as usize;
        let bytes = data.get(at..)?.get(..BYTES)?;
        let element = Element {
            at,
            short: i32::from_le_bytes(bytes[..4].try_into().ok()?),
            form: bytes[7] & (LONG | MONTGOMERY),
            number: prime::words(&bytes[8..])?,
            is_changed: false,
        };
        let is_known = at >= RESERVED && (element.form == 0 || prime.contains(&element.number));
        is_known.then_some(element)
    }

    fn is_long(&self) -> bool {
        self.form & LONG != 0
    }

    fn is_long_montgomery(&self) -> bool {
        self.form == LONG | MONTGOMERY
    }

    fn value(&self, prime: &Prime) -> Words {
        if self.is_long() {
            self.number
        } else {
            prime.of_integer(self.short.into())
        }
    }

    fn convert(&mut self, form: u8, number: Words) {
        (self.form, self.number, self.is_changed) = (form, number, true);
    }

    fn make_montgomery(&mut self, prime: &Prime) {
        if self.form & MONTGOMERY == 0 {
            let number = prime.montgomery(&self.value(prime));
            self.convert(self.form | MONTGOMERY, number);
        }
    }

    fn make_normal(&mut self, prime: &Prime) {
        if self.is_long_montgomery() {
            self.convert(LONG, prime.normal(&self.number));
        }
    }

    fn make_long(&mut self, prime: &Prime) {
        if !self.is_long() {
            self.convert(LONG, self.value(prime));
        }
    }

    fn make_long_normal(&mut self, prime: &Prime) {
        self.make_long(prime);
        self.make_normal(prime);
    }
}

/// What an operation writes to its result.
enum Outcome {
    Short(i32),
    Long(u8, Words),
    /// A truth value. circom writes the integer and the form at once.
    Flag(bool),
    /// The result of the function. Nothing is written.
    Integer(u32),
}

/// Computes an operation on the elements at three addresses: the result and two operands, the same one if there is only one.
/// Returns the result of the function, or 0 if it has none. Returns `None`, and changes nothing, if the module's own function
/// has to compute it.
pub(super) fn apply(
    prime: &Prime,
    data: &mut [u8],
    operation: Operation,
    [result, a, b]: [u32; 3],
) -> Option<u32> {
    let near = |x: u32, y: u32| x != y && x.abs_diff(y) < BYTES as u32;
    let target = result as usize;
    let is_outside = target < RESERVED || data.get(target..)?.len() < BYTES;
    if is_outside || near(result, a) || near(result, b) || near(a, b) {
        return None;
    }
    let mut x = Element::read(prime, data, a)?;
    let mut y = Element::read(prime, data, b)?;
    if operation == Operation::Remainder && result == b {
        // circom's function overwrites the divisor first.
        return None;
    }
    let outcome = compute(prime, operation, &mut x, &mut y)?;
    for element in [&x, &y] {
        if element.is_changed {
            write(data, element.at, element.form, &element.number);
        }
    }
    match outcome {
        Outcome::Short(value) => {
            data[target..target + 4].copy_from_slice(&value.to_le_bytes());
            data[target + 4..target + 8].fill(0);
        }
        Outcome::Long(form, number) => write(data, target, form, &number),
        Outcome::Flag(is_true) => {
            data[target..target + 8].copy_from_slice(&u64::from(is_true).to_le_bytes());
        }
        Outcome::Integer(value) => return Some(value),
    }
    Some(0)
}

fn write(data: &mut [u8], at: usize, form: u8, number: &Words) {
    data[at + 4..at + 8].copy_from_slice(&[0, 0, 0, form]);
    prime::write(&mut data[at + 8..at + BYTES], number);
}

fn compute(
    prime: &Prime,
    operation: Operation,
    x: &mut Element,
    y: &mut Element,
) -> Option<Outcome> {
    if operation.needs_long() && !x.is_long() && !y.is_long() {
        return None;
    }
    Some(match operation {
        Operation::ShiftLeft | Operation::ShiftRight => shift(prime, operation, x, y)?,
        Operation::Divide | Operation::Remainder => divide(prime, operation, x, y)?,
        Operation::ToInteger => Outcome::Integer(to_integer(prime, x)),
        Operation::Not => {
            x.make_long_normal(prime);
            Outcome::Long(LONG, prime.masked(x.number.map(|word| !word)))
        }
        Operation::Add => linear(prime, Prime::sum, x, y),
        Operation::Subtract => linear(prime, Prime::difference, x, y),
        Operation::Multiply => multiply(prime, x, y),
        Operation::Negate => Outcome::Long(x.form, prime.negative(&x.number)),
        Operation::And => bitwise(prime, |x, y| x & y, x, y),
        Operation::Or => bitwise(prime, |x, y| x | y, x, y),
        Operation::Xor => bitwise(prime, |x, y| x ^ y, x, y),
        Operation::Equal => Outcome::Flag(is_equal(prime, x, y)),
        Operation::NotEqual => Outcome::Flag(!is_equal(prime, x, y)),
        Operation::Greater => Outcome::Flag(!is_equal(prime, x, y) && is_greater(prime, x, y)),
        Operation::GreaterOrEqual => {
            Outcome::Flag(is_equal(prime, x, y) || is_greater(prime, x, y))
        }
        Operation::Less => Outcome::Flag(!is_equal(prime, x, y) && !is_greater(prime, x, y)),
        Operation::LessOrEqual => Outcome::Flag(is_equal(prime, x, y) || !is_greater(prime, x, y)),
    })
}

fn linear(
    prime: &Prime,
    operation: fn(&Prime, &Words, &Words) -> Words,
    x: &mut Element,
    y: &mut Element,
) -> Outcome {
    if x.is_long_montgomery() || y.is_long_montgomery() {
        x.make_montgomery(prime);
        y.make_montgomery(prime);
        return Outcome::Long(LONG | MONTGOMERY, operation(prime, &x.number, &y.number));
    }
    Outcome::Long(LONG, operation(prime, &x.value(prime), &y.value(prime)))
}

/// The product of a number in Montgomery's form and a normal number is normal.
fn multiply(prime: &Prime, x: &mut Element, y: &mut Element) -> Outcome {
    if x.form == LONG && y.form == LONG {
        let number = prime.montgomery_product(&x.number, &y.number);
        return Outcome::Long(LONG | MONTGOMERY, number);
    }
    let is_normal = x.form == LONG || y.form == LONG;
    for element in [&mut *x, &mut *y] {
        if !element.is_long() {
            element.make_montgomery(prime);
        }
    }
    let form = if is_normal { LONG } else { LONG | MONTGOMERY };
    Outcome::Long(form, prime.product(&x.number, &y.number))
}

fn bitwise(
    prime: &Prime,
    operation: fn(u64, u64) -> u64,
    x: &mut Element,
    y: &mut Element,
) -> Outcome {
    x.make_long_normal(prime);
    y.make_long_normal(prime);
    let number = std::array::from_fn(|word| operation(x.number[word], y.number[word]));
    Outcome::Long(LONG, prime.masked(number))
}

/// Compares two numbers. Both stay in Montgomery's form if they are.
fn is_equal(prime: &Prime, x: &mut Element, y: &mut Element) -> bool {
    x.make_long(prime);
    y.make_long(prime);
    if x.form != y.form {
        x.make_normal(prime);
        y.make_normal(prime);
    }
    x.number == y.number
}

/// Compares two signed numbers.
fn is_greater(prime: &Prime, x: &mut Element, y: &mut Element) -> bool {
    x.make_long_normal(prime);
    y.make_long_normal(prime);
    match (prime.is_negative(&x.number), prime.is_negative(&y.number)) {
        (true, false) => false,
        (false, true) => true,
        _ => prime::is_greater(&x.number, &y.number),
    }
}

fn divide(
    prime: &Prime,
    operation: Operation,
    x: &mut Element,
    y: &mut Element,
) -> Option<Outcome> {
    x.make_long_normal(prime);
    y.make_long_normal(prime);
    if y.number == [0; 4] {
        return None;
    }
    let (quotient, rest) = prime::divided(&x.number, &y.number);
    let number = if operation == Operation::Divide {
        quotient
    } else {
        rest
    };
    Some(Outcome::Long(LONG, number))
}

/// Shifts x by y bits, if y is not negative and less than the bits of the modulus.
fn shift(prime: &Prime, operation: Operation, x: &mut Element, y: &mut Element) -> Option<Outcome> {
    y.make_normal(prime);
    let bits = match y.value(prime) {
        [bits, 0, 0, 0] => u32::try_from(bits).ok()?,
        _ => return None,
    };
    if bits >= prime.bits() {
        return None;
    }
    if !x.is_long() && x.short >= 0 {
        if operation == Operation::ShiftRight {
            let shifted = x.short.checked_shr(bits).unwrap_or(0);
            return Some(Outcome::Short(shifted));
        }
        if bits <= 30 {
            let shifted = i64::from(x.short) << bits;
            return Some(match i32::try_from(shifted) {
                Ok(shifted) => Outcome::Short(shifted),
                Err(_) => Outcome::Long(LONG, prime.of_integer(shifted)),
            });
        }
    }
    x.make_long_normal(prime);
    Some(Outcome::Long(
        LONG,
        match operation {
            Operation::ShiftRight => prime::shifted_right(&x.number, bits),
            _ => prime.masked(prime::shifted_left(&x.number, bits)),
        },
    ))
}

/// Returns the lowest 32 bits of a signed number.
fn to_integer(prime: &Prime, x: &mut Element) -> u32 {
    if !x.is_long() {
        return x.short.cast_unsigned();
    }
    x.make_normal(prime);
    if prime.is_negative(&x.number) {
        return (prime.negative(&x.number)[0] as u32).wrapping_neg();
    }
    x.number[0] as u32
}

#[cfg(test)]
mod tests;
