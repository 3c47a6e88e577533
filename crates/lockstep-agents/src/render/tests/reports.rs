//! Reports in sentences.

use super::*;

fn text(tool: &str, output: &Json) -> String {
    shown(tool, output, &Selection::default(), 10).content
}

#[test]
fn prices_are_reported_by_currency_and_cite_offers() {
    let token = "tok_01m81js93ze5w9xzmtm34jdvst";
    let output = json!({
        "currencies": [
            { "currency": "EUR", "offers": 3, "lowest": 5.0, "median": 7.25, "highest": 12.5,
                "per1000Points": { "lowest": 0.25, "median": 1.5, "highest": 3.0 } },
            { "currency": "USD", "offers": 1, "lowest": 9, "median": 9, "highest": 9, "per1000Points": null },
        ],
        "offers": [{ "id": token, "kind": "token", "own": true, "price": 5.0, "currency": "EUR", "points": 8192,
            "per1000Points": 0.610352 }],
        "total": 4, "examined": 9, "incomplete": true,
    });
    let rendered = shown("market.compare_prices", &output, &Selection::default(), 10);
    assert_eq!(rendered.records, [token]);
    for line in [
        "- EUR: 3 offers, lowest 5.00, median 7.25, highest 12.50; 1000 points of a data token: lowest 0.2500, median 1.5000, \
         highest 3.0000",
        "- USD: 1 offer, lowest 9.00, median 9.00, highest 9.00",
        "(token): 5.00 EUR, 8192 points, yours",
        "Older offers were not examined.",
    ] {
        assert!(
            rendered.content.contains(line),
            "{line}: {}",
            rendered.content
        );
    }
    let none =
        json!({ "currencies": [], "offers": [], "total": 0, "examined": 0, "incomplete": false });
    assert_eq!(
        text("market.compare_prices", &none),
        "There are no such offers."
    );
}

#[test]
fn a_forecast_has_the_weeks_and_the_last_day() {
    let day = |date: &str, acute: f64| json!({ "date": date, "acuteLoad": acute, "chronicLoad": 50.0, "trainingStressBalance": 50.0 - acute });
    let mut days: Vec<Json> = (1..=9)
        .map(|nth| day(&format!("2026-06-0{nth}"), 60.0))
        .collect();
    days[8] = day("2026-06-09", 52.0);
    let output = json!({ "lastDate": "2026-05-31", "timeZone": "UTC", "acuteLoad": 70.0, "chronicLoad": 50.0,
        "trainingStressBalance": -20.0, "dailyLoad": 50.0, "days": days });
    assert_eq!(
        text("metrics.forecast", &output),
        "With a training load of 50.0 on each day:\n\
         - 2026-05-31: fitness 50.0, fatigue 70.0, form -20.0\n\
         - 2026-06-07: fitness 50.0, fatigue 60.0, form -10.0\n\
         - 2026-06-09: fitness 50.0, fatigue 52.0, form -2.0"
    );
    let none = json!({ "lastDate": "2026-05-31", "timeZone": "UTC", "acuteLoad": null, "chronicLoad": null,
        "trainingStressBalance": null, "dailyLoad": null, "days": [], "reason": "too few days" });
    assert_eq!(
        text("metrics.forecast", &none),
        "There is no forecast: too few days."
    );
}

#[test]
fn a_draft_names_its_price_and_what_is_to_settle() {
    let mut output = json!({ "dataset_id": "ds_01m81js93ze5w9xzmtm34jdvst", "title": "Rides", "description": "",
        "price": 12.5, "currency": "EUR", "compared": 3, "rows": 100, "problems": ["the dataset is listed"],
        "access_rules": { "duration": "P1Y", "allowed_uses": 1000, "restrictions": [] } });
    let draft = text("market.draft_listing", &output);
    for line in [
        "A draft; nothing was stored.",
        "- price: 12.50 EUR, the median of 3 listings of other accounts",
        "- access: P1Y after a purchase, 1000 reads",
        "- to settle: the dataset is listed",
        "`market.create_listing`",
    ] {
        assert!(draft.contains(line), "{line}: {draft}");
    }
    output["price"] = Json::Null;
    let draft = text("market.draft_listing", &output);
    assert!(draft.contains("- price: choose one"), "{draft}");
}

