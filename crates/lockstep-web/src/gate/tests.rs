//! Guesses of credentials, and the look-ups that they cost.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use axum::Router;
use axum::body::Body;
use axum::middleware::from_fn_with_state;
use axum::routing::get;
use lockstep_store::db::Options;
use lockstep_store::id::UserId;
use lockstep_store::{Ctx, Db, Settings, SystemClock, SystemEntropy, Timestamp};
use tower::ServiceExt as _;

use super::*;
use crate::access::{Role, Tier};
use crate::app_state::Identity;
use crate::caller::{Credential, Scopes};

static LOOK_UPS: AtomicU32 = AtomicU32::new(0);

/// Knows every credential that begins with `right`, and fails for those that begin with `failing`.
const IDENTITY: Identity = Identity {
    caller_later: |_, _, _| Ok(None),
    // Here, auditors have lost their rights.
    has_rights: |_, caller| Ok(caller.role != Role::Auditor),
    authenticate: |_, credential| {
        Box::pin(async move {
            LOOK_UPS.fetch_add(1, Ordering::Relaxed);
            match credential.split(' ').next() {
                Some("right") => Ok(someone()),
                Some("failing") => Err(ApiError::unavailable("the database restarts")),
                _ => Err(ApiError::bad_credential()),
            }
        })
    },
    redeem: |state, ticket| Box::pin(async move { state.authenticate(&ticket).await }),
    is_active: |_, _| Ok(true),
    ..Identity::REJECTING
};

fn someone() -> Caller {
    Caller {
        user: UserId::generate(Timestamp(0), &SystemEntropy),
        role: Role::User,
        lacks_second_factor: false,
        tier: Tier::Standard,
        scopes: Scopes::default(),
        expires: None,
        credential: Credential([0; 32]),
        api_key: None,
        session: None,
    }
}

async fn state(folder: &tempfile::TempDir) -> AppState {
    state_with(folder, IDENTITY).await
}

async fn state_with(folder: &tempfile::TempDir, identity: Identity) -> AppState {
    let (clock, entropy) = (SystemClock::shared(), Arc::new(SystemEntropy));
    let options = Options {
        file: folder.path().join("lockstep.db"),
        postgres: None,
        readers: 1,
        clock: Arc::clone(&clock),
        entropy: entropy.clone(),
    };
    let db = Db::open(options, &[]).unwrap();
    let ctx = Ctx::new(db, clock, entropy).await.unwrap();
    AppState::new(ctx, &[], identity, Policy::default())
}

/// An account that is erased while its request runs must not read that its rows are missing.
#[tokio::test]
async fn an_answer_after_the_loss_of_rights_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let state = state(&folder).await;
    let kind_of = |response: &Response| response.extensions().get::<ApiError>().map(|it| it.kind);
    for (keeps, answer, expected) in [
        (
            true,
            Err(ApiError::not_found("device")),
            Some(ErrorKind::NotFound),
        ),
        (
            true,
            Err(ApiError::internal("no file")),
            Some(ErrorKind::Internal),
        ),
        (
            false,
            Err(ApiError::not_found("device")),
            Some(ErrorKind::BadCredential),
        ),
        (
            false,
            Err(ApiError::internal("no file")),
            Some(ErrorKind::BadCredential),
        ),
        (
            false,
            Err(ApiError::conflict("used")),
            Some(ErrorKind::Conflict),
        ),
        (false, Ok("done"), None),
    ] {
        let mut caller = someone();
        if !keeps {
            caller.role = Role::Auditor;
        }
        let answered = format!("{keeps} {answer:?}");
        let response = name_lost_rights(&state, &caller, answer.into_response()).await;
        assert_eq!(kind_of(&response), expected, "{answered}");
    }
    state.db.close().await;
}

