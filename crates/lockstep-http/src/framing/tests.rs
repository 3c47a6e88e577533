use super::*;
use proptest::prelude::*;

/// Bytes of a connection that is no WebSocket.
const ARRIVAL: Arrival = Arrival {
    now: Duration::ZERO,
    most_heads: usize::MAX,
    upgraded_after: None,
};

/// Returns the output for `text`, given in pieces of `size` bytes.
fn passed(text: &str, size: usize) -> Result<String, FramingError> {
    let mut framing = Framing::new();
    let mut all = text.as_bytes().to_vec();
    for piece in all.chunks_mut(size) {
        framing.pass(piece, &ARRIVAL)?;
    }
    Ok(String::from_utf8(all).unwrap())
}

const GET: &str = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

#[test]
fn a_head_is_incomplete_from_its_first_byte_to_its_last() {
    let post = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n";
    for (text, expected) in [
        ("", false),
        ("G", true),
        ("GET / HTTP/1.1\r\nHost: a\r\n", true),
        (GET, false),
        (post, false),
        (&format!("{post}ab"), false),
        (&format!("{post}abcd"), false),
        (&format!("{post}abcdG"), true),
        ("GET / HTTP/1.1\n", true),
    ] {
        let mut framing = Framing::new();
        framing
            .pass(&mut text.as_bytes().to_vec(), &ARRIVAL)
            .unwrap();
        assert_eq!(framing.is_in_head(), expected, "{text:?}");
    }
}

#[test]
fn only_bytes_of_an_incomplete_head_are_counted() {
    let post = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n";
    for (text, expected) in [
        ("GE", 2),
        ("\r\n\r\n", 4),
        ("\r\nGET / HTTP/1.1\r\nHo", 20),
        (GET, 0),
        (&format!("{post}abc"), 0),
        (&format!("{post}abcdGET"), 3),
        (&format!("{GET}GET / HTTP/1.1\r\nHo"), 18),
    ] {
        for size in [1, 4096] {
            let mut framing = Framing::new();
            for piece in text.as_bytes().to_vec().chunks_mut(size) {
                framing.pass(piece, &ARRIVAL).unwrap();
            }
            assert_eq!(framing.head_bytes(), expected, "{text:?}");
        }
    }
}

#[test]
fn the_path_is_that_of_the_last_start_line() {
    let post = "POST /body?a HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n";
    let long = "x".repeat(500);
    for (text, expected) in [
        ("", ""),
        ("GE", ""),
        ("GET /half", "/half"),
        ("GET /lf HTTP/1.1\nHost: a", "/lf"),
        ("\r\nGET /first HTTP/1.1\r\n", "/first"),
        (post, "/body"),
        // The rest of a body is not a start line.
        (&format!("{post}GET /x"), "/body"),
        (&format!("{post}123456789GET /next"), "/next"),
        (&format!("GET /area?{long} HTTP/1.1\r\n"), "/area"),
    ] {
        let mut framing = Framing::new();
        framing
            .pass(&mut text.as_bytes().to_vec(), &ARRIVAL)
            .unwrap();
        assert_eq!(framing.path(), expected.as_bytes(), "{text:?}");
    }
}

#[test]
fn http2_is_known_by_the_first_line_of_a_connection() {
    let preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    for (text, expected) in [
        ("PRI * HTTP/2.0", false),
        (preface, true),
        (&format!("\r\n{preface}"), false),
        (&format!("{GET}{preface}"), false),
    ] {
        let mut framing = Framing::new();
        framing
            .pass(&mut text.as_bytes().to_vec(), &ARRIVAL)
            .unwrap();
        assert_eq!(framing.is_http2(), expected, "{text:?}");
    }
}

