//! The profile: `PUT` replaces it, `PATCH` changes the fields that it names.

use serde_json::{Value as Json, json};

use crate::app::TestApp;

const PATH: &str = "/v1/sfdp/profile";

/// Returns the fields that are known.
fn known(profile: &Json) -> Json {
    let fields = profile.as_object().unwrap().clone().into_iter();
    fields.filter(|(_, value)| !value.is_null()).collect()
}

#[tokio::test]
async fn a_patch_changes_what_it_names() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let goal = json!({ "metric": "steps", "target": 10_000.0, "by": null });
    let whole = json!({
        "birthDate": "1990-05-17", "sex": "female", "maxHeartRate": 190.0, "restingHeartRate": 52.0,
        "weightKg": 70.5, "functionalThresholdPower": 260.0, "timeZone": "Europe/Berlin",
        "goals": [goal],
    });
    // A profile that was never stored.
    let first = ada.patch(PATH, json!({ "weightKg": 71 })).await.ok();
    assert_eq!(known(&first), json!({ "weightKg": 71.0 }));
    ada.put(PATH, whole.clone()).await.ok();
    assert_eq!(ada.patch(PATH, json!({})).await.ok(), whole);
    for (name, value) in [
        ("birthDate", json!("1991-01-02")),
        ("sex", json!("male")),
        ("maxHeartRate", json!(180.0)),
        ("restingHeartRate", json!(48.0)),
        ("weightKg", json!(69.5)),
        ("functionalThresholdPower", json!(270.0)),
        ("timeZone", json!("America/Los_Angeles")),
        ("goals", json!([])),
        ("sex", Json::Null),
        ("timeZone", Json::Null),
        ("goals", Json::Null),
    ] {
        ada.put(PATH, whole.clone()).await.ok();
        let mut expected = whole.clone();
        expected[name] = value.clone();
        let changed = ada.patch(PATH, json!({ name: value })).await.ok();
        assert_eq!(changed, expected, "{name}");
        assert_eq!(ada.get(PATH).await.ok(), expected, "{name}");
    }
    ada.put(PATH, whole.clone()).await.ok();
    for (body, name) in [
        (
            json!({ "weightKg": 71, "maxHeartRate": 20 }),
            "maxHeartRate",
        ),
        (json!({ "timeZone": "Berlin" }), "timeZone"),
        (json!({ "birthDate": "17.05.1990" }), "birthDate"),
        (json!({ "birthDate": "2200-01-01" }), "birthDate"),
        (
            json!({ "restingHeartRate": 110, "maxHeartRate": 105 }),
            "restingHeartRate",
        ),
        (json!({ "weightKg": "71" }), "weightKg"),
        (json!({ "height": 180 }), "height"),
    ] {
        ada.patch(PATH, body).await.blames(name);
    }
    assert_eq!(
        ada.get(PATH).await.ok(),
        whole,
        "a refused change has no effect"
    );
    // A replacement removes the fields that it does not name.
    let replaced = ada.put(PATH, json!({ "sex": "male" })).await.ok();
    assert_eq!(known(&replaced), json!({ "sex": "male" }));
    let bob = app.user("bob").await;
    assert_eq!(known(&bob.get(PATH).await.ok()), json!({}));
}

/// An export of Apple Health states birth date and sex; the profile's own values stay.
#[tokio::test]
async fn an_import_completes_the_profile() {
    let app = TestApp::start().await;
    let export = |birth: &str, sex: &str| {
        format!(
            "<?xml version=\"1.0\"?><HealthData locale=\"en_DE\"><Me \
             HKCharacteristicTypeIdentifierDateOfBirth=\"{birth}\" \
             HKCharacteristicTypeIdentifierBiologicalSex=\"{sex}\"/>\
             <Record type=\"HKQuantityTypeIdentifierBodyMass\" sourceName=\"Scale\" unit=\"kg\" \
             startDate=\"2026-05-01 08:00:00 +0200\" endDate=\"2026-05-01 08:00:00 +0200\" \
             value=\"70\"/></HealthData>"
        )
    };
    let female = "HKBiologicalSexFemale";
    for (nth, (before, birth, sex, after, completed)) in [
        (
            json!({}),
            "1985-03-04",
            female,
            json!({ "birthDate": "1985-03-04", "sex": "female" }),
            json!(["birthDate", "sex"]),
        ),
        (
            json!({ "birthDate": "1990-05-17", "weightKg": 70.0 }),
            "1985-03-04",
            "HKBiologicalSexMale",
            json!({ "birthDate": "1990-05-17", "weightKg": 70.0, "sex": "male" }),
            json!(["sex"]),
        ),
        (
            json!({ "birthDate": "1990-05-17", "sex": "male" }),
            "1985-03-04",
            female,
            json!({ "birthDate": "1990-05-17", "sex": "male" }),
            Json::Null,
        ),
        (
            json!({}),
            "",
            "HKBiologicalSexNotSet",
            json!({}),
            Json::Null,
        ),
        (json!({}), "1785-03-04", female, json!({}), Json::Null),
    ]
    .into_iter()
    .enumerate()
    {
        let caller = app.user(&format!("user{nth}")).await;
        caller.put(PATH, before).await.ok();
        let imported = caller.import(export(birth, sex)).await.ok();
        assert_eq!(imported["profileCompleted"], completed, "{imported}");
        assert_eq!(known(&caller.get(PATH).await.ok()), after);
    }
}
