//! Prints the week in each encryption mode.

use serde_json::Value as Json;

use super::{number, text};
use crate::output::outln;

/// Prints the table of modes, the mean and the claim.
pub(in super::super) fn print(shown: &Json) {
    let all = |field: &str| shown[field].as_array().into_iter().flatten();
    outln!("\nA week in each encryption mode");
    outln!(
        "  {:<6} {:<11} {:>7} {:>9} {:>8}  {:<29}  visible without the key",
        "mode",
        "from",
        "points",
        "bytes",
        "a point",
        "stored as"
    );
    for row in all("modes") {
        let mode = text(&row["mode"]);
        if let Some(reason) = row["skipped"].as_str() {
            outln!("  {mode:<6} skipped: {reason}");
            continue;
        }
        let [points, bytes] = ["points", "bytes"].map(|field| number(&row[field], 0));
        let each = row["bytes"].as_f64().zip(row["points"].as_f64());
        outln!(
            "  {mode:<6} {:<11} {points:>7} {bytes:>9} {:>8}  {:<29}  {}",
            text(&row["startDate"]),
            each.map_or_else(
                || "–".to_owned(),
                |(bytes, points)| format!("{:.2}", bytes / points)
            ),
            form(row),
            CLEAR
                .iter()
                .find(|(of, _)| *of == mode)
                .map_or("–", |(_, clear)| clear),
        );
    }
    outln!(
        "  Values are sealed in every row. A mode adds a key that the owner can suspend or destroy."
    );
    if !shown["mean"].is_null() {
        mean(&shown["mean"]);
    }
    if !shown["claim"].is_null() {
        claim(&shown["claim"]);
    }
}

fn form(row: &Json) -> String {
    let (computable, committed) = (&row["homomorphic"], &row["committed"]);
    if computable.as_u64().is_some_and(|count| count > 0) {
        format!("{computable} values as ciphertexts")
    } else if committed.as_u64().is_some_and(|count| count > 0) {
        format!("{committed} points with commitments")
    } else {
        "columns".to_owned()
    }
}

fn mean(mean: &Json) {
    outln!("\nThe mean heart rate of that week");
    if let Some(reason) = mean["skipped"].as_str() {
        outln!("  skipped: {reason}");
        return;
    }
    for (name, field) in [
        ("on ciphertexts", "onCiphertexts"),
        ("on plain values", "onNumbers"),
    ] {
        let answer = &mean[field];
        outln!(
            "  {name:<16} {:>12} {:>9}  {} of {} values added as ciphertexts",
            format!("{} {}", number(&answer["value"], 6), text(&answer["unit"])),
            seconds(&answer["seconds"]),
            answer["encryptedCount"],
            answer["count"],
        );
    }
    outln!(
        "  Only the total was decrypted. The FHE keys were created in {}.",
        seconds(&mean["keySeconds"])
    );
}

fn claim(claim: &Json) {
    outln!("\nA claim, proven without showing a value");
    if let Some(reason) = claim["skipped"].as_str() {
        outln!("  skipped: {reason}");
        return;
    }
    outln!("  {}", text(&claim["says"]));
    outln!(
        "  {:<20} {:>9}  {} bytes; the first proof took {}, with the signed commitments",
        "proven",
        seconds(&claim["seconds"]),
        claim["bytes"],
        seconds(&claim["firstSeconds"])
    );
    outln!(
        "  {:<20} {:>9}  the proof and the signature are valid",
        "verified offline",
        seconds(&claim["verifySeconds"])
    );
    for copy in claim["tampered"].as_array().into_iter().flatten() {
        let verdict = copy["reason"]
            .as_str()
            .unwrap_or("ACCEPTED, which is an error");
        outln!(
            "  {:<20} {:>9}  {verdict}",
            text(&copy["what"]),
            seconds(&copy["seconds"])
        );
    }
    outln!(
        "  Set-up: {}, {}.",
        text(&claim["setup"]),
        text(&claim["assurance"])
    );
}

fn seconds(value: &Json) -> String {
    format!("{} s", number(value, 3))
}

/// The facts of each mode that a reader of the disk can see.
const CLEAR: &[(&str, &str)] = &[
    ("none", "type, device, first and last time, count"),
    ("Basic", "the same"),
    ("FHE", "the same"),
    ("ZK", "the same, and roots that hide the values"),
];
