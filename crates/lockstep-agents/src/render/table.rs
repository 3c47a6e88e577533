//! Tables of rows, and lists of fields.

use serde_json::{Map, Value as Json};

use super::rows::Row;
use super::{RenderedOutput, cell, nouns, records};
use crate::answer::AnswerKind;

/// Renders rows as a table with at most `limit` rows.
pub(super) fn table(
    tool: &str,
    name: &str,
    (rows, total): (&[Row], Option<u64>),
    limit: u32,
) -> RenderedOutput {
    let noun = noun(tool, name);
    if rows.is_empty() {
        return RenderedOutput {
            kind: AnswerKind::Text,
            content: match tool {
                "market.list_purchases" => "You have bought nothing.".to_owned(),
                "market.list_grants" => "No buyer can read your data now.".to_owned(),
                _ => format!("There are no {noun}."),
            },
            records: Vec::new(),
        };
    }
    let shown = &rows[..rows.len().min(limit as usize)];
    let columns = columns(tool, shown);
    let all = total.unwrap_or(rows.len() as u64).max(rows.len() as u64);
    let caption = match all > shown.len() as u64 {
        true => format!("{} of {all} {noun}:", shown.len()),
        false => format!("{}:", nouns::counted(all, &noun)),
    };
    let heads: Vec<&str> = columns.iter().map(|(head, _)| head.as_str()).collect();
    let mut lines = vec![
        caption,
        String::new(),
        format!("| {} |", heads.join(" | ")),
        format!("|{}", " --- |".repeat(heads.len())),
    ];
    for row in shown {
        let cells = columns
            .iter()
            .map(|(_, path)| cell::display_value(path, at(row, path)));
        lines.push(format!("| {} |", cells.collect::<Vec<_>>().join(" | ")));
    }
    let cited = shown.iter().map(|row| Json::Object(row.clone())).collect();
    RenderedOutput {
        kind: AnswerKind::Table,
        content: lines.join("\n"),
        records: records(&Json::Array(cited)),
    }
}

/// Returns the heads and the paths of the columns.
fn columns(tool: &str, rows: &[Row]) -> Vec<(String, String)> {
    let template = TEMPLATES.iter().find(|template| template.tool == tool);
    if let Some(template) = template {
        let named = template.columns.iter();
        return named
            .map(|(head, path)| ((*head).to_owned(), (*path).to_owned()))
            .collect();
    }
    let is_scalar = |name: &str| {
        rows.iter().any(|row| {
            row.get(name)
                .is_some_and(|it| !it.is_null() && !it.is_object() && !it.is_array())
        })
    };
    let names = rows.first().into_iter().flat_map(Map::keys);
    let mut names: Vec<&String> = names.filter(|name| is_scalar(name)).collect();
    names.sort_by_key(|name| match name.as_str() {
        "id" => 0,
        "name" | "title" | "type" | "time" => 1,
        name if name.ends_with("Id") || name.ends_with("_id") => 2,
        _ => 3,
    });
    names.truncate(MAX_COLUMNS);
    names
        .into_iter()
        .map(|name| (cell::escaped_line(name), name.clone()))
        .collect()
}

pub(super) fn noun(tool: &str, name: &str) -> String {
    let template = TEMPLATES.iter().find(|template| template.tool == tool);
    template.map_or_else(
        || cell::escaped_line(name),
        |template| template.noun.to_owned(),
    )
}

fn at<'r>(row: &'r Row, path: &str) -> &'r Json {
    let mut parts = path.split('.');
    let first = parts
        .next()
        .and_then(|part| row.get(part))
        .unwrap_or(&Json::Null);
    parts.fold(first, |value, part| value.get(part).unwrap_or(&Json::Null))
}

/// Renders the fields of an object as a list, two levels deep.
pub(super) fn fields(output: &Json) -> String {
    let mut lines = Vec::new();
    describe(output, "", &mut lines, 2);
    match lines.is_empty() {
        true => "Done.".to_owned(),
        false => lines.join("\n"),
    }
}

fn describe(value: &Json, prefix: &str, lines: &mut Vec<String>, depth: u32) {
    let Some(fields) = value.as_object() else {
        lines.push(format!("- {}", cell::display_value(prefix, value)));
        return;
    };
    for (name, field) in fields {
        if lines.len() >= MAX_FIELDS {
            return;
        }
        let path = match prefix {
            "" => cell::escaped_line(name),
            prefix => format!("{prefix}.{}", cell::escaped_line(name)),
        };
        match field {
            Json::Object(_) if depth > 1 => describe(field, &path, lines, depth - 1),
            Json::Object(inner) => {
                let fields = nouns::counted(inner.len() as u64, "fields");
                lines.push(format!("- {path}: {fields}"));
            }
            Json::Array(items) if items.iter().any(Json::is_object) => {
                let entries = nouns::counted(items.len() as u64, "entries");
                lines.push(format!("- {path}: {entries}"));
            }
            field => lines.push(format!("- {path}: {}", cell::display_value(name, field))),
        }
    }
}

/// The columns of a tool's rows.
struct Template {
    tool: &'static str,
    noun: &'static str,
    /// Heads and paths.
    columns: &'static [(&'static str, &'static str)],
}

const MAX_COLUMNS: usize = 7;
const MAX_FIELDS: usize = 60;

