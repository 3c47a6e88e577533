//! Turns the request of a message into calls of tools, and their outputs into an answer.

mod choosing;
mod coordination;
mod modelled;
mod news;
mod question;
mod roles;

use lockstep_web::tools::ToolClass;
use serde_json::{Map, Value as Json};

use super::run::{CallError, CallRecord, Run};
use crate::answer::{Answer, AnswerKind, Choice, Disclosure};
use crate::core_agent::SummaryCall;
use crate::message::{Intent, Message, MessageKind, Verb};
use crate::profile::Profile;
use crate::render::{self, RenderedOutput};
use crate::toolset::entry;
use crate::understanding::Selection;

pub(crate) use modelled::AgentModel;

/// The answer to one message in the making.
pub(crate) struct PendingAnswer<'m> {
    run: Run,
    profile: &'m Profile,
    message: &'m Message,
    chat: ChatCalls,
    /// The language model of the agent, if it has one.
    model: Option<AgentModel>,
    disclosures: Vec<Disclosure>,
}

/// The calls of a chat that a message may refer to.
#[derive(Clone, Debug, Default)]
pub(crate) struct ChatCalls {
    /// The call that the last answer with a call describes.
    pub(crate) previous: Option<Choice>,
    /// The calls to choose from, if the last answer asked back.
    pub(crate) offered: Vec<Choice>,
    /// The calls to choose from of all answers that asked back, the newest first.
    pub(crate) choices: Vec<Choice>,
}

/// A part of an answer under a heading.
struct AnswerSection {
    heading: String,
    answer: Answer,
}

impl<'m> PendingAnswer<'m> {
    /// Begins an answer.
    pub(crate) fn new(
        run: Run,
        profile: &'m Profile,
        message: &'m Message,
        (chat, model): (ChatCalls, Option<AgentModel>),
    ) -> Self {
        Self {
            run,
            profile,
            message,
            chat,
            model,
            disclosures: Vec::new(),
        }
    }

    /// Returns the tools whose outputs the answer may contain.
    pub(crate) fn tools(&self) -> Vec<String> {
        self.run.used()
    }

    /// Returns the calls that were made.
    pub(crate) fn into_calls(self) -> Vec<CallRecord> {
        self.run.into_calls()
    }

    /// Answers.
    pub(crate) async fn answer(&mut self, intent: Intent) -> Answer {
        let is_question = matches!(&intent, Intent::Verb(verb, Some(_)) if *verb != Verb::Help);
        if let Intent::Verb(verb, Some(question)) = &intent
            && let Some(model) = self.model.clone().filter(|_| is_question)
        {
            return self.modelled(model, &verb.question(question)).await;
        }
        match intent {
            Intent::Tool(tool) => self.named(&tool).await,
            Intent::Verb(Verb::Help, _) | Intent::Verb(Verb::Explain, None) => self.help(),
            Intent::Verb(_, None) => self.summary().await,
            Intent::Verb(Verb::Search, Some(query)) if self.has(FIND) => {
                let mut input = Map::new();
                input.insert("query".to_owned(), query.into());
                self.call(self.profile, FIND, input).await
            }
            Intent::Verb(verb, Some(question)) => self.question(&verb.question(&question)).await,
        }
    }

    fn has(&self, tool: &str) -> bool {
        self.profile.grant.allows(tool) && entry(&self.run.toolbox, tool).is_some()
    }

