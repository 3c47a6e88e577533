//! `lockstep user reset-totp`: also restores the access of the last administrator after the loss of a
//! phone.

use lockstep_web::subcommand::{CommandOutput, operator_text};
use serde_json::json;

use crate::operations::Accounts;

pub(super) async fn reset(accounts: &Accounts, account: String) -> Result<CommandOutput, String> {
    let user = accounts.named(account).await.map_err(operator_text)?;
    let id = user.id.clone();
    let reset = accounts.reset_totp(None, id).await;
    let reset = reset.map_err(operator_text)?;
    let text = match reset.had_totp {
        true => format!(
            "{} signs in without a code: {} ended",
            user.id,
            lockstep_web::counted(reset.sessions, "sign-in", "sign-ins")
        ),
        false => format!("{} has no TOTP", user.id),
    };
    let reset = json!({
        "id": user.id, "reset": reset.had_totp, "sessionsRevoked": reset.sessions,
    });
    Ok(CommandOutput::new(reset, text))
}
