//! Refused tokens, codes and identities.

use super::*;

#[tokio::test]
async fn wrong_id_tokens_are_refused() {
    let (app, provider) = start(|_| {}).await;
    let own = app.user("ada").await;
    link(&own, PASSWORD, &provider, &ada()).await;
    let signed = Signature::Es256;
    for (fault, signature) in [
        (Fault::Nonce, signed),
        (Fault::Audience, signed),
        (Fault::SecondAudience, signed),
        (Fault::SecondAudienceWithParty, signed),
        (Fault::OtherParty, signed),
        (Fault::Issuer, signed),
        (Fault::Expired, signed),
        (Fault::IssuedLater, signed),
        (Fault::ValidLater, signed),
        (Fault::ValidFromText, signed),
        (Fault::Forged, signed),
        (Fault::Forged, Signature::Rs256),
        (Fault::Forged, Signature::EdDsa),
        (Fault::Nothing, Signature::Hs256),
        (Fault::Nothing, Signature::None),
        (Fault::NoIdToken, signed),
        (Fault::NoJson, signed),
        (Fault::Huge, signed),
        (Fault::Status, signed),
        (Fault::Client, signed),
    ] {
        provider.set(|behaviour| (behaviour.fault, behaviour.signature) = (fault, signature));
        let callback = identified(&app, &provider, &ada()).await;
        let answer = app.anonymous().post(FINISH, callback).await;
        let said = answer.refused(503, "SERVER_ERROR").to_string();
        assert!(
            said.contains("Company account does not answer"),
            "{fault:?}: {said}"
        );
        assert!(!said.contains("CANARY"), "{said}");
    }
    for right in [Fault::Nothing, Fault::OwnParty, Fault::ClockAhead] {
        provider.set(|behaviour| (behaviour.fault, behaviour.signature) = (right, signed));
        let callback = identified(&app, &provider, &ada()).await;
        app.anonymous().post(FINISH, callback).await.ok();
    }
}

#[tokio::test]
async fn codes_and_states_belong_together() {
    let (app, provider) = start(|_| {}).await;
    let own = app.user("ada").await;
    link(&own, PASSWORD, &provider, &ada()).await;
    let nobody = app.anonymous();
    let body = json!({ "redirect_uri": "https://attacker.example/back" });
    let refused = nobody.post("/api/auth/oidc/company", body.clone()).await;
    refused.blames("redirect_uri");
    nobody
        .post("/api/auth/oidc/other", body)
        .await
        .refused(404, "NOT_FOUND");

    // A stolen code is worth nothing in another sign-in: it lacks the verifier and the nonce.
    let victim = identified(&app, &provider, &ada()).await;
    let attacker = begin(&nobody).await;
    let stolen = json!({ "state": attacker["state"], "code": victim["code"] });
    nobody.post(FINISH, stolen).await.blames("code");
    nobody.post(FINISH, victim).await.blames("code");

    let mut mixed_up = identified(&app, &provider, &ada()).await;
    mixed_up["iss"] = json!("https://login.attacker.example");
    nobody.post(FINISH, mixed_up).await.blames("iss");
    let mut named = identified(&app, &provider, &ada()).await;
    named["iss"] = json!(provider.issuer);
    nobody.post(FINISH, named).await.ok();

    // A sign-in's state links nothing, and a link's state neither signs in nor serves another account.
    let eve = app.user("eve").await;
    let callback = identified(&app, &provider, &ada()).await;
    let refused = eve.post("/api/auth/identities/confirm", callback).await;
    refused.blames("state");
    let request = json!({ "provider": "company", "redirect_uri": BACK, "password": PASSWORD });
    for finish in [&nobody, &own] {
        let begun = eve.post("/api/auth/identities", request.clone()).await.ok();
        let code = provider.visit(begun["authorization_url"].as_str().unwrap(), &ada());
        let callback = json!({ "state": begun["state"], "code": code });
        let path = match finish.token.is_some() {
            true => "/api/auth/identities/confirm",
            false => FINISH,
        };
        finish.post(path, callback).await.blames("state");
    }
    // One identity signs in to one account.
    let begun = eve.post("/api/auth/identities", request).await.ok();
    let code = provider.visit(begun["authorization_url"].as_str().unwrap(), &ada());
    let callback = json!({ "state": begun["state"], "code": code });
    let refused = eve.post("/api/auth/identities/confirm", callback).await;
    refused.refused(409, "CONFLICT");
    // A second identity of a provider, a wrong password, an API key.
    let request = json!({ "provider": "company", "redirect_uri": BACK, "password": PASSWORD });
    let refused = own.post("/api/auth/identities", request.clone()).await;
    refused.refused(409, "CONFLICT");
    let unknown = json!({ "provider": "other", "redirect_uri": BACK, "password": PASSWORD });
    let refused = eve.post("/api/auth/identities", unknown).await;
    refused.blames("provider");
    let wrong = json!({ "provider": "company", "redirect_uri": BACK, "password": "wrong" });
    eve.post("/api/auth/identities", wrong)
        .await
        .blames("password");
    let made = eve
        .post("/v1/api-keys", json!({ "name": "bridge" }))
        .await
        .ok();
    let key = eve.bearing(made["key"].as_str().unwrap());
    let refused = key.post("/api/auth/identities", request).await;
    refused.refused(409, "CONFLICT");
}

