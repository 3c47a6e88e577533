//! `cargo xtask bench events`: sockets and devices (`bench-events`), then lists and the audit log (`bench admin`). The last table
//! compares every figure with its limit.

use std::fmt::Write as _;

use super::echoed;
use crate::run::{cargo, program};

/// Runs both benchmarks. `--quick` and `--entries N` make them smaller; other words are those of `bench-events`.
pub(super) fn run(words: &[String]) -> Result<(), String> {
    let mut sockets = vec!["run", "--release", "--package", "bench-events", "--"];
    let mut admin = vec![
        "bench",
        "--package",
        "lockstep-server",
        "--bench",
        "admin",
        "--",
        "--all",
    ];
    let mut words = words.iter().map(String::as_str);
    while let Some(word) = words.next() {
        match word {
            "--quick" => {
                sockets.push(word);
                admin.push(word);
            }
            "--entries" => admin.push(words.next().ok_or("--entries needs a number")?),
            _ => sockets.push(word),
        }
    }
    let mut lines = echoed(program("cargo", "bench", &sockets))?;
    lines.extend(echoed(cargo(&admin))?);
    println!("{}", table(&lines));
    Ok(())
}

/// Returns the table of the figures among the lines: each with its limit, the measured value, and whether the limit is met.
fn table(lines: &[String]) -> String {
    let mut table = String::from("\n| figure | limit | measured | result |\n|---|---|---|---|\n");
    for line in lines {
        // `bench admin` prints rows of a table; `bench-events` prints columns.
        let is_row = line.starts_with('|');
        let separator = if is_row { "|" } else { "  " };
        let columns = line.split(separator).map(str::trim);
        let columns: Vec<&str> = columns.filter(|column| !column.is_empty()).collect();
        let [figure, second, third, _, result] = columns[..] else {
            continue;
        };
        let (limit, measured) = if is_row {
            (second, third)
        } else {
            (third, second)
        };
        let result = match result {
            "met" => "met",
            "MISSED" => "**MISSED**",
            _ => continue,
        };
        writeln!(table, "| {figure} | {limit} | {measured} | {result} |")
            .expect("a text takes any text");
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_a_row_for_each_figure_with_a_limit() {
        let lines = [
            "figure                       measured            goal     ratio",
            "-- 10000 sockets opened in 3.1 s; 53 MiB resident before",
            "resident memory with 10000 open sockets      231.0 MB        ≤ 500 MB      2.16  met",
            "| figure | limit | measured | ratio | |",
            "|---|---:|---:|---:|---|",
            "| audit log: the last page | at most 20.00 ms | 21.30 ms | 0.94 | MISSED |",
            "",
        ];
        let printed = table(&lines.map(str::to_owned));
        let rows: Vec<&str> = printed.lines().skip(3).collect();
        assert_eq!(
            rows,
            [
                "| resident memory with 10000 open sockets | ≤ 500 MB | 231.0 MB | met |",
                "| audit log: the last page | at most 20.00 ms | 21.30 ms | **MISSED** |",
            ]
        );
    }
}
