//! Custom agents that accounts create.

use lockstep_web::{ApiError, ModelPolicy, free_text};
use serde::{Deserialize, Serialize};

use crate::configuration::ChosenModel;

/// The definition of a custom agent; stored sealed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Definition {
    pub(crate) name: String,
    pub(crate) description: String,
    /// Names of tools or of groups of tools.
    pub(crate) capabilities: Vec<String>,
    /// `builtin`, or a configured model.
    pub(crate) model: String,
    pub(crate) max_tokens: u32,
    /// Whether the account agreed that decrypted values go to a model on another machine.
    #[serde(default)]
    pub(crate) share_data: bool,
}

impl Definition {
    /// Checks the fields that need no list of tools.
    pub(crate) fn check(&self, models: &[ModelPolicy]) -> Result<(), ApiError> {
        let length = self.name.chars().count();
        if !(1..=MAX_NAME_CHARS).contains(&length) || free_text::one_line(&self.name).is_err() {
            let reason = format!("must be 1 to {MAX_NAME_CHARS} printable characters");
            return Err(ApiError::invalid("name", reason));
        }
        if self.description.chars().count() > MAX_DESCRIPTION_CHARS {
            let reason = format!("must be {MAX_DESCRIPTION_CHARS} characters at most");
            return Err(ApiError::invalid("description", reason));
        }
        free_text::lines(&self.description)
            .map_err(|reason| ApiError::invalid("description", reason))?;
        if !(1..=MAX_CAPABILITIES).contains(&self.capabilities.len()) {
            let reason = format!("must name 1 to {MAX_CAPABILITIES} capabilities");
            return Err(ApiError::invalid("capabilities", reason));
        }
        ChosenModel::new("configuration.", (&self.model, self.share_data), models)?;
        if !(1..=MAX_TOKENS).contains(&self.max_tokens) {
            let reason = format!("must be between 1 and {MAX_TOKENS}");
            return Err(ApiError::invalid(
                "configuration.parameters.maxTokens",
                reason,
            ));
        }
        Ok(())
    }
}

/// The default of `maxTokens`.
pub(crate) const DEFAULT_MAX_TOKENS: u32 = 4096;
/// The maximum number of tokens of an answer.
pub(crate) const MAX_TOKENS: u32 = 32_768;
/// The maximum number of custom agents of an account.
pub(crate) const MAX_AGENTS: u64 = 100;
/// The longest name in characters.
const MAX_NAME_CHARS: usize = 256;
/// The longest description in characters.
const MAX_DESCRIPTION_CHARS: usize = 10_000;
/// The maximum number of capabilities of an agent.
const MAX_CAPABILITIES: usize = 64;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds() {
        let whole = || Definition {
            name: "n".to_owned(),
            description: String::new(),
            capabilities: vec!["points".to_owned()],
            model: crate::configuration::BUILTIN.to_owned(),
            max_tokens: 1,
            share_data: false,
        };
        type Change = fn(&mut Definition);
        let rows: [(Change, Option<&str>); 10] = [
            (|_| {}, None),
            (|it| it.name = "ä".repeat(256), None),
            (|it| it.name = "ä".repeat(257), Some("name")),
            (|it| it.name.clear(), Some("name")),
            (|it| it.name = "a\nb".to_owned(), Some("name")),
            (
                |it| it.description = "x".repeat(10_001),
                Some("description"),
            ),
            (|it| it.capabilities.clear(), Some("capabilities")),
            (
                |it| it.model = "gpt".to_owned(),
                Some("configuration.model"),
            ),
            (
                |it| it.max_tokens = 0,
                Some("configuration.parameters.maxTokens"),
            ),
            (
                |it| it.max_tokens = 32_769,
                Some("configuration.parameters.maxTokens"),
            ),
        ];
        for (nth, (change, blamed)) in rows.into_iter().enumerate() {
            let mut definition = whole();
            change(&mut definition);
            let error = definition.check(&[]).err();
            let details = error.and_then(|error| error.details);
            let parameter = details.map(|details| details["parameter"].clone());
            assert_eq!(parameter, blamed.map(Into::into), "row {nth}");
        }
    }

    #[test]
    fn a_model_on_another_machine_needs_consent() {
        let model = |name: &str, is_local| ModelPolicy {
            name: name.to_owned(),
            url: "https://api.example/v1".to_owned(),
            model: "m".to_owned(),
            key: None,
            timeout: std::time::Duration::from_secs(1),
            max_turns: 1,
            max_tokens: 1,
            max_total_tokens: 1,
            is_local,
        };
        let models = [model("near", true), model("far", false)];
        for (name, share_data, blamed) in [
            ("builtin", false, None),
            ("near", false, None),
            ("far", true, None),
            ("far", false, Some("configuration.shareData")),
            ("unknown", true, Some("configuration.model")),
        ] {
            let definition = Definition {
                name: "n".to_owned(),
                description: String::new(),
                capabilities: vec!["points".to_owned()],
                model: name.to_owned(),
                max_tokens: 1,
                share_data,
            };
            let error = definition.check(&models).err();
            let details = error.and_then(|error| error.details);
            let parameter = details.map(|details| details["parameter"].clone());
            assert_eq!(parameter, blamed.map(Into::into), "{name} {share_data}");
        }
    }
}
