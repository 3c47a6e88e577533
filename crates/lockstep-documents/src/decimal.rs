//! Numbers with a fixed count of decimals.

/// value·10^decimals, rounded; `None` beyond ±2^53, where doubles no longer represent every integer.
#[must_use]
pub fn fixed(value: f64, decimals: u8) -> Option<i64> {
    let scaled = (value * 10f64.powi(i32::from(decimals))).round();
    (scaled.abs() <= 9_007_199_254_740_992.0).then_some(scaled as i64)
}

/// Writes an integer with `decimals` decimals exactly, without trailing zeros.
pub fn write(out: &mut String, integer: i128, decimals: u32) {
    use std::fmt::Write;
    if integer < 0 {
        out.push('-');
    }
    let mut digits = integer.unsigned_abs().to_string();
    let decimals = decimals as usize;
    if digits.len() <= decimals {
        digits.insert_str(0, &"0".repeat(decimals + 1 - digits.len()));
    }
    let (whole, part) = digits.split_at(digits.len() - decimals);
    let part = part.trim_end_matches('0');
    // Writing into a string cannot fail.
    let _ = if part.is_empty() {
        write!(out, "{whole}")
    } else {
        write!(out, "{whole}.{part}")
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_exactly() {
        for (integer, decimals, expected) in [
            (0, 0, "0"),
            (0, 6, "0"),
            (61, 0, "61"),
            (-61, 0, "-61"),
            (6150, 2, "61.5"),
            (-5, 2, "-0.05"),
            (100, 2, "1"),
            (1 << 80, 0, "1208925819614629174706176"),
        ] {
            let mut out = String::new();
            write(&mut out, integer, decimals);
            assert_eq!(out, expected);
        }
        assert_eq!(fixed(61.005, 2), Some(6101));
        assert_eq!(fixed(1e300, 0), None);
        assert_eq!(fixed(f64::NAN, 0), None);
    }
}
