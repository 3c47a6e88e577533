//! Acts without the id of their resource: the lists from which the caller chooses it.

use super::super::index::KnownTool;
use super::super::slots::Slots;
use super::super::{Call, Context, MAX_READINGS, UnaddressedAct, schema};
use super::{arguments, call};

/// Returns the acts of tools that lack nothing but one id, with the calls that list the resources.
pub(super) fn of<'a>(
    tools: impl Iterator<Item = &'a KnownTool>,
    slots: &Slots,
    context: &Context<'_>,
) -> Vec<UnaddressedAct> {
    let acts = tools.filter_map(|tool| act(tool, slots, context));
    acts.take(MAX_READINGS).collect()
}

fn act(tool: &KnownTool, slots: &Slots, context: &Context<'_>) -> Option<UnaddressedAct> {
    let arguments = arguments::of(tool, slots, context, slots.range());
    let missing = schema::missing(&tool.input, &arguments);
    let [property] = *missing else { return None };
    let prefix = arguments::prefix_of(tool, property).filter(|_| arguments::is_id(property))?;
    let list = list_of(tool, prefix, context)?;
    let words = slots.tokens.iter().map(|token| token.word.clone());
    Some(UnaddressedAct {
        tool: tool.name.clone(),
        property: property.to_owned(),
        prefix,
        list,
        words: words.collect(),
        arguments,
    })
}

/// Returns the call that lists the resources whose ids have a prefix: of the market by their kind, else those of the tool's
/// group.
fn list_of(tool: &KnownTool, prefix: &str, context: &Context<'_>) -> Option<Call> {
    let (group, act) = tool.parts();
    if group == "market" {
        let (_, name) = LISTS.iter().find(|(known, _)| *known == prefix)?;
        let mut tools = context.tools.tools().iter();
        let list = tools.find(|other| other.name == *name)?;
        return call(list, &Slots::default(), context);
    }
    let noun = act.split_once('_').map(|(_, noun)| format!("{noun}s"));
    let list = noun.as_ref().map(|noun| format!("list_{noun}"));
    // "accounts.api_keys" lists what "accounts.revoke_api_key" revokes.
    let nouns = noun.filter(|_| tool.changes_state);
    let mut tools = context.tools.tools().iter();
    let list = tools.find(|other| {
        let (other_group, act) = other.parts();
        let is_list = act == "list"
            || [&list, &nouns]
                .into_iter()
                .any(|it| it.as_deref() == Some(act));
        other_group == group && is_list
    });
    list.and_then(|list| call(list, &Slots::default(), context))
}

/// The tools that list what can be sold, by the prefix of its ids.
const LISTS: &[(&str, &str)] = &[
    ("ds", "datasets.list"),
    ("itm", "market.list_items"),
    ("lst", "market.list_listings"),
    ("pur", "market.list_purchases"),
    ("tok", "market.list_tokens"),
];
