//! Prints the sale of a week.

use serde_json::Value as Json;

use super::{number, text};
use crate::output::outln;

/// Prints the answer that the buyer got, and the payment.
pub(in super::super) fn print(sale: &Json) {
    outln!("\nA week of heart rate, sold as aggregate-only");
    if let Some(reason) = sale["skipped"].as_str() {
        outln!("  skipped: {reason}");
        return;
    }
    let money = |field: &str| number(&sale[field], 2);
    let row = |name: &str, text: String| outln!("  {name:<20} {text}");
    row(
        "certificate",
        format!(
            "{} days, {} points, no value; its signature is valid",
            sale["days"], sale["points"]
        ),
    );
    row(
        "answer to the buyer",
        format!(
            "mean {} {}; {} of {} values added as ciphertexts",
            number(&sale["value"], 6),
            text(&sale["unit"]),
            sale["encrypted"],
            sale["count"]
        ),
    );
    row(
        "verified offline",
        format!(
            "{} s, and a changed copy is refused; no point was sold",
            number(&sale["verifySeconds"], 3)
        ),
    );
    let sum = sale["seller"].as_f64().zip(sale["buyer"].as_f64());
    let sum = sum.map(|(seller, buyer)| seller + buyer);
    row(
        "ledger",
        format!(
            "athlete {} EUR, buyer {} EUR, together {} EUR",
            money("seller"),
            money("buyer"),
            number(&Json::from(sum), 2)
        ),
    );
}