const TEMPLATES: &[Template] = &[
    Template {
        tool: "devices.list",
        noun: "devices",
        columns: &[
            ("id", "id"),
            ("name", "name"),
            ("type", "type"),
            ("status", "status"),
            ("last sync", "lastSync"),
            ("encryption", "encryptionMode"),
        ],
    },
    Template {
        tool: "datasets.list",
        noun: "datasets",
        columns: &[
            ("id", "id"),
            ("name", "name"),
            ("rows", "row_count"),
            ("mode", "encryption_mode"),
            ("status", "encryption_status"),
            ("created", "created_at"),
        ],
    },
    Template {
        tool: "activities.list",
        noun: "activities",
        columns: &[
            ("id", "id"),
            ("start", "start"),
            ("sport", "sport"),
            ("name", "name"),
            ("distance", "distanceMeters"),
            ("moving", "movingSeconds"),
            ("elapsed", "elapsedSeconds"),
        ],
    },
    Template {
        tool: "imports.list",
        noun: "imports",
        columns: &[
            ("id", "id"),
            ("file", "file"),
            ("format", "format"),
            ("state", "state"),
            ("points", "processedCount"),
            ("errors", "errorCount"),
            ("finished", "finishedAt"),
        ],
    },
    Template {
        tool: "keys.list",
        noun: "keys",
        columns: &[
            ("id", "keyId"),
            ("status", "status"),
            ("mode", "metadata.mode"),
            ("scheme", "metadata.scheme"),
            ("current", "metadata.current"),
            ("custody", "metadata.custody"),
            ("expires", "metadata.expiresAt"),
        ],
    },
    Template {
        tool: "market.list_tokens",
        noun: "data tokens",
        columns: &[
            ("id", "id"),
            ("status", "status"),
            ("price", "price"),
            ("currency", "currency"),
            ("points", "points"),
            ("purchases", "purchases"),
            ("revenue", "revenue"),
            ("created", "createdAt"),
        ],
    },
    Template {
        tool: "market.list_grants",
        noun: "usable purchases of your data",
        columns: &[
            ("purchase", "purchaseId"),
            ("token", "tokenId"),
            ("listing", "listingId"),
            ("until", "expiresAt"),
            ("restrictions", "restrictions"),
        ],
    },
    Template {
        tool: "market.list_items",
        noun: "items",
        columns: &[
            ("id", "id"),
            ("name", "name"),
            ("description", "description"),
            ("category", "category"),
            ("price", "price"),
            ("currency", "currency"),
        ],
    },
    Template {
        tool: "market.list_listings",
        noun: "listings",
        columns: &[
            ("id", "id"),
            ("title", "title"),
            ("dataset", "dataset_id"),
            ("price", "price"),
            ("currency", "currency"),
            ("created", "created_at"),
        ],
    },
    Template {
        tool: "uadm.list",
        noun: "devices that take commands",
        columns: &[
            ("id", "device_id"),
            ("name", "name"),
            ("type", "device_type"),
            ("status", "status"),
            ("last seen", "last_seen"),
        ],
    },
    Template {
        tool: "uadm.commands",
        noun: "commands",
        columns: &[
            ("id", "command_id"),
            ("command", "command"),
            ("status", "status"),
            ("sent", "created_at"),
            ("delivered", "delivered_at"),
            ("finished", "finished_at"),
        ],
    },
    Template {
        tool: "market.list_purchases",
        noun: "purchases",
        columns: &[
            ("id", "id"),
            ("token", "tokenId"),
            ("status", "status"),
            ("price", "price"),
            ("currency", "currency"),
            ("uses left", "remainingUses"),
            ("expires", "expiresAt"),
        ],
    },
    Template {
        tool: "accounts.sessions",
        noun: "sign-ins",
        columns: &[
            ("id", "id"),
            ("current", "current"),
            ("created", "created_at"),
            ("last used", "last_used_at"),
            ("expires", "expires_at"),
        ],
    },
    Template {
        tool: "accounts.api_keys",
        noun: "API keys",
        columns: &[
            ("id", "id"),
            ("name", "name"),
            ("scopes", "scopes"),
            ("last used", "lastUsedAt"),
            ("expires", "expiresAt"),
        ],
    },
    Template {
        tool: "alerts.list",
        noun: "alerts",
        columns: &[
            ("id", "id"),
            ("type", "type"),
            ("message", "message"),
            ("since", "since"),
            ("last seen", "lastSeen"),
            ("ended", "endedAt"),
        ],
    },
    Template {
        tool: "audit.search",
        noun: "entries",
        columns: &[
            ("id", "id"),
            ("time", "timestamp"),
            ("action", "action"),
            ("component", "component"),
            ("status", "status"),
            ("by", "user.name"),
            ("details", "details"),
        ],
    },
    Template {
        tool: "points.read",
        noun: "points",
        columns: &[
            ("id", "id"),
            ("time", "timestamp"),
            ("type", "type"),
            ("value", "value"),
            ("unit", "unit"),
            ("device", "device"),
        ],
    },
    Template {
        tool: "points.series",
        noun: "intervals",
        columns: &[
            ("from", "time"),
            ("type", "type"),
            ("points", "count"),
            ("lowest", "min"),
            ("mean", "mean"),
            ("highest", "max"),
            ("unit", "unit"),
        ],
    },
    Template {
        tool: "points.types",
        noun: "measurement types",
        columns: &[
            ("name", "name"),
            ("unit", "unit"),
            ("minimum", "minimum"),
            ("maximum", "maximum"),
        ],
    },
    Template {
        tool: "market.find_offers",
        noun: "offers",
        columns: &[
            ("id", "id"),
            ("kind", "kind"),
            ("title", "title"),
            ("description", "description"),
            ("price", "price"),
            ("currency", "currency"),
            ("yours", "own"),
        ],
    },
    Template {
        tool: "search.find",
        noun: "records",
        columns: &[
            ("id", "id"),
            ("kind", "kind"),
            ("text", "text"),
            ("time", "time"),
        ],
    },
];
