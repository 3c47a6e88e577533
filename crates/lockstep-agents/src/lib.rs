#![doc = include_str!("../README.md")]
//!
//! # Reading order
//!
//! `core_agent.rs` (the seven core agents), `grant.rs` (the tools of an agent), `custom.rs` (custom agents),
//! `message.rs` (the intent of a message), `understanding` (questions in plain words),
//! `operations/run.rs` (how a message is carried out), `render` (answers), `store.rs` (the only SQL),
//! `mcp` (the tools over the Model Context Protocol), `model` (language models), `workflow` (graphs)
//! and `operations/runner.rs` (how a graph runs), `api_agents`, `api_platform` and `api_mcp` (the
//! wire).
#![forbid(unsafe_code)]

mod answer;
mod api_agents;
mod api_mcp;
mod api_platform;
mod arguments;
mod configuration;
mod core_agent;
mod custom;
mod events;
mod grant;
mod mcp;
mod message;
mod model;
mod operations;
mod profile;
mod render;
mod store;
mod tools;
mod toolset;
mod understanding;
mod workflow;

use std::sync::Arc;
use std::time::Duration;

use lockstep_store::Migration;
use lockstep_store::audit::recorded::RecordedRows;
use lockstep_web::capability::Job;
use lockstep_web::{AppState, Capability, Count, Routes};

use operations::replanning::LatestTime;
use operations::runner::Runs;
use toolset::SharedTools;

/// The interface of this capability.
pub const CAPABILITY: Capability = Capability {
    migrations: MIGRATIONS,
    extensions: |_| {
        vec![
            Arc::new(SharedTools::default()),
            Arc::new(Runs::default()),
            Arc::new(LatestTime::default()),
        ]
    },
    tags: &[
        (
            "Agents",
            "Core and custom agents: configuration, messages, chats, deployments, search, reports and plans. Also the Model \
             Context Protocol, by which other programs call the same tools.",
        ),
        (
            "Workflows",
            "Graphs of agents and tools that run on request, on a schedule, or after events: versions, runs and approvals.",
        ),
    ],
    usage: store::usage,
    counts: &[
        Count {
            name: "agents",
            count: store::count,
        },
        Count {
            name: "chatMessages",
            count: store::chat::count,
        },
        Count {
            name: "workflows",
            count: store::workflows::count,
        },
    ],
    figures: Some(store::figures::figures),
    events: events::EVENTS,
    feeds: &[&api_agents::socket::UPDATES],
    tools: tools::TOOLS,
    jobs: &[Job {
        name: "agents.runs",
        every: Duration::from_secs(1),
        waits_for_clock: false,
        run: |state| Box::pin(operations::replanning::go_on(state)),
    }],
    scrub: Some(|state, after| Box::pin(operations::scrub::scrub(state, after))),
    recorded: &[RecordedRows {
        table: "agent",
        component: "agents",
        field: "agentId",
        added: "agent.create",
        removed: &["agent.delete"],
    }],
    lost_key: Some(|state, user| {
        Box::pin(async move {
            let lost = operations::removal::forget_lost(&state, &user).await?;
            Ok(("agentsLost", lost))
        })
    }),
    ..Capability::new("agents", routes, store::erase)
};

fn routes(state: &AppState) -> Routes {
    let agents = toolset::Agents::new(state);
    api_agents::routes()
        .and(api_platform::routes())
        .and(api_mcp::routes())
        .with_state(agents)
        .and(api_agents::socket::routes().with_state(state.clone()))
}

const MIGRATIONS: &[Migration] = &[
    Migration {
        capability: "agents",
        n: 1,
        sql: include_str!("../migrations/0001_agents.sql"),
    },
    Migration {
        capability: "agents",
        n: 2,
        sql: include_str!("../migrations/0002_workflows.sql"),
    },
    Migration {
        capability: "agents",
        n: 3,
        sql: include_str!("../migrations/0003_models.sql"),
    },
    Migration {
        capability: "agents",
        n: 4,
        sql: include_str!("../migrations/0004_run_states.sql"),
    },
];