    /// Calls the tool that the action names.
    async fn named(&mut self, tool: &str) -> Answer {
        let takes_query = entry(&self.run.toolbox, tool)
            .is_some_and(|entry| entry.input["properties"].get("query").is_some());
        let mut input = self.message.arguments.clone().unwrap_or_default();
        if let Some(query) = &self.message.query {
            if takes_query {
                input.entry("query").or_insert_with(|| query.clone().into());
            } else if self.message.arguments.is_none() {
                return self.question_for(tool, query).await;
            }
        }
        if self.message.kind != MessageKind::Command {
            // The choice of an answer has conditions that its input does not express.
            return match self.chosen(tool, &input) {
                Some(choice) => self.call_tool(self.profile, choice.into()).await,
                None => self.call(self.profile, tool, input).await,
            };
        }
        let input = self.limited(tool, input);
        match self.run.call(self.profile, tool, input.clone()).await {
            Ok(output) => Answer {
                records: render::records(&output),
                call: Some(choice(tool, input)),
                ..Answer::new(AnswerKind::Result, output.to_string())
            },
            Err(error) => without_output(error, choice(tool, input)),
        }
    }

    /// Returns the choice of an earlier answer that the message names by its tool and its input.
    fn chosen(&self, tool: &str, input: &Map<String, Json>) -> Option<Choice> {
        let mut choices = self.chat.choices.iter();
        let chosen = choices.find(|choice| choice.tool == tool && choice.arguments == *input);
        // Without an input, the message names no more than the tool.
        chosen.filter(|_| self.message.arguments.is_some()).cloned()
    }

    /// Calls a tool and renders its output.
    async fn call(&mut self, agent: &Profile, tool: &str, input: Map<String, Json>) -> Answer {
        let input = self.limited(tool, input);
        match self.run.call(agent, tool, input.clone()).await {
            Ok(output) => {
                let limit = self.message.limit;
                let rendered =
                    render::rendered((tool, &input), &output, &Selection::default(), limit);
                let rendered = self.completed(agent, (tool, &input), rendered).await;
                rendered_answer(rendered, choice(tool, input))
            }
            Err(error) => without_output(error, choice(tool, input)),
        }
    }

    /// Adds the output of a second tool: to the purchases by which buyers read the data the API keys of the account,
    /// which can read it, too; to a search of the own records the offers of other accounts.
    async fn completed(
        &mut self,
        agent: &Profile,
        (tool, input): (&str, &Map<String, Json>),
        mut rendered: RenderedOutput,
    ) -> RenderedOutput {
        if tool == FIND && agent.grant.allows(FIND_OFFERS) {
            return self.with_offers(agent, input, rendered).await;
        }
        if tool != GRANTS || !agent.grant.allows(API_KEYS) {
            return rendered;
        }
        let input = self.limited(API_KEYS, Map::new());
        let keys = match self.run.call(agent, API_KEYS, input.clone()).await {
            Ok(output) => {
                let (whole, limit) = (Selection::default(), self.message.limit);
                let keys = render::rendered((API_KEYS, &input), &output, &whole, limit);
                render::add_records(&mut rendered.records, keys.records);
                keys.content
            }
            Err(_) => "The API keys were not read.".to_owned(),
        };
        rendered.content = format!("## Buyers\n{}\n\n## API keys\n{keys}", rendered.content);
        rendered
    }

    /// Adds the offers of other accounts that the words of a search find. Without the right to read them there are none.
    async fn with_offers(
        &mut self,
        agent: &Profile,
        input: &Map<String, Json>,
        mut rendered: RenderedOutput,
    ) -> RenderedOutput {
        let Some(query) = input
            .get("query")
            .filter(|_| self.run.may_call(FIND_OFFERS))
        else {
            return rendered;
        };
        let input = Map::from_iter([("query".to_owned(), query.clone())]);
        let input = self.limited(FIND_OFFERS, input);
        let Ok(mut output) = self.run.call(agent, FIND_OFFERS, input.clone()).await else {
            return rendered;
        };
        if let Some(offers) = output["offers"].as_array_mut() {
            offers.retain(|offer| offer["own"] == false);
            if offers.is_empty() {
                return rendered;
            }
        }
        let (whole, limit) = (Selection::default(), self.message.limit);
        let offers = render::rendered((FIND_OFFERS, &input), &output, &whole, limit);
        render::add_records(&mut rendered.records, offers.records);
        rendered.content = format!(
            "{}\n\n## Offers of other accounts\n{}",
            rendered.content, offers.content
        );
        rendered
    }

