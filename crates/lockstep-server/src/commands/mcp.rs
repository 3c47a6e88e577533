//! `lockstep mcp`: passes messages of the Model Context Protocol between standard input and output and the endpoint
//! `/mcp` of a running server. Standard output has nothing but messages, one a line.
//!
//! The endpoint has no sessions and answers each message by itself, so no transport of an SDK is needed here.

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use reqwest::{Client, Url};
use serde_json::{Value as Json, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, Stdout};
use tokio::sync::{Mutex, Semaphore};
use tokio::task::JoinSet;
use zeroize::Zeroizing;

use crate::args;

/// Runs the command until standard input ends.
pub(crate) async fn run(asked: args::Mcp) -> Result<ExitCode, String> {
    let key = lockstep_config::api_key().ok_or(
        "LOCKSTEP_API_KEY is not set: create an API key with POST /v1/api-keys and put it into this variable",
    )?;
    let url = asked.url.or_else(lockstep_config::server_url);
    let url = endpoint(url.as_deref().unwrap_or(DEFAULT_URL))?;
    let endpoint = Endpoint::new(url, &key)?;
    drop(key);
    let bridge = Arc::new(Bridge {
        endpoint,
        output: Mutex::new(tokio::io::stdout()),
    });
    let (mut input, places) = (
        BufReader::new(tokio::io::stdin()),
        Arc::new(Semaphore::new(MAX_OPEN_MESSAGES)),
    );
    let mut open = JoinSet::new();
    let mut version = None;
    loop {
        let mut line = Vec::new();
        let mut bounded = (&mut input).take(MAX_LINE_BYTES + 1);
        let read = bounded.read_until(b'\n', &mut line).await;
        if read.map_err(|error| format!("standard input: {error}"))? == 0 {
            break;
        }
        if line.len() as u64 > MAX_LINE_BYTES {
            return Err(format!("a message has more than {MAX_LINE_BYTES} bytes"));
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        let Ok(message) = serde_json::from_slice::<Json>(&line) else {
            bridge
                .write(&refusal(&Json::Null, PARSE_ERROR, "this is not JSON"))
                .await?;
            continue;
        };
        if message["method"] == "initialize" {
            // Later messages name the version that this answer agrees on.
            let answer = bridge.exchange(&message, None).await?;
            version =
                answer.and_then(|it| it["result"]["protocolVersion"].as_str().map(str::to_owned));
            continue;
        }
        let place = Arc::clone(&places).acquire_owned().await;
        let place = place.map_err(|error| error.to_string())?;
        let (bridge, version) = (Arc::clone(&bridge), version.clone());
        open.spawn(async move {
            let done = bridge.exchange(&message, version.as_deref()).await;
            drop(place);
            done
        });
        while let Some(done) = open.try_join_next() {
            done.map_err(|error| error.to_string())??;
        }
    }
    while let Some(done) = open.join_next().await {
        done.map_err(|error| error.to_string())??;
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the address of the endpoint. The key crosses the connection in the clear, so only this machine is allowed.
fn endpoint(url: &str) -> Result<Url, String> {
    let wrong = || {
        format!(
            "{url} is not a URL such as {DEFAULT_URL}: it must be a server on this machine, over plain HTTP. Connect to \
             other servers with the HTTP transport of your client"
        )
    };
    let mut parsed = Url::parse(url).map_err(|_| wrong())?;
    let host = parsed.host_str().unwrap_or_default();
    let host = host.trim_start_matches('[').trim_end_matches(']');
    let is_local = host == "localhost"
        || host
            .parse::<std::net::IpAddr>()
            .is_ok_and(|address| address.is_loopback());
    let is_plain = parsed.scheme() == "http" && parsed.username().is_empty();
    if !is_local || !is_plain || !matches!(parsed.path(), "" | "/" | "/mcp") {
        return Err(wrong());
    }
    parsed.set_path("/mcp");
    parsed.set_query(None);
    Ok(parsed)
}

/// The endpoint of a server.
struct Endpoint {
    client: Client,
    url: Url,
}

impl Endpoint {
    fn new(url: Url, key: &str) -> Result<Self, String> {
        let bearer = Zeroizing::new(format!("Bearer {key}"));
        let mut bearer = HeaderValue::from_str(&bearer)
            .map_err(|_| "LOCKSTEP_API_KEY is not an API key: it has characters that no key has")?;
        bearer.set_sensitive(true);
        let headers = HeaderMap::from_iter([(reqwest::header::AUTHORIZATION, bearer)]);
        let client = Client::builder()
            .default_headers(headers)
            .redirect(reqwest::redirect::Policy::none())
            .no_proxy()
            .timeout(ANSWER_TIME)
            .build();
        let client = client.map_err(|error| error.to_string())?;
        Ok(Self { client, url })
    }

    /// Sends a message; returns the answer, or `None` for a notification.
    async fn post(&self, message: &Json, version: Option<&str>) -> Option<Json> {
        let id = message.get("id").cloned();
        let request = self.client.post(self.url.clone());
        let sent = request
            .headers(headers(message, version))
            .json(message)
            .send()
            .await;
        let refused = |text: String| id.as_ref().map(|id| refusal(id, REFUSED, &text));
        let response = match sent {
            Ok(response) => response,
            Err(_) => return refused(format!("no server answers at {}", self.url)),
        };
        let status = response.status();
        let body = response.json::<Json>().await.unwrap_or_default();
        if body.get("jsonrpc").is_some() {
            return Some(body);
        }
        let reason = body["error"]["message"].as_str().map(str::to_owned);
        refused(
            reason
                .unwrap_or_else(|| format!("the server answered with status {}", status.as_u16())),
        )
    }
}

/// Passes messages on.
struct Bridge {
    endpoint: Endpoint,
    output: Mutex<Stdout>,
}

impl Bridge {
    /// Sends a message and writes its answer; returns the answer.
    async fn exchange(
        &self,
        message: &Json,
        version: Option<&str>,
    ) -> Result<Option<Json>, String> {
        let answer = self.endpoint.post(message, version).await;
        if let Some(answer) = &answer {
            self.write(answer).await?;
        }
        Ok(answer)
    }

    async fn write(&self, message: &Json) -> Result<(), String> {
        let line = format!("{message}\n");
        let mut output = self.output.lock().await;
        let written = async {
            output.write_all(line.as_bytes()).await?;
            output.flush().await
        };
        written
            .await
            .map_err(|error| format!("standard output: {error}"))
    }
}

/// Returns the headers by which the transport over HTTP repeats parts of the message. A message that names its version
/// is of a client without a handshake.
fn headers(message: &Json, version: Option<&str>) -> HeaderMap {
    let params = &message["params"];
    let own = params["_meta"]["io.modelcontextprotocol/protocolVersion"].as_str();
    let name = params["name"].as_str().or_else(|| params["uri"].as_str());
    let all = [
        (VERSION, own.or(version)),
        (METHOD, message["method"].as_str()),
        (NAME, name),
    ];
    let valid = all.into_iter().filter_map(|(header, text)| {
        let value = HeaderValue::from_str(text?).ok()?;
        Some((header, value))
    });
    valid.collect()
}

fn refusal(id: &Json, code: i32, reason: &str) -> Json {
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": reason } })
}

const DEFAULT_URL: &str = "http://127.0.0.1:8420";
const VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
const METHOD: HeaderName = HeaderName::from_static("mcp-method");
const NAME: HeaderName = HeaderName::from_static("mcp-name");
/// The code of JSON-RPC for a text that is not JSON.
const PARSE_ERROR: i32 = -32700;
/// The code for a refusal of the server, in the range that JSON-RPC leaves to servers.
const REFUSED: i32 = -32001;
/// The longest message in bytes.
const MAX_LINE_BYTES: u64 = 1 << 20;
/// The maximum number of messages that wait for their answer at the same time.
const MAX_OPEN_MESSAGES: usize = 16;
/// The longest time until an answer is complete.
const ANSWER_TIME: Duration = Duration::from_secs(120);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_machine_gets_the_key() {
        for (url, expected) in [
            ("http://127.0.0.1:8420", Some("http://127.0.0.1:8420/mcp")),
            ("http://localhost:9/mcp", Some("http://localhost:9/mcp")),
            ("http://[::1]:8420/", Some("http://[::1]:8420/mcp")),
            ("https://127.0.0.1", None),
            ("http://fit.example", None),
            ("http://127.0.0.1.evil.example", None),
            ("http://user@127.0.0.1", None),
            ("http://127.0.0.1/other", None),
            ("127.0.0.1:8420", None),
        ] {
            let found = endpoint(url).map(|url| url.to_string());
            assert_eq!(found.ok().as_deref(), expected, "{url}");
        }
    }

    #[test]
    fn headers_repeat_the_message() {
        let call = json!({ "method": "tools/call", "params": { "name": "devices_list" } });
        let found = headers(&call, Some("2025-11-25"));
        assert_eq!(found[VERSION], "2025-11-25");
        assert_eq!(found[METHOD], "tools/call");
        assert_eq!(found[NAME], "devices_list");
        let own = json!({ "method": "ping", "params": {
            "_meta": { "io.modelcontextprotocol/protocolVersion": "2026-07-28" } } });
        assert_eq!(headers(&own, Some("2025-11-25"))[VERSION], "2026-07-28");
        let odd = json!({ "method": "a\nb" });
        assert!(headers(&odd, None).is_empty());
    }
}
