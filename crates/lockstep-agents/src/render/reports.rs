//! Sentences for reports: prices, plans, proofs and the verification of the audit log.

use serde_json::Value as Json;

use super::{cell, nouns, table};

/// Returns the sentences of a report; `None` for the output of another tool.
pub(super) fn of(tool: &str, output: &Json) -> Option<String> {
    Some(match tool {
        "market.compare_prices" => prices(output),
        "market.draft_listing" => draft(output),
        "metrics.forecast" => forecast(output),
        "accounts.export_plan" => export_plan(output),
        "accounts.erasure_plan" => erasure_plan(output),
        "audit.verify" => audit(output),
        "accounts.unusual_access" => unusual_sign_ins(output),
        "proofs.prove" => claim(output),
        "uadm.read" => controllable(output),
        _ => return None,
    })
}

/// Returns the ids of the records that are linked with those of a search, each with its line.
pub(super) fn linked(output: &Json) -> Vec<(String, String)> {
    let lines = items(output, "linked").filter_map(|linked| {
        let id = linked["id"].as_str().filter(|id| cell::is_id(id))?;
        let [kind, text, from] =
            ["kind", "text", "from"].map(|name| cell::display_value(name, &linked[name]));
        let text = if text.is_empty() {
            text
        } else {
            format!(": {text}")
        };
        let line = format!("- {id} ({kind}, linked with {from}){text}");
        Some((id.to_owned(), line))
    });
    lines.collect()
}

/// Says whether a device that takes commands is connected, with its configuration.
fn controllable(output: &Json) -> String {
    let shown = |name: &str| cell::display_value(name, &output[name]);
    let mut text = format!(
        "{} ({}, {}) is {}. Last seen: {}.",
        shown("name"),
        shown("device_id"),
        shown("device_type"),
        shown("status"),
        shown("last_seen"),
    );
    let configuration = &output["configuration"];
    if configuration.as_object().is_some_and(|it| !it.is_empty()) {
        text.push_str("\n\nConfiguration:\n");
        text.push_str(&table::fields(configuration));
    }
    text
}

fn items<'j>(output: &'j Json, name: &str) -> impl Iterator<Item = &'j Json> {
    output[name].as_array().into_iter().flatten()
}

/// Writes the prices of each currency, and the offers that they are of.
fn prices(output: &Json) -> String {
    let mut lines = Vec::new();
    for prices in items(output, "currencies") {
        let currency = cell::display_value("currency", &prices["currency"]);
        let offers = nouns::counted_value(&prices["offers"], "offers");
        let mut line = format!("- {currency}: {offers}, {}", spread(prices, 2));
        let per_points = &prices["per1000Points"];
        if per_points.is_object() {
            line = format!(
                "{line}; 1000 points of a data token: {}",
                spread(per_points, 4)
            );
        }
        lines.push(line);
    }
    if lines.is_empty() {
        return "There are no such offers.".to_owned();
    }
    lines.insert(0, "Prices of the active offers:".to_owned());
    lines.push("\nThe cheapest of them:".to_owned());
    for offer in items(output, "offers") {
        let points = match offer["points"].as_u64() {
            Some(points) => format!(", {}", nouns::counted(points, "points")),
            None => String::new(),
        };
        let own = if offer["own"] == true { ", yours" } else { "" };
        lines.push(format!(
            "- {} ({}): {} {}{points}{own}",
            cell::display_value("id", &offer["id"]),
            cell::display_value("kind", &offer["kind"]),
            amount(&offer["price"], 2),
            cell::display_value("currency", &offer["currency"]),
        ));
    }
    if output["incomplete"] == true {
        lines.push("\nOlder offers were not examined.".to_owned());
    }
    lines.join("\n")
}

/// Writes a draft, what has to be settled first, and the call that offers it.
fn draft(output: &Json) -> String {
    let shown = |name: &str| cell::display_value(name, &output[name]);
    let currency = shown("currency");
    let price = match output["price"].as_f64() {
        Some(_) => {
            let compared = output["compared"].as_u64().unwrap_or(0);
            let compared = nouns::counted(compared, "listings");
            let price = amount(&output["price"], 2);
            format!("{price} {currency}, the median of {compared} of other accounts")
        }
        None => format!("choose one: no other account has a listing in {currency}"),
    };
    let rules = &output["access_rules"];
    let mut lines = vec![
        "A draft; nothing was stored.".to_owned(),
        format!("- title: {}", shown("title")),
        format!("- description: {}", shown("description")),
        format!("- price: {price}"),
        format!(
            "- access: {} after a purchase, {}",
            cell::display_value("duration", &rules["duration"]),
            nouns::counted_value(&rules["allowed_uses"], "reads"),
        ),
        format!("- rows: {}", shown("rows")),
    ];
    let problems = items(output, "problems").filter_map(Json::as_str);
    lines.extend(problems.map(|problem| format!("- to settle: {}", cell::sentence(problem))));
    lines.push(format!(
        "To offer it, send `market.create_listing` as a command with title, price and `dataset_id` {}, and approve it.",
        shown("dataset_id")
    ));
    lines.join("\n")
}

/// Writes the balance of training load now, after each week, and on the last day.
fn forecast(output: &Json) -> String {
    if let Some(reason) = output["reason"].as_str() {
        return format!("There is no forecast: {}.", cell::sentence(reason));
    }
    let date = |day: &Json, name: &str| cell::display_value(name, &day[name]);
    let line = |day: &Json, date: &str| {
        let [chronic, acute, form] =
            ["chronicLoad", "acuteLoad", "trainingStressBalance"].map(|name| amount(&day[name], 1));
        format!("- {date}: fitness {chronic}, fatigue {acute}, form {form}")
    };
    let mut lines = vec![format!(
        "With a training load of {} on each day:",
        amount(&output["dailyLoad"], 1)
    )];
    lines.push(line(output, &date(output, "lastDate")));
    let count = items(output, "days").count();
    for (number, day) in (1..).zip(items(output, "days")) {
        if number % 7 == 0 || number == count {
            lines.push(line(day, &date(day, "date")));
        }
    }
    lines.join("\n")
}

