//! Acts that people ask for and that no tool does: the answer names the route or the command that does them.

use super::slots::Slots;

/// An act without a tool.
struct RouteRow {
    /// Words of the act, of which the question has one.
    acts: &'static [&'static str],
    /// Words of what it is done to, of which the question has one.
    objects: &'static [&'static str],
    /// The route or the command.
    advice: &'static str,
}

/// Returns the advice for a question about an act that no tool does. A question with an id, a device or a name means one
/// resource, and is about an act of a tool.
pub(super) fn advice(slots: &Slots) -> Option<&'static str> {
    if !slots.ids.is_empty() || slots.device.is_some() || slots.name.is_some() {
        return None;
    }
    let found = ROUTES
        .iter()
        .find(|row| slots.has(row.acts) && slots.has(row.objects));
    found.map(|row| row.advice)
}

const ROUTES: &[RouteRow] = &[
    RouteRow {
        acts: &["delete", "deleted", "erase", "erased", "wipe", "erasure"],
        objects: &["data", "everything", "account", "points"],
        advice: "No agent deletes data or an account. `DELETE /v1/sfdp/data` deletes points, and an administrator erases an \
                 account with everything in it: `DELETE /v1/admin/users/{userId}`. Nothing was changed.",
    },
    RouteRow {
        acts: &["export", "download", "backup"],
        objects: &["data", "everything", "points", "activities", "account"],
        advice: "No agent exports data. `GET /v1/sfdp/export` and the command `lockstep export` write the points as CSV, Open \
                 mHealth or FHIR, and `format=activities` the activities.",
    },
    RouteRow {
        acts: &["see", "access", "reads", "read", "shared", "sees", "grants"],
        objects: &["who", "anyone", "anybody", "access", "grants"],
        advice: "No tool lists everyone who can see your data. The sign-ins (`accounts.sessions`) and the API keys \
                 (`accounts.api_keys`) of your account can read it; buyers have what `market.list_tokens` counts as purchases.",
    },
    RouteRow {
        acts: &[
            "verify",
            "intact",
            "tampered",
            "broken",
            "complete",
            "unchanged",
            "manipulated",
        ],
        objects: &["audit", "chain"],
        advice: "No tool verifies the chain of the audit log. The server verifies it every hour, and a failure is the alert \
                 `audit.broken`, which `alerts.list` shows. `lockstep audit verify` checks it now.",
    },
    RouteRow {
        acts: &["refund", "money"],
        objects: &["purchase", "purchases", "back", "refund"],
        advice: "No agent refunds a purchase. `POST /v1/sfdp/marketplace/purchases/{id}/refund` refunds one that was not used, \
                 within one hour. Nothing was changed.",
    },
    RouteRow {
        acts: &["revoke", "delete", "remove"],
        objects: &["api"],
        advice: "No agent revokes an API key. `DELETE /v1/api-keys/{id}` deletes one with every key that it created, and \
                 `accounts.api_keys` lists them. Nothing was changed.",
    },
];
