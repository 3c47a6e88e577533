//! Numbers as JSON has them, and fixed-point integers as they are written.

use zeroize::Zeroizing;

/// The numbers of a JSON array; `None` for anything else, which is bytes.
pub(crate) fn array(data: &[u8]) -> Option<Zeroizing<Vec<f64>>> {
    if data.trim_ascii_start().first() != Some(&b'[') {
        return None;
    }
    serde_json::from_slice(data).ok().map(Zeroizing::new)
}

/// Decimals where none are asked for: whole numbers need none.
pub(crate) fn usual_decimals(values: &[f64]) -> u8 {
    if values.iter().all(|value| value.fract() == 0.0) {
        0
    } else {
        2
    }
}

/// value·10^decimals, rounded; `None` past ±2^53, where not every integer is a number of its own.
pub(crate) fn fixed(value: f64, decimals: u8) -> Option<i64> {
    let scaled = (value * 10f64.powi(i32::from(decimals))).round();
    (scaled.abs() <= 9_007_199_254_740_992.0).then_some(scaled as i64)
}

/// An integer of so many decimals, exactly, without zeros at its end.
pub(crate) fn write(out: &mut String, integer: i128, decimals: u32) {
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

/// A JSON array of integers of so many decimals.
pub(crate) fn write_array(integers: &[i128], decimals: u32) -> Vec<u8> {
    let mut out = String::with_capacity(integers.len() * 8 + 2);
    out.push('[');
    for (place, integer) in integers.iter().enumerate() {
        if place > 0 {
            out.push(',');
        }
        write(&mut out, *integer, decimals);
    }
    out.push(']');
    out.into_bytes()
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
        assert_eq!(write_array(&[1, -250], 2), b"[0.01,-2.5]");
    }

    #[test]
    fn arrays_of_numbers_and_everything_else() {
        assert_eq!(array(b" [61, 64.5]").as_deref(), Some(&vec![61.0, 64.5]));
        for bytes in [&b"[1, \"a\"]"[..], b"61", b"", b"[1,", b"{}", b"[null]"] {
            assert!(array(bytes).is_none());
        }
        assert_eq!(fixed(61.005, 2), Some(6101));
        assert_eq!(fixed(1e300, 0), None);
        assert_eq!(fixed(f64::NAN, 0), None);
    }
}
