//! Progress of long work: a bar on a terminal, plain lines elsewhere.

use std::io::IsTerminal;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// The progress of a piece of work.
pub struct Progress {
    bar: Option<ProgressBar>,
    what: String,
    total: u64,
    tenth: u64,
}

impl Progress {
    /// Starts with `total` units of work; `unit` as in `12 of 30 files`. Prints nothing if `quiet`,
    /// for programs that read the output.
    #[must_use]
    pub fn new(what: &str, unit: &str, total: u64, quiet: bool) -> Self {
        let bar = (!quiet && std::io::stderr().is_terminal()).then(|| {
            let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr());
            let template = match unit {
                // Bytes as readable sizes, with the remaining time.
                "bytes" => {
                    "{msg:32} {bar:32} {bytes:>10} / {total_bytes}, {bytes_per_sec}, {eta} left"
                        .to_owned()
                }
                unit => format!(
                    "{{msg:32}} {{bar:32}} {{human_pos:>9}} / {{human_len}} {unit}  {{elapsed}}"
                ),
            };
            if let Ok(style) = ProgressStyle::with_template(&template) {
                bar.set_style(style.progress_chars("█▉▊▋▌▍▎▏ "));
            }
            bar.set_message(what.to_owned());
            bar
        });
        let tenth = if quiet { u64::MAX } else { 0 };
        Self {
            bar,
            what: what.to_owned(),
            total,
            tenth,
        }
    }

    /// Reports that `done` units are done.
    pub fn at(&mut self, done: u64) {
        self.show(done, &self.what.clone());
    }

    /// Reports that `done` units are done, with a note on them.
    pub(crate) fn at_with(&mut self, done: u64, note: &str) {
        self.show(done, &format!("{}, {note}", self.what));
    }

    fn show(&mut self, done: u64, what: &str) {
        if let Some(bar) = &self.bar {
            bar.set_message(what.to_owned());
            bar.set_position(done);
            return;
        }
        let tenth = done
            .saturating_mul(10)
            .checked_div(self.total)
            .unwrap_or(10);
        if self.tenth != u64::MAX && tenth > self.tenth {
            self.tenth = tenth;
            eprintln!("{what}: {} %", tenth * 10);
        }
    }

    /// Reports that all units are done.
    pub fn done(&mut self) {
        self.at(self.total);
        if let Some(bar) = &self.bar {
            bar.finish();
        }
    }
}

/// Shows work without measurable progress: a running clock on a terminal, plain lines elsewhere.
pub struct ElapsedClock {
    bar: Option<ProgressBar>,
    /// The description of the work; empty if quiet.
    what: String,
}

impl ElapsedClock {
    /// Starts to show `what`. Prints nothing if `quiet`, for programs that read the output.
    #[must_use]
    pub fn new(what: &str, quiet: bool) -> Self {
        let bar = (!quiet && std::io::stderr().is_terminal()).then(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            if let Ok(style) = ProgressStyle::with_template("{msg:32} {elapsed}") {
                bar.set_style(style);
            }
            bar.set_message(what.to_owned());
            bar.enable_steady_tick(TICK);
            bar
        });
        let what = if quiet { "" } else { what }.to_owned();
        if bar.is_none() && !quiet {
            eprintln!("{what}: begun");
        }
        Self { bar, what }
    }

    /// Reports that the work ended, successfully or not, after `taken`.
    pub fn done(self, taken: Duration) {
        match &self.bar {
            Some(bar) => bar.finish(),
            None if self.what.is_empty() => {}
            None => eprintln!("{}: {:.1} s", self.what, taken.as_secs_f64()),
        }
    }
}

const TICK: Duration = Duration::from_millis(200);