#[test]
fn unusual_sign_ins_are_named() {
    let mut output = json!({ "since": "2026-03-01T00:00:00.000Z", "signIns": 3, "incomplete": false, "findings": [
        { "kind": "newNetwork", "time": "2026-05-02T10:30:00.000Z", "count": 1, "network": "3f9a0c51be7724d0" },
        { "kind": "wrongCodes", "time": "2026-05-01T10:30:00.000Z", "count": 4, "network": null },
    ] });
    let text = |output: &Json| text("accounts.unusual_access", output);
    let some = text(&output);
    assert!(
        some.starts_with(
            "Of 3 sign-ins since 2026-03-01 00:00 UTC, these are unusual:\n\
             - 2026-05-02 10:30 UTC: a sign-in from a network that was not used before\n\
             - 2026-05-01 10:30 UTC: 4 wrong codes after the right password\n"
        ),
        "{some}"
    );
    output["findings"] = json!([]);
    assert_eq!(
        text(&output),
        "No sign-in is unusual: 3 sign-ins since 2026-03-01 00:00 UTC were examined."
    );
    output["incomplete"] = json!(true);
    let incomplete = text(&output);
    let older = "Older entries of the audit log were not examined: there are too many.";
    assert!(incomplete.ends_with(older), "{incomplete}");
}

#[test]
fn a_search_names_linked_records() {
    let (dataset, listing) = (
        "ds_01m81js93ze5w9xzmtm34jdvst",
        "lst_01m81js93ze5w9xzmtm34jdvsu",
    );
    let output = json!({
        "records": [{ "id": dataset, "kind": "dataset", "text": "Rides", "time": null }],
        "linked": [{ "id": listing, "kind": "listing", "text": "For sale", "time": null, "from": dataset, "hops": 1 }],
        "total": 1, "examined": 2, "skipped": [], "incomplete": false,
    });
    let rendered = shown("search.find", &output, &Selection::default(), 10);
    assert_eq!(rendered.records, [dataset, listing]);
    let line = format!("Linked records:\n- {listing} (listing, linked with {dataset}): For sale");
    assert!(rendered.content.ends_with(&line), "{}", rendered.content);
}

#[test]
fn the_audit_log_is_intact_or_names_its_first_invalid_entry() {
    let output = json!({ "intact": true, "entries": 12, "erased": 2, "broken": null, "checkpoint": null,
        "verifiedAt": "2026-06-01T00:00:00.000Z" });
    let intact = text("audit.verify", &output);
    assert!(
        intact.starts_with("The audit log is intact: 12 entries were checked."),
        "{intact}"
    );
    let output = json!({ "intact": false, "entries": 12, "erased": 0,
        "broken": { "sequence": 7, "reason": "its body was changed" },
        "checkpoint": { "number": 1, "sequence": 10, "timestamp": "2026-06-01T00:00:00.000Z" } });
    let broken = text("audit.verify", &output);
    assert_eq!(
        broken,
        "The audit log does not hold from entry 7 on: its body was changed. 12 entries were checked. The latest signed \
         checkpoint, of 2026-06-01 00:00 UTC, covers the entries up to 10."
    );
}

#[test]
fn plans_say_that_nothing_was_done() {
    let export = json!({ "parts": [{ "kind": "chatMessages", "count": 3, "request": "GET /v1/agents/{agentId}/chat",
        "formats": ["json"] }] });
    let export = text("accounts.export_plan", &export);
    assert!(
        export.contains("- chat messages: 3, `GET /v1/agents/{agentId}/chat` (json)"),
        "{export}"
    );
    let erasure = json!({ "destroyed": [{ "kind": "encryptionKeys", "count": 2 }], "remains": ["the ledger"],
        "horizon": "2026-07-01T00:00:00.000Z", "request": "POST /api/auth/erasure" });
    let erasure = text("accounts.erasure_plan", &erasure);
    for part in [
        "Nothing was erased.",
        "- encryption keys: 2",
        "- the ledger",
        "from 2026-07-01 00:00 UTC on",
        "`POST /api/auth/erasure`",
    ] {
        assert!(erasure.contains(part), "{part}: {erasure}");
    }
}

