//! Command-line commands that work on a data directory. If no server holds the directory, this
//! process runs them. Otherwise the server runs them, over its Unix socket, which only the server's
//! own user can open.
//!
//! A connection carries one [`Command`] as a line of JSON; the server answers with lines of
//! [`Reply`].

use std::convert::Infallible;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::Duration;

use lockstep_web::AppState;
use lockstep_web::subcommand::Step;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::unix::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{UnixListener, UnixStream};
use tokio::sync::{mpsc, watch};
use tokio::task::{AbortHandle, JoinHandle};

use crate::execution::{Command, execute};

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

/// Answers commands, one after the other, for a node that has no store open.
pub(crate) async fn serve_standby<F: Future<Output = Reply>>(
    listener: &UnixListener,
    answer: impl Fn(Command) -> F,
) -> Infallible {
    loop {
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) => {
                // No file descriptors are left, for example: closing connections will free some.
                tracing::warn!(%error, "accept a local command");
                tokio::time::sleep(ACCEPT_RETRY_PAUSE).await;
                continue;
            }
        };
        let replying = async {
            let (read, mut write) = stream.into_split();
            let (_read, command) = read_command(read).await?;
            let reply = match command {
                Ok(command) => answer(command).await,
                Err(reason) => Reply::Refused(reason),
            };
            send(&mut write, &reply).await
        };
        match tokio::time::timeout(STANDBY_REPLY_TIME, replying).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::debug!(%error, "local command"),
            Err(_) => tracing::debug!("a local command did not arrive"),
        }
    }
}

/// Reads the line of a command; an error is the refusal of a command that this server does not know.
async fn read_command(read: OwnedReadHalf) -> io::Result<(OwnedReadHalf, Result<Command, String>)> {
    let mut line = String::new();
    let mut lines = BufReader::new(read.take(LINE_BYTES));
    lines.read_line(&mut line).await?;
    let read = lines.into_inner().into_inner();
    let command = serde_json::from_str(&line)
        .map_err(|error| format!("this server does not know the command: {error}"));
    Ok((read, command))
}

async fn answer(state: AppState, stream: UnixStream) -> io::Result<()> {
    let (read, mut write) = stream.into_split();
    let (read, command) = read_command(read).await?;
    let command = match command {
        Ok(command) => command,
        Err(reason) => return send(&mut write, &Reply::Refused(reason)).await,
    };
    let stops_early = command.stops_with_caller();
    let work =
        move |steps: mpsc::Sender<Step>| async move { execute(&state, command, &steps).await };
    run(read, write, stops_early, work).await
}

/// Runs a command for a client that has sent it; `work` gets the channel of its progress. If the client leaves, work that
/// stops early is dropped, and other work continues without a client.
async fn run<W>(
    mut read: OwnedReadHalf,
    mut write: OwnedWriteHalf,
    stops_early: bool,
    work: impl FnOnce(mpsc::Sender<Step>) -> W,
) -> io::Result<()>
where
    W: Future<Output = Result<Json, String>> + Send + 'static,
{
    let (steps, heard) = mpsc::channel(16);
    let work = tokio::spawn(work(steps));
    let _stop = stops_early.then(|| AbortOnDrop(work.abort_handle()));
    tokio::select! {
        sent = report(&mut write, heard, work) => sent,
        () = until_closed(&mut read) => Ok(()),
    }
}

/// Stops a task when dropped.
struct AbortOnDrop(AbortHandle);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Waits until the client has left. It sends nothing after its command.
async fn until_closed(read: &mut OwnedReadHalf) {
    let mut ignored = [0; 64];
    while matches!(read.read(&mut ignored).await, Ok(1..)) {}
}

/// Sends the progress of a command and its result.
async fn report(
    write: &mut OwnedWriteHalf,
    mut heard: mpsc::Receiver<Step>,
    work: JoinHandle<Result<Json, String>>,
) -> io::Result<()> {
    while let Some(step) = heard.recv().await {
        send(write, &Reply::Step(step)).await?;
    }
    let reply = match work.await {
        Ok(Ok(done)) => Reply::Done(done),
        Ok(Err(reason)) => Reply::Refused(reason),
        Err(_) => Reply::Refused("the command failed on the server's side: see its log".to_owned()),
    };
    send(write, &reply).await
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

const ACCEPT_RETRY_PAUSE: Duration = Duration::from_millis(100);
/// The time for a command to a node that has no store open.
const STANDBY_REPLY_TIME: Duration = Duration::from_secs(5);
/// The longest line of a command.
const LINE_BYTES: u64 = 1 << 20;

#[cfg(test)]
mod tests {
    use tokio::sync::oneshot;

    use super::*;

    #[tokio::test]
    async fn only_work_that_stops_early_ends_with_its_client() {
        for stops_early in [true, false] {
            let (client, server) = UnixStream::pair().unwrap();
            let (read, write) = server.into_split();
            let (permit, permitted) = oneshot::channel::<()>();
            let (end, ended) = oneshot::channel();
            let work = move |_steps: mpsc::Sender<Step>| async move {
                permitted.await.map_err(|error| error.to_string())?;
                end.send(()).map_err(|()| "no test listens".to_owned())?;
                Ok::<_, String>(Json::Null)
            };
            let running = tokio::spawn(run(read, write, stops_early, work));
            drop(client);
            running.await.unwrap().unwrap();
            // Stopped work has dropped its half, or does so without looking at it.
            let _ = permit.send(());
            assert_eq!(ended.await.is_err(), stops_early);
        }
    }

    #[tokio::test]
    async fn a_client_that_stays_gets_the_progress_and_the_result() {
        for stops_early in [true, false] {
            let (mut client, server) = UnixStream::pair().unwrap();
            let (read, write) = server.into_split();
            let work = |steps: mpsc::Sender<Step>| async move {
                let step = Step { done: 1, total: 2 };
                steps.send(step).await.map_err(|error| error.to_string())?;
                Ok::<_, String>(Json::from("done"))
            };
            run(read, write, stops_early, work).await.unwrap();
            let mut said = String::new();
            client.read_to_string(&mut said).await.unwrap();
            assert_eq!(
                said,
                "{\"step\":{\"done\":1,\"total\":2}}\n{\"done\":\"done\"}\n"
            );
        }
    }

    #[test]
    fn long_reads_stop_with_their_caller_and_changes_do_not() {
        let of = |name: &str, request: Json| Command::OfCapability {
            name: name.to_owned(),
            request,
            creates_store: false,
        };
        let verify = serde_json::json!({ "verify": { "checkpoint": null } });
        let folder = "/backup".into();
        for (command, stops) in [
            (Command::Scrub, true),
            (Command::Doctor, true),
            (of("audit", verify), true),
            (of("market", Json::from("verify")), true),
            (of("export", Json::Null), true),
            (of("import", Json::Null), false),
            (of("audit", Json::from("checkpoint")), false),
            (of("attestation", Json::from("rotate")), false),
            (of("unknown", Json::Null), false),
            (Command::BackupCreate { folder }, false),
        ] {
            let line = serde_json::to_string(&command).unwrap();
            assert_eq!(command.stops_with_caller(), stops, "{line}");
        }
    }
}
