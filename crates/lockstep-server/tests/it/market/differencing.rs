//! Differencing attacks on answers over sold points: a seller's tokens and many buyers, who share what they get. An
//! attacker wins who computes any sum of fewer than 20 points that no token sells.

use std::collections::BTreeSet;

use serde_json::{Value as Json, json};

use super::{DAY, TOKENS, buy, offer, store};
use crate::app::{Answer, JUNE, TestApp, TestClient, points};

pub(super) const DAYS: [&str; 4] = ["2026-06-01", "2026-06-02", "2026-06-03", "2026-06-04"];

pub(super) async fn offered(
    seller: &TestClient,
    selectors: &[&str],
    restrictions: &[&str],
) -> Answer {
    let body = json!({
        "dataPoints": selectors, "price": 1, "currency": "EUR",
        "accessRules": { "duration": "P30D", "allowedUses": 1000, "restrictions": restrictions },
    });
    seller.post(TOKENS, body).await
}

pub(super) fn id_of(made: &Json) -> &str {
    made["tokenId"].as_str().unwrap()
}

async fn ask(buyer: &TestClient, token: &str, operation: &str, days: &[&str]) -> Answer {
    let body = json!({ "operation": operation, "type": "heart_rate", "days": days });
    buyer
        .post(&format!("{TOKENS}/{token}/aggregate"), body)
        .await
}

/// The answer to a sum: its cells with their counts, and its value.
pub(super) fn told(answer: &Answer) -> (Vec<(String, u64)>, f64) {
    let result = answer.ok()["result"].clone();
    let record: Json = serde_json::from_str(result["record"].as_str().unwrap()).unwrap();
    let says = match record.get("says") {
        Some(says) => says.clone(),
        None => record,
    };
    let cells = says["cells"].as_array().unwrap();
    let cells = cells.iter().map(|cell| {
        (
            cell["day"].as_str().unwrap().to_owned(),
            cell["count"].as_u64().unwrap(),
        )
    });
    (cells.collect(), says["value"].as_f64().unwrap())
}

async fn add(owner: &TestClient, day: i64, second: i64, value: f64) {
    let late = points(
        "heart_rate",
        "bpm",
        "strap",
        JUNE + day * DAY + second,
        &[value],
    );
    owner.post("/v1/sfdp/data", late).await.ok();
}

/// The days' values differ, so that a changed cell changes its sum.
pub(super) fn values(first: u32, count: u32) -> Vec<f64> {
    (0..count).map(|nth| f64::from(first + nth % 40)).collect()
}

