//! Progress of long work: a bar on a terminal, plain lines elsewhere.

use std::io::IsTerminal;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// How far a piece of work is.
pub struct Progress {
    bar: Option<ProgressBar>,
    what: String,
    total: u64,
    tenth: u64,
}

impl Progress {
    /// `total` units of work; `unit` as in `12 of 30 files`. Quiet where a program reads.
    #[must_use]
    pub fn new(what: &str, unit: &str, total: u64, quiet: bool) -> Self {
        let bar = (!quiet && std::io::stderr().is_terminal()).then(|| {
            let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr());
            let template = match unit {
                // Gigabytes in words, with what is left of the waiting.
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

    /// Now `done` of it are done.
    pub fn at(&mut self, done: u64) {
        if let Some(bar) = &self.bar {
            bar.set_position(done);
            return;
        }
        let tenth = done
            .saturating_mul(10)
            .checked_div(self.total)
            .unwrap_or(10);
        if self.tenth != u64::MAX && tenth > self.tenth {
            self.tenth = tenth;
            eprintln!("{}: {} %", self.what, tenth * 10);
        }
    }

    /// All of it is done.
    pub fn done(&mut self) {
        self.at(self.total);
        if let Some(bar) = &self.bar {
            bar.finish();
        }
    }
}

/// Work that does not say how far it is: a clock that runs on a terminal, plain lines elsewhere.
pub struct Waiting {
    bar: Option<ProgressBar>,
    /// Empty where a program reads.
    what: String,
}

impl Waiting {
    /// Begins to wait for `what`. Quiet where a program reads.
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

    /// It has ended, well or not, after so long.
    pub fn done(self, taken: Duration) {
        match &self.bar {
            Some(bar) => bar.finish(),
            None if self.what.is_empty() => {}
            None => eprintln!("{}: {:.1} s", self.what, taken.as_secs_f64()),
        }
    }
}

const TICK: Duration = Duration::from_millis(200);
