//! `lockstep market verify`.

use clap::{CommandFactory, Parser};
use lockstep_web::subcommand::{CommandOutput, CommandRequest, arguments};
use lockstep_web::{AppState, Subcommand};
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use crate::money::Money;
use crate::operations::ledger;

pub(crate) const SUBCOMMANDS: &[Subcommand] = &[Subcommand {
    name: "market",
    command: Arguments::command,
    requests: |matches| CommandRequest::parsed(matches, |Arguments { act }| act),
    run: |state, request, _| Box::pin(run(state, request)),
    is_long_read: |_| true,
}];

/// Check the marketplace.
#[derive(Parser)]
#[command(name = "market", display_order = 115)]
struct Arguments {
    #[command(subcommand)]
    act: Action,
}

#[derive(clap::Subcommand, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Action {
    /// Recompute every balance of the ledger from its transfers, and name the first difference. Ctrl-C
    /// stops the check, also in a running server.
    Verify,
}

async fn run(state: AppState, request: Json) -> Result<CommandOutput, String> {
    let Action::Verify = arguments(request)?;
    let report = ledger::verify(&state)
        .await
        .map_err(|error| error.to_string())?;
    let (transfers, accounts) = (report.transfers, report.accounts);
    let is_success = report.difference.is_none();
    let text = match &report.difference {
        None => format!(
            "{} of {}: every balance is right",
            lockstep_web::counted(transfers, "transfer", "transfers"),
            lockstep_web::counted(accounts, "account", "accounts")
        ),
        Some(difference) => format!("the ledger is inconsistent: {difference}"),
    };
    let texts = |sums: &[Money]| sums.iter().map(ToString::to_string).collect::<Vec<_>>();
    let (owed, kept) = (texts(&report.owed_by_erased), texts(&report.cash_of_erased));
    let text = match owed.is_empty() {
        true => text,
        false => format!(
            "{text}\nerased accounts owe {}, which is paid out to no seller",
            owed.join(", ")
        ),
    };
    let text = match kept.is_empty() {
        true => text,
        false => format!(
            "{text}\nerased accounts have {}, which can be paid out to no owner",
            kept.join(", ")
        ),
    };
    let result = json!({
        "transfers": transfers, "accounts": accounts, "difference": report.difference,
        "owedByErased": owed, "cashOfErased": kept,
    });
    Ok(CommandOutput {
        is_success,
        ..CommandOutput::new(result, text)
    })
}
