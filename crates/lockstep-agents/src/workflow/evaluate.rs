//! The values of a run: what references stand for, what conditions and transforms result in.

use std::cmp::Ordering;
use std::collections::HashMap;

use serde_json::{Value as Json, json};

use super::graph::{Operation, Operator, Reference};

/// The outputs of the nodes that have run, by their ids.
pub(crate) type Outputs = HashMap<String, Json>;

/// Replaces every reference in a value by the output it points to; null where the output has no such part.
pub(crate) fn resolved(value: &Json, outputs: &Outputs) -> Json {
    if let Some(Ok(Reference { node, pointer })) = Reference::of(value) {
        let found = outputs.get(node).and_then(|output| output.pointer(pointer));
        return found.cloned().unwrap_or(Json::Null);
    }
    match value {
        Json::Object(fields) => {
            let each = fields.iter();
            let each = each.map(|(name, field)| (name.clone(), resolved(field, outputs)));
            Json::Object(each.collect())
        }
        Json::Array(items) => items.iter().map(|item| resolved(item, outputs)).collect(),
        plain => plain.clone(),
    }
}

/// Compares two values.
///
/// # Errors
/// Values that have no order between them.
pub(crate) fn compare(operator: Operator, left: &Json, right: &Json) -> Result<bool, String> {
    let order = || order(left, right);
    Ok(match operator {
        Operator::Exists => !left.is_null(),
        Operator::Equal => are_equal(left, right),
        Operator::NotEqual => !are_equal(left, right),
        Operator::Less => order()?.is_lt(),
        Operator::LessOrEqual => order()?.is_le(),
        Operator::Greater => order()?.is_gt(),
        Operator::GreaterOrEqual => order()?.is_ge(),
    })
}

/// Whether two values are equal; 1 and 1.0 are.
fn are_equal(left: &Json, right: &Json) -> bool {
    match (left.as_f64(), right.as_f64()) {
        (Some(left), Some(right)) => left == right,
        _ => left == right,
    }
}

fn order(left: &Json, right: &Json) -> Result<Ordering, String> {
    let numbers = left.as_f64().zip(right.as_f64());
    let texts = left.as_str().zip(right.as_str());
    match (numbers, texts) {
        (Some((left, right)), _) => left.partial_cmp(&right),
        (_, Some((left, right))) => Some(left.cmp(right)),
        _ => None,
    }
    .ok_or_else(|| {
        let (left, right) = (kind(left), kind(right));
        format!("the condition compares {left} with {right}: use `exists` before it")
    })
}

/// Computes a transform.
///
/// # Errors
/// An input that the operation does not take.
pub(crate) fn transformed(
    operation: Operation,
    input: &Json,
    field: Option<&str>,
) -> Result<Json, String> {
    let of_item = |item: &Json| match field {
        None => item.clone(),
        Some(field) => item.pointer(field).cloned().unwrap_or(Json::Null),
    };
    let Json::Array(items) = input else {
        return match operation {
            Operation::Pick => Ok(json!({ "value": of_item(input) })),
            _ => Err(format!("the transform takes a list, not {}", kind(input))),
        };
    };
    let values: Vec<Json> = items.iter().map(of_item).collect();
    let value = match operation {
        Operation::Pick => Json::Array(values),
        Operation::Count => values.len().into(),
        Operation::First => values.into_iter().next().unwrap_or(Json::Null),
        Operation::Last => values.into_iter().next_back().unwrap_or(Json::Null),
        Operation::Sum | Operation::Mean | Operation::Min | Operation::Max => {
            calculated(operation, &values)?
        }
    };
    Ok(json!({ "value": value }))
}

/// Calculates with the numbers of a list; null items are left out.
fn calculated(operation: Operation, values: &[Json]) -> Result<Json, String> {
    let mut numbers = Vec::with_capacity(values.len());
    for value in values.iter().filter(|value| !value.is_null()) {
        let number = value.as_f64();
        numbers.push(number.ok_or_else(|| {
            format!(
                "the transform takes numbers, not {}: name their `field`",
                kind(value)
            )
        })?);
    }
    let sum: f64 = numbers.iter().sum();
    let result = match operation {
        Operation::Sum => Some(sum),
        _ if numbers.is_empty() => None,
        Operation::Min => numbers.iter().copied().reduce(f64::min),
        Operation::Max => numbers.iter().copied().reduce(f64::max),
        _ => Some(sum / numbers.len() as f64),
    };
    match result {
        Some(number) if !number.is_finite() => Err("the result is too large".to_owned()),
        result => Ok(json!(result)),
    }
}

