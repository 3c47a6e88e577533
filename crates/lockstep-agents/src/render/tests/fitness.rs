//! Answers about the load of training, the upload of devices, and imported activities.

use serde_json::{Value as Json, json};

use super::super::rendered;
use crate::understanding::{Interpretation, asked};

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
                "None of these figures is a sign of too much load:",
                "acute to chronic load: 0.9",
                "resting heart rate: 54 bpm over 7 days, usually 54 bpm over 60 days",
                "This is no diagnosis.",
                "from 2026-06-11 to 2026-06-17",
            ],
        ),
        (
            &hard,
            [
                "2 of 3 figures are signs of too much load:",
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
    }
    let nothing = json!({ "metrics": {}, "basis": {} });
    let unknown = answer("am I overtraining?", &nothing);
    assert!(unknown.starts_with("This cannot be said"), "{unknown}");
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
            "No: Edge (dev_01h455vb4pex5vsknk084sn03r) has sent nothing yet (Europe/Berlin).",
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
}
