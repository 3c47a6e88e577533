//! The signals that end a command.

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