#[tokio::test]
async fn keys_and_metadata_are_read_again_when_the_provider_replaces_them() {
    let (app, provider) = start(|_| {}).await;
    let own = app.user("ada").await;
    link(&own, PASSWORD, &provider, &ada()).await;
    for _ in 0..3 {
        let callback = identified(&app, &provider, &ada()).await;
        app.anonymous().post(FINISH, callback).await.ok();
    }
    let discoveries = || provider.behaviour.lock().unwrap().discoveries;
    assert_eq!(discoveries(), 1);
    provider.set(|behaviour| behaviour.keys = Keys::new(2));
    let callback = identified(&app, &provider, &ada()).await;
    app.anonymous().post(FINISH, callback).await.ok();
    assert_eq!(discoveries(), 2);
    // The next ten seconds, wrong signatures cause no more of these requests.
    provider.set(|behaviour| behaviour.keys.generation = 3);
    let callback = identified(&app, &provider, &ada()).await;
    let answer = app.anonymous().post(FINISH, callback).await;
    answer.refused(503, "SERVER_ERROR");
    assert_eq!(discoveries(), 2);
}

#[tokio::test]
async fn totp_is_asked_for_after_the_provider() {
    let (app, provider) = start(|_| {}).await;
    let own = app.user("ada").await;
    link(&own, PASSWORD, &provider, &ada()).await;
    let codes = crate::totp::recovery_codes(&app, own.clone(), PASSWORD).await;
    let mut callback = identified(&app, &provider, &ada()).await;
    let nobody = app.anonymous();
    let asked = nobody.post(FINISH, callback.clone()).await;
    asked.refused(401, "TOTP_REQUIRED");
    callback["totp"] = json!("aaaa-aaaa-aaaa-aaaa");
    let wrong = nobody.post(FINISH, callback.clone()).await;
    wrong.refused(401, "INVALID_TOKEN");
    callback["totp"] = json!(codes[0]);
    nobody.post(FINISH, callback.clone()).await.ok();
    nobody.post(FINISH, callback).await.blames("state");
    // With another code of the provider, the identity that was confirmed before does not count.
    let mut callback = identified(&app, &provider, &ada()).await;
    let asked = nobody.post(FINISH, callback.clone()).await;
    asked.refused(401, "TOTP_REQUIRED");
    callback["code"] = json!("another code");
    callback["totp"] = json!(codes[1]);
    nobody.post(FINISH, callback).await.blames("state");
}