    /// Adds the message's limit to the input of a tool that takes one, and the agent's depth to that of a search.
    fn limited(&self, tool: &str, mut input: Map<String, Json>) -> Map<String, Json> {
        if tool == FIND {
            let parameters = self.run.parameters;
            for (name, value) in [
                ("candidates", parameters.candidates()),
                ("hops", parameters.hops()),
            ] {
                input.entry(name).or_insert_with(|| value.into());
            }
        }
        let takes_limit = entry(&self.run.toolbox, tool)
            .is_some_and(|entry| entry.input["properties"].get("limit").is_some());
        if takes_limit && !input.contains_key("limit") {
            input.insert("limit".to_owned(), self.message.limit.into());
        }
        input
    }

    /// Lists the abilities of the agent.
    fn help(&self) -> Answer {
        let profile = self.profile;
        let mut lines = vec![format!("{}: {}", profile.name, profile.description)];
        if let Some(core) = profile.core {
            lines.push("Questions that I answer:".to_owned());
            lines.extend(core.examples.iter().map(|example| format!("- {example}")));
        }
        lines.push(format!("Actions: {}.", VERBS.join(", ")));
        lines.push("Tools:".to_owned());
        for entry in self.run.toolbox.entries() {
            if profile.grant.allows(entry.tool.name) {
                let purpose = entry.description.lines().next().unwrap_or_default();
                let class = entry.tool.class.as_str();
                lines.push(format!("- `{}` ({class}): {purpose}", entry.tool.name));
            }
        }
        Answer::new(AnswerKind::Text, lines.join("\n"))
    }

    /// Makes the agent's own report.
    async fn summary(&mut self) -> Answer {
        let Some(core) = self.profile.core else {
            return self.help();
        };
        if core.is_coordinator() {
            return self.summary_of_all().await;
        }
        let sections = self.summary_of(self.profile, core.summary).await;
        merged(sections)
    }

    async fn summary_of(&mut self, agent: &Profile, calls: &[SummaryCall]) -> Vec<AnswerSection> {
        let mut sections = Vec::new();
        for SummaryCall { heading, tool } in calls {
            if entry(&self.run.toolbox, tool).is_none() {
                continue;
            }
            let answer = self.call(agent, tool, Map::new()).await;
            let is_over = answer.kind == AnswerKind::Partial;
            sections.push(AnswerSection {
                heading: (*heading).to_owned(),
                answer,
            });
            if is_over {
                break;
            }
        }
        sections
    }
}

/// Merges the parts of an answer. A part that has no output is named, and the answer is then partial.
fn merged(sections: Vec<AnswerSection>) -> Answer {
    let is_partial = sections.iter().any(|it| !it.answer.kind.is_complete());
    let kind = match is_partial {
        true => AnswerKind::Partial,
        false => AnswerKind::Text,
    };
    let mut merged = Answer::new(kind, String::new());
    let mut texts = Vec::new();
    for AnswerSection { heading, answer } in sections {
        texts.push(format!("## {heading}\n{}", below_heading(&answer.content)));
        render::add_records(&mut merged.records, answer.records);
        merged.choices.extend(answer.choices);
    }
    merged.content = texts.join("\n\n");
    merged
}

