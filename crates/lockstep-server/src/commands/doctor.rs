//! `doctor`: checks a platform's clock, keys, store, disk and certificates.

use std::process::ExitCode;

use lockstep_config::Config;
use serde_json::{Value as Json, json};
use tokio::net::UnixStream;

use crate::commands::serve;
use crate::data::{DATABASE, SOCKET};
use crate::doctor::{self, Finding};
use crate::execution::Command;
use crate::nodes::probe::{self, SharedSettings};
use crate::output::Output;
use crate::target::CommandTarget;

/// Runs the command.
pub(crate) async fn run(target: &CommandTarget, output: &Output) -> Result<ExitCode, String> {
    let mut found = match idle_node(&target.config).await? {
        Some(found) => found,
        None => target.send(Command::Doctor).await?,
    };
    check_network_settings(&target.config, &mut found);
    output.findings(&found);
    Ok(match found["fine"] == true {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

/// Returns the result for a node among others that does not run while another one works. It takes no lock: a start in the meantime
/// needs the data directory, and the other node has the schema. `None` if the usual checks can be made.
async fn idle_node(config: &Config) -> Result<Option<Json>, String> {
    if config.nodes.addresses().is_none() {
        return Ok(None);
    }
    if UnixStream::connect(config.data.join(SOCKET)).await.is_ok() {
        return Ok(None);
    }
    let Some(url) = config.store.place(config.data.join(DATABASE))?.postgres else {
        return Ok(None);
    };
    let reading = tokio::task::spawn_blocking(move || url.active_node());
    let read = reading.await.map_err(|error| error.to_string())?;
    let Some(active) = read.map_err(|error| error.to_string()).transpose() else {
        return Ok(None);
    };
    let compared = match &active {
        Ok(node) => {
            let (keys, settings) = (config.keys_at(&config.data), SharedSettings::of(config));
            probe::findings(node.clone(), keys, settings).await
        }
        Err(_) => Vec::new(),
    };
    Ok(Some(doctor::of_idle_node(&active, compared)))
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
