//! `doctor`: checks a platform's clock, keys, store, disk and certificates.

use std::process::ExitCode;

use lockstep_config::Config;
use serde_json::{Value as Json, json};

use crate::commands::serve;
use crate::doctor::Finding;
use crate::execution::Command;
use crate::output::Output;
use crate::target::CommandTarget;

/// Runs the command.
pub(crate) async fn run(target: &CommandTarget, output: &Output) -> Result<ExitCode, String> {
    let mut found = target.send(Command::Doctor).await?;
    check_network_settings(&target.config, &mut found);
    output.findings(&found);
    Ok(match found["fine"] == true {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

/// Checks the network settings of the configuration; adds the results to `found`.
fn check_network_settings(config: &Config, found: &mut Json) {
    let certificates = serve::certificates(config);
    let webhooks = lockstep_admin::check_webhooks(&serve::webhook_policy(config));
    let findings = [
        Finding {
            what: "webhooks can check the certificates of receivers",
            fine: webhooks.is_ok(),
            said: match webhooks {
                Ok(()) if config.webhooks.enabled.0 => "yes".to_owned(),
                Ok(()) => "webhooks are disabled".to_owned(),
                Err(reason) => reason,
            },
        },
        Finding {
            what: "the certificate and its key can be used",
            fine: certificates.is_ok(),
            said: match certificates {
                Ok(Some(_)) => "yes".to_owned(),
                Ok(None) => "none are configured".to_owned(),
                Err(reason) => reason,
            },
        },
        Finding {
            what: "no unencrypted connection crosses the network",
            fine: config.warning().is_none(),
            said: config.warning().unwrap_or_else(|| "yes".to_owned()),
        },
    ];
    for Finding { what, fine, said } in findings {
        if !fine {
            found["fine"] = json!(false);
        }
        if let Some(all) = found["findings"].as_array_mut() {
            all.push(json!({ "what": what, "fine": fine, "said": said }));
        }
    }
}
