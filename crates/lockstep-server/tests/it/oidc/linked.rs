//! Signing in with a linked identity.

use super::*;

#[tokio::test]
async fn a_linked_identity_signs_in() {
    let (app, provider) = start(|_| {}).await;
    let listed = app.anonymous().get("/api/auth/oidc").await.ok();
    let shown = json!({ "providers": [{ "name": "company", "label": "Company account", "console": true }] });
    assert_eq!(listed, shown);

    let own = app.user("ada").await;
    // An equal name or address alone does not sign in.
    let callback = identified(&app, &provider, &ada()).await;
    let refused = app.anonymous().post(FINISH, callback.clone()).await;
    refused.refused(403, "PERMISSION_DENIED");

    link(&own, PASSWORD, &provider, &ada()).await;
    let linked = own.get("/api/auth/identities").await.ok();
    assert_eq!(linked["identities"][0]["provider"], "company");
    for signature in [Signature::Rs256, Signature::Es256, Signature::EdDsa] {
        provider.set(|behaviour| behaviour.signature = signature);
        let callback = identified(&app, &provider, &ada()).await;
        let pair = app.anonymous().post(FINISH, callback.clone()).await.ok();
        let signed_in = app
            .anonymous()
            .bearing(pair["access_token"].as_str().unwrap());
        let me = signed_in.get("/api/auth/me").await.ok();
        assert_eq!(me["id"], own.id, "{signature:?}");
        // A state works once.
        let again = app.anonymous().post(FINISH, callback).await;
        again.blames("state");
    }
    // Another person of the same provider is a stranger.
    let other = Person {
        subject: "bob-at-the-provider",
        ..ada()
    };
    let callback = identified(&app, &provider, &other).await;
    let refused = app.anonymous().post(FINISH, callback).await;
    refused.refused(403, "PERMISSION_DENIED");
    // A suspended account does not sign in.
    let path = format!("/v1/admin/users/{}", own.id);
    let status = |status: &str| json!({ "status": status });
    app.admin().patch(&path, status("suspended")).await.ok();
    let callback = identified(&app, &provider, &ada()).await;
    let refused = app.anonymous().post(FINISH, callback).await;
    refused.refused(403, "PERMISSION_DENIED");
    app.admin().patch(&path, status("active")).await.ok();
    let own = app.anonymous().signed_in("ada", PASSWORD).await;

    let made = own.post("/v1/api-keys", json!({ "name": "bridge" })).await;
    let key = own.bearing(made.ok()["key"].as_str().unwrap());
    let refused = unlink(&key, PASSWORD).await;
    refused.refused(409, "CONFLICT");
    unlink(&own, "wrong").await.blames("password");
    unlink(&own, PASSWORD).await.ok();
    let missing = unlink(&own, PASSWORD).await;
    missing.refused(404, "NOT_FOUND");
    let callback = identified(&app, &provider, &ada()).await;
    let refused = app.anonymous().post(FINISH, callback).await;
    refused.refused(403, "PERMISSION_DENIED");
}

#[tokio::test]
async fn a_provider_without_the_address_of_the_console_is_not_for_the_console() {
    let (app, _provider) = start(|oidc| oidc.redirect_urls = vec![BACK.to_owned()]).await;
    let listed = app.anonymous().get("/api/auth/oidc").await.ok();
    assert_eq!(listed["providers"][0]["console"], false);
}
