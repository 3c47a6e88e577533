//! Numbers with their nouns: every answer takes singular and plural from here.

use serde_json::Value as Json;

use super::cell;

/// Writes a number with its noun, which is given in the plural.
pub(super) fn counted(number: u64, nouns: &str) -> String {
    lockstep_web::counted(number, &singular(nouns), nouns)
}

/// Writes a number of an output with its noun, which is given in the plural.
pub(super) fn counted_value(number: &Json, nouns: &str) -> String {
    match number.as_u64() {
        Some(number) => counted(number, nouns),
        None => format!("{} {nouns}", cell::display_value(nouns, number)),
    }
}

/// Writes a number with its noun and the verb of its number, such as "was" and "were".
pub(super) fn counted_with_verb(number: u64, nouns: &str, [one, many]: [&str; 2]) -> String {
    let verb = if number == 1 { one } else { many };
    format!("{} {verb}", counted(number, nouns))
}

/// Returns the noun for a single thing.
fn singular(noun: &str) -> String {
    let irregular = SINGULARS.iter().find(|(many, _)| *many == noun);
    if let Some((_, one)) = irregular {
        return (*one).to_owned();
    }
    // "readings of a sensor" ends with another noun.
    let (noun, rest) = match noun.split_once(" of ") {
        Some((noun, rest)) => (noun, format!(" of {rest}")),
        None => (noun, String::new()),
    };
    let one = match noun.strip_suffix("ies") {
        _ if noun == "series" => noun.to_owned(),
        Some(begin) => format!("{begin}y"),
        None => noun.strip_suffix('s').unwrap_or(noun).to_owned(),
    };
    format!("{one}{rest}")
}

/// Plurals whose noun is followed by another verb.
const SINGULARS: &[(&str, &str)] = &[("devices that take commands", "device that takes commands")];

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn one_thing_has_a_singular() {
        for (nouns, expected) in [
            ("records", "1 record"),
            ("entries", "1 entry"),
            ("running activities", "1 running activity"),
            ("series", "1 series"),
            ("API keys", "1 API key"),
            ("points of steps", "1 point of steps"),
            (
                "usable purchases of your data",
                "1 usable purchase of your data",
            ),
            ("devices that take commands", "1 device that takes commands"),
        ] {
            assert_eq!(counted(1, nouns), expected);
            assert_eq!(counted(0, nouns), format!("0 {nouns}"));
            assert_eq!(counted(2, nouns), format!("2 {nouns}"));
            assert_eq!(counted_value(&json!(1), nouns), expected);
        }
        assert_eq!(counted_value(&json!(null), "points"), "– points");
        for (number, expected) in [(1, "1 entry was"), (2, "2 entries were")] {
            let verbs = ["was", "were"];
            assert_eq!(counted_with_verb(number, "entries", verbs), expected);
        }
    }
}
