//! L5 and A6: the memory that traffic can make the server use, and what it costs others. Memory is measured from
//! outside.

use std::sync::atomic::Ordering;
use std::time::Duration;

use super::client::{Connection, pause};
use super::load::{Latencies, calm_latency, during, row};
use super::{Row, Server};

/// Returns all rows.
pub(super) fn measure() -> Result<Vec<Row>, String> {
    let mut rows = unauthenticated()?;
    rows.extend(one_account()?);
    rows.extend(unread()?);
    rows.extend(labels_and_names()?);
    Ok(rows)
}

/// Clients without a credential send little data that inflates to much.
fn unauthenticated() -> Result<Vec<Row>, String> {
    let server = Server::start(&[])?;
    let what = format!("{BOMBS} unauthenticated bodies of 1 KB that inflate to 31 MiB");
    measured(&server, &what, UNAUTHENTICATED_MIB, |server| {
        hold(server, "", "/api/auth/token", BOMBS)
    })
}

/// The same for an account of the standard tier, which may send large bodies.
fn one_account() -> Result<Vec<Row>, String> {
    let server = Server::start(&[])?;
    let token = server.account("greedy", "standard")?;
    let what = format!("{BOMBS} bodies of one standard account that inflate to 31 MiB");
    measured(&server, &what, ACCOUNT_MIB, |server| {
        hold(server, &token, "/v1/sfdp/data", BOMBS)
    })
}

/// An account requests long answers and reads only their headers.
fn unread() -> Result<Vec<Row>, String> {
    let server = Server::start(&[])?;
    let token = server.account("greedy", "standard")?;
    let what = format!("{UNREAD} answers of 16 MB that one standard account does not read");
    measured(&server, &what, ACCOUNT_MIB, |server| {
        hold_answers(server, &token)
    })
}

/// Connections that abuse the server until they are dropped, and a sentence about them.
type HeldConnections = (Vec<Connection>, String);

/// Measures the memory above rest while connections are held, and what they cost another account.
fn measured(
    server: &Server,
    what: &str,
    most: u64,
    abuse: impl FnOnce(&Server) -> Result<HeldConnections, String>,
) -> Result<Vec<Row>, String> {
    let polite = server.account("polite", "enterprise")?;
    let alone = calm_latency(server.address, &polite, LATENCY_TIME)?;
    let rest = server.memory()?;
    let (connections, said) = abuse(server)?;
    let connections_held = connections.len() as u64;
    let during = calm_latency(server.address, &polite, LATENCY_TIME)?;
    drop(connections);
    let peak = format!("peak {} MiB", server.memory()?);
    let memory = memory_row("L5", what, rest, server.memory(), most, &said);
    let target = format!("{what}: p99 of others at most twice");
    let latencies = Latencies {
        alone,
        during,
        count: connections_held,
    };
    Ok(vec![memory, row("L5", target, &latencies, &peak, true)])
}

fn memory_row(
    figure: &'static str,
    what: &str,
    rest: u64,
    now: Result<u64, String>,
    most: u64,
    held: &str,
) -> Row {
    let target = format!("{what}: at most {most} MiB above rest");
    match now {
        Ok(now) => Row {
            figure,
            target,
            seen: format!("{} MiB above {rest} MiB; {held}", now.saturating_sub(rest)),
            holds: now.saturating_sub(rest) <= most,
        },
        Err(reason) => Row {
            figure,
            target,
            seen: format!("{reason}; {held}"),
            holds: false,
        },
    }
}

/// Sends bodies without their last block, measures again when the server has read them, and returns
/// the outcome.
fn hold(server: &Server, token: &str, path: &str, many: usize) -> Result<HeldConnections, String> {
    // Every second body requests a window of 128 MiB.
    let bombs = [17, 27].map(|window| zstd_of_spaces(31 << 20, window));
    let credential = match token {
        "" => String::new(),
        token => format!("Authorization: Bearer {token}\r\n"),
    };
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: a\r\n{credential}Content-Type: application/json\r\n\
         Content-Encoding: zstd\r\nContent-Length: {}\r\n\r\n",
        bombs[0].len() + 1
    );
    let (mut open, mut refused) = (Vec::new(), 0);
    for nth in 0..many {
        let sent = Connection::open(server.address).and_then(|mut connection| {
            connection.write(head.as_bytes())?;
            connection.write(&bombs[nth % bombs.len()])?;
            Ok(connection)
        });
        match sent {
            Ok(connection) => open.push(connection),
            Err(_) => refused += 1,
        }
    }
    pause(SETTLE);
    // Another client is served at the same time.
    let answer = Connection::open(server.address)
        .and_then(|mut connection| connection.ask("GET", "/healthz", "", ""));
    let alive = answer.is_ok_and(|answer| answer.status() == 200);
    let said = format!(
        "{} sent, {refused} refused before completion, another client is {}",
        open.len(),
        if alive { "served" } else { "not served" }
    );
    Ok((open, said))
}

