//! Sends the ten accounts of `docs/insights.md` to a server over HTTP and writes the page. Imports the
//! published wellness tables, one account for each participant, and writes a report of all of them.
//! `cargo xtask insights` runs it.

#![forbid(unsafe_code)]

use std::collections::BTreeMap;
use std::fmt::Write;
use std::net::SocketAddr;
use std::path::Path;

use lockstep_config::Config;
use lockstep_server::commands::serve::start;
use lockstep_server::data::DataDir;
use lockstep_testkit::athletes::page::{line, section};
use lockstep_testkit::athletes::{Athlete, Data, MadeUpData, SESSIONS_FILE, athletes};
use serde_json::{Value as Json, json};
use zeroize::Zeroizing;

#[tokio::main]
async fn main() -> Result<(), String> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [folder, report, page] = words.as_slice() else {
        return Err("usage: insights TABLES REPORT PAGE".to_owned());
    };
    let data = tempfile::tempdir().map_err(message)?;
    let config = Config {
        data: data.path().to_owned(),
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        ..Config::default()
    };
    let data_dir = DataDir::hold(&config.data).map_err(message)?;
    let running = start(&config, data_dir, Some(Zeroizing::new(PASSWORD.to_owned()))).await?;
    let admin = Client::signed_in(running.address, "admin").await?;

    let mut text = PAGE_HEAD.to_owned();
    for athlete in athletes() {
        let client = admin.account(athlete.name).await?;
        text.push_str(&of_athlete(&client, &athlete, Path::new(folder)).await?);
    }
    write(page, &text)?;
    let mut sections = Vec::new();
    for set in SETS {
        let tables: Vec<Table> = set
            .files
            .iter()
            .map(|file| Table::read(&Path::new(folder).join(file)))
            .collect::<Result<_, _>>()?;
        let mut answers = Vec::new();
        for participant in tables[0].participants() {
            let client = admin
                .account(&format!("{}-{participant}", set.short))
                .await?;
            answers.push(answer(&client, &tables, &participant).await?);
        }
        sections.push((set, answers));
    }
    running.stop().await;
    write(report, &report_of(&sections))
}

/// Sends the data of an account and returns its section of the page.
async fn of_athlete(client: &Client, athlete: &Athlete, folder: &Path) -> Result<String, String> {
    if let Some(profile) = &athlete.profile {
        let put = client.request("PUT", "/v1/sfdp/profile");
        client.send(put.json(profile)).await?;
    }
    match athlete.data {
        Data::MadeUp(made_up) => {
            let MadeUpData { points, sessions } = made_up();
            for part in points.chunks(POINTS_A_BODY) {
                let post = client.request("POST", "/v1/sfdp/data");
                let answer = client.send(post.json(&json!({ "data": part }))).await?;
                if answer["success"] != true {
                    return Err(format!("{}: {}", athlete.name, answer["errors"]));
                }
            }
            if !sessions.is_empty() {
                let bytes = serde_json::to_vec(&sessions).map_err(message)?;
                let part = reqwest::multipart::Part::bytes(bytes).file_name(SESSIONS_FILE);
                let form = reqwest::multipart::Form::new().part("file", part);
                let post = client.request("POST", "/v1/sfdp/import").multipart(form);
                client.send(post).await?;
            }
        }
        Data::Published {
            participant,
            tables,
        } => {
            for table in tables {
                let table = Table::read(&folder.join(table))?;
                import(client, &table, participant).await?;
            }
        }
    }
    let post = client.request("POST", "/v1/sfdp/insights/generate");
    let insights = client.send(post.json(&json!({}))).await?;
    let path = format!("/v1/sfdp/metrics?metrics={}", athlete.metrics.join(","));
    let metrics = client.send(client.request("GET", &path)).await?;
    Ok(section(athlete, &insights, &metrics))
}

async fn import(client: &Client, table: &Table, participant: &str) -> Result<(), String> {
    let part = reqwest::multipart::Part::bytes(table.bytes.clone()).file_name("table.csv");
    let form = reqwest::multipart::Form::new().part("file", part);
    let form = form.text("participant", participant.to_owned());
    let post = client.request("POST", "/v1/sfdp/import").multipart(form);
    client.send(post).await.map(drop)
}

fn write(path: &str, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("{path}: {error}"))
}

/// A published data set.
struct PublishedSet {
    short: &'static str,
    title: &'static str,
    about: &'static str,
    files: &'static [&'static str],
}

