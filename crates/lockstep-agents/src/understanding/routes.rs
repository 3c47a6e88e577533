//! Acts that people ask for and that no tool of the agent does: the answer names the route or the command that does them.

use super::Context;
use super::slots::{Slots, is_stop_word};
use super::vocabulary::begins_question;

/// An act without a tool, or for agents that lack its tool.
struct RouteRow {
    act: Act,
    /// Words for the object of the act; the question contains one of them. Empty: the act needs no object.
    objects: &'static [&'static str],
    /// The tool of the act; an agent that has it needs no advice.
    tool: Option<&'static str>,
    /// The route or the command.
    advice: &'static str,
}

/// How a question words an act.
enum Act {
    /// It has one of the words.
    Word(&'static [&'static str]),
    /// It is an order, and one of the words is its verb.
    Order(&'static [&'static str]),
    /// It is an order, also one about a single resource, and one of the words is its verb.
    OrderOfAny(&'static [&'static str]),
    /// It orders to end sign-ins.
    SignOut,
}

/// Returns the advice for a question about an act that no tool of the agent does. A question with an id, a device or a name
/// means one resource, and is about an act of a tool, unless no act of a tool has its verb.
pub(super) fn advice(slots: &Slots, context: &Context<'_>) -> Option<&'static str> {
    let has = |tool: &str| context.tools.tools().iter().any(|it| it.name == tool);
    let found = ROUTES.iter().find(|row| {
        let names_object = row.objects.is_empty() || slots.has(row.objects);
        row.is_worded(slots) && names_object && !row.tool.is_some_and(has)
    });
    found.map(|row| row.advice)
}

impl RouteRow {
    /// Whether a question words the act.
    fn is_worded(&self, slots: &Slots) -> bool {
        let names_one = !slots.ids.is_empty() || slots.device.is_some() || slots.name.is_some();
        let has_verb = |verbs: &[&str]| order(slots).is_some_and(|verb| verbs.contains(&verb));
        match self.act {
            Act::OrderOfAny(verbs) => has_verb(verbs),
            _ if names_one => false,
            Act::Order(verbs) => has_verb(verbs),
            Act::SignOut => asks_to_sign_out(slots),
            Act::Word(words) => slots.has(words) && !self.is_of_past(slots),
        }
    }

    /// Whether the question asks what happened, and the row is an order: "did anyone delete data?"
    fn is_of_past(&self, slots: &Slots) -> bool {
        let is_order = !QUESTIONS.iter().any(|tool| self.tool == Some(*tool));
        let first = slots.tokens.first().map(|token| &*token.word);
        is_order && first.is_some_and(|word| PAST.contains(&word))
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

/// Words that begin a question about what happened.
const PAST: &[&str] = &["did", "has", "was", "were", "when", "who"];
/// Tools of rows that are questions, and not acts.
const QUESTIONS: &[&str] = &["market.list_grants", "audit.verify"];

const ROUTES: &[RouteRow] = &[
    RouteRow {
        act: Act::OrderOfAny(&["sync", "synchronise", "synchronize", "resync"]),
        objects: &[],
        tool: None,
        advice: "No agent fetches measurements from a device. Export them with the device's own program, then import the \
                 file with `POST /v1/sfdp/import`. Nothing was changed.",
    },
    RouteRow {
        act: Act::Order(&["sell"]),
        objects: &["data", "points"],
        tool: None,
        advice: "No agent offers points for sale. `POST /v1/sfdp/marketplace/tokens` makes a data token of your points, with \
                 a price and rules of access. To offer a dataset, ask the Market Broker to draft a listing. Nothing was \
                 changed.",
    },
    RouteRow {
        act: Act::Order(&["buy"]),
        objects: &[
            "data", "points", "token", "tokens", "offer", "listing", "item",
        ],
        tool: None,
        advice: "No agent makes purchases. `POST /v1/sfdp/marketplace/tokens/{id}/purchase` buys a data token; ask the Market \
                 Broker for the offers and their prices. Nothing was changed.",
    },
    RouteRow {
        act: Act::SignOut,
        objects: &[],
        tool: None,
        advice: "No agent ends a sign-in. `DELETE /api/auth/sessions/{id}` ends one; the Sentinel lists them \
                 (`accounts.sessions`). Nothing was changed.",
    },
    RouteRow {
        act: Act::Word(&["delete", "deleted", "erase", "erased", "wipe", "erasure"]),
        objects: &["data", "everything", "account", "points"],
        tool: None,
        advice: "No agent deletes data or an account. `DELETE /v1/sfdp/data` deletes points, and the owner erases the account \
                 with everything in it: `POST /api/auth/erasure`. The Privacy Guardian plans an erasure \
                 (`accounts.erasure_plan`). Nothing was changed.",
    },
    RouteRow {
        act: Act::Word(&["export", "download", "backup"]),
        objects: &["data", "everything", "points", "activities", "account"],
        tool: Some("accounts.export_plan"),
        advice: "This agent does not export data. `GET /v1/sfdp/export` and the command `lockstep export` write the points as \
                 CSV, Open mHealth or FHIR, and `format=activities` the activities.",
    },
    RouteRow {
        act: Act::Word(&["see", "access", "reads", "read", "shared", "sees", "grants"]),
        objects: &["who", "anyone", "anybody", "access", "grants"],
        tool: Some("market.list_grants"),
        advice: "This agent does not list who can see your data; the Privacy Guardian does (`market.list_grants`). The sign-ins \
                 (`accounts.sessions`) and the API keys (`accounts.api_keys`) of your account can read it, too.",
    },
    RouteRow {
        act: Act::Word(&[
            "verify",
            "intact",
            "tampered",
            "broken",
            "complete",
            "unchanged",
            "manipulated",
        ]),
        objects: &["audit", "chain"],
        tool: Some("audit.verify"),
        advice: "This agent does not verify the chain of the audit log; the Sentinel does (`audit.verify`). The \
                 server verifies it every hour, and a failure is the alert `audit.broken`, which `alerts.list` shows. \
                 `lockstep audit verify` checks it now.",
    },
    RouteRow {
        act: Act::Word(&["refund", "money"]),
        objects: &["purchase", "purchases", "back", "refund"],
        tool: None,
        advice: "No agent refunds a purchase. `POST /v1/sfdp/marketplace/purchases/{id}/refund` refunds one that was not used, \
                 within one hour. Nothing was changed.",
    },
    RouteRow {
        act: Act::Word(&["revoke", "delete", "remove"]),
        objects: &["api"],
        tool: Some("accounts.revoke_api_key"),
        advice: "This agent does not revoke an API key; the Privacy Guardian does. `DELETE /v1/api-keys/{id}` \
                 deletes one with every key that it created, and `accounts.api_keys` lists them. Nothing was changed.",
    },
];
