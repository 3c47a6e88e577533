//! The statuses of the records that a question asks for: "Which devices are inactive?"

use super::super::index::KnownTool;
use super::super::slots::Slots;

/// Returns the statuses of the tool's records that the question names, or, after "not", the other ones. The result is
/// empty without such a word.
pub(super) fn of(tool: &KnownTool, slots: &Slots) -> Vec<String> {
    let row = STATUSES.iter().find(|(name, _)| *name == tool.name);
    let known: &[&str] = row.map_or(&[], |(_, statuses)| *statuses);
    // "Usable" is the word of the page on grants.
    let is_usable = tool.name == "market.list_purchases" && slots.has(&["usable"]);
    let is_named = |status: &&&str| slots.has(&[**status]) || is_usable && **status == "active";
    if !known.iter().any(|status| is_named(&status)) {
        return Vec::new();
    }
    let is_negated = slots.has(NEGATIONS);
    let wanted = known.iter().filter(|status| is_named(status) != is_negated);
    wanted.map(|status| (*status).to_owned()).collect()
}

/// All statuses of the records that a tool lists: "not active" means the other ones.
const STATUSES: &[(&str, &[&str])] = &[
    (
        "devices.list",
        &["active", "pending", "inactive", "revoked"],
    ),
    ("imports.list", &["unfinished", "complete", "undoing"]),
    (
        "keys.list",
        &[
            "pending",
            "active",
            "rotated",
            "expired",
            "suspended",
            "revoked",
            "pending_destruction",
            "destroyed",
            "damaged",
        ],
    ),
    (
        "market.list_purchases",
        &["active", "used", "expired", "refunded"],
    ),
    (
        "market.list_tokens",
        &["pending", "active", "expired", "revoked"],
    ),
    (
        "uadm.commands",
        &["queued", "delivered", "acknowledged", "failed", "expired"],
    ),
    ("uadm.list", &["pending", "online", "offline", "revoked"]),
];
/// Words for the opposite; "aren't" is two words.
const NEGATIONS: &[&str] = &["not", "aren", "isn"];
