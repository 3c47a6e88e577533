//! Acts without the id of their resource: lists the resources, and offers the act for each.

use std::cmp::Reverse;

use lockstep_web::ApiError;
use lockstep_web::tools::ToolClass;
use serde_json::{Map, Value as Json, json};

use super::{CallError, FIND, PendingAnswer, without_output};
use crate::answer::{Answer, AnswerKind, Choice};
use crate::profile::Profile;
use crate::render;
use crate::toolset::entry;
use crate::understanding::{Selection, UnaddressedAct};

/// A resource that the request of a user may refer to.
struct Resource {
    id: String,
    /// The number of words of the question that the resource has.
    score: usize,
}

/// The resources that an act may be meant for, with the output of the tool that lists them.
struct Candidates {
    tool: String,
    output: Json,
    resources: Vec<Resource>,
}

impl PendingAnswer<'_> {
    /// Offers the acts for each resource that they may mean. A single one needs only the approval.
    pub(super) async fn choose(&mut self, agent: &Profile, acts: Vec<UnaddressedAct>) -> Answer {
        let (mut texts, mut records, mut choices) = (Vec::new(), Vec::new(), Vec::new());
        for act in acts {
            let list = &act.list;
            let input = self.limited(&list.tool, list.arguments.clone());
            let output = match self.run.call(agent, &list.tool, input.clone()).await {
                Ok(output) => output,
                Err(error) => return without_output(error, super::choice(&list.tool, input)),
            };
            // The list may have resources of others, which the act cannot change, and texts that strangers wrote must not
            // choose what it changes.
            let candidates = match self.lists_others(&act) {
                true => match self.own(&act).await {
                    Ok(own) => own,
                    // Without all records, the only one that is known could be a wrong one.
                    Err(error) => {
                        return without_output(
                            CallError::Refused(error),
                            super::choice(FIND, input),
                        );
                    }
                },
                false => Candidates {
                    tool: list.tool.clone(),
                    resources: resources(&output, &act),
                    output,
                },
            };
            let (whole, limit) = (Selection::default(), self.message.limit);
            let call = (candidates.tool.as_str(), &input);
            let rendered = render::rendered(call, &candidates.output, &whole, limit);
            texts.push(rendered.content);
            render::add_records(&mut records, rendered.records);
            let found = candidates.resources.into_iter();
            choices.extend(found.map(|it| (it.score, act.with(it.id))));
        }
        let best = choices.iter().map(|(score, _)| *score).max().unwrap_or(0);
        choices.retain(|(score, _)| *score == best);
        let mut choices: Vec<Choice> = choices.into_iter().map(|(_, choice)| choice).collect();
        if choices.len() == 1
            && let Some(Choice {
                tool, arguments, ..
            }) = choices.pop()
        {
            return self.call(agent, &tool, arguments).await;
        }
        choices.truncate(MAX_CHOICES);
        let list = texts.join("\n\n");
        let content = match choices.is_empty() {
            true => list,
            false => format!("Which one do you mean? Name its id. Nothing was changed.\n\n{list}"),
        };
        Answer {
            records,
            choices,
            ..Answer::new(AnswerKind::Clarify, content)
        }
    }

    /// Whether an act that changes something has a list with resources of others, too.
    fn lists_others(&self, act: &UnaddressedAct) -> bool {
        let class = |tool: &str| entry(&self.run.toolbox, tool).map(|entry| entry.tool.class);
        let changes = matches!(
            class(&act.tool),
            Some(ToolClass::Write | ToolClass::External)
        );
        changes && class(&act.list.tool) == Some(ToolClass::Untrusted)
    }

    /// Returns the resources of the account that an act may be meant for, with a list of them in the form of a search; the
    /// likeliest are first.
    ///
    /// # Errors
    /// The search index cannot be read, or lacks records.
    async fn own(&mut self, act: &UnaddressedAct) -> Result<Candidates, ApiError> {
        let mut own = self.run.own_records(act.prefix).await?;
        let score = |text: &str| score(&json!({ "title": text }), &act.words);
        own.sort_by_cached_key(|record| Reverse(score(&record.text)));
        let shown = own.iter().take(self.message.limit as usize);
        let rows = shown.map(|record| {
            json!({
                "id": record.id, "kind": record.kind, "text": record.text, "time": record.time,
            })
        });
        let output = json!({ "records": rows.collect::<Vec<_>>(), "total": own.len() });
        let found = own.into_iter().map(|record| Resource {
            score: score(&record.text),
            id: record.id,
        });
        Ok(Candidates {
            tool: FIND.to_owned(),
            output,
            resources: found.collect(),
        })
    }
}

impl UnaddressedAct {
    /// Completes the act with the id of a resource.
    fn with(&self, id: String) -> Choice {
        let mut arguments = self.arguments.clone();
        let reading = format!("call {} for {id}", self.tool);
        arguments.insert(self.property.clone(), id.into());
        Choice::new(reading, &self.tool, arguments)
    }
}

