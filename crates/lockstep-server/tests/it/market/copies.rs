//! Copies of a day: one recording that was uploaded under two devices, such as by a watch and by an import. A copy with a
//! point less would show that point as the difference of two answers.

use serde_json::json;

use super::differencing::{DAYS, id_of, offered, told, values};
use super::{DAY, TOKENS, buy};
use crate::app::{Answer, JUNE, TestApp, TestClient, points};

const ALL: &[&str] = &["type=heart_rate"];
const ANSWERS: &[&str] = &["aggregate-only"];

async fn upload(owner: &TestClient, device: &str, day: i64, values: &[f64]) {
    let body = points("heart_rate", "bpm", device, JUNE + day * DAY, values);
    owner.post("/v1/sfdp/data", body).await.ok();
}

/// Buys a token, and asks for the sum of all offered days of a device.
async fn sum_of(buyer: &TestClient, token: &str, device: &str) -> Answer {
    buy(buyer, token).await;
    let question = json!({ "operation": "sum", "type": "heart_rate", "device": device });
    buyer
        .post(&format!("{TOKENS}/{token}/aggregate"), question)
        .await
}

/// The days of an answer, as indexes of [`DAYS`].
fn days_of(answer: &Answer) -> Vec<usize> {
    let (cells, _) = told(answer);
    let days = cells
        .iter()
        .map(|(day, _)| DAYS.iter().position(|one| one == day));
    days.map(Option::unwrap).collect()
}

#[tokio::test]
async fn a_copy_of_a_day_under_another_device_is_not_offered() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let all = values(60, 30);
    for (day, of_watch) in [
        // A copy with a point less, the same points, values of its own, and a copy that is too small for answers.
        (0, all[..29].to_vec()),
        (1, all.clone()),
        (2, values(70, 30)),
        (3, all[..19].to_vec()),
    ] {
        let of_strap = if day == 3 { &all[..20] } else { &all[..] };
        upload(&ada, "strap", day, of_strap).await;
        upload(&ada, "watch", day, &of_watch).await;
    }
    let both = offered(&ada, ALL, ANSWERS).await.ok();
    for (device, days) in [("strap", &[0_usize, 1, 2, 3][..]), ("watch", &[1, 2])] {
        let answer = sum_of(&bob, id_of(&both), device).await;
        assert_eq!(days_of(&answer), days, "{device}");
    }
    // A later token that does not select the strap offers no copy, and none sells its points.
    let of_watch = ["type=heart_rate;device=watch"];
    let later = offered(&ada, &of_watch, ANSWERS).await.ok();
    let answer = sum_of(&bob, id_of(&later), "watch").await;
    assert_eq!(days_of(&answer), [1_usize, 2]);
    for (nth, day) in DAYS.iter().enumerate() {
        let selector = format!("type=heart_rate;device=watch;start={day};end={day}");
        let made = offered(&ada, &[selector.as_str()], &[]).await;
        match nth {
            1 | 2 => drop(made.ok()),
            _ => drop(made.blames("dataPoints")),
        }
    }
}

/// Answers use the canonical unit, so a copy of a day in another unit is still a copy.
#[tokio::test]
async fn a_copy_of_a_day_in_another_unit_is_not_offered() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let all = values(60, 30);
    for (kind, (unit, other_unit), factor) in [
        ("heart_rate", ("bpm", "/min"), 1.0),
        ("speed", ("m/s", "km/h"), 3.6),
        ("power", ("W", "kW"), 0.001),
    ] {
        let copied: Vec<f64> = all[..29].iter().map(|value| value * factor).collect();
        for (device, unit, values) in [("strap", unit, &all), ("watch", other_unit, &copied)] {
            let body = points(kind, unit, device, JUNE, values);
            ada.post("/v1/sfdp/data", body).await.ok();
        }
        let selector = format!("type={kind}");
        let made = offered(&ada, &[selector.as_str()], ANSWERS).await.ok();
        buy(&bob, id_of(&made)).await;
        for (device, is_offered) in [("strap", true), ("watch", false)] {
            let question = json!({ "operation": "sum", "type": kind, "device": device });
            let path = format!("{TOKENS}/{}/aggregate", id_of(&made));
            let answer = bob.post(&path, question).await;
            match is_offered {
                true => assert_eq!(told(&answer).1, all.iter().sum::<f64>(), "{kind}"),
                false => drop(answer.blames("device")),
            }
        }
    }
}

