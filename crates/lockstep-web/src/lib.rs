#![doc = include_str!("../README.md")]
//!
//! # Reading order
//!
//! - [`area`]: the table of areas.
//! - [`api_error`]: the kinds of errors.
//! - [`access`]: roles, tiers and permissions.
//! - [`routes`]: registers, documents and guards a route in one line.
//! - [`request`]: the life of a request, from its id to its line in the log.
//! - [`gate`]: authentication and limits; [`pacing`] bounds the rate of answers that no limit counts.
//! - [`body`]: request bodies, over `intake` (size bounds and inflation) and `budget` (memory of
//!   bodies).
//! - [`paging`], [`idempotency`], [`limits`], [`turns`].
//! - [`socket`]: the life of every WebSocket, over `messages` (what sockets send).
//! - [`jobs`]: long work that continues after its request was answered.
//! - [`figures`]: the figures of capabilities for the analytics of administration.
//! - [`capability`]: the interface that each capability exports, with its [`tools`] and
//!   [`subcommand`]s.

#![forbid(unsafe_code)]

pub mod access;
mod address;
mod address_block;
pub mod answers;
pub mod api_error;
pub mod app_state;
pub mod area;
pub mod asyncapi;
pub mod audit_counter;
pub mod body;
mod budget;
pub mod caller;
mod checked_body;
pub mod console_session;
pub mod deprecation;
pub mod deprecation_notice;
pub mod digest;
mod embedded_json;
mod endpoint_key;
pub mod figures;
mod form;
pub mod gate;
pub mod http_client;
pub mod idempotency;
mod inflate;
mod intake;
pub mod jobs;
mod known_credentials;
pub mod limits;
pub mod machine;
mod managed_path;
mod messages;
mod meter;
mod model_policy;
mod objects;
mod octets;
mod oidc_policy;
pub mod openapi;
mod operation;
mod outcome;
pub mod pacing;
pub mod paging;
pub mod pieces;
mod policy;
pub mod public_url;
pub mod quota;
pub mod recent;
pub mod request;
mod request_time;
pub mod routes;
mod sign_in_policy;
pub mod socket;
pub mod subcommand;
pub mod text_direction;
mod tool;
pub mod tools;
pub mod turns;
mod unpacker;
mod unread;
pub mod upload;
pub mod work;

pub use access::{Permission, Role, Tier};
pub use address::address_prefix;
pub use address_block::AddressBlock;
pub use api_error::ApiError;
pub use app_state::capability::{self, Capability, Count, Counts, Job, Subcommand};
pub use app_state::{ActiveRole, AppState, BoxedFuture, Extension, Identity, UserNames};
pub use area::Area;
pub use body::{Body, CreateBody, EmptyBody, LargeBody, Params, PathParam};
pub use budget::{AnswerLease, BudgetLimits, ConnectionLease};
pub use caller::{Caller, Owner};
pub use digest::{DigestKey, KeyedDigest};
pub use embedded_json::{charged_json, embedded_json};
pub use endpoint_key::EndpointKey;
pub use form::{FormPart, MultipartForm};
pub use idempotency::{IdempotencyKey, Request as IdempotentRequest};
pub use lockstep_values::{counted, free_text, present};
pub use managed_path::refuse_managed;
pub use model_policy::ModelPolicy;
pub use octets::Octets;
pub use oidc_policy::OidcPolicy;
pub use outcome::Outcome;
pub use paging::{Page, PageQuery, Paging};
pub use policy::{BackupPolicy, Bounds, Policy, SocketLimits, WebhookPolicy};
pub use quota::{Quota, Quotas};
pub use routes::Routes;
pub use sign_in_policy::{PasswordCost, SignInPolicy};
pub use tool::Tool;
pub use upload::Upload;
pub use work::WorkQueues;
