//! The arguments of a search in the audit log.

use serde_json::{Map, Value as Json, json};

use super::super::dates::Range;
use super::super::slots::{Slots, is_stop_word};
use super::super::text::Token;

/// Returns the conditions of the entries: their outcome, their actor and their days.
pub(super) fn filters(slots: &Slots, range: Option<Range>) -> Option<Json> {
    let mut filters = Map::new();
    // The action of a refused sign-in says that it failed; its status is `warning`.
    if slots.has(ERROR_WORDS) && !is_failed_sign_in(slots) {
        filters.insert("status".to_owned(), json!("error"));
    } else if slots.has(WARNING_WORDS) {
        filters.insert("status".to_owned(), json!("warning"));
    }
    if let Some(actor) = actor(&slots.tokens) {
        filters.insert("user".to_owned(), json!(actor.text));
    }
    if let Some(range) = range
        && let (Some(first), Some(last)) = (range.first, range.last)
    {
        filters.insert("dateRange".to_owned(), json!(format!("{first}/{last}")));
    }
    (!filters.is_empty()).then_some(Json::Object(filters))
}

/// Returns the words that the entries contain: those that neither ask nor are a condition.
pub(super) fn words(slots: &Slots) -> Option<Json> {
    let actor = actor(&slots.tokens);
    let sign_in = match is_failed_sign_in(slots) {
        true => REFUSED_SIGN_IN,
        false => SIGN_IN,
    };
    let free = slots.tokens.iter().filter(|token| {
        let is_known = is_stop_word(&token.word)
            || ERROR_WORDS.contains(&&*token.word)
            || WARNING_WORDS.contains(&&*token.word)
            || LOG_WORDS.contains(&&*token.word)
            || actor.is_some_and(|actor| std::ptr::eq(actor, *token));
        token.is_quoted || !token.is_taken && !is_known
    });
    let free = free.filter(|token| token.is_quoted || token.word.len() > 1);
    let mut words: Vec<String> = Vec::new();
    for token in free {
        let is_sign_in = SIGN_IN_WORDS.contains(&&*token.word);
        let word = if is_sign_in { sign_in } else { &token.word };
        if !words.iter().any(|known| known == word) {
            words.push(word.to_owned());
        }
    }
    (!words.is_empty()).then(|| json!(words.join(" ")))
}

/// Whether a question asks for sign-ins that were refused.
pub(super) fn is_failed_sign_in(slots: &Slots) -> bool {
    slots.has(ERROR_WORDS) && slots.has(SIGN_IN_WORDS)
}

/// Whether a question asks for unusual sign-ins of the caller.
pub(super) fn asks_for_unusual_sign_ins(slots: &Slots) -> bool {
    let is_log = slots.has(&["audit", "log", "logs"]);
    let is_unusual = slots.has(UNUSUAL_WORDS) && slots.has(SIGN_IN_WORDS);
    let is_used = slots.has(OTHERS) && slots.has(&["account"]) && slots.has(&["use", "used"]);
    (is_unusual || is_used || slots.has(INTRUSION_WORDS)) && !is_log
}

/// Whether a question asks who is or was signed in: "who logged into my account".
pub(super) fn asks_who_signed_in(slots: &Slots) -> bool {
    let is_pair = |pair: &[Token]| {
        ["log", "logged", "sign", "signed"].contains(&&*pair[0].word)
            && ["in", "into"].contains(&&*pair[1].word)
    };
    let signs_in = slots.tokens.windows(2).any(is_pair);
    // "Who am I logged in as" asks for the account.
    let is_self = slots.has(&["am", "audit"]);
    slots.has(OTHERS) && signs_in && !is_self && !slots.has(ERROR_WORDS)
}

/// Returns the account after "of", "by", "user" or "account". "My account" is that of the caller: no name follows it.
pub(super) fn actor(tokens: &[Token]) -> Option<&Token> {
    let word = |at: usize| tokens.get(at).map_or("", |token| &*token.word);
    let is_own = |at: usize| at > 0 && ["my", "our"].contains(&word(at - 1));
    let leads = |at: usize| match word(at) {
        "of" | "by" => true,
        "user" | "account" => !is_own(at),
        _ => false,
    };
    let is_name = |word: &str| {
        let others = [LOG_WORDS, OTHERS, INTRUSION_WORDS, &["user", "account"]];
        !is_stop_word(word) && !others.iter().any(|words| words.contains(&word))
    };
    (1..tokens.len())
        .filter(|at| leads(at - 1) && is_name(word(*at)))
        .map(|at| &tokens[at])
        .find(|token| !token.is_taken)
}

/// Words for entries that failed.
const ERROR_WORDS: &[&str] = &[
    "error", "errors", "failed", "failure", "failures", "fail", "fails", "denied", "refused",
];
/// Words for a sign-in that its account did not make.
const UNUSUAL_WORDS: &[&str] = &["unusual", "suspicious", "strange", "unexpected", "unknown"];
/// Words for the use of an account by a person who may not use it.
const INTRUSION_WORDS: &[&str] = &["hacked", "compromised"];
/// Words for other people.
const OTHERS: &[&str] = &["who", "anyone", "anybody", "someone", "somebody", "else"];
/// Words for entries with a warning.
const WARNING_WORDS: &[&str] = &["warning", "warnings"];
/// Words for the log and its entries.
const LOG_WORDS: &[&str] = &[
    "audit",
    "audits",
    "log",
    "logs",
    "logged",
    "entry",
    "entries",
    "event",
    "events",
    "search",
    "list",
    "read",
    "record",
    "records",
    "say",
    "says",
    "attempt",
    "attempts",
    "everything",
    "hour",
    "hours",
    "minute",
    "minutes",
    "happened",
    "actions",
    "action",
];
/// Words for sign-ins; "sign" and "in" are two words.
const SIGN_IN_WORDS: &[&str] = &[
    "login", "logins", "logon", "signin", "signins", "sign", "signed", "ins",
];
/// The action of a sign-in in the log.
const SIGN_IN: &str = "user.sign_in";
/// The action of a sign-in with a wrong name, password or code in the log.
const REFUSED_SIGN_IN: &str = "refused sign-in";
