//! Answers questions in plain words.

use std::sync::Arc;

use jiff::tz::TimeZone;
use serde_json::{Map, Value as Json};

use super::{ChatCalls, FIND, PendingAnswer, choice, rendered_answer, without_output};
use crate::answer::{Answer, AnswerKind, Choice};
use crate::core_agent::{CoreAgent, owner};
use crate::message::GeneralQuestion;
use crate::profile::Profile;
use crate::render::{self, RenderedOutput};
use crate::toolset::entry;
use crate::understanding::{
    Call, Context, Interpretation, KnownDevice, ToolIndex, asked_news, sought_words, understand,
};

impl PendingAnswer<'_> {
    /// Answers a question.
    pub(super) async fn question(&mut self, question: &str) -> Answer {
        match GeneralQuestion::read(question) {
            Some(GeneralQuestion::Help) => return self.help(),
            Some(GeneralQuestion::Summary) => return self.summary().await,
            None => {}
        }
        let words = QuestionVocabulary::read(self).await;
        let is_coordinator = self.profile.core.is_some_and(CoreAgent::is_coordinator);
        let tools = match is_coordinator {
            true => self.index(|tool| owner(tool).is_some()),
            false => self.index(|tool| self.profile.grant.allows(tool)),
        };
        let asked = asked_news(question, &self.context(&tools, &words));
        if let Some(asked) = asked {
            return self.news(asked).await;
        }
        if is_coordinator {
            return self.divided(question, &tools, &words).await;
        }
        let understood = self.understood(question, &tools, &words);
        self.carried_out(self.profile, understood, sought_words(question))
            .await
    }

    /// Answers a question about one tool, whose input it gives in words.
    pub(super) async fn question_for(&mut self, tool: &str, question: &str) -> Answer {
        let words = QuestionVocabulary::read(self).await;
        let tools = self.index(|other| other == tool);
        let understood = self.understood(question, &tools, &words);
        match understood {
            Interpretation::Unknown { .. } => self.call(self.profile, tool, Map::new()).await,
            understood => self.carry_out(self.profile, understood).await,
        }
    }

    /// Returns the index of the tools that a question may mean.
    pub(super) fn index(&self, is_wanted: impl Fn(&str) -> bool) -> Arc<ToolIndex> {
        self.run.indexes.of(&self.run.toolbox, is_wanted)
    }

    pub(super) fn understood(
        &self,
        question: &str,
        tools: &ToolIndex,
        words: &QuestionVocabulary,
    ) -> Interpretation {
        understand(question, &self.context(tools, words))
    }

    fn context<'a>(&self, tools: &'a ToolIndex, words: &'a QuestionVocabulary) -> Context<'a> {
        let today = jiff::Timestamp::from_millisecond(self.run.now().0).unwrap_or_default();
        Context {
            tools,
            today: today.to_zoned(words.zone.clone()).date(),
            zone: &words.zone,
            devices: &words.devices,
            previous: words.previous.as_ref(),
            offered: &words.offered,
            examples: self.profile.core.map_or(&[], |core| core.examples),
        }
    }

    /// Carries out the interpretation of a question. If no tool fits, the words of the question are searched.
    pub(super) async fn carried_out(
        &mut self,
        agent: &Profile,
        understood: Interpretation,
        sought: String,
    ) -> Answer {
        let Interpretation::Unknown {
            help,
            is_searchable: true,
        } = understood
        else {
            return self.carry_out(agent, understood).await;
        };
        let is_query = sought.contains(char::is_alphanumeric) && sought.len() <= MAX_QUERY_BYTES;
        if !is_query || !self.has(FIND) {
            return Answer::new(AnswerKind::Clarify, help);
        }
        let input = Map::from_iter([("query".to_owned(), sought.into())]);
        let found = self.call(self.profile, FIND, input).await;
        match found.kind == AnswerKind::Text && found.records.is_empty() {
            // Without a record, the answer says so and lists the questions that the agent answers.
            true => Answer::new(AnswerKind::Clarify, format!("{} {help}", found.content)),
            false => found,
        }
    }

    /// Carries out the interpretation of a question.
    pub(super) async fn carry_out(
        &mut self,
        agent: &Profile,
        understood: Interpretation,
    ) -> Answer {
        match understood {
            Interpretation::Call(call) => self.call_tool(agent, call).await,
            Interpretation::Clarify { readings } => {
                let (readings, refused): (Vec<Call>, Vec<Call>) = readings
                    .into_iter()
                    .partition(|call| self.run.may_call(&call.tool));
                // No choice that the caller may take: the answer is the refusal of the best reading.
                if readings.is_empty()
                    && let Some(best) = refused.into_iter().next()
                {
                    return self.call_tool(agent, best).await;
                }
                let content = asked_back(&readings);
                Answer {
                    choices: readings.into_iter().map(choice_of).collect(),
                    ..Answer::new(AnswerKind::Clarify, content)
                }
            }
            Interpretation::Choose { acts } => self.choose(agent, acts).await,
            Interpretation::Unknown { help, .. } => {
                let content = match help.as_str() {
                    "" => {
                        "I do not understand this question. The action `help` lists the questions that I answer."
                    }
                    help => help,
                };
                Answer::new(AnswerKind::Clarify, content)
            }
        }
    }

    pub(super) async fn call_tool(&mut self, agent: &Profile, call: Call) -> Answer {
        let tool = call.tool.clone();
        let input = self.selecting(&tool, &call);
        let output = match self.run.call(agent, &tool, input.clone()).await {
            Ok(output) => output,
            Err(error) => return without_output(error, choice(&tool, input)),
        };
        let limit = self.limit_of(&call);
        let rendered = render::rendered((&tool, &input), &output, &call.selection, limit);
        let Some(other) = call.compared_with.clone() else {
            let mut rendered = self.completed(agent, (&tool, &input), rendered).await;
            if let Some(names) = &call.selection.activity_figures {
                self.add_activity_figures(agent, names, &mut rendered).await;
            }
            return rendered_answer(rendered, choice_of(call));
        };
        let compared = self.limited(&tool, other);
        let second = match self.run.call(agent, &tool, compared.clone()).await {
            Ok(output) => output,
            Err(error) => return without_output(error, choice(&tool, compared)),
        };
        let rows = render::rendered((&tool, &compared), &second, &call.selection, limit);
        let periods = [&input, &compared].map(render::period);
        let outputs = (&output, &second);
        let compared = render::comparison(outputs, (rendered, rows), periods, &call.selection);
        rendered_answer(compared, choice_of(call))
    }

    /// Adds the named figures of the activities that an answer lists. Of many activities, or without the tool, a note says
    /// that they are absent.
    async fn add_activity_figures(
        &mut self,
        agent: &Profile,
        names: &[String],
        rendered: &mut RenderedOutput,
    ) {
        let records = rendered.records.iter();
        let ids = records.filter(|id| id.starts_with(ACTIVITY_PREFIX));
        let ids: Vec<String> = ids.cloned().collect();
        if let Some(note) = note_on_absent_figures(ids.len(), agent.grant.allows(ACTIVITY)) {
            rendered.content.push_str(&format!("\n\n{note}"));
            return;
        }
        for id in ids {
            let input = Map::from_iter([("id".to_owned(), id.as_str().into())]);
            let text = match self.run.call(agent, ACTIVITY, input).await {
                Ok(output) => render::activity_figures(&output, names),
                Err(error) => {
                    let refused = without_output(error, choice(ACTIVITY, Map::new()));
                    if refused.kind == AnswerKind::Partial {
                        rendered.kind = AnswerKind::Partial;
                    }
                    refused.content
                }
            };
            rendered
                .content
                .push_str(&format!("\n\n## Figures of {id}\n{text}"));
        }
    }

    /// Returns the input of a call. Rows that the answer selects from are read as far as the search goes, not only the
    /// message's limit.
    fn selecting(&self, tool: &str, call: &Call) -> Map<String, Json> {
        let mut input = call.arguments.clone();
        if call.selection.is_whole() {
            return self.limited(tool, input);
        }
        let maximum =
            entry(&self.run.toolbox, tool).map(|entry| &entry.input["properties"]["limit"]);
        if let Some(limit) = maximum.filter(|limit| !limit.is_null()) {
            let candidates = u64::from(self.run.parameters.candidates());
            let maximum = limit["maximum"].as_u64().unwrap_or(candidates);
            input.insert("limit".to_owned(), candidates.min(maximum).into());
        }
        input
    }

    fn limit_of(&self, call: &Call) -> u32 {
        call.selection.first.unwrap_or(self.message.limit)
    }
}

