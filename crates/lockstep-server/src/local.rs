//! Command-line commands that work on a data directory. If no server holds the directory, this
//! process runs them. Otherwise the server runs them, over its Unix socket, which only the server's
//! own user can open.
//!
//! A connection carries one [`Command`] as a line of JSON; the server answers with lines of
//! [`Reply`].

use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use lockstep_web::AppState;
use lockstep_web::subcommand::Step;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{UnixListener, UnixStream};
use tokio::sync::{mpsc, watch};

use crate::commands::{Command, execute};

/// A line of the server's answer.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Reply {
    /// The progress so far.
    Step(Step),
    /// The command is done, with its result.
    Done(Json),
    /// The command is refused, with the reason.
    Refused(String),
}

/// Creates the socket. A client that finds the file can connect.
pub fn bind(socket: &Path) -> io::Result<UnixListener> {
    if socket.exists() {
        // The process that left the file has ended: this process holds the directory's lock.
        std::fs::remove_file(socket)?;
    }
    let listener = UnixListener::bind(socket)?;
    std::fs::set_permissions(socket, std::fs::Permissions::from_mode(0o600))?;
    Ok(listener)
}

/// Runs commands until `end` changes, then removes the socket.
pub async fn serve(
    state: AppState,
    listener: UnixListener,
    socket: &Path,
    mut end: watch::Receiver<bool>,
) -> io::Result<()> {
    loop {
        let (stream, _) = tokio::select! {
            accepted = listener.accept() => accepted?,
            _ = end.changed() => break,
        };
        let state = state.clone();
        tokio::spawn(async move {
            if let Err(error) = answer(state, stream).await {
                tracing::debug!(%error, "local command");
            }
        });
    }
    std::fs::remove_file(socket)
}

async fn answer(state: AppState, stream: UnixStream) -> io::Result<()> {
    let (read, mut write) = stream.into_split();
    let mut line = String::new();
    BufReader::new(read.take(LINE_BYTES))
        .read_line(&mut line)
        .await?;
    let command: Command = match serde_json::from_str(&line) {
        Ok(command) => command,
        Err(error) => {
            let reason = format!("this server does not know the command: {error}");
            return send(&mut write, &Reply::Refused(reason)).await;
        }
    };
    let (steps, mut heard) = mpsc::channel(16);
    let work = tokio::spawn(async move { execute(&state, command, &steps).await });
    while let Some(step) = heard.recv().await {
        send(&mut write, &Reply::Step(step)).await?;
    }
    let reply = match work.await {
        Ok(Ok(done)) => Reply::Done(done),
        Ok(Err(reason)) => Reply::Refused(reason),
        Err(_) => Reply::Refused("the command failed on the server's side: see its log".to_owned()),
    };
    send(&mut write, &reply).await
}

async fn send(write: &mut (impl AsyncWriteExt + Unpin), reply: &Reply) -> io::Result<()> {
    let mut line = serde_json::to_vec(reply).map_err(io::Error::other)?;
    line.push(b'\n');
    write.write_all(&line).await
}

/// Sends a command to a running server; `step` receives its progress.
pub async fn ask(
    socket: &Path,
    command: &Command,
    mut step: impl FnMut(Step),
) -> Result<Json, String> {
    let unreachable = |error: io::Error| {
        format!(
            "{}: {error}: the process that holds the directory accepts no commands",
            socket.display()
        )
    };
    let stream = UnixStream::connect(socket).await.map_err(unreachable)?;
    let (read, mut write) = stream.into_split();
    let mut line = serde_json::to_vec(command).map_err(|error| error.to_string())?;
    line.push(b'\n');
    write.write_all(&line).await.map_err(unreachable)?;
    let mut lines = BufReader::new(read).lines();
    while let Some(line) = lines.next_line().await.map_err(unreachable)? {
        match serde_json::from_str(&line).map_err(|error| error.to_string())? {
            Reply::Step(at) => step(at),
            Reply::Done(done) => return Ok(done),
            Reply::Refused(reason) => return Err(reason),
        }
    }
    Err("the server ended before the command did".to_owned())
}

/// The longest line of a command.
const LINE_BYTES: u64 = 1 << 20;
