//! Answers from the outputs of tools: templates in Markdown that cite the ids of records.
//!
//! Every text of an output is data: control characters are removed, it is shortened, and it can neither end a cell of a
//! table nor begin a heading. Nothing in it is ever read as a call or an address.

mod activity;
mod cell;
mod curve;
mod default_period;
mod differences;
mod metrics;
mod nouns;
mod reports;
mod rows;
mod selection;
mod sentences;
mod synced;
mod table;
mod training;

use serde_json::{Map, Value as Json};

pub(crate) use self::activity::figures as activity_figures;
use self::selection::{About, SelectedRows};
use crate::answer::AnswerKind;
use crate::understanding::{RowDays, Selection};

/// A rendered output.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RenderedOutput {
    pub(crate) kind: AnswerKind,
    pub(crate) content: String,
    /// The ids that the content cites.
    pub(crate) records: Vec<String>,
}

impl RenderedOutput {
    fn text(content: String, records: Vec<String>) -> Self {
        Self {
            kind: AnswerKind::Text,
            content,
            records,
        }
    }
}

/// Renders the output of a call of a tool with at most `limit` rows. `input` is the input of the call. If the tool chose
/// the period, the answer says so.
pub(crate) fn rendered(
    call: (&str, &Map<String, Json>),
    output: &Json,
    selection: &Selection,
    limit: u32,
) -> RenderedOutput {
    let mut rendered = of_template(call, output, selection, limit);
    // A judged load is of other days than the range of the call, and says which.
    let note = default_period::note(call.0, call.1, output).filter(|_| !selection.judges_load);
    if let Some(note) = note {
        rendered.content.push_str(&format!("\n\n{note}"));
    }
    rendered
}

/// Renders an output with the template of its tool.
fn of_template(
    (tool, input): (&str, &Map<String, Json>),
    output: &Json,
    selection: &Selection,
    limit: u32,
) -> RenderedOutput {
    if let Some(sentences) = sentences::of(tool, input, output, selection) {
        return RenderedOutput::text(sentences, records(output));
    }
    let Some(list) = rows::of(output) else {
        return RenderedOutput::text(table::fields(output), records(output));
    };
    if let (true, "search.find", Some(query)) = (list.rows.is_empty(), tool, input.get("query")) {
        let query = cell::display_value("query", query);
        let none =
            format!("No record and no section of the documentation has the words “{query}”.");
        return RenderedOutput::text(none, Vec::new());
    }
    if tool == "points.series"
        && *selection == Selection::default()
        && let Some(text) =
            sentences::of_few_points(input, &list.rows, &period_of(input, output, selection))
    {
        return RenderedOutput::text(text, Vec::new());
    }
    let read = list.rows.len();
    let about = About {
        noun: &noun_of(tool, &list.name, input),
        period: &period_of(input, output, selection),
    };
    let mut rendered = match selection::select(list.rows, selection, &about) {
        SelectedRows::Figure(text) => RenderedOutput::text(text, Vec::new()),
        SelectedRows::Rows(rows, _) if rows.is_empty() && is_narrowed(selection) => {
            RenderedOutput::text(none_selected(&about, selection), Vec::new())
        }
        SelectedRows::Rows(rows, _) if rows.is_empty() && tool == "points.series" => {
            let none = format!("There are no such {} {}.", about.noun, about.period);
            RenderedOutput::text(none, Vec::new())
        }
        SelectedRows::Rows(rows, _) if rows.is_empty() && tool == "activities.list" => {
            RenderedOutput::text(no_activities(&about, selection), Vec::new())
        }
        SelectedRows::Rows(rows, note) => {
            let is_whole = selection.conditions.is_empty() && !is_narrowed(selection);
            let total = list.total.filter(|_| is_whole);
            let mut table = table::table(tool, &list.name, (&rows, total), limit);
            if let Some(days) = &selection.days {
                let caption = format!(" {}:\n", days.text());
                table.content = table.content.replacen(":\n", &caption, 1);
            }
            if let Some(note) = note {
                table.content.push_str(&format!("\n\n{note}"));
            }
            table
        }
    };
    if tool == "search.find" {
        add_linked(&mut rendered, output);
    }
    // Of records that were not read, nothing was selected.
    let has_more = output["hasMore"] == true
        || output["nextCursor"].is_string()
        || list.total.is_some_and(|total| total > read as u64);
    if has_more && !selection.is_whole() {
        let were_read = nouns::counted_with_verb(read as u64, "records", ["was", "were"]);
        let note = format!(
            "\n\nOnly {were_read} read; there are more. Raise `searchDepth` in the agent's configuration, or ask \
             for fewer days."
        );
        rendered.content.push_str(&note);
    }
    rendered
}

/// Adds the records that are linked with those found.
fn add_linked(rendered: &mut RenderedOutput, output: &Json) {
    let linked = reports::linked(output);
    if linked.is_empty() {
        return;
    }
    let lines: Vec<&str> = linked.iter().map(|(_, line)| &**line).collect();
    let lines = lines.join("\n");
    rendered
        .content
        .push_str(&format!("\n\nLinked records:\n{lines}"));
    let ids = linked.into_iter().map(|(id, _)| id).collect();
    add_records(&mut rendered.records, ids);
}