/// Many buyers ask for every union of days, over tokens with overlapping ranges that were made between changes of the
/// points. All answers together are sums over the same cells: each cell has one count and one sum forever, so that no
/// difference of any of them is less than a cell.
#[tokio::test]
async fn many_buyers_of_overlapping_tokens_learn_sums_of_whole_cells_alone() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    for (day, count) in [25, 30, 20, 40].into_iter().enumerate() {
        store(&ada, day as i64, &values(60 + day as u32, count), None).await;
    }
    let all = offer(&ada, 1000, &["aggregate-only"]).await;
    let mut tokens = vec![all];
    for (selector, change) in [
        // Two tokens over overlapping ranges; a changed value, a deleted point and a further point between them.
        ("type=heart_rate;start=2026-06-01;end=2026-06-02", 0),
        ("type=heart_rate;start=2026-06-02;end=2026-06-04", 1),
        ("type=heart_rate", 2),
        ("type=heart_rate;device=strap", 3),
    ] {
        match change {
            1 => add(&ada, 0, 3, 199.0).await,
            2 => {
                let one = format!(
                    "/v1/sfdp/data?type=heart_rate&startDate={0}T00:00:05Z&endDate={0}T00:00:05Z",
                    DAYS[1]
                );
                let deleted = ada.delete(&one).await.ok();
                assert_eq!(deleted["deletedCount"], 1);
            }
            3 => add(&ada, 2, 5000, 150.0).await,
            _ => {}
        }
        let made = offered(&ada, &[selector], &["aggregate-only"]).await.ok();
        tokens.push(id_of(&made).to_owned());
    }
    let mut buyers = Vec::new();
    for name in ["bob", "eve", "mallory"] {
        let buyer = app.user(name).await;
        for token in &tokens {
            buy(&buyer, token).await;
        }
        buyers.push(buyer);
    }
    let mut known: Vec<(Vec<(String, u64)>, f64)> = Vec::new();
    for (nth, token) in tokens.iter().enumerate() {
        for union in 1_u32..16 {
            let days: Vec<&str> = (0..4)
                .filter(|day| union >> day & 1 == 1)
                .map(|day| DAYS[day])
                .collect();
            let answer = ask(&buyers[(nth + union as usize) % 3], token, "sum", &days).await;
            match answer.status {
                200 => known.push(told(&answer)),
                _ => drop(answer.refused(400, "INVALID_REQUEST")),
            }
        }
    }
    // The days that changed are in the first token alone.
    let single = |day: &str| {
        let sums = known
            .iter()
            .filter(|(cells, _)| cells.len() == 1 && cells[0].0 == day);
        sums.map(|(cells, sum)| (cells[0].1, sum.to_bits()))
            .collect::<BTreeSet<_>>()
    };
    let mut cells = std::collections::BTreeMap::new();
    for (day, count) in DAYS.iter().zip([25, 30, 20, 40]) {
        let sums = single(day);
        assert_eq!(
            sums.len(),
            1,
            "{day} was answered with several contents: {sums:?}"
        );
        let (found, sum) = sums.first().copied().unwrap();
        assert_eq!(found, count, "{day}");
        cells.insert(*day, f64::from_bits(sum));
    }
    assert!(known.len() > 15, "{}", known.len());
    for (days, sum) in &known {
        let expected: f64 = days.iter().map(|(day, _)| cells[&**day]).sum();
        assert_eq!(*sum, expected, "{days:?}");
    }
}

/// Tokens that sell single points do not bypass the cells: in any order of the tokens, the points of a
/// day that no token sells are not the difference of an answer and of the sold points.
#[tokio::test]
async fn points_and_answers_of_one_day_leave_no_small_rest() {
    let app = TestApp::start().await;
    let first_29 = "type=heart_rate;end=2026-06-01T00:00:28Z";
    // The points first.
    let ada = app.user("ada").await;
    store(&ada, 0, &values(60, 30), None).await;
    store(&ada, 1, &values(70, 30), None).await;
    offered(&ada, &[first_29], &[]).await.ok();
    let made = offered(&ada, &["type=heart_rate"], &["aggregate-only"])
        .await
        .ok();
    let bob = app.user("bob").await;
    buy(&bob, id_of(&made)).await;
    ask(&bob, id_of(&made), "sum", &[DAYS[0]])
        .await
        .blames("days[0]");
    let (cells, _) = told(&ask(&bob, id_of(&made), "sum", &[DAYS[1]]).await);
    assert_eq!(cells, [(DAYS[1].to_owned(), 30)]);
    // Without a day that can be offered there is no token.
    let only = "type=heart_rate;start=2026-06-01;end=2026-06-01";
    offered(&ada, &[only], &["aggregate-only"])
        .await
        .blames("dataPoints");
    // The answers first.
    let eve = app.user("eve").await;
    store(&eve, 0, &values(60, 30), None).await;
    let answers = offered(&eve, &["type=heart_rate"], &["aggregate-only"])
        .await
        .ok();
    let refused = offered(&eve, &[first_29], &[]).await;
    refused.blames("dataPoints");
    assert!(refused.to_string().contains("2026-06-01"), "{refused}");
    // A point sold by its id is a part of a day as well.
    let stored = eve.get("/v1/sfdp/data?limit=1").await.ok();
    let point = stored["data"][0]["id"].as_str().unwrap();
    offered(&eve, &[point], &[]).await.blames("dataPoints");
    // The whole day leaves no rest, and neither does a withdrawal of the answers change the rule.
    offered(&eve, &["type=heart_rate"], &[]).await.ok();
    eve.delete(&format!("{TOKENS}/{}", id_of(&answers)))
        .await
        .ok();
    offered(&eve, &[first_29], &[]).await.blames("dataPoints");
}

