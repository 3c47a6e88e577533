//! The measurements.

use serde_json::{Value as Json, json};

use crate::client::{Client, at_least, at_most, median, now, processor_seconds};
use crate::fill::pages;
use crate::{Bench, Sizes};

const TOKENS: &str = "/v1/sfdp/marketplace/tokens";
const DAY_SECONDS: i64 = 86_400;
/// Days of an answer. With a day more, a million points still fit in one token.
const ANSWER_DAYS: i64 = 24;
/// Buyers who buy at the same time.
const BUYERS: usize = 16;
/// Entries of a page.
const LIMIT: usize = 20;

/// Computes means over sold points, none of which an earlier answer has. Every answer covers at least the points of
/// `sizes`. The first is printed alone: it opens keys and prepares what later answers share.
/// Returns the seller.
pub(crate) async fn aggregate(bench: &Bench, sizes: &Sizes, mode: Option<&str>) -> Client {
    let name = mode.unwrap_or("plain");
    let seller = bench.account(&format!("seller-{name}")).await;
    // Each later answer leaves another day out.
    let (days, a_day) = (
        ANSWER_DAYS + 1,
        (sizes.points as u64).div_ceil(ANSWER_DAYS.unsigned_abs()) as i64,
    );
    let today = bench.running.state.clock.now().unix_seconds() / DAY_SECONDS;
    for day in 1..=days {
        upload_day(&seller, (today - day) * DAY_SECONDS, a_day, mode).await;
    }
    let token = offer(&seller, &["aggregate-only"]).await;
    let buyer = bench.account(&format!("analyst-{name}")).await;
    buyer
        .post(&format!("{TOKENS}/{token}/purchase"), &json!({}))
        .await;
    let (mut times, mut covered, mut encrypted) = (Vec::new(), Vec::new(), 0);
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
        let answer = buyer
            .post(&format!("{TOKENS}/{token}/aggregate"), &body)
            .await;
        times.push(start.elapsed());
        let record = answer["result"]["record"]
            .as_str()
            .expect("a signed record");
        let record: Json = serde_json::from_str(record).expect("a record");
        covered.push(record["count"].as_u64().expect("a count"));
        encrypted = record["encrypted"].as_u64().expect("a count");
    }
    let least = covered.iter().min().copied().unwrap_or_default();
    assert!(least >= sizes.points as u64, "{covered:?}");
    println!(
        "-- each mean covers {least} points or more; {encrypted} of the last were ciphertexts"
    );
    let first = times.remove(0);
    at_most(
        &format!("mean over sold points, {name}, the first"),
        first,
        100.0,
    );
    at_most(
        &format!("mean over {least} sold points, {name}"),
        median(times),
        100.0,
    );
    seller
}

async fn upload_day(seller: &Client, start: i64, seconds: i64, mode: Option<&str>) {
    for from in (0..seconds).step_by(20_000) {
        let points: Vec<Json> = (from..(from + 20_000).min(seconds))
            .map(|second| {
                let at = lockstep_store::Timestamp((start + second) * 1000).to_string();
                json!({ "timestamp": at, "type": "heart_rate", "value": 60 + second % 90, "unit": "bpm", "device": "strap" })
            })
            .collect();
        let mut body = json!({ "data": points });
        if let Some(mode) = mode {
            body["encryptionMode"] = json!(mode);
        }
        seller.post("/v1/sfdp/data", &body).await;
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

/// Reads first, middle and last pages of every list.
pub(crate) async fn lists(
    bench: &Bench,
    (seller, collector): (&Client, Option<&Client>),
    sizes: &Sizes,
) {
    let last = pages(sizes, LIMIT);
    if let Some(collector) = collector {
        for (figure, path) in [
            ("purchases", "/v1/sfdp/marketplace/purchases"),
            ("the ledger of an account", "/v1/sfdp/marketplace/ledger"),
        ] {
            cursor_pages(collector, (figure, path), sizes.rounds).await;
        }
    }
    let items = ("items of buyers", "/v1/sfdp/marketplace/items");
    cursor_pages(seller, items, sizes.rounds).await;
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
        at_most(figure, client.time(&path, sizes.rounds).await, GOAL_MS);
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
        at_most(&figure, client.time(&path, sizes.rounds).await, GOAL_MS);
    }
}

/// Reads the first page of a list with a cursor, and one after a hundred others.
async fn cursor_pages(client: &Client, (list, path): (&str, &str), rounds: usize) {
    let first = format!("{path}?limit={LIMIT}");
    at_most(
        &format!("{list}, first page"),
        client.time(&first, rounds).await,
        GOAL_MS,
    );
    let mut late = first.clone();
    for _ in 0..100 {
        let page = client.get(&late).await;
        let cursor = page.get("nextCursor").expect("a cursor or null");
        let Some(cursor) = cursor.as_str() else {
            break;
        };
        late = format!("{first}&cursor={cursor}");
    }
    at_most(
        &format!("{list}, a late page"),
        client.time(&late, rounds).await,
        GOAL_MS,
    );
}

/// Milliseconds of a list.
const GOAL_MS: f64 = 5.0;
