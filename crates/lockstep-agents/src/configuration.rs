//! The parameters of an agent, and deployments.

use std::time::Duration;

use lockstep_store::Timestamp;
use lockstep_store::id::DeploymentId;
use lockstep_web::{ApiError, ModelPolicy, free_text};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::message::MAX_TEXT_CHARS;
use crate::workflow::graph::Trigger;
use crate::workflow::schedule::Schedule;

/// The parameters that an account has chosen for an agent; an absent one has its default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Parameters {
    pub(crate) search_depth: Option<u32>,
    pub(crate) timeout_seconds: Option<u32>,
}

impl Parameters {
    /// Checks parameters as a client sends them; `path` is the place of their object in the request, and `names` are
    /// the area's names of the two.
    pub(crate) fn new(
        path: &str,
        names: [&str; 2],
        (search_depth, timeout): (Option<f64>, Option<f64>),
    ) -> Result<Self, ApiError> {
        let whole = |name: &str, value: Option<f64>, (low, high): (u32, u32)| {
            let Some(value) = value else { return Ok(None) };
            let fits = value.fract() == 0.0 && (f64::from(low)..=f64::from(high)).contains(&value);
            if !fits {
                let reason = format!("must be a whole number between {low} and {high}");
                return Err(ApiError::invalid(&format!("{path}.{name}"), reason));
            }
            Ok(Some(value as u32))
        };
        Ok(Self {
            search_depth: whole(names[0], search_depth, SEARCH_DEPTHS)?,
            timeout_seconds: whole(names[1], timeout, TIMEOUT_SECONDS)?,
        })
    }

    /// Returns these parameters; those that are absent are of `others`.
    pub(crate) fn or(self, others: Self) -> Self {
        Self {
            search_depth: self.search_depth.or(others.search_depth),
            timeout_seconds: self.timeout_seconds.or(others.timeout_seconds),
        }
    }

    /// Drops values out of their bounds, which only a damaged row has.
    pub(crate) fn bounded(self) -> Self {
        let within = |value: Option<u32>, (low, high)| value.filter(|it| (low..=high).contains(it));
        Self {
            search_depth: within(self.search_depth, SEARCH_DEPTHS),
            timeout_seconds: within(self.timeout_seconds, TIMEOUT_SECONDS),
        }
    }

    /// Returns how far the agent searches.
    pub(crate) fn depth(self) -> u32 {
        self.search_depth.unwrap_or(DEFAULT_SEARCH_DEPTH)
    }

    /// Returns the seconds after which an answer ends.
    pub(crate) fn seconds(self) -> u32 {
        self.timeout_seconds.unwrap_or(DEFAULT_TIMEOUT_SECONDS)
    }

    /// Returns the time after which an answer ends.
    pub(crate) fn timeout(self) -> Duration {
        Duration::from_secs(self.seconds().into())
    }

    /// Returns these parameters with a shorter time, if it is longer.
    pub(crate) fn at_most(self, seconds: u32) -> Self {
        Self {
            timeout_seconds: Some(self.seconds().min(seconds)),
            ..self
        }
    }

    /// Returns the maximum number of calls of tools for one message.
    pub(crate) fn max_calls(self) -> usize {
        self.depth() as usize * CALLS_PER_DEPTH
    }

    /// Returns the maximum number of links that a search follows from a found record.
    pub(crate) fn hops(self) -> u32 {
        self.depth().saturating_sub(1)
    }

    /// Returns the maximum number of records that a search examines in each list.
    pub(crate) fn candidates(self) -> u32 {
        self.depth() * CANDIDATES_PER_DEPTH
    }
}

/// The language model of an agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ChosenModel {
    /// The name in the configuration of the operator.
    pub(crate) name: String,
    /// Whether questions and decrypted values may leave this machine.
    pub(crate) share_data: bool,
}

