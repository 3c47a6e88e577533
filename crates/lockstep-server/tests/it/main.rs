//! Tests of the real server over real sockets.

#![forbid(unsafe_code)]
#![expect(clippy::unwrap_used, reason = "a failed setup fails the test")]

mod activities;
mod activity_limits;
mod app;
mod attacks;
mod auth;
mod bytes;
mod canary;
mod child;
mod claims;
mod command_line;
mod credentials;
mod curves;
mod damage;
mod damaged_rows;
mod demo;
mod digests;
mod document;
mod encryption;
mod erasure;
mod events;
mod exhaustion;
mod export;
mod fairness;
mod hostile;
mod imports;
mod insights;
mod limits;
mod local_dates;
mod matrix;
mod modes;
mod names;
mod operations;
mod points;
mod profile;
mod proxy;
mod quickstart;
mod recordings;
mod rollback;
mod schema;
mod scrub;
mod series;
mod shutdown;
mod slow;
mod smuggling;
mod socket;
mod storage;
mod stream;
mod tls;
mod tools;
mod variability;
mod walk;