const SETS: &[PublishedSet] = &[
    PublishedSet {
        short: "lifesnaps",
        title: "LifeSnaps",
        about: "Yfantidou, Karagianni, Efstathiou and others, \"LifeSnaps, a 4-month multi-modal dataset \
            capturing unobtrusive snapshots of our lives in the wild\", Scientific Data 9, 663 (2022), \
            doi 10.1038/s41597-022-01764-x; data doi 10.5281/zenodo.6826682, Creative Commons \
            Attribution 4.0; some of the participants, rows unchanged. The profile has the sex and the \
            step goal of the table.",
        files: &["lifesnaps-daily.csv"],
    },
    PublishedSet {
        short: "fitbit",
        title: "Fitbit tables",
        about: "\"FitBit Fitness Tracker Data\" (CC0), from the survey of Furberg, Brinton, Keating and \
            Ortiz, doi 10.5281/zenodo.53894. The tables contain nothing for a profile.",
        files: &["fitbit-daily-activity.csv", "fitbit-sleep-day.csv"],
    },
];

/// A table with the days of several participants.
struct Table {
    bytes: Vec<u8>,
    header: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    fn read(path: &Path) -> Result<Self, String> {
        let bytes = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let text = String::from_utf8(bytes.clone()).map_err(message)?;
        let mut lines = text.lines().map(fields);
        let header = lines.next().ok_or("an empty table")?;
        Ok(Self {
            bytes,
            header,
            rows: lines.collect(),
        })
    }

    fn column(&self, name: &str) -> Option<usize> {
        let mut names = self.header.iter();
        names.position(|column| column.eq_ignore_ascii_case(name))
    }

    /// Returns the participants in the order of the table.
    fn participants(&self) -> Vec<String> {
        let mut met: Vec<String> = Vec::new();
        for row in &self.rows {
            let id = self.column("id").and_then(|at| row.get(at));
            if let Some(id) = id.filter(|id| !met.contains(id)) {
                met.push(id.clone());
            }
        }
        met
    }

    /// Returns the last value of a participant in a column.
    fn last(&self, participant: &str, name: &str) -> Option<&str> {
        let (id, at) = (self.column("id")?, self.column(name)?);
        let mut rows = self.rows.iter().filter(|row| row[id] == participant);
        let values = rows.by_ref().filter_map(|row| row.get(at));
        values
            .map(String::as_str)
            .filter(|text| !text.is_empty())
            .last()
    }
}

fn fields(line: &str) -> Vec<String> {
    let mut quoted = false;
    let split = line.split(|character: char| {
        quoted ^= character == '"';
        character == ',' && !quoted
    });
    split
        .map(|field| field.trim_matches('"').to_owned())
        .collect()
}

/// The server's answers for a participant.
struct Participant {
    name: String,
    profile: Json,
    answer: Json,
}

async fn answer(
    client: &Client,
    tables: &[Table],
    participant: &str,
) -> Result<Participant, String> {
    let mut profile = json!({});
    match tables[0].last(participant, "gender") {
        Some("MALE") => profile["sex"] = "male".into(),
        Some("FEMALE") => profile["sex"] = "female".into(),
        _ => {}
    }
    let goal = tables[0].last(participant, "min_goal");
    if let Some(goal) = goal
        .and_then(|text| text.parse::<f64>().ok())
        .filter(|goal| *goal > 0.0)
    {
        profile["goals"] = json!([{ "metric": "steps", "target": goal }]);
    }
    client
        .send(client.request("PUT", "/v1/sfdp/profile").json(&profile))
        .await?;
    for table in tables {
        if table.participants().iter().any(|one| one == participant) {
            import(client, table, participant).await?;
        }
    }
    let request = client.request("POST", "/v1/sfdp/insights/generate");
    let answer = client.send(request.json(&json!({}))).await?;
    Ok(Participant {
        name: participant.to_owned(),
        profile,
        answer,
    })
}

struct Client {
    base: String,
    client: reqwest::Client,
    token: String,
}

impl Client {
    async fn signed_in(address: SocketAddr, name: &str) -> Result<Self, String> {
        let mut client = Self {
            base: format!("http://{address}"),
            client: reqwest::Client::new(),
            token: String::new(),
        };
        let body = json!({ "username": name, "password": PASSWORD });
        let pair = client
            .send(client.request("POST", "/api/auth/token").json(&body))
            .await?;
        client.token = pair["access_token"].as_str().ok_or("no token")?.to_owned();
        Ok(client)
    }

    async fn account(&self, name: &str) -> Result<Self, String> {
        let new = json!({
            "username": name, "email": format!("{name}@example.org"), "password": PASSWORD,
            "role": "user", "tier": "enterprise",
        });
        self.send(self.request("POST", "/v1/admin/users").json(&new))
            .await?;
        let address = self
            .base
            .trim_start_matches("http://")
            .parse()
            .map_err(message)?;
        Self::signed_in(address, name).await
    }

    fn request(&self, method: &str, path: &str) -> reqwest::RequestBuilder {
        let method = method.parse().unwrap_or(reqwest::Method::GET);
        let request = self.client.request(method, format!("{}{path}", self.base));
        request.bearer_auth(&self.token)
    }