/// Returns the resources of a list that still exist, each with the number of words that the question says of it.
fn resources(output: &Json, act: &UnaddressedAct) -> Vec<Resource> {
    let lists = output.as_object().into_iter().flat_map(Map::values);
    let rows = lists.filter_map(Json::as_array).flatten();
    let resources = rows.filter_map(|row| {
        let fields = row.as_object()?;
        let first = ["id", &*act.property].into_iter();
        let others = fields.keys().map(String::as_str);
        let mut ids = first
            .chain(others.filter(|name| render::is_id_name(name)))
            .filter_map(|name| fields.get(name)?.as_str());
        let id = ids.find(|text| has_prefix(text, act.prefix))?;
        let is_ended = row["status"].as_str().is_some_and(|it| ENDED.contains(&it));
        (!is_ended).then(|| Resource {
            id: id.to_owned(),
            score: score(row, &act.words),
        })
    });
    resources.collect()
}

fn has_prefix(text: &str, prefix: &str) -> bool {
    text.strip_prefix(prefix)
        .is_some_and(|rest| rest.starts_with('_'))
}

/// Returns the number of words of a question that the names of a row have: "the FHE one".
fn score(row: &Json, words: &[String]) -> usize {
    let mut names = Vec::new();
    collect(row, &mut names);
    let is_name = |word: &str| word.len() > 2 || SHORT_NAMES.contains(&word);
    let is_named = |word: &&String| is_name(word) && names.iter().any(|name| name == *word);
    words.iter().filter(is_named).count()
}

/// Collects the words of the names in a row, in lower case.
fn collect(value: &Json, names: &mut Vec<String>) {
    for (name, field) in value.as_object().into_iter().flatten() {
        match field {
            Json::String(text) if NAMES.contains(&name.as_str()) => {
                let words = text.split(|letter: char| !letter.is_alphanumeric());
                names.extend(words.map(str::to_lowercase));
            }
            field => collect(field, names),
        }
    }
}

/// The fields that name a resource.
const NAMES: &[&str] = &[
    "name",
    "title",
    "mode",
    "scheme",
    "type",
    "device_type",
    "description",
];
/// Names of two letters.
const SHORT_NAMES: &[&str] = &["zk"];
/// The statuses of resources that no act changes any more.
const ENDED: &[&str] = &[
    "withdrawn",
    "revoked",
    "destroyed",
    "deleted",
    "ended",
    "expired",
];
/// The maximum number of choices of an answer.
const MAX_CHOICES: usize = 10;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::understanding::Call;

    fn act(words: &str) -> UnaddressedAct {
        UnaddressedAct {
            tool: "keys.rotate".to_owned(),
            arguments: Map::new(),
            property: "keyId".to_owned(),
            prefix: "key",
            list: Call {
                tool: "keys.list".to_owned(),
                arguments: Map::new(),
                compared_with: None,
                selection: Selection::default(),
                reading: String::new(),
            },
            words: words.split(' ').map(str::to_owned).collect(),
        }
    }

    #[test]
    fn words_of_the_question_choose_the_resource() {
        let output = json!({ "keys": [
            { "keyId": "key_1", "status": "active", "metadata": { "mode": "ZK", "scheme": "Groth16" } },
            { "keyId": "key_2", "status": "active", "metadata": { "mode": "FHE", "scheme": "BFV" } },
            { "keyId": "key_3", "status": "destroyed", "metadata": { "mode": "FHE", "scheme": "BFV" } },
        ], "total": 3 });
        for (words, expected) in [
            ("rotate the fhe one", vec![("key_1", 0), ("key_2", 1)]),
            ("suspend the zk key", vec![("key_1", 1), ("key_2", 0)]),
            ("rotate my active key", vec![("key_1", 0), ("key_2", 0)]),
        ] {
            let found = resources(&output, &act(words));
            let found: Vec<_> = found.iter().map(|it| (it.id.as_str(), it.score)).collect();
            assert_eq!(found, expected, "{words}");
        }
        // A text is not an id, and another id in the row is not the id of the row.
        let output = json!({ "keys": [
            { "description": "key_4", "comment": "key_5", "id": "key_1", "formerKeyId": "key_0" },
            { "name": "key_6", "scheme": "BFV" },
        ] });
        let found = resources(&output, &act("rotate my key"));
        let found: Vec<_> = found.iter().map(|it| it.id.as_str()).collect();
        assert_eq!(found, ["key_1"]);
        let choice = act("rotate").with("key_2".to_owned());
        assert_eq!(
            (choice.tool.as_str(), &choice.arguments["keyId"]),
            ("keys.rotate", &json!("key_2"))
        );
    }
}
