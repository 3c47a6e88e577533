//! The signals that end a command, and the one that must not.

/// Returns a future that ends with SIGINT or SIGTERM. Signals are received from this call on, not from
/// the first poll: call it before reporting that the server listens.
pub(crate) fn termination_signal() -> Result<impl Future<Output = ()>, String> {
    use tokio::signal::unix::{SignalKind, signal};
    let heard = |kind| {
        signal(kind).map_err(|error| format!("signal handlers cannot be installed: {error}"))
    };
    let mut terminate = heard(SignalKind::terminate())?;
    let mut interrupt = heard(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}

/// Lets a write beyond the largest file size that the process may write (`ulimit -f`, `LimitFSIZE`) fail with
/// `EFBIG`. Without a handler, SIGXFSZ ends the process. The handler stays until the process ends.
///
/// # Errors
/// The handler cannot be installed.
pub(crate) fn survive_large_files() -> Result<(), String> {
    use tokio::signal::unix::{SignalKind, signal};
    let kind = SignalKind::from_raw(rustix::process::Signal::XFSZ.as_raw());
    // No task waits for the signal: the write returns the error.
    let installed = signal(kind).map(drop);
    installed.map_err(|error| format!("the handler of SIGXFSZ cannot be installed: {error}"))
}