/// Asks which of the readings is meant, and says how to choose one. Readings of one tool differ in their arguments alone, so
/// its purpose is not repeated.
fn asked_back(readings: &[Call]) -> String {
    let (asked, reply) = match readings.len() {
        1 => (
            "I am not sure that this is all that you mean. Shall I do it?",
            "Reply “yes”, or ask in other words.",
        ),
        _ => (
            "I can read this in several ways. Which do you mean?",
            "Reply “the first one” or “the second one”, or ask in other words.",
        ),
    };
    let mut tools = readings.windows(2);
    let is_one_tool = readings.len() > 1 && tools.all(|pair| pair[0].tool == pair[1].tool);
    let mut lines = vec![asked.to_owned()];
    lines.extend(readings.iter().map(|call| {
        let arguments = call.reading.split_once(": ");
        let arguments = arguments.filter(|_| is_one_tool);
        let reading = arguments.map_or(call.reading.as_str(), |(_, arguments)| arguments);
        format!("- {reading} (`{}`)", call.tool)
    }));
    format!("{}\n\n{reply}", lines.join("\n"))
}

/// Says why an answer lists activities without their figures; `None` if it has the figures.
fn note_on_absent_figures(activities: usize, is_granted: bool) -> Option<String> {
    if activities == 0 {
        return None;
    }
    if !is_granted {
        return Some(format!(
            "This agent does not have the tool {ACTIVITY}, which computes the figures of an activity."
        ));
    }
    (activities > MAX_FIGURED_ACTIVITIES).then(|| {
        format!(
            "These are {activities} activities. Their figures are shown for at most {MAX_FIGURED_ACTIVITIES}: ask about \
             fewer."
        )
    })
}

