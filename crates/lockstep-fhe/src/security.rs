//! The largest modulus for a degree and a security level. The published tables assume a ternary
//! secret and an error with σ ≈ 3.2. The relevant modulus is that of the evaluation keys, which
//! includes the special prime.

/// The security level in bits, according to the tables below.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SecurityLevel {
    /// 128 bits.
    Bits128,
    /// 192 bits.
    Bits192,
    /// 256 bits.
    Bits256,
}

impl SecurityLevel {
    /// Every level, the lowest first.
    pub const ALL: [Self; 3] = [Self::Bits128, Self::Bits192, Self::Bits256];

    /// The level of this number of bits; `None` if no level has it.
    #[must_use]
    pub fn from_bits(bits: u64) -> Option<Self> {
        let mut all = Self::ALL.into_iter();
        all.find(|level| u64::from(level.bits()) == bits)
    }

    /// Returns the number of bits.
    pub fn bits(self) -> u16 {
        match self {
            Self::Bits128 => 128,
            Self::Bits192 => 192,
            Self::Bits256 => 256,
        }
    }
}

/// Writes the number of bits.
impl std::fmt::Display for SecurityLevel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.bits().fmt(f)
    }
}

/// Returns the maximum log2 of the modulus at this degree: the minimum of the 2018 classical, 2018
/// quantum, 2024 classical and 2024 quantum tables. Returns `None` for a degree that the tables do
/// not list.
pub fn largest_modulus(n: usize, level: SecurityLevel) -> Option<u32> {
    TABLE.iter().find(|row| row.n == n).map(|row| {
        *row.limits[level as usize]
            .iter()
            .min()
            .expect("four columns")
    })
}

struct Row {
    n: usize,
    /// The limits for each level: 2018 classical, 2018 quantum, 2024 classical, 2024 quantum.
    limits: [[u32; 4]; 3],
}

/// 2018: "Homomorphic Encryption Standard" v1.1 (Albrecht et al.), tables 1 and 2, row `(−1, 1)`.
/// 2024: Bossuat et al., "Security Guidelines for Implementing Homomorphic Encryption" (eprint
/// 2024/463), ternary secret. Each value is the smaller one of table 5.2 and of the authors'
/// published output (`output_max_logQ_tables.txt`). The final paper omits that output's quantum
/// columns.
const TABLE: [Row; 5] = [
    row(2048, [[54, 51, 53, 50], [37, 35, 36, 34], [29, 27, 27, 26]]),
    row(
        4096,
        [[109, 101, 106, 101], [75, 70, 73, 69], [58, 54, 56, 53]],
    ),
    row(
        8192,
        [
            [218, 202, 214, 203],
            [152, 141, 148, 140],
            [118, 109, 114, 108],
        ],
    ),
    row(
        16384,
        [
            [438, 411, 430, 409],
            [305, 284, 297, 283],
            [237, 220, 230, 219],
        ],
    ),
    row(
        32768,
        [
            [881, 827, 868, 825],
            [611, 571, 597, 570],
            [476, 443, 463, 442],
        ],
    ),
];

const fn row(n: usize, limits: [[u32; 4]; 3]) -> Row {
    Row { n, limits }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_column_is_the_limit() {
        use SecurityLevel::{Bits128, Bits192, Bits256};
        for (n, level, limit) in [
            (4096, Bits128, Some(101)),
            (8192, Bits128, Some(202)),
            (8192, Bits192, Some(140)),
            (8192, Bits256, Some(108)),
            (16384, Bits192, Some(283)),
            (16384, Bits256, Some(219)),
            (512, Bits128, None),
        ] {
            assert_eq!(largest_modulus(n, level), limit, "{n} {level:?}");
        }
    }
}
