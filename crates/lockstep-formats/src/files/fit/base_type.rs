//! The base types of FIT fields.

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Base {
    Unsigned { bytes: usize, zero_is_invalid: bool },
    Signed { bytes: usize },
    Float { bytes: usize },
    Text,
}

impl Base {
    /// Returns the base type by its number, the lower five bits of the byte.
    pub(super) fn of(byte: u8) -> Option<Self> {
        let unsigned = |bytes, zero_is_invalid| Self::Unsigned {
            bytes,
            zero_is_invalid,
        };
        Some(match byte & 0x1f {
            0 | 2 | 13 => unsigned(1, false),
            1 => Self::Signed { bytes: 1 },
            3 => Self::Signed { bytes: 2 },
            4 => unsigned(2, false),
            5 => Self::Signed { bytes: 4 },
            6 => unsigned(4, false),
            7 => Self::Text,
            8 => Self::Float { bytes: 4 },
            9 => Self::Float { bytes: 8 },
            10 => unsigned(1, true),
            11 => unsigned(2, true),
            12 => unsigned(4, true),
            14 => Self::Signed { bytes: 8 },
            15 => unsigned(8, false),
            16 => unsigned(8, true),
            _ => return None,
        })
    }

    pub(super) fn bytes(self) -> usize {
        match self {
            Self::Unsigned { bytes, .. } | Self::Signed { bytes } | Self::Float { bytes } => bytes,
            Self::Text => 1,
        }
    }

    /// Decodes `raw`, which has this type's size; NaN for the type's invalid value.
    #[inline]
    pub(super) fn number(self, raw: &[u8], big_endian: bool) -> f64 {
        let mut bits = 0_u64;
        if big_endian {
            for byte in raw {
                bits = bits << 8 | u64::from(*byte);
            }
        } else {
            for byte in raw.iter().rev() {
                bits = bits << 8 | u64::from(*byte);
            }
        }
        let unused = 64 - 8 * raw.len() as u32;
        match self {
            Self::Unsigned {
                zero_is_invalid, ..
            } => {
                let invalid = if zero_is_invalid {
                    0
                } else {
                    u64::MAX >> unused
                };
                if bits == invalid {
                    f64::NAN
                } else {
                    bits as f64
                }
            }
            Self::Signed { .. } => {
                if bits == u64::MAX >> unused >> 1 {
                    f64::NAN
                } else {
                    ((bits << unused) as i64 >> unused) as f64
                }
            }
            Self::Float { bytes: 4 } => f64::from(f32::from_bits(bits as u32)),
            Self::Float { .. } => f64::from_bits(bits),
            Self::Text => f64::NAN,
        }
    }
}
