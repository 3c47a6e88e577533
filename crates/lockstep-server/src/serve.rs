//! What runs beside the connections of the API: the listener for devices, background jobs, and scheduled backups.

mod backups;
mod external_broker;
mod jobs;
mod listeners;
mod mqtt;

pub use backups::{backups, scheduled};
pub(crate) use external_broker::external_broker;
pub use jobs::{all_jobs, jobs, run_job};
pub(crate) use listeners::{Addresses, Handover, ListenerKind, Listeners};
pub use mqtt::{MqttContext, mqtt};
