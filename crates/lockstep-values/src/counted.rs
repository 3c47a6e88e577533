//! Numbers with their nouns.

/// Writes a number with its noun, in the singular or the plural: "1 row", "2 rows".
#[must_use]
pub fn counted(count: u64, one: &str, many: &str) -> String {
    match count {
        1 => format!("1 {one}"),
        count => format!("{count} {many}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_of_one_takes_the_singular() {
        for (count, expected) in [(0, "0 entries"), (1, "1 entry"), (2, "2 entries")] {
            assert_eq!(counted(count, "entry", "entries"), expected);
        }
    }
}