/// Whether a selection limits the rows to some statuses or days.
fn is_narrowed(selection: &Selection) -> bool {
    !selection.statuses.is_empty() || selection.days.is_some()
}

/// Says that no row has one of the statuses, or is of the days.
fn none_selected(about: &About<'_>, selection: &Selection) -> String {
    let mut parts = vec![format!("There are no {}", about.noun)];
    if !selection.statuses.is_empty() {
        parts.push(format!(
            "with the status {}",
            selection.statuses.join(" or ")
        ));
    }
    parts.extend(selection.days.as_ref().map(RowDays::text));
    format!("{}.", parts.join(" "))
}

/// Says that there are no activities of the sport and the days that were read, or none that satisfies the conditions.
fn no_activities(about: &About<'_>, selection: &Selection) -> String {
    let such = match selection.conditions.is_empty() {
        true => "",
        false => "such ",
    };
    match about.period {
        "" => format!("There are no {such}{}.", about.noun),
        period => format!("There are no {such}{} {period}.", about.noun),
    }
}

/// Returns the noun of several rows, with the sport that they were read by.
fn noun_of(tool: &str, list: &str, input: &Map<String, Json>) -> String {
    if tool == "points.series" {
        let types = input.get("types").and_then(Json::as_str);
        let types = types.map(|types| format!(" of {}", sentences::types_in_words(types)));
        return format!("points{}", types.unwrap_or_default());
    }
    let noun = table::noun(tool, list);
    match input.get("sport").and_then(Json::as_str) {
        Some(sport) => format!("{} {noun}", cell::escaped_line(sport).replace('_', " ")),
        None => noun,
    }
}

/// Writes the days of a selection or a call, else those that the output names.
fn period_of(input: &Map<String, Json>, output: &Json, selection: &Selection) -> String {
    if let Some(days) = &selection.days {
        return days.text();
    }
    let named = sentences::period(input);
    let day = |name: &str| {
        let moment = output[name].as_str()?;
        Some(default_period::day(moment, output))
    };
    match (day("startDate"), day("endDate")) {
        (Some(start), Some(end)) if named.is_empty() => format!("from {start} to {end}"),
        _ => named,
    }
}

/// Renders two outputs of one tool, with the differences of the figures that both have.
pub(crate) fn comparison(
    (first, second): (&Json, &Json),
    (one, other): (RenderedOutput, RenderedOutput),
    periods: [String; 2],
    selection: &Selection,
) -> RenderedOutput {
    let [this, that] = periods;
    let subtracted = format!("{this} minus {that}");
    let mut content = format!("## {this}\n{}\n\n## {that}\n{}", one.content, other.content);
    let differences = differences::lines(first, second, selection);
    if !differences.is_empty() {
        content = format!(
            "{content}\n\n## Difference: {subtracted}\n{}",
            differences.join("\n")
        );
    }
    let has_fitness = |output: &Json| output["metrics"]["chronicLoad"].is_number();
    if has_fitness(first) && has_fitness(second) {
        content = format!("{content}\n\n{FITNESS_NOTE}");
    }
    let mut records = one.records;
    add_records(&mut records, other.records);
    RenderedOutput::text(content, records)
}

/// Names the period of an input.
pub(crate) fn period(input: &Map<String, Json>) -> String {
    let text = |name: &str| input.get(name).and_then(Json::as_str);
    match (text("startDate"), text("endDate"), text("timeframe")) {
        (Some(start), Some(end), _) => format!(
            "{} to {}",
            cell::escaped_line(start),
            cell::escaped_line(end)
        ),
        (Some(start), None, _) => format!("since {}", cell::escaped_line(start)),
        (_, _, Some(timeframe)) => cell::escaped_line(timeframe),
        _ => "default period".to_owned(),
    }
}

/// Returns the ids of records in an output, in their order, each once.
pub(crate) fn records(output: &Json) -> Vec<String> {
    let mut found = Vec::new();
    collect(output, &mut found);
    found
}

/// Adds ids to those of an answer, each once.
pub(crate) fn add_records(found: &mut Vec<String>, more: Vec<String>) {
    for id in more {
        if !found.contains(&id) {
            found.push(id);
        }
    }
}

/// Whether a field of an output is the id of a record. Other fields may be texts that strangers wrote.
pub(crate) fn is_id_name(name: &str) -> bool {
    name == "id" || name.ends_with("Id") || name.ends_with("_id")
}

fn collect(value: &Json, found: &mut Vec<String>) {
    match value {
        Json::Object(fields) => {
            for (name, field) in fields {
                let is_id = is_id_name(name);
                match field.as_str().filter(|text| is_id && cell::is_id(text)) {
                    Some(id) if found.len() < MAX_RECORDS && !found.iter().any(|it| it == id) => {
                        found.push(id.to_owned());
                    }
                    _ => collect(field, found),
                }
            }
        }
        Json::Array(items) => items.iter().for_each(|item| collect(item, found)),
        _ => {}
    }
}

/// What a comparison of the chronic load does not say.
const FITNESS_NOTE: &str = "The chronic load is the training that was recorded, weighted over 42 days up to the end of each period. It \
                            is no test of performance, and where recordings are missing, it is lower.";
/// The maximum number of ids that an answer lists.
const MAX_RECORDS: usize = 100;

#[cfg(test)]
mod tests;
