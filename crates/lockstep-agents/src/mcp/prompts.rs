//! Prompts: questions that a user of a client can choose.

use lockstep_web::free_text;
use rmcp::model::{
    ErrorData, GetPromptResult, JsonObject, Prompt, PromptArgument, PromptMessage, Role,
};

/// A prompt with at most one argument.
struct PromptDefinition {
    name: &'static str,
    description: &'static str,
    argument: Option<ArgumentDefinition>,
    /// The text; `{}` is replaced by the argument.
    text: &'static str,
}

/// The argument of a prompt.
#[derive(Clone, Copy)]
struct ArgumentDefinition {
    name: &'static str,
    description: &'static str,
    /// The value if the client sends none.
    default: &'static str,
}

/// Returns every prompt.
pub(super) fn list() -> Vec<Prompt> {
    let listed = PROMPTS.iter().map(|offered| {
        let argument = offered.argument.map(|known| {
            let argument = PromptArgument::new(known.name).with_description(known.description);
            vec![argument.with_required(false)]
        });
        Prompt::new(offered.name, Some(offered.description), argument)
    });
    listed.collect()
}

/// Returns the messages of a prompt.
///
/// # Errors
/// The prompt does not exist, or an argument is unknown, not text, or too long.
pub(super) fn prompt(name: &str, arguments: &JsonObject) -> Result<GetPromptResult, ErrorData> {
    let invalid = |reason: String| ErrorData::invalid_params(reason, None);
    let offered = PROMPTS.iter().find(|it| it.name == name);
    let offered = offered.ok_or_else(|| invalid("the prompt does not exist".to_owned()))?;
    let known = offered.argument.map(|argument| argument.name);
    if let Some(other) = arguments.keys().find(|it| Some(it.as_str()) != known) {
        let other: String = other.chars().take(MAX_ARGUMENT_CHARS).collect();
        return Err(invalid(format!("{other} is not an argument of {name}")));
    }
    let text = match offered.argument {
        None => offered.text.to_owned(),
        Some(ArgumentDefinition { name, default, .. }) => {
            let value = arguments.get(name).map(|value| value.as_str());
            let value = value.unwrap_or(Some(default));
            let fits = |text: &&str| {
                (1..=MAX_ARGUMENT_CHARS).contains(&text.chars().count())
                    && free_text::one_line(text).is_ok()
            };
            let value = value.filter(fits).ok_or_else(|| {
                invalid(format!(
                    "{name} must be a text of 1 to {MAX_ARGUMENT_CHARS} printable characters"
                ))
            })?;
            offered.text.replace("{}", value)
        }
    };
    let message = PromptMessage::new_text(Role::User, text);
    Ok(GetPromptResult::new(vec![message]).with_description(offered.description))
}

/// The longest argument in characters.
const MAX_ARGUMENT_CHARS: usize = 100;
const PROMPTS: &[PromptDefinition] = &[
    PromptDefinition {
        name: "daily_review",
        description: "Review the current day: metrics, activities and their consequences for tomorrow.",
        argument: None,
        text: "Read today's metrics and the latest activities. Say in five sentences how the day was, compare it with \
               the seven days before, and say what this means for tomorrow's training. Name the figures that you use.",
    },
    PromptDefinition {
        name: "data_quality",
        description: "Check whether the data is complete.",
        argument: None,
        text: "Check the quality of the data of the last 30 days. List days without data, devices that stopped \
               sending, and outliers, and say what to do about each.",
    },
    PromptDefinition {
        name: "compare_weeks",
        description: "Compare the current week with the week before.",
        argument: Some(ArgumentDefinition {
            name: "metric",
            description: "The metric or the type of measurement to compare, such as trainingLoad or steps.",
            default: "trainingLoad",
        }),
        text: "Compare {} of the current week with the week before, day by day, as a table, and explain the \
               difference with the activities of both weeks.",
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn prompts_take_their_arguments() {
        for (name, arguments, contained) in [
            ("daily_review", json!({}), Some("today's metrics")),
            ("compare_weeks", json!({}), Some("Compare trainingLoad of")),
            (
                "compare_weeks",
                json!({ "metric": "steps" }),
                Some("Compare steps of"),
            ),
            ("compare_weeks", json!({ "metric": 3 }), None),
            ("compare_weeks", json!({ "metric": "" }), None),
            ("compare_weeks", json!({ "metric": "a\nb" }), None),
            ("compare_weeks", json!({ "metric": "x".repeat(101) }), None),
            ("compare_weeks", json!({ "other": "x" }), None),
            ("daily_review", json!({ "metric": "steps" }), None),
            ("unknown", json!({}), None),
        ] {
            let found = prompt(name, arguments.as_object().unwrap());
            let text = found.map(|found| serde_json::to_string(&found).unwrap());
            match contained {
                Some(part) => assert!(text.unwrap().contains(part), "{name} {arguments}"),
                None => assert!(text.is_err(), "{name} {arguments}"),
            }
        }
        assert_eq!(list().len(), PROMPTS.len());
    }
}