#[test]
fn a_proof_is_named_with_its_statement_or_its_job() {
    let proof = json!({ "id": "886c", "statement": { "says": "On each of 7 days the value was 60 at most." } });
    let proof = text("proofs.prove", &proof);
    assert!(
        proof.contains("On each of 7 days") && proof.contains("886c"),
        "{proof}"
    );
    let job = json!({ "jobId": "job_01m81js93ze5w9xzmtm34jdvst", "status": "running" });
    assert!(text("proofs.prove", &job).contains("job_01m81js93ze5w9xzmtm34jdvst"));
}

#[test]
fn grants_name_the_offer_and_the_end() {
    let output = json!({ "grants": [{ "purchaseId": "pur_01m81js93ze5w9xzmtm34jdvst",
        "tokenId": "tok_01m81js93ze5w9xzmtm34jdvst", "listingId": null, "purchasedAt": "2026-06-01T00:00:00.000Z",
        "expiresAt": "2026-07-01T00:00:00.000Z", "restrictions": ["no-export"] }], "nextCursor": null });
    let shown = text("market.list_grants", &output);
    assert!(
        shown.starts_with("1 usable purchase of your data:"),
        "{shown}"
    );
    assert!(
        shown.contains("| 2026-07-01 00:00 UTC | no-export |"),
        "{shown}"
    );
    let none = json!({ "grants": [], "nextCursor": null });
    assert_eq!(
        text("market.list_grants", &none),
        "No buyer can read your data now."
    );
}

#[test]
fn copies_between_devices_are_counted() {
    let output = json!({ "startDate": "2026-06-01", "endDate": "2026-06-30", "silentDevices": [], "types": [
        { "type": "heart_rate", "count": 80, "uncounted": 0, "days": 1, "missingDays": 0, "missing": [], "copies": [
            { "devices": ["Fenix", "Phone"], "equal": 37, "compared": 40, "shiftSeconds": -3600 },
        ] },
    ] });
    let text = text("quality.check", &output);
    assert!(
        text.contains("80 points on 1 day, copies: 37 of 40 points of Fenix and Phone are equal, 1 h earlier in Phone"),
        "{text}"
    );
}

#[test]
fn a_device_that_takes_commands_is_described() {
    let id = "dev_01m81js93ze5w9xzmtm34jdvst";
    let output = json!({ "device_id": id, "name": "Treadmill", "device_type": "treadmill", "status": "offline",
        "encryption_mode": "none", "configuration": { "maxSpeed": 18 }, "created_at": "2026-06-01T06:00:00.000Z",
        "last_seen": "2026-06-02T06:30:00.000Z" });
    assert_eq!(
        text("uadm.read", &output),
        format!(
            "Treadmill ({id}, treadmill) is offline. Last seen: 2026-06-02 06:30 UTC.\n\nConfiguration:\n- maxSpeed: 18"
        )
    );
}

#[test]
fn a_report_on_completeness_begins_with_the_answer_and_says_what_to_do() {
    let report = |name: &str, missing: &[&str]| {
        json!({ "type": name, "count": 5, "days": 5, "missing": missing,
        "missingDays": missing.len(), "uncounted": 0, "copies": [] })
    };
    let output = |types: &[Json]| {
        json!({ "startDate": "2026-06-01", "endDate": "2026-06-30", "silentDevices": [],
        "types": types })
    };
    let gap = report("steps", &["2026-06-02"]);
    let whole = report("weight", &[]);
    for (types, begin, has_advice) in [
        (
            vec![gap.clone(), whole.clone()],
            "From 2026-06-01 to 2026-06-30, 1 of 2 types has points on each day since its first point:",
            true,
        ),
        (
            vec![whole.clone(), whole],
            "From 2026-06-01 to 2026-06-30, 2 of 2 types have points on each day since their first point:",
            false,
        ),
        (
            vec![gap],
            "From 2026-06-01 to 2026-06-30, 0 of 1 type has points on each day since its first point:",
            true,
        ),
        (
            vec![],
            "From 2026-06-01 to 2026-06-30:\nThere are no points in this period.",
            false,
        ),
    ] {
        let text = text("quality.check", &output(&types));
        assert!(text.starts_with(begin), "{text}");
        assert_eq!(
            text.contains("To fill a day without data"),
            has_advice,
            "{text}"
        );
    }
}
