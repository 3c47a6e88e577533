//! Hides the values of runs and chats from credentials whose scopes do not cover the tools that answered them.

use std::collections::BTreeMap;

use super::coverage::ToolCoverage;
use crate::answer::{Answer, AnswerKind};
use crate::workflow::journal::{Run, RunBody, RunError, Step};
use crate::workflow::provenance::sources;

/// The places of nodes whose values a credential may not see, with the reason.
#[derive(Clone, Debug, Default)]
pub(crate) struct HiddenValues(BTreeMap<u32, String>);

impl HiddenValues {
    /// Finds the hidden values of a run with these steps.
    pub(crate) fn of(coverage: &ToolCoverage, body: &RunBody, steps: &[Step]) -> Self {
        if !coverage.is_narrow() {
            return Self::default();
        }
        let called = |place: usize| {
            let step = steps.iter().find(|step| step.place as usize == place)?;
            step.body.as_ref()?.tools.clone()
        };
        let hidden = sources(&body.graph, called).into_iter().enumerate();
        let hidden = hidden.filter_map(|(place, tools)| {
            let tools = tools.as_ref().map(|tools| tools.iter().map(String::as_str));
            Some((u32::try_from(place).ok()?, coverage.hidden(tools)?))
        });
        Self(hidden.collect())
    }

    /// Returns the reason why the values of a node are hidden.
    pub(crate) fn reason(&self, place: u32) -> Option<&str> {
        self.0.get(&place).map(String::as_str)
    }

    /// Returns the reason why a run failed, without the values of a hidden node.
    pub(crate) fn error(&self, body: &RunBody) -> Option<String> {
        let error = self.redacted(body.error.clone()?);
        Some(error.text(&body.graph))
    }

    /// Removes the values of a hidden node from the error of a run.
    fn redacted(&self, error: RunError) -> RunError {
        let not_shown = |hidden: &str| format!("not shown: {hidden}");
        match error {
            RunError::Node { place, reason } => RunError::Node {
                place,
                reason: self.reason(place).map_or(reason, not_shown),
            },
            // The node is not known, so any hidden node hides the reason.
            RunError::Unplaced(reason) => {
                let hidden = self.0.values().next().map(String::as_str);
                RunError::Unplaced(hidden.map_or(reason, not_shown))
            }
            RunError::Run { .. } => error,
        }
    }
}

/// Hides the errors of listed runs. Their steps are not read, so that the answer of an agent is hidden, too.
pub(crate) fn hide_errors(coverage: &ToolCoverage, runs: &mut [Run]) {
    for body in runs.iter_mut().filter_map(|run| run.body.as_mut()) {
        if let Some(error) = body.error.take() {
            body.error = Some(HiddenValues::of(coverage, body, &[]).redacted(error));
        }
    }
}

/// Returns the reason why an answer is hidden; `None` if it may be shown.
pub(crate) fn of_answer(coverage: &ToolCoverage, answer: &Answer) -> Option<String> {
    let tools = answer.tools.as_ref();
    coverage.hidden(tools.map(|tools| tools.iter().map(String::as_str)))
}

/// Returns an answer, or the reason why it is hidden in its place.
pub(crate) fn shown(coverage: &ToolCoverage, answer: Answer) -> Answer {
    match of_answer(coverage, &answer) {
        Some(reason) => Answer::new(
            AnswerKind::Error,
            format!("The answer is not shown: {reason}."),
        ),
        None => answer,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_error_of_a_hidden_node_is_hidden() {
        let some = HiddenValues(BTreeMap::from([(1, "it needs a scope".to_owned())]));
        let hidden = "not shown: it needs a scope";
        for (values, error, expected) in [
            (
                &some,
                RunError::of_node(1, "a: b"),
                RunError::of_node(1, hidden),
            ),
            (
                &some,
                RunError::of_node(0, "a: b"),
                RunError::of_node(0, "a: b"),
            ),
            (
                &some,
                RunError::of_run("a: b".to_owned()),
                RunError::of_run("a: b".to_owned()),
            ),
            (
                &some,
                RunError::Unplaced("a: b".to_owned()),
                RunError::Unplaced(hidden.to_owned()),
            ),
            (
                &HiddenValues::default(),
                RunError::Unplaced("a: b".to_owned()),
                RunError::Unplaced("a: b".to_owned()),
            ),
        ] {
            assert_eq!(values.redacted(error), expected);
        }
    }
}
