//! The coordinator: divides a question among the six agents and merges their answers.
//!
//! The recursion ends after one level by construction: a part goes to one of [`specialists`], and none of them passes
//! questions on. All parts share the calls and the time of the one message.

use std::collections::BTreeSet;

use super::question::QuestionVocabulary;
use super::{AnswerSection, PendingAnswer, merged};
use crate::answer::{Answer, AnswerKind};
use crate::core_agent::{owner, specialists};
use crate::profile::Profile;
use crate::understanding::{Interpretation, ToolIndex, sought_words};

impl PendingAnswer<'_> {
    /// Makes the reports of all six agents.
    pub(super) async fn summary_of_all(&mut self) -> Answer {
        let mut sections = Vec::new();
        for agent in specialists() {
            let calls = &agent.summary[..agent.summary.len().min(1)];
            let parts = self.summary_of(&Profile::core(agent), calls).await;
            let is_over = parts.iter().any(|it| it.answer.kind == AnswerKind::Partial);
            sections.extend(parts.into_iter().map(|part| AnswerSection {
                heading: format!("{}: {}", agent.name, part.heading),
                ..part
            }));
            if is_over {
                break;
            }
        }
        merged(sections)
    }

    /// Answers a question part by part: each part by the agent that has its tool.
    pub(super) async fn divided(
        &mut self,
        question: &str,
        tools: &ToolIndex,
        words: &QuestionVocabulary,
    ) -> Answer {
        let is_call = |it: &Interpretation| matches!(it, Interpretation::Call(_));
        let mut parts = divisions(question, SEPARATORS);
        let finer = divisions(question, WITH_COMMAS);
        let mut understood = Vec::new();
        if parts.len() > 1 {
            understood = self.all_understood(&parts, tools, words);
        }
        let are_calls = !understood.is_empty() && understood.iter().all(is_call);
        // The whole question is read only where it decides.
        if !are_calls || finer.len() > parts.len() {
            let whole = self.understood(question, tools, words);
            let is_whole = is_call(&whole);
            if finer.len() > parts.len() && !is_whole {
                // "What are my keys, devices and purchases?" has a list in each part between commas.
                let of_finer = self.all_understood(&finer, tools, words);
                if are_lists(&of_finer) {
                    (parts, understood) = (finer, of_finer);
                }
            }
            // A part that is not understood does not suppress the others, unless the whole question is understood.
            let is_divisible =
                understood.iter().any(is_call) && (understood.iter().all(is_call) || !is_whole);
            if !is_divisible {
                let agent = requested_profile(&whole);
                let sought = sought_words(question);
                return self.carried_out(&agent, whole, sought).await;
            }
        }
        let mut sections = Vec::new();
        for (part, understood) in parts.iter().zip(understood) {
            let agent = requested_profile(&understood);
            let answer = self.carry_out(&agent, understood).await;
            let is_over = answer.kind == AnswerKind::Partial;
            let heading = format!("{}: {part}", agent.name);
            sections.push(AnswerSection { heading, answer });
            if is_over {
                break;
            }
        }
        merged(sections)
    }

    /// Understands each part of a question.
    fn all_understood(
        &self,
        parts: &[String],
        tools: &ToolIndex,
        words: &QuestionVocabulary,
    ) -> Vec<Interpretation> {
        let parts = parts.iter();
        parts
            .map(|part| self.understood(part, tools, words))
            .collect()
    }
}

/// Whether all parts of a question are calls of different tools without dates: a date may belong to several parts.
fn are_lists(understood: &[Interpretation]) -> bool {
    let mut tools = BTreeSet::new();
    understood.iter().all(|it| match it {
        Interpretation::Call(call) => {
            let is_dated =
                call.arguments.contains_key("startDate") || call.selection.days.is_some();
            !is_dated && tools.insert(call.tool.as_str())
        }
        _ => false,
    })
}

/// Returns the agent that carries out an interpretation; it only matters for a call.
fn requested_profile(understood: &Interpretation) -> Profile {
    let tool = match understood {
        Interpretation::Call(call) => Some(call.tool.as_str()),
        Interpretation::Choose { acts } => acts.first().map(|act| act.tool.as_str()),
        _ => None,
    };
    let agent = tool.and_then(owner).or_else(|| specialists().next());
    Profile::core(agent.expect("there are six agents"))
}

/// Divides a question at its separators; returns at most [`MAX_PARTS`] parts.
fn divisions(question: &str, separators: &[&str]) -> Vec<String> {
    let mut parts = vec![question.to_owned()];
    for separator in separators {
        let split = parts.iter().flat_map(|part| part.split(*separator));
        let split = split.map(|part| part.trim_matches([' ', ',', '.']).to_owned());
        parts = split.filter(|part| !part.is_empty()).collect();
    }
    if parts.len() > MAX_PARTS {
        return vec![question.to_owned()];
    }
    parts
}

/// The separators of the parts of a question.
const SEPARATORS: &[&str] = &["?", ";", ", and ", " and also ", " and "];
/// The separators of the parts of a question that asks for several things.
const WITH_COMMAS: &[&str] = &["?", ";", ", and ", " and also ", " and ", ", "];
/// The maximum number of parts of a question.
const MAX_PARTS: usize = 6;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_divided() {
        for (question, expected) in [
            ("how am I?", vec!["how am I"]),
            (
                "How is my recovery, and which keys do I have?",
                vec!["How is my recovery", "which keys do I have"],
            ),
            ("steps? sleep; load", vec!["steps", "sleep", "load"]),
            ("", vec![]),
            ("a;b;c;d;e;f;g", vec!["a;b;c;d;e;f;g"]),
        ] {
            assert_eq!(divisions(question, SEPARATORS), expected, "{question}");
        }
        assert_eq!(
            divisions("my keys, devices and purchases?", WITH_COMMAS),
            ["my keys", "devices", "purchases"]
        );
    }

    #[test]
    fn no_agent_that_is_asked_asks_others() {
        for agent in specialists() {
            assert!(!agent.is_coordinator());
        }
        assert!(owner("keys.list").is_some_and(|agent| agent.id == "agt_core_privacy"));
        assert!(owner("nothing.known").is_none());
    }
}
