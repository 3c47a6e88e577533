//! A figure of the benchmark with its goal, and the table of all figures.

use std::fmt::{self, Write as _};

use crate::failures::all_passed;

/// Why a figure is not measured.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Missing {
    /// A tool is not installed here. That is no failure of the benchmark.
    Tool(String),
    /// A program failed.
    Failed(String),
}

impl From<String> for Missing {
    fn from(reason: String) -> Self {
        Self::Failed(reason)
    }
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tool(reason) => write!(f, "not measured: {reason}"),
            // The rest of a failure's lines is printed at the end.
            Self::Failed(reason) => {
                write!(f, "failed: {}", reason.lines().next().unwrap_or_default())
            }
        }
    }
}

/// A measured value, or why there is none.
pub(super) type Measurement = Result<f64, Missing>;

/// A row of the table.
pub(super) struct Figure {
    name: String,
    measured: Measurement,
    /// `None` for figures that explain others.
    goal: Option<Goal>,
}

#[derive(Clone, Copy)]
enum Goal {
    AtMost(f64),
    AtLeast(f64),
}

impl Figure {
    /// A figure without a goal.
    pub(super) fn without_goal(name: impl Into<String>, measured: Measurement) -> Self {
        Self::new(name, measured, None)
    }

    /// A figure that is better the smaller it is.
    pub(super) fn at_most(name: impl Into<String>, measured: Measurement, goal: f64) -> Self {
        Self::new(name, measured, Some(Goal::AtMost(goal)))
    }

    /// A figure that is better the larger it is.
    pub(super) fn at_least(name: impl Into<String>, measured: Measurement, goal: f64) -> Self {
        Self::new(name, measured, Some(Goal::AtLeast(goal)))
    }

    fn new(name: impl Into<String>, measured: Measurement, goal: Option<Goal>) -> Self {
        Self {
            name: name.into(),
            measured,
            goal,
        }
    }

    fn result(&self) -> String {
        match (&self.measured, self.goal) {
            (Err(missing), _) => missing.to_string(),
            (Ok(_), None) => String::new(),
            (Ok(measured), Some(goal)) if goal.is_met(*measured) => "met".to_owned(),
            (Ok(_), Some(_)) => "**missed**".to_owned(),
        }
    }
}

impl Goal {
    fn is_met(self, measured: f64) -> bool {
        match self {
            Self::AtMost(goal) => measured <= goal,
            Self::AtLeast(goal) => measured >= goal,
        }
    }

    fn text(self) -> String {
        match self {
            Self::AtMost(goal) => format!("at most {goal}"),
            Self::AtLeast(goal) => format!("at least {goal}"),
        }
    }
}

/// Returns the table of the figures.
pub(super) fn table(figures: &[Figure]) -> String {
    let mut table = String::from("\n| figure | goal | measured | result |\n|---|---|---:|---|\n");
    for figure in figures {
        let goal = figure.goal.map(Goal::text).unwrap_or_default();
        let measured = match figure.measured {
            Ok(measured) => format!("{measured:.2}"),
            Err(_) => String::new(),
        };
        let (name, result) = (&figure.name, figure.result());
        writeln!(table, "| {name} | {goal} | {measured} | {result} |")
            .expect("a text takes any text");
    }
    table
}

/// Fails with the reasons of the programs that failed, each once. A missing tool and a missed goal are no failures.
pub(super) fn all_ran(figures: &[Figure]) -> Result<(), String> {
    let mut reasons: Vec<String> = Vec::new();
    for figure in figures {
        if let Err(Missing::Failed(reason)) = &figure.measured
            && !reasons.contains(reason)
        {
            reasons.push(reason.clone());
        }
    }
    all_passed(&reasons)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failed(reason: &str) -> Measurement {
        Err(Missing::Failed(reason.to_owned()))
    }

    #[test]
    fn the_table_says_which_goals_are_met_and_why_figures_are_missing() {
        let no_go = Missing::Tool("no go".to_owned());
        let printed = table(&[
            Figure::at_most("upload", Ok(2.0), 2.0),
            Figure::at_most("import, ms", Ok(300.04), 300.0),
            Figure::at_least("rate", Ok(12.5), 12.0),
            Figure::at_least("rate", Ok(11.0), 12.0),
            Figure::at_most("proof", Err(no_go.clone()), 1.3),
            Figure::at_most("memory, MB", failed("exit status: 1\nmore"), 200.0),
            Figure::without_goal("load, ms", Ok(7.0)),
            Figure::without_goal("load, ms", Err(no_go)),
        ]);
        let rows: Vec<&str> = printed.lines().skip(3).collect();
        assert_eq!(
            rows,
            [
                "| upload | at most 2 | 2.00 | met |",
                "| import, ms | at most 300 | 300.04 | **missed** |",
                "| rate | at least 12 | 12.50 | met |",
                "| rate | at least 12 | 11.00 | **missed** |",
                "| proof | at most 1.3 |  | not measured: no go |",
                "| memory, MB | at most 200 |  | failed: exit status: 1 |",
                "| load, ms |  | 7.00 |  |",
                "| load, ms |  |  | not measured: no go |",
            ]
        );
    }

    #[test]
    fn a_program_that_failed_fails_the_run_and_is_named_once() {
        let no_go = Missing::Tool("no go".to_owned());
        let mut figures = vec![
            Figure::at_most("missed", Ok(3.0), 2.0),
            Figure::at_most("no tool", Err(no_go), 2.0),
        ];
        assert_eq!(all_ran(&figures), Ok(()));
        figures.push(Figure::at_most("one", failed("status 1"), 2.0));
        figures.push(Figure::at_most("the same", failed("status 1"), 2.0));
        figures.push(Figure::at_most("another", failed("status 2"), 2.0));
        assert_eq!(all_ran(&figures), Err("status 1\nstatus 2".to_owned()));
    }
}
