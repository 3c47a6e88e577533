//! The demo's HTTP client: JSON with a bearer token, like any other client.

use std::path::Path;

use futures_util::stream;
use reqwest::multipart::{Form, Part};
use reqwest::{Body, RequestBuilder, Response};
use serde_json::{Value as Json, json};
use tokio::io::AsyncReadExt;

use crate::progress::Progress;

/// A signed-in client.
pub(super) struct Client {
    http: reqwest::Client,
    base: String,
    token: String,
}

impl Client {
    /// Signs in.
    pub(super) async fn sign_in(
        base: &str,
        username: &str,
        password: &str,
    ) -> Result<Self, String> {
        let http = reqwest::Client::new();
        let mut client = Self {
            http,
            base: base.to_owned(),
            token: String::new(),
        };
        let body = json!({ "username": username, "password": password });
        let answer = client.post("/api/auth/token", &body).await?;
        client.token = answer["access_token"]
            .as_str()
            .unwrap_or_default()
            .to_owned();
        Ok(client)
    }

    /// Returns the bearer token.
    pub(super) fn token(&self) -> &str {
        &self.token
    }

    pub(super) async fn get(&self, path: &str) -> Result<Json, String> {
        self.send(self.http.get(self.url(path)), path).await
    }

    pub(super) async fn post(&self, path: &str, body: &Json) -> Result<Json, String> {
        self.send(self.http.post(self.url(path)).json(body), path)
            .await
    }

    /// Runs a request as a job and waits for its result, however long that takes. A request alone
    /// must be answered within the `requestTimeout` of the settings.
    pub(super) async fn run(&self, path: &str, body: &Json) -> Result<Json, String> {
        let request = self.http.post(self.url(path)).json(body);
        let begun = self.send(request.header("Prefer", "respond-async"), path);
        let begun = begun.await?;
        let job = begun["jobId"].as_str();
        let job = format!("/v1/jobs/{}", job.ok_or(format!("{path}: no job began"))?);
        loop {
            let request = self.http.get(self.url(&job));
            let mut state = self.send(request.header("Prefer", "wait=20"), &job).await?;
            match state["status"].as_str() {
                Some("running") => {}
                Some("succeeded") => return Ok(state["result"].take()),
                _ => return Err(format!("{path}: {state}")),
            }
        }
    }

    pub(super) async fn patch(&self, path: &str, body: &Json) -> Result<Json, String> {
        self.send(self.http.patch(self.url(path)).json(body), path)
            .await
    }

    pub(super) async fn put(&self, path: &str, body: &Json) -> Result<Json, String> {
        self.send(self.http.put(self.url(path)).json(body), path)
            .await
    }

    /// Streams a file to `/import`; the progress bar shows the bytes sent.
    pub(super) async fn import(&self, file: &Path, bar: &mut Progress) -> Result<Json, String> {
        let named = |error: std::io::Error| format!("{}: {error}", file.display());
        let opened = tokio::fs::File::open(file).await.map_err(named)?;
        let bytes = opened.metadata().await.map_err(named)?.len();
        let (sent, mut progress) = tokio::sync::mpsc::unbounded_channel();
        let parts = stream::unfold((opened, 0_u64), move |(mut from, done)| {
            let sent = sent.clone();
            async move {
                let mut part = vec![0; PART_BYTES];
                match from.read(&mut part).await {
                    Ok(0) => None,
                    Ok(count) => {
                        part.truncate(count);
                        let done = done + count as u64;
                        // The upload continues without the bar.
                        let _ = sent.send(done);
                        Some((Ok(part), (from, done)))
                    }
                    Err(error) => Some((Err(error), (from, done))),
                }
            }
        });
        let part = Part::stream_with_length(Body::wrap_stream(parts), bytes).file_name("recording");
        let request = self
            .http
            .post(self.url(IMPORT))
            .multipart(Form::new().part("file", part));
        let mut answer = std::pin::pin!(self.send(request, IMPORT));
        loop {
            tokio::select! {
                answer = &mut answer => return answer,
                Some(done) = progress.recv() => bar.at(done),
            }
        }
    }

    fn url(&self, path: &str) -> String {
        format!("{}{path}", self.base)
    }

    async fn send(&self, request: RequestBuilder, path: &str) -> Result<Json, String> {
        let request = if self.token.is_empty() {
            request
        } else {
            request.bearer_auth(&self.token)
        };
        let answer = request
            .send()
            .await
            .map_err(|error| format!("{path}: {error}"))?;
        parse(answer, path).await
    }
}

async fn parse(answer: Response, path: &str) -> Result<Json, String> {
    let status = answer.status();
    let body: Json = answer
        .json()
        .await
        .map_err(|error| format!("{path}: {error}"))?;
    if status.is_success() {
        return Ok(body);
    }
    let message = body["error"]["message"]
        .as_str()
        .unwrap_or("refused without a message");
    let errors = &body["error"]["details"]["errors"];
    let more = if errors.is_null() {
        String::new()
    } else {
        format!(" {errors}")
    };
    Err(format!("{path}: {status}: {message}{more}"))
}

const IMPORT: &str = "/v1/sfdp/import";
const PART_BYTES: usize = 256 << 10;
