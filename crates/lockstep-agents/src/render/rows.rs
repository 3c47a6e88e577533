//! Finds the rows of an output.

use serde_json::{Map, Value as Json};

/// A row: the fields of an object.
pub(super) type Row = Map<String, Json>;

/// The rows of an output.
pub(super) struct List {
    /// The name of the list, such as `devices`.
    pub(super) name: String,
    pub(super) rows: Vec<Row>,
    /// The number of all rows, of which the output may have a part.
    pub(super) total: Option<u64>,
}

/// Returns the list of an output: its only list of objects. A chart becomes one row for each series and time.
pub(super) fn of(output: &Json) -> Option<List> {
    if output["bucketStarts"].is_array() {
        return Some(chart(output));
    }
    let fields = output.as_object()?;
    let mut lists = fields.iter().filter(|(_, field)| {
        let items = field.as_array();
        items.is_some_and(|items| items.iter().all(Json::is_object))
    });
    let (name, list) = match (lists.next(), lists.next()) {
        (Some(list), None) => list,
        // Of several lists, the list whose page the output is.
        (Some(_), Some(_)) => fields
            .iter()
            .find(|(name, _)| PAGED.contains(&name.as_str()))?,
        _ => return None,
    };
    // An object that has a list and many other fields is described by its fields.
    let others = fields
        .keys()
        .filter(|other| *other != name && !OF_PAGES.contains(&other.as_str()));
    if others.count() > 2 {
        return None;
    }
    let rows: Vec<Row> = list
        .as_array()?
        .iter()
        .filter_map(|row| row.as_object().cloned())
        .collect();
    Some(List {
        name: name.clone(),
        total: output["total"].as_u64(),
        rows,
    })
}

/// Returns a row for each series and time with values.
fn chart(output: &Json) -> List {
    let mut rows = Vec::new();
    let starts = output["bucketStarts"].as_array().into_iter().flatten();
    let starts: Vec<&Json> = starts.collect();
    for series in output["series"].as_array().into_iter().flatten() {
        for (index, start) in starts.iter().enumerate() {
            let figure = |name: &str| series[name][index].clone();
            if figure("count").as_u64() == Some(0) {
                continue;
            }
            let mut row = Row::new();
            row.insert("time".to_owned(), (*start).clone());
            for name in ["type", "unit"] {
                row.insert(name.to_owned(), series[name].clone());
            }
            for name in ["count", "mean", "min", "max"] {
                row.insert(name.to_owned(), figure(name));
            }
            rows.push(row);
        }
    }
    List {
        name: "series".to_owned(),
        rows,
        total: None,
    }
}

/// Names of lists that an output is a page of.
const PAGED: &[&str] = &["data", "entries", "activities", "insights", "records"];
/// Fields of a page that are not data.
const OF_PAGES: &[&str] = &[
    "total",
    "page",
    "limit",
    "hasMore",
    "nextCursor",
    "cursor",
    "examined",
    "skipped",
    "incomplete",
];