/// An attacker who knew the password may have linked an identity.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn changing_or_resetting_a_password_unlinks_identities() {
    let (app, provider) = start(|_| {}).await;
    let own = app.user("ada").await;
    let signs_in = async |app: &TestApp| {
        let callback = identified(app, &provider, &ada()).await;
        app.anonymous().post(FINISH, callback).await.status
    };
    link(&own, PASSWORD, &provider, &ada()).await;
    let new = "tuba lantern orchid 77";
    let change = json!({ "current_password": PASSWORD, "new_password": new });
    let changed = own.post("/api/auth/password", change).await.ok();
    assert_eq!(changed["identities_unlinked"], 1);
    assert_eq!(signs_in(&app).await, 403);

    link(&own, new, &provider, &ada()).await;
    let path = format!("/v1/admin/users/{}/credentials", own.id);
    let revoked = app.admin().delete(&path).await.ok();
    assert_eq!(revoked["identities"], 1);
    assert_eq!(signs_in(&app).await, 403);

    let own = app.anonymous().signed_in("ada", new).await;
    link(&own, new, &provider, &ada()).await;
    let section = provider.section();
    let folder = app.stop().await;
    let args = ["user", "set-password", "ada", "--password-stdin"];
    let output = crate::child::run(folder.path(), &args, "another horse, another battery\n");
    assert!(output.status.success(), "{output:?}");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.contains("1 identity unlinked"), "{said}");
    let mut section = section;
    let secret = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(&secret, SECRET).unwrap();
    section.client_secret_file = Some(secret.path().to_owned());
    let app = TestApp::start_in(folder, |config| {
        config.oidc.insert("company".to_owned(), section);
    })
    .await;
    assert_eq!(signs_in(&app).await, 403);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_last_administrator_recovers_from_a_lost_provider() {
    let (app, provider) = start(|oidc| oidc.create_accounts = true).await;
    let signed_in = async || {
        let callback = identified(&app, &provider, &ada()).await;
        let pair = app.anonymous().post(FINISH, callback).await.ok();
        let own = app.anonymous();
        own.bearing(pair["access_token"].as_str().unwrap())
    };
    let created = signed_in().await.get("/api/auth/me").await.ok();
    let path_of = |id: &str| format!("/v1/admin/users/{id}");
    let own_path = path_of(created["id"].as_str().unwrap());
    let role = |role: &str| json!({ "role": role });
    app.admin().patch(&own_path, role("admin")).await.ok();
    let own = signed_in().await;
    own.patch(&path_of(&app.admin().id), role("user"))
        .await
        .ok();
    let last = own.patch(&own_path, role("user")).await;
    last.refused(409, "CONFLICT");

    let folder = app.stop().await;
    let new = "tuba lantern orchid 77";
    let args = ["user", "set-password", "ada", "--password-stdin"];
    let output = crate::child::run(folder.path(), &args, &format!("{new}\n"));
    assert!(output.status.success(), "{output:?}");
    // The configuration names no provider any more.
    let app = TestApp::start_in(folder, |_| {}).await;
    let listed = app.anonymous().get("/api/auth/oidc").await.ok();
    assert_eq!(listed, json!({ "providers": [] }));
    let own = app.anonymous().signed_in("ada", new).await;
    assert_eq!(created["id"], own.id);
    own.get("/v1/admin/users").await.ok();
    own.patch(&path_of(&app.admin().id), role("admin"))
        .await
        .ok();
}

#[tokio::test]
async fn unknown_people_get_an_account_if_the_operator_says_so() {
    let (app, provider) = start(|oidc| oidc.create_accounts = true).await;
    let nobody = app.anonymous();
    let finish = async |person: &Person| {
        let callback = identified(&app, &provider, person).await;
        nobody.post(FINISH, callback).await
    };
    let me = async |person: &Person| {
        let pair = finish(person).await.ok();
        let own = nobody.bearing(pair["access_token"].as_str().unwrap());
        own.get("/api/auth/me").await.ok()
    };
    let created = me(&ada()).await;
    assert_eq!(created["username"], "ada");
    assert_eq!(created["role"], "user");
    assert_eq!(me(&ada()).await["id"], created["id"]);
    // The address of another account gives no access to it.
    let second = |subject, email, verified: bool| Person {
        subject,
        claims: json!({ "preferred_username": "Ada", "email": email, "email_verified": verified }),
        claims_apart: false,
    };
    let same = second("second", "ADA@example.org", true);
    let said = finish(&same).await.refused(409, "CONFLICT").to_string();
    assert!(said.contains("POST /api/auth/identities"), "{said}");
    let unlike = second("second", "ada2@example.org", true);
    assert_eq!(me(&unlike).await["username"], "Ada-2");
    // No person knows the password, so the only identity stays linked.
    let pair = finish(&ada()).await.ok();
    let own = nobody.bearing(pair["access_token"].as_str().unwrap());
    unlink(&own, PASSWORD).await.blames("password");
    // Some providers write times and booleans as texts, and use the address as the user name.
    let spelled = Person {
        subject: "spelled",
        claims: json!({ "preferred_username": "linus@example.org", "email": "linus@example.org",
            "email_verified": "true", "updated_at": "2026-11-23T10:00:00.000Z" }),
        claims_apart: false,
    };
    assert_eq!(me(&spelled).await["username"], "linus");
    // The names may be in the user information only.
    let grace = Person {
        subject: "grace",
        claims: json!({}),
        claims_apart: true,
    };
    assert_eq!(me(&grace).await["username"], "grace.h");
    // An address that the provider did not verify does not count. The user information of somebody else neither.
    provider.set(|behaviour| behaviour.fault = Fault::OtherPerson);
    let refused = finish(&second("third", "third@example.org", false)).await;
    refused.refused(503, "SERVER_ERROR");
}