impl ChosenModel {
    /// Returns the model that a request names; `None` for the built-in one, which is not a language model.
    /// `place` is the place of the request's object, with its dot.
    ///
    /// # Errors
    /// The operator has configured no such model; data would leave this machine without consent.
    pub(crate) fn new(
        place: &str,
        (name, share_data): (&str, bool),
        models: &[ModelPolicy],
    ) -> Result<Option<Self>, ApiError> {
        if name == BUILTIN {
            return Ok(None);
        }
        let Some(policy) = models.iter().find(|policy| policy.name == name) else {
            let names = models.iter().map(|policy| policy.name.as_str());
            let names: Vec<&str> = std::iter::once(BUILTIN).chain(names).collect();
            let reason = format!("must be one of {}", names.join(", "));
            return Err(ApiError::invalid(&format!("{place}model"), reason));
        };
        if !policy.is_local && !share_data {
            let reason = format!(
                "must be true for this model: questions and decrypted values are sent to {}",
                policy.host()
            );
            return Err(ApiError::invalid(&format!("{place}shareData"), reason));
        }
        Ok(Some(Self {
            name: name.to_owned(),
            share_data,
        }))
    }
}

/// The model without a language model.
pub(crate) const BUILTIN: &str = "builtin";

/// The mode of a deployed agent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = AgentDeploymentMode)]
pub(crate) enum Mode {
    /// The agent answers messages, and runs of its workflow are started by requests.
    #[default]
    Interactive,
    /// The workflow runs at times.
    Scheduled,
    /// The workflow runs after events of the account.
    Autonomous,
}

impl Mode {
    /// Returns the trigger of the workflow. `place` is the place of the trigger in the request.
    ///
    /// # Errors
    /// A trigger that does not belong to the mode, or a schedule that cannot be used.
    pub(crate) fn trigger(
        self,
        place: &str,
        given: Option<Trigger>,
        now: Timestamp,
    ) -> Result<Trigger, ApiError> {
        let trigger = match (self, given) {
            (Self::Interactive, None) => Trigger::Manual,
            (Self::Autonomous, None) => Trigger::Event {
                event: STORED.to_owned(),
                at_most_every: DEFAULT_PAUSE_SECONDS,
            },
            (Self::Interactive, Some(given @ Trigger::Manual))
            | (Self::Scheduled, Some(given @ Trigger::Schedule { .. }))
            | (Self::Autonomous, Some(given @ Trigger::Event { .. })) => given,
            (mode, _) => {
                let kind = match mode {
                    Self::Interactive => "manual",
                    Self::Scheduled => "schedule",
                    Self::Autonomous => "event",
                };
                let reason = format!("this mode needs a trigger of the type {kind}");
                return Err(ApiError::invalid(place, reason));
            }
        };
        Schedule::of(&trigger, now).map_err(|unusable| {
            ApiError::invalid(&format!("{place}.{}", unusable.field), unusable.reason)
        })?;
        Ok(trigger)
    }
}

/// Checks the name of a workflow, which the client chooses.
pub(crate) fn check_workflow(parameter: &str, name: &str) -> Result<(), ApiError> {
    let is_name = |letter: u8| letter.is_ascii_alphanumeric() || b"_-".contains(&letter);
    if (1..=MAX_WORKFLOW_CHARS).contains(&name.len()) && name.bytes().all(is_name) {
        return Ok(());
    }
    let reason = format!("must be 1 to {MAX_WORKFLOW_CHARS} letters, digits, `_` or `-`");
    Err(ApiError::invalid(parameter, reason))
}

/// A deployment of an agent to a workflow.
#[derive(Clone, Debug)]
pub(crate) struct Deployment {
    pub(crate) id: DeploymentId,
    pub(crate) agent: String,
    /// The workflow and the parameters; `None` if the stored bytes are damaged.
    pub(crate) body: Option<DeploymentBody>,
    pub(crate) created_at: Timestamp,
}

/// The sealed part of a deployment.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct DeploymentBody {
    pub(crate) workflow: String,
    pub(crate) parameters: Parameters,
    #[serde(default)]
    pub(crate) mode: Mode,
}

/// The purpose of a deployment.
#[derive(Clone, Debug)]
pub(crate) struct Assignment {
    pub(crate) trigger: Trigger,
    /// The question that the agent answers in a run. Without a question, the agent writes its standard
    /// report.
    pub(crate) question: Option<String>,
}