#[tokio::test]
async fn guesses_beyond_the_limit_of_the_address_cost_no_look_up() {
    let folder = tempfile::tempdir().unwrap();
    let state = state(&folder).await;
    let mut settings = Settings::clone(&state.settings());
    settings.limits.anonymous = 3;
    state.apply(settings);
    let here = IpAddr::V4(Ipv4Addr::LOCALHOST);
    let elsewhere = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1));
    let bearer = |text: &str| Ok(ShownCredential::Reusable(text.to_owned()));
    let ticket = |text: &str| Ok(ShownCredential::Ticket(text.to_owned()));
    // The credential, its address, whether it is looked up, and whether it is valid.
    for (nth, (shown, address, is_asked, is_valid)) in [
        (bearer("right 1"), here, true, true),
        (bearer("right 2"), here, true, true),
        (ticket("right 3"), here, true, true),
        // A failure of the server is not counted as a guess.
        (bearer("failing 1"), here, true, false),
        (bearer("failing 2"), here, true, false),
        (ticket("failing 3"), here, true, false),
        (bearer("wrong 1"), here, true, false),
        (bearer("wrong 2"), here, true, false),
        (ticket("wrong 3"), here, true, false),
        // Three guesses were wrong.
        (bearer("wrong 4"), here, false, false),
        (ticket("wrong 5"), here, false, false),
        (bearer("right 4"), here, false, false),
        // A credential that was valid lately is not a guess.
        (bearer("right 1"), here, true, true),
        (bearer("right 2"), here, true, true),
        (bearer("wrong 6"), elsewhere, true, false),
    ]
    .into_iter()
    .enumerate()
    {
        let before = LOOK_UPS.load(Ordering::Relaxed);
        let (caller, guess) = identify(&state, shown, address).await;
        let asked = LOOK_UPS.load(Ordering::Relaxed) - before;
        assert_eq!(asked, u32::from(is_asked), "row {nth}");
        assert_eq!(caller.is_ok(), is_valid, "row {nth}");
        let is_refused = guess.is_some_and(|guess| !guess.admitted);
        assert_eq!(is_refused, !is_asked, "row {nth}");
    }
    state.db.close().await;
}

/// While the database cannot be reached, clients repeat their requests, all of them perhaps from one address.
#[tokio::test]
async fn failures_of_the_server_use_up_no_limit_of_the_address() {
    let folder = tempfile::tempdir().unwrap();
    let state = state(&folder).await;
    let mut settings = Settings::clone(&state.settings());
    settings.limits.anonymous = 3;
    state.apply(settings);
    let here = IpAddr::V4(Ipv4Addr::LOCALHOST);
    let unavailable = ApiError::unavailable("the database restarts");
    let wrong = ApiError::bad_credential();
    let missing = ApiError::missing_credential();
    // The error, the number of requests in a row, and how many of them are within the limit.
    for (nth, (area, error, sent, admitted)) in [
        (Area::Fitness, &unavailable, 10, 10),
        (Area::Fitness, &wrong, 2, 2),
        (Area::Fitness, &unavailable, 10, 10),
        (Area::Service, &missing, 10, 0),
        (Area::Fitness, &wrong, 10, 1),
    ]
    .into_iter()
    .enumerate()
    {
        let decisions = (0..sent).filter_map(|_| count_unknown(&state, area, error, here));
        let within = decisions.filter(|decision| decision.admitted).count();
        assert_eq!(within, admitted, "row {nth}");
    }
    state.db.close().await;
}

/// The answers to the others are held beyond a rate: while the database cannot be reached, nothing else bounds made-up
/// credentials.
#[tokio::test]
async fn a_request_that_was_taken_back_is_not_counted() {
    let folder = tempfile::tempdir().unwrap();
    let identity = Identity {
        authenticate: |_, credential| {
            Box::pin(async move {
                Err(match &*credential {
                    "failing" => ApiError::unavailable("the database restarts"),
                    _ => ApiError::bad_credential(),
                })
            })
        },
        ..IDENTITY
    };
    let state = state_with(&folder, identity).await;
    let gate = from_fn_with_state(state.clone(), authenticate_and_limit);
    let app: Router = Router::new()
        .route("/v1/sfdp/data", get(|| async { "answered" }))
        .layer(gate);
    for (credential, is_counted) in [("wrong", true), ("failing", false)] {
        let request = axum::http::Request::get("/v1/sfdp/data")
            .header("authorization", format!("Bearer {credential}"))
            .body(Body::empty())
            .unwrap();
        let response = app.clone().oneshot(request).await.unwrap();
        let counted = response.extensions().get::<CountedRequest>();
        assert_eq!(counted.is_some(), is_counted, "{credential}");
    }
    state.db.close().await;
}
