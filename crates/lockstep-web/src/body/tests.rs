use super::*;

#[test]
fn refusals_do_not_repeat_the_rejected_value() {
    #[derive(Debug, serde::Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Choice {
        One,
    }
    #[derive(Debug, serde::Deserialize)]
    struct Wanted {
        #[expect(dead_code, reason = "only read")]
        list: Vec<u8>,
        #[expect(dead_code, reason = "only read")]
        choice: Option<Choice>,
        #[expect(dead_code, reason = "only read")]
        inner: Option<Inner>,
    }
    #[derive(Debug, serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Inner {}
    for (body, said) in [
        (
            r#"{"list":"se\"cret, expected x"}"#,
            "must be a list, not a string",
        ),
        (r#"{"list":61.17}"#, "must be a list, not a decimal number"),
        (r#"{"list":[4711]}"#, "must be a whole number from 0 to 255"),
        (
            r#"{"list":[],"choice":"secret`, expected"}"#,
            "must be `one`",
        ),
        (r#"{"list":null}"#, "must be a list, not null"),
        ("{}", "is required"),
        (
            r#"{"list":[],"inner":"secret"}"#,
            "must be an object, not a string",
        ),
        (
            r#"{"list":[],"inner":{"secret":1}}"#,
            "unknown field `secret`, there are no fields",
        ),
    ] {
        let error = from_json::<Wanted>(body.as_bytes(), USUAL, &Meter::default())
            .err()
            .unwrap();
        let details = error.details.unwrap();
        assert_eq!(details["reason"], said, "{body}");
    }
}

#[test]
fn parameters_of_an_encryption() {
    for (parameter, is) in [
        ("mode", true),
        ("parameters.scheme", true),
        ("operands[1]", true),
        ("publicKey", true),
        ("", false),
        ("data", false),
        ("more", false),
        ("nested.mode", false),
    ] {
        assert_eq!(is_of_an_encryption(parameter), is, "{parameter}");
    }
}

const USUAL: Shape = Shape {
    depth: 64,
    characters: CHARACTERS,
};

#[test]
fn bounds_of_any_body() {
    let deep = |levels: usize| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
    let text = |characters: usize| format!("{{\"name\":\"{}\"}}", "ä".repeat(characters));
    let escaped =
        |character: &str, count: usize| format!("{{\"name\":\"{}\"}}", character.repeat(count));
    for (body, named) in [
        (r#"{"a": "[[[", "b": "\\"}"#.to_owned(), None),
        (format!("{{\"a\":\"{}\"}}", "[".repeat(100)), None),
        (deep(64), None),
        (deep(65), Some("")),
        (text(CHARACTERS), None),
        (text(CHARACTERS + 1), Some("name")),
        (escaped("\\ud83c\\uDFC3", CHARACTERS), None),
        (escaped("\\ud83c\\uDFC3", CHARACTERS + 1), Some("name")),
        (escaped("\\n", CHARACTERS), None),
        (escaped("\\u00e4", CHARACTERS + 1), Some("name")),
        // The second half of no pair.
        (escaped("\\udfc3", CHARACTERS + 1), Some("name")),
        (r#"{"a": "unended"#.to_owned(), None),
        (r#"{"a": "unended\"#.to_owned(), None),
    ] {
        let error = shape_error(body.as_bytes(), USUAL);
        let parameter = error.map(|error| error.details.unwrap()["parameter"].clone());
        assert_eq!(
            parameter.as_ref().and_then(|name| name.as_str()),
            named,
            "{body:.40}"
        );
    }
}