#[test]
fn heads_are_checked_and_bodies_are_unchanged() {
    let post =
        |fields: &str, body: &str| format!("POST / HTTP/1.1\r\nHost: a\r\n{fields}\r\n{body}");
    let long = "x".repeat(500);
    for (text, passes) in [
        (GET.to_owned(), true),
        (format!("{GET}{GET}"), true),
        (format!("\r\n\r\n{GET}"), true),
        (post("Content-Length: 4\r\n", "a\nb\n") + GET, true),
        (post("content-length:0\r\n", "") + GET, true),
        (post("Content-Length: 2\r\n", "ab\n") + GET, false),
        (
            post("Transfer-Encoding: Chunked\r\n", "3\r\na\nb\r\n0\r\n\r\n") + GET,
            true,
        ),
        (
            post(
                "Transfer-Encoding: chunked\r\n",
                "1;x=\"y\"\r\na\r\n0 ;z\r\nT: 1\r\n\r\n",
            ) + GET,
            true,
        ),
        (post(&format!("X: {long}\r\n"), "") + GET, true),
        (post(&format!("{long}: 1\r\n"), "") + GET, true),
        ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\n\n".to_owned(), true),
        ("GET / HTTP/1.1\nHost: a\r\n\r\n".to_owned(), false),
        ("GET / HTTP/1.1\r\nHost: a\n\r\n".to_owned(), false),
        ("GET / HTTP/1.1\r\nHost: a\r\n\n".to_owned(), false),
        (format!("\n{GET}"), false),
        ("GET / HTTP/1.1\r\nX: a\rb\r\n\r\n".to_owned(), false),
        (post("X: a\r\n b\r\n", ""), true),
        (post("X: a\r\n b: c\r\n", ""), false),
        (post("X : a\r\n", ""), false),
        (
            post("Content-Length: 1\r\nContent-Length: 1\r\n", "a"),
            false,
        ),
        (post("Content-Length: 1, 1\r\n", "a"), false),
        (post("Content-Length: +1\r\n", "a"), false),
        (post("Content-Length: \r\n", ""), false),
        (
            post(&format!("Content-Length: {}1\r\n", "0".repeat(60)), "a"),
            false,
        ),
        (
            post(
                "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
                "0\r\n\r\n",
            ),
            false,
        ),
        (
            post(
                "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n",
                "0\r\n\r\n",
            ),
            false,
        ),
        (
            post("Transfer-Encoding: gzip, chunked\r\n", "0\r\n\r\n"),
            false,
        ),
        (
            post(
                "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
                "",
            ),
            false,
        ),
        (post("Transfer-Encoding: identity\r\n", ""), false),
        (post("Transfer-Encoding: xchunked\r\n", ""), false),
    ] {
        for size in [1, 3, 4096] {
            let found = passed(&text, size);
            assert_eq!(found.as_ref() == Ok(&text), passes, "{text:?}: {found:?}");
            if !passes {
                assert_eq!(found.unwrap().matches('\0').count(), 1, "{text:?}");
            }
        }
    }
}

#[test]
fn malformed_chunks_are_refused() {
    for (chunks, is_read) in [
        ("5\r\nabcde\r\n0\r\n\r\n", true),
        ("5\nabcde\r\n0\r\n\r\n", false),
        ("5\r\nabcdexx", false),
        ("5\r\nabcde\n0\r\n\r\n", false),
        ("0x5\r\nabcde\r\n", false),
        (" 5\r\nabcde\r\n", false),
        ("5 x\r\nabcde\r\n", false),
        ("\r\n", false),
        ("-1\r\n", false),
        ("5;a\rb\r\nabcde\r\n0\r\n\r\n", false),
        ("5;a\nb\r\nabcde\r\n0\r\n\r\n", false),
        ("0\r\nT: 1\n\r\n", false),
        ("fffffffffffffffff\r\n", false),
    ] {
        let text = format!("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n{chunks}{GET}");
        for size in [1, 4096] {
            let found = passed(&text, size);
            assert_eq!(
                found.as_ref() == Ok(&text),
                is_read,
                "{chunks:?}: {found:?}"
            );
        }
    }
}

