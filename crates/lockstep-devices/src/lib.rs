#![doc = include_str!("../README.md")]
//!
//! # Reading order
//!
//! [`NewDevice`] (what a registration must say), `uadm.rs` (devices that take commands), `operations.rs` (register, list,
//! revoke) with `operations/uadm.rs` and `operations/commands.rs`, `hub.rs` (connected devices), `telemetry.rs` (points on
//! their way to the store), [`mqtt`] (the connections), `store.rs` (the only SQL), `api_fitness.rs`, `api_platform.rs` and
//! `api_admin.rs` (the wire). A registered device is a [`Device`](lockstep_points::device::Device).
#![forbid(unsafe_code)]

mod api_admin;
mod api_fitness;
mod api_platform;
mod credential;
mod device;
mod events;
mod hub;
pub mod mqtt;
mod operations;
mod store;
mod telemetry;
mod tools;
mod uadm;

use std::sync::Arc;
use std::time::Duration;

use lockstep_store::Migration;
use lockstep_store::audit::recorded::RecordedRows;
use lockstep_web::{AppState, Capability, Job, Routes};

pub use device::NewDevice;

/// The interface of this capability. Its migrations run after those of `lockstep-points`, which creates the table
/// `device`: the server lists this capability after that one.
pub const CAPABILITY: Capability = Capability {
    migrations: &[
        Migration {
            capability: "devices",
            n: 1,
            sql: include_str!("../migrations/0001_uadm.sql"),
        },
        Migration {
            capability: "devices",
            n: 2,
            sql: include_str!("../migrations/0002_event_times.sql"),
        },
    ],
    tags: &[
        ("Devices", "The devices that record the account's points."),
        (
            "UADM",
            "Devices that take commands and send points over MQTT: credentials, commands and twins.",
        ),
    ],
    // No trigger counts rows of `device`.
    usage: store::uadm::usage,
    events: events::EVENTS,
    scrub: Some(|state, after| Box::pin(operations::scrub(state, after))),
    recorded: &[
        RecordedRows {
            table: "device",
            component: "fitness",
            field: "deviceId",
            added: "device.register",
            // A revoked device keeps its row.
            removed: &[],
        },
        RecordedRows {
            table: "uadm_device",
            component: "devices",
            field: "deviceId",
            added: "uadm.register",
            removed: &[],
        },
    ],
    lost_key: Some(|state, user| {
        Box::pin(async move {
            let lost = operations::uadm::forget_lost(&state, &user).await?;
            Ok(("commandsLost", lost))
        })
    }),
    extensions: |_| vec![Arc::new(hub::DeviceHub::new(telemetry::store))],
    tools: tools::TOOLS,
    searchable: Some(|state, user, _| {
        Box::pin(async move {
            operations::index(&state, user).await?;
            Ok(None)
        })
    }),
    jobs: &[
        Job {
            name: "devices.check_connected",
            every: Duration::from_secs(1),
            waits_for_clock: false,
            run: |state| Box::pin(async move { operations::uadm::close_invalid(&state).await }),
        },
        Job {
            name: "devices.write_events",
            every: Duration::from_secs(1),
            waits_for_clock: false,
            run: |state| {
                Box::pin(async move { operations::reports::write_due_events(&state).await })
            },
        },
        Job {
            name: "devices.expire_commands",
            every: Duration::from_secs(1),
            waits_for_clock: true,
            run: |state| Box::pin(async move { operations::commands::expire(&state).await }),
        },
        Job {
            name: "devices.forget_commands",
            every: Duration::from_secs(600),
            waits_for_clock: true,
            run: |state| Box::pin(async move { operations::commands::forget(&state).await }),
        },
    ],
    ..Capability::new("devices", routes, store::erase)
};

fn routes(state: &AppState) -> Routes {
    api_fitness::routes()
        .and(api_platform::routes())
        .and(api_admin::routes())
        .with_state(state.clone())
}
