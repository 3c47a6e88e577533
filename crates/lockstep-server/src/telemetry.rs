//! Sets up the log and the Prometheus metrics, once for the process.

use std::io::IsTerminal;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;

use axum::body::Bytes;
use lockstep_config::{Log, LogFormat};
use lockstep_store::Clock;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::prelude::*;

/// Starts to log to standard error. An invalid filter is an error.
pub fn log(log: &Log) -> Result<(), String> {
    let wanted = filter(log)?;
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(std::io::stderr)
        // Colours only on a terminal; in a file they would be control characters.
        .with_ansi(std::io::stderr().is_terminal());
    let registry = tracing_subscriber::registry();
    let begun = match log.format {
        LogFormat::Json => {
            let lines = lines.json().flatten_event(true).with_current_span(false);
            registry.with(lines.with_filter(wanted)).try_init()
        }
        LogFormat::Text => registry
            .with(lines.with_target(false).with_filter(wanted))
            .try_init(),
    };
    begun.map_err(|error| format!("log: {error}"))
}

/// Returns which lines are logged.
fn filter(log: &Log) -> Result<Targets, String> {
    let mut wanted: Targets = log
        .level
        .parse()
        .map_err(|error| format!("log.level: {error}"))?;
    // Detailed log lines of other crates may repeat a request; an operator must name the crate to
    // get them.
    for (name, most) in LIBRARY_LOG_LEVELS {
        let named = wanted.iter().any(|(target, _)| target == *name);
        let asked = wanted.default_level();
        if !named && asked.is_some_and(|level| level > *most) {
            wanted = wanted.with_target(*name, *most);
        }
    }
    if log.audit.0 {
        wanted = wanted.with_target(AUDIT_LINES, LevelFilter::INFO);
    }
    Ok(wanted)
}

/// Returns the handle that renders `/metrics`.
pub fn figures() -> PrometheusHandle {
    static HANDLE: OnceLock<PrometheusHandle> = OnceLock::new();
    HANDLE
        .get_or_init(|| {
            let builder = PrometheusBuilder::new().set_buckets(BUCKETS);
            let recorder = builder.map(PrometheusBuilder::build_recorder);
            let recorder = recorder.expect("the buckets are not empty");
            let handle = recorder.handle();
            if metrics::set_global_recorder(recorder).is_err() {
                tracing::warn!("a metrics recorder is already installed");
            }
            handle
        })
        .clone()
}

/// Renders the metrics as text at most once a second and shares the text between responses. Any
/// client may request it at any rate without reading the responses.
pub fn rendered(clock: &dyn Clock) -> Bytes {
    static LAST: Mutex<Option<(Duration, Bytes)>> = Mutex::new(None);
    let now = clock.monotonic();
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((at, text)) = &*last
        && now.abs_diff(*at) < RENDERED_EVERY
    {
        return text.clone();
    }
    let text = Bytes::from(figures().render());
    *last = Some((now, text.clone()));
    text
}

/// The target of lines that are entries of the audit log.
pub const AUDIT_LINES: &str = "lockstep_audit";

/// Crates that process requests before this server's code does, with the most detailed level that they log. `rmcp` logs whole
/// messages. `h2` warns of single frames of strangers: each line would be one that they choose.
const LIBRARY_LOG_LEVELS: &[(&str, LevelFilter)] = &[
    ("h2", LevelFilter::ERROR),
    ("hyper", LevelFilter::ERROR),
    ("hyper_util", LevelFilter::ERROR),
    ("rmcp", LevelFilter::ERROR),
    ("rustls", LevelFilter::INFO),
    ("tower_http", LevelFilter::INFO),
];
const RENDERED_EVERY: Duration = Duration::from_secs(1);
/// Bucket bounds in seconds: from a response out of memory to one that should have been a job.
const BUCKETS: &[f64] = &[
    0.000_1, 0.000_3, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0,
];

#[cfg(test)]
mod tests {
    use tracing::Level;

    use super::*;

    #[test]
    fn libraries_warn_of_nothing_that_strangers_send_unless_they_are_named() {
        for (level, target, is_logged) in [
            ("info", "h2::proto::ping_pong", false),
            ("info", "hyper::proto::h2::server", false),
            ("info", "lockstep_server::serve", true),
            ("debug", "h2::proto::ping_pong", false),
            ("error", "lockstep_server::serve", false),
            ("info,h2=debug", "h2::proto::ping_pong", true),
        ] {
            let log = Log {
                level: level.to_owned(),
                ..Log::default()
            };
            let found = filter(&log).unwrap().would_enable(target, &Level::WARN);
            assert_eq!(found, is_logged, "{level}: {target}");
        }
    }
}
