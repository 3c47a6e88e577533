//! The limits of the figures, and whether they are met.

use std::fmt::Write as _;

/// A figure that is at most its limit.
pub(crate) struct Limit {
    name: String,
    unit: &'static str,
    most: f64,
    measured: f64,
}

impl Limit {
    pub(crate) fn new(
        name: impl Into<String>,
        unit: &'static str,
        most: f64,
        measured: f64,
    ) -> Self {
        Self {
            name: name.into(),
            unit,
            most,
            measured,
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
            most,
            measured,
        } = limit;
        let verdict = if measured <= most {
            "met"
        } else {
            "**MISSED**"
        };
        writeln!(
            table,
            "| {name} | at most {most} {unit} | {measured:.2} {unit} | {verdict} |"
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
        ]);
        let rows: Vec<&str> = printed.lines().skip(3).collect();
        assert_eq!(
            rows,
            [
                "| rows | at most 5 ms | 5.00 ms | met |",
                "| import | at most 30 s | 30.04 s | **MISSED** |",
                "| nothing measured | at most 5 ms | NaN ms | **MISSED** |",
            ]
        );
    }
}
