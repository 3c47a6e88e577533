//! Every member of a claim's document counts.

use super::*;

/// Every leaf of the document changed, every member taken out, one added.
#[tokio::test]
async fn every_field_counts() {
    let fixture = Fixture::new().await;
    for claim in [
        between(400, 600),
        groth16(between(400, 600)),
        paired(Claim::default(), PairingScheme::Pghr13, CurveName::Bn254),
    ] {
        let has_key = claim.system != ProofSystem::Bulletproofs;
        let proof = fixture.claim(&[525], claim).await.unwrap();
        let good = serde_json::to_value(&proof).unwrap();
        judged(&good).unwrap();
        let mut places = Vec::new();
        leaves(&good, String::new(), &mut places);
        let least = if has_key { 60 } else { 25 };
        assert!(places.len() > least, "{}", places.len());
        for place in places {
            let mut bad = good.clone();
            let leaf = bad.pointer_mut(&place).unwrap();
            *leaf = match leaf.take() {
                Json::Null => json!("2030-01-01T00:00:00.000Z"),
                Json::String(text) => changed(&text).into(),
                Json::Number(number) => json!(number.as_i64().unwrap() + 1),
                other => panic!("{other}"),
            };
            assert!(judged(&bad).is_err(), "{place} changed");
            let (parent, name) = place.rsplit_once('/').unwrap();
            let mut bad = good.clone();
            let parent = bad.pointer_mut(parent).unwrap();
            match parent {
                Json::Object(members) => {
                    members.remove(name);
                }
                Json::Array(items) => {
                    items.remove(name.parse().unwrap());
                }
                _ => panic!("{parent}"),
            }
            // A member that is null means the same as an absent member.
            if good.pointer(&place) != Some(&Json::Null) {
                assert!(judged(&bad).is_err(), "{place} taken out");
            }
        }
        for place in [
            "",
            "/statement",
            "/proof",
            "/verificationKey",
            "/attestedRoot",
            "/keyAttestation",
        ] {
            let mut bad = good.clone();
            let Some(object) = bad.pointer_mut(place) else {
                assert!(!has_key, "{place}");
                continue;
            };
            object["more"] = json!(1);
            assert!(judged(&bad).is_err(), "a member added to {place:?}");
        }
    }
}

fn leaves(value: &Json, at: String, places: &mut Vec<String>) {
    match value {
        Json::Object(members) => {
            for (name, member) in members {
                leaves(member, format!("{at}/{name}"), places);
            }
        }
        Json::Array(items) => {
            for (place, item) in items.iter().enumerate() {
                leaves(item, format!("{at}/{place}"), places);
            }
        }
        _ => places.push(at),
    }
}

/// Another text of the same kind: its first letter or digit is the next one.
fn changed(text: &str) -> String {
    let Some(first) = text.chars().next() else {
        return "x".to_owned();
    };
    let next = match first {
        '9' => '8',
        'z' | 'Z' => 'a',
        '{' => '[',
        c => char::from_u32(c as u32 + 1).unwrap(),
    };
    next.to_string() + &text[first.len_utf8()..]
}
