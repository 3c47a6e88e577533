//! Questions after an answer that offered calls: the choice of one of them, or a question that changes them.

use super::slots::Slots;
use super::text::{Token, whole};
use super::{Call, Context, Interpretation, MAX_READINGS, follow_up, readings};

/// Understands a question after offered calls. A call that was only offered leaves out a part of its question, so that
/// a question that changes it is only offered, too. Several calls are readings of one question: where the change
/// replaces the part in which they differ, the result is one call.
pub(super) fn understand(slots: &Slots, context: &Context<'_>) -> Interpretation {
    if let Some(reply) = reply(slots, context.offered) {
        return reply;
    }
    let after = |previous: Option<&Call>| {
        let context = Context {
            previous,
            offered: &[],
            ..context.clone()
        };
        let changed = follow_up::understand(slots, &context);
        changed.unwrap_or_else(|| readings::understand(slots, &context))
    };
    let alone = after(None);
    let changed: Vec<Interpretation> = context.offered.iter().map(|it| after(Some(it))).collect();
    let Some(first) = changed.first() else {
        return alone;
    };
    let is_one = changed.iter().all(|it| it == first);
    if is_one && (*first == alone || changed.len() > 1) {
        return first.clone();
    }
    let mut calls: Vec<Call> = Vec::new();
    for call in changed.into_iter().flat_map(calls_of) {
        if !calls.contains(&call) && calls.len() < MAX_READINGS {
            calls.push(call);
        }
    }
    match calls.is_empty() {
        true => alone,
        false => Interpretation::Clarify { readings: calls },
    }
}

fn calls_of(understood: Interpretation) -> Vec<Call> {
    match understood {
        Interpretation::Call(call) => vec![call],
        Interpretation::Clarify { readings } => readings,
        Interpretation::Choose { .. } | Interpretation::Unknown { .. } => Vec::new(),
    }
}

/// Reads a reply to the offer: "yes", "the second one", the id of a resource, "no".
fn reply(slots: &Slots, offered: &[Call]) -> Option<Interpretation> {
    let said = slots.tokens.iter().filter(|token| !is_polite(token));
    let words: Vec<&str> = said.map(|token| &*token.word).collect();
    let [word] = *words else { return None };
    if DECLINED.contains(&word) {
        return Some(Interpretation::Unknown {
            help: "Nothing was done. Ask the question in other words.".to_owned(),
            is_searchable: false,
        });
    }
    let index = ORDINALS.iter().position(|ordinal| *ordinal == word);
    let counted = whole(word).and_then(|count| usize::try_from(count).ok()?.checked_sub(1));
    let chosen = match (index.or(counted), offered) {
        (Some(index), _) => offered.get(index),
        (None, [only]) if AGREED.contains(&word) => Some(only),
        (None, [.., last]) if word == "last" => Some(last),
        _ => with_value(offered, word),
    };
    chosen.cloned().map(Interpretation::Call)
}

/// Returns the only call that has a value as an argument, such as the id of a resource.
fn with_value<'c>(offered: &'c [Call], value: &str) -> Option<&'c Call> {
    let has_value = |call: &&Call| call.arguments.values().any(|argument| argument == value);
    let mut having = offered.iter().filter(has_value);
    having.next().filter(|_| having.next().is_none())
}

/// Whether a word of a reply says nothing about the choice.
fn is_polite(token: &Token) -> bool {
    POLITE.contains(&&*token.word)
}

/// Words of a reply that agree to the only call.
const AGREED: &[&str] = &[
    "yes", "yeah", "yep", "sure", "ok", "okay", "correct", "exactly", "right",
];
/// Words of a reply that decline every call.
const DECLINED: &[&str] = &["no", "nope", "neither", "none"];
/// Words for the place of a call.
const ORDINALS: &[&str] = &[
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
];
/// Words of a reply that say nothing about the choice.
const POLITE: &[&str] = &[
    "the", "please", "choice", "option", "number", "reading", "thanks", "i", "mean", "meant",
    "that", "one", "it", "do", "take",
];