fn kind(value: &Json) -> &'static str {
    match value {
        Json::Null => "nothing",
        Json::Bool(_) => "a truth value",
        Json::Number(_) => "a number",
        Json::String(_) => "a text",
        Json::Array(_) => "a list",
        Json::Object(_) => "an object",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_stand_for_outputs() {
        let mut outputs = Outputs::new();
        outputs.insert("a".to_owned(), json!({ "data": [{ "value": 7 }] }));
        for (value, expected) in [
            (
                json!({ "$from": "a", "pointer": "/data/0/value" }),
                json!(7),
            ),
            (json!({ "$from": "a" }), json!({ "data": [{ "value": 7 }] })),
            (json!({ "$from": "a", "pointer": "/data/1" }), json!(null)),
            (json!({ "$from": "b" }), json!(null)),
            (
                json!({ "x": [1, { "$from": "a", "pointer": "/data/0" }] }),
                json!({ "x": [1, { "value": 7 }] }),
            ),
            (json!("{a}"), json!("{a}")),
        ] {
            assert_eq!(resolved(&value, &outputs), expected, "{value}");
        }
        // An output that looks like a reference is not resolved again.
        outputs.insert("b".to_owned(), json!({ "$from": "a" }));
        let twice = resolved(&json!({ "$from": "b" }), &outputs);
        assert_eq!(twice, json!({ "$from": "a" }));
    }

    #[test]
    fn conditions_compare() {
        use Operator::{Equal, Exists, Greater, Less, LessOrEqual, NotEqual};
        for (operator, left, right, expected) in [
            (Equal, json!(1), json!(1.0), Some(true)),
            (Equal, json!("1"), json!(1), Some(false)),
            (NotEqual, json!(null), json!(0), Some(true)),
            (Less, json!(1), json!(2.5), Some(true)),
            (LessOrEqual, json!(2.5), json!(2.5), Some(true)),
            (
                Greater,
                json!("2026-02-01"),
                json!("2026-01-31"),
                Some(true),
            ),
            (Greater, json!("b"), json!(1), None),
            (Less, json!(null), json!(1), None),
            (Exists, json!(null), json!(null), Some(false)),
            (Exists, json!(false), json!(null), Some(true)),
        ] {
            let found = compare(operator, &left, &right).ok();
            assert_eq!(found, expected, "{left} {operator:?} {right}");
        }
    }

    #[test]
    fn transforms_calculate() {
        use Operation::{Count, First, Last, Max, Mean, Min, Pick, Sum};
        let list = json!([{ "v": 3 }, { "v": null }, { "v": 1.5 }]);
        for (operation, input, field, expected) in [
            (Count, &list, None, Some(json!(3))),
            (Sum, &list, Some("/v"), Some(json!(4.5))),
            (Mean, &list, Some("/v"), Some(json!(2.25))),
            (Min, &list, Some("/v"), Some(json!(1.5))),
            (Max, &list, Some("/v"), Some(json!(3.0))),
            (First, &list, Some("/v"), Some(json!(3))),
            (Last, &list, Some("/v"), Some(json!(1.5))),
            (Pick, &list, Some("/v"), Some(json!([3, null, 1.5]))),
            (Pick, &json!({ "v": 1 }), Some("/v"), Some(json!(1))),
            (Sum, &json!([]), None, Some(json!(0.0))),
            (Mean, &json!([]), None, Some(json!(null))),
            (Sum, &list, None, None),
            (Sum, &json!(3), None, None),
            (Sum, &json!([f64::MAX, f64::MAX]), None, None),
            (First, &json!([]), None, Some(json!(null))),
        ] {
            let found = transformed(operation, input, field).ok();
            let value = found.map(|found| found["value"].clone());
            assert_eq!(value, expected, "{operation:?} {input}");
        }
    }
}
