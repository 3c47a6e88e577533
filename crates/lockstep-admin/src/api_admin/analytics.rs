//! `POST /v1/admin/analytics`.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use lockstep_store::id::UserId;
use lockstep_web::{ApiError, AppState, Body};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::analytics::{AnalyticsDataType, AnalyticsRange, AnalyticsView, Overview};
use crate::operations::analytics;

/// The selection of figures.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct AnalyticsRequest {
    /// The id of an account: only its stored data and its sales are counted.
    user_id: Option<String>,
    #[serde(default)]
    filters: AnalyticsFilters,
}

/// The range, the groups of figures and the level of detail.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub(crate) struct AnalyticsFilters {
    date_range: AnalyticsRange,
    data_type: AnalyticsDataType,
    view: AnalyticsView,
}

/// The figures of a range.
#[derive(Serialize, ToSchema)]
pub(crate) struct AnalyticsResult {
    overview: Overview,
    marketplace: MarketplaceAnalytics,
    agents: AgentAnalytics,
    datastreams: DatastreamAnalytics,
    system: SystemAnalytics,
}

/// The sales of a range. Lists and maps are empty if `dataType` names another group.
#[derive(Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MarketplaceAnalytics {
    /// The purchases of each period, the oldest first: 24 hours, 7 or 30 days, or 12 months. Empty in the view
    /// `overview`.
    sales: Vec<u64>,
    /// The ten offers with the most purchases.
    top_items: Vec<OfferSales>,
    /// The purchases in each category.
    categories: BTreeMap<String, u64>,
}

/// An offer and its purchases in the range.
#[derive(Serialize, ToSchema)]
pub(crate) struct OfferSales {
    /// The name of the item, the title of the listing, or the id of the data token.
    name: String,
    /// The number of purchases in the range, without refunded ones.
    sales: u64,
}

/// The deployed agents, and the tasks that agents completed in the range.
#[derive(Default, Serialize, ToSchema)]
pub(crate) struct AgentAnalytics {
    /// The completed tasks of each period. Empty in the view `overview`.
    performance: Vec<u64>,
    /// The agents that are deployed now: their number by the name of the core agent; custom agents are `custom`. An
    /// agent in several workflows of an account counts once.
    distribution: BTreeMap<String, u64>,
    /// The ten most frequent tasks.
    tasks: Vec<AgentTask>,
}

/// A task of agents and how often it ran in the range.
#[derive(Serialize, ToSchema)]
pub(crate) struct AgentTask {
    /// The tool that the agent called, or `answer` if it called none or several.
    #[schema(example = "metrics.read")]
    name: String,
    /// The number of completed tasks in the range.
    count: u64,
}

/// The data stored in a range.
#[derive(Default, Serialize, ToSchema)]
pub(crate) struct DatastreamAnalytics {
    /// The points and rows of datasets stored in each period. Empty in the view `overview`.
    stored: Vec<u64>,
}

/// The state of the installation now.
#[derive(Serialize, ToSchema)]
pub(crate) struct SystemAnalytics {
    health: MachineHealth,
    /// The alert rules whose conditions are met.
    alerts: Vec<AnalyticsAlert>,
}

/// The load of the machine. A figure is null where the system does not report it.
#[derive(Serialize, ToSchema)]
pub(crate) struct MachineHealth {
    /// The used share of the processors, in percent.
    cpu: Option<f64>,
    /// The used share of the memory, in percent.
    memory: Option<f64>,
    /// The used share of the disk that holds the store, in percent.
    storage: Option<f64>,
    /// Bytes received and sent per second, without the loopback interface.
    network: Option<f64>,
}

/// An alert rule whose condition is met.
#[derive(Serialize, ToSchema)]
pub(crate) struct AnalyticsAlert {
    /// The name of the rule.
    #[serde(rename = "type")]
    #[schema(example = "storage.disk")]
    kind: String,
    /// The problem and the remedy.
    message: String,
}

/// Get analytics: sums, sales, agents and stored data of a range, and the state of the machine.
///
/// Totals cover whole periods in UTC: the range `day` starts at a full hour, `week` and `month` start
/// at a day, `year` starts at a month. Each read is recorded in the audit log.
#[utoipa::path(post, path = "/v1/admin/analytics", tag = "Administration", operation_id = "getAnalytics",
    request_body = AnalyticsRequest,
    responses((status = 200, description = "The figures", body = AnalyticsResult),
        (status = 404, description = "NOT_FOUND: the user does not exist", body = lockstep_web::openapi::ErrorResponse)))]
pub(super) async fn read(
    State(state): State<AppState>,
    Body(body): Body<AnalyticsRequest>,
) -> Result<Json<AnalyticsResult>, ApiError> {
    let AnalyticsFilters {
        date_range,
        data_type,
        view,
    } = body.filters;
    let user = body.user_id.map(|id| id.parse::<UserId>()).transpose();
    let user = user.map_err(|_| ApiError::not_found("user"))?;
    let found = analytics::read(&state, user, date_range).await?;
    let (figures, health) = (found.figures, found.health);
    let is_wanted = |group| data_type == AnalyticsDataType::All || data_type == group;
    let series = |series: Vec<u64>| match view {
        AnalyticsView::Overview => Vec::new(),
        AnalyticsView::Detailed => series,
    };
    let mut result = AnalyticsResult {
        overview: Overview::of(&figures),
        marketplace: MarketplaceAnalytics::default(),
        agents: AgentAnalytics::default(),
        datastreams: DatastreamAnalytics::default(),
        system: SystemAnalytics {
            health: MachineHealth {
                cpu: health.cpu,
                memory: health.memory,
                storage: health.storage,
                network: health.network,
            },
            alerts: found
                .alerts
                .into_iter()
                .map(|alert| AnalyticsAlert {
                    kind: alert.rule,
                    message: alert.message,
                })
                .collect(),
        },
    };
    if is_wanted(AnalyticsDataType::Marketplace) {
        let top = figures.top_items.into_iter();
        result.marketplace = MarketplaceAnalytics {
            sales: series(figures.sales),
            top_items: top
                .map(|(name, sales)| OfferSales { name, sales })
                .collect(),
            categories: figures.categories,
        };
    }
    if is_wanted(AnalyticsDataType::Agents) {
        let tasks = figures.tasks.into_iter();
        result.agents = AgentAnalytics {
            performance: series(figures.performance),
            distribution: figures.distribution,
            tasks: tasks
                .map(|(name, count)| AgentTask { name, count })
                .collect(),
        };
    }
    if is_wanted(AnalyticsDataType::Datastreams) {
        result.datastreams.stored = series(figures.stored);
    }
    Ok(Json(result))
}
