//! Sockets: from the first connection to an end that loses nothing acknowledged.

use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use hyper_util::server::graceful::GracefulShutdown;
use lockstep_web::House;
use lockstep_web::gate::{PeerAddress, Seat};
use lockstep_web::socket;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};
use tower::ServiceExt;

use crate::app;
use crate::config::Network;

/// Serves `router` on `listener` until `end` changes, then finishes what is under way.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    house: &House,
    network: &Network,
    mut end: watch::Receiver<bool>,
) {
    let most = house.settings().network.max_concurrent_connections as usize;
    let places = Arc::new(Semaphore::new(most));
    let addresses = Arc::new(Addresses::default());
    let graceful = GracefulShutdown::new();
    let builder = builder(network);
    loop {
        let place = tokio::select! {
            place = places.clone().acquire_owned() => place,
            _ = end.changed() => break,
        };
        let Ok(place) = place else { break };
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = end.changed() => break,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                // Out of file descriptors, or a connection that was gone already: go on.
                tracing::warn!(%error, "accept");
                tokio::task::yield_now().await;
                continue;
            }
        };
        let address = peer.ip().to_canonical();
        let Some(guest) = addresses.enter(address, network.connections_per_address) else {
            metrics::counter!("lockstep_connections_refused_total").increment(1);
            continue;
        };
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "nodelay");
        }
        let router = router.clone();
        // A socket outlives its connection's requests and keeps the place.
        let seat = Seat::new((guest, place));
        let held = seat.clone();
        let service = service_fn(move |request: hyper::Request<Incoming>| {
            let mut request: Request = request.map(axum::body::Body::new);
            request.extensions_mut().insert(PeerAddress(address));
            request.extensions_mut().insert(seat.clone());
            if let Some(uri) = app::one_spelling(request.uri()) {
                *request.uri_mut() = uri;
            }
            router.clone().oneshot(request)
        });
        let connection = builder.serve_connection_with_upgrades(TokioIo::new(stream), service);
        let connection = graceful.watch(connection.into_owned());
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "connection");
            }
            drop(held);
        });
    }
    drop(listener);
    let patience = Duration::from_secs(network.shutdown_seconds);
    if tokio::time::timeout(patience, graceful.shutdown())
        .await
        .is_err()
    {
        tracing::warn!(
            seconds = patience.as_secs(),
            "requests still under way were cut off"
        );
    }
}

/// Runs every capability's background jobs until `end` changes.
pub async fn jobs(house: House, end: watch::Receiver<bool>) {
    let mut running = tokio::task::JoinSet::new();
    for job in house
        .capabilities()
        .iter()
        .flat_map(|capability| capability.jobs)
    {
        running.spawn(again(
            house.clone(),
            job.name,
            job.every,
            job.run,
            end.clone(),
        ));
    }
    for (name, every, run) in HOUSE_JOBS {
        running.spawn(again(house.clone(), name, *every, *run, end.clone()));
    }
    while running.join_next().await.is_some() {}
}

/// Binds; an address in use says which.
pub async fn bind(address: SocketAddr) -> Result<TcpListener, String> {
    let listener = TcpListener::bind(address).await;
    listener.map_err(|error| match error.kind() {
        io::ErrorKind::AddrInUse => {
            format!("{address} is in use: stop what listens there, or choose another with --listen")
        }
        _ => format!("{address}: {error}"),
    })
}

type Run = fn(House) -> lockstep_web::house::Pending<Result<(), lockstep_web::Fault>>;

async fn again(
    house: House,
    name: &'static str,
    every: Duration,
    run: Run,
    mut end: watch::Receiver<bool>,
) {
    let mut ticks = tokio::time::interval(every);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = ticks.tick() => {}
            _ = end.changed() => return,
        }
        if let Err(fault) = run(house.clone()).await {
            tracing::error!(job = name, reason = fault.log, "background job");
        }
    }
}

/// What the house does by itself: counts become audit entries, what is over is forgotten.
const HOUSE_JOBS: &[(&str, Duration, Run)] = &[
    ("house.tally", Duration::from_secs(1), |house| {
        Box::pin(async move { Ok(house.tally().flush(&house.db).await?) })
    }),
    ("house.forget", Duration::from_secs(60), |house| {
        Box::pin(async move {
            let forget = |tx: &mut lockstep_store::Tx<'_>| {
                lockstep_web::idempotency::forget(tx)?;
                let before = tx.now().minus(socket::EVENTS_KEPT);
                tx.forget_events(before)
            };
            house
                .db
                .write::<_, lockstep_store::StoreError, _>("house.forget", forget)
                .await?;
            Ok(())
        })
    }),
];

fn builder(network: &Network) -> auto::Builder<TokioExecutor> {
    let mut builder = auto::Builder::new(TokioExecutor::new());
    builder
        .http1()
        .timer(TokioTimer::new())
        .header_read_timeout(Duration::from_secs(network.header_seconds))
        // Wider than what `app.rs` admits, so that it can answer in the one error shape.
        .max_buf_size(64 << 10)
        .max_headers(200);
    builder
        .http2()
        .timer(TokioTimer::new())
        .max_header_list_size(64 << 10)
        .max_concurrent_streams(100)
        .keep_alive_interval(Duration::from_secs(30))
        .keep_alive_timeout(Duration::from_secs(20));
    builder
}

/// How many connections each address holds.
#[derive(Default)]
struct Addresses(Mutex<HashMap<IpAddr, usize>>);

impl Addresses {
    fn enter(self: &Arc<Self>, address: IpAddr, most: usize) -> Option<Guest> {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = held.entry(address).or_default();
        if *count >= most {
            return None;
        }
        *count += 1;
        Some(Guest {
            addresses: self.clone(),
            address,
        })
    }
}

/// A connection that counts for its address until it is dropped.
struct Guest {
    addresses: Arc<Addresses>,
    address: IpAddr,
}

impl Drop for Guest {
    fn drop(&mut self) {
        let mut held = self
            .addresses
            .0
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = held.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                held.remove(&self.address);
            }
        }
    }
}
