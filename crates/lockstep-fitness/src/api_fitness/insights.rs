//! `/insights/generate`.

use axum::Json;
use axum::extract::State;
use lockstep_metrics::insights::{
    Direction, Impact, Insight, InsightKind, Language, SkippedRule, Timeframe,
};
use lockstep_store::id::InsightId;
use lockstep_web::{ApiError, AppState, Body, Caller, Params};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::{IntoParams, ToSchema};

use super::points::FitnessDataPoint;
use crate::operations::insights::{self, InsightsAnswer, Request};

/// The insights to generate and their data.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct InsightsRequest {
    /// Points to use instead of the stored ones; they are not stored. Absent or empty: the stored
    /// points. At most 100 000; one invalid point refuses the request.
    #[schema(value_type = Option<Vec<FitnessDataPoint>>)]
    data_points: Option<Box<RawValue>>,
    /// Default: all seven types.
    types: Option<Vec<InsightType>>,
    /// Days, weeks, months or years up to the latest point, at most two years: `P30D` or `30d`.
    #[schema(
        default = "P30D",
        example = "P7D",
        pattern = "^(P[0-9]{1,4}[DWMY]|[0-9]{1,4}[dwmy])$"
    )]
    timeframe: Option<String>,
    /// The language of the sentences: descriptions, recommendations and reasons. Names and evidence are the same in every
    /// language. Default: `en`.
    language: Option<InsightLanguage>,
}

/// The insights, and the skipped ones with their reasons.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct InsightsResult {
    /// The insights found; empty if no rule found anything.
    insights: Vec<PredictiveInsight>,
    /// The processing time in milliseconds.
    processing_time: f64,
    /// The insights skipped for lack of data.
    skipped: Vec<SkippedInsight>,
    /// The days examined; null if there is no point.
    window: Option<InsightsWindow>,
    /// Stored points not used because their key does not decrypt.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    skipped_points: Vec<lockstep_points::store::UnreadPoints>,
}

/// The days examined.
#[derive(Serialize, ToSchema)]
pub(crate) struct InsightsWindow {
    /// The first day.
    #[schema(format = Date)]
    start: String,
    /// The last day: the day of the latest point.
    #[schema(format = Date)]
    end: String,
}

/// An insight found by a rule; not medical advice.
#[derive(Serialize, ToSchema)]
pub(crate) struct PredictiveInsight {
    /// The id of the insight: `ins_` and 26 characters. The stream sends the same id.
    #[schema(example = "ins_01jd3m8zq5e8vb2f6m0r4c7k9x")]
    id: String,
    r#type: InsightType,
    /// The confidence, 0 to 1. A milestone has 1, because it is counted and not estimated.
    #[schema(minimum = 0, maximum = 1)]
    confidence: f64,
    /// The insight in sentences of the language of the request, for the athlete to read. Lists and the stream are in
    /// English.
    description: String,
    metadata: InsightMetadata,
}

/// The subject of an insight and its evidence.
#[derive(Serialize, ToSchema)]
pub(crate) struct InsightMetadata {
    /// The point type or metric that the insight describes, such as `steps`; absent if it describes none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    metric: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = InsightTrend, required = false)]
    trend: Option<InsightTrend>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = InsightImpact, required = false)]
    impact: Option<InsightImpact>,
    /// The period, as an ISO 8601 duration.
    #[schema(example = "P30D")]
    timeframe: String,
    /// Advice in the same language; absent if the rule gives no advice.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    recommendations: Vec<String>,
    /// The id of the rule.
    #[schema(example = "trend.mann-kendall")]
    rule: String,
    /// The numbers that support the insight, by name, in canonical units.
    #[schema(value_type = Object)]
    evidence: serde_json::Value,
}

/// An insight type that was skipped.
#[derive(Serialize, ToSchema)]
pub(crate) struct SkippedInsight {
    r#type: InsightType,
    /// The metric that has too little data; absent if the whole rule was skipped.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    metric: Option<String>,
    /// The missing data, in the language of the request.
    reason: String,
}

/// Declares a wire enum beside its own.
macro_rules! names {
    ($(#[$doc:meta])* $wire:ident = $own:ident: $($name:ident)*) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Serialize, Deserialize, ToSchema)]
        #[serde(rename_all = "lowercase")]
        pub(crate) enum $wire {
            $($name,)*
        }

        impl From<$own> for $wire {
            fn from(own: $own) -> Self {
                match own {
                    $($own::$name => Self::$name,)*
                }
            }
        }

        impl From<$wire> for $own {
            fn from(wire: $wire) -> Self {
                match wire {
                    $($wire::$name => Self::$name,)*
                }
            }
        }
    };
}

names! {
    /// The type of an insight.
    InsightType = InsightKind: Trend Anomaly Recommendation Goal Recovery Performance Milestone
}
names! {
    /// The direction of a value.
    InsightTrend = Direction: Increasing Decreasing Stable
}
names! {
    /// The importance of an insight.
    InsightImpact = Impact: High Medium Low
}

/// The language of sentences: English or German.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum InsightLanguage {
    En,
    De,
}

