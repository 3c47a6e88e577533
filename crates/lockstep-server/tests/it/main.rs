//! Tests of the real server over real sockets.

#![forbid(unsafe_code)]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod app;
mod auth;
mod child;
mod encryption;
mod hostile;
mod insights;
mod kill;
mod limits;
mod log;
mod points;
mod recordings;
mod shutdown;
mod walk;
