//! Answers questions in plain words.

use jiff::tz::TimeZone;
use lockstep_web::tools::ToolClass;
use serde_json::{Map, Value as Json};

use super::{PendingAnswer, choice, rendered_answer, without_output};
use crate::answer::{Answer, AnswerKind, Choice};
use crate::core_agent::CoreAgent;
use crate::profile::Profile;
use crate::render;
use crate::toolset::entry;
use crate::understanding::{
    Call, Context, Interpretation, KnownDevice, KnownTool, MeasurementType, Selection, ToolIndex,
    understand,
};

impl PendingAnswer<'_> {
    /// Answers a question.
    pub(super) async fn question(&mut self, question: &str) -> Answer {
        let words = QuestionVocabulary::read(self).await;
        if self.profile.core.is_some_and(CoreAgent::is_coordinator) {
            return self.divided(question, &words).await;
        }
        let tools = self.index(|tool| self.profile.grant.allows(tool));
        let understood = self.understood(question, &tools, &words);
        if let (Interpretation::Unknown { .. }, Some(sought)) =
            (&understood, searched_text(question))
            && self.has(super::FIND)
        {
            let input = Map::from_iter([("query".to_owned(), sought.into())]);
            return self.call(self.profile, super::FIND, input).await;
        }
        self.carry_out(self.profile, understood).await
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

    /// Indexes the tools that a question may mean.
    pub(super) fn index(&self, is_wanted: impl Fn(&str) -> bool) -> ToolIndex {
        let entries = self.run.toolbox.entries();
        let wanted = entries.filter(|entry| is_wanted(entry.tool.name));
        ToolIndex::new(wanted.map(|entry| {
            let tool = entry.tool;
            let changes_state = matches!(tool.class, ToolClass::Write | ToolClass::External);
            let input = entry.input.clone();
            let mut known = KnownTool::new(tool.name, &entry.description, input);
            known.changes_state = changes_state;
            known
        }))
    }

    pub(super) fn understood(
        &self,
        question: &str,
        tools: &ToolIndex,
        words: &QuestionVocabulary,
    ) -> Interpretation {
        let today = jiff::Timestamp::from_millisecond(self.run.now().0).unwrap_or_default();
        let context = Context {
            tools,
            today: today.to_zoned(words.zone.clone()).date(),
            zone: &words.zone,
            devices: &words.devices,
            types: &words.types,
            previous: words.previous.as_ref(),
        };
        understand(question, &context)
    }

    /// Does what a question was understood as.
    pub(super) async fn carry_out(
        &mut self,
        agent: &Profile,
        understood: Interpretation,
    ) -> Answer {
        match understood {
            Interpretation::Call(call) => self.call_tool(agent, call).await,
            Interpretation::Clarify { readings } => {
                let asked = match readings.len() {
                    1 => "I am not sure that this is all that you mean. Shall I do it?",
                    _ => "I can read this in several ways. Which do you mean?",
                };
                let mut lines = vec![asked.to_owned()];
                lines.extend(
                    readings
                        .iter()
                        .map(|call| format!("- {} (`{}`)", call.reading, call.tool)),
                );
                Answer {
                    choices: readings.into_iter().map(choice_of).collect(),
                    ..Answer::new(AnswerKind::Clarify, lines.join("\n"))
                }
            }
            Interpretation::Unknown { help } => {
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

    async fn call_tool(&mut self, agent: &Profile, call: Call) -> Answer {
        let tool = call.tool.clone();
        let input = self.selecting(&tool, &call);
        let output = match self.run.call(agent, &tool, input.clone()).await {
            Ok(output) => output,
            Err(error) => return without_output(error, choice(&tool, input)),
        };
        let limit = self.limit_of(&call);
        let rendered = render::rendered((&tool, &input), &output, &call.selection, limit);
        let Some(other) = call.compared_with.clone() else {
            return rendered_answer(rendered, choice_of(call));
        };
        let compared = self.limited(&tool, other);
        let second = match self.run.call(agent, &tool, compared.clone()).await {
            Ok(output) => output,
            Err(error) => return without_output(error, choice(&tool, compared)),
        };
        let rows = render::rendered((&tool, &compared), &second, &call.selection, limit);
        let periods = [&input, &compared].map(render::period);
        let compared = render::comparison((&output, &second), (rendered, rows), periods);
        rendered_answer(compared, choice_of(call))
    }

    /// Returns the input of a call. Rows that the answer selects from are read as far as the search goes, not only the
    /// message's limit.
    fn selecting(&self, tool: &str, call: &Call) -> Map<String, Json> {
        let mut input = call.arguments.clone();
        if call.selection == Selection::default() {
            return self.limited(tool, input);
        }
        let most = entry(&self.run.toolbox, tool).map(|entry| &entry.input["properties"]["limit"]);
        if let Some(limit) = most.filter(|limit| !limit.is_null()) {
            let candidates = u64::from(self.run.parameters.candidates());
            let most = limit["maximum"].as_u64().unwrap_or(candidates);
            input.insert("limit".to_owned(), candidates.min(most).into());
        }
        input
    }

    fn limit_of(&self, call: &Call) -> u32 {
        call.selection.first.unwrap_or(self.message.limit)
    }
}

/// Returns what a question such as "find Fenix" seeks in records.
fn searched_text(question: &str) -> Option<&str> {
    let question = question.trim().trim_end_matches(['?', '.', '!']);
    let starts = ["find ", "search for ", "search ", "look for ", "where is "];
    let length = starts.iter().find_map(|start| {
        let begun = question.get(..start.len())?;
        begun.eq_ignore_ascii_case(start).then_some(start.len())
    })?;
    Some(question[length..].trim()).filter(|sought| !sought.is_empty())
}

fn choice_of(call: Call) -> Choice {
    Choice {
        reading: call.reading,
        tool: call.tool,
        arguments: call.arguments,
    }
}

/// The context in which a question is understood, read with the caller's rights.
pub(super) struct QuestionVocabulary {
    zone: TimeZone,
    devices: Vec<KnownDevice>,
    types: Vec<MeasurementType>,
    previous: Option<Call>,
}

impl QuestionVocabulary {
    async fn read(answering: &mut PendingAnswer<'_>) -> Self {
        let run = &mut answering.run;
        let profile = run.context("metrics.profile").await.unwrap_or_default();
        let zone = profile["timeZone"].as_str().map(TimeZone::get);
        let devices = run.context("devices.list").await.unwrap_or_default();
        let devices = devices["devices"].as_array().into_iter().flatten();
        let known = devices.filter_map(|device| {
            Some(KnownDevice {
                id: device["id"].as_str()?.to_owned(),
                name: device["name"].as_str()?.to_owned(),
            })
        });
        let previous = answering.previous.clone().map(|choice| Call {
            tool: choice.tool,
            arguments: choice.arguments,
            compared_with: None,
            selection: Selection::default(),
            reading: choice.reading,
        });
        Self {
            zone: zone.and_then(Result::ok).unwrap_or(TimeZone::UTC),
            devices: known.collect(),
            types: MeasurementType::catalogue(),
            previous,
        }
    }
}
