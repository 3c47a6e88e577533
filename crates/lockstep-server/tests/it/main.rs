//! Tests of the real server over real sockets.

#![forbid(unsafe_code)]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod app;
mod auth;
mod canary;
mod child;
mod claims;
mod demo;
mod document;
mod encryption;
mod erasure;
mod export;
mod hostile;
mod imports;
mod insights;
mod limits;
mod matrix;
mod modes;
mod operations;
mod points;
mod proxy;
mod recordings;
mod shutdown;
mod slow;
mod socket;
mod storage;
mod stream;
mod tls;
mod walk;
