//! The limits of the figures of the client libraries, and whether they hold.

use std::fmt::Write as _;

/// A figure with its limit.
pub(super) struct Limit {
    name: String,
    /// `None` if the figure could not be measured here.
    figure: Option<f64>,
    bound: Bound,
}

#[derive(Clone, Copy)]
enum Bound {
    AtMost(f64),
    AtLeast(f64),
}

impl Limit {
    /// A figure that is better the smaller it is.
    pub(super) fn at_most(name: impl Into<String>, figure: Option<f64>, bound: f64) -> Self {
        Self {
            name: name.into(),
            figure,
            bound: Bound::AtMost(bound),
        }
    }

    /// A figure that is better the larger it is.
    pub(super) fn at_least(name: impl Into<String>, figure: Option<f64>, bound: f64) -> Self {
        Self {
            name: name.into(),
            figure,
            bound: Bound::AtLeast(bound),
        }
    }

    fn holds(&self) -> Option<bool> {
        let figure = self.figure?;
        Some(match self.bound {
            Bound::AtMost(bound) => figure <= bound,
            Bound::AtLeast(bound) => figure >= bound,
        })
    }
}

/// Returns a table of the limits.
pub(super) fn table(limits: &[Limit]) -> String {
    let mut table = String::from("\n| figure | limit | measured | holds |\n|---|---|---|---|\n");
    for limit in limits {
        let (sign, bound) = match limit.bound {
            Bound::AtMost(bound) => ("at most", bound),
            Bound::AtLeast(bound) => ("at least", bound),
        };
        let (measured, holds) = match (limit.figure, limit.holds()) {
            (Some(figure), Some(true)) => (format!("{figure:.2}"), "yes"),
            (Some(figure), _) => (format!("{figure:.2}"), "**no**"),
            (None, _) => (String::new(), "not measured"),
        };
        let name = &limit.name;
        writeln!(table, "| {name} | {sign} {bound} | {measured} | {holds} |")
            .expect("a text takes any text");
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_says_which_limits_hold() {
        let printed = table(&[
            Limit::at_most("upload", Some(2.0), 2.0),
            Limit::at_most("import, ms", Some(300.04), 300.0),
            Limit::at_least("rate", Some(12.5), 12.0),
            Limit::at_least("rate", Some(11.0), 12.0),
            Limit::at_most("proof", None, 1.3),
        ]);
        let rows: Vec<&str> = printed.lines().skip(3).collect();
        assert_eq!(
            rows,
            [
                "| upload | at most 2 | 2.00 | yes |",
                "| import, ms | at most 300 | 300.04 | **no** |",
                "| rate | at least 12 | 12.50 | yes |",
                "| rate | at least 12 | 11.00 | **no** |",
                "| proof | at most 1.3 |  | not measured |",
            ]
        );
    }
}
