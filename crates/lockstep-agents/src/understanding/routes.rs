//! Acts that people ask for and that no tool of the agent does: the answer names the route or the command that does them.

use super::Context;
use super::slots::{Slots, is_stop_word};
use super::vocabulary::begins_question;

/// An act without a tool, or for agents that lack its tool.
struct RouteRow {
    /// Words of the act, of which the question has one.
    acts: &'static [&'static str],
    /// Words for the object of the act; the question contains one of them.
    objects: &'static [&'static str],
    /// The tool of the act; an agent that has it needs no advice.
    tool: Option<&'static str>,
    /// The route or the command.
    advice: &'static str,
}

/// Returns the advice for a question about an act that no tool of the agent does. A question with an id, a device or a name
/// means one resource, and is about an act of a tool.
pub(super) fn advice(slots: &Slots, context: &Context<'_>) -> Option<&'static str> {
    if order(slots).is_some_and(|verb| SYNC.contains(&verb)) {
        return Some(FETCH);
    }
    if !slots.ids.is_empty() || slots.device.is_some() || slots.name.is_some() {
        return None;
    }
    if let Some(advice) = trade(slots) {
        return Some(advice);
    }
    if asks_to_sign_out(slots) {
        return Some(SIGN_OUT);
    }
    let has = |tool: &str| context.tools.tools().iter().any(|it| it.name == tool);
    let mut rows = ROUTES.iter();
    // "Did anyone delete data?" asks what happened.
    let first = slots.tokens.first().map(|token| &*token.word);
    let is_of_past = first.is_some_and(|word| PAST.contains(&word));
    let found = rows.find(|row| {
        let is_order = !QUESTIONS.iter().any(|tool| row.tool == Some(*tool));
        let is_meant = slots.has(row.acts) && slots.has(row.objects) && !(is_order && is_of_past);
        is_meant && !row.tool.is_some_and(has)
    });
    found.map(|row| row.advice)
}

/// Returns the advice for an order to sell points or to buy an offer.
fn trade(slots: &Slots) -> Option<&'static str> {
    let verb = order(slots)?;
    let is_offer = slots.has(&[
        "data", "points", "token", "tokens", "offer", "listing", "item",
    ]);
    match verb {
        "sell" if slots.has(&["data", "points"]) => Some(SALE),
        "buy" if is_offer => Some(PURCHASE),
        _ => None,
    }
}

/// Returns the first word that counts, if the question begins as an order.
fn order(slots: &Slots) -> Option<&str> {
    let mut words = slots.tokens.iter().map(|token| &*token.word);
    let asks = words.clone().next().is_some_and(begins_question);
    words.find(|word| !is_stop_word(word)).filter(|_| !asks)
}

/// Whether a question orders to end sign-ins: "log out everywhere", "sign me out".
pub(super) fn asks_to_sign_out(slots: &Slots) -> bool {
    let word = |at: usize| slots.tokens.get(at).map_or("", |token| &*token.word);
    let is_out = |at: usize| ["out", "off"].contains(&word(at));
    (0..slots.tokens.len()).any(|at| match word(at) {
        "log" | "sign" => is_out(at + 1) || word(at + 1) == "me" && is_out(at + 2),
        "logout" | "logoff" | "signout" | "signoff" => true,
        _ => false,
    })
}

/// Words of an order to fetch the recordings of a device.
const SYNC: &[&str] = &["sync", "synchronise", "synchronize", "resync"];
/// How measurements of a device are uploaded.
const FETCH: &str = "No agent fetches measurements from a device. Export them with the device's own program, then import the \
                     file with `POST /v1/sfdp/import`. Nothing was changed.";
/// How a sign-in is ended.
const SIGN_OUT: &str = "No agent ends a sign-in. `DELETE /api/auth/sessions/{id}` ends one; the Sentinel lists them \
                        (`accounts.sessions`). Nothing was changed.";
/// Words that begin a question about what happened.
const PAST: &[&str] = &["did", "has", "was", "were", "when", "who"];
/// Tools of rows that are questions, and not acts.
const QUESTIONS: &[&str] = &["market.list_grants", "audit.verify"];
/// How points are sold.
const SALE: &str = "No agent offers points for sale. `POST /v1/sfdp/marketplace/tokens` makes a data token of your \
                    points, with a price and rules of access. To offer a dataset, ask the Market Broker to draft a \
                    listing. Nothing was changed.";
/// How an offer is bought.
const PURCHASE: &str = "No agent makes purchases. `POST /v1/sfdp/marketplace/tokens/{id}/purchase` buys a data token; \
                        ask the Market Broker for the offers and their prices. Nothing was changed.";

const ROUTES: &[RouteRow] = &[
    RouteRow {
        acts: &["delete", "deleted", "erase", "erased", "wipe", "erasure"],
        objects: &["data", "everything", "account", "points"],
        tool: None,
        advice: "No agent deletes data or an account. `DELETE /v1/sfdp/data` deletes points, and the owner erases the account \
                 with everything in it: `POST /api/auth/erasure`. The Privacy Guardian plans an erasure \
                 (`accounts.erasure_plan`). Nothing was changed.",
    },
    RouteRow {
        acts: &["export", "download", "backup"],
        objects: &["data", "everything", "points", "activities", "account"],
        tool: Some("accounts.export_plan"),
        advice: "This agent does not export data. `GET /v1/sfdp/export` and the command `lockstep export` write the points as \
                 CSV, Open mHealth or FHIR, and `format=activities` the activities.",
    },
    RouteRow {
        acts: &["see", "access", "reads", "read", "shared", "sees", "grants"],
        objects: &["who", "anyone", "anybody", "access", "grants"],
        tool: Some("market.list_grants"),
        advice: "This agent does not list who can see your data; the Privacy Guardian does (`market.list_grants`). The sign-ins \
                 (`accounts.sessions`) and the API keys (`accounts.api_keys`) of your account can read it, too.",
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
        tool: Some("audit.verify"),
        advice: "This agent does not verify the chain of the audit log; the Sentinel does (`audit.verify`). The \
                 server verifies it every hour, and a failure is the alert `audit.broken`, which `alerts.list` shows. \
                 `lockstep audit verify` checks it now.",
    },
    RouteRow {
        acts: &["refund", "money"],
        objects: &["purchase", "purchases", "back", "refund"],
        tool: None,
        advice: "No agent refunds a purchase. `POST /v1/sfdp/marketplace/purchases/{id}/refund` refunds one that was not used, \
                 within one hour. Nothing was changed.",
    },
    RouteRow {
        acts: &["revoke", "delete", "remove"],
        objects: &["api"],
        tool: Some("accounts.revoke_api_key"),
        advice: "This agent does not revoke an API key; the Privacy Guardian does. `DELETE /v1/api-keys/{id}` \
                 deletes one with every key that it created, and `accounts.api_keys` lists them. Nothing was changed.",
    },
];
