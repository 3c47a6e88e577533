//! Texts about lost keys, for `doctor` and for an accepted rollback.

/// Describes the remedy for accounts whose key is lost.
pub(crate) fn remedy(accounts: &[String]) -> String {
    format!(
        "the keys of {} accounts are lost, so the data of these accounts can neither be read nor stored ({}). \
         Restore the newest copy of the wrapped keys. If there is no copy, give each account a new key, which loses \
         the data sealed under the old key: `lockstep user replace-lost-key ACCOUNT --accept-loss`",
        accounts.len(),
        listed(accounts)
    )
}

/// Returns the first names of a list, with an ellipsis if there are more.
pub(crate) fn listed(names: &[String]) -> String {
    let first: Vec<&str> = names.iter().take(MAX_NAMED).map(String::as_str).collect();
    let more = if names.len() > MAX_NAMED { ", …" } else { "" };
    format!("{}{more}", first.join(", "))
}

/// The maximum number of names in a text.
const MAX_NAMED: usize = 20;
