//! Resources: data that a client can give to its model without a question.

use jiff::tz::TimeZone;
use lockstep_web::Caller;
use lockstep_web::tools::Toolbox;
use rmcp::model::{ErrorData, JsonObject, ReadResourceResult, Resource, ResourceContents};
use serde_json::json;

use super::{McpServer, failure, listing};

/// A resource: the output of a tool that reads.
struct ResourceDefinition {
    uri: &'static str,
    name: &'static str,
    description: &'static str,
    tool: &'static str,
}

/// Returns the resources that the caller may read.
pub(super) fn list(toolbox: &Toolbox, caller: &Caller) -> Vec<Resource> {
    let may_read = |offered: &&ResourceDefinition| {
        listing::find(toolbox, offered.tool).is_some_and(|entry| entry.is_allowed_to(caller))
    };
    let listed = RESOURCES.iter().filter(may_read).map(|offered| {
        Resource::new(offered.uri, offered.name)
            .with_description(offered.description)
            .with_mime_type(JSON)
    });
    listed.collect()
}

impl McpServer {
    /// Reads a resource.
    ///
    /// # Errors
    /// The resource does not exist, or the caller may not read it.
    pub(super) async fn read(&self, uri: &str) -> Result<ReadResourceResult, ErrorData> {
        let toolbox = self.agents.toolbox().await.map_err(failure)?;
        let unknown = || ErrorData::resource_not_found("the resource does not exist", None);
        let offered = RESOURCES
            .iter()
            .find(|it| it.uri == uri)
            .ok_or_else(unknown)?;
        let entry = listing::find(&toolbox, offered.tool).ok_or_else(unknown)?;
        let input = match offered.uri {
            TODAY => self.today(&toolbox).await,
            _ => JsonObject::from_iter([("limit".to_owned(), json!(ACTIVITIES))]),
        };
        let read = self.run(entry, input, false).await?;
        let output = read.map_err(|reason| ErrorData::invalid_params(reason, None))?;
        let contents = ResourceContents::text(output.to_string(), uri).with_mime_type(JSON);
        Ok(ReadResourceResult::new(vec![contents]))
    }

    /// Returns the range of the current day in the profile's time zone.
    async fn today(&self, toolbox: &Toolbox) -> JsonObject {
        let profile = toolbox.call(self.caller.clone(), "metrics.profile", json!({}));
        let profile = profile.await.unwrap_or_default();
        let zone = profile["timeZone"].as_str().map(TimeZone::get);
        let zone = zone.and_then(Result::ok).unwrap_or(TimeZone::UTC);
        let now = jiff::Timestamp::from_millisecond(self.agents.clock.now().0).unwrap_or_default();
        let day = now.to_zoned(zone).date().to_string();
        let range = ["startDate", "endDate"].map(|name| (name.to_owned(), json!(day)));
        JsonObject::from_iter(range)
    }
}

const TODAY: &str = "lockstep://metrics/today";
const JSON: &str = "application/json";
/// The number of activities of the resource.
const ACTIVITIES: u32 = 20;
const RESOURCES: &[ResourceDefinition] = &[
    ResourceDefinition {
        uri: TODAY,
        name: "Today's metrics",
        description: "Heart rate zones, recovery score, training load and fatigue level of the current day in the \
                      profile's time zone.",
        tool: "metrics.read",
    },
    ResourceDefinition {
        uri: "lockstep://activities",
        name: "Latest activities",
        description: "The latest 20 activities with sport, start, duration and figures, the newest first.",
        tool: "activities.list",
    },
];
