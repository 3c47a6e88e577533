//! `cargo xtask bench scale [PROGRAM]`: a node on PostgreSQL (`bench-scale`), then what its figures mean for a million athletes. With
//! the word `simulate` it measures nothing, and computes from the figures of `bench/RESULTS.md`, as `docs/scaling.md` shows it.

mod simulation;

use crate::run::program;
use simulation::Postgres;

/// Runs the benchmark, and prints the tables of the simulation.
pub(super) fn run(words: &[String]) -> Result<(), String> {
    if let [word] = words
        && word == "simulate"
    {
        println!("{}", simulation::tables(&Postgres::MEASURED));
        return Ok(());
    }
    let mut arguments = vec!["run", "--release", "--package", "bench-scale", "--"];
    arguments.extend(words.iter().map(String::as_str));
    let lines = super::echoed(program("cargo", "bench", &arguments))?;
    println!("{}", simulation::tables(&measured(&lines)?));
    Ok(())
}

/// The names of the figures in the table of `bench-scale`.
const NODE_CPU: &str = "CPU of the node for a point, on PostgreSQL / embedded";
const ALL_CPU: &str = "CPU of node and PostgreSQL for a point / node, embedded";
const BYTES: &str = "bytes a point adds to the tables in PostgreSQL";

/// Reads the costs of PostgreSQL in the printed table.
fn measured(lines: &[String]) -> Result<Postgres, String> {
    let figure = |name: &str| -> Result<f64, String> {
        let row = lines
            .iter()
            .find_map(|line| line.strip_prefix("| ")?.strip_prefix(name));
        // The columns after the name are the goal and the measured value with its unit.
        let value = row.and_then(|row| row.split('|').nth(2)?.split_whitespace().next());
        let value = value.and_then(|value| value.parse().ok());
        value.ok_or_else(|| format!("bench-scale printed no row `{name}`"))
    };
    Ok(Postgres {
        node_cpu: figure(NODE_CPU)?,
        all_cpu: figure(ALL_CPU)?,
        bytes: figure(BYTES)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::root;

    #[test]
    fn the_costs_are_read_from_the_table() {
        let mut lines = vec!["round 0, Embedded: node 0.2".to_owned()];
        for (name, value) in [
            (NODE_CPU, "1.38 ×"),
            (ALL_CPU, "2.70 ×"),
            (BYTES, "1.21 bytes"),
        ] {
            let missing = measured(&lines).err().unwrap();
            assert!(missing.contains(name), "{missing}");
            lines.push(format!("| {name} | at most 9.9 | {value} | met |"));
        }
        let costs = measured(&lines).unwrap();
        assert_eq!(
            (costs.node_cpu, costs.all_cpu, costs.bytes),
            (1.38, 2.70, 1.21)
        );
    }

    #[test]
    fn the_benchmark_has_the_names_and_the_goals() {
        let source = std::fs::read_to_string(root().join("bench/scale/src/main.rs")).unwrap();
        for name in [NODE_CPU, ALL_CPU, BYTES] {
            assert!(source.contains(&format!("= \"{name}\";")), "{name}");
        }
        let Postgres {
            node_cpu,
            all_cpu,
            bytes,
        } = Postgres::GOALS;
        for (name, goal) in [
            ("MAX_NODE_CPU", node_cpu),
            ("MAX_ALL_CPU", all_cpu),
            ("MAX_BYTES", bytes),
        ] {
            assert!(
                source.contains(&format!("{name}: f64 = {goal:.1};")),
                "{name}"
            );
        }
    }

    #[test]
    fn the_page_shows_the_simulation() {
        let page = std::fs::read_to_string(root().join("docs/scaling.md")).unwrap();
        let tables = simulation::tables(&Postgres::MEASURED);
        assert!(
            page.contains(&tables),
            "put the tables of `cargo xtask bench scale simulate` into docs/scaling.md:\n{tables}"
        );
    }
}
