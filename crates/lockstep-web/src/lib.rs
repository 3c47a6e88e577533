//! What every area of the API shares.
//!
//! The API has five areas, each a *dialect*: a prefix, its error codes, its limits. A dialect is a
//! row of the table in [`area`]; handlers know nothing of it. A handler parses the wire into the
//! domain, calls one operation and renders what comes back; a [`ApiError`] it returns is rendered by
//! the one layer that knows the area.
//!
//! Reading order: [`area`] (the table), [`fault`] (what can be refused), [`access`] (who may what),
//! [`routes`] (one line registers, documents and guards a route), [`request`] (a request's life,
//! from its id to its line in the log), [`gate`] (credential and limits), then the parts: [`body`]
//! (over `intake`, which bounds and inflates, and `budget`, the memory of bodies), [`paging`], [`idempotency`], [`limits`]; [`socket`], the life of every WebSocket;
//! and [`jobs`], long work that goes on after its request was answered.

#![forbid(unsafe_code)]

pub mod access;
mod address;
pub mod api_error;
pub mod app_state;
pub mod area;
pub mod audit_counter;
pub mod body;
mod budget;
pub mod caller;
pub mod digest;
mod form;
pub mod gate;
pub mod idempotency;
mod inflate;
mod intake;
pub mod jobs;
pub mod limits;
mod meter;
mod objects;
pub mod octets;
pub mod openapi;
mod outcome;
pub mod paging;
pub mod quota;
pub mod request;
pub mod routes;
pub mod socket;
pub mod work;

pub use access::{Permission, Role, Tier};
pub use address::address_prefix;
pub use api_error::ApiError;
pub use app_state::{AppState, Bounds, Capability, Counts, Identity, Job, Policy};
pub use area::Area;
pub use body::{Bare, Body, Create, Long, Params, PathParam};
pub use budget::{BudgetLimits, StrangerLease};
pub use caller::Caller;
pub use digest::{DigestKey, KeyedDigest};
pub use form::{Form, Part};
pub use idempotency::{IdempotencyKey, Request as OnceRequest};
pub use meter::embedded_json;
pub use octets::Octets;
pub use outcome::Outcome;
pub use paging::{PageQuery, Paging};
pub use quota::{Quota, Quotas};
pub use routes::Routes;
pub use work::Work;