#[tokio::test]
async fn an_original_is_not_offered_after_the_points_of_its_copy_were_sold() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let all = values(60, 30);
    upload(&ada, "strap", 0, &all).await;
    upload(&ada, "watch", 0, &all[..29]).await;
    let of_watch = ["type=heart_rate;device=watch"];
    offered(&ada, &of_watch, &[]).await.ok();
    let made = offered(&ada, ALL, ANSWERS).await.ok();
    sum_of(&bob, id_of(&made), "strap").await.blames("device");
    let (cells, sum) = told(&sum_of(&bob, id_of(&made), "watch").await);
    assert_eq!(cells, [(DAYS[0].to_owned(), 29)]);
    assert_eq!(sum, all[..29].iter().sum::<f64>());
}

#[tokio::test]
async fn a_copy_of_a_day_of_an_earlier_token_is_not_offered() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let all = values(60, 30);
    upload(&ada, "strap", 0, &all).await;
    upload(&ada, "watch", 0, &all[..29]).await;
    upload(&ada, "watch", 1, &values(70, 20)).await;
    let of_strap = ["type=heart_rate;device=strap"];
    offered(&ada, &of_strap, ANSWERS).await.ok();
    let of_watch = ["type=heart_rate;device=watch"];
    let watch_offers = async || {
        let made = offered(&ada, &of_watch, ANSWERS).await.ok();
        let answer = sum_of(&bob, id_of(&made), "watch").await;
        assert_eq!(days_of(&answer), [1_usize]);
    };
    watch_offers().await;
    let first_day = format!("{};end={}", of_watch[0], DAYS[0]);
    offered(&ada, &[first_day.as_str()], &[])
        .await
        .blames("dataPoints");
    // The original was answered: it is compared no more after its deletion, and its copy is still kept back.
    let original = "/v1/sfdp/data?type=heart_rate&device=strap";
    assert_eq!(ada.delete(original).await.ok()["deletedCount"], 30);
    watch_offers().await;
}

/// An import may add points to a day after a part of them was sold. What a later token sells is compared again.
#[tokio::test]
async fn a_day_that_became_a_copy_since_a_part_was_sold_is_not_sold_again() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let all = values(60, 30);
    upload(&ada, "strap", 0, &all).await;
    upload(&ada, "watch", 0, &all[..5]).await;
    let of_watch = ["type=heart_rate;device=watch"];
    offered(&ada, &of_watch, &[]).await.ok();
    let of_strap = ["type=heart_rate;device=strap"];
    offered(&ada, &of_strap, ANSWERS).await.ok();
    offered(&ada, &of_watch, &[]).await.ok();
    let rest = points("heart_rate", "bpm", "watch", JUNE + 5, &all[5..29]);
    ada.post("/v1/sfdp/data", rest).await.ok();
    offered(&ada, &of_watch, &[]).await.blames("dataPoints");
}