/// Lowers the headings of a text by one level.
fn below_heading(content: &str) -> String {
    let lines = content.lines().map(|line| match line.starts_with('#') {
        true => format!("#{line}"),
        false => line.to_owned(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn rendered_answer(rendered: RenderedOutput, call: Choice) -> Answer {
    Answer {
        records: rendered.records,
        call: Some(call),
        ..Answer::new(rendered.kind, rendered.content)
    }
}

fn choice(tool: &str, arguments: Map<String, Json>) -> Choice {
    Choice::new(format!("call {tool}"), tool, arguments)
}

/// The answer for a call without an output.
pub(crate) fn without_output(error: CallError, call: Choice) -> Answer {
    let tool = call.tool.clone();
    match error {
        CallError::OutOfTime => Answer::new(
            AnswerKind::Partial,
            "The time of this answer ended. Ask for less, or raise `timeout` in the agent's configuration.",
        ),
        CallError::OutOfCalls => Answer::new(
            AnswerKind::Partial,
            "The number of calls of this answer ended. Ask for less, or raise `searchDepth` in the agent's \
             configuration.",
        ),
        CallError::NotGranted => Answer::new(
            AnswerKind::Error,
            format!("This agent does not have the tool {tool}."),
        ),
        CallError::NotOfRole => Answer::new(AnswerKind::Error, roles::refusal(&tool)),
        CallError::Misfit(misfit) => {
            let place = match misfit.parameter.as_str() {
                "" => "The input".to_owned(),
                parameter => format!("`{parameter}`"),
            };
            Answer::new(
                AnswerKind::Error,
                format!("{tool} was not called. {place} {}.", misfit.reason),
            )
        }
        CallError::Refused(error) => Answer::new(
            AnswerKind::Error,
            format!(
                "{tool} was refused: {}.",
                error.message.trim_end_matches('.')
            ),
        ),
        CallError::NeedsApproval(class) => {
            let effect = match class {
                ToolClass::External => "acts outside the platform",
                _ => "changes your data",
            };
            let arguments = Json::Object(call.arguments.clone());
            Answer {
                choices: vec![call],
                ..Answer::new(
                    AnswerKind::ApprovalRequired,
                    format!(
                        "`{tool}` {effect} and needs your approval. Nothing was changed. To approve it, send a message \
                         of the type `command` with the action `{tool}` and the parameters `confirm`: true and \
                         `arguments`: {arguments}"
                    ),
                )
            }
        }
    }
}

/// The tool that lists the purchases by which buyers read the caller's data.
const GRANTS: &str = "market.list_grants";
const API_KEYS: &str = "accounts.api_keys";
/// The tool that searches everything.
const FIND: &str = "search.find";
const FIND_OFFERS: &str = "market.find_offers";
const VERBS: [&str; 8] = [
    "ask",
    "search",
    "summarize",
    "analyze",
    "list",
    "explain",
    "compare",
    "help",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_merged_under_their_headings() {
        let part = |heading: &str, content: &str, records: &[&str]| AnswerSection {
            heading: heading.to_owned(),
            answer: Answer {
                records: records.iter().map(|id| (*id).to_owned()).collect(),
                ..Answer::new(AnswerKind::Text, content)
            },
        };
        let merged = merged(vec![
            part("Keys", "1 key:", &["key_1", "ak_1"]),
            part(
                "Access",
                "## Buyers\nNone.\n\n## API keys\n1 API key:",
                &["ak_1"],
            ),
        ]);
        assert_eq!(
            merged.content,
            "## Keys\n1 key:\n\n## Access\n### Buyers\nNone.\n\n### API keys\n1 API key:"
        );
        assert_eq!(merged.records, ["key_1", "ak_1"]);
    }

    #[test]
    fn an_answer_that_runs_out_of_time_or_calls_keeps_its_other_parts() {
        for (error, reason) in [
            (CallError::OutOfTime, "`timeout`"),
            (CallError::OutOfCalls, "`searchDepth`"),
        ] {
            let found = Answer {
                records: vec!["key_1".to_owned()],
                ..Answer::new(AnswerKind::Text, "1 key:")
            };
            let ended = without_output(error, choice("keys.list", Map::new()));
            let answers = [("Keys", found), ("Access", ended)];
            let sections = answers.map(|(heading, answer)| AnswerSection {
                heading: heading.to_owned(),
                answer,
            });
            let merged = merged(sections.into());
            assert_eq!(merged.kind, AnswerKind::Partial);
            assert_eq!(merged.records, ["key_1"]);
            let content = &merged.content;
            assert!(
                content.contains("1 key:") && content.contains(reason),
                "{content}"
            );
        }
    }
}