fn choice_of(call: Call) -> Choice {
    Choice {
        reading: call.reading,
        tool: call.tool,
        arguments: call.arguments,
        compared_with: call.compared_with,
        selection: call.selection,
    }
}

impl From<Choice> for Call {
    fn from(choice: Choice) -> Self {
        Self {
            tool: choice.tool,
            arguments: choice.arguments,
            compared_with: choice.compared_with,
            selection: choice.selection,
            reading: choice.reading,
        }
    }
}

/// The tool that computes the figures of an activity, and the beginning of the ids of activities.
const ACTIVITY: &str = "activities.read";
const ACTIVITY_PREFIX: &str = "act_";
/// The maximum number of activities whose figures an answer has.
const MAX_FIGURED_ACTIVITIES: usize = 3;
/// The longest query of a search.
const MAX_QUERY_BYTES: usize = 200;

/// The context in which a question is understood, read with the caller's rights.
pub(super) struct QuestionVocabulary {
    zone: TimeZone,
    devices: Vec<KnownDevice>,
    previous: Option<Call>,
    offered: Vec<Call>,
}

impl QuestionVocabulary {
    async fn read(answering: &mut PendingAnswer<'_>) -> Self {
        let run = &mut answering.run;
        let [profile, devices] = run.contexts(["metrics.profile", "devices.list"]).await;
        let zone = profile["timeZone"].as_str().map(TimeZone::get);
        let devices = devices["devices"].as_array().into_iter().flatten();
        let known = devices.filter_map(|device| {
            Some(KnownDevice {
                id: device["id"].as_str()?.to_owned(),
                name: device["name"].as_str()?.to_owned(),
            })
        });
        let ChatCalls {
            previous, offered, ..
        } = answering.chat.clone();
        Self {
            zone: zone.and_then(Result::ok).unwrap_or(TimeZone::UTC),
            devices: known.collect(),
            previous: previous.map(Call::from),
            offered: offered.into_iter().map(Call::from).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::understanding::Selection;

    #[test]
    fn absent_figures_are_noted() {
        for (activities, is_granted, expected) in [
            (0, false, None),
            (1, true, None),
            (MAX_FIGURED_ACTIVITIES, true, None),
            (MAX_FIGURED_ACTIVITIES + 1, true, Some("4 activities")),
            (1, false, Some("does not have the tool activities.read")),
        ] {
            let note = note_on_absent_figures(activities, is_granted);
            assert_eq!(note.is_some(), expected.is_some(), "{activities}");
            let is_named = expected.is_none_or(|text| note.is_some_and(|it| it.contains(text)));
            assert!(is_named, "{activities}");
        }
    }

    #[test]
    fn readings_of_one_tool_are_named_by_their_arguments() {
        let call = |tool: &str, reading: &str| Call {
            tool: tool.to_owned(),
            arguments: Map::new(),
            compared_with: None,
            selection: Selection::default(),
            reading: reading.to_owned(),
        };
        let one = call("metrics.read", "Compute metrics: steps, on 2026-03-11");
        let other = call("metrics.read", "Compute metrics: steps, on 2026-11-03");
        let list = call("devices.list", "List devices");
        assert_eq!(
            asked_back(&[one.clone(), other.clone()]),
            "I can read this in several ways. Which do you mean?\n- steps, on 2026-03-11 (`metrics.read`)\n\
             - steps, on 2026-11-03 (`metrics.read`)\n\n\
             Reply “the first one” or “the second one”, or ask in other words."
        );
        let several = asked_back(&[one.clone(), list]);
        assert!(
            several.contains("- Compute metrics: steps, on 2026-03-11"),
            "{several}"
        );
        let single = asked_back(&[other]);
        assert!(
            single.contains("- Compute metrics: steps") && single.ends_with("other words."),
            "{single}"
        );
        assert!(single.contains("“yes”"), "{single}");
    }
}