/// A series that is split over several tokens, each with a part of a day, has one content for each day: the first.
#[tokio::test]
async fn parts_of_a_day_in_several_tokens_are_not_added_up() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    store(&ada, 0, &values(60, 45), None).await;
    let part = "type=heart_rate;end=2026-06-01T00:00:23Z";
    let made = offered(&ada, &[part], &["aggregate-only"]).await.ok();
    for other in [
        "type=heart_rate",
        "type=heart_rate;end=2026-06-01T00:00:24Z",
        "type=heart_rate;start=2026-06-01T00:00:24Z",
    ] {
        offered(&ada, &[other], &["aggregate-only"])
            .await
            .blames("dataPoints");
    }
    // The same part, in two selectors and under another mode, is the same cell.
    let halves = [
        "type=heart_rate;end=2026-06-01T00:00:11Z",
        "type=heart_rate;start=2026-06-01T00:00:12Z;end=2026-06-01T00:00:23Z",
    ];
    let again = offered(&ada, &halves, &["aggregate-only"]).await.ok();
    for token in [id_of(&made), id_of(&again)] {
        buy(&bob, token).await;
        let (cells, sum) = told(&ask(&bob, token, "sum", &[DAYS[0]]).await);
        assert_eq!(cells, [(DAYS[0].to_owned(), 24)]);
        assert_eq!(sum, values(60, 24).iter().sum::<f64>());
    }
}

/// The budget is that of the series: a second token over the same days and a second buyer have no other.
#[tokio::test]
async fn tokens_over_one_series_share_its_budget() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    for day in 0..3 {
        store(&ada, day, &values(60, 20), None).await;
    }
    let first = offer(&ada, 100, &["aggregate-only"]).await;
    let second = offer(&ada, 100, &["aggregate-only"]).await;
    let (bob, eve) = (app.user("bob").await, app.user("eve").await);
    buy(&bob, &first).await;
    buy(&eve, &second).await;
    let left = async |token: &str| {
        let about = bob.get(&format!("{TOKENS}/{token}")).await.ok();
        about["answersLeft"][0]["answersLeft"].as_u64()
    };
    let before = left(&first).await;
    assert!(before.is_some(), "the number of answers is not shown");
    told(&ask(&bob, &first, "sum", &[DAYS[0]]).await);
    told(&ask(&eve, &second, "mean", &[DAYS[1]]).await);
    // The same question through another token, and with the days in another order, does not count as a new answer.
    told(&ask(&eve, &second, "sum", &[DAYS[0]]).await);
    for token in [&first, &second] {
        assert_eq!(left(token).await, before.map(|left| left - 2));
    }
    // A withdrawal gives nothing back.
    ada.delete(&format!("{TOKENS}/{first}")).await.ok();
    let third = offer(&ada, 100, &["aggregate-only"]).await;
    assert_eq!(left(&third).await, before.map(|left| left - 2));
}

/// The points of a registered device may name it by its id or by its name. Its day is offered under one of the names, so
/// that a point more under the other is not the difference of two answers.
#[tokio::test]
async fn two_names_of_a_device_are_not_two_cells_of_a_day() {
    let app = TestApp::start().await;
    let bob = app.user("bob").await;
    let all = values(60, 30);
    let account = async |name: &str| {
        let seller = app.user(name).await;
        let device =
            json!({ "type": "chest_strap", "name": "strap", "capabilities": ["heart_rate"] });
        let device = seller.post("/v1/sfdp/devices", device).await.ok();
        let id = device["deviceId"].as_str().unwrap().to_owned();
        for (device, values) in [(id.as_str(), &all[..]), ("strap", &all[..29])] {
            let body = points("heart_rate", "bpm", device, JUNE, values);
            seller.post("/v1/sfdp/data", body).await.ok();
        }
        (seller, id)
    };
    // The answers first.
    let (ada, id) = account("ada").await;
    for selector in [
        "type=heart_rate".to_owned(),
        format!("type=heart_rate;device={id}"),
        "type=heart_rate;device=strap".to_owned(),
    ] {
        let made = offered(&ada, &[selector.as_str()], &["aggregate-only"])
            .await
            .ok();
        buy(&bob, id_of(&made)).await;
        let (cells, sum) = told(&ask(&bob, id_of(&made), "sum", &[DAYS[0]]).await);
        assert_eq!(cells, [(DAYS[0].to_owned(), 30)], "{selector}");
        assert_eq!(sum, all.iter().sum::<f64>(), "{selector}");
    }
    offered(&ada, &["type=heart_rate"], &[])
        .await
        .blames("dataPoints");
    // The points first.
    let (eve, _) = account("eve").await;
    offered(&eve, &["type=heart_rate"], &[]).await.ok();
    offered(&eve, &["type=heart_rate"], &["aggregate-only"])
        .await
        .blames("dataPoints");
}

