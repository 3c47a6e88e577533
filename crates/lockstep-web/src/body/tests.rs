use std::net::Ipv4Addr;
use std::thread::ThreadId;

use lockstep_store::SystemClock;

use super::*;
use crate::access::Role;
use crate::api_error::ErrorKind;
use crate::budget::BodyBudget;

/// Returns a request of an account.
fn request(body: String) -> Request {
    let mut allowance = Allowance::open(BodyBudget::default(), Ipv4Addr::LOCALHOST.into());
    allowance.admit(&format!("usr_{:026}", 1).parse().unwrap(), Role::User);
    let request = Request::builder().header(header::CONTENT_TYPE, JSON);
    let request = request
        .extension(allowance)
        .extension(WorkQueues::new(&SystemClock::shared()));
    request.body(body.into()).unwrap()
}

/// A value that notes the thread on which it was parsed.
struct Noted(ThreadId);

impl<'de> Deserialize<'de> for Noted {
    fn deserialize<D: serde::Deserializer<'de>>(json: D) -> Result<Self, D::Error> {
        serde::de::IgnoredAny::deserialize(json)?;
        Ok(Self(std::thread::current().id()))
    }
}

#[tokio::test]
async fn many_values_are_parsed_on_worker_threads() {
    let here = std::thread::current().id();
    for (values, is_here) in [(10, true), (12_000, false)] {
        let body = format!("{{\"a\":[{}1]}}", "[],".repeat(values));
        let read = Body::<Noted>::from_request(request(body), &()).await;
        let Body(Noted(thread)) = read.unwrap();
        assert_eq!(thread == here, is_here, "{values}");
    }
}

#[tokio::test]
async fn a_body_without_fields_is_short() {
    for (blanks, refused) in [(1000, None), (1 << 20, Some(ErrorKind::TooLarge))] {
        let body = format!("{{{}}}", " ".repeat(blanks));
        let read = EmptyBody::from_request(request(body), &()).await;
        assert_eq!(read.err().map(|error| error.kind), refused, "{blanks}");
    }
}

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