impl Assignment {
    /// Checks the question; `place` is its place in the request.
    pub(crate) fn new(
        trigger: Trigger,
        (place, question): (&str, Option<String>),
    ) -> Result<Self, ApiError> {
        let length = question
            .as_ref()
            .map_or(1, |text| text.trim().chars().count());
        if !(1..=MAX_TEXT_CHARS).contains(&length) {
            let reason = format!("must have 1 to {MAX_TEXT_CHARS} characters");
            return Err(ApiError::invalid(place, reason));
        }
        free_text::lines(question.as_deref().unwrap_or_default())
            .map_err(|reason| ApiError::invalid(place, reason))?;
        Ok(Self { trigger, question })
    }
}

/// The bounds of `searchDepth`.
const SEARCH_DEPTHS: (u32, u32) = (1, 10);
const DEFAULT_SEARCH_DEPTH: u32 = 3;
/// The bounds of `timeout` in seconds.
const TIMEOUT_SECONDS: (u32, u32) = (1, 86_400);
const DEFAULT_TIMEOUT_SECONDS: u32 = 30;
const CALLS_PER_DEPTH: usize = 5;
const CANDIDATES_PER_DEPTH: u32 = 20;
/// The longest name of a workflow in characters.
const MAX_WORKFLOW_CHARS: usize = 64;
/// The event after which an autonomous agent runs.
const STORED: &str = "points.stored";
/// The shortest time between two runs of an autonomous agent.
const DEFAULT_PAUSE_SECONDS: u32 = 900;
/// The maximum number of deployments of an account.
pub(crate) const MAX_DEPLOYMENTS: u64 = 1000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_have_bounds() {
        for (depth, timeout, blamed) in [
            (None, None, None),
            (Some(1.0), Some(1.0), None),
            (Some(10.0), Some(86_400.0), None),
            (Some(0.0), None, Some("p.searchDepth")),
            (Some(11.0), None, Some("p.searchDepth")),
            (Some(2.5), None, Some("p.searchDepth")),
            (Some(-1.0), None, Some("p.searchDepth")),
            (Some(1e300), None, Some("p.searchDepth")),
            (None, Some(0.0), Some("p.timeout")),
            (None, Some(86_401.0), Some("p.timeout")),
        ] {
            let read = Parameters::new("p", ["searchDepth", "timeout"], (depth, timeout));
            let details = read.err().and_then(|error| error.details);
            let parameter = details.map(|details| details["parameter"].clone());
            assert_eq!(parameter, blamed.map(Into::into), "{depth:?} {timeout:?}");
        }
    }

    #[test]
    fn workflows_have_names() {
        for (name, fits) in [
            ("a", true),
            ("Morning_report-1", true),
            ("", false),
            ("a b", false),
            ("ä", false),
        ] {
            assert_eq!(check_workflow("workflowId", name).is_ok(), fits, "{name}");
        }
        assert!(check_workflow("workflowId", &"x".repeat(64)).is_ok());
        assert!(check_workflow("workflowId", &"x".repeat(65)).is_err());
    }

    #[test]
    fn modes_have_triggers() {
        let schedule = || Trigger::Schedule {
            cron: Some("0 7 * * *".to_owned()),
            rrule: None,
            start: None,
            time_zone: "UTC".to_owned(),
        };
        let event = || Trigger::Event {
            event: "points.stored".to_owned(),
            at_most_every: 900,
        };
        for (mode, given, expected) in [
            (Mode::Interactive, None, Some(Trigger::Manual)),
            (Mode::Interactive, Some(schedule()), None),
            (Mode::Scheduled, None, None),
            (Mode::Scheduled, Some(schedule()), Some(schedule())),
            (Mode::Scheduled, Some(event()), None),
            (Mode::Autonomous, None, Some(event())),
            (Mode::Autonomous, Some(Trigger::Manual), None),
        ] {
            let found = mode.trigger("t", given.clone(), Timestamp(0)).ok();
            assert_eq!(found, expected, "{mode:?} {given:?}");
        }
    }
}
