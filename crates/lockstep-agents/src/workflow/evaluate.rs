//! The values of a run: the targets of references, and the results of conditions and transforms.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::HashMap;

use serde_json::{Value as Json, json};

use super::budget::ValueBudget;
use super::graph::{Operation, Operator, Reference};

/// The outputs of the nodes that have run, by their ids.
pub(crate) type Outputs = HashMap<String, Json>;

/// Replaces every reference in a value by the output it points to; null where the output has no such part. A value that
/// is a reference is borrowed; any other is built within the budget.
///
/// # Errors
/// The run has no bytes left.
pub(crate) fn resolved<'v>(
    value: &'v Json,
    outputs: &'v Outputs,
    budget: &mut ValueBudget,
) -> Result<Cow<'v, Json>, String> {
    if let Some(found) = referred(value, outputs) {
        return Ok(Cow::Borrowed(found));
    }
    let built = budget.build(value, &mut |budget, part| {
        let found = referred(part, outputs);
        found.map(|output| budget.copy(output)).transpose()
    });
    built.map(Cow::Owned)
}

/// Returns the target of a reference; `None` if the value is not a reference.
fn referred<'v>(value: &Json, outputs: &'v Outputs) -> Option<&'v Json> {
    let Ok(Reference { node, pointer }) = Reference::of(value)? else {
        return None;
    };
    let found = outputs.get(node).and_then(|output| output.pointer(pointer));
    Some(found.unwrap_or(&ABSENT))
}

/// The value of a reference to something that does not exist.
static ABSENT: Json = Json::Null;

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

/// Computes a transform within the budget.
///
/// # Errors
/// An input that the operation does not take; the run has no bytes left.
pub(crate) fn transformed(
    operation: Operation,
    input: &Json,
    field: Option<&str>,
    budget: &mut ValueBudget,
) -> Result<Json, String> {
    let of_item = |item| part(item, field);
    let Json::Array(items) = input else {
        return match operation {
            Operation::Pick => Ok(json!({ "value": budget.copy(of_item(input))? })),
            _ => Err(format!("the transform takes a list, not {}", kind(input))),
        };
    };
    let mut values = items.iter().map(of_item);
    let value = match operation {
        Operation::Pick => {
            let copied = values.map(|value| budget.copy(value));
            Json::Array(copied.collect::<Result<_, _>>()?)
        }
        Operation::Count => items.len().into(),
        Operation::First => budget.copy(values.next().unwrap_or(&ABSENT))?,
        Operation::Last => budget.copy(values.next_back().unwrap_or(&ABSENT))?,
        Operation::Sum | Operation::Mean | Operation::Min | Operation::Max => {
            calculated(operation, values)?
        }
    };
    Ok(json!({ "value": value }))
}

/// Returns a field of an item, or the item itself.
fn part<'v>(item: &'v Json, field: Option<&str>) -> &'v Json {
    match field {
        None => item,
        Some(field) => item.pointer(field).unwrap_or(&ABSENT),
    }
}

/// Calculates with the numbers of a list; null items are left out.
fn calculated<'v>(
    operation: Operation,
    values: impl Iterator<Item = &'v Json>,
) -> Result<Json, String> {
    let mut numbers = Vec::new();
    for value in values.filter(|value| !value.is_null()) {
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
            let found = resolved(&value, &outputs, &mut ValueBudget::of_run());
            assert_eq!(found.unwrap().as_ref(), &expected, "{value}");
        }
        // An output that looks like a reference is not resolved again.
        outputs.insert("b".to_owned(), json!({ "$from": "a" }));
        for (value, expected) in [
            (json!({ "$from": "b" }), json!({ "$from": "a" })),
            (json!([{ "$from": "b" }]), json!([{ "$from": "a" }])),
        ] {
            let once = resolved(&value, &outputs, &mut ValueBudget::of_run());
            assert_eq!(once.unwrap().as_ref(), &expected);
        }
    }

    /// A graph of 256 KiB holds so many references; each stands for 4 MiB.
    #[test]
    fn references_copy_no_more_than_the_budget() {
        let mut outputs = Outputs::new();
        outputs.insert("a".to_owned(), json!(vec![0; 1 << 17]));
        let many = json!(vec![json!({ "$from": "a" }); 18_000]);
        let arguments = json!({ "x": { "$from": "a" }, "y": many });
        for value in [&many, &arguments] {
            let mut budget = ValueBudget::of_run();
            let refused = resolved(value, &outputs, &mut budget).unwrap_err();
            assert!(refused.contains("16 MiB"), "{refused}");
            // Nothing else fits after that.
            resolved(&json!([1]), &outputs, &mut budget).unwrap_err();
        }
        // A reference alone is not copied.
        let mut budget = ValueBudget::of_run();
        for _ in 0..1000 {
            let one = json!({ "$from": "a" });
            let found = resolved(&one, &outputs, &mut budget).unwrap();
            assert!(matches!(found, Cow::Borrowed(_)));
            let count = transformed(Operation::Count, &found, None, &mut budget).unwrap();
            assert_eq!(count["value"], 1 << 17);
        }
        let list = &outputs["a"];
        let copies = (0..10).map(|_| transformed(Operation::Pick, list, None, &mut budget));
        assert_eq!(copies.filter(Result::is_ok).count(), 4);
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
            let found = transformed(operation, input, field, &mut ValueBudget::of_run()).ok();
            let value = found.map(|found| found["value"].clone());
            assert_eq!(value, expected, "{operation:?} {input}");
        }
    }
}