/// A device that was revoked and registered again under its name has two ids. A day that was uploaded under both is
/// offered under the first alone, so that a point less under the second is not the difference of two answers.
#[tokio::test]
async fn two_registrations_of_a_device_are_not_two_cells_of_a_day() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let all = values(60, 30);
    let register = async || {
        let device =
            json!({ "type": "chest_strap", "name": "strap", "capabilities": ["heart_rate"] });
        let device = ada.post("/v1/sfdp/devices", device).await.ok();
        device["deviceId"].as_str().unwrap().to_owned()
    };
    let upload = async |device: &str, day: i64, values: &[f64]| {
        let body = points("heart_rate", "bpm", device, JUNE + day * DAY, values);
        ada.post("/v1/sfdp/data", body).await.ok();
    };
    let first = register().await;
    upload(&first, 0, &all).await;
    let earlier = offer(&ada, 9, &["aggregate-only"]).await;
    ada.delete(&format!("/v1/sfdp/devices/{first}")).await.ok();
    let second = register().await;
    upload(&second, 0, &all[..29]).await;
    upload(&second, 1, &values(70, 20)).await;
    let later = offer(&ada, 9, &["aggregate-only"]).await;
    for token in [&earlier, &later] {
        buy(&bob, token).await;
        let (cells, sum) = told(&ask(&bob, token, "sum", &[DAYS[0]]).await);
        assert_eq!(cells, [(DAYS[0].to_owned(), 30)]);
        assert_eq!(sum, all.iter().sum::<f64>());
    }
    // Another day of the second registration is offered, and the first day is not sold as its points.
    let (cells, _) = told(&ask(&bob, &later, "sum", &[DAYS[1]]).await);
    assert_eq!(cells, [(DAYS[1].to_owned(), 20)]);
    for (day, is_sold) in [(0, false), (1, true)] {
        let day = DAYS[day];
        let selector = format!("type=heart_rate;start={day};end={day}");
        let made = offered(&ada, &[selector.as_str()], &[]).await;
        match is_sold {
            true => drop(made.ok()),
            false => drop(made.blames("dataPoints")),
        }
    }
}

/// A bare date of a selector begins at midnight of the profile's time zone. The cells are days in UTC, so that another
/// zone selects parts of them, which no token offers and no token sells.
#[tokio::test]
async fn a_change_of_the_time_zone_moves_no_cell() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    // Two parts of the first day, before and after midnight in Los Angeles, and a day that both zones select whole.
    store(&ada, 0, &values(60, 30), None).await;
    let noon = points("heart_rate", "bpm", "strap", JUNE + 43_200, &values(80, 25));
    ada.post("/v1/sfdp/data", noon).await.ok();
    store(&ada, 1, &values(70, 20), None).await;
    let first = offer(&ada, 1000, &["aggregate-only"]).await;
    let west = json!({ "timeZone": "America/Los_Angeles" });
    ada.patch("/v1/sfdp/profile", west).await.ok();
    let of_june_1 = "type=heart_rate;start=2026-06-01;end=2026-06-01";
    let made = offered(&ada, &[of_june_1], &["aggregate-only"]).await.ok();
    let second = id_of(&made);
    for token in [first.as_str(), second] {
        buy(&bob, token).await;
    }
    let (cells, _) = told(&ask(&bob, &first, "sum", &[DAYS[0]]).await);
    assert_eq!(cells, [(DAYS[0].to_owned(), 55)]);
    ask(&bob, second, "sum", &[DAYS[0]]).await.blames("days[0]");
    let whole = told(&ask(&bob, &first, "sum", &[DAYS[1]]).await);
    assert_eq!(told(&ask(&bob, second, "sum", &[DAYS[1]]).await), whole);
    assert_eq!(whole.0, [(DAYS[1].to_owned(), 20)]);
    offered(&ada, &[of_june_1], &[]).await.blames("dataPoints");
}

