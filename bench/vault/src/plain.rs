//! Plain ingest, sealed at rest, compared with a server that did not seal yet.

use std::path::Path;

use crate::http::Connection;
use crate::median;
use crate::points::{BODY, Walk, send};
use crate::server::Server;

const ROUNDS: usize = 7;
const BODIES: usize = 100;

struct Side {
    what: &'static str,
    server: Server,
    token: String,
    walk: Walk,
    rates: Vec<f64>,
}

impl Side {
    fn new(what: &'static str, server: Server) -> Self {
        let token = server.token();
        Self {
            what,
            server,
            token,
            walk: Walk::new("strap 0", 3),
            rates: Vec::new(),
        }
    }

    fn round(&mut self, counted: bool) {
        let points = BODIES * BODY;
        let bodies = self.walk.bodies(points, None);
        let mut connection = Connection::open(self.server.address);
        let cpu = self.server.cpu_seconds();
        if let Err(why) = send(&mut connection, &self.token, &bodies) {
            panic!("{}: {why}", self.what);
        }
        let cpu = self.server.cpu_seconds() - cpu;
        if counted {
            self.rates.push(points as f64 / 1e6 / cpu);
        }
    }
}

pub(crate) fn measure(peer: Option<&Path>) {
    println!("### Plain ingest, {BODY} points a body, one connection\n");
    let mut sides = vec![Side::new("sealed", Server::start_with(&[]))];
    if let Some(peer) = peer {
        sides.push(Side::new("before sealing", Server::start_at(peer, &[])));
    } else {
        println!("(no PROGRAM of an older commit was given: only the sealed server is measured)");
    }
    for round in 0..=ROUNDS {
        for side in &mut sides {
            side.round(round > 0);
        }
    }
    let rates: Vec<f64> = sides
        .iter()
        .map(|side| median(side.rates.iter().copied()))
        .collect();
    for (side, rate) in sides.into_iter().zip(&rates) {
        let points = side.walk.count();
        let bytes = side.server.stop_and_measure();
        println!(
            "{}: median {rate:.2} M points/CPU-s of the server, {:.3} bytes a point; rounds {:.2?}",
            side.what,
            bytes as f64 / points as f64,
            side.rates
        );
    }
    if let [sealed, before] = rates[..] {
        println!(
            "sealed / before: {:.1} % (goal 85)",
            100.0 * sealed / before
        );
    }
    println!();
}
