//! Answers about the load of training, the upload of devices, and imported activities.

use serde_json::{Map, Value as Json, json};

use super::super::{RenderedOutput, comparison, rendered};
use crate::understanding::{Field, Interpretation, Order, Selection, asked};

/// Answers a question from an output of the tool that it calls.
fn answer(question: &str, output: &Json) -> String {
    let Interpretation::Call(call) = asked(question) else {
        panic!("{question}: {:?}", asked(question));
    };
    rendered((&call.tool, &call.arguments), output, &call.selection, 10).content
}

fn load(acute: f64, resting: f64, z: f64) -> Json {
    json!({
        "metrics": { "acuteLoad": acute, "chronicLoad": 50.0, "trainingStressBalance": 50.0 - acute,
            "restingHeartRate": resting, "hrvRmssd": 60.0, "recoveryScore": 50.0 },
        "basis": {
            "range": { "start": "2026-06-11T00:00:00.000Z", "end": "2026-06-17T23:59:59.999Z" }, "timeZone": "UTC",
            "coverage": { "loadDays": 60 }, "reasons": {},
            "recovery": { "restingHeartRate": { "mean": resting, "days": 7, "baseline": 54.0, "baselineDays": 60, "z": z } },
        },
    })
}

#[test]
fn a_load_is_judged_by_its_figures() {
    let calm = answer("am I overtraining?", &load(45.0, 54.0, 0.0));
    let hard = answer("am I overtraining?", &load(80.0, 60.0, 2.5));
    for (text, parts) in [
        (
            &calm,
            [
                "Up to 2026-06-17, there is no sign of too much load: it did not rise steeply",
                "acute to chronic load: 0.9",
                "resting heart rate: 54 bpm over 7 days, usually 54 bpm over 60 days",
                "recovery (0 to 100, usually 50): 50",
                "This is no diagnosis.",
            ],
        ),
        (
            &hard,
            [
                "Together they are signs of too much load:",
                "acute to chronic load: 1.6",
                "60 bpm over 7 days, usually 54 bpm over 60 days",
                "– a sign",
                "This is no diagnosis.",
            ],
        ),
    ] {
        for part in parts {
            assert!(text.contains(part), "{part}: {text}");
        }
        // The figures are of 7, 42 and 60 days, and not of the range of the call.
        assert!(!text.contains("No period was named"), "{text}");
    }
    let nothing = json!({ "metrics": {}, "basis": {} });
    let unknown = answer("am I overtraining?", &nothing);
    assert!(unknown.starts_with("This cannot be said"), "{unknown}");
}

/// A strained body has other causes, too, and what is not known is no good news.
#[test]
fn a_load_is_judged_by_what_is_known() {
    let heart = |mean: f64, z: f64| json!({ "mean": mean, "days": 7, "baseline": 54.0, "baselineDays": 60, "z": z });
    let resting =
        |mean: f64, z: f64| json!({ "restingHeartRate": heart(mean, z), "hrvRmssd": null });
    // 45 and 60 ms.
    let variability = json!({ "restingHeartRate": null, "hrvRmssd": {
        "mean": 3.8067, "days": 5, "baseline": 4.0943, "baselineDays": 50, "z": -1.2 } });
    for (acute, score, recovery, expected, part) in [
        (
            json!(45.0),
            40.0,
            resting(60.0, 2.5),
            "the body shows strain, but the load did not rise steeply.",
            "– a sign",
        ),
        (
            json!(45.0),
            40.0,
            variability,
            "the body shows strain, but the load did not rise steeply.",
            "45 ms over 5 days, usually 60 ms over 50 days (a sign of strain if more than one standard deviation below) – a sign",
        ),
        // Less than the error of a sensor.
        (
            json!(45.0),
            40.0,
            resting(55.0, 2.5),
            "there is no sign of too much load",
            "55 bpm over 7 days",
        ),
        // Several weak changes together.
        (
            json!(45.0),
            20.0,
            resting(55.0, 0.9),
            "the body shows strain, but the load did not rise steeply.",
            "30 or less is low) – a sign",
        ),
        // A score of sleep alone.
        (
            json!(45.0),
            20.0,
            Json::Null,
            "the load did not rise steeply. Whether the body shows strain is not known:",
            "acute to chronic load: 0.9",
        ),
        (
            json!(80.0),
            50.0,
            resting(54.0, 0.0),
            "the load rose steeply, but the body shows no strain:",
            "over 1.5 is a steep rise) – a sign",
        ),
        (
            Json::Null,
            50.0,
            resting(54.0, 0.0),
            "the body shows no strain. Whether the load rose is not known:",
            "54 bpm over 7 days",
        ),
    ] {
        let mut output = load(0.0, 54.0, 0.0);
        output["metrics"]["acuteLoad"] = acute;
        output["metrics"]["recoveryScore"] = json!(score);
        output["basis"]["recovery"] = recovery;
        let text = answer("am I overtraining?", &output);
        let expected = format!("Up to 2026-06-17, {expected}");
        assert!(
            text.starts_with(&expected) && text.contains(part),
            "{expected} {part}: {text}"
        );
    }
    let mut output = load(20.0, 54.0, 0.0);
    output["metrics"]["chronicLoad"] = json!(10.0);
    let small = answer("am I overtraining?", &output);
    assert!(
        small.contains("no sign of too much load") && small.contains("but this load is small"),
        "{small}"
    );
}

