//! Ids of keys as the API writes them: `key_` and 16 bytes in Crockford's base 32.

use crate::failure::Failure;

/// Reads a `key_…` of the API, or 32 hexadecimal digits.
pub(crate) fn read(text: &str) -> Result<[u8; 16], Failure> {
    let read = match text.strip_prefix(PREFIX) {
        Some(digits) => base_32(digits),
        None => hexadecimal(text),
    };
    read.ok_or_else(|| {
        Failure::invalid("a key's id is `key_` with 26 characters, or 32 hexadecimal digits")
    })
}

/// Writes an id as the API does.
pub(crate) fn write(id: [u8; 16]) -> String {
    let number = u128::from_be_bytes(id);
    let digits = (0..LENGTH).rev().map(|at| {
        let digit = (number >> (5 * at)) & 31;
        char::from(ALPHABET[digit as usize])
    });
    PREFIX.chars().chain(digits).collect()
}

fn base_32(digits: &str) -> Option<[u8; 16]> {
    if digits.len() != LENGTH {
        return None;
    }
    let mut number = 0u128;
    for digit in digits.bytes() {
        let value = ALPHABET.iter().position(|letter| *letter == digit)?;
        // 26 digits have 130 bits: the first must be below 8.
        number = number.checked_mul(32)?.checked_add(value as u128)?;
    }
    Some(number.to_be_bytes())
}

fn hexadecimal(text: &str) -> Option<[u8; 16]> {
    if text.len() != 32 || !text.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    u128::from_str_radix(text, 16).ok().map(u128::to_be_bytes)
}

const PREFIX: &str = "key_";
const LENGTH: usize = 26;
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_those_of_the_api() {
        for (id, text) in [
            ([0; 16], "key_00000000000000000000000000"),
            ([0xff; 16], "key_7zzzzzzzzzzzzzzzzzzzzzzzzz"),
            // The example of the TypeID specification.
            (
                0x0189_0a5d_ac96_774b_bcce_b302_099a_8057_u128.to_be_bytes(),
                "key_01h455vb4pex5vsknk084sn02q",
            ),
        ] {
            assert_eq!(write(id), text);
            assert_eq!(read(text), Ok(id));
            let hexadecimal: String = id.iter().map(|byte| format!("{byte:02x}")).collect();
            assert_eq!(read(&hexadecimal), Ok(id));
        }
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "",
            "key_",
            "key_0000000000000000000000000",
            "key_000000000000000000000000000",
            "key_8zzzzzzzzzzzzzzzzzzzzzzzzz",
            "key_0000000000000000000000000u",
            "key_0000000000000000000000000A",
            "usr_00000000000000000000000000",
            "+0000000000000000000000000000000",
            "0000000000000000000000000000000g",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
