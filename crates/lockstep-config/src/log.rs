//! Settings of the log.

use serde::{Deserialize, Serialize};

use crate::webhooks::Switch;

/// Settings of the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Log {
    /// `error`, `warn`, `info`, `debug`, `trace`, or a filter such as `info,lockstep_store=debug`.
    pub level: String,
    /// `json` for machines, `text` for people.
    pub format: LogFormat,
    /// Whether each entry of the audit log is also a line of the log.
    pub audit: Switch,
}

/// The format of the log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// One JSON object on each line.
    #[default]
    Json,
    /// Text for people.
    Text,
}

impl Default for Log {
    fn default() -> Self {
        Self {
            level: "info".to_owned(),
            format: LogFormat::Json,
            audit: Switch(false),
        }
    }
}

impl Log {
    pub(super) fn check(&self) -> Result<(), String> {
        // The filter also reads the numbers 0 to 5.
        let is_level = |text: &str| {
            let is_number = text.len() == 1 && ("0"..="5").contains(&text);
            is_number || LEVELS.iter().any(|level| text.eq_ignore_ascii_case(level))
        };
        for entry in self.level.split(',') {
            let level = entry.rsplit_once('=').map_or(entry, |(_, level)| level);
            if !is_level(level) {
                // A mistyped level would be the name of a crate, and everything else would not be logged.
                return Err(format!(
                    "log.level: `{entry}` is no level: write {}, or CRATE=LEVEL",
                    LEVELS.join(", ")
                ));
            }
        }
        Ok(())
    }
}

const LEVELS: [&str; 6] = ["off", "error", "warn", "info", "debug", "trace"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistyped_level_is_refused() {
        for (level, is_valid) in [
            ("info", true),
            ("WARN", true),
            ("off", true),
            ("3", true),
            ("info,lockstep_store=4", true),
            ("6", false),
            ("info,lockstep_store=debug", true),
            ("inof", false),
            ("info,,", false),
            ("", false),
            ("info,lockstep_store", false),
            ("info,lockstep_store=debgu", false),
            ("info,lockstep_store=", false),
        ] {
            let log = Log {
                level: level.to_owned(),
                ..Log::default()
            };
            assert_eq!(log.check().is_ok(), is_valid, "{level}");
        }
    }
}