    async fn send(&self, request: reqwest::RequestBuilder) -> Result<Json, String> {
        let answer = request.send().await.map_err(message)?;
        let status = answer.status();
        let body: Json = answer.json().await.map_err(message)?;
        if status.is_success() {
            Ok(body)
        } else {
            Err(body.to_string())
        }
    }
}

fn message(error: impl std::fmt::Display) -> String {
    error.to_string()
}

fn report_of(sections: &[(&PublishedSet, Vec<Participant>)]) -> String {
    let mut text = REPORT_HEAD.to_owned();
    for (set, answers) in sections {
        // Writing to a string cannot fail.
        let _ = write!(text, "\n## {}\n\n{}\n\n", set.title, set.about);
        table(&mut text, answers);
        for participant in answers {
            heading(&mut text, participant);
            for insight in list(&participant.answer, "insights") {
                line(&mut text, insight);
            }
            skipped(&mut text, participant);
        }
    }
    text
}

fn table(text: &mut String, answers: &[Participant]) {
    let _ = writeln!(
        text,
        "| participant | window | {} | skipped |",
        KINDS.join(" | ")
    );
    let _ = writeln!(text, "|---|---|{}---|", "---|".repeat(KINDS.len()));
    for participant in answers {
        let counts = KINDS.map(|kind| {
            let insights = list(&participant.answer, "insights");
            insights.iter().filter(|one| one["type"] == *kind).count()
        });
        let counts = counts.map(|count| count.to_string()).join(" | ");
        let skipped = list(&participant.answer, "skipped").len();
        let window = window(&participant.answer);
        let _ = writeln!(
            text,
            "| {} | {window} | {counts} | {skipped} |",
            participant.name
        );
    }
}

fn heading(text: &mut String, participant: &Participant) {
    let _ = write!(text, "\n### {}\n\n", participant.name);
    let mut known = Vec::new();
    known.extend(participant.profile["sex"].as_str().map(str::to_owned));
    let goal = participant.profile["goals"][0]["target"].as_f64();
    known.extend(goal.map(|goal| format!("goal {goal} steps a day")));
    let known = if known.is_empty() {
        "empty".to_owned()
    } else {
        known.join(", ")
    };
    let _ = writeln!(text, "{}; profile: {known}.\n", window(&participant.answer));
}

/// Writes the rules without an insight, grouped by reason.
fn skipped(text: &mut String, participant: &Participant) {
    let mut reasons = BTreeMap::<String, Vec<String>>::new();
    for skipped in list(&participant.answer, "skipped") {
        let of = |field: &str| skipped[field].as_str().unwrap_or_default().to_owned();
        let subject = format!("{} {}", of("type"), of("metric"));
        reasons
            .entry(of("reason"))
            .or_default()
            .push(subject.trim().to_owned());
    }
    for (reason, subjects) in reasons {
        let _ = writeln!(text, "- *skipped:* {}: {reason}", subjects.join(", "));
    }
}

fn list<'a>(answer: &'a Json, field: &str) -> &'a [Json] {
    answer[field].as_array().map_or(&[], Vec::as_slice)
}

fn window(answer: &Json) -> String {
    let of = |field: &str| {
        answer["window"][field]
            .as_str()
            .unwrap_or_default()
            .to_owned()
    };
    format!("{} to {}", of("start"), of("end"))
}

const KINDS: [&str; 7] = [
    "trend",
    "anomaly",
    "recommendation",
    "goal",
    "recovery",
    "performance",
    "milestone",
];
const PASSWORD: &str = "insights of published tables";
const POINTS_A_BODY: usize = 10_000;
const REPORT_HEAD: &str = "# Insights of published recordings

The answers of `POST /v1/sfdp/insights/generate` (all types, the 30 days up to the latest point) after the import
of two published data sets, one account for each participant. Numbers of the evidence have four digits.
Participants agreed to publication. None of this is medical advice: the rules compare a person with their own
past and with public guidelines.
";
const PAGE_HEAD: &str = "# Insights of ten accounts

Lockstep computes insights with deterministic rules, not with a model. Each insight names its rule, its confidence and its
evidence. Each section shows an account: the person and the data, some metrics of the 168 hours up to the latest point, and all insights that
`POST /v1/sfdp/insights/generate` returns for the 30 days up to the latest point. Numbers have four digits.

- Eight people are made up by `lockstep-testkit`, which writes the same points in every run. Two are participants of published
  tables who agreed to publication.
- An answer also lists the rules that gave no insight, each with the reason (`skipped`); this page leaves them out.
- This is not medical advice. The rules compare a person with their own past and with public guidelines.

A test compares this page with the answers of a server. `cargo xtask insights` writes it, and writes a report of all 69
participants of the published tables to `target/insights.md`. [Decision 5](decisions/0005-insights-worth-a-word.md) gives the
reasons behind the rules, and [metrics.md](metrics.md#insights) how insights are selected.
";
