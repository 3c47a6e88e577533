//! The part of YAML in which the chart is written: mappings and sequences in blocks, and scalars that every version of YAML reads
//! alike. Anything else panics.

use serde_json::{Map, Value};

/// A line without comment: its indentation and the rest.
type Line<'a> = (usize, &'a str);

/// Parses a document.
pub(crate) fn parse(text: &str) -> Value {
    let mut lines: Vec<Line<'_>> = Vec::new();
    for line in text.lines() {
        let content = line.trim_start_matches(' ');
        assert!(!content.contains('\t'), "a tab: {line}");
        assert_eq!(content, content.trim_end(), "a space at the end: {line}");
        if !content.is_empty() && !content.starts_with('#') {
            lines.push((line.len() - content.len(), content));
        }
    }
    let mut place = 0;
    let value = block(&mut lines, &mut place);
    assert!(
        place == lines.len(),
        "not YAML of this chart: {}",
        lines[place].1
    );
    value
}

/// Parses the block whose first line is at a place, up to a line of another block.
fn block(lines: &mut [Line<'_>], place: &mut usize) -> Value {
    let (indent, content) = lines[*place];
    if content.starts_with("- ") {
        sequence(lines, place, indent)
    } else {
        mapping(lines, place, indent)
    }
}

fn sequence(lines: &mut [Line<'_>], place: &mut usize, indent: usize) -> Value {
    let mut items = Vec::new();
    while let Some(&(at, content)) = lines.get(*place)
        && at == indent
        && let Some(item) = content.strip_prefix("- ")
    {
        if entry(item).is_none() {
            items.push(scalar(item));
            *place += 1;
            continue;
        }
        // The item is a mapping, whose other lines are below its first key.
        lines[*place] = (indent + 2, item);
        items.push(mapping(lines, place, indent + 2));
    }
    Value::Array(items)
}

fn mapping(lines: &mut [Line<'_>], place: &mut usize, indent: usize) -> Value {
    let mut members = Map::new();
    while let Some(&(at, content)) = lines.get(*place)
        && at == indent
        && let Some((key, rest)) = entry(content)
    {
        *place += 1;
        let value = if rest.is_empty() {
            let has_block = lines.get(*place).is_some_and(|(at, _)| *at > indent);
            assert!(has_block, "{key} has no value");
            block(lines, place)
        } else {
            scalar(rest)
        };
        let earlier = members.insert(key.to_owned(), value);
        assert!(earlier.is_none(), "{key} has two values");
    }
    Value::Object(members)
}

/// Returns the key and the text of its value, which is empty if a block follows.
fn entry(content: &str) -> Option<(&str, &str)> {
    let (key, rest) = match content.split_once(": ") {
        Some(parts) => parts,
        None => (content.strip_suffix(':')?, ""),
    };
    let is_key = !key.is_empty()
        && key
            .chars()
            .all(|it| it.is_ascii_alphanumeric() || "./-".contains(it));
    is_key.then_some((key, rest))
}

fn scalar(text: &str) -> Value {
    if text.starts_with('"') {
        return serde_json::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
    let has_leading_zero =
        text.len() > 1 && text.starts_with('0') && text.chars().all(|it| it.is_ascii_digit());
    assert!(!has_leading_zero, "octal in some versions: {text}");
    if let Ok(number) = text.parse::<u64>() {
        return number.into();
    }
    match text {
        "true" => return true.into(),
        "false" => return false.into(),
        _ => {}
    }
    let is_amount = ["Mi", "Gi", "m"].iter().any(|unit| text.ends_with(unit));
    let is_version = text.split('.').count() == 3;
    let is_word = text.starts_with(|first: char| first.is_ascii_alphabetic() || first == '/');
    let is_plain = text
        .chars()
        .all(|it| it.is_ascii_alphanumeric() || " ./-,_".contains(it));
    let means_more = ["y", "n", "yes", "no", "on", "off", "null"].contains(&&*text.to_lowercase());
    assert!(
        (is_word || is_amount || is_version) && is_plain && !means_more,
        "put it in quotes: {text}"
    );
    text.into()
}

#[test]
fn blocks_are_parsed() {
    let text = "# about\na: 1\nb:\n  - name: x\n    on-it: \"y: z\"\n    # why\n    d:\n      e: true\n  - name: \"2\"\nc:\n  - ALL\n";
    let expected = serde_json::json!({
        "a": 1,
        "b": [{ "name": "x", "on-it": "y: z", "d": { "e": true } }, { "name": "2" }],
        "c": ["ALL"],
    });
    assert_eq!(parse(text), expected);
}

#[test]
fn what_is_no_part_of_it_is_refused() {
    for text in [
        "a: 1\na: 2\n",
        "a:\nb: 1\n",
        "a: 1\n  b: 2\n",
        "a:\n    b: 1\n  c: 2\n",
        "a: b # c\n",
        "a: {}\n",
        "a: yes\n",
        "a: 0440\n",
        "a: 1.5\n",
        "a:\tb\n",
        "a: b \n",
        "a: \"b\n",
        "a b\n",
        "a: b: c\n",
    ] {
        let parsed = std::panic::catch_unwind(|| parse(text));
        assert!(parsed.is_err(), "{text}: {parsed:?}");
    }
}
