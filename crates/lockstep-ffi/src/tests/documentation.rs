//! README.md describes every operation and every status.

use crate::operations::PANICS;

const README: &str = include_str!("../../README.md");

#[test]
fn every_operation_has_a_row() {
    for name in crate::names().filter(|name| *name != PANICS) {
        assert!(README.contains(&format!("\n| `{name}` | ")), "{name}");
    }
    let rows = README.lines().filter_map(|line| line.strip_prefix("| `"));
    let rows = rows.filter_map(|row| row.split_once('`').map(|(name, _)| name));
    for name in rows.filter(|name| name.contains('.') && name.starts_with(char::is_uppercase)) {
        assert!(crate::names().any(|known| known == name), "{name}");
    }
}

#[test]
fn every_status_has_a_row() {
    let mut rows = 0;
    for line in README.lines() {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, number, kind, ..] = cells[..] else {
            continue;
        };
        if let (Ok(number), false) = (number.parse::<i32>(), kind.is_empty()) {
            let status = crate::failure::ALL[usize::try_from(number).unwrap()];
            assert_eq!(
                (status as i32, kind),
                (number, &*format!("`{}`", status.name()))
            );
            rows += 1;
        }
    }
    assert_eq!(rows, crate::failure::ALL.len() - 1);
}