/// Writes the lowest, the median and the highest of prices.
fn spread(prices: &Json, decimals: usize) -> String {
    let [lowest, median, highest] =
        ["lowest", "median", "highest"].map(|name| amount(&prices[name], decimals));
    format!("lowest {lowest}, median {median}, highest {highest}")
}

fn amount(value: &Json, decimals: usize) -> String {
    let amount = value.as_f64();
    amount.map_or_else(|| "–".to_owned(), |amount| format!("{amount:.decimals$}"))
}

fn export_plan(output: &Json) -> String {
    let mut lines = vec!["No agent exports data. These requests return it:".to_owned()];
    for part in items(output, "parts") {
        lines.push(format!(
            "- {}: {}, `{}` ({})",
            cell::label(part["kind"].as_str().unwrap_or_default()),
            cell::display_value("count", &part["count"]),
            part["request"].as_str().unwrap_or_default(),
            cell::display_value("formats", &part["formats"]),
        ));
    }
    lines.push("The command `lockstep export` writes the points as well.".to_owned());
    lines.join("\n")
}

fn erasure_plan(output: &Json) -> String {
    let mut lines = vec![
        "Nothing was erased. An erasure of the account would destroy all that it stores, among it:"
            .to_owned(),
    ];
    for part in items(output, "destroyed") {
        lines.push(format!(
            "- {}: {}",
            cell::label(part["kind"].as_str().unwrap_or_default()),
            cell::display_value("count", &part["count"]),
        ));
    }
    lines.push("\nThese would remain:".to_owned());
    let remains = items(output, "remains").filter_map(Json::as_str);
    lines.extend(remains.map(|text| format!("- {}", cell::sentence(text))));
    lines.push(format!(
        "\nIf it were erased now, no older copy of the keys would open its data from {} on. The owner erases an account: \
         `{}`. No agent does.",
        cell::display_value("horizon", &output["horizon"]),
        output["request"].as_str().unwrap_or_default(),
    ));
    lines.join("\n")
}

fn audit(output: &Json) -> String {
    let entries = output["entries"].as_u64().unwrap_or(0);
    let were_checked =
        nouns::counted_with_verb(entries, "entries", ["was checked", "were checked"]);
    let mut text = match &output["broken"] {
        Json::Null => format!("The audit log is intact: {were_checked}."),
        broken => format!(
            "The audit log does not hold from entry {} on: {}. {were_checked}.",
            cell::display_value("sequence", &broken["sequence"]),
            cell::sentence(broken["reason"].as_str().unwrap_or_default()),
        ),
    };
    let checkpoint = &output["checkpoint"];
    text.push_str(&match checkpoint {
        Json::Null => " There is no signed checkpoint yet.".to_owned(),
        checkpoint => format!(
            " The latest signed checkpoint, of {}, covers the entries up to {}.",
            cell::display_value("timestamp", &checkpoint["timestamp"]),
            cell::display_value("sequence", &checkpoint["sequence"]),
        ),
    });
    text
}

/// Names the unusual sign-ins, or says that there are none.
fn unusual_sign_ins(output: &Json) -> String {
    let since = cell::display_value("since", &output["since"]);
    let examined = output["signIns"].as_u64().unwrap_or(0);
    let sign_ins = nouns::counted(examined, "sign-ins");
    let older = match output["incomplete"] == true {
        true => " Older entries of the audit log were not examined: there are too many.",
        false => "",
    };
    let mut lines = Vec::new();
    for finding in items(output, "findings") {
        let what = match finding["kind"].as_str().unwrap_or_default() {
            "newNetwork" => "a sign-in from a network that was not used before".to_owned(),
            "wrongCodes" => format!(
                "{} after the right password",
                nouns::counted_value(&finding["count"], "wrong codes")
            ),
            "recoveryCode" => "a sign-in with a recovery code".to_owned(),
            "replayedToken" => {
                "a refresh token was used twice, and its sign-in was ended".to_owned()
            }
            other => cell::label(other),
        };
        let time = cell::display_value("time", &finding["time"]);
        lines.push(format!("- {time}: {what}"));
    }
    if lines.is_empty() {
        let verb = if examined == 1 { "was" } else { "were" };
        return format!("No sign-in is unusual: {sign_ins} since {since} {verb} examined.{older}");
    }
    let verb = if lines.len() == 1 {
        "this is"
    } else {
        "these are"
    };
    lines.insert(0, format!("Of {sign_ins} since {since}, {verb} unusual:"));
    lines.push(format!("{AFTER_UNUSUAL_SIGN_INS}{older}"));
    lines.join("\n")
}

/// What to do after an unusual sign-in.
const AFTER_UNUSUAL_SIGN_INS: &str = "If one was not you, change the password, end the sign-in (`accounts.sessions` \
     lists them), and enable TOTP.";

/// Says what a document proves, or which job makes it.
fn claim(output: &Json) -> String {
    if output["jobId"].is_string() {
        let job = cell::display_value("jobId", &output["jobId"]);
        return format!("The proof is being made by the job {job}: ask for its status.");
    }
    format!(
        "Proven: {} The document has the id {}. Keep it: the platform does not store it.",
        cell::sentence(output["statement"]["says"].as_str().unwrap_or_default()),
        cell::display_value("id", &output["id"]),
    )
}
