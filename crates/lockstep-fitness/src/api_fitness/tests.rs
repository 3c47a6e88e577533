//! Compares the figures of the API with `docs/metrics.md`, which defines each of them.

use std::collections::BTreeSet;

use serde_json::Value as Json;

/// The components of the OpenAPI document whose numbers are computed.
const COMPUTED: [&str; 19] = [
    "Activity",
    "ActivityFigures",
    "ActivityLap",
    "BaselineComparison",
    "CriticalPowerModel",
    "EfficiencyInputs",
    "HeartRateVariability",
    "LoadForecast",
    "LoadForecastDay",
    "MeanMaximalCurvePoint",
    "MetricsCoverage",
    "ModelResidual",
    "PerformanceMetrics",
    "RecoveryComponents",
    "SeriesResult",
    "SourcedMaximumHeartRate",
    "SourcedPower",
    "TrainingActivities",
    "TypeSeries",
];

fn file(path: &str) -> String {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../");
    std::fs::read_to_string(format!("{root}{path}")).unwrap()
}

/// Returns the properties of the components of the OpenAPI document, which another test compares with the code. With
/// `numbers_only`, those that are numbers, or lists of them.
fn properties(numbers_only: bool) -> BTreeSet<String> {
    let document: Json = serde_json::from_str(&file("docs/api/openapi.json")).unwrap();
    let mut names = BTreeSet::new();
    for component in COMPUTED {
        let schema = &document["components"]["schemas"][component]["properties"];
        let all = schema.as_object().unwrap_or_else(|| panic!("{component}"));
        let wanted = all.iter().filter(|(_, schema)| {
            !numbers_only || is_number(schema) || is_number(&schema["items"])
        });
        names.extend(wanted.map(|(name, _)| name.clone()));
    }
    names
}

fn is_number(schema: &Json) -> bool {
    let types = match &schema["type"] {
        Json::Array(types) => types.as_slice(),
        one => std::slice::from_ref(one),
    };
    types
        .iter()
        .any(|one| *one == "number" || *one == "integer")
}

/// Returns the names in a text that are written as code: the last part of `basis.coverage.loadDays`.
fn code(text: &str) -> BTreeSet<&str> {
    let spans = text.split('`').skip(1).step_by(2);
    spans
        .map(|span| span.rsplit('.').next().unwrap_or(span))
        .collect()
}

#[test]
fn every_number_of_an_answer_is_defined() {
    let page = file("docs/metrics.md");
    let defined = code(&page);
    let missing: Vec<String> = properties(true)
        .into_iter()
        .filter(|name| !defined.contains(name.as_str()))
        .collect();
    assert_eq!(missing, [""; 0], "docs/metrics.md does not define them");
}

/// The first column of the tables of figures names only what the API has.
#[test]
fn every_defined_figure_exists() {
    let page = file("docs/metrics.md");
    let known = properties(false);
    let (mut is_of_figures, mut checked) = (false, 0);
    for line in page.lines() {
        let Some(cell) = line
            .strip_prefix("| ")
            .and_then(|row| row.split(" |").next())
        else {
            is_of_figures &= line.starts_with('|');
            continue;
        };
        if cell.starts_with("figure") {
            is_of_figures = true;
        } else if is_of_figures {
            for name in code(cell) {
                assert!(known.contains(name), "{name}: {line}");
                checked += 1;
            }
        }
    }
    assert!(checked > 30, "{checked} names");
}
