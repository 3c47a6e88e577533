//! A number in every encoding, to search for in files that must not contain it.

use crate::encryption::base64;
use crate::patterns::Patterns;

/// The byte patterns to search for.
#[derive(Default)]
pub(super) struct Needles(Patterns);

impl Needles {
    /// Adds a number with this many decimals: as text, as a float, and as an integer in units of
    /// its last decimal. Each is also added in hexadecimal and, at any alignment, in base 64.
    pub(super) fn add(&mut self, value: f64, decimals: u32) {
        let text = value.to_string();
        let whole = (value * 10_f64.powi(decimals as i32)).round() as i64;
        let whole_text = if whole < 1_000_000 {
            String::new()
        } else {
            whole.to_string()
        };
        for (form, bytes) in [
            ("as text", text.clone().into_bytes()),
            ("as a whole number", whole_text.into_bytes()),
            ("as a little-endian float", value.to_le_bytes().to_vec()),
            ("as a big-endian float", value.to_be_bytes().to_vec()),
            ("as a little-endian integer", whole.to_le_bytes().to_vec()),
            ("as a big-endian integer", whole.to_be_bytes().to_vec()),
        ] {
            // Small integers are filled up with one of these bytes.
            let few = bytes.iter().filter(|byte| !matches!(byte, 0 | 0xFF));
            if few.count() < 5 {
                // Short patterns also match unrelated numbers.
                continue;
            }
            let name = format!("{text} {form}");
            let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            self.0.insert(
                &format!("{name}, upper hex"),
                hex.to_uppercase().into_bytes(),
            );
            self.0.insert(&format!("{name}, hex"), hex.into_bytes());
            for shift in 0..3 {
                let shifted = [&[0; 2][..shift], &bytes, &[0; 2]].concat();
                let encoded = base64(&shifted).into_bytes();
                // Only the digits that depend on no other bytes.
                let (from, to) = ((8 * shift).div_ceil(6), (8 * (shift + bytes.len())) / 6);
                let digits = &encoded[from..to];
                self.0.insert(&format!("{name}, base 64"), digits.to_vec());
                let for_links = digits.iter().map(|digit| match digit {
                    b'+' => b'-',
                    b'/' => b'_',
                    digit => *digit,
                });
                self.0
                    .insert(&format!("{name}, base 64 of links"), for_links.collect());
            }
            self.0.insert(&name, bytes);
        }
    }

    /// Returns the number of patterns.
    pub(super) fn count(&self) -> usize {
        self.0.count()
    }

    /// Returns the names of the patterns found, with their positions.
    pub(super) fn found_in(&self, bytes: &[u8]) -> Vec<(&str, usize)> {
        self.0.found_in(bytes)
    }
}

#[test]
fn a_number_is_found_in_every_encoding() {
    let mut needles = Needles::default();
    needles.add(73_517_923.417, 3);
    let raw = 73_517_923.417_f64.to_be_bytes();
    let hex: String = raw.iter().map(|byte| format!("{byte:02x}")).collect();
    for hay in [
        b"{\"value\":73517923.417}".to_vec(),
        b"73517923417".to_vec(),
        raw.to_vec(),
        73_517_923_417_i64.to_le_bytes().to_vec(),
        hex.to_uppercase().into_bytes(),
        base64(b"[73517923.417]").into_bytes(),
        base64(b"[ 73517923.417]").into_bytes(),
        base64(b"[  73517923.417]").into_bytes(),
    ] {
        let hay = [b"before ", &hay[..], b" after"].concat();
        assert!(!needles.found_in(&hay).is_empty(), "{hay:?}");
    }
    assert!(needles.found_in(b"73517923.418 and 7351792341").is_empty());
}