impl From<InsightLanguage> for Language {
    fn from(wire: InsightLanguage) -> Self {
        match wire {
            InsightLanguage::En => Self::English,
            InsightLanguage::De => Self::German,
        }
    }
}

/// Generate insights from the account's data by documented rules.
///
/// Each insight names its evidence. Rules with too little data are listed as skipped, with the reason.
#[utoipa::path(post, path = "/v1/sfdp/insights/generate", tag = "Fitness data", operation_id = "generateInsights",
    request_body = InsightsRequest,
    responses((status = 200, description = "The insights, and the skipped ones with their reasons", body = InsightsResult)))]
pub(super) async fn generate(
    State(state): State<AppState>,
    caller: Caller,
    Body(body): Body<InsightsRequest>,
) -> Result<Json<InsightsResult>, ApiError> {
    let answer = insights::generate(&state, caller.owner(), body.read()?, stream_message).await?;
    Ok(Json(answer.into()))
}

/// The number of insights to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct InsightsQuery {
    /// The maximum number of insights.
    #[param(minimum = 1, maximum = 100, default = 20)]
    limit: Option<u32>,
}

/// Generated insights, the newest first.
#[derive(Serialize, ToSchema)]
pub(crate) struct InsightList {
    /// The insights, each as the request that generated it answered, in English.
    #[schema(value_type = Vec<PredictiveInsight>)]
    insights: Vec<Box<RawValue>>,
}

/// List the insights of the last minutes.
///
/// A generated insight is kept for at least ten minutes. Generate insights again for later ones.
#[utoipa::path(get, path = "/v1/sfdp/insights", tag = "Fitness data", operation_id = "listInsights",
    params(InsightsQuery),
    responses((status = 200, description = "The insights, the newest first", body = InsightList)))]
pub(super) async fn list(
    State(state): State<AppState>,
    caller: Caller,
    Params(query): Params<InsightsQuery>,
) -> Result<Json<InsightList>, ApiError> {
    let limit = query.limit.unwrap_or(20);
    if !(1..=100).contains(&limit) {
        return Err(ApiError::invalid("limit", "must be between 1 and 100"));
    }
    let bodies = insights::list(&state, &caller.user, limit).await?;
    let raw = bodies.into_iter().map(RawValue::from_string);
    let insights = raw.collect::<Result<Vec<_>, _>>();
    let insights = insights.map_err(|error| ApiError::internal(format!("insight: {error}")))?;
    Ok(Json(InsightList { insights }))
}

/// An insight in a message of the stream, as the route answered it.
fn stream_message(id: &InsightId, insight: &Insight, timeframe: &str) -> String {
    let wire = PredictiveInsight::new(id, insight.clone(), timeframe.to_owned());
    serde_json::to_string(&wire).expect("texts and numbers have a JSON form")
}

impl InsightsRequest {
    fn read(self) -> Result<Request, ApiError> {
        let timeframe = self.timeframe.as_deref().map(Timeframe::read).transpose();
        let kinds = self.types;
        if kinds.as_ref().is_some_and(Vec::is_empty) {
            return Err(ApiError::invalid(
                "types",
                "must name at least one, or be left out",
            ));
        }
        Ok(Request {
            points: self.data_points.filter(|raw| raw.get() != "null"),
            kinds: kinds.map(|kinds| kinds.into_iter().map(Into::into).collect()),
            timeframe: timeframe
                .map_err(|reason| ApiError::invalid("timeframe", reason))?
                .unwrap_or_default(),
            language: self.language.map(Into::into).unwrap_or_default(),
        })
    }
}

impl PredictiveInsight {
    fn new(id: &InsightId, insight: Insight, timeframe: String) -> Self {
        Self {
            id: id.to_string(),
            r#type: insight.kind.into(),
            confidence: insight.confidence,
            description: insight.description,
            metadata: InsightMetadata {
                metric: insight.metric,
                trend: insight.trend.map(Into::into),
                impact: insight.impact.map(Into::into),
                timeframe,
                recommendations: insight.recommendations,
                rule: insight.rule.to_owned(),
                evidence: insight.evidence,
            },
        }
    }
}

impl From<InsightsAnswer> for InsightsResult {
    fn from(answer: InsightsAnswer) -> Self {
        let timeframe = answer.timeframe;
        let insights = answer
            .insights
            .into_iter()
            .map(|(id, insight)| PredictiveInsight::new(&id, insight, timeframe.clone()));
        Self {
            insights: insights.collect(),
            processing_time: answer.took.as_secs_f64() * 1000.0,
            skipped: answer.skipped.into_iter().map(Into::into).collect(),
            window: answer
                .window
                .map(|(start, end)| InsightsWindow { start, end }),
            skipped_points: answer.unread,
        }
    }
}

