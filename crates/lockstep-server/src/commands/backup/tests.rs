use super::*;

#[test]
fn the_result_of_a_damaged_copy_does_not_say_verified() {
    let line = |report: Json| result_line(&report, "copied and verified: a", "copied: a");
    assert_eq!(line(json!({ "damaged": [] })), "copied and verified: a");
    assert_eq!(line(json!({})), "copied and verified: a");
    let damaged = line(json!({ "damaged": [{}, {}] }));
    assert!(
        damaged.starts_with("copied: a. 2 damaged rows"),
        "{damaged}"
    );
    assert!(!damaged.contains("verified"), "{damaged}");
    let repairable = line(json!({ "damaged": [], "repairable": [{}] }));
    assert!(
        repairable.starts_with("copied and verified: a. 1 row in it is damaged")
            && repairable.contains("lockstep scrub"),
        "{repairable}"
    );
}