/// A year with fewer recordings has a lower chronic load.
#[test]
fn a_comparison_of_fitness_says_what_it_is() {
    let outputs = [50.0, 40.0].map(|chronic| json!({ "metrics": { "chronicLoad": chronic } }));
    let rendered = || RenderedOutput::text(String::new(), Vec::new());
    let periods = ["2026".to_owned(), "2025".to_owned()];
    let compared = comparison(
        (&outputs[0], &outputs[1]),
        (rendered(), rendered()),
        periods,
        &Selection::default(),
    );
    let text = compared.content;
    assert!(
        text.contains("+10 (+25 %)")
            && text.ends_with("and where recordings are missing, it is lower."),
        "{text}"
    );
}

#[test]
fn a_device_synced_or_not_and_when() {
    let device = |name: &str, kind: &str, last: Json| json!({ "id": "dev_01h455vb4pex5vsknk084sn03r", "name": name, "type": kind, "status": "active", "lastSync": last });
    // Midnight in Berlin is two hours before that of UTC.
    let today = device("Fenix", "watch", json!("2026-06-16T22:30:00.000Z"));
    let before = device("Pace", "watch", json!("2026-06-16T21:30:00.000Z"));
    let never = device("Edge", "watch", Json::Null);
    let strap = device("Polar", "chest_strap", json!("2026-06-17T06:00:00.000Z"));
    for (devices, expected) in [
        (
            vec![&today, &strap],
            "Yes: Fenix (dev_01h455vb4pex5vsknk084sn03r) last sent points at 2026-06-17 00:30 (Europe/Berlin).",
        ),
        (
            vec![&before, &strap],
            "No: Pace (dev_01h455vb4pex5vsknk084sn03r) last sent points at 2026-06-16 23:30 (Europe/Berlin).",
        ),
        (
            vec![&never],
            "No: Edge (dev_01h455vb4pex5vsknk084sn03r) has sent nothing yet.",
        ),
        (
            vec![&today, &before],
            "Not all: 1 of 2 devices sent points on 2026-06-17.",
        ),
        (vec![&strap], "There is no device of the type watch."),
    ] {
        let text = answer("did my watch sync today?", &json!({ "devices": devices }));
        assert!(text.starts_with(expected), "{text}");
    }
}

#[test]
fn the_newest_imported_activity_is_listed_else_the_newest() {
    let ride = |id: &str, source: &str| json!({ "id": id, "start": "2026-06-09T06:00:00.000Z", "sport": "cycling", "source": source });
    let text = |rides: &[Json]| {
        let output = json!({ "activities": rides, "hasMore": false, "nextCursor": null });
        answer("last imported ride", &output)
    };
    let imported = text(&[
        ride("a", "detected"),
        ride("b", "import"),
        ride("c", "import"),
    ]);
    assert!(
        imported.starts_with("1 activity:") && imported.contains("| b |"),
        "{imported}"
    );
    let none = text(&[ride("a", "detected"), ride("d", "detected")]);
    let note = "None of 2 cycling activities came from an import. The newest of all is shown.";
    assert!(none.contains("| a |") && none.ends_with(note), "{none}");
    // The first by another order is not the newest.
    let output =
        json!({ "activities": [ride("a", "detected")], "hasMore": false, "nextCursor": null });
    let longest = Selection {
        is_imported: true,
        first: Some(1),
        order: Some(Order {
            field: Field::Distance,
            descending: true,
        }),
        ..Selection::default()
    };
    let text = rendered(("activities.list", &Map::new()), &output, &longest, 10).content;
    let note = "None of 1 activity came from an import. The first of all is shown.";
    assert!(text.contains(note), "{text}");
}
