//! How answers look, to people and to programs.

use lockstep_store::Timestamp;
use serde_json::Value as Json;

pub(super) fn text(json: &Json, field: &str) -> String {
    match &json[field] {
        Json::String(text) => text.clone(),
        Json::Null => "–".to_owned(),
        other => other.to_string(),
    }
}

/// A damaged or repaired row of a report: where it is and what is wrong.
fn row(one: &Json) -> String {
    let mut line = format!("{} {}", text(one, "table"), text(one, "row"));
    if !one["account"].is_null() {
        line.push_str(&format!(" of {}", text(one, "account")));
    }
    let moment = |field: &str| one[field].as_i64().map(|at| Timestamp(at).to_string());
    if let (Some(from), Some(to)) = (moment("from"), moment("to")) {
        line.push_str(&format!(", {from} to {to}"));
    }
    line.push_str(&format!(": {}", text(one, "reason")));
    line
}

/// Answers, for people or for programs.
pub(super) struct Output {
    pub(super) json: bool,
}

impl Output {
    pub(super) fn line(&self, json: &Json, line: &str) {
        println!(
            "{}",
            if self.json {
                json.to_string()
            } else {
                line.to_owned()
            }
        );
    }

    pub(super) fn table(&self, rows: &Json, columns: &[&str]) {
        if self.json {
            return println!("{rows}");
        }
        let rows: Vec<Vec<String>> = rows
            .as_array()
            .into_iter()
            .flatten()
            .map(|row| columns.iter().map(|column| text(row, column)).collect())
            .collect();
        let width = |place: usize| {
            let cells = rows.iter().map(|row| row[place].chars().count());
            cells.chain([columns[place].len()]).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns.len()).map(width).collect();
        let print = |cells: &[String]| {
            let padded = cells
                .iter()
                .zip(&widths)
                .map(|(cell, width)| format!("{cell:<width$}"));
            println!("{}", padded.collect::<Vec<_>>().join("  ").trim_end());
        };
        print(
            &columns
                .iter()
                .map(|&column| column.to_owned())
                .collect::<Vec<_>>(),
        );
        rows.iter().for_each(|row| print(row));
    }

    pub(super) fn findings(&self, found: &Json) {
        if self.json {
            return println!("{found}");
        }
        for finding in found["findings"].as_array().into_iter().flatten() {
            let sign = if finding["fine"] == true {
                "ok "
            } else {
                "BAD"
            };
            println!(
                "{sign} {}: {}",
                text(finding, "what"),
                text(finding, "said")
            );
        }
    }

    /// What a scrub found, or a list of damaged rows beside another answer.
    pub(super) fn scrubbed(&self, report: &Json) {
        if self.json {
            return println!("{report}");
        }
        self.damaged(report);
        for one in report["repaired"].as_array().into_iter().flatten() {
            println!("REPAIRED {}", row(one));
        }
        for page in report["pages"].as_array().into_iter().flatten() {
            println!("BAD store: {}", page.as_str().unwrap_or_default());
        }
        let broken = &report["audit"]["broken"];
        if !broken.is_null() {
            println!(
                "BAD audit entry {}: {}",
                broken["seq"],
                text(broken, "reason")
            );
        }
        if report["fine"] == true {
            println!("{} rows were opened, none is damaged", report["rows"]);
        }
    }

    /// The damaged rows of a report; on standard error where a program reads the answer.
    pub(super) fn damaged(&self, report: &Json) -> bool {
        let all = report["damaged"].as_array();
        for one in all.into_iter().flatten() {
            let line = format!("BAD {}", row(one));
            match self.json {
                true => eprintln!("{line}"),
                false => println!("{line}"),
            }
        }
        all.is_some_and(|all| !all.is_empty())
    }

    pub(super) fn imported(&self, what: &str, report: &Json) {
        if self.json {
            return println!("{report}");
        }
        println!(
            "{what}: {} points, {} of them new ({})",
            report["processedCount"],
            report["newCount"],
            text(report, "format")
        );
        for activity in report["activities"].as_array().into_iter().flatten() {
            let minutes = activity["durationSeconds"].as_f64().unwrap_or_default() / 60.0;
            let (name, start) = (text(activity, "name"), text(activity, "start"));
            println!(
                "  {start}  {name}, {minutes:.0} min, {} records",
                activity["records"]
            );
        }
        for skipped in report["skipped"].as_array().into_iter().flatten() {
            println!(
                "  passed over: {} × {}: {}",
                skipped["count"],
                text(skipped, "what"),
                text(skipped, "reason")
            );
        }
        for error in report["errors"].as_array().into_iter().flatten() {
            println!("  fault: {}", error.as_str().unwrap_or_default());
        }
    }
}
