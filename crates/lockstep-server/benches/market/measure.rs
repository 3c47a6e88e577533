//! The measurements.

use serde_json::{Value as Json, json};

use crate::client::{
    Client, at_least, at_most, median, no_more, now, peak_megabytes, processor_seconds, reset_peak,
};
use crate::fill::pages;
use crate::{Bench, Sizes};

const TOKENS: &str = "/v1/sfdp/marketplace/tokens";
const DAY_SECONDS: i64 = 86_400;
/// Reads of each path.
const ROUNDS: usize = 31;
/// Buyers who buy at the same time.
const BUYERS: usize = 16;
/// Entries of a page.
const LIMIT: usize = 20;

/// Uploads a table of CSV in one body.
pub(crate) async fn table(seller: &Client, sizes: &Sizes) {
    let new = json!({ "name": "table", "encryption_mode": "none" });
    let made = seller.post("/api/datasets", &new).await;
    let path = format!("/api/datasets/{}/data", made["id"].as_str().expect("an id"));
    let rows: String = (0..20_000)
        .map(|n| {
            format!(
                "2026-06-01T{:02}:{:02}:{:02}Z,{},{}.{},home\n",
                n / 3600,
                n / 60 % 60,
                n % 60,
                60 + n % 120,
                n % 50,
                n % 10
            )
        })
        .collect();
    let rows = axum::body::Bytes::from(rows);
    let count = sizes.table_bytes.div_ceil(rows.len() as u64);
    let head = axum::body::Bytes::from_static(b"at,hr (bpm),speed (m/s),place\n");
    let pieces = std::iter::once(head).chain((0..count).map(move |_| rows.clone()));
    let pieces = futures_util::stream::iter(pieces.map(Ok::<_, std::io::Error>));
    reset_peak();
    let (start, processor) = (now(), processor_seconds());
    let request = seller.request(reqwest::Method::PUT, &path);
    let request = request.header("Content-Type", "text/csv");
    seller
        .send(request.body(reqwest::Body::wrap_stream(pieces)))
        .await;
    let (seconds, processor) = (
        start.elapsed().as_secs_f64(),
        processor_seconds() - processor,
    );
    let megabytes = sizes.table_bytes as f64 / 1e6;
    println!(
        "-- a table of {megabytes:.0} MB in {seconds:.1} s, {processor:.1} s of processor time with the client"
    );
    no_more(
        "peak resident memory of a CSV upload",
        peak_megabytes(),
        200.0,
        "MB",
    );
    at_least(
        "CSV upload a core",
        megabytes / processor.max(0.01),
        50.0,
        "MB/s",
    );
}

/// Computes means over sold points, none of which an earlier answer has.
pub(crate) async fn aggregate(bench: &Bench, seller: &Client, sizes: &Sizes) {
    let days = (sizes.points.div_ceil(DAY_SECONDS as usize) as i64).max(4);
    let a_day = sizes.points as i64 / days;
    let today = bench.running.state.clock.now().unix_seconds() / DAY_SECONDS;
    for day in 1..=days {
        upload_day(seller, (today - day) * DAY_SECONDS, a_day).await;
    }
    let token = offer(seller, &["aggregate-only"]).await;
    let buyer = bench.account("analyst").await;
    buyer
        .post(&format!("{TOKENS}/{token}/purchase"), &json!({}))
        .await;
    let mut times = Vec::new();
    for left_out in 0..4 {
        let chosen: Vec<String> = (1..=days)
            .filter(|day| *day != left_out)
            .map(|day| {
                lockstep_store::Timestamp((today - day) * DAY_SECONDS * 1000).to_string()[..10]
                    .to_owned()
            })
            .collect();
        let body = json!({ "operation": "mean", "type": "heart_rate", "days": chosen, "audience": "a study" });
        let start = now();
        buyer
            .post(&format!("{TOKENS}/{token}/aggregate"), &body)
            .await;
        times.push(start.elapsed());
    }
    at_most(
        &format!("mean over {} sold points", a_day * days),
        median(times),
        100.0,
    );
}

async fn upload_day(seller: &Client, start: i64, seconds: i64) {
    for from in (0..seconds).step_by(20_000) {
        let points: Vec<Json> = (from..(from + 20_000).min(seconds))
            .map(|second| {
                let at = lockstep_store::Timestamp((start + second) * 1000).to_string();
                json!({ "timestamp": at, "type": "heart_rate", "value": 60 + second % 90, "unit": "bpm", "device": "strap" })
            })
            .collect();
        seller
            .post("/v1/sfdp/data", &json!({ "data": points }))
            .await;
    }
}

