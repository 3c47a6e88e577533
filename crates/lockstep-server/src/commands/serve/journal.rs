//! Writes to the systemd journal, and notifies systemd of the server's state.

use std::os::unix::fs::MetadataExt;

/// The refusal of a first start whose generated password would be kept in the journal.
pub(super) const NO_PASSWORD: &str = "the first start would write the administrator's password into the journal; \
create the account before the service starts, with `lockstep user create admin --role admin --password-stdin` as the \
user of the service and with its --config and --data, or set LOCKSTEP_ADMIN_PASSWORD";

/// Returns whether the journal receives the standard error output.
pub(super) fn has_standard_error() -> bool {
    // The variable is inherited by programs that print elsewhere.
    let (Some(stream), Ok(opened)) = (
        lockstep_config::journal_stream(),
        std::fs::metadata("/proc/self/fd/2"),
    ) else {
        return false;
    };
    stream == format!("{}:{}", opened.dev(), opened.ino())
}

/// Tells systemd a state of the server, if it started the server.
pub(super) fn notify_systemd(state: sd_notify::NotifyState<'_>) {
    if let Err(error) = sd_notify::notify(&[state]) {
        tracing::warn!(%error, "systemd cannot be notified of the state of the server");
    }
}
