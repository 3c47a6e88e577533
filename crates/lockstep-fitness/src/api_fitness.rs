//! The fitness API: `/v1/sfdp`.

mod activities;
mod aggregate;
mod blocks;
mod curves;
mod export;
mod forecast;
mod import;
mod imports;
mod insights;
mod metrics;
mod points;
mod profile;
mod proofs;
mod series;
mod stored_series;
mod stream;
mod types;
mod usage;
mod variability;

use lockstep_web::{AppState, Permission, Routes};
use utoipa_axum::routes;

pub(crate) use stream::STREAM;

/// Returns an activity as the API returns it.
pub(crate) fn activity_json(
    activity: crate::operations::activities::Activity,
) -> serde_json::Value {
    serde_json::to_value(activities::ActivityView::from(activity))
        .expect("the view has no map with keys other than strings")
}

pub(crate) fn routes() -> Routes<AppState> {
    Routes::new()
        .allow_with_unlisted_query(Permission::WriteOwn, routes!(points::upload))
        .allow(Permission::ReadOwn, routes!(points::read))
        .allow(Permission::WriteOwn, routes!(points::delete))
        .allow(Permission::ReadOwn, routes!(aggregate::aggregate))
        .allow(Permission::WriteOwn, routes!(blocks::put))
        .allow(Permission::ReadOwn, routes!(blocks::read))
        .allow_streaming(Permission::WriteOwn, routes!(import::import))
        .allow_streaming(Permission::ReadOwn, routes!(export::export))
        .allow(Permission::ReadOwn, routes!(types::types))
        .allow(Permission::ReadOwn, routes!(metrics::read))
        .allow(Permission::ReadOwn, routes!(forecast::read))
        .allow(Permission::ReadOwn, routes!(series::read))
        .allow(Permission::ReadOwn, routes!(curves::read))
        .allow(Permission::ReadOwn, routes!(variability::read))
        .allow(Permission::WriteOwn, routes!(insights::generate))
        .allow(Permission::ReadOwn, routes!(insights::list))
        .allow(Permission::WriteOwn, routes!(proofs::prove))
        .allow(Permission::ReadOwn, routes!(stream::open))
        .allow(Permission::ReadOwn, routes!(usage::read))
        .allow(Permission::ReadOwn, routes!(stored_series::list))
        .allow(Permission::ReadOwn, routes!(profile::read))
        .allow(Permission::WriteOwn, routes!(profile::replace))
        .allow(Permission::WriteOwn, routes!(profile::change))
        .allow(Permission::ReadOwn, routes!(activities::list))
        .allow(Permission::ReadOwn, routes!(activities::read))
        .allow(Permission::ReadOwn, routes!(activities::track))
        .allow(Permission::WriteOwn, routes!(activities::detect))
        .allow(Permission::WriteOwn, routes!(activities::update))
        .allow(Permission::WriteOwn, routes!(activities::delete))
        .allow(Permission::ReadOwn, routes!(imports::list))
        .allow_streaming(Permission::WriteOwn, routes!(imports::delete))
}

#[cfg(test)]
mod tests;