impl From<SkippedRule> for SkippedInsight {
    fn from(skipped: SkippedRule) -> Self {
        Self {
            r#type: skipped.kind.into(),
            metric: skipped.metric,
            reason: skipped.reason,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lockstep_store::{SystemEntropy, Timestamp};
    use serde_json::{Value as Json, json};
    use utoipa::PartialSchema;

    #[test]
    fn requests() {
        for (body, refused) in [
            (json!({}), false),
            (
                json!({ "dataPoints": null, "types": null, "timeframe": null }),
                false,
            ),
            (
                json!({ "types": ["trend", "milestone"], "timeframe": "4w" }),
                false,
            ),
            (json!({ "language": "de" }), false),
            (json!({ "language": null }), false),
            (json!({ "language": "fr" }), true),
            (json!({ "language": "DE" }), true),
            (json!({ "types": [] }), true),
            (json!({ "types": ["Trend"] }), true),
            (json!({ "timeframe": "a month" }), true),
            (json!({ "datapoints": [] }), true),
        ] {
            let text = body.to_string();
            let read = serde_json::from_str::<InsightsRequest>(&text).ok();
            let read = read.map(InsightsRequest::read);
            assert_eq!(read.is_none_or(|read| read.is_err()), refused, "{body}");
        }
    }

    /// Through the extractor that handlers use; its errors name the field.
    #[tokio::test]
    async fn bodies() {
        use axum::extract::FromRequest;
        for (body, expected) in [
            (
                r#"{"dataPoints": [{"a": [1, 2]}], "types": ["goal"]}"#,
                Ok(r#"[{"a": [1, 2]}]"#),
            ),
            (r#"{"dataPoints": [], "types": null}"#, Ok("[]")),
            (r#"{"types": ["goal", "trent"]}"#, Err("types[1]")),
            (r#"{"dataPoint": []}"#, Err("dataPoint")),
            (r#"{"timeframe": 7}"#, Err("timeframe")),
            (r#"{"language": "german"}"#, Err("language")),
        ] {
            let request = axum::http::Request::post("/v1/sfdp/insights/generate")
                .header("Content-Type", "application/json")
                .body(axum::body::Body::from(body))
                .unwrap();
            let read = Body::<InsightsRequest>::from_request(request, &()).await;
            let read = read.map(|Body(read)| read.data_points.unwrap());
            let found = match &read {
                Ok(points) => Ok(points.get()),
                Err(fault) => Err(fault.details.as_ref().unwrap()["parameter"]
                    .as_str()
                    .unwrap()),
            };
            assert_eq!(found, expected, "{body}");
        }
    }

    #[test]
    fn absent_fields_are_left_out() {
        let insight = lockstep_metrics::insights::Insight {
            kind: InsightKind::Milestone,
            rule: "milestone.best",
            confidence: 1.0,
            description: "so".to_owned(),
            metric: Some("steps".to_owned()),
            trend: None,
            impact: Some(Impact::High),
            recommendations: Vec::new(),
            evidence: json!({ "value": 1.5 }),
        };
        let id = InsightId::generate(Timestamp(0), &SystemEntropy);
        let answer = InsightsAnswer {
            insights: vec![(id.clone(), insight)],
            skipped: vec![SkippedRule {
                kind: InsightKind::Trend,
                metric: None,
                reason: "too little".to_owned(),
            }],
            unread: Vec::new(),
            window: Some(("2026-01-01".to_owned(), "2026-01-30".to_owned())),
            timeframe: "P30D".to_owned(),
            took: std::time::Duration::from_micros(1500),
        };
        assert_eq!(
            json!(InsightsResult::from(answer)),
            json!({
                "insights": [{
                    "id": id.as_str(), "type": "milestone", "confidence": 1.0, "description": "so",
                    "metadata": {
                        "metric": "steps", "impact": "high", "timeframe": "P30D",
                        "rule": "milestone.best", "evidence": { "value": 1.5 },
                    },
                }],
                "processingTime": 1.5,
                "skipped": [{ "type": "trend", "reason": "too little" }],
                "window": { "start": "2026-01-01", "end": "2026-01-30" },
            })
        );
    }

    /// The document names the seven types, and requires nothing of a request.
    #[test]
    fn the_document_says_the_same() {
        let types = json!(InsightType::schema());
        let names: Vec<Json> = InsightKind::ALL.map(|kind| json!(kind.name())).into();
        let mut listed = types["enum"].as_array().unwrap().clone();
        for name in &names {
            listed.retain(|one| one != name);
        }
        assert!(listed.is_empty(), "{types}");
        assert_eq!(types["enum"].as_array().unwrap().len(), names.len());
        let request = json!(InsightsRequest::schema());
        assert!(
            request["required"].as_array().is_none_or(Vec::is_empty),
            "{request}"
        );
        let insight = json!(PredictiveInsight::schema());
        assert_eq!(insight["required"].as_array().unwrap().len(), 5);
    }
}
