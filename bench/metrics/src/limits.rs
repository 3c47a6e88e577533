//! The limits of the figures, and whether they are met.

use std::fmt::Write as _;

/// A figure and its limit.
pub(crate) struct Limit {
    name: String,
    unit: &'static str,
    bound: Bound,
    measured: f64,
}

/// What a figure may be.
enum Bound {
    AtMost(f64),
    AtLeast(f64),
}

impl Limit {
    /// A figure that is at most its limit.
    pub(crate) fn new(
        name: impl Into<String>,
        unit: &'static str,
        most: f64,
        measured: f64,
    ) -> Self {
        Self {
            name: name.into(),
            unit,
            bound: Bound::AtMost(most),
            measured,
        }
    }

    /// A figure that is at least its limit.
    #[allow(dead_code, reason = "not every bench has such a figure")]
    pub(crate) fn at_least(
        name: impl Into<String>,
        unit: &'static str,
        least: f64,
        measured: f64,
    ) -> Self {
        Self {
            bound: Bound::AtLeast(least),
            ..Self::new(name, unit, least, measured)
        }
    }
}

/// Returns a table of the limits.
pub(crate) fn table(limits: &[Limit]) -> String {
    let mut table = String::from("\n| figure | limit | measured | |\n|---|---|---|---|\n");
    for limit in limits {
        let Limit {
            name,
            unit,
            bound,
            measured,
        } = limit;
        let (words, goal, is_met) = match bound {
            Bound::AtMost(most) => ("at most", most, measured <= most),
            Bound::AtLeast(least) => ("at least", least, measured >= least),
        };
        let verdict = if is_met { "met" } else { "**MISSED**" };
        writeln!(
            table,
            "| {name} | {words} {goal} {unit} | {measured:.2} {unit} | {verdict} |"
        )
        .expect("a text takes any text");
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_says_which_limits_are_met() {
        let printed = table(&[
            Limit::new("rows", "ms", 5.0, 5.0),
            Limit::new("import", "s", 30.0, 30.04),
            Limit::new("nothing measured", "ms", 5.0, f64::NAN),
            Limit::at_least("rate", "×", 5.0, 5.0),
            Limit::at_least("slow", "×", 5.0, 4.99),
            Limit::at_least("no rate", "×", 5.0, f64::NAN),
        ]);
        let rows: Vec<&str> = printed.lines().skip(3).collect();
        assert_eq!(
            rows,
            [
                "| rows | at most 5 ms | 5.00 ms | met |",
                "| import | at most 30 s | 30.04 s | **MISSED** |",
                "| nothing measured | at most 5 ms | NaN ms | **MISSED** |",
                "| rate | at least 5 × | 5.00 × | met |",
                "| slow | at least 5 × | 4.99 × | **MISSED** |",
                "| no rate | at least 5 × | NaN × | **MISSED** |",
            ]
        );
    }
}
