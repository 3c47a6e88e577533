//! Charges long answers that wait for their client to the memory budget of the account.
//!
//! An answer is charged when its act is done, so that the charge cannot be refused: it may exceed the budget. Further
//! requests are refused with 503 while the account, or all accounts together, have such answers up to the budget.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http_body::{Frame, SizeHint};

use crate::access::Role;
use crate::api_error::ApiError;
use crate::app_state::AppState;
use crate::area::Area;
use crate::budget::{AnswerCharge, Payer};
use crate::caller::Caller;

/// The middleware that charges answers. It runs inside of the compression, which keeps the whole answer while it
/// compresses, and after [`authenticate_and_limit`](crate::gate::authenticate_and_limit).
pub async fn charge_answers(
    State(state): State<AppState>,
    request: Request,
    next: Next,
) -> Response {
    let caller = request.extensions().get::<Result<Caller, ApiError>>();
    let caller = caller.and_then(|caller| caller.as_ref().ok());
    let Some((user, role)) = caller.map(|caller| (caller.user.clone(), caller.role)) else {
        return next.run(request).await;
    };
    if Area::limiting(request.uri().path()) == Area::Service {
        return next.run(request).await;
    }
    let (budget, payer) = (state.bodies(), Payer::Account(user));
    if let Err(error) = budget.admit_answer(&payer, role == Role::Admin) {
        return error.into_response();
    }
    let changes_nothing = request.method().is_safe();
    let response = next.run(request).await;
    let bytes = response.body().size_hint().exact().unwrap_or_default();
    let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
    if bytes <= FREE_BYTES {
        return response;
    }
    // Many reads that were admitted together: the client can repeat those that find the budget spent.
    if changes_nothing && let Err(error) = budget.admit_answer_of(&payer) {
        return error.into_response();
    }
    let charge = Arc::new(budget.charge(payer, bytes));
    response.map(|body| Body::new(ChargedBody { body, charge }))
}

/// A body whose bytes are charged until the last of them is sent or dropped.
struct ChargedBody {
    body: Body,
    charge: Arc<AnswerCharge>,
}

/// Bytes of a body. hyper takes them out of the body long before they are sent.
struct ChargedBytes {
    bytes: Bytes,
    #[expect(dead_code, reason = "only its drop has an effect")]
    charge: Arc<AnswerCharge>,
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
        let charge = &self.charge;
        frame.map_ok(|frame| {
            frame.map_data(|bytes| {
                let charge = Arc::clone(charge);
                Bytes::from_owner(ChargedBytes { bytes, charge })
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

/// The longest answer that is not charged.
const FREE_BYTES: usize = 64 << 10;