/// A series that was deleted and uploaded again, under another mode, has the cells and the budget that it had; with a
/// point less, the day is not offered.
#[tokio::test]
async fn a_series_that_is_uploaded_again_keeps_its_cells_and_its_budget() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    store(&ada, 0, &values(60, 24), None).await;
    let first = offer(&ada, 100, &["aggregate-only"]).await;
    buy(&bob, &first).await;
    let sum = told(&ask(&bob, &first, "sum", &[DAYS[0]]).await);
    let all = "/v1/sfdp/data?type=heart_rate";
    assert_eq!(ada.delete(all).await.ok()["deletedCount"], 24);
    // The snapshot is frozen: the second answer is over the deleted points.
    let mean = told(&ask(&bob, &first, "mean", &[DAYS[0]]).await);
    assert_eq!(mean.0, sum.0);
    assert!((mean.1 - sum.1 / 24.0).abs() < 1e-9, "{}", mean.1);
    store(&ada, 0, &values(60, 24), Some("Basic")).await;
    let second = offer(&ada, 100, &["aggregate-only"]).await;
    buy(&bob, &second).await;
    assert_eq!(told(&ask(&bob, &second, "sum", &[DAYS[0]]).await), sum);
    let about = bob.get(&format!("{TOKENS}/{second}")).await.ok();
    assert_eq!(
        about["answersLeft"],
        json!([{ "type": "heart_rate", "device": "strap", "answersLeft": 998 }])
    );
    let one = format!(
        "{all}&startDate={0}T00:00:05Z&endDate={0}T00:00:05Z",
        DAYS[0]
    );
    assert_eq!(ada.delete(&one).await.ok()["deletedCount"], 1);
    offered(&ada, &["type=heart_rate"], &["aggregate-only"])
        .await
        .blames("dataPoints");
}

/// A token over all types of a device and one over a type have one budget for that type, and an answer about a type
/// covers no other.
#[tokio::test]
async fn tokens_over_several_types_share_the_budget_of_each() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    store(&ada, 0, &values(60, 20), None).await;
    let mood = points("mood", "stars", "strap", JUNE, &values(1, 20));
    ada.post("/v1/sfdp/data", mood).await.ok();
    let mut tokens = Vec::new();
    for selector in ["device=strap", "type=heart_rate"] {
        let made = offered(&ada, &[selector], &["aggregate-only"]).await.ok();
        buy(&bob, id_of(&made)).await;
        tokens.push(id_of(&made).to_owned());
    }
    let sum = told(&ask(&bob, &tokens[0], "sum", &[DAYS[0]]).await);
    assert_eq!(sum.1, values(60, 20).iter().sum::<f64>());
    assert_eq!(told(&ask(&bob, &tokens[1], "sum", &[DAYS[0]]).await), sum);
    told(&ask(&bob, &tokens[1], "mean", &[DAYS[0]]).await);
    let left =
        |kind: &str, left: u32| json!({ "type": kind, "device": "strap", "answersLeft": left });
    for (token, expected) in [
        (
            &tokens[0],
            json!([left("heart_rate", 998), left("mood", 1000)]),
        ),
        (&tokens[1], json!([left("heart_rate", 998)])),
    ] {
        let about = bob.get(&format!("{TOKENS}/{token}")).await.ok();
        assert_eq!(about["answersLeft"], expected);
    }
}
