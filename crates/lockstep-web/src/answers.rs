//! Charges answers that wait for their client to the memory budget of the account.
//!
//! Each request of an account is charged [`OPEN_ANSWER_BYTES`] from its beginning, and its answer by its length until the
//! last byte is sent or dropped. The pages of a long answer of unknown length are charged as they are read
//! ([`pieces`](crate::pieces)). An answer is charged when its act is done, so that the charge cannot be refused: it may
//! exceed the budget. Further requests are refused with 503 while the account, or all accounts together, have such
//! answers up to the budget.
//!
//! An answer is compressed only if the budget has room for the encoder, also for clients without a credential.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Request, State};
use axum::http::{Extensions, HeaderMap, StatusCode, Version, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http_body::{Frame, SizeHint};

use crate::access::Role;
use crate::api_error::ApiError;
use crate::app_state::AppState;
use crate::area::Area;
use crate::budget::{AnswerCharge, Lease, Payer};
use crate::caller::Caller;
use crate::intake::Allowance;

/// The middleware that charges answers. It runs inside of the compression, which keeps the whole answer while it
/// compresses, and after [`authenticate_and_limit`](crate::gate::authenticate_and_limit).
pub async fn charge_answers(
    State(state): State<AppState>,
    request: Request,
    next: Next,
) -> Response {
    let takes_compressed = takes_compressed(request.headers());
    let caller = request.extensions().get::<Result<Caller, ApiError>>();
    let caller = caller.and_then(|caller| caller.as_ref().ok());
    let is_charged = Area::limiting(request.uri().path()) != Area::Service;
    let Some((user, role)) = caller
        .filter(|_| is_charged)
        .map(|caller| (caller.user.clone(), caller.role))
    else {
        let lease = Allowance::lease(request.extensions());
        let response = next.run(request).await;
        let encoder = takes_compressed.then_some(lease);
        return hold(response, None, encoder);
    };
    let (budget, payer) = (state.bodies(), Payer::Account(user));
    let has_reserve = role == Role::Admin;
    if let Err(error) = budget.admit_answer(&payer, has_reserve) {
        return error.into_response();
    }
    let mut charge = budget.charge(payer.clone(), has_reserve, OPEN_ANSWER_BYTES);
    let changes_nothing = request.method().is_safe();
    let response = next.run(request).await;
    let bytes = response.body().size_hint().exact().unwrap_or_default();
    let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
    // Many reads that were admitted together: the client can repeat those that find the budget spent.
    if bytes > MAX_SMALL_BYTES
        && changes_nothing
        && let Err(error) = budget.admit_answer_of(&payer)
    {
        return error.into_response();
    }
    charge.grow(bytes);
    let encoder = takes_compressed.then(|| budget.lease(payer).with_reserve(has_reserve));
    hold(response, Some(charge), encoder)
}

/// Whether the answer may be compressed: its encoder is charged.
pub fn may_compress(_: StatusCode, _: Version, _: &HeaderMap, extensions: &Extensions) -> bool {
    extensions.get::<ChargedEncoder>().is_some()
}

/// Keeps a charge until the answer is sent. With `encoder`, an empty lease, also takes room for an encoder.
fn hold(mut response: Response, charge: Option<AnswerCharge>, encoder: Option<Lease>) -> Response {
    if response.body().is_end_stream() {
        return response;
    }
    let encoder = encoder.filter(|_| is_worth_compressing(&response));
    let encoder = encoder.and_then(|mut lease| lease.grow(ENCODER_BYTES).ok().map(|()| lease));
    if encoder.is_some() {
        response.extensions_mut().insert(ChargedEncoder);
    }
    if charge.is_none() && encoder.is_none() {
        return response;
    }
    let memory = Arc::new(AnswerMemory { charge, encoder });
    response.map(|body| Body::new(ChargedBody { body, memory }))
}

fn takes_compressed(headers: &HeaderMap) -> bool {
    let codings = headers.get_all(header::ACCEPT_ENCODING).into_iter();
    let mut codings = codings.filter_map(|codings| codings.to_str().ok());
    codings.any(|codings| {
        let codings = codings.to_ascii_lowercase();
        ["gzip", "zstd", "*"].map(|coding| codings.contains(coding)) != [false; 3]
    })
}

fn is_worth_compressing(response: &Response) -> bool {
    let length = response.body().size_hint().exact();
    !response.headers().contains_key(header::CONTENT_ENCODING)
        && length.is_none_or(|bytes| bytes >= MIN_COMPRESSED_BYTES)
}

/// Marks an answer whose encoder is charged.
#[derive(Clone, Copy)]
struct ChargedEncoder;

/// The memory of an answer; dropping it releases it.
#[expect(dead_code, reason = "only its drop has an effect")]
struct AnswerMemory {
    charge: Option<AnswerCharge>,
    encoder: Option<Lease>,
}

/// A body whose bytes are charged until the last of them is sent or dropped.
struct ChargedBody {
    body: Body,
    memory: Arc<AnswerMemory>,
}

/// Bytes of a body. hyper takes them out of the body long before they are sent.
struct ChargedBytes {
    bytes: Bytes,
    #[expect(dead_code, reason = "only its drop has an effect")]
    memory: Arc<AnswerMemory>,
}

impl AsRef<[u8]> for ChargedBytes {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl HttpBody for ChargedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(cx);
        let memory = &self.memory;
        frame.map_ok(|frame| {
            frame.map_data(|bytes| {
                let memory = Arc::clone(memory);
                Bytes::from_owner(ChargedBytes { bytes, memory })
            })
        })
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// The memory of a request that is being answered, besides the bytes of its answer: its task, its heads, its stream.
const OPEN_ANSWER_BYTES: usize = 4 << 10;
/// The longest answer of an admitted read that is sent even if the budget is spent by then.
const MAX_SMALL_BYTES: usize = 64 << 10;
/// The memory of an encoder of gzip or zstd at its fastest level. That of gzip takes more: 368 KiB of buffers, its state and its
/// output.
const ENCODER_BYTES: usize = 400 << 10;
/// The shortest answer that is compressed. Errors are shorter.
const MIN_COMPRESSED_BYTES: u64 = 1 << 10;