/// Asks for long answers, and reads only their heads.
fn hold_answers(server: &Server, token: &str) -> Result<HeldConnections, String> {
    let body = format!(
        "{{\"mode\":\"Basic\",\"data\":\"{}\"}}",
        "AAAA".repeat(UNREAD_BYTES / 3)
    );
    let (mut held, mut refused) = (Vec::new(), 0);
    for _ in 0..UNREAD {
        let asked = Connection::open(server.address).and_then(|mut connection| {
            let kind = "Content-Type: application/json\r\n";
            connection.send(
                "POST",
                "/v1/encryption/encrypt",
                token,
                kind,
                body.as_bytes(),
            )?;
            let status = connection.head()?.status();
            Ok((connection, status))
        });
        match asked {
            Ok((connection, 200)) => held.push(connection),
            _ => refused += 1,
        }
    }
    let said = format!("{} unread, {refused} refused", held.len());
    Ok((held, said))
}

/// Returns a zstd frame (RFC 8878) of `bytes` spaces in blocks that repeat a byte, without its last
/// block. Its window has 2 to the power of `window` bytes.
pub(super) fn zstd_of_spaces(bytes: usize, window: u8) -> Vec<u8> {
    // Magic number; a descriptor without a content size; the window.
    let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0x00, (window - 10) << 3];
    let block = 128_usize << 10;
    for _ in 0..bytes / block {
        // Not the last block; type RLE; its size.
        let header = (block << 3) | (1 << 1);
        frame.extend(&header.to_le_bytes()[..3]);
        frame.push(b' ');
    }
    frame
}

/// Made-up methods do not become metric labels, and a long name is refused, so that no page of points is long.
fn labels_and_names() -> Result<Vec<Row>, String> {
    let server = Server::start(&[])?;
    let polite = server.account("polite", "enterprise")?;
    let mut connection = Connection::open(server.address)?;
    let figures = |connection: &mut Connection| -> Result<usize, String> {
        Ok(connection.ask("GET", "/metrics", "", "")?.body.len())
    };
    // All unknown methods share one label of the figures. These requests create their labels before the first reading.
    connection.ask("MADEUP", "/v1/sfdp/data", &server.token, "")?;
    connection.ask("POST", "/v1/sfdp/data", &server.token, &named(10_000))?;
    calm_latency(server.address, &polite, LATENCY_TIME)?;
    figures(&mut connection)?;
    let before = figures(&mut connection)?;
    let latencies = during(&server, &polite, 2 * LATENCY_TIME, |address, end| {
        let mut connection = Connection::open(address)?;
        let mut sent = 0;
        while sent < METHODS || !end.load(Ordering::Relaxed) {
            let method = format!("M{sent:x}X{:x}", sent * 2_654_435_761 % 4_294_967_296);
            connection.ask(&method, "/v1/sfdp/data", &server.token, "")?;
            connection.ask("POST", "/v1/sfdp/data", &server.token, &named(10_000))?;
            sent += 1;
        }
        Ok(sent)
    })?;
    let sent = latencies.count;
    let grown = figures(&mut connection)?.saturating_sub(before);
    let mut ask = |length: usize| -> Result<u16, String> {
        let answer = connection.ask("POST", "/v1/sfdp/data", &server.token, &named(length))?;
        Ok(answer.status())
    };
    let (fits, too_long) = (ask(256)?, ask(10_000)?);
    let peak = format!("peak {} MiB", server.memory()?);
    Ok(vec![
        Row {
            figure: "A6",
            target: format!("{METHODS} made-up methods: /metrics grows by 4 KiB at most"),
            seen: format!("{sent} methods: {grown} bytes more than {before}"),
            holds: grown <= 4096,
        },
        Row {
            figure: "A6",
            target: "device names: 256 characters are stored, 10 000 are refused".to_owned(),
            seen: format!("statuses {fits} and {too_long}"),
            holds: fits == 200 && too_long == 400,
        },
        row(
            "A6",
            "made-up methods and long names: p99 of others at most twice".to_owned(),
            &latencies,
            &peak,
            true,
        ),
    ])
}

/// Returns a body with one point of a device whose name has this length.
fn named(length: usize) -> String {
    let device = "d".repeat(length);
    format!(
        "{{\"data\":[{{\"timestamp\":\"2024-01-01T00:00:00Z\",\"type\":\"heart_rate\",\
         \"value\":60,\"unit\":\"bpm\",\"device\":\"{device}\"}}]}}"
    )
}

const BOMBS: usize = 80;
const UNREAD: usize = 30;
const UNREAD_BYTES: usize = 12 << 20;
/// The time in which the latency of another account is measured.
const LATENCY_TIME: Duration = Duration::from_millis(1200);
const UNAUTHENTICATED_MIB: u64 = 200;
const ACCOUNT_MIB: u64 = 256;
const METHODS: u64 = 1000;
/// The time that the server takes to read the sent data.
const SETTLE: Duration = Duration::from_secs(1);
