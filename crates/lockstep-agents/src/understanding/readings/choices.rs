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
    let list = list_of(tool, property, context)?;
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

/// Returns the call that lists the resources of a property: those that it names, such as the datasets of "dataset_id",
/// else those of the tool's group.
fn list_of(tool: &KnownTool, property: &str, context: &Context<'_>) -> Option<Call> {
    let (group, act) = tool.parts();
    let named = property
        .strip_suffix("_id")
        .map(|noun| format!("{noun}s.list"));
    let mut tools = context.tools.tools().iter();
    let is_named = |other: &&KnownTool| named.as_ref() == Some(&other.name);
    if group == "market"
        && let Some(list) = tools.find(is_named)
    {
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