/// Returns the state of a connection after so many requests, the last of which changed it to a WebSocket.
fn upgraded_after(requests: usize) -> Arrival {
    Arrival {
        upgraded_after: Some(requests),
        ..ARRIVAL
    }
}

#[test]
fn another_protocol_is_unchanged() {
    let mut framing = Framing::new();
    let mut requests = format!("{GET}{GET}").into_bytes();
    framing.pass(&mut requests, &ARRIVAL).unwrap();
    let mut frames = b"\n\n\n".to_vec();
    let passed = framing.pass(&mut frames, &upgraded_after(2));
    assert_eq!(passed, Ok(3));
    assert_eq!(frames, b"\n\n\n");
}

#[test]
fn empty_fragments_of_a_message_are_limited() {
    let mut framing = Framing::new();
    framing
        .pass(&mut GET.as_bytes().to_vec(), &ARRIVAL)
        .unwrap();
    let fragments = [0_u8, 0x80, 1, 2, 3, 4].repeat(100);
    let passed =
        std::iter::repeat_with(|| framing.pass(&mut fragments.clone(), &upgraded_after(1)));
    let passed: Vec<_> = passed.take(11).collect();
    assert!(passed[..10].iter().all(Result::is_ok), "{passed:?}");
    assert_eq!(passed[10], Err(FramingError::TooManyFrames));
}

#[test]
fn no_frame_of_a_websocket_comes_before_the_answer() {
    for early in ["\u{1}", "\r\n", "GET / HT", GET] {
        let mut framing = Framing::new();
        let mut bytes = format!("{GET}{early}").into_bytes();
        framing.pass(&mut bytes, &ARRIVAL).unwrap();
        let passed = framing.pass(&mut [0x81, 0x80, 0, 0, 0, 0], &upgraded_after(1));
        assert_eq!(passed, Err(FramingError::EarlyBytes), "{early:?}");
    }
}

proptest! {
    /// The bytes of a body never change, for any division into pieces, and the next head is
    /// found.
    #[test]
    fn bodies_pass_unchanged(
        body in prop::collection::vec(prop::sample::select(&b"\n\r\0a:0 "[..]), 1..300),
        size in 1_usize..50,
        is_chunked: bool,
    ) {
        let mut text = b"POST / HTTP/1.1\r\n".to_vec();
        if is_chunked {
            text.extend(b"Transfer-Encoding: chunked\r\n\r\n");
            for chunk in body.chunks(size) {
                text.extend(format!("{:x}\r\n", chunk.len()).bytes());
                text.extend(chunk);
                text.extend(b"\r\n");
            }
            text.extend(b"0\r\n\r\n");
        } else {
            text.extend(format!("Content-Length: {}\r\n\r\n", body.len()).bytes());
            text.extend(&body);
        }
        text.extend(GET.bytes());
        let bare = text.len();
        text.extend(b"GET / HTTP/1.1\n");
        let mut all = text.clone();
        let mut framing = Framing::new();
        for piece in all.chunks_mut(size) {
            framing.pass(piece, &ARRIVAL).unwrap();
        }
        prop_assert_eq!(&all[..bare], &text[..bare]);
        prop_assert_eq!(all.last(), Some(&0));
    }

    /// Some bytes are always passed on: the library takes an empty read for the end of the connection.
    #[test]
    fn any_bytes_never_panic_and_are_passed_on(
        bytes in prop::collection::vec(any::<u8>(), 1..500),
        most_heads in 1_usize..4,
    ) {
        let http2 = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
        for (begin, upgraded_after) in [("", None), (http2, None), (GET, Some(1))] {
            let mut framing = Framing::new();
            framing.pass(&mut begin.as_bytes().to_vec(), &ARRIVAL).unwrap();
            let arrival = Arrival { most_heads, upgraded_after, ..ARRIVAL };
            let passed = framing.pass(&mut bytes.clone(), &arrival);
            prop_assert!(passed.is_ok_and(|passed| passed > 0), "{:?}", passed);
        }
    }
}