#[tokio::test]
async fn the_store_contains_no_names_and_forgets_with_the_account() {
    let (app, provider) = start(|_| {}).await;
    let own = app.user("ada").await;
    link(&own, PASSWORD, &provider, &ada()).await;
    let rows = async || {
        let read = app.state().db.read("test.identities", |tx| {
            tx.query("SELECT digest, sealed FROM identity", &[], |row| {
                Ok((row.at::<Vec<u8>>(0)?, row.at::<Vec<u8>>(1)?))
            })
        });
        let found: Result<Vec<_>, StoreError> = read.await;
        found.unwrap()
    };
    let stored = rows().await;
    let subject = ada().subject.as_bytes();
    assert!(stored.len() == 1 && stored[0].0[..] != Sha256::digest(subject)[..]);
    assert!(!stored[0].1.windows(subject.len()).any(|at| at == subject));
    let path = format!("/v1/admin/users/{}", own.id);
    app.admin().delete(&path).await.ok();
    assert_eq!(rows().await, Vec::new(), "after the erasure");
}

#[tokio::test]
async fn edited_rows_give_no_access_and_are_named_or_repaired() {
    let (app, provider) = start(|_| {}).await;
    let own = app.user("ada").await;
    let eve = app.user("eve").await;
    let finish = async || {
        let callback = identified(&app, &provider, &ada()).await;
        app.anonymous().post(FINISH, callback).await
    };
    for (change, status, is_repaired) in [
        ("digest = zeroblob(32)", 403, true),
        ("digest = x'00'", 403, false),
        ("user_id = ?2", 500, false),
        ("provider = 'other'", 500, false),
        ("sealed = zeroblob(200)", 500, false),
        ("created_at = 'weird'", 200, false),
    ] {
        link(&own, PASSWORD, &provider, &ada()).await;
        let sql = format!("UPDATE identity SET {change} WHERE user_id = ?1 AND ?2 <> ''");
        let (of, to) = (own.id.clone(), eve.id.clone());
        crate::damage::write(&app, move |tx| {
            let values = [Value::Text(&of), Value::Text(&to)];
            tx.execute(&sql, &values).map(drop)
        })
        .await;
        let answer = finish().await;
        assert_eq!(answer.status, status, "{change}: {answer}");
        let scrubbed = lockstep_server::scrub::all(app.state(), |_| {}).await;
        let found = scrubbed.unwrap();
        let of_identities = |all: &[lockstep_web::capability::Damage]| {
            let of = all.iter().filter(|one| one.table == "identity");
            of.map(|one| one.reason.clone()).collect::<Vec<_>>()
        };
        let (damaged, repaired) = (
            of_identities(&found.damaged),
            of_identities(&found.repaired),
        );
        let said = format!("{change}: {damaged:?}, {repaired:?}");
        assert_eq!(
            (damaged.len(), repaired.len()),
            (usize::from(!is_repaired), usize::from(is_repaired)),
            "{said}"
        );
        if is_repaired {
            finish().await.ok();
        } else {
            let column = change.split(' ').next().unwrap();
            let column = if ["user_id", "provider"].contains(&column) {
                "sealed"
            } else {
                column
            };
            assert!(
                damaged[0].contains(column) && damaged[0].contains("POST /api/auth/identities"),
                "{said}"
            );
        }
        for who in [&own, &eve] {
            for name in ["company", "other"] {
                let path = format!("/api/auth/identities/{name}/unlink");
                who.post(&path, json!({ "password": PASSWORD })).await;
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn identities_sign_in_also_under_another_root_key() {
    let (app, provider) = start(|_| {}).await;
    link(&app.user("ada").await, PASSWORD, &provider, &ada()).await;
    let folder = app.stop().await;
    let elsewhere = tempfile::tempdir().unwrap();
    let file = elsewhere.path().join("root.key");
    let args = ["root-key", "replace", file.to_str().unwrap(), "--generate"];
    let output = crate::child::run(folder.path(), &args, "");
    assert!(output.status.success(), "{output:?}");
    let secret = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(&secret, SECRET).unwrap();
    let mut section = provider.section();
    section.client_secret_file = Some(secret.path().to_owned());
    let app = TestApp::start_in(folder, |config| {
        config.oidc.insert("company".to_owned(), section);
        config.keys.file = Some(file);
    })
    .await;
    let callback = identified(&app, &provider, &ada()).await;
    app.anonymous().post(FINISH, callback).await.ok();
}

#[tokio::test]
async fn a_provider_that_does_not_answer_is_named() {
    let (app, provider) = start(|oidc| oidc.issuer = "http://127.0.0.1:1/realm".to_owned()).await;
    drop(provider);
    let body = json!({ "redirect_uri": BACK });
    let answer = app.anonymous().post("/api/auth/oidc/company", body).await;
    let said = answer.refused(503, "SERVER_ERROR").to_string();
    assert!(said.contains("Company account"), "{said}");
    // The limit for one network.
    let body = json!({ "redirect_uri": BACK });
    let mut refused = false;
    for _ in 0..60 {
        let answer = app
            .anonymous()
            .post("/api/auth/oidc/company", body.clone())
            .await;
        refused |= answer.status == 429;
    }
    assert!(refused);
}