/// A watch wears on after a strap has recorded: the points of the watch, without those that they share, leave few of the
/// strap's.
#[tokio::test]
async fn a_day_that_is_nearly_within_another_is_not_offered_beside_its_points() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let all = values(60, 30);
    let [of_strap, of_watch] = ["strap", "watch"].map(|device| {
        move |day: usize| {
            format!(
                "type=heart_rate;device={device};start={0};end={0}",
                DAYS[day]
            )
        }
    });
    for day in 0..3 {
        upload(&ada, "strap", day, &all).await;
        // On the third day the watch has all points of the strap.
        let shared = if day == 2 { 0 } else { 1 };
        for (second, worn) in [(shared, &all[shared as usize..]), (100, &all[..])] {
            let at = JUNE + day * DAY + second;
            let body = points("heart_rate", "bpm", "watch", at, worn);
            ada.post("/v1/sfdp/data", body).await.ok();
        }
    }
    offered(&ada, &[of_strap(0).as_str()], ANSWERS).await.ok();
    offered(&ada, &[of_watch(0).as_str()], &[])
        .await
        .blames("dataPoints");
    offered(&ada, &[of_watch(1).as_str()], &[]).await.ok();
    offered(&ada, &[of_strap(1).as_str()], ANSWERS)
        .await
        .blames("dataPoints");
    offered(&ada, &[of_strap(2).as_str()], ANSWERS).await.ok();
    offered(&ada, &[of_watch(2).as_str()], &[]).await.ok();
}

/// What a token offered or sold is compared, and not what its device has stored since.
#[tokio::test]
async fn a_copy_of_a_day_that_was_sold_in_part_or_changed_is_not_offered() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let all = values(60, 30);
    upload(&ada, "strap", 0, &all).await;
    upload(&ada, "watch", 0, &all).await;
    let part = "type=heart_rate;device=strap;start=2026-06-01T00:00:00Z;end=2026-06-01T00:00:24Z";
    offered(&ada, &[part], &[]).await.ok();
    upload(&ada, "strap", 1, &all[..29]).await;
    let second = format!("type=heart_rate;device=strap;start={0};end={0}", DAYS[1]);
    offered(&ada, &[second.as_str()], ANSWERS).await.ok();
    upload(&ada, "strap", 1, &all).await;
    upload(&ada, "watch", 1, &all).await;
    let of_watch = ["type=heart_rate;device=watch"];
    offered(&ada, &of_watch, ANSWERS).await.blames("dataPoints");
}

/// Two scales that each have a weight a day differ by two points, and neither day is ever answered.
#[tokio::test]
async fn days_of_a_few_points_are_not_copies_of_each_other() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    upload(&ada, "ring", 0, &[70.0]).await;
    upload(&ada, "watch", 0, &[71.0]).await;
    upload(&ada, "strap", 1, &values(60, 30)).await;
    for device in ["ring", "watch"] {
        let selector = format!("type=heart_rate;device={device}");
        offered(&ada, &[selector.as_str()], &[]).await.ok();
        offered(&ada, ALL, ANSWERS).await.ok();
    }
}

/// Nothing is subtracted from answers if both days are sold as points. The points of the second count from then on.
#[tokio::test]
async fn a_copy_beside_sold_points_is_sold_and_compared() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let all = values(60, 30);
    for (device, second, of_device) in [
        ("strap", 0, &all[..]),
        // It differs from the strap by 10 points.
        ("watch", 10, &all[10..]),
        // It lacks 10 points of the watch and 20 of the strap, and 20 of its own are of neither.
        ("ring", 20, &all[20..]),
        ("ring", 100, &all[..20]),
    ] {
        let body = points("heart_rate", "bpm", device, JUNE + second, of_device);
        ada.post("/v1/sfdp/data", body).await.ok();
    }
    upload(&ada, "watch", 1, &values(70, 20)).await;
    let [of_strap, of_watch, of_ring] =
        ["strap", "watch", "ring"].map(|device| format!("type=heart_rate;device={device}"));
    offered(&ada, &[of_strap.as_str()], &[]).await.ok();
    // The first day of the watch is kept back from answers, and sold.
    offered(&ada, &[of_watch.as_str()], ANSWERS).await.ok();
    offered(&ada, &[of_watch.as_str()], &[]).await.ok();
    offered(&ada, &[of_ring.as_str()], ANSWERS)
        .await
        .blames("dataPoints");
}