async fn offer(seller: &Client, restrictions: &[&str]) -> String {
    let body = json!({
        "dataPoints": ["type=heart_rate"], "price": 1, "currency": "EUR",
        "accessRules": { "duration": "P30D", "allowedUses": 1000, "restrictions": restrictions },
    });
    let made = seller.post(TOKENS, &body).await;
    made["tokenId"].as_str().expect("an id").to_owned()
}

/// Buys a token, one purchase after the other and side by side.
pub(crate) async fn purchases(bench: &Bench, seller: &Client, sizes: &Sizes) {
    let path = format!("{TOKENS}/{}/purchase", offer(seller, &[]).await);
    let buyer = bench.account("buyer").await;
    let mut times = Vec::new();
    for _ in 0..sizes.purchases {
        let start = now();
        buyer.post(&path, &json!({})).await;
        times.push(start.elapsed());
    }
    at_most(
        "a purchase until it is durable, median",
        median(times.clone()),
        10.0,
    );
    times.sort_unstable();
    let late = times
        .get(times.len() * 99 / 100)
        .copied()
        .unwrap_or_default();
    at_most("a purchase until it is durable, 99 of 100", late, 10.0);
    let each = sizes.purchases.div_ceil(BUYERS);
    let (start, processor) = (now(), processor_seconds());
    let buyers: Vec<_> = (0..BUYERS)
        .map(|_| {
            let (buyer, path) = (buyer.again(), path.clone());
            tokio::spawn(async move {
                for _ in 0..each {
                    buyer.post(&path, &json!({})).await;
                }
            })
        })
        .collect();
    for buyer in buyers {
        buyer.await.expect("a buyer");
    }
    let count = (each * BUYERS) as f64;
    let (seconds, processor) = (
        start.elapsed().as_secs_f64(),
        processor_seconds() - processor,
    );
    at_least("purchases a second", count / seconds, 500.0, "/s");
    at_least(
        "purchases in two seconds of processor time",
        2.0 * count / processor.max(0.01),
        500.0,
        "/s",
    );
}

/// Recomputes the ledger.
pub(crate) async fn ledger(bench: &Bench) {
    let verify = lockstep_market::CAPABILITY.cli.first().expect("`market`");
    let start = now();
    let output = (verify.run)(bench.running.state.clone(), json!("verify")).await;
    let seconds = start.elapsed().as_secs_f64();
    let output = output.expect("a report");
    assert!(output.is_success, "{}", output.result);
    let transfers = output.result["transfers"].as_f64().expect("a number");
    at_least(
        "transfers of the ledger recomputed a second",
        transfers / seconds,
        1e6,
        "/s",
    );
}

/// Reads first, middle and last pages of every list.
pub(crate) async fn lists(bench: &Bench, seller: &Client, sizes: &Sizes) {
    let last = pages(sizes, LIMIT);
    for (client, figure, path) in [
        (
            seller,
            "tokens of the market, a page of 1000",
            format!("{TOKENS}?scope=market"),
        ),
        (
            &bench.admin,
            "tokens of an owner, a page of 1000",
            TOKENS.to_owned(),
        ),
    ] {
        at_most(figure, client.time(&path, ROUNDS).await, GOAL_MS);
    }
    let mut paths = Vec::new();
    for (list, client, path) in [
        ("listings", seller, "/api/marketplace/items?"),
        ("items", &bench.admin, "/v1/admin/marketplace/items?"),
        ("datasets by name", seller, "/api/datasets?sort=name&"),
        ("datasets by time", seller, "/api/datasets?sort=created_at&"),
        (
            "datasets by status",
            seller,
            "/api/datasets?sort=encryption_status&order=desc&",
        ),
    ] {
        for (place, page) in [("first", 1), ("middle", last / 2), ("last", last)] {
            let path = format!("{path}limit={LIMIT}&page={page}");
            paths.push((format!("{list}, {place} page"), client, path));
        }
    }
    for (figure, query) in [
        (
            "items of a category and status, middle page",
            format!("category=category%203&status=active&page={}", last / 30),
        ),
        (
            "items found by a rare word",
            "search=item%201234".to_owned(),
        ),
        ("items found by a common word", "search=item".to_owned()),
    ] {
        let path = format!("/v1/admin/marketplace/items?limit={LIMIT}&{query}");
        paths.push((figure.to_owned(), &bench.admin, path));
    }
    for (figure, client, path) in paths {
        at_most(&figure, client.time(&path, ROUNDS).await, GOAL_MS);
    }
}

/// Milliseconds of a list.
const GOAL_MS: f64 = 5.0;
